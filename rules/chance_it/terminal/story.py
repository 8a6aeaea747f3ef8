"""The story of the game, told from its events: who, what, and because of what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.chance_it.events import (
    ActionBegan,
    AnyEvent,
    CardBought,
    CardDiscarded,
    CardUsed,
    DiceRerolled,
    DiceRolled,
    Eliminated,
    GuidesRevealed,
    MarketLaidOut,
    MarketTurnSkipped,
    PileShuffled,
    RoundBegan,
    TokenChanged,
)
from rules.chance_it.terminal.cards import Cards
from rules.chance_it.terminal.pen import Pen
from rules.chance_it.terminal.table import GUIDES

TOLD_OTHERWISE = ("price", "elimination")
"""Causes of changes that come with a sentence of their own: that of the purchase, that of the last heart."""

OF_ANOTHER = {
    "buy": "buys",
    "discard": "discards",
    "have": "has",
    "pay": "pays",
    "put back": "puts back",
    "roll": "rolls",
    "share": "shares",
    "take": "takes",
    "win": "wins",
}
"""What you do, and what somebody else does."""


class Story:
    """Tells events to the person in `seat`, who is called "you"."""

    def __init__(self, pen: Pen, cards: Cards, names: Sequence[str], seat: int) -> None:
        self._pen = pen
        self._cards = cards
        self._names = ["You" if number == seat else name for number, name in enumerate(names)]
        self._seat = seat
        self._margin = "  "

    def tell(self, events: Iterable[AnyEvent]) -> None:
        changes: list[TokenChanged] = []
        for event in events:
            if isinstance(event, TokenChanged):
                changes.append(event)
                continue
            self._tell_changes(changes)
            changes = []
            self._tell_one(event)
        self._tell_changes(changes)

    def who(self, seats: Sequence[int]) -> str:
        names = [self._names[seat] for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def does(self, seats: Sequence[int], verb: str) -> str:
        """`You take`, `Bob takes`, `You and Bob take`."""
        is_another = len(seats) == 1 and seats[0] != self._seat
        return f"{self.who(seats)} {OF_ANOTHER[verb] if is_another else verb}"

    def _tell_one(self, event: AnyEvent) -> None:
        match event:
            case PileShuffled(cards=cards):
                self._say(f"The {cards} cards are shuffled.")
            case MarketLaidOut(cards=laid):
                self._say(f"{len(laid)} cards are laid out in the market.")
            case RoundBegan(round=number, starter=starter, bound=bound):
                self._margin = "  "
                self._pen.heading(f"Round {number}", f"{self.does([starter], 'have')} the dice")
                if bound:
                    self._say(f"{self.does(bound, 'have')} to play IN: two or more laid CHANCE IT.")
            case DiceRolled(dice=dice, starter=starter):
                self._say(f"{self.does([starter], 'roll')} {_in_a_row(dice)}")
            case DiceRerolled(dice=dice, starter=starter):
                self._say(f"{self.does([starter], 'roll')} every 1 again: {_in_a_row(dice)}")
            case GuidesRevealed(guides=guides):
                self._tell_guides(guides)
            case ActionBegan(row=row):
                self._margin = f"  {'' if row == 'chance_it' else f'[{row}]':<3}  "
            case CardUsed(seat=seat, card=card) if self._cards.gives_another(card):
                self._say(f"{self.does([seat], 'have')} to discard or buy another card ({self._cards.kind(card)}).")
            case MarketTurnSkipped(seat=seat):
                self._say(f"There is no card anywhere: nothing to buy for {self.who([seat])}.")
            case CardBought(seat=seat, card=card, price=price):
                coins = self._pen.tokens(price, "coins")
                self._say(f"{self.does([seat], 'buy')} {self._cards.in_words(card)} for {coins}.")
            case CardDiscarded(seat=seat, card=card, rule="R26"):
                self._say(f"{self.does([seat], 'discard')} {self._cards.in_words(card)}.")
            case Eliminated(seat=seat):
                no_heart = f"{self.does([seat], 'have')} no heart left"
                self._say(f"{no_heart} and {'are' if seat == self._seat else 'is'} out of the game.")

    def _tell_guides(self, guides: Sequence[str | None]) -> None:
        self._pen.line()
        for guide in ("in", "out", "chance_it"):
            if seats := [seat for seat, laid in enumerate(guides) if laid == guide]:
                self._pen.paragraph(self.who(seats), margin=f"  {GUIDES[guide]:<9}  ")
        self._pen.line()

    def _tell_changes(self, changes: Sequence[TokenChanged]) -> None:
        """Changes that are alike are told in one sentence, those of one player for one reason as one sum."""
        of_one: dict[tuple[int, str, str], list[str]] = {}
        for change in changes:
            if change.cause not in TOLD_OTHERWISE:
                verb = "take" if change.by > 0 else "pay" if change.cause == "stakes" else "put back"
                sums = of_one.setdefault((change.seat, verb, self._reason(change)), [])
                sums.append(self._pen.tokens(abs(change.by), change.token))
        alike: dict[tuple[str, str, str], list[int]] = {}
        for (seat, verb, reason), sums in of_one.items():
            alike.setdefault((verb, " and ".join(sums), reason), []).append(seat)
        for (verb, tokens, reason), seats in alike.items():
            self._say(f"{self.does(seats, verb)} {tokens}{' each' if len(seats) > 1 else ''} ({reason}).")

    def _reason(self, change: TokenChanged) -> str:
        if change.card is not None:
            card, owner = self._cards.kind(change.card), change.whose
            if owner is None or owner == change.seat:
                return card
            return f"your {card}" if owner == self._seat else f"{self._names[owner]}'s {card}"
        if change.cause == "die":
            return f"die {change.row}"
        return {"stakes": "stakes", "all_out": "all are OUT", "chance_it": "CHANCE IT"}.get(change.cause, change.cause)

    def _say(self, sentence: str) -> None:
        """In an action round the die is written in the margin of its first sentence."""
        self._pen.paragraph(sentence, self._margin)
        self._margin = " " * len(self._margin)


def _in_a_row(dice: Sequence[int]) -> str:
    return "\u00a0".join(f"[{die}]" for die in dice)
