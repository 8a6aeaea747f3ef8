"""Is the house box a good one? Computer players play it: `python -m bench.balance --games 4000`.

All computer players sit at the tables, and each arrangement of them is played with everybody starting once, so that a
place's figure shows the place and not who sat there. docs/house-box.md holds the results and what they were used for.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from statistics import mean, quantiles
from typing import Any

from rules import chance_it
from rules.luck import Luck

MINDS = chance_it.COMPUTER_PLAYERS


class Tally:
    """What is counted over many games of one number of players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.rounds: list[int] = []
        self.endings: Counter[str] = Counter()
        self.wins_of_place: list[float] = [0.0] * players
        """By distance from whoever had the dice first."""
        self.wins_of_mind: Counter[str] = Counter()
        self.seats_of_mind: Counter[str] = Counter()
        self.bought: Counter[str] = Counter()
        self.won_with: Counter[str] = Counter()
        self.discarded: Counter[str] = Counter()
        self.used: Counter[str] = Counter()


def play(players: int, minds: list[str], seed: str, box: chance_it.Box, tally: Tally) -> None:
    state = chance_it.new_game(players, box, chance_it.Options())
    luck = Luck(seed)
    draws = number = 0
    first = tally.games % players
    buyers: dict[str, set[int]] = {}
    while state.result is None:
        move: Any
        if state.awaiting:
            seat = state.awaiting[0]
            seen = chance_it.shared(state), chance_it.own(state, seat)
            move = MINDS[minds[seat]](*seen, box, luck.lots(f"{number}-{seat}"))
        elif state.phase == "start":
            move = chance_it.Start(first)
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        if isinstance(move, chance_it.Buy):
            tally.bought[move.card] += 1
            buyers.setdefault(move.card, set()).add(move.seat)
        elif isinstance(move, chance_it.Discard):
            tally.discarded[move.card] += 1
        state, events = chance_it.apply(state, move)
        tally.used.update(event.card for event in events if isinstance(event, chance_it.events.CardUsed))
        number += 1
    winners = state.result.winners
    tally.games += 1
    tally.rounds.append(state.round)
    tally.endings[state.result.why] += 1
    for seat in range(players):
        tally.seats_of_mind[minds[seat]] += 1
    for seat in winners:
        tally.wins_of_place[(seat - first) % players] += 1 / len(winners)
        tally.wins_of_mind[minds[seat]] += 1 / len(winners)
    for card, seats in buyers.items():
        tally.won_with[card] += sum(seat in winners for seat in seats) / len(seats)


def arrangements(players: int) -> list[list[str]]:
    """Every way to seat the computer players."""
    return [list(minds) for minds in itertools.product(MINDS, repeat=players) if len(set(minds)) > 1 or players < 3]


def run(players: int, games: int, box: chance_it.Box) -> Tally:
    tally = Tally(players)
    tables = arrangements(players)
    for number in range(games):
        minds = tables[number // players % len(tables)]
        play(players, minds, f"balance {players} {number}", box, tally)
    return tally


def show(tally: Tally, box: chance_it.Box, cards: bool) -> None:
    games = tally.games
    sixths = quantiles(tally.rounds, n=6)
    print(f"\n## {tally.players} players, {games} games\n")
    print(
        f"Rounds: {mean(tally.rounds):.1f} on average, two games in three between {sixths[0]:.0f} and {sixths[-1]:.0f}."
    )
    endings = ", ".join(f"{why} {100 * number / games:.1f} %" for why, number in tally.endings.most_common())
    print(f"Endings: {endings}.")
    fair = 100 / tally.players
    won = sum(tally.wins_of_place)
    places = ", ".join(f"{100 * wins / won - fair:+.1f}" for wins in tally.wins_of_place)
    print(
        f"Of the games won, by place from the first starting player, points above a fair share of {fair:.1f}: {places}."
    )
    minds = ", ".join(
        f"{mind} {100 * tally.wins_of_mind[mind] / seats:.1f} %" for mind, seats in tally.seats_of_mind.items()
    )
    print(f"Wins per seat: {minds}.")
    if not cards:
        return
    print("\n| card | when | price | does | bought | discarded | worked | its buyers won |")
    print("|---|---|---|---|---|---|---|---|")
    for card in box.cards:
        does = ", ".join(
            f"{getattr(card, effect)} {effect}"
            for effect in ("coins", "hearts", "stars", "hit", "market")
            if getattr(card, effect)
        )
        bought = tally.bought[card.id]
        games_bought = max(1, bought)
        print(
            f"| {card.id} | {card.when} | {card.price} | {does} | {bought / games:.2f} "
            f"| {tally.discarded[card.id] / games:.2f} | {tally.used[card.id] / games:.2f} "
            f"| {100 * tally.won_with[card.id] / games_bought:.0f} % |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="for each number of players (default 4000)")
    options = parser.parse_args()
    box = chance_it.house_box()
    for players in chance_it.PLAYERS:
        show(run(players, options.games, box), box, cards=players == 4)


if __name__ == "__main__":
    main()
