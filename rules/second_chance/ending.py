"""The end of a game, and who wins (R14 to R18, J3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.second_chance.events import Ending, Events, GameEnded, SoloGameEnded
from rules.second_chance.state import Result, State, Why

SOLO_GAMES = 3
SOLO_GOAL = 10
"""R18: the three games together must leave fewer empty squares than this."""
LOWEST_GRADE = 4
"""Ours: whoever misses the goal is told how nearly, a grade for each ten squares down to this one."""


def look_at_the_grids(state: State, events: Events) -> State:
    """R14: a full grid ends the game; J3: whenever all who could have drawn, and after second chances and 1s."""
    if any(not player.empty for player in state.players):
        return end(state, "full_grid", events)
    return state


def end(state: State, ending: Ending, events: Events) -> State:
    """R16: whoever has filled the grid wins. R17: otherwise the fewest empty squares do, then a 1; or they share it."""
    if state.options.solo:
        return _end_solo_game(state, ending, events)
    fewest = min(player.empty for player in state.players)
    best = [seat for seat, player in enumerate(state.players) if player.empty == fewest]
    if not fewest:
        return _over(state, best, "full", ending, "R16", events)
    with_one = [seat for seat in best if state.players[seat].one]
    return _over(state, with_one or best, "fewest", ending, "R17", events)


def _end_solo_game(state: State, ending: Ending, events: Events) -> State:
    """R18: after the first and the second game the next one is to be shuffled; the grid stays to be looked at."""
    empty = state.players[0].empty
    events.append(SoloGameEnded(state.game, empty, ending))
    state = replace(state, phase="shuffle", awaiting=(), totals=(*state.totals, empty))
    if len(state.totals) < SOLO_GAMES:
        return state
    winners = [0] if sum(state.totals) < SOLO_GOAL else []
    return _over(state, winners, "solo", ending, "R18", events)


def _over(state: State, winners: list[int], why: Why, ending: Ending, rule: str, events: Events) -> State:
    result = Result(tuple(winners), why)
    events.append(GameEnded(result.winners, why, ending, rule))
    return replace(state, phase="over", awaiting=(), result=result)
