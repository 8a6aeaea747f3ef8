"""What happened, in the past tense and in order.

Log lines, the history of a token, sounds and animations are all made from events. No event holds a secret, so
everybody gets the same ones: a guide card that is laid face down is an event without its face.
Each change of a token is exactly one `TokenChanged`, so the events of a game add up to its state.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.chance_it.state import Guide, Phase, Token, Why
from rules.parts import Event

Cause: TypeAlias = Literal[
    "setting_up", "stakes", "all_out", "die", "chance_it", "card", "hit", "price", "elimination", "correction"
]
Row: TypeAlias = int | Literal["chance_it"]


class TokenChanged(Event, frozen=True):
    """Somebody took (`by` > 0) or put back (`by` < 0) tokens, and has `left` of them now."""

    seat: int
    token: Token
    by: int
    left: int
    cause: Cause
    rule: str
    row: Row | None = None
    """The row of the action board that this belongs to."""
    card: str | None = None
    """The market card that did it or was paid for."""
    whose: int | None = None
    """Whose card it was, for a hit."""


class PileShuffled(Event, frozen=True):
    """There is a new pile, of so many cards. J18: own cards are shuffled by hand, with what was left of the pile."""

    cards: int
    rule: str


class MarketLaidOut(Event, frozen=True):
    """New cards came from the pile into the market; J18: or lie in that of the real table."""

    cards: tuple[str, ...]
    rule: str = "R27"


class StarterFound(Event, frozen=True):
    seat: int
    rule: str = "R5"


class RoundBegan(Event, frozen=True):
    round: int
    starter: int
    bound: tuple[int, ...] = ()
    """Who has IN lying face up from the start (R10)."""
    rule: str = "R32"


class DiceRolled(Event, frozen=True):
    """`dice` as thrown; they are laid sorted beside the board."""

    dice: tuple[int, ...]
    starter: int
    rule: str = "R7"


class GuideLaid(Event, frozen=True):
    """Face down."""

    seat: int
    again: bool = False
    """The player has changed their mind (J3)."""
    rule: str = "R8"


class GuidesRevealed(Event, frozen=True):
    """`guides` by seat; None for those who are out of the game."""

    guides: tuple[Guide | None, ...]
    rule: str = "R8"


class ActionBegan(Event, frozen=True):
    """A die's turn has come, or that of CHANCE IT. `place` is the die's, counted along the board from 0."""

    row: Row
    place: int
    rule: str


class CardPicked(Event, frozen=True):
    """Somebody has decided which card to use; which one is told when it works."""

    seat: int
    rule: str = "J10"


class CardUsed(Event, frozen=True):
    seat: int
    card: str
    row: Row | Literal["flash"]
    rule: str


class DiceRerolled(Event, frozen=True):
    """`dice`: where the 1s came to lie."""

    dice: tuple[int, ...]
    starter: int
    rule: str = "R17"


class MarketTurnBegan(Event, frozen=True):
    seat: int
    rule: str


class MarketTurnSkipped(Event, frozen=True):
    """There is no card anywhere (J9)."""

    seat: int
    rule: str = "J9"


class CardBought(Event, frozen=True):
    seat: int
    card: str
    price: int
    rule: str = "R26"


class CardDiscarded(Event, frozen=True):
    """From the market, or a flash card that has worked."""

    seat: int
    card: str
    rule: str


class TableWaits(Event, frozen=True):
    """The table waits for somebody to pick a card (J10), to reroll (R17), to shuffle (J9) or to lay out (J18)."""

    phase: Phase
    seats: tuple[int, ...]
    """Whom it waits for; empty if the table itself is to move."""
    rule: str


class Eliminated(Event, frozen=True):
    """`cards` went to the discards. `number`: 1 for whoever goes first, the same for all who go by the same action."""

    seat: int
    cards: tuple[str, ...] = ()
    number: int = 1
    rule: str = "R30"


class GameEnded(Event, frozen=True):
    winners: tuple[int, ...]
    why: Why
    rule: str


AnyEvent: TypeAlias = (
    TokenChanged
    | PileShuffled
    | MarketLaidOut
    | StarterFound
    | RoundBegan
    | DiceRolled
    | GuideLaid
    | GuidesRevealed
    | ActionBegan
    | CardPicked
    | CardUsed
    | DiceRerolled
    | MarketTurnBegan
    | MarketTurnSkipped
    | CardBought
    | CardDiscarded
    | TableWaits
    | Eliminated
    | GameEnded
)
Events: TypeAlias = list[AnyEvent]
