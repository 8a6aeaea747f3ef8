"""Setting up, and how a round begins (R3 to R6, R32)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.chance_it.box import Box, Card
from rules.chance_it.events import Events, PileShuffled, RoundBegan, StarterFound
from rules.chance_it.market import fill_the_market, in_no_order
from rules.chance_it.moves import Shuffle, Start
from rules.chance_it.options import Options
from rules.chance_it.state import Player, State
from rules.refusals import IllegalMove, _


def new_game(players: int, box: Box, options: Options) -> State:
    """Before the first shuffle; R4: everybody has their first coins and hearts.

    J18: own cards are shuffled by hand, and are to be laid out.
    """
    state = State(box, options, (Player(options.coins, options.hearts),) * players)
    return replace(state, phase="lay_out", pile=in_no_order(box.cards)) if options.own_cards else state


def to_shuffle(state: State) -> tuple[Card, ...]:
    """R3: all cards at the start; J9: later all discards, oldest first."""
    return state.box.cards if state.action is None else state.discard


def shuffle(state: State, move: Shuffle, events: Events) -> State:
    """R3: all cards at the start, of which 4 are laid out; J9: later all discards, and the lay-out goes on."""
    at_the_start = state.action is None
    cards = to_shuffle(state)
    by_id = {card.id: card for card in cards}
    if sorted(move.cards) != sorted(by_id):
        raise IllegalMove("not_these_cards", _("The new pile must be exactly the cards that are to be shuffled."))
    events.append(PileShuffled(len(cards), "R3" if at_the_start else "J9"))
    pile = tuple([by_id[card] for card in move.cards])
    state = replace(state, pile=pile, discard=(), phase="start" if at_the_start else "running")
    return fill_the_market(state, events)


def start(state: State, move: Start, events: Events) -> State:
    """R5: whoever reached for the dice first is the starting player."""
    state.player_at(move.seat)
    events.append(StarterFound(move.seat))
    events.append(RoundBegan(1, move.seat, rule="R5"))
    return replace(state, starter=move.seat, round=1, phase="roll")


def next_round(state: State, events: Events) -> State:
    """R32: guide cards return to the hand, and the next player still in the game has the dice.

    R10, J5: if two or more laid CHANCE IT, also those who are out by now, the survivors among them have IN lying face
    up (J4).
    """
    bind = sum(player.guide == "chance_it" for player in state.players) >= 2
    players = tuple(
        [
            replace(player, guide="in", bound=True)
            if bind and player.guide == "chance_it" and player.hearts
            else replace(player, guide=None, bound=False)
            for player in state.players
        ]
    )
    starter = (state.starter or 0) + 1
    while not players[starter % len(players)].hearts:
        starter += 1
    starter %= len(players)
    bound = tuple([seat for seat, player in enumerate(players) if player.bound])
    events.append(RoundBegan(state.round + 1, starter, bound))
    return replace(state, round=state.round + 1, phase="roll", starter=starter, dice=(), players=players, action=None)
