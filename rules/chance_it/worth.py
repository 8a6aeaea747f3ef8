"""What a table is worth to each of those at it: their chance to win, learned from games (docs/computer-players.md).

It looks at what lies there, and never at which cards those are: a card counts by what it brings and how often. So it
can be asked about any box, any options and any number of players. It reckons in whole numbers alone, so that every
machine comes to the same result.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from operator import mul
from typing import TypeAlias

import msgspec
from msgspec import Struct

from rules.chance_it.box import Card
from rules.chance_it.state import Player, State

Numbers: TypeAlias = tuple[int, ...]

ONE = 1 << 20
"""A chance of 1."""
PART = 32
"""What a feature is when it says: as much as counts."""
GRAIN = 64
"""So many parts make 1 in a learned number."""
SCALE = GRAIN * GRAIN
"""... and in what comes out of two layers of them."""
BRINGS = ("coins", "hearts", "stars", "hit", "market")
OFTEN: dict[str, Numbers] = {
    **{str(row): (672, 263, 58, 7, 1) for row in range(2, 7)},
    "1": (598, 196, 35, 3, 1),
    "chance_it": (350, 0, 0, 0, 0),
    "flash": (0, 0, 0, 0, 0),
}
"""By when a card works, how often in a thousand rounds the best card for it does, the second best, and so on."""


class Learned(Struct, frozen=True):
    """The learned numbers: two layers."""

    own: tuple[Numbers, ...]
    """For each thought what one's own features count in it."""
    others: tuple[Numbers, ...]
    """... and those of the others."""
    counts: Numbers
    """What each thought counts."""


@cache
def learned() -> Learned:
    return msgspec.json.decode(files(__package__).joinpath("worth.json").read_bytes(), type=Learned)


def _of(card: Card) -> int:
    return 2 * card.coins + 4 * card.hearts + 6 * card.stars + 3 * card.hit + 3 * card.market


@lru_cache(maxsize=20_000)
def income(cards: tuple[Card, ...]) -> Numbers:
    """What these cards bring in a round, of each of `BRINGS`, in parts: a card that works behind a better one of the
    same row works more seldom (R29c)."""
    rates = [0] * len(BRINGS)
    rows: dict[str, list[Card]] = {}
    for card in cards:
        rows.setdefault(card.when, []).append(card)
    for when, lie in rows.items():
        lie.sort(key=_of, reverse=True)
        for often, card in zip(OFTEN[when], lie, strict=False):
            for number, token in enumerate(BRINGS):
                rates[number] += often * min(getattr(card, token), 9)
    return tuple([min(rate * PART // 1000, 4 * PART) for rate in rates])


def own_features(player: Player, goal: int) -> Numbers:
    hearts, coins, stars = player.hearts, player.coins, player.stars
    missing = max(goal - stars, 0)
    return (
        PART,
        min(hearts, 2) * 16,
        min(hearts, 4) * 8,
        min(hearts, 8) * 4,
        min(hearts, 16) * 2,
        min(coins, 3) * 10,
        min(coins, 8) * 4,
        min(coins, 20) * 2,
        min(stars, goal) * PART // goal,
        max(8 - missing, 0) * 4,
        max(4 - missing, 0) * 8,
        *income(player.cards),
        PART if player.bound else 0,
    )


def others_features(players: list[Player], goal: int) -> list[Numbers]:
    """For each of these, who are still in the game, what the others have."""
    count = len(players)
    rates = [income(player.cards) for player in players]
    stars = [min(player.stars, goal) for player in players]
    hearts = [min(player.hearts, 8) * 4 for player in players]
    coins = [min(player.coins, 8) * 4 for player in players]
    found = []
    for mine in range(count):
        others = [other for other in range(count) if other != mine]
        if not others:
            found.append((0,) * OTHERS)
            continue
        most = max([stars[other] for other in others])
        missing = goal - most
        found.append(
            (
                most * PART // goal,
                max(8 - missing, 0) * 4,
                max(4 - missing, 0) * 8,
                (stars[mine] - most) * PART // goal,
                min([hearts[other] for other in others]),
                sum([hearts[other] for other in others]) // len(others),
                sum([coins[other] for other in others]) // len(others),
                sum([rates[other][3] for other in others]),
                max([rates[other][2] for other in others]),
                max([rates[other][1] for other in others]),
                count * 5,
            )
        )
    return found


OTHERS = 11
OWN = 17
_EXP = tuple([round(ONE * 2.718281828459045 ** (-step / 64)) for step in range(640)])


class Judge:
    """Judges many tables of one game, and remembers what it knows of somebody who has the same in several."""

    def __init__(self, goal: int, numbers: Learned | None = None) -> None:
        self._goal = goal
        self._numbers = numbers or learned()
        self._known: dict[tuple[int, int, int, tuple[Card, ...], bool], list[int]] = {}

    def chances(self, state: State) -> list[int]:
        """By seat, the chance to win out of ONE."""
        players = state.players
        chances = [0] * len(players)
        if state.result is not None:
            for seat in state.result.winners:
                chances[seat] = ONE // len(state.result.winners)
            return chances
        seats = [seat for seat, player in enumerate(players) if player.hearts]
        there = [players[seat] for seat in seats]
        numbers = self._numbers
        scores = []
        for player, others in zip(there, others_features(there, self._goal), strict=True):
            score = 0
            for mine, row, count in zip(self._thoughts(player), numbers.others, numbers.counts, strict=True):
                thought = mine + sum(map(mul, row, others))
                if thought > 0:
                    score += thought * count
            scores.append(score)
        best = max(scores)
        shares = [_EXP[min((best - score) // (SCALE * PART // 64), 639)] for score in scores]
        total = sum(shares)
        for seat, share in zip(seats, shares, strict=True):
            chances[seat] = share * ONE // total
        return chances

    def _thoughts(self, player: Player) -> list[int]:
        key = player.coins, player.hearts, player.stars, player.cards, player.bound
        known = self._known.get(key)
        if known is None:
            features = own_features(player, self._goal)
            known = self._known[key] = [sum(map(mul, row, features)) for row in self._numbers.own]
        return known
