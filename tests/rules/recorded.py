"""The recorded games of tests/games: found by folder, so that a new file is a new test."""

from itertools import islice
from pathlib import Path

from rules.record import Playing, replay

GAMES = Path(__file__).parent.parent / "games"
RECORDS = sorted(GAMES.glob("*.jsonl"))


def game_at(name: str, moves: int) -> Playing:
    """A recorded game after so many moves: `game_at("chance_it-2-players-stars", 3)`."""
    with (GAMES / f"{name}.jsonl").open("rb") as lines:
        *_, playing = islice(replay(lines), moves + 1)
    assert len(playing.moves) == moves, f"{name} has only {len(playing.moves)} moves"
    return playing
