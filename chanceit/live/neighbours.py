"""Other processes that serve the same tables: what is said to them, and what they say.

Between processes travels that a table is at some number, who is there, how far the screens have told, guesses, and
questions to the devices at a table with their answers. Each message may be lost, and Redis may stop or hang: nothing
here waits for it longer than a moment, and the house compares its numbers with the database in any case.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer
from django.conf import settings

from chanceit.live import metrics
from chanceit.live.room import Elsewhere, Room
from chanceit.table.state import Actor

if TYPE_CHECKING:
    from chanceit.live.house import House

logger = logging.getLogger("chanceit.neighbours")

PATIENCE = 2.0
"""Seconds that telling somebody may take."""
MOST_TELLING = 500
"""Messages that may be on their way at once; what is too much is left out."""
REPEAT = 3.0
"""Seconds between two times that presence and subscriptions are told again."""
FORGET = 4 * REPEAT
"""Seconds after which a process that says nothing any more has nobody at a table."""
CUT_OFF = 2 * REPEAT + PATIENCE
"""Seconds of silence after which it is Redis that is away. Before `FORGET`: until then all are known who were there."""


class Neighbours:
    """None of its methods waits, and none fails, whatever Redis does."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.layer = get_channel_layer() if settings.REDIS_URL else None
        self._telling: set[asyncio.Future[None]] = set()
        self._said = itertools.count()
        self._heard_at = float("-inf")
        """When anything came over Redis last, be it what this process has said itself."""
        self._tasks: list[asyncio.Future[None]] = []
        if self.layer is not None:
            self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._repeat())]

    @property
    def channel(self) -> str:
        return f"house.{self.house.name}"

    @property
    def is_cut_off(self) -> bool:
        """Nobody knows who is at the other processes: what is said here every few seconds does not come back."""
        return self.layer is not None and time.monotonic() - self._heard_at > CUT_OFF

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    # Telling

    def subscribe(self, room: Room) -> None:
        """Hears of this table from now on. What was stored before it could listen, it reads."""
        if self.layer is not None:
            self._do(self._subscribe(room))

    async def _subscribe(self, room: Room) -> None:
        assert self.layer is not None
        await self.layer.group_add(group_of(room.code), self.channel)
        self.house.hear(room)

    def unsubscribe(self, room: Room) -> None:
        if self.layer is not None:
            self._do(self.layer.group_discard(group_of(room.code), self.channel))

    def announce(self, room: Room) -> None:
        self._tell(room, type="news", number=room.table.number, at=time.time())

    def tell_presence(self, room: Room) -> None:
        players = sorted(room.players_here())
        watching = sum(screen.actor == "spectator" for screen in room.screens)
        cups = list(room.cups_here())
        here = {"players": players, "watching": watching, "cups": cups, "knows": list(room.elsewhere)}
        self._tell(room, type="here", said=next(self._said), told=self._told(room), **here)

    def tell_told(self, room: Room) -> None:
        if room.elsewhere:
            self._tell(room, type="told", said=next(self._said), told=self._told(room))

    @staticmethod
    def _told(room: Room) -> dict[str, list[int]]:
        return {role: room.told_here(role) for role in ("table", "phone")}

    def tell_question(self, room: Room, message: bytes, *, only_cups: bool) -> None:
        if room.elsewhere:
            self._tell(room, type="question", message=message, only_cups=only_cups)

    def tell_answer(self, room: Room, ask: str, who: Actor, answer: Any) -> None:
        if room.elsewhere:
            self._tell(room, type="answer", ask=ask, who=who, answer=answer)

    def tell_guess(self, room: Room, player: int, what: str, answer: int, are_seats: bool, number: int) -> None:
        if room.elsewhere:
            guess = {"player": player, "what": what, "answer": answer, "are_seats": are_seats, "number": number}
            self._tell(room, type="guess", guess=guess)

    def _tell(self, room: Room, **message: Any) -> None:
        if self.layer is not None:
            message |= {"from": self.house.name, "code": room.code}
            self._do(self.layer.group_send(group_of(room.code), message))

    def _do(self, work: Awaitable[Any]) -> None:
        if len(self._telling) >= MOST_TELLING:
            work.close()  # type: ignore[attr-defined]
            return
        task = asyncio.ensure_future(self._in_time(work))
        self._telling.add(task)  # or it might be collected before it is done
        task.add_done_callback(self._telling.discard)

    async def _in_time(self, work: Awaitable[Any]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await work
        except Exception as error:
            logger.warning("not told", extra={"reason": repr(error)})

    # Hearing

    async def _listen(self) -> None:
        assert self.layer is not None
        while True:
            try:
                message = await self.layer.receive(self.channel)
            except Exception as error:
                logger.warning("cannot listen", extra={"reason": repr(error)})
                await asyncio.sleep(1)
                continue
            self._heard_at = time.monotonic()
            try:
                self._hear(message)
            except Exception:
                logger.exception("a message of another process was odd")

    def _hear(self, message: dict[str, Any]) -> None:
        room = self.house.rooms.get(message["code"])
        if room is None or message["from"] == self.house.name:
            return
        match message["type"]:
            case "news":
                if message["number"] > room.table.number:
                    metrics.LAG.observe(max(0.0, time.time() - message["at"]))
                    self.house.hear(room)
            case "here":
                known = room.elsewhere.get(message["from"])
                said = message.get("said", 0)  # an older version of this program says neither this nor whom it knows
                if known is None or known.said <= said:  # they may overtake each other on the way
                    here = message["players"], message["watching"], message["cups"], message.get("told", {})
                    room.elsewhere[message["from"]] = Elsewhere(time.monotonic(), said, *here)
                    room.dice.look()
                # Somebody new, or somebody whose room was read anew: they have to hear of those who are here.
                room.tell_presence(to_others=self.house.name not in message.get("knows", room.elsewhere))
            case "told":
                known = room.elsewhere.get(message["from"])
                if known is not None and known.said <= message["said"]:
                    known.said, known.told = message["said"], message["told"]
                    room.dice.look()
            case "question":
                room.put_to_screens(message["message"], only_cups=message["only_cups"])
            case "answer":
                if message["ask"] in room.questions:
                    room.answer(message["ask"], message["who"], message["answer"])

            case "guess":
                room.guesses.hear(**message["guess"])

    async def _repeat(self) -> None:
        """Heals what was lost on the way: subscriptions and presence."""
        while True:
            await asyncio.sleep(REPEAT)
            for room in list(self.house.rooms.values()):
                try:
                    self._repeat_for(room)
                except Exception:
                    logger.exception("presence could not be told", extra={"table": room.code})

    def _repeat_for(self, room: Room) -> None:
        assert self.layer is not None
        since = time.monotonic() - FORGET
        gone = [name for name, elsewhere in room.elsewhere.items() if elsewhere.heard < since]
        for name in gone:
            del room.elsewhere[name]
        if gone:
            room.tell_presence(to_others=False)
            room.dice.look()
        self._do(self.layer.group_add(group_of(room.code), self.channel))
        self.tell_presence(room)


def group_of(code: str) -> str:
    return f"table.{code}"
