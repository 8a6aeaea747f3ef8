"""The shelf: which games there are, and what each of them offers.

A game is a package below `rules/` that has the names of the protocol `Game`. Records, the headless commands,
the tables of the web side and the tests know a game only by these; CONTRIBUTING.md lists the steps for adding one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from rules import chance_it, second_chance
from rules.luck import Inputs, Lots, Luck

Viewer: TypeAlias = int | Literal["game_master", "spectator"]
"""Who looks: a seat by its number, the game-master screen, or somebody who only watches. There is no default."""


class Game(Protocol):
    """What the rest of the program needs of a game.

    `State`, `Move`, `Event`, `Shared` and `Own` are the game's own frozen structs. Everything here is pure: the same
    arguments give the same answer, and nothing is changed in place.
    """

    @property
    def NAME(self) -> str: ...

    @property
    def PLAYERS(self) -> range:
        """How many players a table may have."""

    @property
    def MOVE(self) -> Any:
        """The type of all moves, for a decoder."""

    @property
    def DRAWN(self) -> tuple[type, ...]:
        """The moves of the table that luck decides; counted along the record they are the draws of `rules.luck`."""

    @property
    def DUE(self) -> Mapping[str, Any]:
        """Moves of the table that a screen may ask for without knowing the outcome, by the word of the records."""

    @property
    def COMPUTER_PLAYERS(self) -> Mapping[str, Callable[[Any, Any, Any, Lots], Any]]:
        """By name: functions of the shared view, a seat's own part, the box and lots to draw, which give a move, or
        None if not asked."""

    def house_box(self) -> Any:
        """The box that is used when a table brings none."""

    def read_box(self, raw: bytes) -> Any:
        """A box from its JSON; raises BadBox, which names every mistake."""

    def read_options(self, raw: bytes, players: int) -> Any:
        """Options from JSON, possibly partial; raises BadOptions, also for a number of players the game lacks."""

    def new_game(self, players: int, box: Any, options: Any) -> Any:
        """The state before the first move."""

    def apply(self, state: Any, move: Any) -> tuple[Any, list[Any]]:
        """The state after the move and what happened, in order. Always checks; raises IllegalMove.

        A move of the table needs its outcome: one as `legal` lists it is refused.
        """

    def legal(self, state: Any) -> list[Any]:
        """All legal moves. A move of the table is listed once, as `{"do": ...}` without its outcome."""

    def shared(self, state: Any) -> Any:
        """What everybody at the table sees."""

    def own(self, state: Any, viewer: Viewer) -> Any:
        """What only this viewer sees (`seat`, `secret`), and what this viewer may do now (`can`)."""

    def sets(self, shown: Any, event: Any) -> dict[str, Any]:
        """What an event changes in the shared view before it, by path: see `rules.retelling`. No event has a secret."""

    def reveals(self, events: Sequence[Any]) -> bool:
        """Whether something that lay face down was shown to all: what was seen cannot be unseen by an undo."""

    def may(self, state: Any, viewer: Viewer, move: Any) -> bool:
        """Whether this move is this viewer's to make. Says nothing about whether it is legal now."""

    def draw(self, state: Any, luck: Luck, number: int) -> Any:
        """The table's move that is due, drawn by luck, or None when the table has nothing to draw."""

    def inputs(self, state: Any) -> Inputs | None:
        """What `draw` is made from in this state, so that it can be recomputed without knowing the game."""

    def unseen(self, state: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What nobody has seen yet of what was shuffled: as it lies, top first, and in the order of the box."""

    def dealt_anew(self, moves: Sequence[Any], state: Any, luck: Luck) -> list[Any]:
        """The moves that led to this state, with what nobody has seen yet in a new order: that of draw 0.

        Only their last shuffle is changed. Played again they lead to the same state, but for that order; they come back
        as they were if nothing is unseen or nothing was shuffled.
        """

    def is_automatic(self, state: Any) -> bool:
        """Whether the table draws what is due at once, without anybody asking."""

    def options_of_table(self, players: int) -> dict[str, Any]:
        """Options that follow from how many sit down; everything else is chosen when a table is opened."""

    def tokens(self, state: Any) -> list[tuple[int, int, int]]:
        """Coins, hearts and stars by seat; empty for a game without."""

    def laid_open(self, state: Any) -> Any:
        """The whole state, secrets included, in the shape that `python -m rules states` prints."""


GAMES: dict[str, Game] = {chance_it.NAME: chance_it, second_chance.NAME: second_chance}
