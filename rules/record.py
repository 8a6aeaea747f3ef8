"""Records: a game as its header and its list of moves, one JSON object a line.

The whole contract stands in docs/records.md. Reading is playing: a record that can be read has been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from rules.header import Header
from rules.parts import Event, Move, State
from rules.refusals import BadRecord, Refusal, _
from rules.shelf import GAMES, AnyGame

_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Playing:
    """A game while it is played: the header, the moves that stand, and the state they lead to."""

    def __init__(self, header: Header) -> None:
        if header.game not in GAMES:
            raise BadRecord("no_such_game", _("There is no game {game!r} on the shelf."), game=header.game)
        self.header = header
        self.game: AnyGame = GAMES[header.game]
        options = b"{}" if header.options is UNSET else bytes(header.options)
        self.options = self.game.read_options(options, len(header.players))
        self.box = self.game.house_box() if header.box is UNSET else self.game.read_box(bytes(header.box))
        self.state: State = self.game.new_game(len(header.players), self.box, self.options)
        self.moves: list[Move] = []
        self._decoder: msgspec.json.Decoder[Move] = msgspec.json.Decoder(self.game.TYPES.move)

    def play(self, move: Move) -> list[Event]:
        """Plays a move and gives its events; raises IllegalMove and then is as before."""
        self.state, events = self.game.apply(self.state, move)
        self.moves.append(move)
        return events

    def read_move(self, line: str) -> Move:
        try:
            return self._decoder.decode(line)
        except _MALFORMED as error:
            raise BadRecord("bad_move", _("This is no move: {error}."), error=_told(error)) from None

    def lines(self) -> Iterator[bytes]:
        """The record, line by line, without line ends."""
        yield msgspec.json.encode(self.header)
        for move in self.moves:
            yield msgspec.json.encode(move)


class LineRefused(Exception):
    """A line of a record that cannot be read or played, with its number in the file."""

    def __init__(self, refusal: Refusal, line: int) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.refusal = refusal
        self.line = line


def replay(lines: Iterable[bytes]) -> Iterator[Playing]:
    """Plays a record line by line: gives the playing after the header and again after each move.

    It is the same playing every time, so look before asking for the next. Raises LineRefused at the first bad line.
    """
    playing: Playing | None = None
    number = 0
    for number, raw in enumerate(lines, start=1):
        try:
            text = _text(raw)
            if playing is None:
                playing = Playing(read_header(text))
            else:
                playing.play(playing.read_move(text))
        except Refusal as refusal:
            raise LineRefused(refusal, number) from None
        yield playing
    if number == 0:
        raise LineRefused(BadRecord("empty", _("The file is empty: a record begins with its header.")), 1)


def read(lines: Iterable[bytes]) -> Playing:
    """A whole record, played to its end. Raises LineRefused."""
    *_, playing = replay(lines)
    return playing


def read_header(line: str) -> Header:
    try:
        return msgspec.json.decode(line, type=Header)
    except _MALFORMED as error:
        raise BadRecord("bad_header", _("This is no header of a record: {error}."), error=_told(error)) from None


def _text(raw: bytes) -> str:
    """A line without its line end, which is LF or CR LF."""
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise BadRecord("byte_order_mark", _("There is a byte order mark; records have none."))
    if not raw.strip():
        raise BadRecord("blank_line", _("This line is blank."))
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise BadRecord("not_utf8", _("This is not UTF-8: {error}."), error=error) from None


def _told(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error).rstrip(".")
