"""Moves carried out and listed: the one door into the rules of Second Chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from typing import Any

from rules.refusals import IllegalMove, _
from rules.second_chance import drawing, second_chances, setting_up
from rules.second_chance.events import Events
from rules.second_chance.moves import AnyMove, Bonus, Draw, Due, Shuffle
from rules.second_chance.state import EMPTY, Phase, State
from rules.second_chance.tiles import Cell, Way, in_reading_order

CARRY_OUT: dict[type, tuple[tuple[Phase, ...], Callable[[State, Any, Events], State]]] = {
    Shuffle: (("shuffle",), setting_up.shuffle),
    Draw: (("start", "draw", "second_chance"), drawing.draw),
    Bonus: (("bonus",), second_chances.bonus),
}
"""For each move the phases it belongs to and the chapter that carries it out."""

NOT_NOW: dict[type, str] = {
    Shuffle: _("There is nothing to shuffle now."),
    Draw: _("There is no Tile to draw now."),
    Bonus: _("There is no 1 to write now."),
}

WHAT_FOLLOWS: dict[Phase, Callable[[State, Events], State]] = {
    "start": drawing.next_round,
    "draw": second_chances.deal,
    "second_chance": second_chances.call_for_ones,
    "bonus": drawing.next_round,
}
"""The course of a round: what follows when nobody has anything left to do in a phase."""

SHUFFLE = Due("shuffle")
_NUMBERS = bytes.maketrans(b"01", bytes([0, 1]))


def apply(state: State, move: AnyMove | Due) -> tuple[State, Events]:
    """The state after the move, and what happened, in order.

    Always checks: a move that is not allowed raises IllegalMove, and the state is as it was. After the move the rules
    run on by themselves as far as they can.
    """
    if state.result is not None:
        raise IllegalMove("game_over", _("The game is over."))
    if type(move) is Due:
        raise IllegalMove("no_outcome", _("This move is the table's: it needs its outcome."))
    phases, carry_out = CARRY_OUT[type(move)]
    if state.phase not in phases:
        raise IllegalMove("not_now", NOT_NOW[type(move)])
    events: Events = []
    state = carry_out(state, move, events)
    while not state.awaiting and not state.is_at_rest:
        state = WHAT_FOLLOWS[state.phase](state, events)
    return state, events


def legal(state: State) -> list[AnyMove | Due]:
    """All legal moves. The shuffle stands there once, without its outcome."""
    if state.phase == "shuffle":
        return [SHUFFLE]
    if state.phase == "bonus":
        return [move for seat in state.awaiting for move in _ones(state, seat)]
    size = state.box.size
    moves: list[AnyMove | Due] = []
    for seat in state.awaiting:
        for tile, way, room in drawing.open_ways(state, seat):
            places = compress(_places(way, size), _digits(room, size))
            moves += [Draw(seat, tile.id, cells) for cells in places]
    return moves


def _ones(state: State, seat: int) -> list[Bonus]:
    size = state.box.size
    grid = state.players[seat].grid
    return [Bonus(seat, divmod(number, size)) for number, mark in enumerate(grid) if mark == EMPTY]


@lru_cache(maxsize=1024)
def _places(way: Way, size: int) -> list[tuple[Cell, ...]]:
    """The squares of a tile that lies this way, for each corner in reading order; none where it leaves the grid."""
    squares = [(row, column) for row in range(size) for column in range(size)]
    return [
        tuple([squares[corner + step] for step in way.steps]) if digit else ()
        for corner, digit in enumerate(_digits(way.inside, size))
    ]


def _digits(squares: int, size: int) -> bytes:
    """A 1 for each square of the grid that is in the set and a 0 for each other, in reading order."""
    return in_reading_order(squares, size).encode().translate(_NUMBERS)
