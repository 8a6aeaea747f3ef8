"""Tiles, and where they fit: turned, mirrored, inside the grid, beside what is drawn (R3, R6, R7).

The squares of a grid are numbered in reading order. A set of squares is one number: written in binary it is the grid
in reading order, 1 for each square of the set. So a few shifts say for all places of a grid at once whether there is
room.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

Cell: TypeAlias = tuple[int, int]
"""Row and column."""


class Tile(Struct, frozen=True, gc=False):
    """A starting tile or a puzzle tile, in any position and orientation."""

    id: str
    cells: tuple[Cell, ...]

    def __hash__(self) -> int:
        return hash(self.id)  # the cells may be many, and ids are unique in a box


class Way(Struct, frozen=True, gc=False, eq=False):
    """One way of turning and mirroring a tile.

    Where it lies in a grid is told by its corner: the top left square of the rectangle around it.
    """

    cells: tuple[Cell, ...]
    """Counted from the corner, in reading order."""
    steps: tuple[int, ...]
    """The same as numbers of squares from the corner."""
    inside: int
    """The corners with which it lies inside the grid."""
    central: int
    """Those of them with which one of its squares is the centre (R3)."""

    def room(self, filled: int) -> int:
        """R7: the corners with which it lies inside the grid and overlaps nothing."""
        taken = 0
        for step in self.steps:
            taken |= filled << step
        return self.inside & ~taken


def square(row: int, column: int, size: int) -> int:
    """The set of just this square."""
    return 1 << (size * size - 1 - row * size - column)


def in_reading_order(squares: int, size: int) -> str:
    """The grid as a text: `1` for each square of the set, else `0`."""
    return format(squares, f"0{size * size}b")


def turned_and_mirrored(cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
    """R6: all the ways a tile can lie, up to 8 of them, pushed into the top left corner.

    >>> turned_and_mirrored([(3, 3), (3, 4)])
    [((0, 0), (1, 0)), ((0, 0), (0, 1))]
    """
    found: list[tuple[Cell, ...]] = []
    for _turn in range(4):
        cells = [(column, -row) for row, column in cells]
        for lying in (cells, [(row, -column) for row, column in cells]):
            top = min(row for row, _column in lying)
            left = min(column for _row, column in lying)
            shape = tuple(sorted((row - top, column - left) for row, column in lying))
            if shape not in found:
                found.append(shape)
    return found


@lru_cache(maxsize=1024)
def ways(tile: Tile, size: int) -> tuple[Way, ...]:
    """All the ways this tile can lie in an empty grid; none if it is too large."""
    if max(_extent(tile.cells)) > size:
        return ()
    centre = square(size // 2, size // 2, size)
    found = []
    for cells in turned_and_mirrored(tile.cells):
        height, width = _extent(cells)
        steps = tuple([row * size + column for row, column in cells])
        inside = 0
        for row in range(size - height + 1):
            for column in range(size - width + 1):
                inside |= square(row, column, size)
        central = 0
        for step in steps:
            central |= centre << step
        found.append(Way(cells, steps, inside, inside & central))
    return tuple(found)


def fits(tile: Tile, size: int, filled: int) -> bool:
    """J1: whether the tile can be drawn anywhere in a grid of this size, with these squares filled."""
    for way in ways(tile, size):  # noqa: SIM110, a loop is faster here than any()
        if way.room(filled):
            return True
    return False


def can_cover_the_centre(cells: Iterable[Cell], size: int) -> bool:
    """R3: whether it can lie inside the grid with one of its squares on the centre.

    The grid looks the same from all sides, so turning and mirroring change nothing: there must be a square of
    the tile with at most half a grid of the tile on each side of it.
    """
    rows = [row for row, _column in cells]
    columns = [column for _row, column in cells]
    half = size // 2
    top, left = max(rows) - half, max(columns) - half
    bottom, right = min(rows) + half, min(columns) + half
    return any(top <= row <= bottom and left <= column <= right for row, column in cells)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether one can go from each square to each other across sides."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        row, column = reached.pop()
        for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if beside in left:
                left.remove(beside)
                reached.append(beside)
    return not left


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    rows = [row for row, _column in cells]
    columns = [column for _row, column in cells]
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
