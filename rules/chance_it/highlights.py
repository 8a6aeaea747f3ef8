"""What to remember of a game that is over: who dared, who was lucky, who just got away."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance_it import events as e
from rules.parts import Highlight, most

ON_THE_BRINK = 1
"""So many hearts."""


def highlights(players: int, events: Sequence[e.AnyEvent]) -> list[Highlight]:
    dared, stayed_out, bought, lucky, fewest = ([0] * players for _ in range(5))
    in_round = [0] * players
    for event in events:
        match event:
            case e.RoundBegan():
                in_round = [0] * players
            case e.GuidesRevealed():
                for seat, guide in enumerate(event.guides):
                    dared[seat] += guide == "chance_it"
                    stayed_out[seat] += guide == "out"
            case e.CardBought():
                bought[event.seat] += 1
            case e.TokenChanged():
                if event.token == "hearts" and event.by < 0:
                    fewest[event.seat] = min(fewest[event.seat] or event.left, event.left)
                if event.token == "stars" and event.cause != "correction":
                    in_round[event.seat] += event.by
                    lucky[event.seat] = max(lucky[event.seat], in_round[event.seat])
    return [
        *most("bravest", dared),
        *most("luckiest", lucky, 2),
        *_saved(fewest, events),
        *most("shopper", bought),
        *most("cautious", stayed_out, 2),
    ]


def _saved(fewest: list[int], events: Sequence[e.AnyEvent]) -> list[Highlight]:
    """Down to the last heart, and not eliminated after all."""
    eliminated = {event.seat for event in events if isinstance(event, e.Eliminated)}
    seats = [seat for seat, hearts in enumerate(fewest) if hearts == ON_THE_BRINK and seat not in eliminated]
    return [Highlight("one_heart", tuple(seats), ON_THE_BRINK)] if seats else []
