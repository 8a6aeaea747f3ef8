"""The market: laying out, buying and discarding (R25 to R28, J9, J13)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.box import Card
from rules.chance_it.effects import carry_out
from rules.chance_it.events import CardBought, CardDiscarded, Events, MarketLaidOut, TokenChanged
from rules.chance_it.moves import Buy, Discard
from rules.chance_it.state import State
from rules.refusals import IllegalMove, _

MARKET_SIZE = 4


def lay_out(state: State, events: Events) -> State:
    """R27: four cards, from the pile.

    J9: when the pile runs out the discards are to be shuffled first; with no card anywhere the lay-out stays short.
    """
    missing = MARKET_SIZE - len(state.market)
    cards = state.pile[:missing]
    if cards:
        events.append(MarketLaidOut(tuple([card.id for card in cards])))
        state = replace(state, market=state.market + cards, pile=state.pile[missing:])
    if len(cards) < missing and state.discard:
        state = replace(state, phase="shuffle")
    return state


def buy(state: State, move: Buy, events: Events) -> State:
    """R26: the full price, in coins. R28: a flash card works at once and is discarded; R29: others stay."""
    card = _in_market(state, move.seat, move.card)
    seat = move.seat
    player = state.players[seat]
    if card.price > player.coins:
        raise IllegalMove(
            "too_few_coins",
            _("Card {card} costs {price} coins; there are only {coins}."),
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
    return state if state.market else lay_out(state, events)
