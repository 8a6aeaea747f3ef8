"""What marks a move on the line of a replay: rounds, purchases, who is out, and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance_it import events as e
from rules.chance_it.state import State
from rules.parts import Highlight


def moments(before: State, events: Sequence[e.AnyEvent], after: State) -> list[Highlight]:
    found = []
    for event in events:
        match event:
            case e.RoundBegan():
                found.append(Highlight("round", (), event.round))
            case e.CardBought():
                found.append(Highlight("bought", (event.seat,), event.price))
            case e.Eliminated():
                found.append(Highlight("out", (event.seat,), 1))
            case e.GameEnded():
                found.append(Highlight("end", event.winners, len(event.winners)))
    most = max(player.stars for player in after.players)
    if most and after.players is not before.players:
        leaders = tuple([seat for seat, player in enumerate(after.players) if player.stars == most])
        found.append(Highlight("lead", leaders, most))
    return found
