"""What each guide card can cost or bring: every case is what happens if it comes to it."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it.events import (
    ActionBegan,
    CardUsed,
    Eliminated,
    GameEnded,
    GuidesRevealed,
    MarketTurnBegan,
    MarketTurnSkipped,
    TokenChanged,
)
from rules.chance_it.outlook import Brings, Case

from .random_games import any_move, odd_header
from .table import card
from .test_views import choosing


def with_hand(state, seat, *cards, coins=8, hearts=8):
    return state.with_player(seat, replace(state.players[seat], cards=cards, coins=coins, hearts=hearts))


def outlook_of(state, seat=0):
    return chance_it.own(state, seat).outlook


def test_the_sheet_gives_the_cases_and_the_dice_what_is_sure():
    """Four players, dice 2 2 4 5 5: two hearts, a star and two coins."""
    outlook = outlook_of(choosing(4))
    assert outlook.taking_part == (Case(1, 0, 0), Case(2, -1, 0), Case(3, -2, 0), Case(4, -3, 0))
    assert outlook.out == (Case(1, 3, 0), Case(2, 2, 0), Case(3, 1, 0), Case(4, 0, -1))
    assert outlook.dice == Brings(coins=(2, 2), hearts=(2, 2), stars=(1, 1))
    assert outlook.chance_it == Brings(coins=(2, 2), hearts=(0, 0), stars=(0, 0))
    assert (outlook.market, outlook.rerolled) == (0, 0)


def test_R14_missing_coins_are_counted_in_hearts():
    outlook = outlook_of(with_hand(choosing(4), 0, coins=1))
    assert outlook.taking_part == (Case(1, 0, 0), Case(2, -1, 0), Case(3, -1, -1), Case(4, -1, -2))


def test_R22_a_6_is_a_turn_in_the_market_and_R17_a_1_lies_elsewhere_later():
    outlook = outlook_of(replace(choosing(4), dice=(1, 2, 5, 6, 6)))
    assert (outlook.market, outlook.rerolled) == (2, 1)
    assert outlook.dice == Brings(coins=(1, 1), hearts=(1, 1), stars=(0, 0))


def test_R30_it_says_by_which_card_the_last_heart_may_go():
    def fatal(hearts, dice, *cards, coins=8):
        state = replace(with_hand(choosing(4), 0, *cards, hearts=hearts, coins=coins), dice=dice)
        return set(outlook_of(state).last_heart)

    assert fatal(1, (2, 2, 4, 5, 5)) == {"out"}
    assert fatal(2, (3, 4, 4, 4, 4)) == {"in", "chance_it"}
    assert fatal(2, (2, 3, 4, 4, 4)) == set(), "row 2 comes first"
    assert fatal(2, (1, 4, 4, 4, 4)) == {"in", "chance_it"}, "a 1 may come to lie at row 3"
    assert fatal(3, (2, 2, 2, 2, 2), coins=0) == {"in", "chance_it"}, "the stakes come before the dice"
    assert fatal(2, (3, 4, 4, 4, 4), card("own", "3", hearts=1)) == set()


def test_a_bound_player_makes_all_out_impossible_and_takes_part():
    state = choosing(4)
    state = state.with_player(3, replace(state.players[3], guide="in", bound=True))
    outlook = outlook_of(state)
    assert outlook.out == (Case(1, 3, 0), Case(2, 2, 0), Case(3, 1, 0))
    assert outlook.taking_part == (Case(2, -1, 0), Case(3, -2, 0), Case(4, -3, 0))
    assert outlook_of(state, 3) is None, "nothing to choose"


def test_the_own_card_of_a_die_counts_and_one_of_several_may():
    def hearts(*cards):
        return outlook_of(with_hand(choosing(4), 0, *cards)).dice.hearts

    assert hearts(card("own", "2", hearts=3)) == (5, 5)
    assert hearts(card("own", "2", hearts=3), card("other", "2", hearts=1), card("third", "2", hearts=2)) == (2, 7)


def test_J10_a_single_card_need_not_be_used_when_the_table_wants_to_be_asked():
    hand = card("own", "2", hearts=3), card("mine", "chance_it", coins=2)
    asked = outlook_of(with_hand(choosing(4, ask_single_card=True), 0, *hand))
    used = outlook_of(with_hand(choosing(4), 0, *hand))
    assert (asked.dice.hearts, used.dice.hearts) == ((2, 5), (5, 5))
    assert (asked.chance_it.coins, used.chance_it.coins) == ((2, 4), (4, 4))


def test_there_is_no_outlook_for_others_and_none_after_the_reveal():
    assert outlook_of(choosing(3), "game_master") is None
    assert outlook_of(choosing(3), "spectator") is None
    assert outlook_of(replace(choosing(3), phase="roll")) is None


def rounds(seed):
    """Random games with odd boxes, round by round: the state in which the last one chooses, what all had been told
    then, and everything that happened up to the next roll or the end."""
    rng = random.Random(seed)
    header = odd_header(rng)
    box = chance_it.read_box(msgspec.json.encode(header["box"]))
    options = chance_it.read_options(msgspec.json.encode(header.get("options", {})), len(header["players"]))
    state = chance_it.new_game(len(header["players"]), box, options)
    told = {}
    happened = []
    begun = None
    for _move in range(250):
        if state.phase == "choose":
            told = {seat: outlook_of(state, seat) for seat in range(len(state.players))}
            begun, happened = state, []
        elif begun is not None and (state.phase == "roll" or state.result is not None):
            yield begun, told, happened
            begun = None
        if state.result is not None:
            return
        plain = any_move(rng, chance_it.laid_open(state), msgspec.to_builtins(chance_it.legal(state)), header)
        state, events = chance_it.apply(state, msgspec.convert(plain, chance_it.TYPES.move))
        happened += events


def changes(happened, seat, token, *causes):
    return sum(
        event.by
        for event in happened
        if isinstance(event, TokenChanged) and (event.seat, event.token) == (seat, token) and event.cause in causes
    )


@pytest.mark.parametrize("seed", range(150))
def test_what_happens_is_one_of_the_cases(seed):
    for state, told, happened in rounds(seed):
        [guides] = [event.guides for event in happened if isinstance(event, GuidesRevealed)]
        is_over = any(isinstance(event, GameEnded) for event in happened)
        gone = {event.seat for event in happened if isinstance(event, Eliminated)}
        for seat, outlook in told.items():
            mine = guides[seat]
            if outlook is None or mine is None:
                continue
            same = [guide for guide in guides if guide and (guide == "out") == (mine == "out")]
            [case] = [
                case for case in (outlook.out if mine == "out" else outlook.taking_part) if case.players == len(same)
            ]
            assert changes(happened, seat, "coins", "stakes") == case.coins
            assert changes(happened, seat, "hearts", "stakes", "all_out") == case.hearts
            hit = changes(happened, seat, "hearts", "hit")
            if seat in gone and not hit:
                assert mine in outlook.last_heart
            if mine != "out" and not is_over and seat not in gone and not outlook.rerolled:
                check_the_dice(state, seat, mine, outlook, happened)


def check_the_dice(state, seat, mine, outlook, happened):
    """Whoever lives to see the end of a round without a 1 gets what was sure, and no more than the most."""
    market_cards = {card.id: card for card in state.box.cards}
    own = {card.id for card in state.players[seat].cards}
    of_mine = [event for event in happened if not isinstance(event, TokenChanged) or event.card in own | {None}]
    for token in ("coins", "hearts", "stars"):
        least, most = (
            getattr(outlook.dice, token)[end] + (getattr(outlook.chance_it, token)[end] if mine == "chance_it" else 0)
            for end in (0, 1)
        )
        assert least <= changes(of_mine, seat, token, "die", "chance_it", "card") <= most
    row, turns, by_cards = None, 0, 0
    for event in happened:
        row = event.row if isinstance(event, ActionBegan) else row
        if row == 6 and isinstance(event, MarketTurnBegan | MarketTurnSkipped):
            turns += event.seat == seat
        if row == 6 and isinstance(event, CardUsed) and event.row == 6 and event.seat == seat:
            by_cards += market_cards[event.card].market
    assert turns == outlook.market + by_cards
