"""The way out to one socket: it never waits, and what it holds back for a slow reader has a bound.

Daphne takes whatever it is given and keeps it until the other side reads it, without end. So this asks Twisted to say
when its buffer is full and when it is empty again. In between nothing is read from that socket either: somebody who
does not read gets no answers to further questions. Views are left out, because the newest is enough.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from daphne import http_protocol
from daphne.server import Server
from django.conf import settings
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from chanceit.live import metrics
from chanceit.web.addresses import FORWARDED, is_of_this_machine
from chanceit.web.rates import Bucket, Rate

BUDGET = 128 * 1024
"""Bytes that may wait for a slow reader, besides the 64 kB that Twisted calls full."""
MOST_BODY = 400_000
"""Bytes of a request's body, whatever it is for. A box of 100,000 may have three times as many as a form."""
LARGEST_ZIP = 50_000_000
"""Bytes of a zip of records, at home and from the machine itself."""
ALL_FRAMES = Rate("all_frames", 1000, 2)
"""Also pings, pongs and parts of messages, which never reach the table. Over that the socket is dropped."""
SLOW_FOR = 30.0
"""Seconds that a reader may be slow without a break."""


def framed(message: bytes) -> bytes:
    """A text in one WebSocket frame of a server."""
    length = len(message)
    if length < 126:
        return bytes((0x81, length)) + message
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + message
    return b"\x81\x7f" + length.to_bytes(8, "big") + message


def unframed(data: bytes) -> bytes | None:
    """The text, if this is one short text in one frame of a browser, whole and alone. That is nearly all that comes."""
    length = len(data) - 6
    if not 0 < length < 126 or data[0] != 0x81 or data[1] != 0x80 | length:
        return None
    mask = data[2:6] * (length // 4 + 1)
    text = (int.from_bytes(data[6:]) ^ int.from_bytes(mask[:length])).to_bytes(length)
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text


@implementer(IPushProducer)
class Outlet:
    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._gathered: list[bytes] = []
        """Frames that go out together, before the loop turns again."""
        self._unsent = 0
        self._giving_up: asyncio.TimerHandle | None = None
        self.is_full = False
        self.on_ready: Callable[[], None] | None = None
        """Called when a slow reader has read everything."""
        self._frames = Bucket(ALL_FRAMES)
        self._began = protocol.onFrameBegin
        protocol.onFrameBegin = self._count_frame
        protocol.dataReceived = self._take_in
        # Until now the producer was the HTTP channel that this socket began as.
        protocol.transport.unregisterProducer()
        protocol.transport.registerProducer(self, True)

    def send(self, message: bytes) -> None:
        protocol = self._protocol
        if protocol.state != protocol.STATE_OPEN:
            return
        # One frame a message, past autobahn: `sendMessage` would measure ours by the bound for what comes in, and drop
        # what is larger, and each frame would cost texts for a log that nobody reads.
        if not self._gathered:
            asyncio.get_running_loop().call_soon(self._write)
        self._gathered.append(framed(message))
        if self.is_full:
            self._unsent += len(message)
            metrics.UNSENT.inc(len(message))
            if self._unsent > BUDGET:
                self.drop()

    def _write(self) -> None:
        """At once, if nothing waits there: Twisted would first ask whether the socket takes it."""
        data = b"".join(self._gathered)
        self._gathered.clear()
        protocol = self._protocol
        if protocol.state != protocol.STATE_OPEN or not data:
            return
        transport = protocol.transport
        if not self.is_full and not transport.dataBuffer and not transport._tempDataBuffer:
            sent = transport.writeSomeData(data)
            if sent == len(data):
                return
            if isinstance(sent, int):
                data = data[sent:]
        transport.write(data)

    def _take_in(self, data: bytes) -> None:
        """A short text goes past autobahn, which takes far longer over it. All else is for autobahn to judge, but past
        its `dataReceived`, which makes texts for its log of every piece that comes in, whether it is on or not."""
        protocol = self._protocol
        is_between = protocol.state == protocol.STATE_OPEN and not protocol.data and not protocol.inside_message
        text = unframed(data) if is_between and protocol.current_frame is None else None
        if text is None:
            protocol._dataReceived(data)
        elif self._may_send():
            protocol.onMessage(text, False)

    def _may_send(self) -> bool:
        if settings.RATES and not self._frames.take():
            self.drop()
            return False
        return True

    def _count_frame(self) -> None:
        self._may_send()
        self._began()

    def close(self, code: int) -> None:
        self._write()  # what was said before
        self._protocol.sendClose(code)

    def drop(self) -> None:
        """At once, without a word: there is nobody who reads it. Whoever wakes up comes back by a new socket."""
        metrics.DROPPED.inc()
        self._gathered.clear()
        self.done()
        self._protocol.dropConnection(abort=True)

    def done(self) -> None:
        """The socket has gone."""
        self.on_ready = None
        self._drained()

    # What Twisted calls

    def pauseProducing(self) -> None:
        if not self.is_full:
            self.is_full = True
            metrics.SLOW.inc()
            self._protocol.transport.pauseProducing()
            self._giving_up = asyncio.get_running_loop().call_later(SLOW_FOR, self.drop)

    def resumeProducing(self) -> None:
        if self.is_full:
            self._drained()
            self._protocol.transport.resumeProducing()
            if self.on_ready is not None:
                self.on_ready()

    def stopProducing(self) -> None:
        self.done()

    def _drained(self) -> None:
        if self.is_full:
            self.is_full = False
            metrics.SLOW.dec()
        metrics.UNSENT.dec(self._unsent)
        self._unsent = 0
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


class BoundedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    """A request whose body has a bound while it comes in: Twisted would keep any length of it in a file."""

    received = 0
    _most = 0

    def gotLength(self, length: int | None) -> None:
        super().gotLength(length)
        if length is not None and length > self.most(length):
            self.cut_off()

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > self.most(self.received):
            self.cut_off()
        else:
            super().handleContentChunk(data)

    def most(self, length: int) -> int:
        """At home whoever sits at the machine itself may bring a zip of records."""
        if length <= MOST_BODY or settings.EVENINGS != "house" or settings.HTTPS:
            return MOST_BODY
        if not self._most:
            is_forwarded = any(self.requestHeaders.hasHeader(name) for name in FORWARDED)
            peer = str(getattr(self.channel.transport.getPeer(), "host", ""))
            self._most = MOST_BODY if is_forwarded or not is_of_this_machine(peer) else LARGEST_ZIP
        return self._most

    def cut_off(self) -> None:
        self.channel.transport.write(b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\n")
        self.channel.loseConnection()


http_protocol.WebRequest = BoundedRequest  # the name by which Daphne makes them


class TableServer(Server):  # type: ignore[misc]
    """Daphne, with an outlet for every socket."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope["outlet"] = Outlet(protocol)
        return super().create_application(protocol, scope)
