"""Players who keep to docs/protocol.md whatever happens to their server, and write down all that they send and get."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import websockets

from tests.web.history import FINAL, Event, History
from tests.web.people import Person, Server

GIVE_UP = 6.0
"""Seconds without an answer after which a socket counts as dead: longer than a server is paused in these tests. Whoever
gives up earlier may leave a copy of a command behind in a server that only sleeps."""
TROUBLE = (OSError, TimeoutError, websockets.WebSocketException)
screens = itertools.count(1)


class Player:
    """Somebody with a page open: plays by lot what is open to them, and sends again what was not answered for good."""

    def __init__(
        self, person: Person, servers: Sequence[Server], history: History, who: str, lots: random.Random
    ) -> None:
        self.person = person
        self.servers = servers
        self.history = history
        self.who = who
        self.lots = lots
        self.role = {"game_master": "table", "spectator": "watch"}.get(who, "phone")
        self.reloads = 0.0
        """How likely a page is reloaded, at each thing that arrives."""
        self.thinks = 0.06
        """Seconds at most before a move."""
        self.is_leaving = False
        """Nothing new is begun, but what was sent is still cleared up."""
        self.ids = "c"
        """How ids begin. All people at a table use the same ones: they must not get into each other's way."""
        self.sent = 0
        self.dones = 0
        self.socket: websockets.ClientConnection | None = None
        self._load()

    def _load(self) -> None:
        self.screen = next(screens)
        self.view: dict[str, Any] | None = None
        self.stored = 0
        """The number that the last command became."""
        self.pending: str | None = None

    @property
    def number(self) -> int:
        return 0 if self.view is None else int(self.view["number"])

    def note(self, what: str, text: str = "") -> None:
        self.history.events.append(Event(time.monotonic(), self.who, self.screen, what, text))

    async def play(self) -> None:
        """Until cancelled: connects, plays, and connects again."""
        while True:
            with contextlib.suppress(*TROUBLE):
                await self._sit()
            self.note("lost")
            await asyncio.sleep(self.lots.uniform(0.05, 0.3))

    async def _sit(self) -> None:
        server = self.lots.choice(self.servers)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.person.cookies)
        async with websockets.connect(
            f"ws://127.0.0.1:{server.port}/ws/{self.history.code}/{self.role}?seen={self.number}",
            origin=server.url,
            additional_headers={"Cookie": cookies},
            max_size=2**24,
            open_timeout=GIVE_UP,
            close_timeout=0.2,
            compression=None,
        ) as self.socket:
            try:
                await self._converse(self.socket)
            finally:
                self.socket = None

    async def _converse(self, socket: websockets.ClientConnection) -> None:
        if self.pending is not None:
            await self._send(socket, self.pending)
        while True:
            # A phone that waits for nothing may wait long.
            async with asyncio.timeout(GIVE_UP if self.pending is not None else None):
                text = str(await socket.recv())
            self.note("got", text)
            message = json.loads(text)
            match message["type"]:
                case "view" if self.view is None or self._is_newer(message):
                    self.view = message
                case "done" if self._is_pending(message["id"]):
                    self.stored, self.pending = message["number"], None
                    self.dones += 1
                case "refused" if self._is_pending(message["id"]):
                    self.pending = None
                    await asyncio.sleep(self.lots.uniform(0, 0.1))  # a newer view is on its way
                case "unknown" if self._is_pending(message["id"]):
                    await asyncio.sleep(self.lots.uniform(0.1, 0.5))
                    await self._send(socket, self.pending)
                case "closed" if message["code"] in FINAL:
                    return await asyncio.Event().wait()  # nobody comes back by themself: the checker will say so
                case "closed":
                    return
            if self.lots.random() < self.reloads:
                self.note("reloaded")
                self._load()
                return
            await self._move(socket)

    def _is_newer(self, message: dict[str, Any]) -> bool:
        assert self.view is not None
        return message.get("epoch") != self.view.get("epoch") or message["number"] >= self.view["number"]

    def _is_pending(self, id: str | None) -> bool:
        return self.pending is not None and json.loads(self.pending)["id"] == id

    async def _move(self, socket: websockets.ClientConnection) -> None:
        if self.pending is not None or self.is_leaving or self.view is None or self.number < self.stored:
            return
        command = self.decide()
        if command is None:
            return
        await asyncio.sleep(self.lots.uniform(0, self.thinks))
        if self.is_leaving:
            return
        self.sent += 1
        self.pending = json.dumps({"id": f"{self.ids}{self.sent}", **command})
        await self._send(socket, self.pending)

    async def _send(self, socket: websockets.ClientConnection, text: str | None) -> None:
        assert text is not None
        self.note("sent", text)
        await socket.send(text)

    def cut(self) -> None:
        """As when a phone leaves the Wi-Fi: no goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()

    # What to do

    def decide(self) -> dict[str, Any] | None:
        """What this person does now, looking at the newest view; None: nothing."""
        assert self.view is not None
        table = self.view["table"]
        if self.who == "game_master":
            do = self._manage(table)
        elif self.who != "spectator" and self.lots.random() < 0.02:
            do = {"do": "rename", "player": int(self.who), "name": f"P{self.who} {self.lots.randrange(1000)}"}
        else:
            do = None
        if do is not None:
            return {"type": "manage", "do": do}
        move = pick(self.view, self.lots)
        return None if move is None else {"type": "play", "move": move}

    def _manage(self, table: dict[str, Any]) -> dict[str, Any] | None:
        match table["status"]:
            case "lobby":
                # Nobody here answers questions, and an evening is too short to wait for that.
                return {"do": "consent", "on": False} if table["consent"] else {"do": "begin"}
            case "over":
                return {"do": "again"}
        if table["paused"]:
            return {"do": "pause", "on": False}
        if self.lots.random() < 0.02:
            return self.lots.choice(
                [
                    {"do": "pause", "on": True},
                    {"do": "undo"},
                    {"do": "pace", "pace": self.lots.choice(["slow", "fast"])},
                ]
            )
        return None


def pick(message: dict[str, Any], lots: random.Random) -> dict[str, Any] | None:
    """A move out of those that are open, or None if nobody waits for this viewer."""
    table, view, own = message["table"], message["view"], message["own"]["game"]
    if view is None or table["status"] != "playing" or table["paused"] or not own["can"]:
        return None
    seat = own["seat"]
    if view["awaiting"] and seat not in view["awaiting"]:
        return None
    move = lots.choice(own["can"])
    if "ways" in move:
        way = lots.choice(move["ways"])
        top, left = square(way["at"], view["size"], lots)
        cells = [[top + row, left + column] for row, column in way["cells"]]
        return {"do": "draw", "seat": seat, "tile": move["tile"], "cells": cells}
    if "at" in move:
        return {"do": "bonus", "seat": seat, "cell": square(move["at"], view["size"], lots)}
    return dict(move)


def square(at: str, size: int, lots: random.Random) -> list[int]:
    """Row and column of one of the squares that are marked with a 1."""
    return list(divmod(lots.choice([place for place, mark in enumerate(at) if mark == "1"]), size))


# A table of them


class Table:
    """A host, guests and a spectator with a history of their own, at servers that are mistreated."""

    def __init__(self, servers: Sequence[Server], lots: random.Random, game: str, guests: int) -> None:
        host = Person(servers[0])
        code = host.open_table(game=game)
        people = [("game_master", host), ("spectator", Person(servers[0]))]
        for number in range(1, guests + 1):
            guest = Person(servers[0])
            guest.join(code, f"P{number}")
            people.append((str(number), guest))
        self.history = History(code)
        self.history.keys = [
            str(cookie.value)
            for _who, person in people
            for cookie in person.cookies
            if cookie.name.startswith(("gm_", "seat_"))
        ]
        self.players = [
            Player(person, servers, self.history, who, random.Random(lots.random())) for who, person in people
        ]
        self.players[-1].reloads = 0.02
        self._playing: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self._playing = [asyncio.create_task(player.play()) for player in self.players]

    async def finish(self, patience: float, newest: Callable[[str], int]) -> None:
        """Nothing new; waits until everything is answered and all screens show the newest entry, but not for ever."""
        for player in self.players:
            player.is_leaving = True
            player.reloads = 0.0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(player.pending for player in self.players) or self._is_behind(newest(self.history.code)):
                    self._look_for_accidents()
                    await asyncio.sleep(0.1)

    def _is_behind(self, newest: int) -> bool:
        return any(player.number != newest for player in self.players)

    async def leave(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.wait(self._playing)
        self._look_for_accidents()

    def _look_for_accidents(self) -> None:
        """A player who stumbles over the test's own mistake must not look like one who waits."""
        for task in self._playing:
            if task.done() and not task.cancelled():
                task.result()

    async def look_anew(self) -> None:
        """What each viewer is shown by a server that has just read the log."""
        for player in self.players:
            async with player.person.screen(self.history.code, player.role) as screen:
                await screen.until(lambda screen=screen: screen.view)
                self.history.fresh[player.who] = screen.view
