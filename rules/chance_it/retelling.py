"""What each event changes in the shared view, by path: see `rules.parts.after`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rules.chance_it import events as e
from rules.chance_it.ranking import ranking, tie_decided_by
from rules.chance_it.state import CHANCE_IT, DICE, Out, Result
from rules.chance_it.views import Shared, laid

Sets: TypeAlias = dict[str, Any]


def sets(shown: Shared, event: e.AnyEvent) -> Sets:
    of_event = SETS.get(type(event))
    return {} if of_event is None else of_event(shown, event)


def _token_changed(shown: Shared, event: e.TokenChanged) -> Sets:
    return {f"players.{event.seat}.{event.token}": event.left}


def _pile_shuffled(shown: Shared, event: e.PileShuffled) -> Sets:
    phase = {"R3": "start", "J9": "running"}.get(event.rule, shown.phase)
    return {"pile": event.cards, "discard": (), "phase": phase}


def _market_laid_out(shown: Shared, event: e.MarketLaidOut) -> Sets:
    told: Sets = {"market": shown.market + event.cards, "pile": shown.pile - len(event.cards)}
    if event.rule == "J18":
        told["phase"] = "running" if shown.round else "start"
    return told


def _starter_found(shown: Shared, event: e.StarterFound) -> Sets:
    return {"starter": event.seat}


def _round_began(shown: Shared, event: e.RoundBegan) -> Sets:
    told: Sets = {
        "round": event.round,
        "phase": "roll",
        "starter": event.starter,
        "dice": (),
        "to_roll": DICE,
        "revealed": None,
        **_nothing_in_work(),
    }
    for seat in range(len(shown.players)):
        is_bound = seat in event.bound
        told |= _guide(shown, seat, "in" if is_bound else None)
        if shown.players[seat].bound != is_bound:
            told[f"players.{seat}.bound"] = is_bound
    return told


def _nothing_in_work() -> Sets:
    return {"awaiting": (), "row": None, "place": None, "in_work": ()}


def _guide(shown: Shared, seat: int, guide: str | None) -> Sets:
    return {} if shown.players[seat].guide == guide else {f"players.{seat}.guide": guide}


def _dice_rolled(shown: Shared, event: e.DiceRolled) -> Sets:
    awaiting = [seat for seat, player in enumerate(shown.players) if player.in_game and not player.bound]
    return {"phase": "choose", "awaiting": tuple(awaiting), "dice": tuple(sorted(event.dice)), "to_roll": 0}


def _guide_laid(shown: Shared, event: e.GuideLaid) -> Sets:
    return {"awaiting": _without(shown.awaiting, event.seat), f"players.{event.seat}.guide": "face_down"}


def _guides_revealed(shown: Shared, event: e.GuidesRevealed) -> Sets:
    told: Sets = {"phase": "running", "awaiting": (), "revealed": laid(event.guides)}
    for seat, guide in enumerate(event.guides):
        told |= _guide(shown, seat, guide)
    return told


def _action_began(shown: Shared, event: e.ActionBegan) -> Sets:
    in_work = () if event.place == CHANCE_IT else (event.place,)
    return {"phase": "running", "awaiting": (), "row": event.row, "place": event.place, "in_work": in_work}


def _table_waits(shown: Shared, event: e.TableWaits) -> Sets:
    told: Sets = {"phase": event.phase, "awaiting": event.seats}
    if event.phase == "reroll":
        ones = shown.dice.count(1)
        told |= {"row": 1, "place": 0, "in_work": tuple(range(ones)), "to_roll": ones}
    return told


def _card_picked(shown: Shared, event: e.CardPicked) -> Sets:
    awaiting = _without(shown.awaiting, event.seat)
    return {"phase": "use" if awaiting else "running", "awaiting": awaiting}


def _dice_rerolled(shown: Shared, event: e.DiceRerolled) -> Sets:
    dice = tuple(sorted(shown.dice[len(event.dice) :] + event.dice))
    return {"phase": "running", "dice": dice, "to_roll": 0, **_nothing_in_work()}


def _market_turn_began(shown: Shared, event: e.MarketTurnBegan) -> Sets:
    return {"phase": "market", "awaiting": (event.seat,)}


def _card_bought(shown: Shared, event: e.CardBought) -> Sets:
    """A flash card lies there until it is discarded, a moment later (R28)."""
    cards = f"players.{event.seat}.cards"
    return {**_turn_done(shown, event.card), cards: (*shown.players[event.seat].cards, event.card)}


def _card_discarded(shown: Shared, event: e.CardDiscarded) -> Sets:
    told = {**_turn_done(shown, event.card), "discard": (*shown.discard, event.card)}
    cards = shown.players[event.seat].cards
    if event.card in cards:
        told[f"players.{event.seat}.cards"] = _without(cards, event.card)
    return told


def _turn_done(shown: Shared, card: str) -> Sets:
    if shown.phase != "market":
        return {}
    return {"phase": "running", "awaiting": (), "market": _without(shown.market, card)}


def _eliminated(shown: Shared, event: e.Eliminated) -> Sets:
    of_player = f"players.{event.seat}"
    return {
        "in_game": shown.in_game - 1,
        "discard": shown.discard + event.cards,
        f"{of_player}.cards": (),
        f"{of_player}.in_game": False,
        f"{of_player}.out": Out(shown.round, event.number),
    }


def _game_ended(shown: Shared, event: e.GameEnded) -> Sets:
    return {
        "phase": "over",
        "to_roll": 0,
        "result": Result(event.winners, event.why),
        "ranking": ranking(shown.players, event.winners),
        "tie_decided_by": tie_decided_by(shown.players, event.winners, event.why),
        **_nothing_in_work(),
    }


def _without(those: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    return tuple([other for other in those if other != one])


SETS: dict[type, Callable[[Shared, Any], Sets]] = {
    e.TokenChanged: _token_changed,
    e.PileShuffled: _pile_shuffled,
    e.MarketLaidOut: _market_laid_out,
    e.StarterFound: _starter_found,
    e.RoundBegan: _round_began,
    e.DiceRolled: _dice_rolled,
    e.GuideLaid: _guide_laid,
    e.GuidesRevealed: _guides_revealed,
    e.ActionBegan: _action_began,
    e.TableWaits: _table_waits,
    e.CardPicked: _card_picked,
    e.DiceRerolled: _dice_rerolled,
    e.MarketTurnBegan: _market_turn_began,
    e.CardBought: _card_bought,
    e.CardDiscarded: _card_discarded,
    e.Eliminated: _eliminated,
    e.GameEnded: _game_ended,
}
"""Events that are not here change nothing that is seen."""
