"""How quickly the pages answer that look back on all evenings: `python -m bench.evenings`, with 10,000 games.

The games of `tests/games` are stored again and again, played by sixty people on other days, and a server on one core is
asked for each page: how long it worked on it, and when it answered, which is later on a busy machine. `--fill DATA`
only stores the games into the database of that data folder.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import psutil

GAMES = Path(__file__).parent.parent / "tests" / "games"
NAMES = [
    "Ann",
    "Ben",
    "Chloé",
    "Dirk",
    "Élodie",
    "Fritz",
    "Greta",
    "Hélène",
    "Ines",
    "Jürgen",
    "Klara",
    "Léa",
    "Max",
    "Nora",
    "Oskar",
    "Paul",
    "Quentin",
    "Rosa",
    "Søren",
    "Tom",
    "Ulla",
    "Vera",
    "Willi",
    "Xenia",
    "Yann",
    "Zoé",
]
PEOPLE = NAMES + [f"{name} {letter}." for letter in "ABC" for name in NAMES][: 60 - len(NAMES)]
LIMIT = 200
"""Milliseconds of the processor."""
TIMES = 20


def fill(games: int) -> None:
    """So many games, in the database of the settings."""
    import django

    django.setup()
    from django.db import transaction

    from chanceit import models
    from chanceit.table import results, standings
    from rules.record import read

    lots = random.Random(14)
    known = []
    for file in sorted(GAMES.glob("*.jsonl")):
        playing = read(file.read_bytes().splitlines())
        if playing.state.result is None:
            continue
        header, moves = playing.header, playing.moves
        state, events = results.played_again(playing.game, len(header.players), playing.box, playing.options, moves)
        known.append((playing, state, playing.game.outcome(state, events)))
    people = list(results.people_of(PEOPLE).values())
    at = datetime.now(UTC) - timedelta(hours=games)
    for start in range(0, games, 1000):
        played, chosen = [], []
        for number in range(start, min(start + 1000, games)):
            playing, state, outcome = lots.choice(known)
            at += timedelta(minutes=60)
            chosen.append((playing, state, outcome))
            played.append(
                models.GamePlayed(
                    number=1,
                    game=playing.header.game,
                    box=playing.box.name,
                    began=at,
                    ended=at + timedelta(minutes=lots.randint(12, 55)),
                    why=outcome.why,
                    moves=len(playing.moves),
                    digest=sha256(f"bench {number}".encode()).hexdigest(),
                )
            )
        with transaction.atomic():
            models.GamePlayed.objects.bulk_create(played)
            rows = []
            for game, (playing, state, outcome) in zip(played, chosen, strict=True):
                seats = range(len(playing.header.players))
                sitters = lots.sample(people[:8] if lots.random() < 0.5 else people, len(seats))
                rows.append(
                    [
                        models.Result(
                            game=game,
                            seat=seat,
                            name=sitters[seat].name,
                            place=outcome.places[seat],
                            has_won=seat in state.result.winners,
                            counts=outcome.counts[seat],
                            written=sitters[seat],
                            person=sitters[seat],
                        )
                        for seat in seats
                    ]
                )
            models.Result.objects.bulk_create([row for own in rows for row in own], batch_size=500)
            marks = [
                mark
                for game, own, (playing, _state, outcome) in zip(played, rows, chosen, strict=True)
                for mark in results.marks(game, playing.game, outcome, own)
            ]
            models.Mark.objects.bulk_create(marks, batch_size=500)
    standings.are_due()
    begun = time.perf_counter()
    standings.add_up()
    print(f"to add up {games} games anew        {time.perf_counter() - begun:8.3f} s")


PAGES = {
    "the newest games": "/games",
    "the oldest games": "/games?page=100000",
    "a name searched for": "/games?name=zoe",
    "a game": "/games/1",
    "people": "/people?game=chance_it",
    "somebody": "/people/1",
    "records of the house": "/house-records",
    "the start page": "/",
}


def measure(games: int) -> bool:
    from tests.web.people import Person, Server

    with tempfile.TemporaryDirectory(prefix="chanceit-evenings-") as folder:
        server = Server(Path(folder), CHANCEIT_EVENINGS="house", CHANCEIT_RATES="off")
        server.prepare()
        command = [sys.executable, "-m", "bench.evenings", "--fill", folder, "--games", str(games)]
        subprocess.run(command, check=True)
        server.start()
        assert server.process is not None
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(server.process.pid, {min(os.sched_getaffinity(0))})
        process = psutil.Process(server.process.pid)
        try:
            person = Person(server)
            is_quick = True
            for told, address in PAGES.items():
                person.get(address)
                times = []
                worked = sum(process.cpu_times()[:2])
                for _time in range(TIMES):
                    begun = time.perf_counter()
                    status, page = person.get(address)
                    times.append((time.perf_counter() - begun) * 1000)
                    assert status == 200, page
                worked = (sum(process.cpu_times()[:2]) - worked) / TIMES * 1000
                is_quick &= worked <= LIMIT
                told_times = f"{statistics.median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})"
                print(f"{told:24}{worked:6.0f} ms of the processor, answered in {told_times}")
        finally:
            server.stop()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")
    return is_quick


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--fill", metavar="DATA")
    options = parser.parse_args()
    if options.fill:
        os.environ["CHANCEIT_DATA"] = options.fill
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chanceit.settings")
        fill(options.games)
        return 0
    return 0 if measure(options.games) else 1


if __name__ == "__main__":
    sys.exit(main())
