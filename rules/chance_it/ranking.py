"""The places at the end: the winners, the others still in the game, then those who are out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from rules.chance_it.state import Out
from rules.ranking import Ranked, ranked

Tie: TypeAlias = Literal["hearts", "coins"]
"""What decided between players with as many stars."""


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


def tie_decided_by(players: Sequence[Wealth], winners: Sequence[int], why: str) -> Tie | None:
    """R33: what was looked at after the stars to find the winner; None if the stars were enough, or all was alike."""
    if why != "stars" or len(winners) != 1:
        return None
    stars, hearts, _coins = wealth(players[winners[0]])
    others = [wealth(player) for seat, player in enumerate(players) if seat not in winners and player.hearts > 0]
    alike = [other for other in others if other[0] == stars]
    if not alike:
        return None
    return "coins" if any(other[1] == hearts for other in alike) else "hearts"
