"""What happened, in the past tense and in order.

Log lines, sounds and animations are all made from events. No event holds a secret, so everybody gets the same ones:
which tile was dealt as a second chance is told when it is drawn or does not fit.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.parts import Event
from rules.second_chance.state import Why
from rules.second_chance.tiles import Cell

Ending: TypeAlias = Literal["full_grid", "all_dropped_out", "no_two_tiles", "too_few_second_chances"]
"""Why it was over: R14 for the first three, R15 for the last."""


class TilesShuffled(Event, frozen=True):
    """`tiles`: how many are in the deck. `game`: which of the three solo games begins, otherwise 1."""

    tiles: int
    game: int
    rule: str = "R4"


class StartDealt(Event, frozen=True):
    """Somebody was dealt a starting tile, open to all."""

    seat: int
    tile: str
    rule: str = "R3"


class TilesRevealed(Event, frozen=True):
    round: int
    tiles: tuple[str, ...]
    stuck: tuple[int, ...]
    """The seats that can draw neither, and wait for a second chance (R9)."""
    rule: str


class TileDrawn(Event, frozen=True):
    seat: int
    tile: str
    cells: tuple[Cell, ...]
    """Sorted."""
    letter: str
    """What it is written with in the grid."""
    rule: str


class SecondChanceDealt(Event, frozen=True):
    """It fits and is to be drawn."""

    seat: int
    rule: str = "R9"


class SecondChanceFailed(Event, frozen=True):
    """A second chance was dealt and does not fit. The tile is used up, and all see it (R13)."""

    seat: int
    tile: str
    rule: str = "R11"


class DroppedOut(Event, frozen=True):
    seat: int
    rule: str = "R11"


class OnesDue(Event, frozen=True):
    """These seats are to write a 1: they dropped out in the first round in which anybody did."""

    seats: tuple[int, ...]
    rule: str = "R12"


class OneWritten(Event, frozen=True):
    seat: int
    cell: Cell
    rule: str = "R12"


class SoloGameEnded(Event, frozen=True):
    """One of the three solo games is over, with so many squares empty."""

    game: int
    empty: int
    ending: Ending
    rule: str = "R18"


class GameEnded(Event, frozen=True):
    """`rule`: by which the winners were found; `ending`: why it was over."""

    winners: tuple[int, ...]
    why: Why
    ending: Ending
    rule: str


AnyEvent: TypeAlias = (
    TilesShuffled
    | StartDealt
    | TilesRevealed
    | TileDrawn
    | SecondChanceDealt
    | SecondChanceFailed
    | DroppedOut
    | OnesDue
    | OneWritten
    | SoloGameEnded
    | GameEnded
)
Events: TypeAlias = list[AnyEvent]
