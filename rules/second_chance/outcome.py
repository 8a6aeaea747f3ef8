"""What a game that is over leaves behind: the places, how everybody played, and what may be a record of the house."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parts import Best, Figure, Outcome, Score
from rules.refusals import _
from rules.second_chance import events as e
from rules.second_chance.ranking import ranking
from rules.second_chance.state import State

WHYS = {
    "full": _("a full grid"),
    "fewest": _("the fewest empty squares"),
    "solo": _("three games alone"),
}
FIGURES = (
    Figure("empty", _("Empty squares in a game"), is_share=False),
    Figure("drawn", _("Tiles drawn in a game"), is_share=False),
    Figure("saved", _("Second Chances that fit"), "second_chances", is_luck=True),
)
BESTS = (
    Best("longest", _("The longest game"), {"rounds": _("Rounds")}),
    Best("narrowest", _("The narrowest win"), {"ahead": _("Squares ahead")}, is_least=True),
    Best("solo", _("The best game alone"), {"alone": _("Empty squares")}, is_least=True),
)
SCORE = Score("empty", _("Empty squares"), is_highest=False)


def outcome(state: State, events: Sequence[e.AnyEvent]) -> Outcome:
    players = state.players
    result = state.result
    counts = [{"empty": player.empty, "drawn": 0, "saved": 0, "second_chances": 0} for player in players]
    for event in events:
        match event:
            case e.TileDrawn():
                counts[event.seat]["drawn"] += 1
            case e.SecondChanceDealt():
                counts[event.seat]["saved"] += 1
                counts[event.seat]["second_chances"] += 1
            case e.SecondChanceFailed():
                counts[event.seat]["second_chances"] += 1
    if state.options.solo:
        counts[0]["empty"] = counts[0]["alone"] = sum(state.totals)
    whole = {} if state.options.solo else {"rounds": state.round} | _ahead(state)
    places = {one.seat: one.place for one in ranking(players, result.winners if result else ())}
    return Outcome(
        result.why if result else "",
        tuple([places[seat] for seat in range(len(players))]),
        tuple(counts),
        whole,
    )


def _ahead(state: State) -> dict[str, int]:
    """By how many squares the winner was ahead; by none if a 1 decided (R17). Nothing for a shared win."""
    if state.result is None or len(state.result.winners) != 1 or len(state.players) == 1:
        return {}
    [winner] = state.result.winners
    others = [player.empty for seat, player in enumerate(state.players) if seat != winner]
    return {"ahead": min(others) - state.players[winner].empty}
