"""Tables at a living room's pace, of phones and a game-master screen, whose moves are timed."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import time
from collections import deque
from statistics import quantiles
from typing import Any

import websockets

from bench.attacks.loopback import Browser
from tests.web.people import Server
from tests.web.players import pick

NUMBER = re.compile(r'"number":(\d+)')


class Seat:
    """One of the seven at a table that is timed."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self.connection = connection
        self.text = ""
        """The newest view."""
        self.arrived: deque[tuple[int, float]] = deque(maxlen=20)
        self.answers: dict[str, dict[str, Any]] = {}
        self.news = asyncio.Event()

    async def read(self) -> None:
        async for frame in self.connection:
            text, now = str(frame), time.perf_counter()
            if text.startswith('{"type":"view"'):
                self.text = text
                found = NUMBER.search(text)
                assert found is not None
                self.arrived.append((int(found[1]), now))
            elif text.startswith(('{"type":"done"', '{"type":"refused"', '{"type":"unknown"')):
                answer = json.loads(text)
                self.answers[answer["id"]] = answer
            self.news.set()

    async def until(self, is_so: Any) -> None:
        async with asyncio.timeout(30):
            while not is_so():
                self.news.clear()
                await self.news.wait()

    async def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        id = secrets.token_hex(8)
        await self.connection.send(json.dumps({"id": id, **frame}))
        await self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    def when(self, number: int) -> float | None:
        """When this screen had that number or a higher one."""
        return next((at for has, at in self.arrived if has >= number), None)


class LivingRoom:
    """A table of six that is timed: with people alone, or with a computer player in the sixth chair."""

    def __init__(self, server: Server, seed: int, mind: str | None = None) -> None:
        self.server = server
        self.lots = random.Random(seed)
        self.mind = mind
        self.times: list[float] = []

    async def sit_down(self) -> None:
        host, guests = Browser(self.server), [Browser(self.server) for _guest in range(6 - (self.mind is not None))]
        self.code = await host.open_table()
        for number, guest in enumerate(guests):
            await guest.join(self.code, f"P{number}")
        connections = [await host.screen(self.code, "table"), *[await g.screen(self.code, "phone") for g in guests]]
        self.seats = [Seat(connection) for connection in connections]
        self.reading = [asyncio.create_task(seat.read()) for seat in self.seats]
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.text)
        if self.mind is not None:
            for do in {"do": "pace", "pace": "instant"}, {"do": "add_computer", "mind": self.mind}:
                answer = await self.seats[0].ask({"type": "manage", "do": do})
                assert answer["type"] == "done", answer

    async def play(self, pace: float, until: float) -> None:
        """A move every so many seconds on average; only what everybody gets is timed."""
        while time.monotonic() < until:
            await asyncio.sleep(self.lots.uniform(0, 2 * pace))
            began = time.perf_counter()
            answer = await self.move()
            if answer is None or answer["type"] != "done":
                continue
            for seat in self.seats:
                await seat.until(lambda seat=seat, number=answer["number"]: seat.when(number) is not None)
            self.times.append(max(seat.when(answer["number"]) or 0 for seat in self.seats) - began)

    async def move(self) -> dict[str, Any] | None:
        """None if it is for the computer player to move."""
        host = self.seats[0]
        status = json.loads(host.text)["table"]["status"]
        if status != "playing":
            return await host.ask({"type": "manage", "do": {"do": "begin" if status == "lobby" else "again"}})
        for seat in self.lots.sample(self.seats, len(self.seats)):
            move = pick(json.loads(seat.text), self.lots)
            if move is not None:
                return await seat.ask({"type": "play", "move": move})
        assert self.mind is not None, f"nobody can move: {host.text}"
        return None

    async def leave(self) -> None:
        for task in self.reading:
            task.cancel()
        await asyncio.gather(*[seat.connection.close() for seat in self.seats])


def milliseconds(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times, n=100)
    return {"moves": len(times), "p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}


async def measure(rooms: list[LivingRoom], pace: float, seconds: float) -> list[float]:
    """All of them play for so long: what each move took."""
    for room in rooms:
        room.times.clear()
    await asyncio.gather(*[room.play(pace, time.monotonic() + seconds) for room in rooms])
    return [took for room in rooms for took in room.times]
