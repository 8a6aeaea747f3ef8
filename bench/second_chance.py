"""How fast the rules of Second Chance are, on one core: `python bench/second_chance.py`.

Every figure is measured here and now, in positions of random games with the house box. The median of a few
repetitions is printed, with the lowest and the highest, because a busy machine varies.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

from rules import second_chance
from rules.second_chance.tiles import fits

REPETITIONS = 5
SECONDS = 1.0
"""Each repetition runs at least so long."""
PLAYERS = 4
BOX = second_chance.house_box()


def random_game(lots: random.Random) -> list[second_chance.State]:
    """All the states of a game in which each move is one of all the legal ones."""
    states = []
    state = second_chance.new_game(PLAYERS, BOX, second_chance.Options())
    starts, tiles = [tile.id for tile in BOX.starts], [tile.id for tile in BOX.tiles]
    lots.shuffle(starts)
    lots.shuffle(tiles)
    state, _events = second_chance.apply(state, second_chance.Shuffle(tuple(starts), tuple(tiles)))
    while state.result is None:
        states.append(state)
        state, _events = second_chance.apply(state, lots.choice(second_chance.legal(state)))
    return states


def rate(once: Callable[[], int]) -> list[float]:
    """How many a second, for each repetition; `once` says how many it did."""
    rates = []
    for _ in range(REPETITIONS):
        done = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            done += once()
        rates.append(done / (time.perf_counter() - began))
    return sorted(rates)


def main() -> None:
    lots = random.Random(1)
    drawing = [state for _ in range(40) for state in random_game(lots) if state.phase in ("draw", "second_chance")]
    grids = [player.filled for state in drawing[::20] for player in state.players]
    alone = [msgspec.structs.replace(state, awaiting=(seat,)) for state in drawing for seat in state.awaiting]
    seats = [(state, seat) for state in drawing for seat in state.awaiting]
    encode = msgspec.json.Encoder().encode
    sizes = [len(encode([second_chance.shared(state), second_chance.own(state, seat)])) for state, seat in seats]

    def answers() -> int:
        for filled in grids:
            for tile in BOX.tiles:
                fits(tile, BOX.size, filled)
        return len(grids) * len(BOX.tiles)

    def lists() -> int:
        for state in alone:
            second_chance.legal(state)
        return len(alone)

    def games() -> int:
        random_game(lots)
        return 1

    def views() -> int:
        for state, seat in seats:
            encode([second_chance.shared(state), second_chance.own(state, seat)])
        return len(seats)

    print(f"{'':44}{'median':>10}{'lowest':>10}{'highest':>10}{'goal':>10}")
    for what, once, goal in (
        ("does a tile fit anywhere, answers/s", answers, 100_000),
        ("all legal drawings of a player, lists/s", lists, 20_000),
        (f"random games of {PLAYERS} players, games/s", games, 150),
        ("views of a player to move, with JSON, /s", views, 25_000),
    ):
        rates = rate(once)
        middle = statistics.median(rates)
        print(f"{what:44}{middle:>10,.0f}{rates[0]:>10,.0f}{rates[-1]:>10,.0f}{goal:>10,}")
    middle = statistics.median(sizes)
    print(f"{'size of such a view, bytes':44}{middle:>10,.0f}{min(sizes):>10,}{max(sizes):>10,}{6000:>10,}")


if __name__ == "__main__":
    main()
