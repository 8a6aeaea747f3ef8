"""All live tables of a process, and the turns in which their requests become entries of the log.

Requests of all rooms are carried out in turns: all that wait are checked, stored in one transaction, and only then
answered and shown. So while the disk works on one turn, the next one gathers; and a socket that would get three views
at once gets the newest.

Every room, every request and every page has its own wall. Whatever goes wrong with one of them, the others are stored,
shown and answered; each request gets an answer, and it is true: done, refused with nothing changed, or unknown. A room
that is no longer sure of itself is let go: its screens come back to one that was read from the log.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

import msgspec
from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from chanceit import reporting
from chanceit.keys import is_code
from chanceit.live import metrics
from chanceit.live.looking_back import Looks
from chanceit.live.neighbours import Neighbours
from chanceit.live.room import FAILED, LEFT_ALONE, NO_SUCH_TABLE, UNKNOWN, Room, Screen, role_of
from chanceit.live.thinkers import Thinkers
from chanceit.table import authority, log, storing
from chanceit.table import commands as c
from chanceit.table.state import Actor, Entry, TableState
from chanceit.table.storing import Outcome, Page
from rules.refusals import Refusal, _

logger = logging.getLogger("chanceit.house")
Answer = TypeVar("Answer")

TRIES = 8
"""How often a request is carried out anew because another process was faster."""
STORING = 12.0
"""Seconds after which a turn that is still being stored is answered with "unknown"."""
READING = 6.0
"""Seconds that reading a log may take."""
READERS = 4
COMPARE = 3.0
"""Seconds between two looks at the numbers of live tables. Other processes may have written, or cleared tables away."""
AGAIN = 1.0
"""Seconds until a log that could not be read is tried again."""

NOT_STORED = partial(
    Refusal, "not_stored", _("This could not be stored, so nothing has changed. Try again in a moment.")
)
BUSY = partial(Refusal, "busy", _("Too much is going on at this table. Try again."))
NEWER = partial(Refusal, "newer", _("A newer version of this program is being set up here. Wait a moment."))
BROKEN = partial(Refusal, "broken", _("The log of this table cannot be read any more. The other tables are well."))


class Waiting(msgspec.Struct):
    """A request and whoever waits for its answer."""

    room: Room
    actor: Actor
    request: c.Request
    command: str
    brought: c.Brought
    screen: Screen | None
    answer: asyncio.Future[int]
    tries: int = 0

    def carried_out(self, table: TableState) -> tuple[TableState, list[Entry]]:
        """Raises a Refusal, also if the screen's key opens nothing any more."""
        if self.screen is not None:
            whose = role_of(table, self.screen.role, self.screen.key)
            if isinstance(whose, Refusal):
                raise whose
            if whose != self.actor:
                raise Refusal("handed_on", _("Meanwhile somebody else has this phone."))
        return authority.carry_out(table, self.actor, self.request, self.command, self.brought)

    def done(self, number: int) -> None:
        if not self.answer.done():
            self.answer.set_result(number)

    def refused(self, refusal: Refusal) -> None:
        if not self.answer.done():
            metrics.REFUSALS.labels(refusal.code).inc()
            self.answer.set_exception(refusal)


