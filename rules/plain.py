"""What a simple game need not say by itself: it takes from here what is true of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rules.luck import Luck
from rules.parts import Bound, Choice, Event, Highlight, Move, Printed, State, Tokens
from rules.refusals import BadBox, not_json, unreadable_options
from rules.telling import plainly as told

__all__ = [
    "BOUNDS",
    "CHOICES",
    "SOLO",
    "Box",
    "dealt_anew",
    "highlights",
    "house_box",
    "in_a_terminal",
    "lobby_note",
    "options_as",
    "options_of_table",
    "printed",
    "read_box",
    "sets",
    "tokens",
    "told",
    "unseen",
]

Read = TypeVar("Read", bound=Struct)
AnyMove = TypeVar("AnyMove", bound=Move)
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

SOLO: tuple[str, ...] | None = None
CHOICES: tuple[Choice, ...] = ()
BOUNDS: Mapping[str, Bound] = {}


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """A box in which there is nothing that could be different."""

    name: str = ""


def house_box() -> Box:
    return Box()


def read_box(raw: bytes) -> Box:
    try:
        return msgspec.json.decode(raw, type=Box)
    except _MALFORMED as error:
        raise BadBox([not_json(error)]) from None


def options_as(options: type[Read], raw: bytes) -> Read:
    """Options from JSON, possibly partial. Raises BadOptions."""
    try:
        return msgspec.json.decode(raw, type=options)
    except _MALFORMED as error:
        raise unreadable_options(error) from None


def in_a_terminal() -> None:
    """It cannot be played in a terminal."""


def lobby_note(players: int) -> str:
    """There is nothing to say."""
    return ""


def options_of_table(players: int) -> dict[str, Any]:
    """No option follows from the number of players."""
    return {}


def sets(shown: object, event: object) -> dict[str, Any]:
    """Nothing is shown in between: a screen goes straight to the present."""
    return {}


def tokens(state: State) -> list[Tokens]:
    """There are no tokens."""
    return []


def highlights(players: int, events: Sequence[Event]) -> list[Highlight]:
    """Nothing stands out."""
    return []


def printed(box: object) -> Printed:
    """There are neither market cards nor stakes sheets."""
    return Printed()


def unseen(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Nothing lies face down."""
    return (), ()


def dealt_anew(moves: Sequence[AnyMove], state: State, luck: Luck) -> list[AnyMove]:
    """So there is nothing to deal anew."""
    return list(moves)
