"""The roll, and the guide cards that are laid in view of it (R7 to R10)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.events import DiceRolled, Events, GuideLaid, GuidesRevealed
from rules.chance_it.moves import Choose, Roll
from rules.chance_it.stakes import settle
from rules.chance_it.state import DICE, State
from rules.refusals import IllegalMove, _


def roll(state: State, move: Roll, events: Events) -> State:
    """R7: five dice, laid sorted. J4: if everybody is bound, the reveal follows at once."""
    if len(move.dice) != DICE or not all(1 <= die <= 6 for die in move.dice):
        raise IllegalMove("bad_roll", _("A roll is five dice, each from 1 to 6."))
    events.append(DiceRolled(move.dice, state.starter or 0))
    state = replace(state, dice=tuple(sorted(move.dice)), phase="choose")
    return state if state.awaiting else reveal(state, events)


def choose(state: State, move: Choose, events: Events) -> State:
    """R8: laid face down; J3: it may be changed until the last player has chosen, then all are revealed."""
    seat = move.seat
    player = state.player_at(seat)
    if player.bound:
        raise IllegalMove(
            "bound", _("More than one player played CHANCE IT last round, and you were one: you must play IN.")
        )
    if move.guide not in ("in", "out", "chance_it"):
        raise IllegalMove("no_such_guide", _("There is no such guide card."))
    events.append(GuideLaid(seat, player.guide is not None))
    state = state.with_player(seat, replace(player, guide=move.guide))
    return state if state.awaiting else reveal(state, events)


def reveal(state: State, events: Events) -> State:
    events.append(GuidesRevealed(tuple([player.guide for player in state.players])))
    return settle(state, events)
