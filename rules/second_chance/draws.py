"""The table's one move, drawn by luck: the shuffle (R3, R4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.luck import Inputs, Luck
from rules.second_chance.moves import AnyMove, Shuffle
from rules.second_chance.state import State

DRAWN = (Shuffle,)


def inputs(state: State) -> Inputs | None:
    """What the draw that is due is made from; None when the table has nothing to draw."""
    if state.phase != "shuffle":
        return None
    return Inputs(piles=tuple([tuple([tile.id for tile in pile]) for pile in (state.box.starts, state.box.tiles)]))


def draw(state: State, luck: Luck, number: int) -> Shuffle | None:
    """What is due, as draw number `number` gives it; None when the table has nothing to draw."""
    made_from = inputs(state)
    if made_from is None:
        return None
    starts, tiles = luck.shuffle(number, *made_from.piles)
    return Shuffle(tuple(starts), tuple(tiles))


def unseen(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tiles of the deck, top first, and the same tiles in the order of the box."""
    deck = tuple([tile.id for tile in state.deck])
    return deck, tuple([tile.id for tile in state.box.tiles if tile.id in deck])


def dealt_anew(moves: Sequence[AnyMove], state: State, luck: Luck) -> list[AnyMove]:
    """These moves, which lead to this state, with the tiles of the deck in another order: as draw 0 shuffles them.

    They were the last tiles of the last shuffle. Before they are shuffled they lie in the order of the box.
    """
    deck, in_box_order = unseen(state)
    (shuffled,) = luck.shuffle(0, in_box_order)
    for number in reversed(range(len(moves))):
        move = moves[number]
        if isinstance(move, Shuffle):
            seen = move.tiles[: len(move.tiles) - len(deck)]
            return [*moves[:number], Shuffle(move.starts, (*seen, *shuffled)), *moves[number + 1 :]]
    return list(moves)
