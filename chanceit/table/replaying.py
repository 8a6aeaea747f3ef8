"""A game that is over, move by move: out of a table's log, or out of a record.

Only what is over can be seen again. Of a game that is still being played nothing is to be had here, nor of one from
which it goes on: its secrets are the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.db import transaction
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from chanceit import models
from chanceit.keys import digest, new_key
from chanceit.table import commands as c
from chanceit.table import log, records, results, storing
from chanceit.table.managing import name_of_record
from chanceit.table.state import GAME_MASTER_PLAYS, Entry, TableState, first, follow, retraced
from rules.parts import Move, seat_of
from rules.record import LineRefused, Playing
from rules.record import replay as read_on
from rules.refusals import BadRecord, Refusal, _

NO_SUCH_GAME = partial(Refusal, "no_such_replay", _("There is no such game to be seen again."))
STILL_PLAYED = partial(
    Refusal, "still_played", _("This game is still being played. It can be seen again when it is over.")
)
MOST_MOVES = 5000
"""Of a record that comes by the web."""
LONGEST = 8.0
"""Seconds that playing such a record may take."""
TOO_LONG = partial(BadRecord, "too_long", _("This record is too long to be shown here."))


Item = TypeVar("Item")


def unhurried(items: Iterable[Item]) -> Iterator[Item]:
    """For a thread that works long beside the tables in play: now and then whoever else waits has their turn."""
    for number, item in enumerate(items):
        yield item
        if number % 8 == 7:
            time.sleep(0.0002)


class Point(Struct, frozen=True):
    """Where a game stood: the table, and the entry of its log that led there, with what it brought about."""

    entry: Entry
    table: TableState


class Replay(Struct, frozen=True):
    """A game that is over, from its beginning."""

    code: str
    """The table's; "" for a record."""
    points: tuple[Point, ...]
    keys: frozenset[str] = frozenset()
    """Hashes of the keys of those who sat there when it was over."""

    commitment: str = ""
    """Of its seed, if there was a promise."""
    notes: tuple[dict[str, Any], ...] = ()
    """Of a record: what it tells beside its moves."""
    computers: tuple[tuple[int, str], ...] = ()
    """Of a record: who were computer players, by seat, where that is known."""

    @property
    def last(self) -> TableState:
        return self.points[-1].table


def of_table(code: str, game: int) -> Replay:
    """The so-many-th game of a table, counted from 1, with all that was taken back in it. Raises a Refusal."""
    row = models.Table.objects.filter(code=code).first()
    if row is not None and results.is_deleted(row, game):
        raise NO_SUCH_GAME()
    points: list[Point] = []
    goes_on_from: dict[int, int] = {}
    keys: frozenset[str] = frozenset()
    now: TableState | None = None
    for step in [] if row is None else records.steps(row):
        now, before = step.after, step.before
        if isinstance(step.entry.what, log.Continued):
            goes_on_from[now.games] = before.games
        if now.games != game or now.on is None or now.on is before.on:
            continue
        if isinstance(step.entry.what, log.Continued):  # the moves before it are those of the game that it goes on from
            points = [_beginning(now), *(Point(entry, table) for entry, table in retraced(now))]
        else:
            points.append(Point(step.entry, now))
        keys = frozenset(
            [now.game_master_key, *now.screens, *(seated.key for seated in now.players if not seated.removed)]
        ) - {""}
    if now is None or not points:
        raise NO_SUCH_GAME()
    played: int | None = now.games if now.status == "playing" else None
    while played is not None:
        if played == game:
            raise STILL_PLAYED()
        played = goes_on_from.get(played)
    return Replay(code, tuple(points), keys, _promised(points))


def _beginning(table: TableState) -> Point:
    """Before the first move."""
    assert table.on is not None
    fresh = replace(table.on, state=table.game.new_game(len(table.players), table.on.box, table.on.options), last=None)
    begun = log.Begun("", "", imported=True)
    return Point(Entry(0, "", "table", begun), replace(table, number=0, on=fresh))


def of_record(lines: Iterable[bytes]) -> Replay:
    """The game of a record. Raises LineRefused with the number of the first bad line, also for one that is too long."""
    until = time.monotonic() + LONGEST
    points: list[Point] = []
    commitment = ""
    notes: tuple[dict[str, Any], ...] = ()
    for count, playing in enumerate(unhurried(read_on(lines))):
        if count > MOST_MOVES or time.monotonic() > until:
            raise LineRefused(TOO_LONG(), count + 1)
        points.append(_after_move(points[-1].table, playing.moves[-1]) if count else _sat_down(playing))
        commitment = _told_to_all(playing.header.commitment)
        notes = () if playing.header.notes is UNSET else playing.header.notes
    return Replay("", tuple(points), commitment=commitment, notes=notes)


