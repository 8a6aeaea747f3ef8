"""Two houses over one database, as two processes would be, on a clock that the test turns; and screens at their tables.

The houses, the rooms, the gate, the log and the database are the real ones; news travel by the channel layer that
lives in memory. A screen stands where a socket would.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import connections

from chanceit import models
from chanceit.live.house import READERS, House
from chanceit.live.room import LEFT_ALONE, Room, role_of
from chanceit.table import storing
from chanceit.table.authority import command_of, names_commands, own_command
from rules.refusals import Refusal
from tests.conftest import PATIENCE
from tests.web.history import Entry


class Impatient(selectors.DefaultSelector):
    """Says so if everybody waits for a clock that nobody turns."""

    idle = 0.0

    def select(self, timeout: float | None = None) -> Any:
        began = time.monotonic()
        ready = super().select(PATIENCE if timeout is None else min(timeout, PATIENCE))
        self.idle = 0.0 if ready or timeout == 0 else self.idle + time.monotonic() - began
        if self.idle > 2 * PATIENCE:
            self.idle = 0.0
            raise AssertionError("nothing happens here any more until the clock is turned")
        return ready


class Still(asyncio.SelectorEventLoop):
    """A loop whose clock stands still until it is turned: nothing happens because a machine is slow."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(Impatient())

    def time(self) -> float:
        return self.now


@dataclass(frozen=True)
class Device:
    """Something with a page open: its role, and the hash of the key in its cookie."""

    role: str
    key: str

    def __repr__(self) -> str:
        return f"{self.role} {self.key[:6]}"


class Screen:
    """A page of a device at one of the houses, as a room knows it. It answers the table's questions at once."""

    language = "en"
    epoch = ""

    def __init__(self, device: Device, room: Room, actor: Any, *, keeps_silent: bool = False) -> None:
        self.role = device.role
        self.key = device.key
        self.actor = actor
        self.has_cup = device.role != "watch"
        self.room = room
        self.agrees = True
        self.has_told = 0
        self.keeps_silent = keeps_silent
        """It does not say that it has told everything."""
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.told: list[int] = []
        """The numbers of the entries that it was told of."""
        self.sent_away: str | None = None
        room.enter(self)

    def show(self, message: bytes) -> None:
        self.frames.append(message.decode())
        read = json.loads(message)
        match read["type"]:
            case "view":
                assert read["number"] >= self.view.get("number", 0)
                self.view = read
                self.told += [entry["number"] for entry in read["events"]]
                if not self.keeps_silent:
                    asyncio.get_running_loop().call_soon(self.room.tell, self, read["number"])
            case "presence":
                self.presence = read
            case "shake":
                bits = hashlib.sha256(f"{self.key} {read['game']} {read['draw']}".encode()).hexdigest()[:32]
                self._answer(read["ask"], bits)
            case "consent" if self.actor in read["asked"]:
                self._answer(read["ask"], self.agrees)

    show_view = show

    def _answer(self, ask: str, answer: Any) -> None:
        asyncio.get_running_loop().call_soon(self.room.answer, ask, self.actor, answer)

    def shut(self, refusal: Refusal) -> None:
        self.sent_away = refusal.code

    @property
    def number(self) -> int:
        return int(self.view["number"])

    @property
    def table(self) -> dict[str, Any]:
        return self.view["table"]  # type: ignore[no-any-return]

    @property
    def game(self) -> Any:
        return self.view["view"]

    @property
    def own(self) -> dict[str, Any]:
        return self.view["own"]  # type: ignore[no-any-return]


