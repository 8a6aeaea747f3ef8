"""The places at the end of a game, for whatever counts in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct


class Ranked(Struct, frozen=True):
    seat: int
    place: int
    """From 1; whoever is equal shares it."""


def ranked(worth: Sequence[tuple[Any, ...]]) -> tuple[Ranked, ...]:
    """By what everybody is worth, by seat: the most worth comes first.

    >>> [(one.seat, one.place) for one in ranked([(3,), (7,), (3,)])]
    [(1, 1), (0, 2), (2, 2)]
    """
    places = [1 + sum(other > mine for other in worth) for mine in worth]
    return tuple([Ranked(seat, places[seat]) for seat in sorted(range(len(worth)), key=places.__getitem__)])
