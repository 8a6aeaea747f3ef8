"""The places at the end: the winners, the others still in the game, then those who are out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.chance_it.state import Out
from rules.ranking import Ranked, ranked


class Wealth(Protocol):
    """What of a player counts in the end."""

    @property
    def stars(self) -> int: ...
    @property
    def hearts(self) -> int: ...
    @property
    def coins(self) -> int: ...
    @property
    def out(self) -> Out | None: ...


def ranking(players: Sequence[Wealth], winners: Sequence[int]) -> tuple[Ranked, ...]:
    """R33: by stars, then hearts, then coins. Behind them those without hearts, last out first.

    Whoever is the last with hearts (R34) stands first by that, too; if nobody wins (R35), whoever went last does.
    """
    return ranked(
        [
            (seat in winners, player.hearts > 0, player.out.number if player.out else 0, *wealth(player))
            for seat, player in enumerate(players)
        ]
    )


def wealth(player: Wealth) -> tuple[int, int, int]:
    return (player.stars, player.hearts, player.coins)
