"""What do everybody's odds cost, and do they come true? `python -m bench.odds --games 100 --players 4 --mind hard`.

Games of computer players are weighed at every point at which a big screen would be told something new, and looked back
on as a whole; the time is that of the processor. Then, for each ten hundredths: how often whoever was named such a
chance has won.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from rules import chance_it
from rules.luck import Luck
from rules.parts import ODDS
from rules.thinking import open_lots

LONGEST = 300


def game(mind: str, players: int, number: int) -> tuple[list[Any], list[Any]]:
    state = chance_it.new_game(players, chance_it.house_box(), chance_it.Options())
    luck, draws = Luck(f"odds {players} {number}"), 0
    states, moves = [state], list[Any]()
    while state.result is None and state.round <= LONGEST:
        if state.awaiting:
            seat = state.awaiting[0]
            seen = chance_it.shared(state), chance_it.own(state, seat), state.box, state.options
            move: Any = chance_it.COMPUTER_PLAYERS[mind](*seen, luck.lots(f"{len(moves)}-{seat}"))
        elif state.phase == "start":
            move = chance_it.Start(number % players)
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
        states.append(state)
        moves.append(move)
    return states, moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mind", default="hard")
    given = parser.parse_args()
    weigher = chance_it.weigher()
    odds_took, weighing_took, games_took = list[float](), list[float](), list[float]()
    named: list[list[float]] = [[] for _ten in range(10)]
    for number in range(given.games):
        states, moves = game(given.mind, given.players, number)
        if states[-1].result is None:
            continue
        box, options, winners = states[0].box, states[0].options, states[-1].result.winners
        positions = weigher.positions(states, moves)
        for position in positions[:-1]:
            begun = time.process_time()
            chances = weigher.odds(position.view, box, options, open_lots())
            odds_took.append(time.process_time() - begun)
            for seat, chance in enumerate(chances):
                if chance:
                    won = 1 / len(winners) if seat in winners else 0.0
                    named[min(9, 10 * chance // ODDS)].append(won - chance / ODDS)
        if number % 10 == 0:
            all_of_it = 0.0
            for position in positions:
                begun = time.process_time()
                weigher.weigh(position, box, options, open_lots())
                weighing_took.append(time.process_time() - begun)
                all_of_it += weighing_took[-1]
            games_took.append(all_of_it)
    for what, took in ("odds", odds_took), ("a position looked back on", weighing_took):
        took.sort()
        print(
            f"{what}: {1000 * sum(took) / len(took):.1f} ms on average, {1000 * took[len(took) * 99 // 100]:.1f} ms in "
            f"99 of 100, at most {1000 * took[-1]:.1f} ms, of {len(took)}"
        )
    print(f"a game looked back on: {sum(games_took) / len(games_took):.2f} s, at most {max(games_took):.2f} s")
    for ten, off in enumerate(named):
        if off:
            print(f"named {10 * ten} to {10 * ten + 10} %: won {100 * sum(off) / len(off):+.1f} more, of {len(off)}")


if __name__ == "__main__":
    main()
