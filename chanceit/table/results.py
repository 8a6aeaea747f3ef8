"""What is kept of a game that is over: who played, who won and why, and what it counts.

It is stored once, with the entry that ends the game, and never gets in that entry's way: what is missing is made again
from the logs (`manage.py rebuild_results`).
"""

from __future__ import annotations

import logging
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import UNSET, Struct

from chanceit import models
from chanceit.table import log, records, standings
from chanceit.table.authority import plays_itself
from chanceit.table.state import Entry, GameOn, Seated, TableState, follow
from rules.header import Header
from rules.parts import Event, Move, Outcome, State
from rules.record import Playing
from rules.shelf import GAMES, AnyGame

logger = logging.getLogger("chanceit.results")

ENDED = "ended"
"""Why a game was over that its host has ended."""
PLAYED_ON = "continued"


class Ending(Struct, frozen=True):
    """A game at the moment of its end, and the table then."""

    table: TableState
    on: GameOn
    number: int


class Resumed(Struct, frozen=True):
    """The end of this game was taken back: it goes on as the next one."""

    table: TableState
    number: int


class Sitter(Struct, frozen=True):
    """Somebody who has played."""

    name: str
    computer: str = ""
    key: str = ""
    is_nobody: bool = False
    """Their name was forgotten, and what stands in its place is nobody's."""

    @property
    def is_person(self) -> bool:
        return not (self.computer or self.is_nobody)


def endings(before: TableState, entries: Iterable[Entry]) -> Iterator[Ending | Resumed]:
    """What became of games by these entries."""
    for entry in entries:
        after, _events = follow(before, entry)
        yield from ending(before, entry.what, after)
        before = after


def ending(before: TableState, what: log.AnyWhat, after: TableState) -> Iterator[Ending | Resumed]:
    """What became of a game by this entry."""
    if isinstance(what, log.Continued):
        yield Resumed(before, before.games)
    elif isinstance(what, log.Ended | log.Closed) and before.status == "playing" and after.previous is not None:
        yield Ending(before, after.previous, before.games)
    if after.on is not None and after.status == "over" and before.status != "over":
        yield Ending(after, after.on, after.games)


def may_have_ended(before: TableState, after: TableState) -> bool:
    """Whether it is worth looking: most pages are moves in the middle of a game."""
    return not (before.status == after.status and before.games == after.games) and after.games > 0


def keep(before: TableState, entries: Iterable[Entry], at: datetime) -> None:
    """Keeps what is to be kept, in the transaction that is open. Never raises, and leaves that transaction whole."""
    try:
        with transaction.atomic():
            for end in endings(before, entries):
                keep_one(end, at)
    except Exception as error:
        logger.error("a result was not kept", extra={"table": before.code, "reason": repr(error)})


def keep_one(end: Ending | Resumed, at: datetime, is_kept: bool = False) -> None:
    table = end.table
    if isinstance(end, Resumed):
        if models.GamePlayed.objects.filter(row=table.id, number=end.number).delete()[0]:
            standings.are_due()
        return
    if models.NotKept.objects.filter(row=table.id, number=end.number).exists():
        return
    if settings.EVENINGS == "off":
        return
    if not standings.wish().keeps_results:
        models.NotKept.objects.get_or_create(row_id=table.id, number=end.number)
        return
    on = end.on
    moves = [played.move for played in on.moves()]
    is_imported = on.header.commitment is UNSET
    began = read_time(on.header.created) or at
    if not is_imported and on.last is not None:
        began = _written_at(table.id, on) or began
    game = models.GamePlayed(
        row_id=table.id,
        table=table.code,
        number=end.number,
        began=min(began, at),
        ended=None if is_imported else at,
        host=table.game_master_key,
        is_kept=is_kept,
    )
    sitters = [_sitter(table, seated) for seated in table.players[: len(on.header.players)]]
    _keep(game, sitters, GAMES[on.header.game], on.header, on.box, on.options, moves, _is_played_on(on))
    if game.pk:
        standings.add(game)


def keep_record(playing: Playing, began: datetime, ended: datetime | None, sitters: Sequence[Sitter]) -> bool:
    """Keeps a game that came as a record, and the record. Says whether it is new here. Standings are added up later."""
    header = playing.header
    code, _line, number = ("" if header.id is UNSET else header.id).rpartition("-")
    game = models.GamePlayed(
        table=code[:4] if code[:4].isascii() and code[:4].isalnum() else "",
        number=int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else 1,
        began=began,
        ended=ended,
    )
    notes = () if header.notes is UNSET else header.notes
    is_played_on = any(note.get("what") == PLAYED_ON and not note.get("commitment") for note in notes)
    _keep(game, sitters, playing.game, header, playing.box, playing.options, playing.moves, is_played_on)
    if not game.pk:
        return False
    lines = b"".join(line + b"\n" for line in playing.lines())
    models.KeptRecord.objects.create(game=game, lines=zlib.compress(lines))
    return True


