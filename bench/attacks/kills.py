"""The plug is pulled again and again while phones play: `python -m bench.attacks.kills --kills 1000`.

After each kill every move that was acknowledged must be in the database, at its number. Lost must be 0.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sqlite3
import time

from bench.attacks.loopback import errors, report, serving
from tests.web.people import Server
from tests.web.players import Table


class Ledger:
    """What was acknowledged and what is stored, compared after each kill."""

    def __init__(self, server: Server, tables: list[Table]) -> None:
        self.server = server
        self.tables = tables
        self.stored: dict[tuple[str, str, str], int] = {}
        """By table, person and id: the number."""
        self.numbers: dict[str, int] = {}
        self.row = 0
        self.acknowledged: set[tuple[str, str, str]] = set()
        self.lost = self.doubled = self.refused_and_stored = self.gaps = 0

    def compare(self) -> None:
        self._read()
        for table in self.tables:
            history = table.history
            for event, message in history.got:
                if message["type"] not in ("done", "refused"):
                    continue
                key = history.code, event.who, message["id"]
                number = self.stored.get(key)
                if message["type"] == "done":
                    self.acknowledged.add(key)
                    self.lost += number != message["number"]
                else:
                    self.refused_and_stored += number is not None
            history.events.clear()

    def _read(self) -> None:
        """The entries that have come since the last time."""
        with contextlib.closing(sqlite3.connect(self.server.data / "chanceit.sqlite3")) as database:
            rows = database.execute(
                'SELECT entry.id, code, entry.number, "by", command FROM chanceit_entry entry '
                "JOIN chanceit_table ON table_id = chanceit_table.id WHERE entry.id > ? ORDER BY entry.id",
                [self.row],
            )
            for self.row, code, number, by, command in rows:
                key = code, by, command.rpartition(":")[2]
                self.doubled += key in self.stored
                self.gaps += number != self.numbers.get(code, 0) + 1
                self.stored[key] = self.numbers[code] = number


async def attack(server: Server, kills: int, tables: int, seed: int) -> None:
    lots = random.Random(seed)
    games = [("chance_it", 4), ("second_chance", 3)]
    parties = [Table([server], lots, *games[number % 2]) for number in range(tables)]
    ledger = Ledger(server, parties)
    for party in parties:
        for player in party.players:
            player.thinks = 0.02
            player.ids = f"{player.who}-"
        party.begin()
    began = time.monotonic()
    for _kill in range(kills):
        await asyncio.sleep(lots.uniform(0.05, 0.5))
        server.kill()
        ledger.compare()
        await asyncio.to_thread(server.start)
    for party in parties:
        await party.leave()
    ledger.compare()
    report(
        attack="kills",
        kills=kills,
        tables=tables,
        seed=seed,
        acknowledged=len(ledger.acknowledged),
        lost=ledger.lost,
        doubled=ledger.doubled,
        gaps=ledger.gaps,
        refused_and_stored=ledger.refused_and_stored,
        stored=len(ledger.stored),
        errors=len(errors(server)),
        seconds=round(time.monotonic() - began),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with serving(CHANCEIT_RATES="off") as server:
        asyncio.run(attack(server, options.kills, options.tables, options.seed))


if __name__ == "__main__":
    main()
