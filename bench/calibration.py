"""Are the chances true that the expert of Chance It names? `python -m bench.calibration --positions 50000`.

From each game one beginning of a round is taken, by lot, and the chance of everybody who is still in it. Of those who
were given about 10 %, about 10 % should win in the end, and so on. Whoever shares a victory has won a part of it.
With `--odds` it is any point of the game, and what the big screen would say there.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any

from bench.train import LONGEST, odd_box
from rules import chance_it
from rules.chance_it.box import Box
from rules.chance_it.odds import odds
from rules.chance_it.state import State
from rules.chance_it.worth import ONE, Judge
from rules.luck import Luck
from rules.thinking import open_lots

BOXES = 3
"""Made by lot from seeds that learning never has."""


def game(number: int, minds: list[str], box: Box, is_odds: bool) -> Iterator[tuple[float, float]]:
    """What was named, and what came of it."""
    lots = random.Random(f"calibration {number}")
    players = lots.choice((2, 3, 4, 5, 6))
    seats = [chance_it.COMPUTER_PLAYERS[lots.choice(minds)] for _seat in range(players)]
    options = chance_it.Options()
    state, luck, draws, moves = chance_it.new_game(players, box, options), Luck(f"calibration {number}"), 0, 0
    points = []
    while state.result is None and state.round < LONGEST:
        move: Any
        if state.phase == "roll" or (is_odds and state.round):
            points.append(state)
        if state.awaiting:
            seat = state.awaiting[0]
            lot = luck.lots(f"{moves}-{seat}")
            move = seats[seat](chance_it.shared(state), chance_it.own(state, seat), box, options, lot)
        elif state.phase == "start":
            move = chance_it.Start(lots.randrange(players))
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
        moves += 1
    if state.result is not None and state.result.winners:
        winners = state.result.winners
        taken = lots.choice(points)
        for seat, chance in enumerate(named(taken, is_odds)):
            if taken.players[seat].hearts:
                yield chance / ONE, (seat in winners) / len(winners)


def named(state: State, is_odds: bool) -> Sequence[int]:
    if is_odds:
        return odds(chance_it.shared(state), state.box, state.options, open_lots())
    return Judge(state.options.stars_to_win).chances(state)


def measure(title: str, minds: list[str], boxes: list[Box], given: argparse.Namespace) -> None:
    bins: list[list[tuple[float, float]]] = [[] for _bin in range(10)]
    games = positions = 0
    while positions < given.positions:
        found = list(game(games, minds, boxes[games % len(boxes)], given.odds))
        for chance, won in found:
            bins[min(int(chance * 10), 9)].append((chance, won))
        positions += bool(found)
        games += 1
    print(f"{title}: {sum(map(len, bins)):,} chances in {positions:,} positions, each of another game")
    for number, pairs in enumerate(bins):
        if pairs:
            middle = sum([one for one, _won in pairs]) / len(pairs)
            share = sum([won for _one, won in pairs]) / len(pairs)
            spread = 1.96 * (share * (1 - share) / len(pairs)) ** 0.5
            print(
                f"  {10 * number:3} to {10 * number + 10:3} %: named {100 * middle:4.1f} %, won {100 * share:4.1f} % "
                f"± {100 * spread:.1f} of {len(pairs):,}, apart {100 * (share - middle):+.1f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50_000)
    parser.add_argument("--minds", default="easy,medium,hard,hard", help="who sits there, by lot")
    parser.add_argument("--seed", default="never seen", help="of the strange boxes")
    parser.add_argument("--odds", action="store_true", help="what the big screen says, at any point of a game")
    given = parser.parse_args()
    minds = given.minds.split(",")
    measure("The house box", minds, [chance_it.house_box()], given)
    strange = [odd_box(random.Random(f"{given.seed} {number}")) for number in range(BOXES)]
    measure("Strange boxes", minds, strange, given)


if __name__ == "__main__":
    main()
