"""The action round: one action for each die along the board, last CHANCE IT (R15 to R24, R29).

`carry_on` runs as far as the rules go by themselves. It stops when somebody has to pick a card, reroll, shuffle, lay
out, buy or discard, and when the round or the game is over.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.box import Card
from rules.chance_it.effects import carry_out
from rules.chance_it.events import (
    ActionBegan,
    CardPicked,
    DiceRerolled,
    Events,
    MarketTurnBegan,
    MarketTurnSkipped,
    Row,
    TableWaits,
)
from rules.chance_it.hearts import look_at_the_stars
from rules.chance_it.market import fill_the_market
from rules.chance_it.moves import Reroll, Use
from rules.chance_it.setting_up import next_round
from rules.chance_it.state import CHANCE_IT, State, Turn
from rules.refusals import IllegalMove, _

RULE_OF_ROW: dict[Row, str] = {1: "R17", 2: "R18", 3: "R19", 4: "R20", 5: "R21", 6: "R22", "chance_it": "R23"}


def carry_on(state: State, events: Events) -> State:
    """Goes on until the table waits for a move."""
    while state.phase == "running":
        action = state.running_action
        if action.turns:
            state = _market_turn(state, events)
        elif action.has_worked:
            state = _action_done(state, events)
        elif state.dice[0] == 1 and state.row != 1:  # R17: the cards of die 1 have worked (R29d)
            events.append(TableWaits("reroll", (), "R17"))
            state = replace(state, phase="reroll")
        else:
            state = _begin_action(state, events)
    return state


def candidates(state: State, seat: int) -> list[Card]:
    """R29: the cards that this participant may use for the action in work.

    a. those of its die, or of CHANCE IT; b. that have not worked in this round yet; f. and none with "discard or buy
    another" that was acquired in this action round (J12: the whole card is barred).
    """
    action = state.running_action
    when = "chance_it" if action.place == CHANCE_IT else str(state.dice[action.place])
    return [
        card
        for card in state.players[seat].cards
        if card.when == when and card not in action.used and not (card.market and card in action.acquired)
    ]


def _has_to_pick(state: State, cards: list[Card]) -> bool:
    """J10: one card is used without asking, unless the table wants to be asked always."""
    return len(cards) > 1 or (len(cards) == 1 and state.options.ask_single_card)


def _begin_action(state: State, events: Events) -> State:
    action = state.running_action
    row: Row = state.row or "chance_it"
    participants = state.participants
    if row == "chance_it":
        owners = [seat for seat in participants if state.players[seat].guide == "chance_it"]
        if not owners:
            return next_round(state, events)
    else:
        owners = participants
    events.append(ActionBegan(row, action.place, RULE_OF_ROW[row]))
    if row == 6:  # R22: no simultaneous part, a turn for each
        turns = tuple([Turn(seat, card_first=True) for seat in state.in_turn_order(participants)])
        return replace(state, action=replace(action, has_worked=True, turns=turns))
    asked: list[int] = []
    picks: list[tuple[int, Card]] = []
    for seat in owners:
        if state.players[seat].cards:
            cards = candidates(state, seat)
            if _has_to_pick(state, cards):
                asked.append(seat)
            elif cards:
                picks.append((seat, cards[0]))
    if asked:
        return _ask(replace(state, action=replace(action, picks=tuple(picks))), tuple(asked), events)
    return _work(state, picks, events)


def _ask(state: State, seats: tuple[int, ...], events: Events) -> State:
    """J10: which card works?"""
    events.append(TableWaits("use", seats, "J10"))
    return replace(state, phase="use", action=replace(state.running_action, asked=seats))


def use(state: State, move: Use, events: Events) -> State:
    """J10: a pick is final. When the last one is made, the action is carried out."""
    action = state.running_action
    if move.seat not in action.asked:
        raise IllegalMove("nothing_to_pick", _("There is no card for you to pick now."))
    card = next((card for card in candidates(state, move.seat) if card.id == move.card), None)
    if card is None and move.card is not None:
        raise IllegalMove("card_cannot_be_used", _("Card {card} cannot be used now."), card=move.card)
    events.append(CardPicked(move.seat))
    if state.row == 6:
        return _work_at_6(replace(state, action=replace(action, asked=())), card, events)
    asked = tuple([seat for seat in action.asked if seat != move.seat])
    picks = action.picks if card is None else (*action.picks, (move.seat, card))
    if asked:
        return replace(state, action=replace(action, asked=asked, picks=picks))
    return _work(replace(state, phase="running"), sorted(picks, key=_seat_of), events)


def _seat_of(pick: tuple[int, Card]) -> int:
    return pick[0]


def _work(state: State, picks: list[tuple[int, Card]], events: Events) -> State:
    """A simultaneous action; J12: those whose card lets them discard or buy another do so after it, in turn order."""
    state = carry_out(state, state.row or "chance_it", picks, events)
    if state.result is not None:
        return state
    action = state.running_action
    another = [seat for seat, card in picks if card.market and state.players[seat].hearts]
    action = replace(
        action,
        has_worked=True,
        asked=(),
        picks=(),
        turns=tuple([Turn(seat) for seat in state.in_turn_order(another)]),
        used=(*action.used, *[card for _seat, card in picks]),
    )
    return replace(state, action=action)


def _market_turn(state: State, events: Events) -> State:
    """R22, J11, J12: begins the next turn in the market; J9: with a lay-out if none lies there."""
    if not state.market:
        state = fill_the_market(state, events)
        if state.phase != "running":
            return state
    action = state.running_action
    turn = action.turns[0]
    if not turn.card_first:
        return _buy_or_discard(state, events)
    cards = candidates(state, turn.seat)
    if _has_to_pick(state, cards):
        return _ask(state, (turn.seat,), events)
    return _work_at_6(state, cards[0] if cards else None, events)


def _work_at_6(state: State, card: Card | None, events: Events) -> State:
    """J11: the die-6 card of whoever's turn it is; its tokens come before the purchase."""
    action = state.running_action
    seat = action.turns[0].seat
    if card is None:
        turns = (Turn(seat), *action.turns[1:])
        return _buy_or_discard(replace(state, action=replace(action, turns=turns)), events)
    turns = (Turn(seat),) * (1 + card.market) + action.turns[1:]
    state = replace(state, action=replace(action, turns=turns, used=(*action.used, card)))
    state = carry_out(state, 6, [(seat, card)], events)
    return state if state.result is not None else _buy_or_discard(state, events)


