"""Players without a phone: they see what a seat sees, like everybody, and answer with a move.

They are simple on purpose, good for trying out and for filling a chair.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from rules.luck import Lots
from rules.second_chance import foresight
from rules.second_chance.box import Box
from rules.second_chance.moves import AnyMove, Bonus, Draw
from rules.second_chance.options import Options
from rules.second_chance.state import EMPTY
from rules.second_chance.tiles import square
from rules.second_chance.views import BonusOpen, DrawOpen, Own, Shared, WayOpen

ComputerPlayer: TypeAlias = Callable[[Shared, Own, Box, Options, Lots], AnyMove | None]
Place: TypeAlias = tuple[str, WayOpen, int]
"""A tile, the way it lies, and the number of the square where its corner is."""


def easy(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Tries a few places, and takes the one that leaves the most room."""
    return _draw_best(view, own, lots, tries=3)


def medium(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Tries many places."""
    return _draw_best(view, own, lots, tries=20)


def hard(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Tries all places: draws where the empty squares hang together best afterwards."""
    return _draw_best(view, own, lots, tries=0)


def expert(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Looks ahead over the tiles that may still come."""
    thought = foresight.think(view, own, box, lots)
    return _write_one(view, own, lots) if thought is None else thought.move


def nobody(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """For a seat that nobody plays: the smallest tile, wherever it fits first."""
    smallest = sorted(_places(own), key=lambda place: len(place[1].cells))[:1]
    return _draw(view, own, smallest, lots) or _write_one(view, own, lots)


COMPUTER_PLAYERS: dict[str, ComputerPlayer] = {"easy": easy, "medium": medium, "hard": hard, "expert": expert}
THINKERS = {"expert": "hard"}
FORMERLY = {"fits": "easy", "keeps_room": "hard"}


def _places(own: Own) -> list[Place]:
    return [
        (offer.tile, way, number)
        for offer in own.can
        if isinstance(offer, DrawOpen)
        for way in offer.ways
        for number, digit in enumerate(way.at)
        if digit == "1"
    ]


def _draw_best(view: Shared, own: Own, lots: Lots, tries: int) -> AnyMove | None:
    """Of so many places, by lot, or of all: one of those with the shortest border of what is empty."""
    places = _places(own)
    if not places or own.seat is None:
        return _write_one(view, own, lots)
    if tries:
        places = [places[lots.one_of(len(places))] for _try in range(tries)]
    size = view.size
    empty = sum(1 << number for number, mark in enumerate(reversed(view.players[own.seat].grid)) if mark == EMPTY)
    borders = []
    for _tile, way, corner in places:
        squares = sum(square(row, column, size) for row, column in way.cells) >> corner
        borders.append(_border(empty & ~squares, size))
    shortest = min(borders)
    return _draw(view, own, [place for place, border in zip(places, borders, strict=True) if border == shortest], lots)


def _border(empty: int, size: int) -> int:
    """How many sides of empty squares are not shared by two of them. Small holes and crooked edges make it long."""
    beside = empty & (empty >> 1) & ~_first_column(size)
    below = empty & (empty >> size)
    shared = beside.bit_count() + below.bit_count()
    return 4 * empty.bit_count() - 2 * shared


@lru_cache(maxsize=32)
def _first_column(size: int) -> int:
    return sum(square(row, 0, size) for row in range(size))


def _draw(view: Shared, own: Own, places: list[Place], lots: Lots) -> Draw | None:
    """One of these drawings, by lot."""
    if not places or own.seat is None:
        return None
    tile, way, corner = places[lots.one_of(len(places))]
    top, left = divmod(corner, view.size)
    return Draw(own.seat, tile, tuple([(top + row, left + column) for row, column in way.cells]))


def _write_one(view: Shared, own: Own, lots: Lots) -> Bonus | None:
    """R12: any square will do, because whoever writes the 1 draws no more."""
    for offer in own.can:
        if isinstance(offer, BonusOpen) and own.seat is not None:
            free = [number for number, digit in enumerate(offer.at) if digit == "1"]
            row, column = divmod(free[lots.one_of(len(free))], view.size)
            return Bonus(own.seat, (row, column))
    return None
