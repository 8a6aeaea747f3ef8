"""The places at the end: by empty squares, and among the tied by the 1 (R16, R17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.ranking import Ranked, ranked
from rules.second_chance.state import Result


class Grid(Protocol):
    """What of a player counts in the end."""

    @property
    def empty(self) -> int: ...
    @property
    def one(self) -> bool: ...


def ranking(players: Sequence[Grid], winners: Sequence[int]) -> tuple[Ranked, ...]:
    return ranked([(seat in winners, -player.empty, player.one) for seat, player in enumerate(players)])


def beaten_by_one(players: Sequence[Grid], result: Result) -> tuple[int, ...]:
    """R17: those who had equally few empty squares as the winners, but no 1."""
    if result.why != "fewest":
        return ()
    fewest = min(player.empty for player in players)
    tied = [seat for seat, player in enumerate(players) if player.empty == fewest]
    return tuple([seat for seat in tied if seat not in result.winners])