def _buy_or_discard(state: State, events: Events) -> State:
    action = state.running_action
    seat = action.turns[0].seat
    if not state.market:  # J9
        events.append(MarketTurnSkipped(seat))
        return replace(state, phase="running", action=replace(action, turns=action.turns[1:]))
    events.append(MarketTurnBegan(seat, "R22" if state.row == 6 else "J12"))
    return replace(state, phase="market")


def _action_done(state: State, events: Events) -> State:
    """J15: the stars are looked at after each single die and after CHANCE IT; J7: without participants it is over."""
    state = look_at_the_stars(state, events)
    if state.result is not None:
        return state
    action = state.running_action
    if action.place == CHANCE_IT or not state.participants:
        return next_round(state, events)
    return replace(state, action=replace(action, place=action.place + 1, has_worked=False))


def reroll(state: State, move: Reroll, events: Events) -> State:
    """R17: the 1s are laid at their new rows, and the round goes on with what lies there now.

    J19: it is the starting player who rerolls, taking part or not.
    """
    ones = state.dice.count(1)
    if len(move.dice) != ones or not all(2 <= die <= 6 for die in move.dice):
        raise IllegalMove("bad_reroll", _("Dice to reroll: {ones}, each from 2 to 6."), ones=ones)
    events.append(DiceRerolled(move.dice, state.starter or 0))
    dice = tuple(sorted(state.dice[ones:] + move.dice))
    return replace(state, dice=dice, phase="running", action=replace(state.running_action, place=0))
