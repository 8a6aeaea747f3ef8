"""What people can do about a table, besides playing. docs/protocol.md says who may do what."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from chanceit.table.log import Pace
from rules.words import in_words

Name: TypeAlias = Annotated[str, Meta(max_length=200)]
"""Trimmed and checked in `chanceit.table.storing`, which answers a wrong one with a sentence."""
PlayerNumber: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=in_words):
    """The base of all commands, tagged by what to do."""


class Begin(Command, frozen=True):
    """The game begins, with the players in this order."""


class Again(Command, frozen=True):
    """After the end: back to the lobby, with the same seats."""


class Rename(Command, frozen=True):
    player: PlayerNumber
    name: Name


class Recolour(Command, frozen=True):
    player: PlayerNumber
    colour: Annotated[int, Meta(ge=0, le=5)]


class Arrange(Command, frozen=True):
    players: Annotated[tuple[PlayerNumber, ...], Meta(max_length=20)]


class Leave(Command, frozen=True):
    """In the lobby: gives the own seat up."""


class Remove(Command, frozen=True):
    player: PlayerNumber


class LetBack(Command, frozen=True):
    player: PlayerNumber


class AddComputer(Command, frozen=True):
    mind: Annotated[str, Meta(max_length=40)]


class Replace(Command, frozen=True):
    """Who plays for somebody: a computer player, the game master, or None: that person again."""

    player: PlayerNumber
    mind: Annotated[str, Meta(max_length=40)] | None


class Lock(Command, frozen=True):
    on: bool


class Watch(Command, frozen=True):
    on: bool


class Pause(Command, frozen=True):
    on: bool


class SetPace(Command, frozen=True, tag="pace"):
    pace: Pace


class Allow(Command, frozen=True):
    ask: Annotated[int, Meta(ge=0)]


class Deny(Command, frozen=True):
    ask: Annotated[int, Meta(ge=0)]


class Undo(Command, frozen=True):
    """Takes back the last move, visibly. Past a reveal the phones are asked; after the end it begins a new game."""


class Consent(Command, frozen=True):
    """In the lobby: whether the phones are asked before a reveal is taken back."""

    on: bool


AnyCommand: TypeAlias = (
    Begin
    | Again
    | Rename
    | Recolour
    | Arrange
    | Leave
    | Remove
    | LetBack
    | AddComputer
    | Replace
    | Lock
    | Watch
    | Pause
    | SetPace
    | Allow
    | Deny
    | Undo
    | Consent
)


# These come by HTTP, because they set a cookie.


class Join(Struct, frozen=True):
    name: str
    key: str
    """Hash of the seat key that the phone was given."""


class Ask(Struct, frozen=True):
    """Asks for a seat that is taken, from a new phone."""

    player: int
    key: str
    origin: str = ""
    """Hash of the address that it comes from."""


class TakeOver(Struct, frozen=True):
    """The game-master screen moves to another device."""

    key: str


class Play(Struct, frozen=True):
    """A move, as it came over the wire."""

    move: msgspec.Raw


# This comes from `manage.py import_record` only.


class Import(Struct, frozen=True):
    """A record is laid out at a table that has just been opened for it: who sits there, and the moves in order."""

    players: tuple[Join, ...]
    moves: tuple[Any, ...]
    created: str


class Brought(Struct, frozen=True):
    """What the devices at the table have added to a request before it is carried out."""

    salt: str = ""
    draw: tuple[int, int] | None = None
    """What the salt was thrown for: the table's so many-th game, and the number of the draw in it."""
    agreed_at: int | None = None
    """The phones agreed to take a reveal back when the table was at this number."""


NOTHING = Brought()

Request: TypeAlias = AnyCommand | Join | Ask | TakeOver | Play | Import
