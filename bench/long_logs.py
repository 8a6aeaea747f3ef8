"""How long a table with a very long log takes: `python -m bench.long_logs`.

Two logs of so many entries: evening after evening of whole games, and one game that never ends, in which the host sets
tokens right and takes back again and again. Measured is processor time: to load it, to take back at its end, and to
tell the whole story.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

ENTRIES = 100_000


def set_up(folder: str) -> None:
    os.environ["CHANCEIT_DATA"] = folder
    os.environ["CHANCEIT_MOST_ENTRIES"] = "1000000"
    os.environ["DJANGO_SETTINGS_MODULE"] = "chanceit.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chanceit-long-") as folder:
        set_up(folder)
        for name, requests in (("games one after the other", of_evenings), ("a game that never ends", of_one_game)):
            code = write(requests, options.entries)
            print(f"{name}, {options.entries:,} entries")
            measure(code, options.times)


def of_evenings(now: Callable[[], Any]) -> Iterator[tuple[Any, Any]]:
    """Whole games, move by move as chance has it."""
    from chanceit.table import commands as c

    lots = random.Random(1)
    while True:
        yield "game_master", c.Begin()
        while now().status == "playing":
            yield a_move(now(), lots)
        yield "game_master", c.Again()


def of_one_game(now: Callable[[], Any]) -> Iterator[tuple[Any, Any]]:
    """A few moves, and then tokens that go up and down."""
    from chanceit.table import commands as c

    lots = random.Random(1)
    yield "game_master", c.Consent(False)
    yield "game_master", c.Begin()
    for _move in range(3):
        yield a_move(now(), lots)
    number = 0
    while True:
        number += 1
        correct = {"do": "correct", "seat": number % 6, "token": "coins", "by": 1}
        yield "game_master", c.Play(msgspec.Raw(msgspec.json.encode(correct)))
        if number % 10 == 0:
            yield "game_master", c.Undo()


def a_move(table: Any, lots: random.Random) -> tuple[Any, Any]:
    from chanceit.table import commands as c

    game, state = table.game, table.on.state
    for viewer in (*state.awaiting, "game_master"):
        can = game.own(state, viewer).can
        if can:
            move = msgspec.Raw(msgspec.json.encode(can[int(lots.random() * len(can))]))
            return ("game_master" if viewer == "game_master" else table.players[viewer].player), c.Play(move)
    for seat, seated in enumerate(table.players):
        for move in game.own(state, seat).can:
            return seated.player, c.Play(msgspec.Raw(msgspec.json.encode(move)))
    raise AssertionError("nobody can do anything")


def write(requests: Callable[[Callable[[], Any]], Iterator[tuple[Any, Any]]], entries: int) -> str:
    from chanceit.table import commands as c
    from chanceit.table import storing
    from chanceit.table.authority import carry_out

    code = storing.open_anywhere("chance_it", b"", b"{}", "key of the host")
    for number in range(6):
        storing.play(code, "door", c.Join(f"Player {number}", f"key {number}"), f"join-{number}")
    loaded = storing.load(code)
    assert loaded is not None
    table = before = loaded.table
    told: list[Any] = []
    now = [table]
    for number, (actor, request) in enumerate(requests(lambda: now[0])):
        table, entries_of_it = carry_out(table, actor, request, f"{actor}:{number}")
        now[0] = table
        told += entries_of_it
        if len(told) > 1000:
            assert storing.store([storing.Page(before, table, tuple(told))]) == ["stored"]
            before, told = table, []
            if table.number >= entries:
                return code
    raise AssertionError


def measure(code: str, times: int) -> None:
    from chanceit.table import commands as c
    from chanceit.table import storing
    from chanceit.table.authority import carry_out
    from chanceit.table.state import story

    def show(name: str, what: Callable[[], Any]) -> Any:
        took = []
        for _time in range(times):
            begun = time.process_time()
            given = what()
            took.append((time.process_time() - begun) * 1000)
        told = f"{statistics.median(took):10,.1f}  ({min(took):,.1f} to {max(took):,.1f})"
        print(f"  {name + ', milliseconds of processor time':60}{told}")
        return given

    loaded = show("loading", lambda: storing.load(code))
    table = loaded.table
    if table.status == "playing":
        agreed = c.Brought(agreed_at=table.number)
        show("taking back", lambda: carry_out(table, "game_master", c.Undo(), "undo", agreed))
    show("a page of the story", lambda: list(story(table, table.number // 2, 100)))
    show("the whole story", lambda: list(story(table)))


if __name__ == "__main__":
    main()
