"""The moves: who, and what they chose. Their JSON is that of the records.

Luck arrives as a move of the table (`Shuffle`); the rules take its outcome as given, from the server's luck or from
tiles that were shuffled by hand.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rules import parts
from rules.parts import Move
from rules.second_chance.box import LONGEST_ID, MOST

Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
TileId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]


class Shuffle(Move, frozen=True):
    """All starting tiles and all puzzle tiles, top first; again before each solo game."""

    starts: tuple[TileId, ...]
    tiles: tuple[TileId, ...]


class Draw(Move, frozen=True):
    """Draws a tile on these squares, in any order: the starting tile, a revealed tile or a second chance."""

    seat: Number
    tile: TileId
    cells: tuple[tuple[Number, Number], ...]


class Bonus(Move, frozen=True):
    """Where the 1 is written (R12)."""

    seat: Number
    cell: tuple[Number, Number]


class Due(parts.Due, frozen=True):
    """A move of the table that is to be made: listed without its outcome, which nobody knows yet."""

    do: Literal["shuffle"]


AnyMove: TypeAlias = Shuffle | Draw | Bonus
