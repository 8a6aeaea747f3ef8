"""What every game is made of, as those know it who do not know the game: the bases of its moves and events, what may be
asked of its states and views, and what it says of itself. `rules.shelf.Game` puts them together.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.words import in_words

Viewer: TypeAlias = int | Literal["game_master", "spectator"]
"""Who looks: a seat by its number, the game-master screen, or somebody who only watches. There is no default."""

Shown = TypeVar("Shown", bound=Struct)


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


class Outcome(Struct, frozen=True):
    """What a game that is over leaves behind, for whoever looks back on it."""

    why: str
    """Why it was over, by a word of the game's `WHYS`; empty where there is nothing to say."""
    places: tuple[int, ...]
    """By seat, from 1; whoever is equal shares it."""
    counts: tuple[dict[str, int], ...]
    """By seat: what the game's `FIGURES`, `BESTS` and `SCORE` are made of."""
    whole: dict[str, int] = {}
    """The same of the game as a whole."""


class Figure(Struct, frozen=True):
    """How somebody plays, or how lucky they are: a count of all their games, as a share of another or for each game."""

    part: str
    words: str
    """What it is called, marked for translation."""
    whole: str = ""
    """The count it is a share of; empty: so much a game."""
    is_share: bool = True
    is_luck: bool = False
    usual: float | None = None
    """What luck gives everybody in the long run, where that is known."""


class Best(Struct, frozen=True):
    """A record of the house: the most or the least that there ever was, in a whole game or for somebody in it."""

    name: str
    words: str
    counts: dict[str, str]
    """What decides, with its words. Where several do, a game with the first one goes before any game without."""
    is_least: bool = False


class Score(Struct, frozen=True):
    """What is counted in the end, where one number says it."""

    count: str
    words: str
    is_highest: bool


class Guess(Struct, frozen=True):
    """What somebody may guess at who has nothing to do. A screen has the question as `guess_<what>`."""

    what: str
    answers: tuple[int, ...]
    are_seats: bool
    """The answers are seats; otherwise they are numbers."""


class Reason(Struct, frozen=True):
    """A fact that speaks for or against a choice. A screen has the sentence as `coach_<what>`, with these numbers in
    it: each of them is counted from what the seat sees, by the rules."""

    what: str
    numbers: dict[str, int]


class Advised(Struct, frozen=True):
    """One choice, as the coach sees it."""

    move: Any
    chance: int | None
    """To win the game, in thousandths; None where nobody reckons it."""
    reasons: tuple[Reason, ...]


class Advice(Struct, frozen=True):
    """What a coach says to a seat that has to choose."""

    choices: tuple[Advised, ...]
    """The best first; where there are very many, the best few."""
    of: int
    """So many choices there are."""


class Printed(Struct, frozen=True):
    """What a box holds, row by row, for the projection in the database."""

    cards: Sequence[dict[str, Any]] = ()
    sheets: Sequence[dict[str, Any]] = ()


class Terminal(Protocol):
    """Playing against computer players without any screen: `python -m rules play`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def play(self, options: argparse.Namespace) -> int:
        """Plays one game; gives the status for the shell."""


class Position(Struct, frozen=True):
    """Where a game stood, as those at the table saw it, and what was decided there."""

    at: int
    """So many moves were made before."""
    view: Any
    own: Any = None
    """What was the own of whoever decided alone, and"""
    move: Any = None
    """what they did;"""
    laid: Any = None
    """or what all decided together."""


class Done(Struct, frozen=True):
    """Something that somebody may do. A screen has the words for it as `looked_<what>`."""

    what: str
    values: dict[str, int] = {}


class Judged(Struct, frozen=True):
    """What somebody did, and what they might have done, as their seat saw it. All chances are out of ODDS."""

    seat: int
    did: Done
    had: int
    """The chance to win that this seemed to give."""
    better: Done
    """What seemed to give the best one,"""
    best: int
    won: int
    """What it brought, as far as it was theirs: beside what they would have done as a rule."""


class Weighed(Struct, frozen=True):
    """What there is to say of one position."""

    chances: tuple[int, ...]
    judged: tuple[Judged, ...] = ()


class Decision(Struct, frozen=True):
    """A decision that cost or won much. Everything is in hundredths."""

    at: int
    round: int
    did: Done
    had: int
    better: Done
    best: int
    won: int
    """What it brought, as far as it was theirs."""
    is_mistake: bool
    """It counts for what was missed; else for what it brought."""


class Account(Struct, frozen=True):
    """Of what somebody's result is made: from the chance at the start to that at the end, in hundredths."""

    start: int
    choices: int
    luck: int
    """Dice and cards."""
    others: int
    """What the others decided."""
    end: int


