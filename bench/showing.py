"""What it costs to show a move to a table: `python -m bench.showing`.

A recorded game of six is laid out, and after each move the view is built and encoded for six phones and the
game-master screen, with the events of that move, as a room does it.
"""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chanceit.settings")
django.setup()

from chanceit.live import gate, messages  # noqa: E402
from chanceit.table import authority, log  # noqa: E402
from chanceit.table import commands as c  # noqa: E402
from chanceit.table.state import Actor, Entry, TableState, first, follow  # noqa: E402
from rules.record import read  # noqa: E402

GAMES = Path(__file__).parent.parent / "tests" / "games"
RECORDS = ("chance_it-6-players-shared-victory.jsonl", "second_chance-6-players-too-few-second-chances.jsonl")
TIMES = 15


def moments(record: str) -> list[tuple[TableState, TableState, Entry]]:
    """The table before and after each move of a game, and its entry."""
    playing = read((GAMES / record).read_bytes().splitlines())
    box = msgspec.Raw(msgspec.json.encode(playing.box))
    table = first(1, "BCDF", log.Opened(playing.game.NAME, box, msgspec.Raw(b"{}"), "host", "aa" * 32))
    players = tuple([c.Join(name, f"key {name}") for name in playing.header.players])
    _after, entries = authority.carry_out(table, "table", c.Import(players, tuple(playing.moves), "now"), "import")
    found = []
    for entry in entries:
        before = table
        table, _events = follow(table, entry)
        if isinstance(entry.what, log.Played):
            found.append((before, table, entry))
    return found


def show(before: TableState, table: TableState, entry: Entry, viewers: list[Actor]) -> int:
    """To all viewers; gives how many bytes that is."""
    shown = gate.shown(table, [entry], before)
    return sum(len(messages.encode(gate.view(table, shown, viewer))) for viewer in viewers)


def main() -> None:
    for record in RECORDS:
        moves = moments(record)
        viewers: list[Actor] = ["game_master", *range(1, 7)]
        times = []
        for _time in range(TIMES):
            begun = time.process_time()
            for _again in range(10):
                sizes = [show(*moment, viewers) for moment in moves]
            times.append((time.process_time() - begun) / 10 / len(moves) * 1e6)
        median, lowest, highest = statistics.median(times), min(times), max(times)
        print(record.removesuffix(".jsonl"))
        print(f"  to show a move to 7 screens, microseconds   {median:8.0f}  ({lowest:.0f} to {highest:.0f})")
        print(f"  a view, bytes on average                    {statistics.mean(sizes) / 7:8.0f}")


if __name__ == "__main__":
    main()
