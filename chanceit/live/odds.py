"""Everybody's chance to win, on the big screens of a table whose host wants that.

It follows from what lies open and from nothing else; a worker reckons it, beside the server. It is no part of game, log
or record, and whatever goes wrong here touches no turn. At most one question of a table is under way: when it is
answered, the newest point of the game is asked about. Where the switch is off, or no big screen is there, nothing is
asked. Each answer names the number at which the table stood, and a screen shows it when what was done there is seen.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from chanceit.live import messages
from chanceit.live.thinkers import GivenUp
from chanceit.table.state import TableState
from rules.thinking import ToWeigh

if TYPE_CHECKING:
    from chanceit.live.room import Room, Screen

logger = logging.getLogger("chanceit.odds")

BIG = ("table", "watch")
"""The roles of screens that show the middle of the table."""


class Odds:
    """Those of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._known: tuple[Any, tuple[int, ...]] | None = None
        """What was asked about last, and the answer."""
        self._told: messages.Odds | None = None
        self._asking: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The table has changed, or a screen has come."""
        try:
            if self._asking is None and self._is_wanted():
                self._look()
        except Exception:
            logger.exception("odds failed", extra={"table": self.room.code})

    def greet(self, screen: Screen) -> None:
        """A big screen has come: it is told what the others were told."""
        if screen.role in BIG and self._told is not None and self._told.number == self.room.table.number:
            screen.show(messages.encode(self._told))
        self.look()

    def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _is_wanted(self) -> bool:
        table = self.room.table
        if not table.odds or table.on is None or self.room.is_gone:
            self._told = None
            return False
        return any(screen.role in BIG for screen in self.room.screens)

    def _look(self) -> None:
        table = self.room.table
        question = _question(table)
        if question is None or (self._told is not None and self._told.number == table.number):
            return
        if self._known is not None and self._known[0] == question:
            self._tell(table.number, self._known[1])
        else:
            self._asking = asyncio.ensure_future(self._ask(question, table.number))

    async def _ask(self, question: ToWeigh, number: int) -> None:
        try:
            answer = await self.room.house.thinkers.ask(question, is_patient=True)
            chances = msgspec.json.decode(answer, type=tuple[int, ...])
        except GivenUp:
            chances = ()
        except Exception:
            logger.exception("odds failed", extra={"table": self.room.code})
            chances = ()
        self._asking = None
        self._known = question, chances
        if self._is_wanted():
            self._tell(number, chances)
            self.look()

    def _tell(self, number: int, chances: tuple[int, ...]) -> None:
        """A table that cannot be judged has no odds: then none are shown."""
        self._told = messages.Odds(number, chances)
        message = messages.encode(self._told)
        for screen in self.room.screens.copy():
            if screen.role in BIG:
                screen.show(message)


def _question(table: TableState) -> ToWeigh | None:
    weigher = table.game.weigher()
    if weigher is None or table.on is None:
        return None
    seen = weigher.follows_from(table.game.shared(table.on.state))
    return ToWeigh(table.game_name, seen, table.on.box, table.on.options)
