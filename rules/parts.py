"""What every game is made of, as those know it who do not know the game: the bases of its moves and events, what may be
asked of its states and views, and what it says of itself. `rules.shelf.Game` puts them together.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from types import UnionType
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from rules.words import in_words

Viewer: TypeAlias = int | Literal["game_master", "spectator"]
"""Who looks: a seat by its number, the game-master screen, or somebody who only watches. There is no default."""


class Move(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do", tag=in_words):
    """The base of all moves; tagged by the word that the records use. One that a person makes has a field `seat`."""


class Due(Struct, frozen=True, gc=False):
    """A move of the table that is to be made: listed without its outcome, which nobody knows yet."""

    do: str


class Event(Struct, frozen=True, gc=False, tag_field="event", tag=in_words):
    """The base of all events."""


def seat_of(move: Move | Due) -> int | None:
    """Whose move it is; None for the table's."""
    seat: int | None = getattr(move, "seat", None)
    return seat


class Result(Protocol):
    """How a game ended."""

    @property
    def winners(self) -> tuple[int, ...]: ...


class State(Protocol):
    """What may be asked of a state without knowing the game."""

    @property
    def players(self) -> tuple[object, ...]: ...

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that have to move, ascending; empty when the table is to move or the game is over."""

    @property
    def result(self) -> Result | None:
        """None until the game is over."""


class Own(Protocol):
    """What may be asked of a viewer's own part without knowing the game."""

    @property
    def can(self) -> tuple[Struct, ...]:
        """What this viewer may do now."""


class Box(Protocol):
    """What may be asked of a box without knowing the game."""

    @property
    def name(self) -> str: ...


class Types(Struct, frozen=True):
    """The types of a game's own parts, for whoever reads JSON and for the protocol's schema."""

    move: type | UnionType
    due: type
    event: type | UnionType
    box: type
    options: type
    shared: type
    own: type


class Choice(Struct, frozen=True):
    """An option that a host may choose when opening a table: a number between two bounds, or a switch."""

    name: str
    words: str
    """What it is called on the start page, marked for translation."""
    usual: int | bool
    least: int | None = None
    most: int | None = None

    @property
    def is_switch(self) -> bool:
        return isinstance(self.usual, bool)


def choices(options: type[Struct], **words: str) -> tuple[Choice, ...]:
    """The named fields of a game's options as choices, with the bounds and the defaults that stand there."""
    fields = {field.name: field for field in msgspec.structs.fields(options)}
    found = []
    for name, told in words.items():
        kind = msgspec.inspect.type_info(fields[name].type)
        bounds = (kind.ge, kind.le) if isinstance(kind, msgspec.inspect.IntType) else (None, None)
        found.append(Choice(name, told, fields[name].default, *bounds))
    return tuple(found)


class Bound(NamedTuple):
    """How many of something a box may have that a stranger sends, and what is said of more, with `{most}`."""

    most: int
    sentence: str


class Tokens(NamedTuple):
    """What lies in front of a player, for the projection in the database."""

    coins: int
    hearts: int
    stars: int


class Highlight(Struct, frozen=True):
    """Something to remember of a game that is over, said by the screens in the words of the game."""

    what: str
    seats: tuple[int, ...]
    count: int
    """How many or how often."""


def most(what: str, counts: Sequence[int], least: int = 1) -> list[Highlight]:
    """Whoever has the most by seat, if it is at least so much, and if not all have."""
    count = max(counts, default=0)
    seats = tuple([seat for seat, own in enumerate(counts) if own == count])
    return [Highlight(what, seats, count)] if count >= least and len(seats) < len(counts) else []


class Printed(Struct, frozen=True):
    """What a box holds, row by row, for the projection in the database."""

    cards: Sequence[dict[str, Any]] = ()
    sheets: Sequence[dict[str, Any]] = ()


class Terminal(Protocol):
    """Playing against computer players without any screen: `python -m rules play`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def play(self, options: argparse.Namespace) -> int:
        """Plays one game; gives the status for the shell."""