def _keep(
    game: models.GamePlayed,
    sitters: Sequence[Sitter],
    rules: AnyGame,
    header: Header,
    box: Any,
    options: Struct,
    moves: Sequence[Move],
    is_played_on: bool,
) -> None:
    """Writes the rows; leaves the game without one if it is there already."""
    game.digest = digest_of(header, moves)
    if models.GamePlayed.objects.filter(digest=game.digest).exists():
        return
    state, events = played_again(rules, len(header.players), box, options, moves)
    outcome = rules.outcome(state, events) if state.result is not None else None
    game.game, game.box, game.moves = header.game, box.name[:80], len(moves)
    game.why = ENDED if outcome is None else outcome.why[:40]
    game.is_counted = outcome is not None and not is_played_on
    game.save(force_insert=True)
    people = people_of([sitter.name for sitter in sitters if sitter.is_person])
    results = []
    for seat, sitter in enumerate(sitters):
        written = people.get(key_of(sitter.name)) if sitter.is_person else None
        results.append(
            models.Result(
                game=game,
                seat=seat,
                name=sitter.name[:80],
                computer=sitter.computer,
                place=outcome.places[seat] if outcome else None,
                has_won=state.result is not None and seat in state.result.winners,
                counts=outcome.counts[seat] if outcome else {},
                written=written,
                person_id=None if written is None else written.same_as_id or written.pk,
                key=sitter.key,
            )
        )
    models.Result.objects.bulk_create(results)
    if outcome is not None and game.is_counted:
        models.Mark.objects.bulk_create(marks(game, rules, outcome, results))


def marks(
    game: models.GamePlayed, rules: AnyGame, outcome: Outcome, results: Sequence[models.Result]
) -> Iterator[models.Mark]:
    """Those of people, each with its row, and several if they are as good: a computer player holds no record."""
    if all(result.computer for result in results):
        return
    for best in rules.BESTS:
        for what in best.counts:
            if what in outcome.whole:
                yield models.Mark(game=game, of=game.game, what=what, value=outcome.whole[what])
                continue
            own = [(result.counts[what], result) for result in results if not result.computer and what in result.counts]
            if own:
                best_value = (min if best.is_least else max)(value for value, _result in own)
                if best.is_least or best_value > 0:
                    yield from [
                        models.Mark(game=game, result=result, of=game.game, what=what, value=value)
                        for value, result in own
                        if value == best_value
                    ]


def is_deleted(row: models.Table, number: int) -> bool:
    """Whether somebody has deleted this game. Where nothing is kept at all, nobody needs to."""
    return standings.wish().keeps_results and models.NotKept.objects.filter(row=row, number=number).exists()


def played_again(
    rules: AnyGame, players: int, box: Any, options: Struct, moves: Sequence[Move]
) -> tuple[State, list[Event]]:
    """A game's last state, and all that happened in it."""
    state = rules.new_game(players, box, options)
    told: list[Event] = []
    for move in moves:
        state, events = rules.apply(state, move)
        told += events
    return state, told


def digest_of(header: Header, moves: Sequence[Move]) -> str:
    """The same game has the same one, wherever it is kept and whatever people were called."""
    box = b"" if header.box is UNSET else msgspec.json.encode(msgspec.json.decode(header.box))
    content = msgspec.json.encode([header.game, len(header.players), list(moves)])
    return sha256(content + box).hexdigest()


def rebuild(row: models.Table) -> int:
    """All results of a table anew from its log, so many. Raises what following the log raises, with nothing changed."""
    ended: dict[int, tuple[Ending, datetime]] = {}
    for step in records.steps(row):
        for end in ending(step.before, step.entry.what, step.after):
            if isinstance(end, Ending):
                ended[end.number] = end, step.at
            else:
                ended.pop(end.number, None)
    with transaction.atomic():
        standings.are_due()
        were = models.GamePlayed.objects.filter(row=row)
        kept = set(were.filter(is_kept=True).values_list("number", flat=True))
        were.delete()
        for end, at in ended.values():
            keep_one(end, at, end.number in kept)
    return len(ended)


# Names


def key_of(name: str) -> str:
    """Names that differ only in capital letters, or in blanks at their ends, are one."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()[:160]


def plain_of(name: str) -> str:
    """Without accents, to be searched.

    >>> plain_of("Zoé"), plain_of("Jürgen Groß")
    ('zoe', 'jurgen gross')
    """
    parts = unicodedata.normalize("NFKD", key_of(name))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))[:160]


def people_of(names: Iterable[str]) -> dict[str, models.Person]:
    """Whoever has these names, by key; made for those that are new."""
    by_key = {key_of(name): name for name in names if key_of(name)}
    found = {person.key: person for person in models.Person.objects.filter(key__in=by_key)}
    for key, name in by_key.items():
        if key not in found:
            found[key], _new = models.Person.objects.get_or_create(
                key=key, defaults={"name": " ".join(name.split())[:80], "plain": plain_of(name)}
            )
    return found


def _sitter(table: TableState, seated: Seated) -> Sitter:
    computer = (seated.computer or "") if not seated.key and plays_itself(table, seated) else ""
    return Sitter(seated.name, computer, seated.key)


def _is_played_on(on: GameOn) -> bool:
    """Whether the moves of an earlier game come from a record: then it is no evening of its own."""
    return any(note["what"] == PLAYED_ON and not note.get("commitment") for _number, note in on.notes)


def _written_at(row: int, on: GameOn) -> datetime | None:
    """When the first move that stands was made; also of a game that was continued."""
    first = on.last
    while first is not None and first.before is not None:
        first = first.before
    if first is None:
        return None
    return models.Entry.objects.filter(table=row, number=first.number).values_list("at", flat=True).first()


def read_time(text: Any) -> datetime | None:
    try:
        read = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)
