"""How good are the computer players? `make bench-players`, or `python -m bench.players expert hard --games 200`.

The first one named is measured against the others, in every seat in turn, with everybody starting in turn. Without
names, all pairs of docs/computer-players.md are played.

`--game second_chance` counts empty squares: `python -m bench.players --game second_chance` with everybody alone, and
with all four strengths at a table; `... expert --games 100` with this one alone, three games in each run.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from rules import chance_it, second_chance
from rules.luck import Luck

LONGEST = 300
PAIRS = (
    ("expert", "hard", "hard", "hard"),
    ("expert", "hard"),
    ("expert", "hard", "hard", "hard", "hard", "hard"),
    ("hard", "medium", "medium", "medium"),
    ("medium", "easy", "easy", "easy"),
)


def game(minds: list[str], number: int, taken: list[float]) -> tuple[int, ...]:
    """Who wins; what each choice of the one who is measured took is added, in seconds of the processor."""
    players = len(minds)
    measured = number % players
    seats = minds[-measured:] + minds[:-measured] if measured else minds
    state = chance_it.new_game(players, chance_it.house_box(), chance_it.Options())
    luck, draws, moves = Luck(f"bench {players} {number}"), 0, 0
    while state.result is None and state.round <= LONGEST:
        move: Any
        if state.awaiting:
            seat = state.awaiting[0]
            mind = chance_it.COMPUTER_PLAYERS[seats[seat]]
            seen = chance_it.shared(state), chance_it.own(state, seat), state.box, state.options
            lots = luck.lots(f"{moves}-{seat}")
            begun = time.process_time()
            move = mind(*seen, lots)
            if seat == measured:
                taken.append(time.process_time() - begun)
        elif state.phase == "start":
            move = chance_it.Start(number // players % players)
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
        moves += 1
    winners = state.result.winners if state.result else ()
    return tuple((seat - measured) % players for seat in winners)


def measure(minds: list[str], games: int) -> None:
    taken: list[float] = []
    shares = []
    for number in range(games):
        winners = game(minds, number, taken)
        shares.append(1 / len(winners) if 0 in winners else 0.0)
    share = sum(shares) / games
    spread = 1.96 * (sum((one - share) ** 2 for one in shares) / games / games) ** 0.5
    taken.sort()
    print(
        f"{minds[0]} against {len(minds) - 1} {minds[1]}: {100 * share:.1f} % ± {100 * spread:.1f} of {games} games "
        f"(fair: {100 / len(minds):.1f}); a choice takes {1000 * sum(taken) / len(taken):.1f} ms on average, "
        f"{1000 * taken[len(taken) * 99 // 100]:.1f} ms in 99 of 100",
        flush=True,
    )


def empty_squares(minds: list[str], number: int, taken: list[float]) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """By place in `minds`: how many squares stay empty, in each game; and who wins. Of the last one the times."""
    players = len(minds)
    shift = number % players
    seats = minds[-shift:] + minds[:-shift] if shift else minds
    state = second_chance.new_game(players, second_chance.house_box(), second_chance.Options(players == 1))
    luck, draws, moves = Luck(f"bench {players} {number}"), 0, 0
    while state.result is None:
        move: Any
        if state.phase == "shuffle":
            move = second_chance.draw(state, luck, draws)
            draws += 1
        else:
            seat = state.awaiting[0]
            seen = second_chance.shared(state), second_chance.own(state, seat), state.box, state.options
            begun = time.process_time()
            move = second_chance.COMPUTER_PLAYERS[seats[seat]](*seen, luck.lots(f"{moves}-{seat}"))
            if seats[seat] == minds[-1]:
                taken.append(time.process_time() - begun)
            moves += 1
        state, _events = second_chance.apply(state, move)
    empty = [state.totals] if players == 1 else [(player.empty,) for player in state.players]
    return empty[shift:] + empty[:shift], tuple([(seat - shift) % players for seat in state.result.winners])


def mean(values: list[float]) -> str:
    middle = sum(values) / len(values)
    return f"{middle:.2f} ± {1.96 * (sum([(one - middle) ** 2 for one in values]) / len(values) ** 2) ** 0.5:.2f}"


def measure_empty(minds: list[str], games: int) -> None:
    taken: list[float] = []
    left: list[list[tuple[int, ...]]] = [[] for _mind in minds]
    won = [0.0] * len(minds)
    for number in range(games):
        empty, winners = empty_squares(minds, number, taken)
        for place, squares in enumerate(empty):
            left[place].append(squares)
            won[place] += (place in winners) / max(1, len(winners))
    for place, mind in enumerate(minds):
        squares = [float(one) for run in left[place] for one in run]
        best, share = min([sum(run) for run in left[place]]), won[place] / games
        spread = 1.96 * (share * (1 - share) / games) ** 0.5
        print(
            f"{mind} {'alone' if len(minds) == 1 else f'at a table of {len(minds)}'}: {mean(squares)} squares empty, "
            f"{'goal reached' if len(minds) == 1 else 'won'} {100 * share:.1f} % ± {100 * spread:.1f} of {games}, "
            f"best {best}",
            flush=True,
        )
    taken.sort()
    print(
        f"  a choice of {minds[-1]} takes {1000 * sum(taken) / len(taken):.1f} ms on average, "
        f"{1000 * taken[len(taken) * 99 // 100]:.1f} ms in 99 of 100",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minds", nargs="*", help="who is measured, and then against whom")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", choices=("chance_it", "second_chance"), default="chance_it")
    options = parser.parse_args()
    if options.game == "second_chance":
        strengths = list(second_chance.COMPUTER_PLAYERS)
        for minds in [options.minds] if options.minds else [*([one] for one in strengths), strengths]:
            measure_empty(list(minds), options.games)
        return
    for minds in [options.minds] if options.minds else PAIRS:
        measure(list(minds), options.games)


if __name__ == "__main__":
    main()
