"""Thousands of tables, opened, played at for a moment and left: `python -m bench.attacks.tables --tables 10000`.

A table with no visitor must cost nothing: the memory half a minute after the last one has gone is to be compared with
that after the first hundred tables.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import secrets
import time
from typing import Any

import psutil
import websockets

from bench.attacks.loopback import Browser, errors, megabytes, report, serving
from tests.web.people import Server

WARM_UP = 100


class Attack:
    def __init__(self, server: Server, at_once: int) -> None:
        self.server = server
        self.free = asyncio.Semaphore(at_once)
        self.moves = self.failed = self.at_once = 0
        self.top = 0.0
        self.top_metrics: dict[str, float] = {}

    async def visit(self, tables: int) -> None:
        await asyncio.gather(*[self.one() for _table in range(tables)])

    async def one(self) -> None:
        async with self.free:
            self.at_once += 1
            try:
                async with asyncio.timeout(120):
                    await self.evening()
            except (OSError, TimeoutError, websockets.WebSocketException, RuntimeError):
                self.failed += 1
            finally:
                self.at_once -= 1

    async def evening(self) -> None:
        """Two phones and a game-master screen play the first round, look at it for a moment, and go."""
        host, guests = Browser(self.server), [Browser(self.server), Browser(self.server)]
        code = await host.open_table()
        for name, guest in zip(("Ann", "Bob"), guests, strict=True):
            await guest.join(code, name)
        async with contextlib.AsyncExitStack() as stack:
            table = await stack.enter_async_context(host.screen(code, "table"))
            phones = [await stack.enter_async_context(guest.screen(code, "phone")) for guest in guests]
            await self.ask(table, {"type": "manage", "do": {"do": "begin"}})
            await self.ask(phones[0], {"type": "play", "move": {"do": "start", "seat": 0}})
            await self.ask(table, {"type": "play", "move": {"do": "roll"}})
            for seat, phone in enumerate(phones):
                await self.ask(phone, {"type": "play", "move": {"do": "choose", "seat": seat, "guide": "out"}})
            await asyncio.sleep(1)

    async def ask(self, connection: websockets.ClientConnection, frame: dict[str, Any]) -> None:
        await connection.send(json.dumps({"id": secrets.token_hex(8), **frame}))
        while True:
            message = json.loads(await connection.recv())
            if message["type"] == "done":
                self.moves += 1
                return
            if message["type"] in ("refused", "unknown", "closed"):
                raise RuntimeError(message["code"])

    async def watch(self) -> None:
        while True:
            now = megabytes(self.server)
            if now > self.top:
                self.top, self.top_metrics = now, await metrics(self.server)
            await asyncio.sleep(1)


async def metrics(server: Server) -> dict[str, float]:
    """What the server itself says of rooms and sockets, if it does."""
    status, page = await Browser(server).get("/metrics")
    if status != 200:
        return {}
    found = re.findall(r"^(\w*(?:room|socket|screen)\w*)(?:\{\})? ([-+.\deE]+)$", page, re.MULTILINE)
    return {name: float(value) for name, value in found}


async def attack(server: Server, options: argparse.Namespace) -> None:
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    attack = Attack(server, options.at_once)
    await attack.visit(WARM_UP)
    start = megabytes(server)
    before = await metrics(server)
    began = time.monotonic()
    watching = asyncio.create_task(attack.watch())
    await attack.visit(options.tables)
    seconds = time.monotonic() - began
    watching.cancel()
    await asyncio.sleep(30)
    report(
        attack="tables",
        tables=options.tables,
        at_once=options.at_once,
        failed=attack.failed,
        moves=attack.moves,
        seconds=round(seconds),
        megabytes={"after_warm_up": start, "top": attack.top, "30_s_after": megabytes(server)},
        metrics={"after_warm_up": before, "top": attack.top_metrics, "30_s_after": await metrics(server)},
        sockets_left=sum(c.status != psutil.CONN_LISTEN for c in process.net_connections()),
        errors=len(errors(server)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--at-once", type=int, default=200, help="how many tables have people at the same time")
    options = parser.parse_args()
    with serving(CHANCEIT_RATES="off", CHANCEIT_METRICS="1") as server:
        asyncio.run(attack(server, options))


if __name__ == "__main__":
    main()
