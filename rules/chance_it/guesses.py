"""What may be guessed at before the reveal, by those who have laid their card, are eliminated or do not play."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance_it.events import AnyEvent, GameEnded, GuidesRevealed
from rules.chance_it.state import State
from rules.parts import Guess


def guesses(state: State, seat: int | None) -> tuple[Guess, ...]:
    """How many take part, and who wins: that one until somebody has half of the stars."""
    if state.phase != "choose" or seat in state.awaiting:
        return ()
    in_game = state.seats_in_game
    bound = sum(state.players[seat].bound for seat in in_game)
    taking_part = Guess("taking_part", tuple(range(bound, len(in_game) + 1)), are_seats=False)
    if any(2 * player.stars >= state.options.stars_to_win for player in state.players):
        return (taking_part,)
    return taking_part, Guess("winner", tuple(in_game), are_seats=True)


def came(what: str, events: Sequence[AnyEvent]) -> tuple[int, ...] | None:
    for event in events:
        match event:
            case GuidesRevealed(guides) if what == "taking_part":
                return (sum(guide is not None and guide != "out" for guide in guides),)
            case GameEnded(winners) if what == "winner":
                return winners
    return None