class Draft:
    """A table during a turn: what it will be if this can be stored, and who waits for that."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.before = room.table
        self.table = room.table
        self.entries: list[Entry] = []
        self.commands: dict[str, int] = {}
        self.waiting: list[tuple[Waiting, int]] = []

    def add(self, table: TableState, entries: list[Entry]) -> int:
        self.table = table
        self.entries += entries
        number = entries[0].number
        self.commands[entries[0].command] = number
        return number

    def page(self) -> Page:
        return Page(self.before, self.table, tuple(self.entries))


class House:
    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._waiting: list[Waiting] = []
        self._stored: list[Draft] = []
        """What is stored and not shown yet."""
        self._work = asyncio.Event()
        # One thread writes, so that turns follow each other; others read, so that opening a table does not wait.
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._doctor = ThreadPoolExecutor(1, "doctor")
        self._stuck: asyncio.Future[list[Outcome]] | None = None
        """A turn that takes too long to be stored: until it ends, nothing else is."""
        self._health: tuple[float, bool] = (-60.0, True)
        self.neighbours = Neighbours(self)
        self.thinkers = Thinkers()
        self.looks = Looks(self.thinkers)
        self._tasks = [asyncio.ensure_future(self._work_on()), asyncio.ensure_future(self._compare())]
        metrics.ROOMS.set_function(lambda: len(self.rooms))

    # Rooms

    async def room(self, code: str) -> Room | None:
        """The room of a table, loaded from its log if nobody has looked at it yet. Raises a Refusal that may pass."""
        if not is_code(code):
            return None
        room = self.rooms.get(code)
        if room is not None:
            room.linger()
            return room
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.ensure_future(self._load(code))
            loading.add_done_callback(lambda done: self._is_loaded(code, done))
        try:
            # Whoever comes in does not wait for ever; the loading goes on, and the next one who comes finds it done.
            async with asyncio.timeout(READING):
                return await asyncio.shield(loading)
        except TimeoutError:
            raise BUSY() from None

    def _is_loaded(self, code: str, done: asyncio.Future[Room | None]) -> None:
        del self._loading[code]
        if not done.cancelled():
            done.exception()  # looked at, also if whoever asked has gone

    async def _load(self, code: str) -> Room | None:
        try:
            loaded = await self._begin_to_read(lambda: storing.load(code))
        except log.Unreadable:
            raise NEWER() from None
        except storing.Broken as error:
            logger.error("a log is broken", extra={"table": code, "reason": str(error)})
            raise BROKEN() from None
        except (DatabaseError, InterfaceError) as error:
            logger.error("a table could not be read", extra={"table": code, "reason": repr(error)})
            raise BUSY() from None
        if loaded is None:
            return None
        room = self.rooms[code] = Room(self, loaded)
        self.neighbours.subscribe(room)
        return room

    async def newest(self, code: str) -> Room | None:
        """The room for a page: if other processes write too, and nobody is there to hear of it, the log is read."""
        room = await self.room(code)
        if room is not None and self.neighbours.layer is not None and not room.screens:
            await self.caught_up(room)
        return None if room is None or room.is_gone else room

    def let_go(self, room: Room, refusal: Refusal) -> None:
        """A room that nobody needs, or that is no longer sure of itself. Whoever comes back gets a fresh one."""
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            self.neighbours.unsubscribe(room)
        self._answer_held(room, None)
        room.go(refusal)

    async def read(self, work: Callable[[], Answer]) -> Answer:
        async with asyncio.timeout(READING):
            return await self._begin_to_read(work)

    def _begin_to_read(self, work: Callable[[], Answer]) -> asyncio.Future[Answer]:
        return asyncio.get_running_loop().run_in_executor(self._readers, _with_connection, work)

    # Turns

    def put(
        self, room: Room, actor: Actor, request: c.Request, command: str, brought: c.Brought, screen: Screen | None
    ) -> asyncio.Future[int]:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._put(Waiting(room, actor, request, command, brought, screen, answer))
        return answer

    def _put(self, waiting: Waiting) -> None:
        self._waiting.append(waiting)
        self._work.set()

    async def _work_on(self) -> None:
        """Turn after turn. What one turn has stored is shown while the disk works on the next."""
        while True:
            await self._work.wait()
            self._work.clear()
            waiting, self._waiting = self._waiting, []
            begun = time.perf_counter()
            try:
                await self._turn(waiting)
            except Exception:
                logger.exception("a turn failed; its requests are tried one by one")
                await self._one_by_one(waiting)
            await asyncio.sleep(0)  # answers go first: what is shown may close the socket of whoever asked
            if not self._waiting:
                self._show_stored()
            metrics.TURN.observe(time.perf_counter() - begun)

    async def _one_by_one(self, requests: list[Waiting]) -> None:
        for waiting in requests:
            waiting.room.is_storing = False
        for waiting in requests:
            try:
                if not waiting.answer.done():
                    await self._turn([waiting])
            except Exception as error:
                logger.error("a request failed", extra={"table": waiting.room.code, "reason": repr(error)})
                waiting.refused(UNKNOWN())
                waiting.room.is_storing = False
                self._doubt(waiting.room)

    async def _turn(self, requests: list[Waiting]) -> None:
        """Checks all requests in the order in which they came, stores what they become, and answers."""
        drafts = self._check(requests)
        storing_them = asyncio.ensure_future(self._store(drafts))
        self._show_stored()
        outcomes = await storing_them
        for draft, outcome in zip(drafts, outcomes, strict=True):
            draft.room.is_storing = False
            metrics.PAGES.labels(outcome).inc()
            try:
                self._settle(draft, outcome)
            except Exception:
                logger.exception("a table failed", extra={"table": draft.room.code})
                for waiting, number in draft.waiting:
                    waiting.done(number) if outcome == "stored" else waiting.refused(UNKNOWN())
                self.let_go(draft.room, LEFT_ALONE())

    def _check(self, requests: list[Waiting]) -> list[Draft]:
        """What is to be stored of each table, with the requests that were fine."""
        drafts: dict[int, Draft] = {}
        for waiting in requests:
            try:
                self._check_one(waiting, drafts)
            except Exception:
                logger.exception("a request failed", extra={"table": waiting.room.code})
                waiting.refused(FAILED())
        for draft in drafts.values():
            if not draft.entries:
                draft.room.is_storing = False
                if draft.room.is_behind:
                    self.refresh(draft.room)
        return [draft for draft in drafts.values() if draft.entries]

    def _check_one(self, waiting: Waiting, drafts: dict[int, Draft]) -> None:
        room = waiting.room
        if room.is_gone:
            waiting.refused(UNKNOWN())
            return
        if room.refreshing is not None and room.in_doubt:
            waiting.refused(UNKNOWN())
            return
        if room.refreshing is not None or room.is_behind or room.in_doubt:
            self._hold(waiting)
            return
        number = room.commands.get(waiting.command)
        if number is not None:
            waiting.done(number)
            return
        draft = drafts.get(id(room))
        if draft is None:
            draft = drafts[id(room)] = Draft(room)
            room.is_storing = True
        number = draft.commands.get(waiting.command)
        if number is None:
            try:
                after, entries = waiting.carried_out(draft.table)
            except Refusal as refusal:
                if self.neighbours.layer is not None and waiting.tries == 0:
                    # Another process may know more: look into the log before saying no.
                    waiting.tries = 1
                    self._hold(waiting)
                else:
                    waiting.refused(refusal)
                return
            number = draft.add(after, entries)
        draft.waiting.append((waiting, number))

    def _settle(self, draft: Draft, outcome: Outcome) -> None:
        """After the database has answered."""
        room = draft.room
        match outcome:
            case "stored":
                metrics.ENTRIES.inc(len(draft.entries))
                reporting.tell_stored(room.code, draft.entries)
                room.take(draft.table, draft.entries)
                self._stored.append(draft)
                self.neighbours.announce(room)
                for waiting, number in draft.waiting:
                    waiting.done(number)
            case "conflict":
                room.is_behind = True
                for waiting, _number in draft.waiting:
                    waiting.tries += 1
                    if waiting.tries < TRIES:
                        self._hold(waiting)
                    else:
                        waiting.refused(BUSY())
            case "not_stored":
                # Where there are other processes, the same command may be on its way at one of them.
                refusal = NOT_STORED if self.neighbours.layer is None else UNKNOWN
                for waiting, _number in draft.waiting:
                    waiting.refused(refusal())
            case "unknown":
                for waiting, _number in draft.waiting:
                    waiting.refused(UNKNOWN())
                self._doubt(room)
        if room.is_behind:
            self.refresh(room)

    async def _store(self, drafts: list[Draft]) -> list[Outcome]:
        if not drafts:
            return []
        if self._stuck is not None:
            return ["not_stored"] * len(drafts)
        pages = [draft.page() for draft in drafts]
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._writer, _with_connection, lambda: _store(pages))
        try:
            async with asyncio.timeout(STORING):
                outcomes = await asyncio.shield(work)
        except TimeoutError:
            logger.error("storing takes too long", extra={"tables": [draft.room.code for draft in drafts]})
            self._stuck = work
            work.add_done_callback(lambda _done: self._is_unstuck(drafts))
            return ["unknown"] * len(drafts)
        except Exception as error:
            logger.error("storing failed", extra={"reason": repr(error)})
            return ["unknown"] * len(drafts)
        metrics.COMMITS.inc()
        return outcomes

    def _is_unstuck(self, drafts: list[Draft]) -> None:
        self._stuck = None
        for draft in drafts:
            self._doubt(draft.room)

    def _show_stored(self) -> None:
        stored, self._stored = self._stored, []
        for draft in stored:
            if not draft.room.is_gone:
                self._show(draft.room, draft.before, draft.table, draft.entries)

    def _show(self, room: Room, before: TableState, table: TableState, entries: list[Entry]) -> None:
        try:
            room.show(before, table, entries)
        except Exception:
            logger.exception("a table could not be shown", extra={"table": room.code})
            self.let_go(room, LEFT_ALONE())

    # Reading what others have written, and what became of a page that nobody knows of

    def _hold(self, waiting: Waiting) -> None:
        """Until the log was read."""
        waiting.room.held.append(waiting)
        self.refresh(waiting.room)

    def _doubt(self, room: Room) -> None:
        room.in_doubt = True
        self.refresh(room)

    def refresh(self, room: Room) -> None:
        """Reads on in the log, soon."""
        if room.is_gone:
            return
        if room.is_storing:
            room.is_behind = True  # when that is done
        elif room.refreshing is None:
            room.is_behind = False
            room.refreshing = asyncio.ensure_future(self._refresh(room))

    def hear(self, room: Room) -> None:
        """Another process has stored something. What is being read just now may be older than that."""
        if room.refreshing is not None:
            room.is_behind = True
        else:
            self.refresh(room)

    async def caught_up(self, room: Room) -> None:
        """Comes back when the log was read from now on, or when it is clear that it cannot be read now."""
        if room.refreshing is not None:
            await asyncio.shield(room.refreshing)
        self.refresh(room)
        if room.refreshing is not None:
            await asyncio.shield(room.refreshing)

    async def _refresh(self, room: Room) -> None:
        is_known = False
        before = room.table
        reading = self._begin_to_read(lambda: storing.load_since(before))
        try:
            done, _not_done = await asyncio.wait({reading}, timeout=READING)
            if not done:
                # It goes on, since it would take as long the next time; until then nobody is kept waiting.
                room.in_doubt = True
                self._answer_held(room, None)
            newer, entries = await reading
            if self._stuck is None:
                room.in_doubt = False
            is_known = not room.in_doubt
            if entries:
                self._show_stored()  # first what came before
                room.take(newer, entries)
                self._show(room, before, newer, entries)
        except storing.Gone:
            self.let_go(room, NO_SUCH_TABLE())
        except log.Unreadable:
            logger.error("a newer version has written to this table", extra={"table": room.code})
            self.let_go(room, NEWER())
        except (DatabaseError, InterfaceError) as error:
            logger.error("could not read on", extra={"table": room.code, "reason": repr(error)})
        except Exception as error:
            logger.error("a table is let go", extra={"table": room.code, "reason": repr(error)})
            self.let_go(room, LEFT_ALONE())
        finally:
            room.refreshing = None
            self._answer_held(room, self._put if is_known else None)
            if not is_known and not room.is_gone:
                room.in_doubt = True
                asyncio.get_running_loop().call_later(AGAIN, self._try_again, room)
            elif room.is_behind:
                self.refresh(room)

    @staticmethod
    def _answer_held(room: Room, put: Callable[[Waiting], None] | None) -> None:
        """The requests that waited for the log are carried out, or nobody knows what becomes of them."""
        held, room.held = room.held, []
        for waiting in held:
            if put is None:
                waiting.refused(UNKNOWN())
            else:
                put(waiting)

    def _try_again(self, room: Room) -> None:
        if room.in_doubt:
            self.refresh(room)

    async def _compare(self) -> None:
        """Heals what nobody has told us: entries of other processes, and tables that were cleared or put back."""
        while True:
            await asyncio.sleep(COMPARE)
            try:
                rooms = list(self.rooms.values())
                for start in range(0, len(rooms), 500):
                    await self._compare_these(rooms[start : start + 500])
            except Exception as error:
                logger.warning("cannot compare", extra={"reason": repr(error)})

    async def _compare_these(self, rooms: Iterable[Room]) -> None:
        known = {room.table.id: (room, room.table.number) for room in rooms}
        found = await self.read(lambda: storing.numbers(list(known)))
        for row, (room, number) in known.items():
            if row not in found:
                self.let_go(room, NO_SUCH_TABLE())
            elif found[row] < number:
                logger.error("a log was put back", extra={"table": room.code, "number": number})
                self.let_go(room, LEFT_ALONE())
            elif found[row] > room.table.number:
                self.refresh(room)

    # For whoever watches the server

    async def can_store(self) -> bool:
        """Whether something can be stored now; found out by doing it, though not more often than every other second."""
        at, is_well = self._health
        if time.monotonic() - at > 2.0:
            try:
                async with asyncio.timeout(READING):
                    loop = asyncio.get_running_loop()
                    await loop.run_in_executor(self._doctor, _with_connection, storing.check_writing)
                is_well = self._stuck is None
            except Exception as error:
                logger.error("nothing can be stored", extra={"reason": repr(error)})
                is_well = False
            self._health = (time.monotonic(), is_well)
        return is_well

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.neighbours.close()
        self.looks.close()
        self.thinkers.close()
        self._writer.shutdown(wait=False)
        self._readers.shutdown(wait=False)
        self._doctor.shutdown(wait=False)


def _store(pages: list[Page]) -> list[Outcome]:
    """Stores all pages; if that fails in a way that nobody has thought of, each alone."""
    try:
        return storing.store(pages)
    except Exception as error:
        logger.error("storing failed", extra={"reason": repr(error)})
        if len(pages) == 1:
            return ["unknown"]
        return [outcome for page in pages for outcome in _store([page])]


def _with_connection(work: Callable[[], Answer]) -> Answer:
    """Runs in a thread that keeps its connection; after an error it starts with a fresh one."""
    try:
        if connection.vendor == "sqlite":
            connection.close_at = None  # to open it anew takes longer than to write a turn
        close_old_connections()
        return work()
    except (DatabaseError, InterfaceError):
        connection.close()
        raise


_houses: WeakKeyDictionary[asyncio.AbstractEventLoop, House] = WeakKeyDictionary()


def house() -> House:
    """The house of this process, made on first use."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        _houses[loop] = House()
    return _houses[loop]
