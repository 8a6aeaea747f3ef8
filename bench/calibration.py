"""Are the chances true that the expert of Chance It names? `python -m bench.calibration --positions 50000`.

From each game one beginning of a round is taken, by lot, and the chance of everybody who is still in it. Of those who
were given about 10 %, about 10 % should win in the end, and so on. Whoever shares a victory has won a part of it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

from bench.train import LONGEST, odd_box
from rules import chance_it
from rules.chance_it.box import Box
from rules.chance_it.worth import ONE, Judge
from rules.luck import Luck

BOXES = 3
"""Made by lot from seeds that learning never has."""


def game(number: int, minds: list[str], box: Box) -> Iterator[tuple[float, float]]:
    """What was named, and what came of it."""
    lots = random.Random(f"calibration {number}")
    players = lots.choice((2, 3, 4, 5, 6))
    seats = [chance_it.COMPUTER_PLAYERS[lots.choice(minds)] for _seat in range(players)]
    options = chance_it.Options()
    state, luck, draws, moves = chance_it.new_game(players, box, options), Luck(f"calibration {number}"), 0, 0
    beginnings = []
    while state.result is None and state.round < LONGEST:
        move: Any
        if state.awaiting:
            seat = state.awaiting[0]
            lot = luck.lots(f"{moves}-{seat}")
            move = seats[seat](chance_it.shared(state), chance_it.own(state, seat), box, options, lot)
        elif state.phase == "start":
            move = chance_it.Start(lots.randrange(players))
        else:
            if state.phase == "roll":
                beginnings.append(state)
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
        moves += 1
    if state.result is not None and state.result.winners:
        winners = state.result.winners
        taken = lots.choice(beginnings)
        for seat, chance in enumerate(Judge(options.stars_to_win).chances(taken)):
            if taken.players[seat].hearts:
                yield chance / ONE, (seat in winners) / len(winners)


def measure(title: str, positions: int, minds: list[str], boxes: list[Box]) -> None:
    bins: list[list[tuple[float, float]]] = [[] for _bin in range(10)]
    games = count = 0
    while count < positions:
        for named, won in game(games, minds, boxes[games % len(boxes)]):
            bins[min(int(named * 10), 9)].append((named, won))
            count += 1
        games += 1
    print(f"{title}: {count:,} chances of {games:,} games")
    for number, pairs in enumerate(bins):
        if pairs:
            named = sum([one for one, _won in pairs]) / len(pairs)
            share = sum([won for _one, won in pairs]) / len(pairs)
            spread = 1.96 * (share * (1 - share) / len(pairs)) ** 0.5
            print(
                f"  {10 * number:3} to {10 * number + 10:3} %: named {100 * named:4.1f} %, won {100 * share:4.1f} % "
                f"± {100 * spread:.1f} of {len(pairs):,}, apart {100 * (share - named):+.1f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50_000)
    parser.add_argument("--minds", default="easy,medium,hard,hard", help="who sits there, by lot")
    parser.add_argument("--seed", default="never seen", help="of the strange boxes")
    options = parser.parse_args()
    minds = options.minds.split(",")
    measure("The house box", options.positions, minds, [chance_it.house_box()])
    strange = [odd_box(random.Random(f"{options.seed} {number}")) for number in range(BOXES)]
    measure("Strange boxes", options.positions, minds, strange)


if __name__ == "__main__":
    main()
