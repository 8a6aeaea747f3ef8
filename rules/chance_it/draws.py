"""The table's moves, drawn by luck: shuffle, roll and reroll (R3, R7, R17, J9)."""

from __future__ import annotations

from rules.chance_it.moves import Reroll, Roll, Shuffle
from rules.chance_it.state import State
from rules.luck import Luck

DRAWN = (Shuffle, Roll, Reroll)


def draw(state: State, luck: Luck, number: int) -> Shuffle | Roll | Reroll | None:
    """What is due, as draw number `number` gives it; None when the table has nothing to draw."""
    if state.phase == "shuffle":
        cards = state.box.cards if state.action is None else state.discard
        (pile,) = luck.shuffle(number, [card.id for card in cards])
        return Shuffle(tuple(pile))
    if state.phase == "roll":
        return Roll(tuple(luck.roll(number)))
    if state.phase == "reroll":
        return Reroll(tuple(luck.reroll(number, state.dice.count(1))))
    return None
