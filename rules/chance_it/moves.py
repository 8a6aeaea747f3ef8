"""The moves: who, and what they chose. Their JSON is that of the records.

Luck arrives as moves of the table (`Shuffle`, `Roll`, `Reroll`); the rules take their outcome as given, from the
server's dice or from real dice that somebody typed in. `LayOut` is the luck of real cards, which is never drawn here.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rules import parts
from rules.chance_it.box import LONGEST_ID, MOST
from rules.chance_it.state import Guide, Token
from rules.parts import Move

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
CardId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class Shuffle(Move, frozen=True):
    """The new pile, top first: all cards at the start, all discards later."""

    cards: tuple[CardId, ...]


class LayOut(Move, frozen=True):
    """The cards that lie in the market of the real table now (J18)."""

    cards: tuple[CardId, ...]


class Start(Move, frozen=True):
    """Who reached for the dice first (R5)."""

    seat: Seat


class Roll(Move, frozen=True):
    """Five dice, in any order."""

    dice: tuple[Die, ...]


class Choose(Move, frozen=True):
    """Lays a guide card, or changes it (R8, J3)."""

    seat: Seat
    guide: Guide


class Use(Move, frozen=True):
    """Which card works for this die or CHANCE IT; None: none (J10)."""

    seat: Seat
    card: CardId | None


class Reroll(Move, frozen=True):
    """Where the 1s came to lie in the end (R17)."""

    dice: tuple[Die, ...]


class Buy(Move, frozen=True):
    seat: Seat
    card: CardId


class Discard(Move, frozen=True):
    seat: Seat
    card: CardId


class Correct(Move, frozen=True):
    """The game master sets a mistake of the table right."""

    seat: Seat
    token: Token
    by: Annotated[int, Meta(ge=-MOST, le=MOST)]


class Due(parts.Due, frozen=True):
    """A move of the table that is to be made: listed without its outcome, which nobody knows yet."""

    do: Literal["shuffle", "lay_out", "start", "roll", "reroll"]


AnyMove: TypeAlias = Shuffle | LayOut | Start | Roll | Choose | Use | Reroll | Buy | Discard | Correct
