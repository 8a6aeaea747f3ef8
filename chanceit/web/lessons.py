"""Lessons: a prepared game that one person plays, against computer players whose choices are prepared as well.

There is no table. The record beside the rules of a game (`lesson.jsonl`) is played once, and every view of it that the
learner sees is built by the gate, like that of any phone. The page brings them all, and the phone's own scripts show
them: nothing is stored, nothing can be changed, and no luck is promised. Where the learner is to do or read something
stands in the record's notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.live import gate, messages
from chanceit.table import log
from chanceit.table.state import Entry, TableState, first, follow
from rules import record
from rules.parts import Move
from rules.shelf import GAMES

LEARNER = 1
"""The learner's number at the table; their seat is the first one."""


class Step(Struct, frozen=True):
    """Where the learner does something, or only reads."""

    name: str
    """Of what is said here."""
    wanted: Any
    """The move that leads on, as the view lists it; None if nothing is to be done here."""
    view: messages.View
    """The present, with what has happened since the step before."""


class Lesson(Struct, frozen=True):
    welcome: messages.Welcome
    steps: Sequence[Step]


@cache
def lesson_of(game: str) -> bytes | None:
    """The whole lesson of a game, encoded; None if there is none."""
    prepared = files("rules").joinpath(game, "lesson.jsonl") if game in GAMES else None
    if prepared is None or not prepared.is_file():
        return None
    playing = record.read(prepared.read_bytes().splitlines())
    table = _sit_down(playing)
    return messages.encode(Lesson(gate.welcome(table), list(_steps(table, playing))))


def _sit_down(playing: record.Playing) -> TableState:
    """A table that stands nowhere but here, its game about to begin. It is told slowly."""
    header = playing.header
    options = b"{}" if header.options is UNSET else bytes(header.options)
    box = msgspec.json.encode(playing.box)
    table = first(0, "", log.Opened(header.game, msgspec.Raw(box), msgspec.Raw(options), ""))
    mind = next(iter(playing.game.COMPUTER_PLAYERS))
    seated: list[log.AnyWhat] = [
        log.Joined(player, name, player - 1, computer=None if player == LEARNER else mind)
        for player, name in enumerate(header.players, start=LEARNER)
    ]
    for what in (*seated, log.Paced("slow"), log.Begun("", "", imported=True)):
        table, _events = follow(table, Entry(table.number + 1, "", "table", what))
    return table


def _steps(table: TableState, playing: record.Playing) -> Iterator[Step]:
    notes = () if playing.header.notes is UNSET else playing.header.notes
    names = [(note["after"], note["step"]) for note in notes if note["what"] == "lesson"]
    shown, entries = table, list[Entry]()
    for count, move in enumerate([*playing.moves, None]):
        *read, last = [None, *(name for after, name in names if after == count)]
        for name in filter(None, [*read, last]):
            # What was put right in between is not told: time has passed.
            told = () if any(entry.by == "game_master" for entry in entries) else entries
            view = gate.view(table, gate.shown(table, told, shown), LEARNER)
            yield Step(name, _open_to(table, 0, move) if move is not None and name == last else None, view)
            shown, entries = table, []
        if move is not None:
            what = log.Played(msgspec.Raw(msgspec.json.encode(move)))
            entry = Entry(table.number + 1, "", _by(table, move), what)
            table, events = follow(table, entry)
            entries.append(replace(entry, events=tuple(events)))


def _by(table: TableState, move: Move) -> log.By:
    """Whose move this is: of whoever may make it."""
    for seat, seated in enumerate(table.players):
        if _open_to(table, seat, move) is not None:
            return seated.player
    return "table" if isinstance(move, table.game.DRAWN) else "game_master"


def _open_to(table: TableState, seat: int, move: Move) -> Any:
    """The move as the view of a seat lists it: what luck decides is not said there. None if it is not theirs."""
    assert table.on is not None
    whole = msgspec.to_builtins(move)
    for listed in msgspec.to_builtins(table.game.own(table.on.state, seat).can):
        if listed.items() <= whole.items():
            return listed
    return None
