"""The dice that lie in front of somebody: when a computer player rolls them, and when the others may.

Rolling cuts short what the screens tell, so it waits until they have told how the dice came to lie there: a screen says
how far it has told. What it says is no part of the log, and a screen that says nothing is not waited for long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from chanceit.table import authority
from chanceit.table import commands as c
from chanceit.table.state import COMPUTER_DECIDED

if TYPE_CHECKING:
    from chanceit.live.room import Room

logger = logging.getLogger("chanceit.dice")

TELLING = {"slow": 60.0, "normal": 40.0, "fast": 20.0, "instant": 2.0}
"""Seconds, by the table's pace, after which all is taken as told. No honest screen is so far behind."""
BREATHING = {"slow": 1.2, "normal": 0.6, "fast": 0.3, "instant": 0.0}
"""Seconds that a computer player holds the dice."""
IDLE = 20.0
"""Seconds that dice lie in front of somebody who does nothing, until the others may roll for them."""
AGAIN = 3.0
"""Seconds until a roll that could not be stored is tried again."""


class Lying(Struct, frozen=True):
    """Dice that are to be rolled: which draw of the table it is, as game and number, whose, and what it is called."""

    draw: tuple[int, int]
    player: int
    do: str
    plays_itself: bool


class Dice:
    """Those of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.free: tuple[int, int] | None = None
        """The draw that anybody at the table may ask for, because the dice have lain there for so long."""
        self._lying: Lying | None = None
        self._since = 0
        """The number of the table when they came to lie there."""
        self._is_told = False
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """The table has changed, a screen has told more, or somebody has come or gone."""
        lying = self._lie()
        if lying != self._lying:
            self.stop()
            self._lying, self._since = lying, self.room.table.number
            if lying is not None:
                self._later(TELLING[self.room.table.pace], self._all_is_told)
        if lying is not None and not self._is_told and min(self._telling()) >= self._since:
            self._all_is_told()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._lying = self.free = None
        self._is_told = False

    def _lie(self) -> Lying | None:
        table = self.room.table
        has_dice = authority.has_dice(table)
        if has_dice is None or table.paused or not self._telling():
            return None
        assert table.on is not None
        player, do = has_dice
        return Lying((table.games, table.on.draws), player, do, authority.plays_itself(table, table.seated(player)))

    def _telling(self) -> list[int]:
        """How far those have told who are waited for: the game-master screens; where there is none, the phones."""
        return self.room.told_by("table") or self.room.told_by("phone")

    def _later(self, seconds: float, action: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, action)

    def _all_is_told(self) -> None:
        assert self._lying is not None
        self._is_told = True
        if self._lying.plays_itself:
            self._later(max(BREATHING[self.room.table.pace], self.room.may_change), self._roll)
        else:
            self._later(IDLE, self._let_others)

    def go_on(self) -> None:
        """Computer players need not wait any longer for something to be brought back."""
        if self._is_told:
            self._all_is_told()

    def _let_others(self) -> None:
        assert self._lying is not None
        self.free = self._lying.draw
        self.room.show_again()

    def _roll(self) -> None:
        lying, number = self._lying, self.room.table.number
        assert lying is not None
        # Named by the number it should become, as all moves of computer players; whatever becomes of it, dice are
        # rolled once, since their draw is over then.
        command = authority.own_command(COMPUTER_DECIDED, number + 1)
        move = c.Play(msgspec.Raw(msgspec.json.encode({"do": lying.do})))
        rolling = self.room.request(lying.player, move, command)
        rolling.add_done_callback(lambda done: self._rolled(lying, done))

    def _rolled(self, lying: Lying, done: asyncio.Future[int]) -> None:
        if self._lying != lying or done.cancelled() or done.exception() is None:
            return
        logger.info("dice were not rolled", extra={"table": self.room.code, "reason": str(done.exception())})
        self._later(AGAIN, self._roll)
