"""What goes out to a socket, byte by byte."""

from typing import Any

import pytest
from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol

from chanceit.web.outlet import framed, unframed


class Line:
    """A transport that keeps what it was given."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 300_000])
def test_a_frame_of_ours_is_what_autobahn_makes(length: int):
    protocol: Any = WebSocketServerProtocol()
    protocol.factory, protocol.transport = WebSocketServerFactory(), Line()
    protocol._connectionMade()
    protocol.state = protocol.STATE_OPEN
    protocol.sendFrame(opcode=protocol.MESSAGE_TYPE_TEXT, payload=b"x" * length)
    assert framed(b"x" * length) == protocol.transport.written


def masked(text: bytes, *, opcode: int = 0x81, mask: bytes = b"\x01\xfe\x37\x00") -> bytes:
    """A frame of a browser."""
    assert len(text) < 126
    hidden = bytes([byte ^ mask[place % 4] for place, byte in enumerate(text)])
    return bytes((opcode, 0x80 | len(text))) + mask + hidden


class Reader(WebSocketServerProtocol):
    """What autobahn reads out of a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[bytes] = []

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        self.read.append(payload)


@pytest.mark.parametrize("text", [b"x", b"ab", b"abc", b"abcd", b"12345", b"\x00" * 9, "é".encode() * 62, b"x" * 125])
def test_a_short_text_of_a_browser_is_read_as_it_was_sent(text: bytes):
    for mask in (b"\x01\xfe\x37\x00", bytes(4), b"\xff" * 4):
        reader: Any = Reader()
        reader.factory, reader.transport = WebSocketServerFactory(), Line()
        reader._connectionMade()
        reader.state, reader.websocket_version = reader.STATE_OPEN, 13
        reader.inside_message, reader.current_frame = False, None
        reader._dataReceived(masked(text, mask=mask))
        assert [unframed(masked(text, mask=mask))] == reader.read == [text]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        masked(b""),
        masked(b"two") + masked(b"texts"),
        masked(b"in pieces")[:-1],
        masked(b"too much") + b"!",
        masked(b"no utf-8: \xff"),
        b"\x81\x04open",
        *(masked(b"other kinds", opcode=opcode) for opcode in (0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0x91)),
        b"\x81\xfe\x00\x7e" + bytes(4) + b"x" * 126,
    ],
)
def test_all_else_is_left_to_autobahn(data: bytes):
    assert unframed(data) is None
