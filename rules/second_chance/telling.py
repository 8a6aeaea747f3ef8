"""What happened, in plain English: see `rules.telling`."""

from __future__ import annotations

from collections.abc import Sequence

from rules.second_chance.events import AnyEvent
from rules.telling import SEATS, plainly


def told(event: AnyEvent, names: Sequence[str]) -> str:
    """
    >>> from rules.second_chance.events import TileDrawn
    >>> told(TileDrawn(0, "b7", ((0, 1), (0, 2)), "c", "R8"), ["Ann", "Bob"])
    'tile drawn: Ann, tile b7, cells 0/1 0/2, letter c'
    """
    return plainly(event, names, (*SEATS, "stuck"))
