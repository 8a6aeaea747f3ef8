"""Learns what the empty squares of Second Chance are worth, from games: `make train-room`. docs/computer-players.md
says how it went. Only this and `train` need numpy.

First a player draws where the border is shortest, now and then by lot, and the numbers are fitted to how its games
ended. Then, turn by turn, they are fitted to what they say themselves a round or two later, of the places that were
drawn at and of others beside them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from rules import second_chance
from rules.second_chance import foresight
from rules.second_chance.foresight import Eye, Numbers, Room, Squares, places
from rules.second_chance.tiles import Tile

PLACE = Path(foresight.__file__).with_name("room.json")
AT = (1, 4, 7, 10, 14, 19, 25, 32, 40, 50, 62, 73)
COUNTED = 17
BOX = second_chance.house_box()
NOISE = 0.15
GRAIN = 1024
FINE = 16 * GRAIN
NEAR = (0.5249, 0.4167, 0.3089, 0.2101, 0.1281, 0.0681, 0.0304, 0.0108, 0.0028, 0.0004, 0)
"""How likely it is that two other games reach the goal together with one that leaves 0, 1, 2 ... squares empty."""
ENDS = {
    "fewest": ((-GRAIN // 2, GRAIN), GRAIN),
    "alone": (tuple([-round(near * FINE) for near in NEAR]), 0),
}
Row = tuple[list[int], float]


def border() -> Numbers:
    """Four sides for each square, without those that two share."""
    counts = (0, 4 * GRAIN, -2 * GRAIN, *[0] * (COUNTED - 3))
    return Numbers((0, 1), (counts, counts), (0,), GRAIN)


def _single(place: int) -> Numbers:
    counts = tuple([int(place == number) for number in range(COUNTED)])
    return Numbers((0, 1), (counts, counts), (0,), 0)


SINGLE = tuple([_single(place) for place in range(2, COUNTED)])


def counted(empty: Squares, left: int, unseen: list[Tile]) -> list[int]:
    """What is counted of this grid, as the expert does: each asked for by itself."""
    seen = [Eye(BOX.size, numbers, left, unseen).expected(empty) for numbers in SINGLE]
    return [1, empty.bit_count(), *seen]


def game(lots: random.Random, numbers: Numbers, rows: list[Row] | None) -> Iterator[tuple[Squares, list[Tile]]]:
    """One player's grid after each drawing, and the deck. Rows are added, if wanted, for that and what was near it."""
    size, width = BOX.size, BOX.size + 1
    empty = sum([1 << row * width + column for row in range(size) for column in range(size)])
    deck = lots.sample(BOX.tiles, len(BOX.tiles))
    centre = 1 << (size // 2) * (width + 1)
    can = [after for after in places(empty, lots.choice(BOX.starts), size) if not after & centre]
    while True:
        eye = Eye(size, numbers, len(deck), deck)
        can.sort(key=lambda after: (eye.expected(after), after))
        near = can[:15] if lots.random() < 0.8 else can
        empty = lots.choice(near) if lots.random() < NOISE else can[0]
        if rows is not None:
            beside = [lots.choice(near) for _place in range(2)] if lots.random() < 0.6 else []
            for after in {empty, *beside}:
                further = int(after.bit_count() <= 14)
                rows.append((counted(after, len(deck), deck), eye.ahead(after, deck, 1, further)))
        yield empty, deck
        if not empty or len(deck) < 2:
            return
        tiles, deck = deck[:2], deck[2:]
        can = [after for tile in tiles for after in places(empty, tile, size)]
        if not can and deck:
            tile, *deck = deck
            can = list(places(empty, tile, size))
        if not can:
            return


def from_ends(games: range, seed: str, numbers: Numbers, ends: Numbers) -> list[Row]:
    rows: list[Row] = []
    for number in games:
        grids = list(game(random.Random(f"{seed} {number}"), numbers, None))
        end = ends.at_the_end(grids[-1][0].bit_count())
        rows += [(counted(empty, len(deck), deck), end) for empty, deck in grids]
    return rows


def from_itself(games: range, seed: str, numbers: Numbers) -> list[Row]:
    rows: list[Row] = []
    for number in games:
        for _grid in game(random.Random(f"{seed} {number}"), numbers, rows):
            pass
    return rows


def fit(rows: list[Row], ends: Numbers) -> Numbers:
    """The numbers with which the sums are as near to the truth as can be, in whole numbers."""
    features = np.array([row for row, _end in rows], float)
    truth = np.array([end for _row, end in rows], float)
    near = np.stack([np.interp(features[:, 1], AT, one) for one in np.eye(len(AT))], axis=1)
    spread = (near[:, :, None] * features[:, None, :]).reshape(len(rows), -1)
    square = spread.T @ spread + 3 * np.eye(spread.shape[1])
    counts = np.linalg.solve(square, spread.T @ truth)
    apart = float(np.sqrt(np.mean((spread @ counts - truth) ** 2)))
    print(f"{len(rows):,} grids, apart from the truth by {apart / max(1, np.std(truth)):.3f} of its spread", flush=True)
    whole = np.rint(counts).astype(int).reshape(len(AT), COUNTED).tolist()
    return Numbers(AT, tuple(map(tuple, whole)), ends.stays, ends.each)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="room", help="the same one learns the same")
    parser.add_argument("--games", type=int, default=4000, help="that are played to their end, twice")
    parser.add_argument("--own-games", type=int, default=600, help="in each of the turns that follow")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--to", type=Path, default=PLACE)
    options = parser.parse_args()
    learned = {}
    for what, (stays, each) in ENDS.items():
        numbers = ends = Numbers(AT, (), stays, each)
        for turn, player in enumerate((border(), None)):
            rows = from_ends(range(options.games), f"{options.seed} {turn}", player or numbers, ends)
            numbers = fit(rows, ends)
        for turn in range(options.turns):
            numbers = fit(from_itself(range(options.own_games), f"{options.seed} own {turn}", numbers), ends)
        learned[what] = numbers
    options.to.write_bytes(msgspec.json.encode(Room(**learned)) + b"\n")


if __name__ == "__main__":
    main()
