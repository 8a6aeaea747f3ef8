"""What to remember of a game that is over: who was saved, who went on longest, who covered the most squares."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parts import Highlight, most
from rules.second_chance import events as e


def highlights(players: int, events: Sequence[e.AnyEvent]) -> list[Highlight]:
    """None for somebody alone: there the result says it all."""
    saved, drawn, covered = ([0] * players for _ in range(3))
    for event in events:
        match event:
            case e.SecondChanceDealt():
                saved[event.seat] += 1
            case e.TileDrawn():
                drawn[event.seat] += 1
                covered[event.seat] += len(event.cells)
    return [*most("saved", saved), *most("longest", drawn), *most("covered", covered)]
