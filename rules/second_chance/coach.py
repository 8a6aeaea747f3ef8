"""The coach: the best few places, judged as the computer player `hard` judges them, and what each leaves.

A place is good if the empty squares have a short edge afterwards: then they lie together, and much still fits. It has
what a seat sees and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.luck import Lots
from rules.parts import Advice, Advised, Reason
from rules.second_chance.box import Box
from rules.second_chance.moves import Bonus, Draw
from rules.second_chance.options import Options
from rules.second_chance.state import EMPTY, ONE
from rules.second_chance.tiles import Cell, Tile, fits, square, turned_and_mirrored
from rules.second_chance.views import BonusOpen, DrawOpen, Own, Shared

FEW = 4
"""So many places are shown."""
LOOKED_AT = 40
"""Of so many it is counted what still fits: it decides between places with an edge of the same length."""


class Place(NamedTuple):
    sides: int
    """Of empty squares, not shared by two of them: the length of their edge."""
    tile: str
    squares: int
    cells: tuple[Cell, ...]


def advise(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> Advice | None:
    seat = own.seat
    if seat is None:
        return None
    empty = sum(1 << number for number, mark in enumerate(reversed(view.players[seat].grid)) if mark == EMPTY)
    for offer in own.can:
        if isinstance(offer, BonusOpen):  # R12: whoever writes it draws no more, so any square will do
            row, column = divmod(offer.at.index("1"), view.size)
            reason = Reason("anywhere", {"count": empty.bit_count() - 1})
            return Advice((Advised(Bonus(seat, (row, column)), None, (reason,)),), offer.at.count("1"))
    places = _places(view.size, empty, [offer for offer in own.can if isinstance(offer, DrawOpen)])
    if not places:
        return None
    unused = _unused(view, own, box)
    best = sorted(places)[:LOOKED_AT]
    for tile in {place.tile for place in places} - {place.tile for place in best}:
        best.append(min(place for place in places if place.tile == tile))
    fitting = {place: _fitting(unused, view.size, empty & ~place.squares) for place in best}
    best.sort(key=lambda place: (place.sides, -fitting[place], place))
    reasons = {place: _reasons(view.size, empty, place, fitting[place], unused) for place in best}
    choices = [Advised(Draw(seat, place.tile, place.cells), None, reasons[place]) for place in _few(best, reasons)]
    return Advice(tuple(choices), len(places))


def _places(size: int, empty: int, offers: Iterable[DrawOpen]) -> list[Place]:
    places = []
    for offer in offers:
        for way in offer.ways:
            steps = sum(square(row, column, size) for row, column in way.cells)
            for corner, digit in enumerate(way.at):
                if digit == "1":
                    top, left = divmod(corner, size)
                    squares = steps >> corner
                    cells = tuple([(top + row, left + column) for row, column in way.cells])
                    places.append(Place(_sides(empty & ~squares, size), offer.tile, squares, cells))
    return places


def _few(best: list[Place], reasons: dict[Place, tuple[Reason, ...]]) -> list[Place]:
    """The best place of each tile, and then the next best ones that are not nearly the same, and of which something
    else is to be said."""
    few = list({place.tile: place for place in reversed(best)}.values())
    for place in best:
        if len(few) < FEW and not any(_are_alike(place, other) or reasons[place] == reasons[other] for other in few):
            few.append(place)
    return sorted(few, key=best.index)


def _are_alike(place: Place, other: Place) -> bool:
    """Half of the squares are the same."""
    return 2 * (place.squares & other.squares).bit_count() >= place.squares.bit_count()


def _reasons(size: int, empty: int, place: Place, fitting: int, unused: list[Tile]) -> tuple[Reason, ...]:
    left = empty & ~place.squares
    if not left:
        return (Reason("full", {}),)
    largest = max(_groups(left, size))
    count = left.bit_count()
    if largest == count:
        room = Reason("together", {"count": count, "sides": place.sides})
    else:
        room = Reason("apart", {"count": count, "largest": largest, "sides": place.sides})
    return (room, Reason("fitting", {"count": fitting, "of": len(unused)})) if unused else (room,)


def _unused(view: Shared, own: Own, box: Box) -> list[Tile]:
    """Of each shape that may still come one tile: those whose shape is on no grid, and is not turned up now. It is
    not known to all which others were turned up before and drawn by nobody: they are among them."""
    used = {_shape(cells) for player in view.players for cells in _drawings(player.grid, view.size)}
    now = {*view.revealed, own.secret, *[player.tile for player in view.players]}
    used |= {_shape(tile.cells) for tile in (*box.starts, *box.tiles) if tile.id in now}
    by_shape = {_shape(tile.cells): tile for tile in box.tiles}
    return [tile for shape, tile in by_shape.items() if shape not in used]


def _drawings(grid: str, size: int) -> list[list[Cell]]:
    letters = {*grid} - {EMPTY, ONE}
    return [[divmod(number, size) for number, mark in enumerate(grid) if mark == letter] for letter in sorted(letters)]


def _shape(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same however it is turned and mirrored."""
    return min(turned_and_mirrored(cells))


def _fitting(tiles: Iterable[Tile], size: int, empty: int) -> int:
    filled = ((1 << size * size) - 1) & ~empty
    return sum(fits(tile, size, filled) for tile in tiles)


def _sides(empty: int, size: int) -> int:
    first_column = sum(square(row, 0, size) for row in range(size))
    beside = empty & (empty >> 1) & ~first_column
    below = empty & (empty >> size)
    return 4 * empty.bit_count() - 2 * (beside.bit_count() + below.bit_count())


def _groups(empty: int, size: int) -> list[int]:
    """How many squares hang together across sides, group by group."""
    first_column = sum(square(row, 0, size) for row in range(size))
    last_column = first_column >> (size - 1)
    counts = []
    while empty:
        group, grown = 0, empty & -empty
        while grown != group:
            group = grown
            grown |= (group & ~last_column) >> 1 | (group & ~first_column) << 1 | group >> size | group << size
            grown &= empty
        counts.append(group.bit_count())
        empty &= ~group
    return counts
