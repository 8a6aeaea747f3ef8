"""The expert: draws where most of what may still come will fit.

It has what a seat sees and nothing else: its grid, and which tiles have not been seen yet. Each place for a tile
leaves some squares empty. How many of them will stay so, or how near that is to the solo goal, says a sum over what
they look like, with numbers learned from games (`room.json`). The most promising places are looked at again, a round
ahead: for each tile that may come, the best that could be made of it; towards the end two rounds.

Its work is bounded by the grids it looks at, not by time, and it reckons in whole numbers: the same lots give the same
choice on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypeAlias

import msgspec
from msgspec import Struct

from rules.luck import Lots
from rules.second_chance.box import Box
from rules.second_chance.moves import Draw
from rules.second_chance.state import EMPTY
from rules.second_chance.tiles import Cell, Tile, turned_and_mirrored
from rules.second_chance.views import DrawOpen, Own, Shared

LOOKS = 8_000
"""How many grids are looked at for one choice, beside each of those that it could leave."""
MOST = 12
"""So many places are looked at again ..."""
FEWEST = 4
"""... and at least so many, even if then not all tiles can be followed."""
LATE_LOOKS = 24_000
"""When a place can be followed two rounds ahead with so many, as many places are as half of them allow."""
LATE_WIDTH = 2
"""There, each tile is followed at so many of its places."""
Squares: TypeAlias = int
"""A set of squares as one number. Unlike that of `tiles` it begins with the first square, and each row has one square
more than the grid, which is never empty: so nothing reaches over the edge, whatever is shifted."""


class Way(Struct, frozen=True, gc=False):
    """One way of turning and mirroring a tile."""

    squares: Squares
    """With its first square on the first one."""
    steps: tuple[int, ...]
    """From that to each of the others."""


class Numbers(Struct, frozen=True):
    """What the features count, by how many squares are empty: a row for each of `at`, and in between in proportion."""

    at: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    stays: tuple[int, ...]
    """What is the matter with none, one, two ... squares that stay empty in the end; less is better."""
    each: int
    """... and with each further one."""

    def at_the_end(self, empty: int) -> int:
        further = empty + 1 - len(self.stays)
        return self.stays[empty] if further <= 0 else self.stays[-1] + self.each * further


class Room(Struct, frozen=True):
    """The learned numbers."""

    fewest: Numbers
    """To leave as few squares empty as can be."""
    alone: Numbers
    """R18: to leave so few that the other two games may reach the goal with it."""


class Thought(Struct, frozen=True):
    """What the expert makes of its grid: what it would draw, and how many grids it has looked at for that."""

    move: Draw
    looks: int


@cache
def learned() -> Room:
    return msgspec.json.decode(files(__package__).joinpath("room.json").read_bytes(), type=Room)


@lru_cache(maxsize=4096)
def ways(tile: Tile, size: int) -> tuple[Way, ...]:
    found = []
    for cells in turned_and_mirrored(tile.cells):
        numbers = [row * (size + 1) + column for row, column in cells]
        if max(row for row, _column in cells) < size and max(column for _row, column in cells) < size:
            steps = [number - numbers[0] for number in numbers]
            found.append(Way(sum([1 << step for step in steps]), tuple(steps[1:])))
    return tuple(found)


def places(empty: Squares, tile: Tile, size: int) -> Iterator[Squares]:
    """What each place for this tile would leave empty."""
    for way in ways(tile, size):
        room = empty
        for step in way.steps:
            room &= empty >> step
            if not room:
                break
        squares = way.squares
        while room:
            first = room & -room
            room ^= first
            yield empty ^ squares * first


class Eye:
    """Looks at grids and says how it will end with them: the less, the better."""

    def __init__(self, size: int, numbers: Numbers, left: int, unseen: Sequence[Tile]) -> None:
        self._size = size
        self._counts = _rows(numbers, size * size)
        self._numbers = numbers
        self._left = left
        self._unseen = unseen
        sizes = [len(tile.cells) for tile in unseen]
        self._has_one = 1 in sizes
        self._has_small = self._has_one or 2 in sizes
        self._known: dict[tuple[Squares, int], int] = {}

    @property
    def looks(self) -> int:
        """How many grids it has looked at."""
        return len(self._known)

    def choices(self, empty: Squares) -> int:
        """How many places there are for what may come next."""
        return sum([1 for tile in self._unseen for _place in places(empty, tile, self._size)])

    def expected(self, empty: Squares, rounds: int = 0) -> int:
        """At first sight, after so many further rounds."""
        known = self._known.get((empty, rounds))
        if known is None:
            known = self._known[empty, rounds] = self._look(empty, self._left // 2 - rounds)
        return known

    def _look(self, empty: Squares, rounds: int) -> int:
        if not empty:
            return self._numbers.stays[0]
        width = self._size + 1
        right, below = empty & empty >> 1, empty & empty >> width
        left, above = empty & empty << 1, empty & empty << width
        across, along = right ^ left, below ^ above
        twice = right & left | below & above | across & along
        near = right | left | below | above
        ends = near & ~twice
        block = right & right >> width
        three, tall = right & right >> 1, below & below >> width
        four, high = three & right >> 2, tall & below >> 2 * width
        wide = block & block >> 1
        alone = (empty & ~near).bit_count()
        pairs = (ends & ends >> 1 | ends & ends >> width).bit_count()
        counts = self._counts[empty.bit_count()]
        expected = (
            counts[0]
            + counts[1] * (right.bit_count() + below.bit_count())
            + counts[3] * ends.bit_count()
            + counts[4] * ((across ^ along) & twice).bit_count()
            + counts[5] * (right & left & below & above).bit_count()
            + counts[6] * block.bit_count()
            + counts[7] * (three.bit_count() + tall.bit_count())
            + counts[8] * (four.bit_count() + high.bit_count())
            + counts[9] * ((four & right >> 3).bit_count() + (high & below >> 3 * width).bit_count())
            + counts[10] * (wide.bit_count() + (block & block >> width).bit_count())
            + counts[11] * (wide & wide >> width).bit_count()
            + counts[13] * rounds
        )
        if alone:
            expected += counts[2] * alone + counts[14] * (alone - self._has_one)
        if pairs:
            expected += counts[12] * pairs + counts[15] * (pairs - self._has_small)
        return expected

    def ahead(self, empty: Squares, tiles: Sequence[Tile], rounds: int, further: int = 0) -> int:
        """When two of these are revealed, and the better one is drawn where it is best; in the `further` rounds after
        that likewise."""
        count = len(tiles)
        stays = self._numbers.at_the_end(empty.bit_count())
        if not empty or count < 2 or self._left - 2 * rounds < 0:  # R14
            return stays
        best = []
        for tile in tiles:
            can = [(self.expected(place, rounds), place) for place in places(empty, tile, self._size)]
            if not can:
                continue
            if further:
                others = [other for other in tiles if other is not tile]
                can.sort()
                best.append(
                    min([self.ahead(place, others, rounds + 1, further - 1) for _first, place in can[:LATE_WIDTH]])
                )
            else:
                best.append(min(can)[0])
        best.sort()
        stuck = count - len(best)
        pairs = count * (count - 1) // 2
        total = sum([value * (count - 1 - number) for number, value in enumerate(best)])
        if stuck > 1:  # R9: neither fits, but perhaps the next tile
            third = stays if count == 2 else (sum(best) + (stuck - 2) * stays) // (count - 2)
            total += stuck * (stuck - 1) // 2 * third
        return total // pairs


@lru_cache(maxsize=16)
def _rows(numbers: Numbers, most: int) -> list[tuple[int, ...]]:
    """By how many squares are empty, what the features count; the first is what those squares count by themselves."""
    rows = []
    last = len(numbers.at) - 1
    for empty in range(most + 1):
        above = next((number for number, at in enumerate(numbers.at) if at >= empty), last)
        below = max(above - 1, 0)
        span = max(numbers.at[above] - numbers.at[below], 1)
        part = max(min(empty, numbers.at[above]) - numbers.at[below], 0)
        here, there = numbers.counts[below], numbers.counts[above]
        plain, each, *others = [one + (other - one) * part // span for one, other in zip(here, there, strict=True)]
        rows.append((plain + each * empty, *others))
    return rows


def think(view: Shared, own: Own, box: Box, lots: Lots, looks: int = LOOKS, room: Room | None = None) -> Thought | None:
    """None if this seat has nothing to draw."""
    offers = [offer for offer in own.can if isinstance(offer, DrawOpen)]
    if own.seat is None or not offers:
        return None
    size = view.size
    grid = view.players[own.seat].grid
    empty = sum([1 << _number(square, size) for square, mark in enumerate(grid) if mark == EMPTY])
    known = {*view.seen, own.secret}
    unseen = [tile for tile in box.tiles if tile.id not in known]
    room = room or learned()
    can_reach_the_goal = view.solo is not None and not view.solo.missed_by
    eye = Eye(size, room.alone if can_reach_the_goal else room.fewest, view.deck, unseen)
    found: dict[Squares, tuple[str, tuple[Cell, ...], int]] = {}
    for offer in offers:
        for way in offer.ways:
            shape = sum([1 << row * (size + 1) + column for row, column in way.cells])
            for corner, digit in enumerate(way.at):
                if digit == "1":
                    found.setdefault(empty ^ shape << _number(corner, size), (offer.tile, way.cells, corner))
    best = sorted(found, key=lambda after: (eye.expected(after), after))
    tile, cells, corner = found[_best_ahead(eye, best, unseen, lots, looks)]
    top, left = divmod(corner, size)
    return Thought(Draw(own.seat, tile, tuple([(top + row, left + column) for row, column in cells])), eye.looks)


def _number(square: int, size: int) -> int:
    """In a grid whose rows have one square more."""
    return square + square // size


def _best_ahead(eye: Eye, best: list[Squares], unseen: list[Tile], lots: Lots, looks: int) -> Squares:
    """Of these, the best first, after a second look at as many as can be afforded."""
    if not best[0] or len(best) == 1:
        return best[0]
    tiles = unseen
    cost = max(1, eye.choices(best[0]))
    wide = min(MOST, max(FEWEST, looks // cost))
    if cost * wide > looks:
        tiles = list(unseen)
        for _tile in range(len(unseen) - max(2, len(unseen) * looks // (cost * wide))):
            tiles.pop(lots.one_of(len(tiles)))
    again = sorted([(eye.ahead(after, tiles, 1), after) for after in best[:wide]])
    if cost * LATE_WIDTH * len(unseen) > LATE_LOOKS:
        return again[0][1]
    begun, further = eye.looks, []
    for _value, after in again:
        further.append((eye.ahead(after, tiles, 1, further=1), after))
        if eye.looks - begun > LATE_LOOKS // 2:
            break
    return min(further)[1]
