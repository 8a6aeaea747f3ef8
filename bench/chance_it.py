"""How fast the rules of Chance It are, on one core: `make bench`, or `python -m bench.chance_it`.

Every figure is measured here and now, by processor time. Each measure runs for a fixed time; the median of a few
repetitions is printed, with the lowest and the highest, because a busy machine varies.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from rules import chance_it
from rules.luck import Luck
from rules.record import replay

DRAWN = ("shuffle", "roll", "reroll")


def random_games(players: int, seconds: float) -> tuple[int, int]:
    """(moves, games) of random play in so long: moves are listed, one is picked and applied, events are made."""
    box = chance_it.house_box()
    options = chance_it.Options()
    lots = random.Random(players)
    pick, shuffled = lots.random, [card.id for card in box.cards]
    moves = games = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = chance_it.new_game(players, box, options)
        while state.result is None:
            legal = chance_it.legal(state)
            move = legal[int(pick() * len(legal))]
            if type(move) is chance_it.Due:
                move = outcome(state, move.do, lots, shuffled)
            state, _events = chance_it.apply(state, move)
            moves += 1
        games += 1
    return moves, games


def outcome(state: chance_it.State, do: str, lots: random.Random, cards: list[str]) -> Any:
    die = lots.random
    if do == "roll":
        return chance_it.Roll(tuple([int(die() * 6) + 1 for _ in range(5)]))
    if do == "reroll":
        return chance_it.Reroll(tuple([int(die() * 5) + 2 for _ in range(state.dice.count(1))]))
    if do == "start":
        return chance_it.Start(int(die() * len(state.players)))
    cards = cards[:] if state.action is None else [card.id for card in state.discard]
    lots.shuffle(cards)
    return chance_it.Shuffle(tuple(cards))


def games_of_computer_players(players: int, seconds: float) -> tuple[int, int]:
    """The same with computer players, who look at their view and think."""
    box = chance_it.house_box()
    options = chance_it.Options()
    minds = [chance_it.COMPUTER_PLAYERS[mind] for mind in ("easy", "medium", "hard")]
    moves = games = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = chance_it.new_game(players, box, options)
        luck = Luck(str(games))
        draws = number = 0
        while state.result is None:
            if state.awaiting:
                seat = state.awaiting[0]
                lots = luck.lots(f"{number}-{seat}")
                mind = minds[seat % len(minds)]
                move = mind(chance_it.shared(state), chance_it.own(state, seat), box, state.options, lots)
            elif state.phase == "start":
                move = chance_it.Start(games % players)
            else:
                move = chance_it.draw(state, luck, draws)
                draws += 1
            state, _events = chance_it.apply(state, move)
            number += 1
        moves += number
        games += 1
    return moves, games


def replayed(seconds: float) -> int:
    """States made by reading recorded games of the house, line by line."""
    folder = Path(__file__).parent.parent / "tests" / "games"
    records = [path.read_bytes().splitlines() for path in sorted(folder.glob("chance_it-*.jsonl"))]
    states = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        for record in records:
            for _playing in replay(record):
                states += 1
    return states


def views(seconds: float) -> int:
    """A seat's view and its JSON, over all the moments of a game of six."""
    moments = []
    box = chance_it.house_box()
    state = chance_it.new_game(6, box, chance_it.Options())
    lots = random.Random(1)
    while state.result is None:
        legal = chance_it.legal(state)
        move = legal[int(lots.random() * len(legal))]
        if type(move) is chance_it.Due:
            move = outcome(state, move.do, lots, [card.id for card in box.cards])
        state, _events = chance_it.apply(state, move)
        moments.append(state)
    encode = msgspec.json.Encoder().encode
    made = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        for number, state in enumerate(moments):
            encode([chance_it.shared(state), chance_it.own(state, number % 6)])
            made += 1
    return made


def measure(what: Callable[[float], int], seconds: float, times: int) -> tuple[float, float, float]:
    rates = []
    for _ in range(times):
        began = time.process_time()
        made = what(seconds)
        rates.append(made / (time.process_time() - began))
    return statistics.median(rates), min(rates), max(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each repetition (default 1)")
    parser.add_argument("--times", type=int, default=5, help="repetitions (default 5)")
    options = parser.parse_args()

    def show(name: str, what: Callable[[float], int]) -> float:
        median, low, high = measure(what, options.seconds, options.times)
        print(f"{name:<58} {median:>10,.0f}  ({low:,.0f} to {high:,.0f})")
        return median

    for players in (4, 6):
        show(f"random play, {players} players: moves/s", lambda s, p=players: random_games(p, s)[0])
        show(f"random play, {players} players: games/s", lambda s, p=players: random_games(p, s)[1])
    for players in (4, 6):
        show(
            f"computer players, {players} of them: moves/s",
            lambda s, p=players: games_of_computer_players(p, s)[0],
        )
        show(
            f"computer players, {players} of them: games/s",
            lambda s, p=players: games_of_computer_players(p, s)[1],
        )
    show("replaying records: states/s", replayed)
    rate = show("a seat's view and its JSON, 6 players: views/s", views)
    print(f"{'  which is, microseconds a view':<58} {1e6 / rate:>10.1f}")


if __name__ == "__main__":
    main()
