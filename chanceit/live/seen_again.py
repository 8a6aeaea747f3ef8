"""A game that is over, seen again: what its screens were told, from the first point to the last, for one viewpoint."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.live import gate
from chanceit.live.messages import View, Welcome
from chanceit.table.replaying import Point, Replay, unhurried
from chanceit.table.state import Actor, TableState, retraced
from rules.parts import Highlight

Viewpoint: TypeAlias = int | Literal["table", "open"]
"""As the table saw it, as a seat saw it, or with everything turned up that lay face down."""


class Moment(Struct, frozen=True):
    """What marks a point of a replay, said by the screens in the words of the game."""

    at: int
    what: str
    seats: Sequence[int]
    count: int


class Again(Struct, frozen=True):
    """A game that is over, for one viewpoint: what its screens are told, from the first point to the last."""

    welcome: Welcome
    views: Sequence[View]
    moments: Sequence[Moment]
    highlights: Sequence[Highlight]
    created: str | None
    """When the game began, as its record says."""


def again(replay: Replay, viewpoint: Viewpoint) -> Again:
    """All of a game that is over. Of the people at the table it has the names, and nothing of what the host can do."""
    points = [Point(point.entry, _for_looking(point.table)) for point in unhurried(replay.points)]
    last = points[-1].table
    before = [None, *(point.table for point in points)]
    story = [entry for entry, _table in retraced(last)]
    return Again(
        gate.welcome(points[0].table),
        [_view_again(point, earlier, viewpoint) for point, earlier in unhurried(zip(points, before, strict=False))],
        _moments(points),
        gate.highlights(last, story),
        _created(last),
    )


def _created(table: TableState) -> str | None:
    assert table.on is not None
    created = table.on.header.created
    return None if created is UNSET else created[:MOST_CREATED]


MOST_CREATED = 40
"""Letters of a date, however long a text a record has there."""


def _for_looking(table: TableState) -> TableState:
    on = table.on
    assert on is not None
    on = replace(on, header=replace(on.header, commitment=UNSET), undone=None)
    return replace(
        table,
        on=on,
        remotes=(),
        asking=(),
        waiting=(),
        screens=(),
        paused=False,
        locked=True,
        coach=False,
        odds=False,
        seed="",
        previous=None,
    )


def _view_again(point: Point, before: TableState | None, viewpoint: Viewpoint) -> View:
    table = point.table
    on = table.on
    assert on is not None
    seen = gate.shown(table, [point.entry], before or table)
    if viewpoint == "open":
        owns = [table.game.own(on.state, seat) for seat in range(len(table.players))]
        seen = replace(seen, view=gate.encoded(table.game.opened(table.game.shared(on.state), owns)))
    actor: Actor = table.players[viewpoint].player if isinstance(viewpoint, int) else "spectator"
    whole = gate.view(table, seen, actor)
    return replace(whole, own=replace(whole.own, can=()))


def _moments(points: Sequence[Point]) -> list[Moment]:
    """Who leads is told when that has changed."""
    found: list[Moment] = []
    lead: Sequence[int] = ()
    for at, (earlier, point) in enumerate(pairwise(points), start=1):
        was, on = earlier.table.on, point.table.on
        assert was is not None
        assert on is not None
        for moment in point.table.game.moments(was.state, point.entry.events, on.state):
            if moment.what == "lead":
                if tuple(moment.seats) == lead:
                    continue
                lead = tuple(moment.seats)
            found.append(Moment(at, moment.what, moment.seats, moment.count))
    return found
