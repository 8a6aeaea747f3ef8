"""Screens that never read: `python -m bench.attacks.slow_readers --sockets 2000 --silent 500`.

A crowd looks at tables where computer players play. Beside them some tables of six phones and a game-master screen play
at a living room's pace, and each move is timed from its sending until the last of the seven has it: first while
everybody in the crowd reads, then with the silent ones among them. The two must not differ by much.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import random
import re
import secrets
import select
import socket
import time
from collections import deque
from statistics import quantiles
from typing import Any

import psutil
import websockets

from bench.attacks.loopback import Browser, errors, megabytes, report, serving
from tests.web.people import Server
from tests.web.players import pick

NUMBER = re.compile(r'"number":(\d+)')
AT_ONE_TABLE = 20
"""Sockets of the crowd at each of its tables."""


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
    """A table that is timed."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.lots = random.Random(seed)
        self.times: list[float] = []

    async def sit_down(self) -> None:
        host, guests = Browser(self.server), [Browser(self.server) for _guest in range(6)]
        self.code = await host.open_table()
        for number, guest in enumerate(guests):
            await guest.join(self.code, f"P{number}")
        connections = [await host.screen(self.code, "table"), *[await g.screen(self.code, "phone") for g in guests]]
        self.seats = [Seat(connection) for connection in connections]
        self.reading = [asyncio.create_task(seat.read()) for seat in self.seats]
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.text)

    async def play(self, pace: float, until: float) -> None:
        """A move every so many seconds on average; only what everybody gets is timed."""
        while time.monotonic() < until:
            await asyncio.sleep(self.lots.uniform(0, 2 * pace))
            began = time.perf_counter()
            answer = await self.move()
            if answer["type"] != "done":
                continue
            for seat in self.seats:
                await seat.until(lambda seat=seat, number=answer["number"]: seat.when(number) is not None)
            self.times.append(max(seat.when(answer["number"]) or 0 for seat in self.seats) - began)

    async def move(self) -> dict[str, Any]:
        host = self.seats[0]
        status = json.loads(host.text)["table"]["status"]
        if status != "playing":
            return await host.ask({"type": "manage", "do": {"do": "begin" if status == "lobby" else "again"}})
        for seat in self.lots.sample(self.seats, len(self.seats)):
            move = pick(json.loads(seat.text), self.lots)
            if move is not None:
                return await seat.ask({"type": "play", "move": move})
        raise AssertionError(f"nobody can move: {host.text}")

    async def leave(self) -> None:
        for task in self.reading:
            task.cancel()
        await asyncio.gather(*[seat.connection.close() for seat in self.seats])


