"""What may be guessed at by those who have drawn, have dropped out or do not play."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parts import Guess
from rules.second_chance.events import AnyEvent, DroppedOut, GameEnded, TilesRevealed
from rules.second_chance.state import State


def guesses(state: State, seat: int | None) -> tuple[Guess, ...]:
    """How many the next two tiles leave stuck; and until somebody drops out, who that will be, and who wins."""
    if state.options.solo or not state.awaiting or seat in state.awaiting:
        return ()
    in_game = tuple(state.seats_in_game)
    stuck = Guess("stuck", tuple(range(len(in_game) + 1)), are_seats=False)
    if len(in_game) < len(state.players):
        return (stuck,)
    return stuck, Guess("first_out", in_game, are_seats=True), Guess("winner", in_game, are_seats=True)


def came(what: str, events: Sequence[AnyEvent]) -> tuple[int, ...] | None:
    dropped = tuple([event.seat for event in events if isinstance(event, DroppedOut)])
    for event in events:
        match event:
            case TilesRevealed(stuck=stuck) if what == "stuck":
                return (len(stuck),)
            case DroppedOut() if what == "first_out":
                return dropped
            case GameEnded(winners) if what == "winner":
                return winners
    return None