def _promised(points: list[Point]) -> str:
    on = points[-1].table.on
    assert on is not None
    return _told_to_all(on.header.commitment)


def _told_to_all(commitment: str | UnsetType) -> str:
    """A record may have any text there; a new table keeps it and shows it, so it has a bound."""
    return commitment if commitment and commitment.isprintable() and len(commitment) <= 128 else ""


def _sat_down(playing: Playing) -> Point:
    """A table that stands nowhere but here, its game about to begin."""
    header = playing.header
    options = b"{}" if header.options is UNSET else bytes(header.options)
    opened = log.Opened(header.game, msgspec.Raw(msgspec.json.encode(playing.box)), msgspec.Raw(options), "")
    table = first(0, "", opened)
    entries: list[log.AnyWhat] = [log.Joined(n + 1, name, n) for n, name in enumerate(header.players)]
    entry = Entry(0, "", "table", opened)
    for what in (*entries, log.Begun("", "", imported=True)):
        entry = Entry(table.number + 1, "", "table", what)
        table, _events = follow(table, entry)
    return Point(entry, table)


def _after_move(table: TableState, move: Move) -> Point:
    seat = seat_of(move)
    by: log.By = "table" if seat is None else table.players[seat].player
    entry = Entry(table.number + 1, "", by, log.Played(msgspec.Raw(msgspec.json.encode(move))))
    table, events = follow(table, entry)
    return Point(replace(entry, events=tuple(events)), table)


def play_on(replay: Replay, at: int, key: str) -> str:
    """Opens a table where a game goes on from a point, for the game master with this key's hash, and gives its code.

    It is a new game: what nobody had seen is dealt anew, and all that is drawn from there on comes from a new seed.
    Whoever had a phone sits there without one, and asks for their seat; everybody else plays as they did then.
    """
    at = min(at, len(replay.points) - 1)
    table = replay.points[at].table
    on = table.on
    assert on is not None
    if on.state.result is not None:
        raise Refusal("over", _("The game is over here. Go back a little, and play on from there."))
    options = msgspec.json.decode(table.options)
    for name in table.game.options_of_table(len(on.header.players)):
        options.pop(name, None)
    pieces = _pieces(replay, at)
    names: list[str] = []
    for seated in table.players:
        names.append(name_of_record(seated.name, names))
    request = c.Import(
        players=tuple([c.Join(name, digest(new_key())) for name in names]),
        moves=tuple([played.move for played in on.moves()]),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        goes_on=True,
        commitment=replay.commitment,
        computers=(*((seat, GAME_MASTER_PLAYS) for seat in pieces.no_phone), *_computers(replay, table)),
        own_dice=pieces.dice == "printed",
        printed=pieces.guides if table.game.LAID else (),
    )
    with transaction.atomic():
        code = storing.open_anywhere(table.game_name, bytes(table.box), msgspec.json.encode(options), key)
        storing.play(code, "game_master", request, "import")
    return code


class Pieces(Struct, frozen=True):
    """What somebody plays with, by seats, as the notes of a record tell it."""

    dice: str = ""
    guides: tuple[int, ...] = ()
    no_phone: tuple[int, ...] = ()


def _pieces(replay: Replay, at: int) -> Pieces:
    """As at the last move. A record may have any objects for notes: what cannot be read says nothing."""
    table = replay.points[at].table
    told: list[Any] = [table.pieces()] if replay.code else [{}]
    for note in replay.notes:
        after = note.get("after")
        if note.get("what") == "pieces" and isinstance(after, int) and after < max(at, 1):
            told.append(note)
    try:
        pieces = msgspec.convert(told[-1], Pieces)
    except msgspec.ValidationError:
        return Pieces()
    seats = range(len(table.players))
    guides, no_phone = ([seat for seat in seats if seat in some] for some in (pieces.guides, pieces.no_phone))
    return replace(pieces, guides=tuple(guides), no_phone=tuple(no_phone))


def _computers(replay: Replay, table: TableState) -> tuple[tuple[int, str], ...]:
    """Not those who only stand in for somebody with a phone."""
    there = ((seat, seated.computer or "") for seat, seated in enumerate(table.players) if not seated.key)
    known = dict(replay.computers) | {seat: mind for seat, mind in there if mind}
    return tuple([(seat, mind) for seat, mind in known.items() if mind in table.game.COMPUTER_PLAYERS])
