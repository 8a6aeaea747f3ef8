"""Is it a good box? Computer players play many games with it, and what happens is counted.

All computer players but the expert sit at the tables, and each arrangement of them is played with everybody starting
once, so that a place's figure shows the place and not who sat there.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import mean, quantiles
from typing import Any

from msgspec import Struct, field

from rules.chance_it.box import Box
from rules.chance_it.computer_players import COMPUTER_PLAYERS, QUICK
from rules.chance_it.draws import draw
from rules.chance_it.events import CardUsed
from rules.chance_it.moves import Buy, Discard, Start
from rules.chance_it.options import Options
from rules.chance_it.play import apply
from rules.chance_it.setting_up import new_game
from rules.chance_it.views import own, shared
from rules.luck import Luck

LONGEST = 300
"""Rounds after which a game is given up: with a strange box it might never end."""
MINDS = {mind: COMPUTER_PLAYERS[mind] for mind in QUICK}


class Tally(Struct):
    """What is counted over many games of one number of players."""

    players: int
    games: int = 0
    rounds: list[int] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=Counter)
    wins_of_place: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """By distance from whoever had the dice first."""
    wins_of_mind: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    seats_of_mind: dict[str, int] = field(default_factory=Counter)
    bought: dict[str, int] = field(default_factory=Counter)
    won_with: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    discarded: dict[str, int] = field(default_factory=Counter)
    used: dict[str, int] = field(default_factory=Counter)


def add(tally: Tally, more: Tally) -> None:
    tally.games += more.games
    tally.rounds += more.rounds
    for name in Tally.__struct_fields__[3:]:
        counted = getattr(tally, name)
        for key, number in getattr(more, name).items():
            counted[key] = counted.get(key, 0) + number


def run(box: Box, players: int, numbers: Iterable[int]) -> Tally:
    """Plays the games with these numbers: the same number is always the same game."""
    tally = Tally(players)
    tables = _arrangements(players)
    for number in numbers:
        minds = tables[number // players % len(tables)]
        play(minds, number, box, tally)
    return tally


def _arrangements(players: int) -> list[list[str]]:
    """Every way to seat the computer players."""
    return [list(minds) for minds in itertools.product(MINDS, repeat=players) if len(set(minds)) > 1 or players < 3]


def play(minds: list[str], game: int, box: Box, tally: Tally) -> None:
    players = tally.players
    state = new_game(players, box, Options())
    luck = Luck(f"balance {players} {game}")
    draws = number = 0
    first = game % players
    buyers: dict[str, set[int]] = {}
    while state.result is None and state.round <= LONGEST:
        move: Any
        if state.awaiting:
            seat = state.awaiting[0]
            lots = luck.lots(f"{number}-{seat}")
            move = MINDS[minds[seat]](shared(state), own(state, seat), box, state.options, lots)
        elif state.phase == "start":
            move = Start(first)
        else:
            move = draw(state, luck, draws)
            draws += 1
        if isinstance(move, Buy):
            tally.bought[move.card] += 1
            buyers.setdefault(move.card, set()).add(move.seat)
        elif isinstance(move, Discard):
            tally.discarded[move.card] += 1
        state, events = apply(state, move)
        for event in events:
            if isinstance(event, CardUsed):
                tally.used[event.card] += 1
        number += 1
    winners = state.result.winners if state.result else ()
    tally.games += 1
    tally.rounds.append(state.round)
    tally.endings[state.result.why if state.result else "endless"] += 1
    for seat in range(players):
        tally.seats_of_mind[minds[seat]] += 1
    for seat in winners:
        tally.wins_of_place[(seat - first) % players] += 1 / len(winners)
        tally.wins_of_mind[minds[seat]] += 1 / len(winners)
    for card, seats in buyers.items():
        tally.won_with[card] += sum(seat in winners for seat in seats) / len(seats)


def figures(tally: Tally, box: Box) -> dict[str, Any]:
    """What a person wants to know of it. Shares are from 0 to 1; cards have numbers by game, and how often one of
    their buyers won."""
    games = max(1, tally.games)
    won = sum(tally.wins_of_place.values()) or 1
    sixths = quantiles(tally.rounds, n=6) if len(tally.rounds) > 1 else [0, 0]
    return {
        "games": tally.games,
        "rounds": mean(tally.rounds) if tally.rounds else 0,
        "usual": [round(sixths[0]), round(sixths[-1])],
        "lengths": sorted(Counter(tally.rounds).items()),
        "endings": {why: number / games for why, number in tally.endings.items()},
        "places": [tally.wins_of_place.get(place, 0) / won for place in range(tally.players)],
        "cards": {
            card.id: {
                "bought": tally.bought.get(card.id, 0) / games,
                "discarded": tally.discarded.get(card.id, 0) / games,
                "used": tally.used.get(card.id, 0) / games,
                "won": tally.won_with.get(card.id, 0) / max(1, tally.bought.get(card.id, 0)),
            }
            for card in box.cards
        },
    }
