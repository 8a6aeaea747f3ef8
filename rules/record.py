"""Records: a game as its header and its list of moves, one JSON object a line.

The whole contract stands in docs/records.md. Reading is playing: a record that can be read has been played.
"""

from __future__ import annotations

import re
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
            raise _bad_move(error) from None

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
        raise _bad_header(error) from None


def _text(raw: bytes) -> str:
    """A line without its line end, which is LF or CR LF."""
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise BadRecord("byte_order_mark", _("There is a byte order mark; records have none."))
    if not raw.strip():
        raise BadRecord("blank_line", _("This line is blank."))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise BadRecord("not_utf8", _("This line is no text: a record is written in UTF-8.")) from None


# Why a line cannot be read, in our own words: those of the library are English only, and for programmers


def _bad_header(error: BaseException) -> BadRecord:
    match _what_is_wrong(error):
        case "missing", "format":
            return BadRecord("bad_header", NO_RECORD)
        case "unknown", name:
            return BadRecord("bad_header", _('The header of this record has "{name}", which is unknown.'), name=name)
        case "missing", name:
            return BadRecord("bad_header", _('The header of this record has no "{name}".'), name=name)
        case "value", name:
            sentence = _('In the header of this record "{name}" has a value that it cannot have.')
            return BadRecord("bad_header", sentence, name=name)
    return BadRecord("bad_header", NO_RECORD)


NO_RECORD = _("This is no record of a game. A record is the file that can be downloaded when a game is over.")


def _bad_move(error: BaseException) -> BadRecord:
    match _what_is_wrong(error):
        case "unknown", name:
            return BadRecord("bad_move", _('This is no move: it has "{name}", which no such move has.'), name=name)
        case "missing", name:
            return BadRecord("bad_move", _('This is no move: "{name}" is missing.'), name=name)
        case "value", name:
            return BadRecord("bad_move", _('This is no move: "{name}" has a value that it cannot have.'), name=name)
    return BadRecord("bad_move", _("This is no move: the line cannot be read."))


def _what_is_wrong(error: BaseException) -> tuple[str, str] | None:
    """What kind of mistake it is, and of which key of the object."""
    for kind, pattern in _WRONG.items():
        if found := re.search(pattern, str(error)):
            return kind, found[1]
    return None


_WRONG = {
    "unknown": r"unknown field `(.*?)`",
    "missing": r"missing required field `(.*?)`",
    "value": r" - at `\$\.(\w+)",
}
