"""Learns what a table of Chance It is worth, from games: `make train`. docs/computer-players.md says how it went.

First the quick players play, with all kinds of boxes and options, in half of the games with a choice by lot now and
then; then the expert itself, with what was learned so far. Each time the numbers are fitted to who won in the end. Only
this needs numpy.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from rules import chance_it
from rules.chance_it import foresight, worth
from rules.chance_it.box import Box, Card
from rules.chance_it.state import State
from rules.luck import Luck

PLACE = Path(worth.__file__).with_name("worth.json")
THOUGHTS = 14
MOST_PLAYERS = 6
LONGEST = 80
KINDS = {"train": 0.08, "quiet": 0.0}
"""By the name of their seeds, how many choices are made by lot: what nobody would choose is learned in games with them,
but whoever plays badly now and then loses what seemed won, so chances learned from these alone are too modest."""
Position = tuple[list[worth.Numbers], list[worth.Numbers], list[float]]


def odd_box(lots: random.Random) -> Box:
    """The house box with other cards: what they bring and cost differs, and so does how many there are of a kind."""
    house = chance_it.house_box()
    cards = []
    for number in range(lots.randint(16, 40)):
        when = lots.choice(("flash", "1", "2", "3", "4", "5", "6", "chance_it"))
        brings = dict.fromkeys(worth.BRINGS, 0)
        for token in lots.sample(worth.BRINGS, lots.choice((1, 1, 2))):
            brings[token] = 1 if token in ("market", "hit") else lots.choice((1, 1, 2, 3 if when == "flash" else 1))
        if when == "flash":
            brings["market"] = 0
        cards.append(Card(f"o{number}", when, lots.randint(1, 9), **brings))
    return Box("odd", tuple(cards), house.stakes)


def play(
    number: int, seed: str, mind_of: Callable[[random.Random], Callable[..., Any]], noise: float
) -> Iterator[Position]:
    """The tables at the beginning of the rounds of one game, as features of each player, and who won."""
    lots = random.Random(f"{seed} {number}")
    players = lots.choice((2, 3, 3, 4, 4, 4, 5, 6))
    box = odd_box(lots) if lots.random() < 0.4 else chance_it.house_box()
    options = chance_it.Options()
    if lots.random() < 0.3:
        options = chance_it.Options(lots.randint(2, 14), lots.randint(3, 14), lots.choice((10, 15, 20, 25)))
    minds = [mind_of(lots) for _seat in range(players)]
    beginnings, winners = game(f"{seed} {number}", box, options, minds, lots, noise)
    return positions(beginnings, winners)


def game(
    seed: str, box: Box, options: chance_it.Options, minds: list[Callable[..., Any]], lots: random.Random, noise: float
) -> tuple[list[State], tuple[int, ...]]:
    """The tables at the beginning of its rounds, and who won: nobody, if it took too long."""
    players = len(minds)
    state, luck, draws, beginnings = chance_it.new_game(players, box, options), Luck(seed), 0, []
    moves = 0
    while state.result is None and state.round < LONGEST:
        move: Any
        if state.phase == "choose" and all(p.guide is None or p.bound for p in state.players if p.hearts):
            beginnings.append(state)
        if state.awaiting:
            seat = state.awaiting[0]
            own = chance_it.own(state, seat)
            if lots.random() < noise:
                move = lots.choice(own.can)
            else:
                move = minds[seat](chance_it.shared(state), own, box, options, luck.lots(f"{moves}-{seat}"))
        elif state.phase == "start":
            move = chance_it.Start(lots.randrange(players))
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
        moves += 1
    return beginnings, state.result.winners if state.result else ()


def positions(beginnings: list[State], winners: tuple[int, ...]) -> Iterator[Position]:
    for state in beginnings if winners else ():
        seats = [seat for seat, player in enumerate(state.players) if player.hearts]
        there = [state.players[seat] for seat in seats]
        goal = state.options.stars_to_win
        mine = [worth.own_features(player, goal) for player in there]
        yield mine, worth.others_features(there, goal), [(seat in winners) / len(winners) for seat in seats]


def gather(games: range, seed: str, mind_of: Any, noise: float) -> list[Position]:
    return [position for number in games for position in play(number, seed, mind_of, noise)]


def fit(positions: list[Position], seed: int, epochs: int, start: list[Any] | None = None) -> list[Any]:
    """Two layers, by Adam, so that the winners' share of the exponents is as near to the truth as can be."""
    lots = np.random.default_rng(seed)
    count = len(positions)
    own = np.zeros((count, MOST_PLAYERS, worth.OWN), np.float32)
    others = np.zeros((count, MOST_PLAYERS, worth.OTHERS), np.float32)
    won = np.zeros((count, MOST_PLAYERS), np.float32)
    there = np.zeros((count, MOST_PLAYERS), bool)
    for number, (mine, theirs, shares) in enumerate(positions):
        n = len(mine)
        own[number, :n], others[number, :n] = np.array(mine) / worth.PART, np.array(theirs) / worth.PART
        won[number, :n], there[number, :n] = shares, True
    held = np.arange(count) >= count * 9 // 10
    weights = start or [
        lots.normal(0, 0.3, (THOUGHTS, worth.OWN)).astype(np.float32),
        lots.normal(0, 0.3, (THOUGHTS, worth.OTHERS)).astype(np.float32),
        np.where(np.arange(THOUGHTS) % 3 < 2, 0.4, -0.4).astype(np.float32),
    ]
    mean, square, step = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights], 0
    learn = np.flatnonzero(~held)
    for epoch in range(epochs):
        rate = 0.004 * (1 - epoch / epochs) + 0.0003
        lots.shuffle(learn)
        for begin in range(0, len(learn), 512):
            batch = learn[begin : begin + 512]
            grads = _slopes(weights, own[batch], others[batch], won[batch], there[batch])
            step += 1
            for number, grad in enumerate(grads):
                grad = grad + 1e-4 * weights[number]
                mean[number] = 0.9 * mean[number] + 0.1 * grad
                square[number] = 0.999 * square[number] + 0.001 * grad**2
                move = mean[number] / (1 - 0.9**step) / (np.sqrt(square[number] / (1 - 0.999**step)) + 1e-8)
                weights[number] = weights[number] - rate * move
    chances = _chances(weights, own[held], others[held], there[held])[0]
    loss = -np.sum(won[held] * np.log(chances + 1e-9)) / max(1, held.sum())
    print(f"{count:,} tables, surprise at those held back: {loss:.4f}", flush=True)
    return weights


