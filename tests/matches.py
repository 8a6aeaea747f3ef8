"""Matches, a whole game in a few lines: a die says how many lie there, each in turn takes one to three, and whoever
takes the last one has lost. It stands on no shelf but that of the tests, and has no screens of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules import parts
from rules.luck import Inputs, Lots, Luck
from rules.parts import Event, Move, Viewer
from rules.plain import *
from rules.plain import Box, options_as
from rules.refusals import BadOptions, IllegalMove

NAME, TITLE, PLAYERS = "matches", "Matches", range(2, 5)


class Roll(Move, frozen=True):
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(min_length=1, max_length=1)]


class Take(Move, frozen=True):
    seat: int
    matches: Annotated[int, Meta(ge=1, le=3)]


class Due(parts.Due, frozen=True):
    do: Literal["roll"]


class DieRolled(Event, frozen=True):
    dice: tuple[int, ...]
    heap: int


class MatchesTaken(Event, frozen=True):
    seat: int
    matches: int
    left: int


class GameEnded(Event, frozen=True):
    winners: tuple[int, ...]


AnyMove: TypeAlias = Roll | Take
AnyEvent: TypeAlias = DieRolled | MatchesTaken | GameEnded


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    besides: Annotated[int, Meta(ge=1, le=20)] = 6


class Result(Struct, frozen=True):
    winners: tuple[int, ...]


class State(Struct, frozen=True):
    options: Options
    players: tuple[int, ...]
    """How many each has taken."""
    awaiting: tuple[int, ...] = ()
    heap: int = 0
    result: Result | None = None


class Shared(Struct, frozen=True):
    heap: int
    players: tuple[int, ...]
    awaiting: tuple[int, ...]
    result: Result | None


class Own(Struct, frozen=True):
    seat: int | None
    can: tuple[Take | Due, ...]


TYPES = parts.Types(move=AnyMove, due=Due, event=AnyEvent, box=Box, options=Options, shared=Shared, own=Own)
CHOICES = parts.choices(Options, besides="Matches besides those of the die")
DRAWN, DUE = (Roll,), {"roll": Due("roll")}


def read_options(raw: bytes, players: int) -> Options:
    if players not in PLAYERS:
        raise BadOptions("bad_number_of_players", "Matches is for 2 to 4 players.")
    return options_as(Options, raw)


def new_game(players: int, box: Box, options: Options) -> State:
    return State(options, (0,) * players)


def apply(state: State, move: AnyMove | Due) -> tuple[State, list[AnyEvent]]:
    if state.result or isinstance(move, Due):
        raise IllegalMove("not_now", "The game is over." if state.result else "The table needs its outcome.")
    if isinstance(move, Roll):
        if state.awaiting:
            raise IllegalMove("not_now", "The die has been rolled.")
        heap = state.options.besides + sum(move.dice)
        return replace(state, heap=heap, awaiting=(0,)), [DieRolled(move.dice, heap)]
    if move not in legal(state):
        raise IllegalMove("not_now", "It is not your turn, or there are not so many.")
    seat, left = move.seat, state.heap - move.matches
    players = tuple(taken + (number == seat) * move.matches for number, taken in enumerate(state.players))
    taken = MatchesTaken(seat, move.matches, left)
    if left:
        return replace(state, players=players, heap=left, awaiting=((seat + 1) % len(players),)), [taken]
    winners = tuple(number for number in range(len(players)) if number != seat)
    return replace(state, players=players, heap=0, awaiting=(), result=Result(winners)), [taken, GameEnded(winners)]


def legal(state: State) -> list[AnyMove | Due]:
    if state.result is None and not state.awaiting:
        return [Due("roll")]
    return [Take(seat, matches) for seat in state.awaiting for matches in range(1, min(3, state.heap) + 1)]


def may(state: State, viewer: Viewer, move: AnyMove | Due) -> bool:
    return isinstance(move, Due) if viewer == "game_master" else isinstance(move, Take) and move.seat == viewer


def shared(state: State) -> Shared:
    return Shared(state.heap, state.players, state.awaiting, state.result)


def own(state: State, viewer: Viewer) -> Own:
    can = tuple(move for move in legal(state) if not isinstance(move, Roll) and may(state, viewer, move))
    return Own(viewer if isinstance(viewer, int) else None, can)


def reveals(events: Sequence[AnyEvent]) -> bool:
    return any(isinstance(event, DieRolled) for event in events)


def inputs(state: State) -> Inputs | None:
    return None if state.awaiting or state.result else Inputs(dice=1)


def draw(state: State, luck: Luck, number: int) -> Roll | None:
    return Roll(tuple(luck.throw(number, 1))) if inputs(state) else None


def is_automatic(state: State) -> bool:
    return False


def laid_open(state: State) -> State:
    return state


def hasty(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> Take | None:
    return max((move for move in own.can if isinstance(move, Take)), key=lambda move: move.matches, default=None)


def nobody(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> Take | None:
    return next((move for move in own.can if isinstance(move, Take)), None)


COMPUTER_PLAYERS = {"hasty": hasty}
