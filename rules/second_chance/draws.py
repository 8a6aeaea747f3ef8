"""The table's one move, drawn by luck: the shuffle (R3, R4)."""

from __future__ import annotations

from rules.luck import Luck
from rules.second_chance.moves import Shuffle
from rules.second_chance.state import State

DRAWN = (Shuffle,)


def draw(state: State, luck: Luck, number: int) -> Shuffle | None:
    """What is due, as draw number `number` gives it; None when the table has nothing to draw."""
    if state.phase != "shuffle":
        return None
    starts = [tile.id for tile in state.box.starts]
    tiles = [tile.id for tile in state.box.tiles]
    starts, tiles = luck.shuffle(number, starts, tiles)
    return Shuffle(tuple(starts), tuple(tiles))
