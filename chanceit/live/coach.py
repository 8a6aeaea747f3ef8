"""The coach: what they would do in somebody's place, if the table lets its phones ask.

Nothing of it is part of game, log or record: it is in memory, and lost with the room. Whatever goes wrong here touches
no turn. The coach thinks beside the server, after all computer players, from what the seat sees; the answer goes to the
phone that has asked, and only as long as it is that player's. It stays until there is something else to choose, so
asking again costs nothing. Each process answers its own phones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from chanceit.live import gate, messages, metrics
from chanceit.live.thinkers import GivenUp, TooManyWait
from chanceit.table import log
from chanceit.table.state import Entry, TableState
from rules.parts import Advice
from rules.refusals import Refusal, _
from rules.thinking import ToAdvise

if TYPE_CHECKING:
    from chanceit.live.room import Room, Screen

logger = logging.getLogger("chanceit.coach")


def NO_COACH() -> Refusal:
    return Refusal("no_coach", _("There is no coach at this table."))


def NOTHING_TO_ADVISE() -> Refusal:
    return Refusal("nothing_to_advise", _("There is nothing for you to choose now."))


def MOVED_ON() -> Refusal:
    return Refusal("moved_on", _("Something else came first. Try again."))


class Asked:
    """A question for one player, and its answer."""

    def __init__(self, own: Any, state: Any, number: int) -> None:
        self.own = own
        """What was the seat's own: while it is the same, and nothing was shown to all, so is the question."""
        self.state = state
        self.number = number
        self.advice: Advice | None = None
        self.waiting: list[tuple[Screen, str]] = []
        """Screens of this player, with the id of their question: at most one each."""
        self.thinking: asyncio.Task[None] | None = None


class Coach:
    """That of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._asked: dict[int, Asked] = {}
        """By player: no more than sit there."""

    def ask(self, screen: Screen, id: str) -> None:
        player = screen.actor
        if not isinstance(player, int):
            raise Refusal("not_yours", _("Only those who sit at the table can do this."))
        if not self.room.table.coach:
            raise NO_COACH()
        asked = self._asked.get(player)
        if asked is None:
            question = _question(self.room.table, player)
            asked = Asked(question.own, _state(self.room.table), self.room.table.number)
            self._asked[player] = asked
            asked.thinking = asyncio.ensure_future(self._think(player, asked, question))
        if asked.advice is not None:
            _answer(asked, asked.advice, screen, id)
        elif any(other is screen for other, _id in asked.waiting):
            raise Refusal("asked_already", _("The coach is thinking about it already."))
        else:
            asked.waiting.append((screen, id))

    async def _think(self, player: int, asked: Asked, question: ToAdvise) -> None:
        try:
            thought = await self.room.house.thinkers.ask(question, is_patient=True)
            advice = msgspec.json.decode(thought, type=Advice | None)
        except TooManyWait:
            self._refuse(
                player, Refusal("coach_busy", _("The coach has many to help just now. Ask again in a moment."))
            )
        except GivenUp:
            self._refuse(player, Refusal("coach_failed", _("The coach could not decide. Ask again in a moment.")))
        except Exception:
            logger.exception("the coach failed", extra={"table": self.room.code})
            self._refuse(player, Refusal("coach_failed", _("The coach could not decide. Ask again in a moment.")))
        else:
            if advice is None:
                self._refuse(player, NOTHING_TO_ADVISE())
                return
            asked.advice = advice
            waiting, asked.waiting = asked.waiting, []
            for screen, id in waiting:
                if self._is_theirs(screen, player):
                    _answer(asked, advice, screen, id)
                else:
                    self._say(screen, id, MOVED_ON())

    def _is_theirs(self, screen: Screen, player: int) -> bool:
        """A phone that several share may have been handed on since it asked."""
        return screen.actor == player and screen in self.room.screens

    def _refuse(self, player: int, refusal: Refusal) -> None:
        """The question is over."""
        asked = self._asked.pop(player)
        for screen, id in asked.waiting:
            self._say(screen, id, refusal if self._is_theirs(screen, player) else MOVED_ON())

    def _say(self, screen: Screen, id: str, refusal: Refusal) -> None:
        """Every question has its answer, also on a phone that was handed on since."""
        if screen in self.room.screens:
            metrics.REFUSALS.labels(refusal.code).inc()
            screen.show(messages.encode(gate.refused(refusal, screen.language, id)))

    def look(self, table: TableState, entries: Sequence[Entry]) -> None:
        """The table has changed: questions that are others now are forgotten."""
        try:
            for player, asked in list(self._asked.items()):
                if not table.coach:
                    self._drop(player, NO_COACH())
                elif not _is_same(asked, table, player, entries):
                    self._drop(player, MOVED_ON())
                else:
                    asked.state = _state(table)
        except Exception:
            logger.exception("the coach failed", extra={"table": self.room.code})

    def _drop(self, player: int, refusal: Refusal) -> None:
        if (thinking := self._asked[player].thinking) is not None:
            thinking.cancel()
        self._refuse(player, refusal)

    def stop(self) -> None:
        for asked in self._asked.values():
            if asked.thinking is not None:
                asked.thinking.cancel()
        self._asked.clear()


def _answer(asked: Asked, advice: Advice, screen: Screen, id: str) -> None:
    screen.show(messages.encode(messages.Advice(id, asked.number, advice.choices, advice.of)))


def _state(table: TableState) -> Any:
    return None if table.on is None else table.on.state


def _question(table: TableState, player: int) -> ToAdvise:
    """All that this player's seat sees. Raises a Refusal if there is nothing to choose."""
    on, seat = table.on, table.seat_of(player)
    if on is None or table.status != "playing" or seat is None or seat >= len(on.header.players):
        raise NOTHING_TO_ADVISE()
    own = table.game.own(on.state, seat)
    if not own.can:
        raise NOTHING_TO_ADVISE()
    seed = f"{table.code} {table.games} {seat}"  # nothing that is secret
    return ToAdvise(table.game_name, table.game.shared(on.state), own, on.box, on.options, seed)


def _is_same(asked: Asked, table: TableState, player: int, entries: Sequence[Entry]) -> bool:
    """Whether this player has the same to choose, and from the same: others may have laid a card meanwhile."""
    on, seat = table.on, table.seat_of(player)
    if on is None or seat is None or table.status != "playing":
        return False
    if on.state is asked.state:
        return True
    for entry in entries:
        if isinstance(entry.what, gate.LAID_ANEW):
            return False
        if isinstance(entry.what, log.Played) and (not isinstance(entry.by, int) or table.game.reveals(entry.events)):
            return False
    return bool(table.game.own(on.state, seat) == asked.own)
