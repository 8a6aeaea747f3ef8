"""Questions to the devices at a table: a handful of random bits for a draw, or a yes to taking something back.

A question goes to all who are there, waits a moment, and goes on with the answers that have come. Whoever is away is
not waited for. It is no part of the log: what comes of it is.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

Who: TypeAlias = int | Literal["game_master"]
"""A player by number, or the game-master screen."""

SHAKING = 0.4
"""Seconds that the cup goes round; the dice tumble for longer than that."""
AGREEING = 12.0
"""Seconds that people have to agree."""


class Question:
    """Who may answer, who of them is waited for, and the answers so far. The first answer of each counts."""

    def __init__(self, asked: Iterable[Who], stops_at: Any = None) -> None:
        self.ask = secrets.token_hex(8)
        self.asked = frozenset(asked)
        self.expected = set(self.asked)
        self.message = b""
        """For whoever comes back while it is open."""
        self.answers: dict[Who, Any] = {}
        self._stops_at = stops_at
        """An answer after which nobody else needs to be waited for."""
        self._settled = asyncio.Event()

    def answer(self, who: Who, answer: Any) -> None:
        if who in self.asked and not self._settled.is_set():
            self.answers.setdefault(who, answer)
            if self.expected <= self.answers.keys() or (self._stops_at is not None and answer == self._stops_at):
                self._settled.set()

    def does_not_wait_for(self, who: Who) -> None:
        """Somebody has gone. If they come back in time, their answer still counts."""
        self.expected.discard(who)
        if self.expected <= self.answers.keys():
            self._settled.set()

    def waits_for(self, who: Who) -> bool:
        """Somebody is back; gives whether they are to be asked again."""
        if who not in self.asked or who in self.answers or self._settled.is_set():
            return False
        self.expected.add(who)
        return True

    async def wait(self, seconds: float) -> dict[Who, Any]:
        if self.expected:
            try:
                async with asyncio.timeout(seconds):
                    await self._settled.wait()
            except TimeoutError:
                pass
        self._settled.set()
        return self.answers