def _chances(weights: list[Any], own: Any, others: Any, there: Any) -> tuple[Any, Any, Any]:
    thoughts = np.einsum("npf,tf->npt", own, weights[0]) + np.einsum("npf,tf->npt", others, weights[1])
    active = np.maximum(thoughts, 0)
    scores = np.where(there, active @ weights[2], -1e9)
    exponents = np.exp(scores - scores.max(axis=1, keepdims=True)) * there
    return exponents / exponents.sum(axis=1, keepdims=True), thoughts, active


def _slopes(weights: list[Any], own: Any, others: Any, won: Any, there: Any) -> list[Any]:
    chances, thoughts, active = _chances(weights, own, others, there)
    slope = (chances - won) * there / len(own)
    back = slope[:, :, None] * weights[2] * (thoughts > 0)
    return [
        np.einsum("npt,npf->tf", back, own),
        np.einsum("npt,npf->tf", back, others),
        np.einsum("np,npt->t", slope, active),
    ]


def whole(weights: list[Any]) -> worth.Learned:
    """In whole numbers, as they are played with."""
    own, others, counts = (np.rint(w * worth.GRAIN).astype(int).tolist() for w in weights)
    return worth.Learned(tuple(map(tuple, own)), tuple(map(tuple, others)), tuple(counts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="", help="the same one learns the same")
    parser.add_argument("--games", type=int, default=20_000, help="of the quick players, of each kind")
    parser.add_argument("--own-games", type=int, default=500, help="of the expert, in each of the turns that follow")
    parser.add_argument("--turns", type=int, default=0, help="in which the expert plays itself")
    parser.add_argument("--rounds", type=int, default=40, help="that the expert looks at for a choice in these games")
    parser.add_argument("--to", type=Path, default=PLACE)
    options = parser.parse_args()
    quick = [chance_it.COMPUTER_PLAYERS[mind] for mind in ("easy", "medium", "hard", "hard")]
    positions = []
    for kind, noise in KINDS.items():
        positions += gather(range(options.games), options.seed + kind, lambda lots: lots.choice(quick), noise)
    weights = fit(positions, 1, 12)
    for turn in range(options.turns):
        numbers = whole(weights)

        def expert(view: Any, own: Any, box: Any, opts: Any, lots: Any, numbers: worth.Learned = numbers) -> Any:
            thought = foresight.think(view, own, box, opts, lots, options.rounds, numbers)
            return thought and thought.move

        minds = [expert, expert, expert, quick[2]]
        newer = gather(
            range(options.own_games), f"{options.seed} {turn}", lambda lots, minds=minds: lots.choice(minds), 0.04
        )
        positions = positions[len(positions) // 2 :] + newer * 2
        weights = fit(positions, 2 + turn, 10, weights)
        options.to.write_bytes(msgspec.json.encode(whole(weights)) + b"\n")
    options.to.write_bytes(msgspec.json.encode(whole(weights)) + b"\n")


if __name__ == "__main__":
    main()
