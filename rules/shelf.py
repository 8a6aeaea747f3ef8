"""The shelf: which games there are, and what each of them offers.

A game is a package below `rules/` that has the names of the protocol `Game`. Records, the headless commands,
the tables of the web side and the tests know a game only by these; CONTRIBUTING.md lists the steps for adding one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct

from rules import chance_it, second_chance
from rules.luck import Inputs, Lots, Luck
from rules.parts import (
    Advice,
    Best,
    Bound,
    Box,
    Choice,
    Due,
    Event,
    Figure,
    Guess,
    Highlight,
    Move,
    Outcome,
    Own,
    Printed,
    Score,
    State,
    Terminal,
    Tokens,
    Trial,
    Types,
    Viewer,
    Weigher,
)
from rules.refusals import Refusal

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
D = TypeVar("D", bound=Due)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=Struct)
Mine = TypeVar("Mine", bound=Own)
B = TypeVar("B", bound=Box)
Opts = TypeVar("Opts", bound=Struct)


class Game(Protocol[S, M, D, E, V, Mine, B, Opts]):
    """What the rest of the program needs of a game.

    The parameters are the game's own frozen structs: its state, moves, moves that are due, events, what all see, what
    one viewer sees, box and options. Everything here is pure: the same arguments give the same answer, and nothing is
    changed in place.
    """

    # What it says of itself

    @property
    def NAME(self) -> str:
        """In records and addresses, and the name of its folders."""

    @property
    def TITLE(self) -> str:
        """As it stands on the printed box."""

    @property
    def PLAYERS(self) -> range:
        """How many players a table may have."""

    @property
    def TYPES(self) -> Types: ...

    @property
    def CHOICES(self) -> tuple[Choice, ...]:
        """The options that a host may choose when opening a table; records may hold others."""

    @property
    def BOUNDS(self) -> Mapping[str, Bound]:
        """By the field of a box that is a list: how long it may be if a stranger sends it."""

    @property
    def BOX_WORDS(self) -> Mapping[str, str]:
        """What people call the fields of a box and what may stand in them, by the words of the file."""

    @property
    def SOLO(self) -> tuple[str, ...] | None:
        """The computer players who sit down with somebody alone, on one phone and without a second screen; or None."""

    @property
    def DRAWN(self) -> tuple[type[M], ...]:
        """The moves of the table that luck decides; counted along the record they are the draws of `rules.luck`."""

    @property
    def DUE(self) -> Mapping[str, D]:
        """Moves of the table that a screen may ask for without knowing the outcome, by the word of the records."""

    @property
    def LAID(self) -> tuple[type[M], ...]:
        """The moves that lay something face down, which a table may do with printed cards instead."""

    @property
    def COMPUTER_PLAYERS(self) -> Mapping[str, Callable[[V, Mine, B, Opts, Lots], M | None]]:
        """By strength, the weakest first: functions of the shared view, a seat's own part, the box, the options and
        lots to draw, which give a move, or None if not asked."""

    @property
    def THINKERS(self) -> Mapping[str, str]:
        """Those of them who take their time, so that a server has them think in another process; and who plays
        instead if that fails."""

    @property
    def FORMERLY(self) -> Mapping[str, str]:
        """What computer players were called in old logs: who plays in their place now."""

    def nobody(self, view: V, own: Mine, box: B, options: Opts, lots: Lots) -> M | None:
        """Plays like a computer player for a seat that nobody plays for: whatever changes least."""

    def advise(self, view: V, own: Mine, box: B, options: Opts, lots: Lots) -> Advice | None:
        """What a coach says to this seat, from the same that a computer player gets; None if it has nothing to choose.
        It may take its time."""

    def in_a_terminal(self) -> Terminal | None:
        """Its play in a terminal, if it has one."""

    def trial(self) -> Trial | None:
        """How its computer players try a box, if they can."""

    def weigher(self) -> Weigher | None:
        """Who names everybody's chance to win, if that can be said."""

    # Setting up

    def lobby_note(self, players: int) -> str:
        """What is to be said in the lobby while so many sit there, by the key of a sentence of its screens, or ""."""

    def house_box(self) -> B:
        """The box that is used when a table brings none."""

    def read_box(self, raw: bytes) -> B:
        """A box from its JSON; raises BadBox, which names every mistake."""

    def is_unfinished(self, mistake: Refusal) -> bool:
        """Whether a box may have this mistake while somebody is still making it; with any other it is not kept."""

    def read_options(self, raw: bytes, players: int) -> Opts:
        """Options from JSON, possibly partial; raises BadOptions, also for a number of players the game lacks."""

    def new_game(self, players: int, box: B, options: Opts) -> S:
        """The state before the first move."""

    def apply(self, state: S, move: M | D) -> tuple[S, list[E]]:
        """The state after the move and what happened, in order. Always checks; raises IllegalMove.

        A move of the table needs its outcome: one as `legal` lists it is refused.
        """

    def legal(self, state: S) -> list[M | D]:
        """All legal moves. A move of the table is listed once, as `{"do": ...}` without its outcome."""

    def shared(self, state: S) -> V:
        """What everybody at the table sees."""

    def own(self, state: S, viewer: Viewer) -> Mine:
        """What only this viewer sees (`seat`, `secret`), and what this viewer may do now (`can`)."""

    def sets(self, shown: V, event: E) -> dict[str, Any]:
        """What an event changes in the shared view before it, by path: see `parts.after`. No event has a secret."""

    def reveals(self, events: Sequence[E]) -> bool:
        """Whether something that lay face down was shown to all: what was seen cannot be unseen by an undo."""

    def may(self, state: S, viewer: Viewer, move: M | D) -> bool:
        """Whether this move is this viewer's to make. Says nothing about whether it is legal now."""

    def draw(self, state: S, luck: Luck, number: int) -> M | None:
        """The table's move that is due, drawn by luck, or None when the table has nothing to draw."""

    def inputs(self, state: S) -> Inputs | None:
        """What `draw` is made from in this state, so that it can be recomputed without knowing the game."""

    def unseen(self, state: S) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What nobody has seen yet of what was shuffled: as it lies, top first, and in the order of the box."""

    def dealt_anew(self, moves: Sequence[M], state: S, luck: Luck) -> list[M]:
        """The moves that led to this state, with what nobody has seen yet in a new order: that of draw 0.

        Only their last shuffle is changed. Played again they lead to the same state, but for that order; they come back
        as they were if nothing is unseen or nothing was shuffled.
        """

    def is_automatic(self, state: S) -> bool:
        """Whether the table draws what is due at once, without anybody asking."""

    def options_of_table(self, players: int) -> dict[str, Any]:
        """Options that follow from how many sit down; everything else is chosen when a table is opened."""

    def told(self, event: E, names: Sequence[str]) -> str:
        """An event in plain English, with the names by seat, for whoever looks after the tables."""

    def highlights(self, players: int, events: Sequence[E]) -> list[Highlight]:
        """What to remember of a game that is over, from everything that happened in it. A screen has the words for
        each as `highlight_<what>`."""

    @property
    def WHYS(self) -> Mapping[str, str]:
        """Why a game may be over, in words that are marked for translation."""

    @property
    def FIGURES(self) -> tuple[Figure, ...]:
        """How people play, and how lucky they are."""

    @property
    def BESTS(self) -> tuple[Best, ...]:
        """What may be a record of the house."""

    @property
    def SCORE(self) -> Score | None: ...

    def outcome(self, state: S, events: Sequence[E]) -> Outcome:
        """What a game that is over leaves behind, from everything that happened in it."""

    def guesses(self, state: S, seat: int | None) -> tuple[Guess, ...]:
        """What whoever sits there may guess at now, since they have nothing to do; None: somebody who does not play in
        this game. It follows from what everybody sees."""

    def came(self, what: str, events: Sequence[E]) -> tuple[int, ...] | None:
        """The answers to a guess that these events show to be right; None if they say nothing about it."""

    def opened(self, shown: V, owns: Sequence[Mine]) -> V:
        """The shared view with what lies face down turned up, from what is each seat's own: for a game that is over."""

    def moments(self, before: S, events: Sequence[E], after: S) -> list[Highlight]:
        """What marks a move on the line of a replay. A screen has the words for each as `moment_<what>`; "round" and
        "lead" mean the same in every game: who leads from there on is said as often as one likes."""

    def tokens(self, state: S) -> list[Tokens]:
        """By seat; empty for a game without."""

    def printed(self, box: B) -> Printed: ...

    def laid_open(self, state: S) -> Any:
        """The whole state, secrets included, in the shape that `python -m rules states` prints."""


AnyGame: TypeAlias = Game[State, Move, Due, Event, Struct, Own, Box, Struct]
"""A game as a table knows it."""


def _on_the_shelf(game: Game[S, M, D, E, V, Mine, B, Opts]) -> AnyGame:
    """Here its own types are checked, and then forgotten: a table hands a game only what that game has given it."""
    return cast(AnyGame, game)


GAMES: dict[str, AnyGame] = {
    chance_it.NAME: _on_the_shelf(chance_it),
    second_chance.NAME: _on_the_shelf(second_chance),
}
