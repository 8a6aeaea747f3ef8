"""Live tables: their sockets, the stream of requests into the log, and the views that go out.

A process has one house (of its event loop), a house has a room for each table that somebody in this process looks at.
Requests of all rooms are carried out in turns: all that wait are checked, stored in one transaction, and only then
answered and shown. So while the disk works on one turn, the next one gathers; and a socket that would get three views
at once gets the newest.

Between processes only "table T is at number N" travels (through the channel layer, one subscription a table). Whoever
hears of a number ahead of their own reads the log. That message may be lost, so every few seconds numbers are compared.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from chanceit import models, reporting
from chanceit.live import gate
from chanceit.table import commands as c
from chanceit.table import log, storing
from chanceit.table.state import Actor, Entry, Refused, TableState
from chanceit.table.storing import Conflict, Page
from rules.refusals import Refusal, _

logger = logging.getLogger("chanceit.live.house")
Answer = TypeVar("Answer")

THINKING = {"slow": 1.6, "normal": 0.9, "fast": 0.4, "instant": 0.0}
"""Seconds that a computer player takes, by the table's pace."""
LINGER = 20.0
"""Seconds that a room stays after its last socket has gone: a phone that wakes up finds it warm."""
COMPARE = 3.0
"""Seconds between two looks at the numbers of live tables, when several processes share them."""
TRIES = 8
"""How often a request is carried out anew because another process was faster."""


class Screen(Protocol):
    """A socket, as a room knows it."""

    role: str
    key: str
    actor: Actor
    language: str

    async def show(self, message: bytes) -> None: ...

    async def shut(self, refusal: Refusal) -> None: ...


class Waiting(msgspec.Struct):
    """A request and whoever waits for its answer."""

    room: Room
    actor: Actor
    request: c.Request
    command: str
    answer: asyncio.Future[int]
    tries: int = 0


class Room:
    """A live table."""

    def __init__(self, house: House, loaded: storing.Loaded) -> None:
        self.house = house
        self.table: TableState = loaded.table
        self.commands = loaded.commands
        self.screens: list[Screen] = []
        self.elsewhere: dict[str, tuple[float, list[int], int]] = {}
        """Presence in other processes: when heard, which players, how many spectators."""
        self._thinking: asyncio.TimerHandle | None = None
        self._leaving: asyncio.TimerHandle | None = None

    @property
    def code(self) -> str:
        return self.table.code

    async def request(self, actor: Actor, request: c.Request, command: str) -> int:
        """The number of the entry that a request became, once it is stored. Raises a Refusal."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.house.put(Waiting(self, actor, request, command, answer))
        return await answer

    # Screens

    async def enter(self, screen: Screen) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None
        self.screens.append(screen)
        await self._greet(screen)
        await self.tell_presence()
        self._let_think()

    async def leave(self, screen: Screen) -> None:
        if screen in self.screens:
            self.screens.remove(screen)
            await self.tell_presence()
        if not self.screens and self._leaving is None:
            self._leaving = asyncio.get_running_loop().call_later(LINGER, self._empty)

    def _empty(self) -> None:
        """A table with no visitor costs nothing."""
        if not self.screens:
            self._stop_thinking()
            self.house.drop(self)

    async def _greet(self, screen: Screen) -> None:
        await screen.show(gate.encode(gate.welcome(self.table)))
        await screen.show(gate.encode(gate.view(self.table, screen.actor, (), screen.key)))
        await screen.show(gate.encode(self.presence()))

    def presence(self) -> gate.Presence:
        connected = {screen.actor for screen in self.screens if isinstance(screen.actor, int)}
        watching = sum(screen.actor == "spectator" for screen in self.screens)
        for _heard, players, spectators in self.elsewhere.values():
            connected.update(players)
            watching += spectators
        return gate.Presence(sorted(connected), watching)

    async def tell_presence(self, *, to_others: bool = True) -> None:
        message = gate.encode(self.presence())
        for screen in list(self.screens):
            await screen.show(message)
        if to_others:
            await self.house.tell_presence(self)

    # After something was stored

    def take(self, table: TableState, entries: list[Entry]) -> None:
        """The table is this now: the entries are in the log."""
        self.table = table
        for entry in entries:
            self.commands[entry.command] = entry.number

    async def show(self, table: TableState, entries: list[Entry]) -> None:
        """The view after these entries to everybody, encoded once for each viewer."""
        has_begun = any(isinstance(entry.what, log.Begun | log.ClearedAway) for entry in entries)
        if any(isinstance(entry.what, KEY_ENTRIES) for entry in entries):
            await self._look_at_keys()
        greeting = gate.encode(gate.welcome(table)) if has_begun else None
        encoded: dict[Actor, bytes] = {}
        for screen in self.screens.copy():
            if greeting is not None:
                await screen.show(greeting)
            actor = screen.actor
            if actor == "door":
                await screen.show(gate.encode(gate.view(table, actor, entries, screen.key)))
                continue
            message = encoded.get(actor)
            if message is None:
                message = encoded[actor] = gate.encode(gate.view(table, actor, entries))
            await screen.show(message)
        self._let_think()

    async def _look_at_keys(self) -> None:
        """Somebody's key was given to another phone, or a seat was closed: each screen is what its key says now."""
        for screen in self.screens.copy():
            actor = role_of(self.table, screen.role, screen.key)
            if isinstance(actor, Refusal):
                self.screens.remove(screen)
                await screen.shut(actor)
            elif actor != screen.actor:
                screen.actor = actor
        await self.tell_presence()

    # Computer players

    def _let_think(self) -> None:
        if self._thinking is None and self.screens and any(seated.computer for seated in self.table.players):
            pause = THINKING[self.table.pace]
            self._thinking = asyncio.get_running_loop().call_later(pause, self._think)

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _think(self) -> None:
        self._thinking = None
        decided = storing.computer_move(self.table)
        if decided is None:
            return
        player, move = decided
        # Named by the number it should become: if another process lets the same player think, only one is stored.
        command = f"computer-{self.table.number + 1}"
        task = asyncio.ensure_future(self.request(player, c.Play(msgspec.Raw(move)), command))
        task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Future[int]) -> None:
        if not task.cancelled() and task.exception() is not None:
            logger.info("a computer player was refused", extra={"table": self.code, "reason": str(task.exception())})
        self._let_think()


