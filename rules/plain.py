"""What a simple game need not say by itself: it takes from here what is true of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rules.luck import Luck
from rules.parts import (
    Advice,
    Best,
    Bound,
    Choice,
    Event,
    Figure,
    Guess,
    Highlight,
    Move,
    Outcome,
    Printed,
    Score,
    State,
    Tokens,
)
from rules.refusals import BadBox, Refusal, not_json, unreadable_options
from rules.telling import plainly as told

__all__ = [
    "BESTS",
    "BOUNDS",
    "BOX_WORDS",
    "CHOICES",
    "FIGURES",
    "FORMERLY",
    "LAID",
    "SCORE",
    "SOLO",
    "THINKERS",
    "WHYS",
    "Box",
    "advise",
    "came",
    "dealt_anew",
    "guesses",
    "highlights",
    "house_box",
    "in_a_terminal",
    "is_unfinished",
    "lobby_note",
    "moments",
    "opened",
    "options_as",
    "options_of_table",
    "outcome",
    "printed",
    "read_box",
    "sets",
    "tokens",
    "told",
    "trial",
    "unseen",
    "weigher",
]

Read = TypeVar("Read", bound=Struct)
AnyMove = TypeVar("AnyMove", bound=Move)
Seen = TypeVar("Seen", bound=Struct)
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

SOLO: tuple[str, ...] | None = None
CHOICES: tuple[Choice, ...] = ()
BOUNDS: Mapping[str, Bound] = {}
BOX_WORDS: Mapping[str, str] = {}
LAID: tuple[type[Any], ...] = ()
FORMERLY: Mapping[str, str] = {}
THINKERS: Mapping[str, str] = {}
WHYS: Mapping[str, str] = {}
FIGURES: tuple[Figure, ...] = ()
BESTS: tuple[Best, ...] = ()
SCORE: Score | None = None


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


def is_unfinished(mistake: Refusal) -> bool:
    """There is nothing to be made step by step."""
    return False


def options_as(options: type[Read], raw: bytes) -> Read:
    """Options from JSON, possibly partial. Raises BadOptions."""
    try:
        return msgspec.json.decode(raw, type=options)
    except _MALFORMED as error:
        raise unreadable_options(error) from None


def in_a_terminal() -> None:
    """It cannot be played in a terminal."""


def trial() -> None:
    """Its boxes need no trial."""


def weigher() -> None:
    """Nobody's chance to win can be said."""


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


def opened(shown: Seen, owns: Sequence[object]) -> Seen:
    """Nothing lies face down."""
    return shown


def moments(before: State, events: Sequence[Event], after: State) -> list[Highlight]:
    """No move stands out."""
    return []


def outcome(state: State, events: Sequence[Event]) -> Outcome:
    """Whoever has won stands first, and all others behind them."""
    winners = () if state.result is None else state.result.winners
    seats = range(len(state.players))
    places = tuple([1 if seat in winners else 1 + len(winners) for seat in seats])
    return Outcome("", places, tuple([{} for _ in seats]))


def guesses(state: State, seat: int | None) -> tuple[Guess, ...]:
    """There is nothing to guess at."""
    return ()


def came(what: str, events: Sequence[Event]) -> tuple[int, ...] | None:
    """So nothing is decided."""
    return None


def advise(view: object, own: object, box: object, options: object, lots: object) -> Advice | None:
    """There is no coach."""
    return None


def printed(box: object) -> Printed:
    """There are neither market cards nor stakes sheets."""
    return Printed()


def unseen(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Nothing lies face down."""
    return (), ()


def dealt_anew(moves: Sequence[AnyMove], state: State, luck: Luck) -> list[AnyMove]:
    """So there is nothing to deal anew."""
    return list(moves)
