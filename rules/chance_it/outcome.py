"""What a game that is over leaves behind: the places, how everybody played, and what may be a record of the house."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance_it import events as e
from rules.chance_it.ranking import ranking, tie_decided_by, wealth
from rules.chance_it.state import Guide, State
from rules.parts import Best, Figure, Outcome, Score
from rules.refusals import _

STAR = 4
"""R20: the row where each participant takes a star."""

WHYS = {
    "stars": _("the most stars"),
    "stars_hearts": _("as many stars as others, and more hearts"),
    "stars_coins": _("as many stars and hearts as others, and more coins"),
    "last_heart": _("the last with hearts"),
    "nobody": _("nobody has a heart left"),
}
FIGURES = (
    Figure("in", "IN", "reveals"),
    Figure("out", "OUT", "reveals"),
    Figure("chance_it", "CHANCE IT", "reveals"),
    Figure("bought", _("Cards bought in a game"), is_share=False),
    Figure("eliminated", _("Out of hearts")),
    # R17: of all dice only those that are rerolled lie after the guide cards do. They lie in one of five rows.
    Figure("stars_rerolled", _("1s that became a star in the reroll"), "rerolled", is_luck=True, usual=1 / 5),
)
BESTS = (
    Best("longest", _("The longest game"), {"rounds": _("Rounds")}),
    Best("hearts", _("The most hearts"), {"hearts": _("Hearts at the end")}),
    Best(
        "narrowest",
        _("The narrowest win"),
        {"ahead_coins": _("Coins ahead"), "ahead_hearts": _("Hearts ahead"), "ahead_stars": _("Stars ahead")},
        is_least=True,
    ),
    Best("round", _("The most stars in one round"), {"stars_in_a_round": _("Stars in the round")}),
)
SCORE = Score("stars", _("Stars"), is_highest=True)


def outcome(state: State, events: Sequence[e.AnyEvent]) -> Outcome:
    players = len(state.players)
    result = state.result
    counts = [
        {"stars": player.stars, "hearts": player.hearts, "eliminated": int(player.out is not None)}
        for player in state.players
    ]
    for name in ("reveals", "in", "out", "chance_it", "bought", "rerolled", "stars_rerolled", "stars_in_a_round"):
        for own in counts:
            own[name] = 0
    guides: tuple[Guide | None, ...] = (None,) * players
    in_round = [0] * players
    for event in events:
        match event:
            case e.RoundBegan():
                in_round = [0] * players
            case e.GuidesRevealed():
                guides = event.guides
                for own, guide in zip(counts, guides, strict=True):
                    if guide is not None:
                        own["reveals"] += 1
                        own[guide] += 1
            case e.Eliminated():
                guides = (*guides[: event.seat], None, *guides[event.seat + 1 :])
            case e.DiceRerolled():
                for own, guide in zip(counts, guides, strict=True):
                    if guide in ("in", "chance_it"):
                        own["rerolled"] += len(event.dice)
                        own["stars_rerolled"] += event.dice.count(STAR)
            case e.CardBought():
                counts[event.seat]["bought"] += 1
            case e.TokenChanged(token="stars", cause=cause) if cause not in ("correction", "elimination"):
                own = counts[event.seat]
                in_round[event.seat] += event.by
                own["stars_in_a_round"] = max(own["stars_in_a_round"], in_round[event.seat])
    ranked = ranking(state.players, result.winners if result else ())
    places = {one.seat: one.place for one in ranked}
    return Outcome(
        _why(state),
        tuple([places[seat] for seat in range(players)]),
        tuple(counts),
        {"rounds": state.round} | _ahead(state),
    )


def _why(state: State) -> str:
    result = state.result
    if result is None:
        return ""
    tie = tie_decided_by(state.players, result.winners, result.why)
    return f"{result.why}_{tie}" if tie else result.why


def _ahead(state: State) -> dict[str, int]:
    """R33: by how much the winner was ahead, in what decided. Nothing for a win by hearts alone, or a shared one."""
    if state.result is None or state.result.why != "stars" or len(state.result.winners) != 1:
        return {}
    [winner] = state.result.winners
    others = [wealth(player) for seat, player in enumerate(state.players) if seat != winner and player.hearts]
    if not others:
        return {}
    first, second = wealth(state.players[winner]), max(others)
    for name, mine, theirs in zip(("ahead_stars", "ahead_hearts", "ahead_coins"), first, second, strict=True):
        if mine != theirs:
            return {name: mine - theirs}
    return {}
