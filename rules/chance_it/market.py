"""The market: laying out, buying and discarding (R25 to R28, J9, J13, J18)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rules.chance_it.box import Card
from rules.chance_it.effects import carry_out
from rules.chance_it.events import (
    CardBought,
    CardDiscarded,
    Events,
    MarketLaidOut,
    PileShuffled,
    TableWaits,
    TokenChanged,
)
from rules.chance_it.moves import Buy, Discard, LayOut
from rules.chance_it.state import Phase, State
from rules.refusals import IllegalMove, _

MARKET_SIZE = 4


def fill_the_market(state: State, events: Events) -> State:
    """R27: four cards, from the pile.

    J9: when the pile runs out the discards are to be shuffled first; with no card anywhere the lay-out stays short.
    J18: of own cards somebody has to say which ones lie there.
    """
    if state.options.own_cards:
        return _wait(state, "lay_out", "J18", events) if state.pile or state.discard else state
    missing = MARKET_SIZE - len(state.market)
    cards = state.pile[:missing]
    if cards:
        events.append(MarketLaidOut(tuple([card.id for card in cards])))
        state = replace(state, market=state.market + cards, pile=state.pile[missing:])
    if len(cards) < missing and state.discard:
        state = _wait(state, "shuffle", "J9", events)
    return state


def _wait(state: State, phase: Phase, rule: str, events: Events) -> State:
    events.append(TableWaits(phase, (), rule))
    return replace(state, phase=phase)


class LayingOut(Struct, frozen=True):
    """J18: what can lie in the market of the real table."""

    to_lay: int
    """How many cards."""
    must_lie: tuple[str, ...]
    """These are among them: all of the pile, when it has no more."""
    may_lie: tuple[str, ...]
    """Each is one of these; in the order of the box."""


def laying_out(state: State) -> LayingOut:
    """J18: cards not seen since the last shuffle; a pile that is too short is filled up from the discards."""
    pile = {card.id for card in state.pile}
    to_lay = min(MARKET_SIZE, len(pile) + len(state.discard))
    free = pile if len(pile) >= to_lay else pile.union([card.id for card in state.discard])
    return LayingOut(
        to_lay,
        tuple([card.id for card in state.box.cards if card.id in pile]) if len(pile) <= to_lay else (),
        tuple([card.id for card in state.box.cards if card.id in free]),
    )


def lay_out(state: State, move: LayOut, events: Events) -> State:
    """J18: these cards lie in the market now. If the pile was too short, the discards that remain are the new one."""
    _check_the_lay_out(state, move.cards)
    cards = {card.id: card for card in state.box.cards}
    pile, discard = state.pile, state.discard
    if len(pile) < len(move.cards):
        pile, discard = in_no_order([*pile, *discard]), ()
        events.append(PileShuffled(len(pile), "J18"))
    events.append(MarketLaidOut(move.cards, "J18"))
    return replace(
        state,
        phase="start" if state.action is None else "running",
        market=tuple([cards[card] for card in move.cards]),
        pile=tuple([card for card in pile if card.id not in move.cards]),
        discard=discard,
    )


def _check_the_lay_out(state: State, named: tuple[str, ...]) -> None:
    can = laying_out(state)
    if len(named) != can.to_lay:
        sentence = _("Cards to lay out: {to_lay}.")
        raise IllegalMove("wrong_number_of_cards", sentence, to_lay=can.to_lay)
    discarded = {card.id for card in state.discard}
    held = {card.id for player in state.players for card in player.cards}
    for number, card in enumerate(named):
        if card in named[:number]:
            raise IllegalMove("card_named_twice", _("Card {card} is named twice."), card=card)
        if card in can.may_lie:
            continue
        if card in held:
            raise IllegalMove("card_with_a_player", _("Card {card} lies in front of a player."), card=card)
        if card in discarded:
            sentence = _("Card {card} is in the discard pile, and the pile still has enough cards.")
            raise IllegalMove("card_discarded", sentence, card=card)
        raise IllegalMove("no_such_card", _("There is no card {card} in the box."), card=card)
    for card in can.must_lie:
        if card not in named:
            sentence = _("The pile is used up first: card {card} must lie there, too.")
            raise IllegalMove("pile_first", sentence, card=card)


def in_no_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """J18: a pile that somebody has shuffled by hand; so that a state has one form, it is sorted by id."""
    return tuple(sorted(cards, key=lambda card: card.id))


def buy(state: State, move: Buy, events: Events) -> State:
    """R26: the full price, in coins. R28: a flash card works at once and is discarded; R29: others stay."""
    card = _in_market(state, move.seat, move.card)
    seat = move.seat
    player = state.players[seat]
    if card.price > player.coins:
        raise IllegalMove(
            "too_few_coins",
            _("Card {card} is too expensive. Price: {price}, coins: {coins}."),
            card=card.id,
            price=card.price,
            coins=player.coins,
        )
    events.append(CardBought(seat, card.id, card.price))
    if card.price:
        left = player.coins - card.price
        events.append(TokenChanged(seat, "coins", -card.price, left, "price", "R26", card=card.id))
        player = replace(player, coins=left)
    if card.when == "flash":
        state = _without(state.with_player(seat, player), card)
        state = carry_out(state, "flash", [(seat, card)], events)
        events.append(CardDiscarded(seat, card.id, "R28"))
        state = replace(state, discard=(*state.discard, card))
    else:
        player = replace(player, cards=(*player.cards, card))
        action = replace(state.running_action, acquired=(*state.running_action.acquired, card))
        state = _without(replace(state.with_player(seat, player), action=action), card)
    return _turn_done(state, events)


def discard(state: State, move: Discard, events: Events) -> State:
    """R26: free and without effect."""
    card = _in_market(state, move.seat, move.card)
    events.append(CardDiscarded(move.seat, card.id, "R26"))
    return _turn_done(_without(replace(state, discard=(*state.discard, card)), card), events)


def _in_market(state: State, seat: int, card_id: str) -> Card:
    if state.running_action.turns[0].seat != seat:
        raise IllegalMove("not_your_turn", _("It is somebody else's turn in the market."))
    for card in state.market:
        if card.id == card_id:
            return card
    raise IllegalMove("not_in_the_market", _("Card {card} does not lie in the market."), card=card_id)


def _without(state: State, card: Card) -> State:
    return replace(state, market=tuple([other for other in state.market if other is not card]))


def _turn_done(state: State, events: Events) -> State:
    if state.result is not None:  # J9: a game that has ended by R34 or R35 lays out nothing
        return state
    action = state.running_action
    state = replace(state, phase="running", action=replace(action, turns=action.turns[1:]))
    return state if state.market else fill_the_market(state, events)