class RoundWeighed(Struct, frozen=True):
    round: int
    at: int
    chances: tuple[int, ...]


class LookedBack(Struct, frozen=True):
    """How a game went that is over. Chances are in hundredths."""

    rounds: tuple[RoundWeighed, ...]
    """Where each round began, and last the end."""
    accounts: tuple[Account, ...]
    decisions: tuple[tuple[Decision, ...], ...]
    """By seat, those that mattered most first."""


ODDS = 1 << 20
"""A chance of 1, for whoever weighs."""


def in_hundredths(chances: Sequence[int]) -> tuple[int, ...]:
    """As they are shown: whole numbers that are 100 in all, if there is anything in them."""
    exact = [divmod(100 * of, ODDS) for of in chances]
    rest = 100 * (sum(chances) > 0) - sum([whole for whole, _left in exact])
    order = sorted(range(len(exact)), key=lambda seat: -exact[seat][1])
    return tuple([whole + (order.index(seat) < rest) for seat, (whole, _left) in enumerate(exact)])


class Weigher(Protocol):
    """Who names chances: of a table while it is played, and of a game that is over."""

    def odds(self, view: Any, box: Any, options: Any, lots: Any) -> tuple[int, ...]:
        """Everybody's chance to win, by seat, out of ODDS, from what lies open. Bounded work, for a worker."""

    def follows_from(self, view: Any) -> Any:
        """As much of the shared view as the odds follow from: if it is the same, so are they."""

    def positions(self, states: Sequence[Any], moves: Sequence[Any]) -> list[Position]:
        """What is to be weighed of a game that is over; `moves[n]` led from `states[n]` to the next one."""

    def weigh(self, position: Position, box: Any, options: Any, lots: Any) -> Weighed:
        """Bounded work, for a worker."""

    def look_back(self, positions: Sequence[Position], weighed: Sequence[Weighed]) -> LookedBack: ...


class Trial(Protocol):
    """How computer players try a box: many games, counted."""

    @property
    def Tally(self) -> Any:
        """A struct that is made of the number of players, and has `games`."""

    def run(self, box: Any, players: int, numbers: Sequence[int]) -> Any:
        """A tally of the games with these numbers: the same number is always the same game."""

    def add(self, tally: Any, more: Any) -> None: ...

    def figures(self, tally: Any, box: Any) -> dict[str, Any]:
        """What the page of the game shows of it."""


def after(shown: Shown, sets: Mapping[str, Any]) -> Shown:
    """The shared view with these paths set.

    A game's `sets(shown, event)` names what an event changes in it, by path: `{"market": ("m02",), "players.2.coins":
    5}`. Set one after another, the events of a move lead from the shared view before it to exactly the one after it.
    So a screen can show a move step by step and needs to know nothing of the game.
    """
    changed: dict[str, Any] = {}
    for path, value in sets.items():
        name, _dot, rest = path.partition(".")
        changed[name] = _set(changed[name] if name in changed else getattr(shown, name), rest, value) if rest else value
    return replace(shown, **changed)


def _set(whole: Any, path: str, value: Any) -> Any:
    name, _dot, rest = path.partition(".")
    if isinstance(whole, tuple):
        place = int(name)
        return (*whole[:place], _set(whole[place], rest, value) if rest else value, *whole[place + 1 :])
    return replace(whole, **{name: _set(getattr(whole, name), rest, value) if rest else value})
