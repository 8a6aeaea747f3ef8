"""Hostile frames over many sockets: `python -m bench.attacks.frames --frames 1000000`.

Each gets a named answer or closes its own socket, which comes back. Crashes must be 0, and memory must stay as it was.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from typing import Any

import websockets

from bench.attacks.loopback import Browser, errors, megabytes, report, serving
from tests.web.people import Server

TROUBLE = (OSError, TimeoutError, websockets.WebSocketException)
ANSWERS = ("refused", "done", "unknown", "story", "pong")
PATIENCE = 20.0
"""Seconds of silence after which what is left of a volley counts as unanswered."""
GOOD = [
    {"type": "play", "id": "a", "move": {"do": "choose", "seat": 0, "guide": "in"}},
    {"type": "play", "id": "b", "move": {"do": "roll", "dice": [1, 2, 3, 4, 5]}},
    {"type": "manage", "id": "c", "do": {"do": "rename", "player": 1, "name": "Ann"}},
    {"type": "manage", "id": "d", "do": {"do": "arrange", "players": [2, 1]}},
    {"type": "manage", "id": "e", "do": {"do": "pace", "pace": "fast"}},
    {"type": "story", "since": 0},
    {"type": "ping"},
]
# Nothing that could close somebody's seat for good: then there would be no socket left to attack with.
DOS = ["begin", "again", "rename", "recolour", "arrange", "add_computer", "replace", "lock", "pause", "pace", "undo"]
MOVES = ["start", "roll", "reroll", "choose", "use", "buy", "discard", "pass", "correct", "draw", "bonus", "shuffle"]
NAMES = ["player", "name", "colour", "players", "mind", "on", "pace", "ask", "seat", "guide", "dice", "card", "cells"]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 7, 2**31, 2**63, 2**64, -(2**63) - 1, 10**300, 1.5, 1e308, "", " ", "in", "out"),
    *("chance_it", "easy", "fast", "game_master", "\0", "a\0b", "\u202e", "\ud800", "\U0001f3b2" * 30, "x" * 5000, "1"),
    *("'; DROP TABLE chanceit_entry; --", "{0}", "%s", "<b>", [], [[]], [1] * 500, [None], {}, {"do": "roll"}),
    *([1, 2, 3, 4, 5], [6, 6, 6, 6, 6], [[0, 0]], [[10**9, -1]], [1, 2], {"a": {"b": [1, {"c": 2}]}}),
]


class Forge:
    """Makes hostile frames by lot."""

    def __init__(self, seed: int) -> None:
        self.lots = random.Random(seed)
        self.kinds = [
            *(self.noise, self.binary, self.cut, self.changed, self.deep, self.number, self.wrong_types, self.unknown),
            *(self.long, self.nul, self.odd_move, self.odd_move, self.odd_do, self.odd_do, self.ping, self.story),
        ]

    def frame(self) -> str | bytes:
        return self.lots.choice(self.kinds)()

    def good(self) -> str:
        return json.dumps(self.lots.choice(GOOD))

    def odd(self) -> Any:
        return self.lots.choice(ODD)

    def noise(self) -> str:
        return "".join(chr(self.lots.randrange(1, 0xD7FF)) for _character in range(self.lots.randrange(60)))

    def binary(self) -> bytes:
        return self.good().encode() if self.lots.random() < 0.3 else self.lots.randbytes(self.lots.randrange(200))

    def cut(self) -> str:
        good = self.good()
        return good[: self.lots.randrange(len(good))]

    def changed(self) -> str:
        characters = list(self.good())
        for _change in range(self.lots.randrange(1, 5)):
            characters[self.lots.randrange(len(characters))] = chr(self.lots.randrange(1, 0x2FF))
        return "".join(characters)

    def deep(self) -> str:
        depth = self.lots.choice([10, 500, 1500, 4000])
        return self.lots.choice(
            ["[" * depth, '{"type":"play","id":"a","move":' + '{"a":' * (depth // 3), "[" + "[]," * depth]
        )

    def number(self) -> str:
        number = self.lots.choice(
            ["9" * 400, "1e999", "-1e999", "1" + "0" * 4000, "NaN", "Infinity", "0x1f", "01", "-0"]
        )
        return self.lots.choice(
            [
                f'{{"type":"story","since":{number}}}',
                f'{{"type":"play","id":"n","move":{{"do":"start","seat":{number}}}}}',
                f'{{"type":"manage","id":"n","do":{{"do":"recolour","player":{number},"colour":{number}}}}}',
                number,
            ]
        )

    def wrong_types(self) -> str:
        frame = dict(self.lots.choice(GOOD))
        frame[self.lots.choice(list(frame))] = self.odd()
        return json.dumps(frame)

    def unknown(self) -> str:
        return json.dumps({"type": self.lots.choice(["dance", "view", "done", "closed", "", "PLAY"]), "id": "u"})

    def long(self) -> str:
        if self.lots.random() < 0.001:
            return "x" * (3 * 2**20)
        return json.dumps({"type": "play", "id": "l" * self.lots.choice([41, 5000]), "move": {"do": "x" * 3000}})

    def nul(self) -> str:
        return self.lots.choice(
            [
                '{"type":"play","id":"\\u0000","move":{"do":"roll"}}',
                '{"type":"manage","id":"z","do":{"do":"rename","player":1,"name":"\\u0000\\u0000"}}',
                '{"type":"manage","id":"\\ud800","do":{"do":"rename","player":1,"name":"\\udc00"}}',
                '{"type":"ping"}\0',
                "\0" * 50,
            ]
        )

    def odd_move(self) -> str:
        move = {"do": self.lots.choice(MOVES)}
        for _field in range(self.lots.randrange(4)):
            move[self.lots.choice(NAMES)] = self.odd()
        return json.dumps({"type": "play", "id": self.id(), "move": move})

    def odd_do(self) -> str:
        do = {"do": self.lots.choice(DOS)}
        for _field in range(self.lots.randrange(3)):
            do[self.lots.choice(NAMES)] = self.odd()
        return json.dumps({"type": "manage", "id": self.id(), "do": do})

    def ping(self) -> str:
        return '{"type":"ping"}'

    def story(self) -> str:
        return json.dumps({"type": "story", "since": self.lots.choice([0, 0, 5, 10**9])})

    def id(self) -> str:
        return f"{self.lots.getrandbits(self.lots.choice([3, 64])):x}"


class Attack:
    def __init__(self, server: Server, frames: int, volley: int, seed: int) -> None:
        self.server = server
        self.frames = frames
        self.volley = volley
        self.seed = seed
        self.sent = self.reopened = self.unanswered = 0
        self.heard: Counter[str] = Counter()
        self.memory: list[float] = []

    async def sit_down(self, tables: int) -> list[tuple[Browser, str, str]]:
        """The game master, two phones and a spectator of each table; half of the tables are in the middle of a game."""
        seats = []
        for number in range(tables):
            host, watcher, guests = Browser(self.server), Browser(self.server), [Browser(self.server) for _ in range(2)]
            code = await host.open_table(("chance_it", "second_chance")[number // 2 % 2])
            for name, guest in zip(("Ann", "Bob"), guests, strict=True):
                await guest.join(code, name)
            if number % 2:
                async with host.screen(code, "table") as screen:
                    await screen.send(json.dumps({"type": "manage", "id": "begin", "do": {"do": "begin"}}))
                    while json.loads(await screen.recv())["type"] != "done":
                        pass
            seats += [(host, code, "table"), *((guest, code, "phone") for guest in guests), (watcher, code, "watch")]
        return seats

    async def run(self, tables: int) -> None:
        seats = await self.sit_down(tables)
        self.memory.append(megabytes(self.server))
        watching = asyncio.create_task(self.watch())
        await asyncio.gather(*[self.shout(*seat, Forge(self.seed + number)) for number, seat in enumerate(seats)])
        watching.cancel()
        self.memory.append(megabytes(self.server))

    async def watch(self) -> None:
        """Memory at every tenth."""
        for tenth in range(1, 10):
            while self.sent < self.frames * tenth / 10:
                await asyncio.sleep(0.2)
            self.memory.append(megabytes(self.server))

    async def shout(self, browser: Browser, code: str, role: str, forge: Forge) -> None:
        """One attacker: whenever the socket is closed, the next one is opened."""
        while self.sent < self.frames:
            with contextlib.suppress(*TROUBLE):
                async with browser.screen(code, role) as socket:
                    await self.throw(socket, forge)
            if self.sent < self.frames:
                self.reopened += 1
                await asyncio.sleep(0.2)  # no faster, or the limit on sockets is all that is measured

    async def throw(self, socket: websockets.ClientConnection, forge: Forge) -> None:
        """Volley after volley. The next one waits until the last one is answered: the server has really read it."""
        while self.sent < self.frames:
            size = min(self.volley, self.frames - self.sent)
            self.sent += size
            listening = asyncio.create_task(self.listen(socket, size))
            try:
                for _frame in range(size):
                    await socket.send(forge.frame())
                await listening
            finally:
                listening.cancel()

    async def listen(self, socket: websockets.ClientConnection, answers: int) -> None:
        while answers:
            try:
                async with asyncio.timeout(PATIENCE):
                    text = str(await socket.recv())
            except TimeoutError:
                self.unanswered += answers
                return
            kind = text.split('"', 4)[3]
            answers -= kind in ANSWERS
            if kind in ("refused", "closed"):
                kind += f" {json.loads(text)['code']}"
            self.heard[kind] += 1


async def attack(server: Server, options: argparse.Namespace) -> None:
    attack = Attack(server, options.frames, options.volley, options.seed)
    began = time.monotonic()
    await attack.run(options.tables)
    assert server.process is not None
    is_alive = server.process.poll() is None and (await Browser(server).get("/health"))[0] == 200
    wrong = errors(server)
    report(
        attack="frames",
        frames=attack.sent,
        sockets=4 * options.tables,
        volley=options.volley,
        rates=options.rates,
        seed=options.seed,
        crashes=int(not is_alive),
        errors=len(wrong),
        first_error=wrong[0] if wrong else None,
        unanswered=attack.unanswered,
        reopened=attack.reopened,
        heard=dict(attack.heard.most_common()),
        megabytes=attack.memory,
        seconds=round(time.monotonic() - began),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--tables", type=int, default=16, help="of four sockets each; 20 at most with rates on")
    parser.add_argument(
        "--volley", type=int, default=100, help="how many each socket sends before it waits for answers"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rates", choices=("on", "off"), default="on")
    options = parser.parse_args()
    with serving(CHANCEIT_RATES=options.rates) as server:
        asyncio.run(attack(server, options))


if __name__ == "__main__":
    main()
