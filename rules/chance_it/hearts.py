"""Losing the last heart, and the end of the game (R30 to R35)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.events import Eliminated, Events, GameEnded, TokenChanged
from rules.chance_it.ranking import wealth
from rules.chance_it.state import Out, Player, Result, State, Why


def eliminate_the_heartless(state: State, were_in_game: list[int], events: Events) -> State:
    """R30: whoever of these has lost the last heart is out at once; R34, R35: that may be the end (J16)."""
    out = [seat for seat in were_in_game if not state.players[seat].hearts]
    if not out:
        return state
    players = list(state.players)
    discard = state.discard
    number = 1 + max([player.out.number for player in players if player.out is not None], default=0)
    for seat in out:
        player = players[seat]
        if player.coins:
            events.append(TokenChanged(seat, "coins", -player.coins, 0, "elimination", "R30"))
        if player.stars:
            events.append(TokenChanged(seat, "stars", -player.stars, 0, "elimination", "R30"))
        events.append(Eliminated(seat, tuple([card.id for card in player.cards]), number))
        discard += player.cards
        players[seat] = Player(0, 0, guide=player.guide, bound=player.bound, out=Out(state.round, number))
    state = replace(state, players=tuple(players), discard=discard)
    left = state.seats_in_game
    if len(left) == 1:
        return _end(state, left, "last_heart", "R34", events)
    if not left:
        return _end(state, [], "nobody", "R35", events)
    if state.action is not None:
        turns = tuple([turn for turn in state.action.turns if turn.seat not in out])
        state = replace(state, action=replace(state.action, turns=turns))
    return state


def look_at_the_stars(state: State, events: Events) -> State:
    """R33: with enough stars somewhere the game ends. Most stars win, then hearts, then coins; J14: or it is shared."""
    enough = state.options.stars_to_win
    for player in state.players:
        if player.stars >= enough:
            break
    else:
        return state
    of_seat = {seat: wealth(state.players[seat]) for seat in state.seats_in_game}
    most = max(of_seat.values())
    return _end(state, [seat for seat in of_seat if of_seat[seat] == most], "stars", "R33", events)


def _end(state: State, winners: list[int], why: Why, rule: str, events: Events) -> State:
    result = Result(tuple(winners), why)
    events.append(GameEnded(result.winners, why, rule))
    return replace(state, phase="over", action=None, result=result)
