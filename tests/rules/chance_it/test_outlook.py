"""What each guide card can cost or bring: the ranges hold whatever happens."""

import random

import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import Choose, Due, Reroll, Use
from rules.chance_it.outlook import Brings

from .table import card
from .test_views import choosing


def with_hand(state, seat, *cards, coins=8, hearts=8):
    return state.with_player(seat, replace(state.players[seat], cards=cards, coins=coins, hearts=hearts))


def test_the_sheet_and_the_dice_give_the_ranges():
    """Four players, dice 2 2 4 5 5: two hearts, a star and two coins; stakes from 0 (alone) to 3 (all four)."""
    outlook = chance_it.own(choosing(4), 0).outlook
    assert outlook.taking_part == Brings(coins=(2 - 3, 2), hearts=(2, 2), stars=(1, 1))
    assert outlook.out == Brings(coins=(0, 3), hearts=(-1, 0), stars=(0, 0))
    assert outlook.chance_it == Brings(coins=(1, 4), hearts=(2, 2), stars=(1, 1))


def test_missing_coins_are_counted_in_hearts():
    state = with_hand(choosing(4), 0, coins=1)
    outlook = chance_it.own(state, 0).outlook
    assert outlook.taking_part.coins == (2 - 1, 2)
    assert outlook.taking_part.hearts == (2 - 2, 2)


def test_R30_it_says_by_which_card_the_last_heart_may_go():
    def fatal(state):
        outlook = chance_it.own(state, 0).outlook
        return [brings.last_heart for brings in (outlook.taking_part, outlook.out, outlook.chance_it)]

    assert fatal(with_hand(choosing(4), 0, hearts=1)) == [False, True, False]
    assert fatal(replace(with_hand(choosing(4), 0, hearts=2), dice=(3, 4, 4, 4, 4))) == [True, False, True]


def test_a_bound_player_makes_all_out_impossible():
    state = choosing(4)
    state = state.with_player(3, replace(state.players[3], guide="in", bound=True))
    outlook = chance_it.own(state, 0).outlook
    assert outlook.out == Brings(coins=(1, 3), hearts=(0, 0), stars=(0, 0))
    assert chance_it.own(state, 3).outlook is None, "nothing to choose"


def test_the_own_card_of_a_die_counts():
    state = with_hand(choosing(4), 0, card("own", "2", hearts=3))
    assert chance_it.own(state, 0).outlook.taking_part.hearts == (5, 5)


def test_J10_a_single_card_need_not_be_used_when_the_table_wants_to_be_asked():
    hand = card("own", "2", hearts=3), card("mine", "chance_it", coins=2)
    asked = chance_it.own(with_hand(choosing(4, ask_single_card=True), 0, *hand), 0).outlook
    used = chance_it.own(with_hand(choosing(4), 0, *hand), 0).outlook
    assert (asked.taking_part.hearts, used.taking_part.hearts) == ((2, 5), (5, 5))
    assert (asked.chance_it.coins, used.chance_it.coins) == ((1, 6), (3, 6))


def test_a_1_may_become_anything():
    state = replace(choosing(4), dice=(1, 2, 2, 5, 5))
    assert chance_it.own(state, 0).outlook.taking_part.hearts == (2 - 2, 2 + 1)


def test_there_is_no_outlook_for_others_and_none_after_the_reveal():
    assert chance_it.own(choosing(3), "game_master").outlook is None
    assert chance_it.own(choosing(3), "spectator").outlook is None
    assert chance_it.own(replace(choosing(3), phase="roll"), 0).outlook is None


@pytest.mark.parametrize("seed", range(300))
def test_what_happens_lies_within_the_range(seed):
    """Without market and other players' cards the ranges are promises."""
    rng = random.Random(seed)
    players = rng.randint(2, 6)
    state = replace(
        choosing(players, hearts=40, stars_to_win=999, ask_single_card=seed % 2 == 1),
        dice=tuple(sorted(rng.choices((1, 2, 3, 4, 5), k=5))),
    )
    hand = [
        card(
            f"own{number}",
            rng.choice(("1", "2", "3", "4", "5", "chance_it")),
            **{rng.choice(("coins", "hearts", "stars")): rng.randint(1, 3)},
        )
        for number in range(rng.randint(0, 4))
    ]
    state = with_hand(state, 0, *hand, coins=rng.randint(0, 5), hearts=40)
    outlook = chance_it.own(state, 0).outlook
    before = state.players[0]
    mine = rng.choice(("in", "out", "chance_it"))
    for seat in range(players):
        guide = mine if seat == 0 else rng.choice(("in", "out"))
        state, _events = chance_it.apply(state, Choose(seat, guide))
    while state.phase in ("use", "reroll"):
        if state.phase == "use":
            move = rng.choice(chance_it.legal(state))
            assert isinstance(move, Use)
        else:
            assert chance_it.legal(state) == [Due("reroll")]
            move = Reroll(tuple(rng.choices((2, 3, 4, 5), k=state.dice.count(1))))
        state, _events = chance_it.apply(state, move)
    assert state.phase == "roll"
    brings = {"in": outlook.taking_part, "out": outlook.out, "chance_it": outlook.chance_it}[mine]
    for token in ("coins", "hearts", "stars"):
        change = getattr(state.players[0], token) - getattr(before, token)
        low, high = getattr(brings, token)
        assert low <= change <= high, (token, mine)