class Crowd:
    """Tables of computer players. Whoever opened one rolls the dice there; all others look on."""

    def __init__(self, server: Server, pace: str) -> None:
        self.server = server
        self.pace = pace
        self.tasks: list[asyncio.Task[None]] = []
        self.codes: list[str] = []
        self.silent: dict[int, socket.socket] = {}
        self.dropped = 0
        self.frames = 0

    async def come(self, tables: int, reading: int) -> None:
        for _table in range(tables):
            host = Browser(self.server)
            code = await host.open_table()
            self.codes.append(code)
            self.tasks.append(asyncio.create_task(self.host(await host.screen(code, "table"))))
        watcher = Browser(self.server)
        for number in range(reading - tables):
            connection = await watcher.screen(self.codes[number % tables], "watch")
            self.tasks.append(asyncio.create_task(self.look(connection)))

    async def host(self, connection: websockets.ClientConnection) -> None:
        async def manage(do: str, **values: Any) -> None:
            await connection.send(
                json.dumps({"type": "manage", "id": secrets.token_hex(8), "do": {"do": do, **values}})
            )

        await manage("pace", pace=self.pace)
        asked = 0
        async for frame in connection:
            message = json.loads(frame)
            self.frames += 1
            if message["type"] == "welcome":
                minds = message["computer_players"]
            if message["type"] != "view" or message["number"] <= asked:
                continue
            table, view, own = message["table"], message["view"], message["own"]["game"]
            asked = message["number"]
            if table["status"] == "lobby":
                seated = len(table["players"])
                await (manage("add_computer", mind=minds[seated % len(minds)]) if seated < 4 else manage("begin"))
            elif table["status"] == "over":
                await manage("again")
            elif own["can"] and not view["awaiting"]:
                await connection.send(json.dumps({"type": "play", "id": secrets.token_hex(8), "move": own["can"][0]}))

    async def look(self, connection: websockets.ClientConnection) -> None:
        async for _frame in connection:
            self.frames += 1

    def fall_silent(self, number: int) -> None:
        """Opens a socket and never reads from it, not even pings. Its own buffer is as small as can be."""
        silent = socket.socket()
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", self.server.port))
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        silent.sendall(
            f"GET /ws/{self.codes[number % len(self.codes)]}/watch HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
            f"Origin: {self.server.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.silent[number] = silent

    async def stay_silent(self, number: int) -> None:
        """So many at any time: whoever was thrown out comes back. A hang-up is seen without reading."""
        while True:
            for place in range(number):
                if place in self.silent and is_cut(self.silent[place]):
                    self.silent.pop(place).close()
                    self.dropped += 1
                if place not in self.silent:
                    self.fall_silent(place)
                    await asyncio.sleep(0.005)
            await asyncio.sleep(1)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.wait(self.tasks)
        for silent in self.silent.values():
            silent.close()


def is_cut(silent: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(silent, select.POLLRDHUP)
    return bool(waiting.poll(0))


def milliseconds(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times, n=100)
    return {"moves": len(times), "p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}


async def measure(rooms: list[LivingRoom], pace: float, seconds: float) -> dict[str, float]:
    for room in rooms:
        room.times.clear()
    await asyncio.gather(*[room.play(pace, time.monotonic() + seconds) for room in rooms])
    return milliseconds([took for room in rooms for took in room.times])


async def attack(server: Server, options: argparse.Namespace) -> None:
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    rooms = [LivingRoom(server, number) for number in range(options.tables)]
    for room in rooms:
        await room.sit_down()
    reading = options.sockets - options.silent
    crowd = Crowd(server, options.crowd_pace)
    await crowd.come(max(1, options.sockets // AT_ONE_TABLE), reading)
    await measure(rooms, options.pace, 5)  # warm up
    memory = [megabytes(server)]
    process.cpu_percent()
    frames = crowd.frames
    without = await measure(rooms, options.pace, options.seconds)
    busy = [process.cpu_percent()]
    frames = round((crowd.frames - frames) / options.seconds)
    memory.append(megabytes(server))
    crowd.tasks.append(asyncio.create_task(crowd.stay_silent(options.silent)))
    await asyncio.sleep(5 + options.silent / 100)
    process.cpu_percent()
    among = await measure(rooms, options.pace, options.seconds)
    busy.append(process.cpu_percent())
    memory.append(megabytes(server))
    await crowd.leave()
    with contextlib.suppress(websockets.WebSocketException):
        for room in rooms:
            await room.leave()
    report(
        attack="slow_readers",
        sockets=options.sockets,
        silent=options.silent,
        silent_dropped=crowd.dropped,
        timed_tables=len(rooms),
        crowd_frames_per_second=frames,
        without_silent_ms=without,
        with_silent_ms=among,
        server_cpu_percent=busy,
        megabytes=memory,
        errors=len(errors(server)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=2000, help="of the crowd, all of it")
    parser.add_argument("--silent", type=int, default=500, help="how many of these never read")
    parser.add_argument("--tables", type=int, default=20, help="that are timed, of seven sockets each")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves at a timed table")
    parser.add_argument("--crowd-pace", choices=("slow", "normal", "fast", "instant"), default="slow")
    parser.add_argument("--seconds", type=float, default=60, help="of each of the two measurements")
    options = parser.parse_args()
    with serving(CHANCEIT_RATES="off") as server:
        asyncio.run(attack(server, options))


if __name__ == "__main__":
    main()