KEY_ENTRIES = (log.Answered, log.Left, log.Removed, log.GameMasterMoved)


def role_of(table: TableState, role: str, key: str) -> Actor | Refusal:
    """Who a screen is, by its role and key, or why it is nobody."""
    if role == "watch":
        if not table.watching:
            return Refused("no_watching", _("The host does not want spectators at this table."))
        return "spectator"
    actor = table.whose(key) if key else "door"
    if role == "table":
        if actor == "game_master":
            return actor
        return Refused("not_yours", _("This game-master screen belongs to another device."))
    if isinstance(actor, int):
        if table.seated(actor).removed:
            return Refused("removed", _("The game master has closed this seat."))
        return actor
    if key and any(asking.key == key for asking in table.asking):
        return "door"
    return Refused("not_yours", _("You have no seat at this table. It may have been given to another phone."))


class House:
    """All rooms of this process, and the turns in which their requests are stored."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._waiting: list[Waiting] = []
        self._behind: set[str] = set()
        self._stored: list[Draft] = []
        """What is stored and not shown yet."""
        self._work = asyncio.Event()
        self._sending: set[asyncio.Future[None]] = set()
        # One thread writes, so that turns follow each other; another one reads, so that opening a table does not wait.
        self._writer = ThreadPoolExecutor(1, "writer")
        self._reader = ThreadPoolExecutor(1, "reader")
        self._tasks = [asyncio.ensure_future(self._write())]
        self.layer = get_channel_layer() if settings.REDIS_URL else None
        if self.layer is not None:
            self._tasks += [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._compare())]

    async def room(self, code: str) -> Room | None:
        """The room of a table, loaded from its log if nobody has looked at it yet."""
        room = self.rooms.get(code)
        if room is not None:
            return room
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            loading.add_done_callback(lambda _done: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room | None:
        # First listen, then read: what is stored in between is heard of.
        await self._subscribe(code)
        loaded = await self._run(self._reader, lambda: storing.load(code))
        if loaded is None:
            return None
        room = self.rooms[code] = Room(self, loaded)
        return room

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            if self.layer is not None:
                self._tell(self.layer.group_discard(group_of(room.code), self._channel))

    async def _run(self, thread: ThreadPoolExecutor, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(thread, _with_connection, work)

    # Turns

    def put(self, waiting: Waiting) -> None:
        self._waiting.append(waiting)
        self._work.set()

    async def _write(self) -> None:
        """Turn after turn. What one turn has stored is shown while the disk works on the next."""
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                await self._catch_up()
                waiting, self._waiting = self._waiting, []
                await self._turn(waiting)
                if not self._waiting:
                    await self._show_stored()
            except Exception:
                logger.exception("a turn failed")

    async def _turn(self, requests: list[Waiting]) -> None:
        """Checks all requests in the order in which they came, stores what they become, and answers."""
        drafts, checked = self._check(requests)
        storing = asyncio.ensure_future(self._store(drafts))
        await self._show_stored()
        failed = await storing
        for code, draft in drafts.items():
            if code not in failed:
                reporting.tell_stored(code, draft.entries)
                draft.room.take(draft.table, draft.entries)
                self._announce(draft.table)
                self._stored.append(draft)
        for waiting, number in checked:
            reason = failed.get(waiting.room.code)
            if reason is None:
                if not waiting.answer.done():
                    waiting.answer.set_result(number)
            elif isinstance(reason, Conflict) and waiting.tries < TRIES:
                waiting.tries += 1
                self.put(waiting)
            else:
                answer_refused(waiting, NOT_STORED)

    def _check(self, requests: list[Waiting]) -> tuple[dict[str, Draft], list[tuple[Waiting, int]]]:
        """What is to be stored of each table, and the requests that were fine, with the number each will have."""
        drafts: dict[str, Draft] = {}
        checked: list[tuple[Waiting, int]] = []
        for waiting in requests:
            room = waiting.room
            draft = drafts.get(room.code) or Draft(room, room.table)
            number = room.commands.get(waiting.command) or draft.commands.get(waiting.command)
            if number is None:
                try:
                    after, entries = storing.carry_out(draft.table, waiting.actor, waiting.request, waiting.command)
                except Refusal as refusal:
                    if self.layer is not None and waiting.tries == 0:
                        # Another process may know more: look into the log before saying no.
                        waiting.tries = 1
                        self._behind.add(room.code)
                        self.put(waiting)
                    else:
                        answer_refused(waiting, refusal)
                    continue
                except Exception:
                    logger.exception("a request failed", extra={"table": room.code})
                    answer_refused(waiting, FAILED)
                    continue
                drafts[room.code] = draft
                draft.add(after, entries)
                number = entries[0].number
            checked.append((waiting, number))
        return drafts, checked

    async def _show_stored(self) -> None:
        stored, self._stored = self._stored, []
        for draft in stored:
            await draft.room.show(draft.table, draft.entries)

    async def _store(self, drafts: dict[str, Draft]) -> dict[str, Exception]:
        """Stores all drafts; gives those that could not be stored, with the reason."""
        if not drafts:
            return {}
        pages = [draft.page() for draft in drafts.values()]
        try:
            await self._run(self._writer, lambda: storing.store(pages))
        except Conflict as conflict:
            self._behind.update(conflict.codes)
            self._work.set()
            return dict.fromkeys(conflict.codes, conflict)
        except Exception as error:
            logger.error("nothing was stored", extra={"tables": list(drafts), "reason": repr(error)})
            return dict.fromkeys(drafts, error)
        return {}

    async def _catch_up(self) -> None:
        """Reads what other processes have stored."""
        behind, self._behind = self._behind, set()
        for code in behind:
            room = self.rooms.get(code)
            if room is None:
                continue
            table = room.table
            try:
                newer, entries = await self._run(self._writer, lambda table=table: storing.load_since(table))
            except DatabaseError as error:
                logger.error("could not catch up", extra={"table": code, "reason": repr(error)})
                self._behind.add(code)
                continue
            if entries:
                await self._show_stored()  # first what came before
                room.take(newer, entries)
                await room.show(newer, entries)

    # Other processes

    async def _subscribe(self, code: str) -> None:
        if self.layer is not None:
            try:
                await self.layer.group_add(group_of(code), self._channel)
            except Exception as error:
                logger.warning("not subscribed", extra={"table": code, "reason": repr(error)})

    @property
    def _channel(self) -> str:
        return f"house.{self.name}"

    def _announce(self, table: TableState) -> None:
        if self.layer is not None:
            news = {"type": "news", "from": self.name, "code": table.code, "number": table.number}
            self._tell(self.layer.group_send(group_of(table.code), news))

    async def tell_presence(self, room: Room) -> None:
        if self.layer is not None:
            players = sorted({screen.actor for screen in room.screens if isinstance(screen.actor, int)})
            watching = sum(screen.actor == "spectator" for screen in room.screens)
            here = {"type": "here", "from": self.name, "code": room.code, "players": players, "watching": watching}
            self._tell(self.layer.group_send(group_of(room.code), here))

    def _tell(self, sending: Any) -> None:
        """Sends without waiting. It may be lost: see `_compare`."""

        async def send() -> None:
            try:
                await sending
            except Exception as error:
                logger.warning("not told", extra={"reason": repr(error)})

        task = asyncio.ensure_future(send())
        self._sending.add(task)  # or it might be collected before it is done
        task.add_done_callback(self._sending.discard)

    async def _listen(self) -> None:
        assert self.layer is not None
        while True:
            try:
                message = await self.layer.receive(self._channel)
            except Exception as error:
                logger.warning("cannot listen", extra={"reason": repr(error)})
                await asyncio.sleep(1)
                continue
            room = self.rooms.get(message["code"])
            if room is None or message["from"] == self.name:
                continue
            if message["type"] == "news":
                if message["number"] > room.table.number:
                    self._behind.add(room.code)
                    self._work.set()
            else:
                is_new = message["from"] not in room.elsewhere
                now = asyncio.get_running_loop().time()
                room.elsewhere[message["from"]] = (now, message["players"], message["watching"])
                await room.tell_presence(to_others=is_new)

    async def _compare(self) -> None:
        """Heals what was lost on the way: numbers, subscriptions and presence."""
        while True:
            await asyncio.sleep(COMPARE)
            try:
                await self._compare_once()
            except Exception as error:
                logger.warning("cannot compare", extra={"reason": repr(error)})

    async def _compare_once(self) -> None:
        rooms = [room for room in self.rooms.values() if room.screens]
        if not rooms:
            return
        rows = models.Table.objects.filter(id__in=[room.table.id for room in rooms]).values_list("code", "number")
        for code, number in await self._run(self._reader, lambda: list(rows)):
            if code in self.rooms and number > self.rooms[code].table.number:
                self._behind.add(code)
                self._work.set()
        now = asyncio.get_running_loop().time()
        for room in rooms:
            gone = [name for name, (heard, *_rest) in room.elsewhere.items() if heard < now - 4 * COMPARE]
            for name in gone:
                del room.elsewhere[name]
            if gone:
                await room.tell_presence(to_others=False)
            await self._subscribe(room.code)
            await self.tell_presence(room)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._writer.shutdown(wait=False)
        self._reader.shutdown(wait=False)


class Draft:
    """A table during a turn: what it will be if this can be stored."""

    def __init__(self, room: Room, table: TableState) -> None:
        self.room = room
        self.before = table
        self.table = table
        self.entries: list[Entry] = []
        self.commands: dict[str, int] = {}

    def add(self, table: TableState, entries: list[Entry]) -> None:
        self.table = table
        self.entries += entries
        self.commands[entries[0].command] = entries[0].number

    def page(self) -> Page:
        return Page(self.before, self.table, tuple(self.entries))


FAILED = Refused("failed", _("Something went wrong here. Nothing has changed."))
NOT_STORED = Refused("not_stored", _("This could not be stored, so nothing has changed. Try again in a moment."))


def answer_refused(waiting: Waiting, refusal: Refusal) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(refusal)


def group_of(code: str) -> str:
    return f"table.{code}"


def _with_connection(work: Callable[[], Answer]) -> Answer:
    """Runs in a thread that keeps its connection; after an error it starts with a fresh one."""
    try:
        close_old_connections()
        return work()
    except DatabaseError:
        connection.close()
        raise


_houses: WeakKeyDictionary[asyncio.AbstractEventLoop, House] = WeakKeyDictionary()


def house() -> House:
    """The house of this process, made on first use."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        _houses[loop] = House()
    return _houses[loop]