class Site:
    """The two houses, and a third way in that tells nobody: that of the commands of `manage.py`."""

    def __init__(self) -> None:
        self.loop = Still()
        self.seeds = itertools.count()
        self.houses: list[House] = self.run(self._build())

    def new_seed(self) -> str:
        """The same ones for each table, so that hypothesis finds again what it has found."""
        return hashlib.sha256(f"{next(self.seeds)}".encode()).hexdigest()

    async def _build(self) -> list[House]:
        return [House(), House()]

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        async def end() -> None:
            for house in self.houses:
                house.close()
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.gather(*others, return_exceptions=True)

        for house in self.houses:
            for pool, threads in (house._readers, READERS), (house._writer, 1):
                together = threading.Barrier(threads)
                wait([pool.submit(self._close_connection, together) for _thread in range(threads)])
        self.run(end())
        self.loop.close()

    @staticmethod
    def _close_connection(together: threading.Barrier) -> None:
        """Each thread has one of its own, and only itself can close it."""
        together.wait(PATIENCE)
        connections.close_all()

    # Coming in

    def room(self, house: int, code: str) -> Room:
        room = self.run(self.houses[house].room(code))
        assert room is not None
        return room

    def enter(self, house: int, code: str, device: Device, **options: bool) -> Screen | str:
        """As a socket does: a screen, or why it is sent away."""
        return self.run(self._enter(self.houses[house], code, device, options))  # type: ignore[no-any-return]

    async def _enter(self, house: House, code: str, device: Device, options: dict[str, bool]) -> Screen | str:
        room = await house.room(code)
        assert room is not None
        actor = role_of(room.table, device.role, device.key)
        if isinstance(actor, Refusal):  # another process may know more
            await house.caught_up(room)
            actor = role_of(room.table, device.role, device.key)
        return actor.code if isinstance(actor, Refusal) else Screen(device, room, actor, **options)

    # Asking

    def ask(self, screen: Screen, request: Any, id: str) -> int | str:
        """Sends a command as a socket does: the number of its entry, or the code of the refusal."""
        command = command_of(names_commands(screen.room.table, screen.actor), id)
        return self._answer(partial(screen.room.request, screen.actor, request, command, screen))

    def come_in(self, house: int, code: str, actor: Any, request: Any, id: str) -> int | str:
        """What comes by a page: joining, asking for a seat, taking over."""
        room = self.run(self.houses[house].newest(code))
        return self._answer(partial(room.request, actor, request, own_command("door", id)))

    def ask_unheard(self, code: str, actor: Any, request: Any, id: str) -> int | str:
        """Stored by somebody who tells nobody of it."""
        try:
            return storing.play(code, actor, request, command_of(actor, id)).number
        except Refusal as refusal:
            return refusal.code

    def tell(self, screen: Screen, number: int) -> None:
        """It has told everything up to this number."""
        self._do(partial(screen.room.tell, screen, number))

    def go(self, screen: Screen) -> None:
        """It is closed."""
        self._do(partial(screen.room.leave, screen))

    def forget_the_neighbours(self, screen: Screen) -> None:
        """As when nothing was heard of them for some time."""
        screen.room.elsewhere.clear()
        self._do(screen.room.dice.look)

    def _do(self, action: Callable[[], None]) -> None:
        async def do() -> None:
            action()

        self.run(do())

    def _answer(self, request: Callable[[], asyncio.Future[int]]) -> int | str:
        async def answer() -> int | str:
            try:
                return await request()
            except Refusal as refusal:
                return refusal.code

        return self.run(answer())  # type: ignore[no-any-return]

    # What follows

    def until(self, condition: Callable[[], Any], otherwise: Callable[[], Any]) -> None:
        """Lets the houses work until something is true that must become true."""

        async def work() -> None:
            until = time.monotonic() + PATIENCE
            while not condition():
                assert time.monotonic() < until, otherwise()
                time.sleep(0.0002)  # for the threads that read and write; the loop's own clock stands still
                await asyncio.sleep(0)

        self.run(work())

    def settle(self, rounds: int = 60) -> None:
        """Lets the houses do what is to be done at this time of the clock; threads that read and write get a moment."""

        async def work() -> None:
            for _round in range(rounds):
                time.sleep(0.0005)
                await asyncio.sleep(0)

        self.run(work())

    def turn_the_clock(self, seconds: float) -> None:
        """What is on its way arrives first: it would take no time, and must not come too late."""
        self.until(lambda: not any(house.neighbours._telling for house in self.houses), lambda: "something is not told")
        self.loop.now += seconds
        for house in self.houses:
            self.run(house.read(lambda: None))

    def pass_time(self, seconds: float, code: str) -> None:
        """What is due after so many seconds is done, and stored."""
        self.turn_the_clock(seconds)
        self.settle(2)
        rooms = [house.rooms[code] for house in self.houses if code in house.rooms]
        self.until(lambda: not any(room._under_way for room in rooms), lambda: "something is not done")

    def catch_up(self, code: str) -> None:
        """All houses have read the log to its end."""

        async def read() -> None:
            for house in self.houses:
                room = await house.room(code)
                assert room is not None
                await house.caught_up(room)

        self.run(read())

    def while_it_reads(
        self, house: int, code: str, work: Callable[[], Any], news: dict[str, Any] | None = None
    ) -> None:
        """Something is stored, and maybe heard of, after a house has read the log and before it knows what it read."""

        async def read() -> None:
            self.houses[house].refresh(self.houses[house].rooms[code])
            await asyncio.sleep(0)  # it begins
            free = threading.Barrier(READERS)
            wait([self.houses[house]._readers.submit(free.wait, PATIENCE) for _thread in range(READERS)])
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(work).result()
                elsewhere.submit(connections.close_all).result()
            if news is not None:
                self.houses[house].neighbours._hear(news)

        self.run(read())

    def read_anew(self, house: int, code: str) -> None:
        """A house lets its room go, as when a process is started again."""

        async def let_go() -> None:
            self.houses[house].let_go(self.houses[house].rooms[code], LEFT_ALONE())

        self.run(let_go())

    def leave(self, code: str) -> None:
        for house in range(len(self.houses)):
            if code in self.houses[house].rooms:
                self.read_anew(house, code)

    @staticmethod
    def log(code: str, since: int = 0) -> list[Entry]:
        rows = models.Entry.objects.filter(table__code=code, number__gt=since).order_by("number")
        return [
            Entry(number, command, by, json.loads(what))
            for number, command, by, what in rows.values_list("number", "command", "by", "what")
        ]


@contextmanager
def two_houses(settings: Any) -> Iterator[Site]:
    settings.REDIS_URL = "in memory"
    site = Site()
    try:
        yield site
    finally:
        site.close()
