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
import secrets
import select
import socket
from typing import Any

import psutil
import websockets

from bench.attacks.living_room import LivingRoom, measure, milliseconds
from bench.attacks.loopback import Browser, errors, megabytes, report, serving
from tests.web.people import Server

AT_ONE_TABLE = 20
"""Sockets of the crowd at each of its tables."""


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
    without = milliseconds(await measure(rooms, options.pace, options.seconds))
    busy = [process.cpu_percent()]
    frames = round((crowd.frames - frames) / options.seconds)
    memory.append(megabytes(server))
    crowd.tasks.append(asyncio.create_task(crowd.stay_silent(options.silent)))
    await asyncio.sleep(5 + options.silent / 100)
    process.cpu_percent()
    among = milliseconds(await measure(rooms, options.pace, options.seconds))
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
