"""A soak of bounded length: many tables at play while phones come and go, and the server stays as it was."""

import asyncio
import random
import time

import psutil

from tests.web.people import Party, Person

TABLES = 8
SECONDS = 12.0


async def test_many_tables_at_play_leave_no_trace(own_server):
    process = psutil.Process(own_server.process.pid)
    parties = [Party(own_server, "Ann", "Bob", "Cy").sit_down() for _table in range(TABLES)]
    until = time.monotonic() + SECONDS
    moves = games = 0

    async def play(party: Party, seed: int) -> None:
        nonlocal moves, games
        lots = random.Random(seed)
        async with party.screens():
            while time.monotonic() < until:
                await party.begin()
                games += 1
                while time.monotonic() < until and await party.step(lots.choice):
                    moves += 1
                    if lots.random() < 0.1:
                        async with lots.choice(party.guests).screen(party.code, "phone") as visitor:
                            await visitor.until(lambda visitor=visitor: visitor.view)
                            assert visitor.number >= 5
                if party.table.table["status"] == "over":
                    assert (await party.table.manage("again"))["type"] == "done"
                    await party.agree()
            await party.agree()
            shown = [
                [(p["coins"], p["hearts"], p["stars"]) for p in s.game["players"]] for s in party.all if s.view["view"]
            ]
            assert all(tokens == shown[0] for tokens in shown)

    async with Person(own_server).screen(parties[0].code, "watch"):
        await asyncio.gather(*[play(party, seed) for seed, party in enumerate(parties[:2])])  # warm up
    until = time.monotonic() + SECONDS
    before = process.memory_info().rss
    await asyncio.gather(*[play(party, seed) for seed, party in enumerate(parties[2:])])
    assert moves > 200, "there was little to soak"
    grown = process.memory_info().rss - before
    assert grown < 40 * 2**20, f"{grown / 2**20:.0f} MB more after {moves} moves in {games} games"
    assert process.num_fds() < 60, "sockets that were closed are gone"
    assert "traceback" not in own_server.read_log()
