"""`python -m rules.trying GAME PLAYERS FIRST STEP GAMES`: a worker that plays games with the box on its standard input.

The box is its first line. Every few games it prints what it has counted since, as a line of JSON. It takes only what
nobody else needs of the machine, and it ends at once when its standard input does: so it never outlives whoever started
it, however that one ended.
"""

from __future__ import annotations

import os
import sys
import threading

import msgspec

from rules.shelf import GAMES

AT_ONCE = 10
"""Games between two lines."""


def main(game: str, players: int, first: int, step: int, games: int) -> None:
    os.nice(19)
    trial = GAMES[game].trial()
    assert trial is not None
    box = GAMES[game].read_box(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_the_input, daemon=True).start()
    numbers = range(first, games, step)
    for begin in range(0, len(numbers), AT_ONCE):
        tally = trial.run(box, players, numbers[begin : begin + AT_ONCE])
        sys.stdout.buffer.write(msgspec.json.encode(tally) + b"\n")
        sys.stdout.flush()


def _end_with_the_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
