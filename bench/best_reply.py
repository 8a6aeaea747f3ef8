"""How far can the expert of Chance It be exploited? `make bench-best-reply`.

Somebody sits down with experts who stay as they are, and learns from games with them.
They know how the others think: before they lay a guide card they reckon how often the others lay which, and take what
is best against that. What a table is worth in this company they learn from who won, turn by turn. Then they play in
every seat in turn: what they win more often than their fair share is what can be gained.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from multiprocessing import Pool
from typing import Any

import numpy as np

from bench.train import Position, fit, game, positions, whole
from rules import chance_it
from rules.chance_it.computer_players import expert
from rules.chance_it.foresight import GUIDES, Chance, as_it_may_be, outcome, think, who_choose, with_pile
from rules.chance_it.odds import how_they_lay, one_of
from rules.chance_it.worth import GRAIN, Judge, Learned, learned

TIMES = 64
"""How often a round is played with each guide card, while the others lay theirs by lot, as often as they lay each."""

SAID = 100
"""After so many games it says how it stands."""


def reply(view: Any, own: Any, box: Any, options: Any, lots: Any, numbers: Learned) -> Any:
    if view.phase != "choose":
        thought = think(view, own, box, options, lots, numbers=numbers)
        return thought and thought.move
    table, chance = as_it_may_be(view, own, box, options), Chance(lots.one_of(1 << 48))
    free = who_choose(table)
    mixes = how_they_lay(table, free, Judge(options.stars_to_win), chance)
    judge, place = Judge(options.stars_to_win, numbers), free.index(own.seat)
    sums = [0, 0, 0]
    for _time in range(TIMES):
        state, lot = with_pile(table, chance), chance.below(1 << 30)
        joint = [one_of(mix, chance) for mix in mixes]
        for guide in range(3):
            joint[place] = guide
            sums[guide] += outcome(state, free, tuple(joint), judge, lot)[own.seat]
    return chance_it.Choose(own.seat, GUIDES[max(range(3), key=sums.__getitem__)])


def play(number: int, seed: str, players: int, numbers: Learned) -> tuple[list[Position], float]:
    """What there is to learn from one game, and the part of the victory."""
    seat = number % players
    minds: list[Any] = [expert] * players
    minds[seat] = partial(reply, numbers=numbers)
    name = f"{seed} {players} {number}"
    beginnings, winners = game(name, chance_it.house_box(), chance_it.Options(), minds, random.Random(name), 0)
    return list(positions(beginnings, winners)), (seat in winners) / max(1, len(winners))


def say(what: str, shares: list[float], players: int) -> None:
    won = np.array(shares)
    print(
        f"{what}: {100 * won.mean():.1f} % \u00b1 {196 * won.std() / len(won) ** 0.5:.1f} of {len(won):,} games, "
        f"{100 * (won.mean() - 1 / players):+.1f} beside the fair share",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="best reply")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=5000, help="to learn from, in all turns together")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=4, help="in which the numbers are fitted after each turn")
    parser.add_argument("--measured", type=int, default=2000, help="games that are played afterwards")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    numbers = learned()
    weights = [np.array(of, np.float32) / GRAIN for of in (numbers.own, numbers.others, numbers.counts)]
    found: list[Position] = []
    with Pool(given.processes) as pool:
        for turn in range(given.turns + 1):
            is_learning = turn < given.turns
            games = given.games // given.turns if is_learning else given.measured
            one = partial(play, seed=f"{given.seed} {turn}", players=given.players, numbers=numbers)
            shares = []
            for learned_from, share in pool.imap(one, range(games), 10):
                shares.append(share)
                found += learned_from
                if len(shares) % SAID == 0 or len(shares) == games:
                    say(f"learning, turn {turn + 1}" if is_learning else "learned", shares, given.players)
            if is_learning:
                weights = fit(found, turn, given.epochs, weights)
                numbers = whole(weights)


if __name__ == "__main__":
    main()
