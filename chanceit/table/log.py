"""The entries of a table's log: everything that has ever happened at a table, in the order in which it was stored.

A table is its log, as a game is its moves: replaying the entries gives the table. What is stored here never changes its
form; new kinds of entries may be added.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from rules.words import in_words

By: TypeAlias = int | Literal["game_master", "table"]
"""Whose doing: a player by number, the game master, or the table itself (shuffles)."""
Pace: TypeAlias = Literal["slow", "normal", "fast", "instant"]


class What(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="what", tag=in_words):
    """The base of all entries, tagged by what happened."""


class Opened(What, frozen=True):
    game: str
    box: msgspec.Raw
    options: msgspec.Raw
    key: str
    """Hash of the game master's key."""


class GameMasterMoved(What, frozen=True):
    """The game-master screen was taken over by another device."""

    key: str


class Joined(What, frozen=True):
    player: int
    name: str
    colour: int
    key: str = ""
    """Hash of the seat key; computer players have none."""
    computer: str | None = None


class Left(What, frozen=True):
    """In the lobby the seat is free again."""

    player: int


class Renamed(What, frozen=True):
    player: int
    name: str


class Recoloured(What, frozen=True):
    player: int
    colour: int


class Arranged(What, frozen=True):
    """The seat order."""

    players: tuple[int, ...]


class Removed(What, frozen=True):
    player: int
    on: bool
    """False: let back in."""


class Replaced(What, frozen=True):
    """A computer player plays for somebody (or not any more)."""

    player: int
    computer: str | None


class Asked(What, frozen=True):
    """Somebody with a new phone asks for a seat. The entry's number is that of the request."""

    player: int
    key: str


class Answered(What, frozen=True):
    ask: int
    allowed: bool


class Locked(What, frozen=True):
    on: bool


class WatchingAllowed(What, frozen=True):
    on: bool


class Paused(What, frozen=True):
    on: bool


class Paced(What, frozen=True):
    pace: Pace


class Begun(What, frozen=True):
    """A game began, with the players in seat order. The seed stays secret until the end."""

    seed: str
    created: str
    imported: bool = False
    """The moves that follow came with a record. Their luck is not that of the seed, so none of it is promised."""


class Played(What, frozen=True):
    """A move, as in the record."""

    move: msgspec.Raw


class Undone(What, frozen=True):
    """So many moves still stand."""

    standing: int


class ClearedAway(What, frozen=True):
    """Back to the lobby after a game, with the same seats."""


AnyWhat: TypeAlias = (
    Opened
    | GameMasterMoved
    | Joined
    | Left
    | Renamed
    | Recoloured
    | Arranged
    | Removed
    | Replaced
    | Asked
    | Answered
    | Locked
    | WatchingAllowed
    | Paused
    | Paced
    | Begun
    | Played
    | Undone
    | ClearedAway
)
"""All kinds of entries. The wire shows only what `chanceit.live.gate` puts there."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyWhat).decode


class _Move(Struct):
    do: str


def kind(what: AnyWhat) -> str:
    """The word for an entry; of a move only which kind it was, because what was chosen may be a secret."""
    if isinstance(what, Played):
        return msgspec.json.decode(what.move, type=_Move).do
    return str(what.__struct_config__.tag)
