"""The table's moves, drawn by luck: shuffle, roll and reroll (R3, R7, R17, J9)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance_it.moves import AnyMove, Reroll, Roll, Shuffle
from rules.chance_it.setting_up import to_shuffle
from rules.chance_it.state import State
from rules.luck import Inputs, Luck

DRAWN = (Shuffle, Roll, Reroll)


def inputs(state: State) -> Inputs | None:
    """What the draw that is due is made from; None when the table has nothing to draw."""
    if state.phase == "shuffle":
        return Inputs(piles=(tuple([card.id for card in to_shuffle(state)]),))
    if state.phase == "roll":
        return Inputs(dice=5)
    if state.phase == "reroll":
        return Inputs(dice=state.dice.count(1), again=(1,))
    return None


def draw(state: State, luck: Luck, number: int) -> Shuffle | Roll | Reroll | None:
    """What is due, as draw number `number` gives it; None when the table has nothing to draw."""
    made_from = inputs(state)
    if made_from is None:
        return None
    if state.phase == "shuffle":
        (pile,) = luck.shuffle(number, *made_from.piles)
        return Shuffle(tuple(pile))
    dice = tuple(luck.throw(number, made_from.dice, made_from.again))
    return Roll(dice) if state.phase == "roll" else Reroll(dice)


def unseen(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards of the pile, top first, and the same cards in the order of the box."""
    pile = tuple([card.id for card in state.pile])
    return pile, tuple([card.id for card in state.box.cards if card.id in pile])


def dealt_anew(moves: Sequence[AnyMove], state: State, luck: Luck) -> list[AnyMove]:
    """These moves, which lead to this state, with the cards of the pile in another order: as draw 0 shuffles them.

    They were the last cards of the last shuffle. Before they are shuffled they lie in the order of the box.
    """
    pile, in_box_order = unseen(state)
    (shuffled,) = luck.shuffle(0, in_box_order)
    for number in reversed(range(len(moves))):
        move = moves[number]
        if isinstance(move, Shuffle):
            seen = move.cards[: len(move.cards) - len(pile)]
            return [*moves[:number], Shuffle((*seen, *shuffled)), *moves[number + 1 :]]
    return list(moves)
