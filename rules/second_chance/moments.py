"""What marks a move on the line of a replay: rounds, second chances, who is out, the 1s, and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parts import Highlight
from rules.second_chance import events as e
from rules.second_chance.state import State


def moments(before: State, events: Sequence[e.AnyEvent], after: State) -> list[Highlight]:
    found = []
    for event in events:
        match event:
            case e.TilesRevealed():
                found.append(Highlight("round", (), event.round))
            case e.SecondChanceDealt():
                found.append(Highlight("second_chance", (event.seat,), 1))
            case e.DroppedOut():
                found.append(Highlight("out", (event.seat,), 1))
            case e.OneWritten():
                found.append(Highlight("one", (event.seat,), 1))
            case e.SoloGameEnded():
                found.append(Highlight("solo_game", (), event.empty))
            case e.GameEnded():
                found.append(Highlight("end", event.winners, len(event.winners)))
    # While a round is drawn those who have drawn are ahead: only whole rounds are compared.
    if len(after.players) > 1 and any(isinstance(event, e.TilesRevealed | e.GameEnded) for event in events):
        found.append(_lead(after))
    return found


def _lead(state: State) -> Highlight:
    """Who has the fewest empty squares."""
    fewest = min(player.empty for player in state.players)
    return Highlight("lead", tuple([n for n, player in enumerate(state.players) if player.empty == fewest]), fewest)
