"""How a game went that is over: everybody's chances, and what of the result was choices and what was luck.

A worker weighs it position by position, one question for each: so it is never long before a computer player is asked,
however long the game is. One game is looked back on at a time in this process, and what was found is kept for a while.
Of a game that is still played there is nothing to be had here: whoever asks brings one that is over (`replaying`).
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from chanceit.live.thinkers import GivenUp, Thinkers
from chanceit.table.replaying import Replay
from chanceit.table.state import TableState, retraced
from rules.parts import LookedBack, Position, Weighed, Weigher
from rules.refusals import Refusal, _
from rules.thinking import ToLookBack

MOST_POSITIONS = 3000
LONGEST = 60.0
"""Seconds for one game."""
MOST_WAITING = 8
MOST_KEPT = 64

NOT_OVER = partial(Refusal, "not_over", _("The game is not over yet."))
NO_ODDS = partial(Refusal, "no_odds", _("In this game nobody can say how good a chance was."))
TOO_LONG = partial(Refusal, "too_long", _("This game is too long to be looked back on."))
MUCH_TO_DO = partial(Refusal, "busy", _("Too many games are looked back on just now. Try again in a moment."))
FAILED = partial(Refusal, "failed", _("This could not be found out. Try again in a moment."))


class Look(msgspec.Struct):
    """One game that is looked back on."""

    done: int = 0
    of: int = 0
    """Positions, as soon as they are counted."""
    task: asyncio.Task[LookedBack] | None = None

    @property
    def found(self) -> LookedBack | None:
        """None while it is being found out. Raises a Refusal."""
        if self.task is None or not self.task.done():
            return None
        return self.task.result()


class Looks:
    """Those of one process."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._one_by_one = asyncio.Lock()
        self._looks: OrderedDict[str, Look] = OrderedDict()

    def known(self, key: str) -> Look | None:
        return self._looks.get(key)

    def look(self, key: str, replay: Replay) -> Look:
        """What is known of it, or a new one that begins to find it out. Raises a Refusal."""
        look = self._looks.get(key)
        if look is not None:
            return look
        weigher = replay.last.game.weigher()
        if weigher is None:
            raise NO_ODDS()
        if replay.last.status != "over":
            raise NOT_OVER()
        if sum(not self._is_found(look) for look in self._looks.values()) >= MOST_WAITING:
            raise MUCH_TO_DO()
        look = self._looks[key] = Look()
        look.task = asyncio.ensure_future(self._find_out(look, replay.last, weigher))
        look.task.add_done_callback(lambda task: self._is_done(key, task))
        return look

    @staticmethod
    def _is_found(look: Look) -> bool:
        return look.task is not None and look.task.done()

    def _is_done(self, key: str, task: asyncio.Task[LookedBack]) -> None:
        """What went wrong may go well the next time, when whoever waits for it was told."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not (isinstance(error, Refusal) and error.code == TOO_LONG().code):
            asyncio.get_running_loop().call_later(10.0, self._looks.pop, key, None)
        done = [key for key, look in self._looks.items() if self._is_found(look)]
        for old in done[: max(0, len(self._looks) - MOST_KEPT)]:
            del self._looks[old]

    async def _find_out(self, look: Look, table: TableState, weigher: Weigher) -> LookedBack:
        async with self._one_by_one:
            until = time.monotonic() + LONGEST
            positions = await asyncio.to_thread(_positions, table, weigher)
            look.of = len(positions)
            if not positions or look.of > MOST_POSITIONS:
                raise TOO_LONG()
            weighed = []
            for position in positions:
                if time.monotonic() > until:
                    raise TOO_LONG()
                weighed.append(await self._weigh(table, position))
                look.done += 1
            return weigher.look_back(positions, weighed)

    async def _weigh(self, table: TableState, position: Position) -> Weighed:
        on = table.on
        assert on is not None
        try:
            question = ToLookBack(table.game_name, position, on.box, on.options)
            answer = await self._thinkers.ask(question, is_patient=True)
            return msgspec.json.decode(answer, type=Weighed)
        except (GivenUp, msgspec.DecodeError):
            raise FAILED() from None

    def close(self) -> None:
        for look in self._looks.values():
            if look.task is not None:
                look.task.cancel()


def _positions(table: TableState, weigher: Weigher) -> list[Position]:
    on = table.on
    assert on is not None
    states: list[Any] = [table.game.new_game(len(table.players), on.box, on.options)]
    for _entry, then in retraced(table):
        assert then.on is not None
        states.append(then.on.state)
    return weigher.positions(states, [played.move for played in on.moves()])


def key_of(replay: Replay) -> str:
    """The same for the same game, from a table and from its record."""
    on = replay.last.on
    assert on is not None
    moves = [played.move for played in on.moves()]
    content = [replay.last.game_name, on.box, on.options, len(replay.last.players), moves]
    return sha256(msgspec.json.encode(content)).hexdigest()


def in_replay(found: LookedBack, replay: Replay) -> LookedBack:
    """With the points of the replay in place of how many moves stood: something may have been taken back in between."""
    on = replay.last.on
    assert on is not None
    places = {point.entry.number: place for place, point in enumerate(replay.points)}
    at = [0, *[places.get(played.number, 0) for played in on.moves()]]
    return replace(
        found,
        rounds=tuple([replace(one, at=at[one.at]) for one in found.rounds]),
        decisions=tuple([tuple([replace(one, at=at[one.at]) for one in own]) for own in found.decisions]),
    )
