"""Computer players who take their time think beside the server, in processes of their own: nobody waits for them.

The workers are `rules.thinking`. They are started when somebody asks, and end when this process does. One that dies, or
takes far longer than its bounded work can take, is given up, and so is its question: the next weaker player answers
in its place. Whoever is patient lets the others go first: the coach, whom nobody has to wait for, and not the computer
players.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque

from chanceit.live import workers
from rules.thinking import Question, packed

logger = logging.getLogger("chanceit.thinkers")

WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))
LIMIT = 8.0
"""Seconds for one question: a hundred times what it takes."""


class GivenUp(Exception):
    """Nobody has answered, and nobody will."""


MOST_PATIENT = 30
"""Patient questions that may wait."""


class TooManyWait(GivenUp):
    """Nobody has begun with it, since too many wait."""


class Turns:
    """So many at once. Of those who wait the patient come last."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    async def take(self, is_patient: bool) -> None:
        if self._free:
            self._free -= 1
            return
        queue = self._patient if is_patient else self._waiting
        if is_patient and len(queue) >= MOST_PATIENT:
            raise TooManyWait
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in queue:
                queue.remove(turn)
            elif not turn.cancelled():  # it was their turn just now
                self.give_back()
            raise

    def give_back(self) -> None:
        for queue in (self._waiting, self._patient):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


class Thinkers:
    def __init__(self) -> None:
        self._turns = Turns(WORKERS)
        self._idle: list[asyncio.subprocess.Process] = []
        self._at_work: set[asyncio.Task[bytes]] = set()
        self._ending: set[asyncio.Task[tuple[bytes, bytes]]] = set()

    async def ask(self, question: Question, *, is_patient: bool = False) -> bytes:
        """Its answer as JSON, or null. Raises GivenUp. Whoever is cancelled meanwhile has only stopped listening: what
        was begun is thought to its end, which is near."""
        has_begun = asyncio.Event()
        work = asyncio.ensure_future(self._work(packed(question), has_begun, is_patient))
        self._at_work.add(work)
        work.add_done_callback(self._is_done)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if not has_begun.is_set():
                work.cancel()
            raise

    def _is_done(self, work: asyncio.Task[bytes]) -> None:
        self._at_work.discard(work)
        if not work.cancelled():
            work.exception()  # looked at, also if whoever asked has gone

    async def _work(self, question: bytes, has_begun: asyncio.Event, is_patient: bool) -> bytes:
        await self._turns.take(is_patient)
        try:
            has_begun.set()
            return await self._have_thought(question)
        finally:
            self._turns.give_back()

    async def _have_thought(self, question: bytes) -> bytes:
        worker = await self._worker()
        try:
            async with asyncio.timeout(LIMIT):
                assert worker.stdin is not None
                assert worker.stdout is not None
                worker.stdin.write(question)
                await worker.stdin.drain()
                answer = await worker.stdout.readline()
                if not answer.endswith(b"\n"):
                    raise GivenUp("a worker has died")
        except (OSError, TimeoutError, GivenUp) as error:
            logger.error("a thinking player was given up", extra={"reason": repr(error)})
            raise GivenUp from error
        else:
            self._idle.append(worker)
            return answer
        finally:
            if worker not in self._idle:
                self._end(worker)

    async def _worker(self) -> asyncio.subprocess.Process:
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
        return await workers.start("rules.thinking")

    def close(self) -> None:
        for work in self._at_work.copy():
            work.cancel()
        for worker in self._idle:
            self._end(worker)
        self._idle.clear()

    def _end(self, worker: asyncio.subprocess.Process) -> None:
        """It goes at once, and its pipes are closed behind it."""
        if worker.returncode is None:
            worker.kill()
        ending = asyncio.ensure_future(worker.communicate())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
