"""Trials: computer players play many games with a box, in processes of their own, and with the house box to compare.

One at a time, and a few that wait; what was found is kept for a while. All of it is in memory: a trial that a restart
has ended is simply begun again. The workers are `rules.trying`, which end when this process does.
"""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any

import msgspec

from chanceit.live import workers
from rules.parts import Trial as Measuring
from rules.refusals import Refusal, _
from rules.shelf import GAMES

logger = logging.getLogger("chanceit.trials")

GAMES_PLAYED = 2000
WORKERS = max(1, min(2, os.cpu_count() or 1))
MOST_WAITING = 5
MOST_KEPT = 50
LONGEST = 600.0
"""Seconds for all games of a trial: with a strange box they might be very long."""


class Trial:
    """One box, tried."""

    def __init__(self, game: str, content: bytes, players: int) -> None:
        measuring = GAMES[game].trial()
        if measuring is None or players not in GAMES[game].PLAYERS:
            raise Refusal("no_trial", _("Computer players cannot try this box."))
        self.game = game
        self.players = players
        self.measuring: Measuring = measuring
        self.box = GAMES[game].read_box(content)
        self.content = msgspec.json.encode(self.box)
        self.own = measuring.Tally(players)
        self.state = "waiting"
        self.plays_house = self._lacks_house()
        self.task: asyncio.Task[None] | None = None

    def _lacks_house(self) -> bool:
        house = _house.get((self.game, self.players))
        return house is None or house.games < GAMES_PLAYED

    def begin(self) -> None:
        """Its turn has come; another trial may have played with the house box meanwhile."""
        self.state = "playing"
        self.plays_house = self._lacks_house()

    def told(self) -> dict[str, Any]:
        """For the page, at any time: what is known so far."""
        house = _house.get((self.game, self.players))
        house_box = GAMES[self.game].house_box()
        return {
            "state": self.state,
            "players": self.players,
            "games": GAMES_PLAYED * (2 if self.plays_house else 1),
            "played": self.own.games + (house.games if house and self.plays_house else 0),
            "own": self.measuring.figures(self.own, self.box) if self.own.games else None,
            "house": self.measuring.figures(house, house_box) if house and house.games else None,
        }


_trials: dict[str, Trial] = {}
"""By the link of the box, oldest first."""
_house: dict[tuple[str, int], Any] = {}
"""What was counted with the house box, by game and number of players: played once."""
_turn = asyncio.Lock()


def find(link: str) -> Trial | None:
    return _trials.get(link)


def begin(link: str, game: str, content: bytes, players: int) -> Trial:
    """Begins a trial, or has it wait for its turn. Raises a Refusal."""
    before = _trials.get(link)
    if before is not None and before.state in ("waiting", "playing"):
        return before
    if sum(trial.state == "waiting" for trial in _trials.values()) >= MOST_WAITING:
        raise Refusal("busy", _("Many boxes are being tried just now. Try again in a few minutes."))
    trial = Trial(game, content, players)
    _trials.pop(link, None)
    _trials[link] = trial
    for old in [old for old, kept in _trials.items() if kept.state in ("done", "cancelled")][
        : len(_trials) - MOST_KEPT
    ]:
        del _trials[old]
    trial.task = asyncio.get_running_loop().create_task(_carry_out(trial))
    return trial


def cancel(link: str) -> None:
    trial = _trials.get(link)
    if trial is not None and trial.task is not None and trial.state in ("waiting", "playing"):
        trial.state = "cancelled"
        trial.task.cancel()


async def _carry_out(trial: Trial) -> None:
    try:
        async with _turn:
            trial.begin()
            async with asyncio.timeout(LONGEST):
                await _play(trial, trial.content, trial.own)
                key = trial.game, trial.players
                if trial.plays_house:
                    _house[key] = trial.measuring.Tally(trial.players)
                    house_box = msgspec.json.encode(GAMES[trial.game].house_box())
                    await _play(trial, house_box, _house[key])
        trial.state = "done"
    except TimeoutError:
        trial.state = "done"  # with what was played
    except Exception as error:
        trial.state = "cancelled"
        logger.error("a trial failed", extra={"reason": repr(error)})


async def _play(trial: Trial, content: bytes, tally: Any) -> None:
    """All games with a box, shared among the workers. They are gone when this ends, however it ends."""
    async with asyncio.TaskGroup() as together:
        for first in range(WORKERS):
            together.create_task(_work(trial, content, tally, first))


async def _work(trial: Trial, content: bytes, tally: Any, first: int) -> None:
    numbers = (str(number) for number in (trial.players, first, WORKERS, GAMES_PLAYED))
    worker = await workers.start("rules.trying", trial.game, *numbers)
    try:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(content + b"\n")
        async for line in worker.stdout:
            trial.measuring.add(tally, msgspec.json.decode(line, type=trial.measuring.Tally))
        if await worker.wait():
            raise RuntimeError(f"a worker ended with {worker.returncode}")
    finally:
        if worker.returncode is None:
            worker.kill()
            await asyncio.shield(worker.wait())
