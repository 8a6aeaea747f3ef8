"""Moves carried out and listed: the one door into the rules of Chance It."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.chance_it import action_round, guide_cards, market, moves, setting_up
from rules.chance_it.events import Events, TokenChanged
from rules.chance_it.moves import AnyMove, Buy, Choose, Correct, Discard, Due, Use
from rules.chance_it.state import State
from rules.refusals import IllegalMove, _

CARRY_OUT: dict[type, tuple[str, Callable[[State, Any, Events], State]]] = {
    moves.Shuffle: ("shuffle", setting_up.shuffle),
    moves.LayOut: ("lay_out", market.lay_out),
    moves.Start: ("start", setting_up.start),
    moves.Roll: ("roll", guide_cards.roll),
    moves.Choose: ("choose", guide_cards.choose),
    moves.Use: ("use", action_round.use),
    moves.Reroll: ("reroll", action_round.reroll),
    moves.Buy: ("market", market.buy),
    moves.Discard: ("market", market.discard),
}
"""For each move the phase it belongs to and the chapter that carries it out."""

NOT_NOW = {
    "shuffle": _("There is nothing to shuffle now."),
    "lay_out": _("No cards are to be laid out now."),
    "start": _("The starting player has been found already, or the cards are not shuffled yet."),
    "roll": _("It is not the time to roll."),
    "choose": _("Guide cards are played after the roll, and only until they are revealed."),
    "use": _("There is no card for you to pick now."),
    "reroll": _("There is nothing to reroll now."),
    "market": _("Nobody may buy or discard now."),
}

GUIDES_OF_SEAT = tuple(tuple(Choose(seat, guide) for guide in ("in", "out", "chance_it")) for seat in range(6))
SHUFFLE, LAY_OUT, START, ROLL, REROLL = Due("shuffle"), Due("lay_out"), Due("start"), Due("roll"), Due("reroll")


def apply(state: State, move: AnyMove | Due) -> tuple[State, Events]:
    """The state after the move, and what happened, in order.

    Always checks: a move that is not allowed raises IllegalMove, and the state is as it was. After the move the rules
    run on by themselves as far as they can.
    """
    if state.result is not None:
        raise IllegalMove("game_over", _("The game is over."))
    events: Events = []
    if type(move) is Correct:
        return correct(state, move, events), events
    if type(move) is Due:
        raise IllegalMove("no_outcome", _("This move is the table's: it needs its outcome."))
    phase, carry_out = CARRY_OUT[type(move)]
    if state.phase != phase:
        raise IllegalMove("not_now", NOT_NOW[phase])
    state = carry_out(state, move, events)
    return action_round.carry_on(state, events), events


def correct(state: State, move: Correct, events: Events) -> State:
    """The game master sets a number of tokens right; nothing else changes, and nobody is eliminated by it."""
    player = state.player_at(move.seat)
    left = getattr(player, move.token) + move.by
    fewest = 1 if move.token == "hearts" else 0
    if left < fewest:
        raise IllegalMove("too_few_left", _("A correction must leave at least {fewest}."), fewest=fewest)
    if move.by:
        events.append(TokenChanged(move.seat, move.token, move.by, left, "correction", "correction"))
    return state.with_player(move.seat, replace(player, **{move.token: left}))


def legal(state: State) -> list[AnyMove | Due]:
    """All legal moves but corrections. A move of the table stands there once, without its outcome."""
    phase = state.phase
    if phase == "choose":
        return [
            choice
            for seat, player in enumerate(state.players)
            if player.hearts and not player.bound
            for choice in GUIDES_OF_SEAT[seat]
        ]
    if phase == "market":
        return _in_the_market(state)
    if phase == "roll":
        return [ROLL]
    if phase == "use":
        return [
            Use(seat, card)
            for seat in state.running_action.asked
            for card in [None, *[card.id for card in action_round.candidates(state, seat)]]
        ]
    if phase == "reroll":
        return [REROLL]
    if phase == "shuffle":
        return [SHUFFLE]
    if phase == "lay_out":
        return [LAY_OUT]
    if phase == "start":
        return [START]
    return []


def _in_the_market(state: State) -> list[AnyMove | Due]:
    seat = state.running_action.turns[0].seat
    coins = state.players[seat].coins
    choices: list[AnyMove | Due] = [Discard(seat, card.id) for card in state.market]
    choices += [Buy(seat, card.id) for card in state.market if card.price <= coins]
    return choices
