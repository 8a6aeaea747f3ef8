"""Records of games: out of a table's log, and into the log of a new table."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import transaction
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit import models
from chanceit.keys import digest, new_key
from chanceit.table import commands as c
from chanceit.table import log, storing
from chanceit.table.state import Entry, GameOn, Standing, TableState, first, follow
from rules import record
from rules.refusals import IllegalMove
from rules.shelf import GAMES


class Step(Struct, frozen=True):
    """An entry of a log, when it was written, and the table before and after it."""

    entry: Entry
    at: datetime
    before: TableState
    after: TableState


def steps(row: models.Table) -> Iterator[Step]:
    """A table's log from the beginning, replayed. Raises IllegalMove where the rules no longer agree with it."""
    table: TableState | None = None
    for kept in models.Entry.objects.filter(table=row).order_by("number").iterator():
        entry = Entry(kept.number, kept.command, log.read_by(kept.by), log.decode(kept.what))
        if table is None:
            assert isinstance(entry.what, log.Opened)
            before = after = first(row.pk, row.code, entry.what)
        else:
            before = table
            after, events = follow(before, entry)
            entry = replace(entry, events=tuple(events))
        table = after
        yield Step(entry, kept.at, before, after)


def games_of(row: models.Table) -> dict[int, GameOn]:
    """The games that were played at a table, counted from 1, as they ended or stand now."""
    return {step.after.games: step.after.on for step in steps(row) if step.after.on is not None}


def lines(on: GameOn) -> Iterator[bytes]:
    """The record of a game, with line ends."""
    moves = on.moves()
    salts = [played.salt for played in moves if isinstance(played.move, GAMES[on.header.game].DRAWN)]
    notes = _notes(on, moves)
    header = replace(on.header, salts=tuple(salts) if any(salts) else UNSET, notes=notes or UNSET)
    yield msgspec.json.encode(header) + b"\n"
    for played in moves:
        yield msgspec.json.encode(played.move) + b"\n"


def of_game(game: models.GamePlayed) -> bytes | None:
    """The record of a game that is over, from the log or as it came; None if it went with its table."""
    if game.row is not None:
        try:
            on = games_of(game.row).get(game.number)
        except IllegalMove:  # of a game whose rules have changed
            return None
        return None if on is None else b"".join(lines(on))
    kept = models.KeptRecord.objects.filter(game=game).first()
    return None if kept is None else zlib.decompress(kept.lines)


def _notes(on: GameOn, moves: list[Standing]) -> tuple[dict[str, Any], ...]:
    """What happened beside the moves that stand, in the order in which it did."""
    typed = [(played.number, {"after": played.count - 1, "what": "typed"}) for played in moves if played.typed]
    return tuple([note for _number, note in sorted([*on.notes, *typed], key=lambda numbered: numbered[0])])


def bring_in(given: Iterable[bytes], key: str) -> TableState:
    """A new table where this record has been played, for the game master with this key's hash.

    Raises LineRefused with the number of the first bad line; then nothing is stored. Everybody sits there without a
    phone, as if it had been lost: who wants to play on asks for the seat. The seed of the record is not known here, so
    the dice lie as it says; what is rolled after its last move comes from a new seed.
    """
    playing = record.read(given)
    header, game = playing.header, playing.game
    options = {} if header.options is UNSET else msgspec.json.decode(header.options)
    for name in game.options_of_table(len(header.players)):  # nobody chooses these when a table is opened
        options.pop(name, None)
    request = c.Import(
        players=tuple([c.Join(name, digest(new_key())) for name in header.players]),
        moves=tuple(playing.moves),
        created=datetime.now(UTC).isoformat(timespec="seconds") if header.created is UNSET else header.created,
    )
    box = b"" if header.box is UNSET else bytes(header.box)
    with transaction.atomic():
        code = storing.open_anywhere(header.game, box, msgspec.json.encode(options), key)
        return storing.play(code, "game_master", request, "import")
