"""The action round (R15 to R24, J8)."""

import pytest

from rules.chance_it import events

from .table import Table, card

NAMES = ("Ann", "Bob", "Cy", "Dee")


def tokens(table: Table, name: str) -> tuple[int, int, int]:
    return (table[name].coins, table[name].hearts, table[name].stars)


def test_R15_out_players_are_not_affected_by_anything_in_it():
    hitting = [card("a", "2", hit=1), card("b", "chance_it", hit=1), card("f", "flash", hit=1)]
    table = Table("Ann", "Bob", "Cy", cards=hitting, hands={"Ann": ["a", "b"], "Cy": []}, market=["f"])
    table.round(2, 3, 4, 5, 6, Ann="chance_it", Bob="in", Cy="out").buy("Ann", "f").discard("Bob", "x1")
    assert table.phase == "roll"
    assert tokens(table, "Cy") == (8, 8, 0)
    assert tokens(table, "Bob") == (9, 8 + 1 - 1 - 2 - 1 - 1, 1)


def test_R15_the_cards_of_out_players_do_not_work():
    table = Table("Ann", "Bob", cards=[card("a", "4", stars=3)], hands={"Ann": ["a"]})
    table.round(4, 4, 4, 4, 4, Ann="out", Bob="in")
    assert tokens(table, "Ann") == (8, 8, 0)


def test_R16_the_dice_are_carried_out_from_row_1_to_row_6_and_last_comes_chance_it():
    table = Table("Ann", "Bob").round(6, 4, 2, 5, 3, Ann="chance_it", Bob="out").discard("Ann", "x1")
    begun = [event.row for event in table.history if type(event) is events.ActionBegan]
    assert begun == [2, 3, 4, 5, 6, "chance_it"]


def test_R16_two_dice_in_a_row_are_two_actions():
    table = Table("Ann", "Bob").round(2, 2, 4, 4, 4, Ann="in", Bob="in")
    assert table.changes("Ann", "hearts") == [1, 1]
    assert table.changes("Ann", "stars") == [1, 1, 1]
    began = table.happened(events.ActionBegan)
    assert [(event.row, event.place) for event in began] == [(2, 0), (2, 1), (4, 2), (4, 3), (4, 4)]


def test_R16_all_finish_one_die_before_the_next():
    table = Table("Ann", "Bob").round(2, 3, 4, 4, 4, Ann="in", Bob="in")
    seats = [event.seat for event in table.happened(events.TokenChanged)]
    assert seats == [0, 1] * 5


def test_R16_a_2_comes_before_a_3_and_may_save_the_last_heart():
    table = Table("Ann", "Bob", "Cy", hearts=2).round(3, 2, 4, 4, 4, Ann="in", Bob="in", Cy="out")
    assert table["Ann"].hearts == 2 + 1 - 2


def test_R17_the_ones_are_rerolled_and_laid_at_their_new_rows():
    table = Table("Ann", "Bob").round(1, 5, 1, 4, 2, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("reroll", [])
    assert tokens(table, "Ann") == (8, 8, 0), "nothing else has happened yet"
    table.reroll(5, 3)
    assert table.happened(events.DiceRerolled) == [events.DiceRerolled((5, 3), starter=0)]
    rows = [event.row for event in table.happened(events.ActionBegan)]
    assert rows == [2, 3, 4, 5, 5]


def test_R17_the_dice_lie_sorted_again_after_the_reroll():
    table = Table("Ann", "Bob").round(1, 1, 6, 4, 6, Ann="in", Bob="in").reroll(6, 2)
    assert table.state.dice == (2, 4, 6, 6, 6)


@pytest.mark.parametrize("dice", [(), (2,), (2, 3, 4), (1, 2), (2, 7)])
def test_R17_as_many_dice_as_there_were_and_none_a_1(dice):
    table = Table("Ann", "Bob").round(1, 1, 4, 4, 4, Ann="in", Bob="in")
    with table.refused("bad_reroll"):
        table.reroll(*dice)


def test_R17_five_ones_are_all_rerolled():
    table = Table("Ann", "Bob").round(1, 1, 1, 1, 1, Ann="in", Bob="in").reroll(4, 4, 4, 4, 4)
    assert table["Ann"].stars == 5


def test_R17_without_a_1_nothing_is_rerolled():
    table = Table("Ann", "Bob").round(2, 2, 4, 4, 4, Ann="in", Bob="in")
    assert table.phase == "roll"
    with table.refused("not_now"):
        table.reroll(2)


def test_J19_the_starting_player_rerolls_even_when_out():
    table = Table("Ann", "Bob", starter="Bob").round(1, 4, 4, 4, 4, Ann="in", Bob="out")
    assert table.phase == "reroll"
    table.reroll(4)
    assert table.happened(events.DiceRerolled) == [events.DiceRerolled((4,), starter=1)]
    assert tokens(table, "Bob") == (8, 8, 0)
    assert table["Ann"].stars == 5


def test_J19_and_even_when_eliminated_in_this_round():
    table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [0, 0], "in": [9, 9, 9]}}).give("Ann", coins=0)
    table.round(1, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert not table["Ann"].is_in_game
    assert (table.phase, table.starter) == ("reroll", "Ann")
    table.reroll(4)
    assert table["Bob"].stars == 5
    assert table.starter == "Bob"


@pytest.mark.parametrize(
    ("die", "token", "by", "rule"),
    [
        pytest.param(2, "hearts", 1, "R18", id="R18"),
        pytest.param(3, "hearts", -2, "R19", id="R19"),
        pytest.param(4, "stars", 1, "R20", id="R20"),
        pytest.param(5, "coins", 1, "R21", id="R21"),
    ],
)
def test_R18_to_R21_every_participant_takes_or_puts_back_what_the_row_says(die, token, by, rule):
    table = Table("Ann", "Bob", "Cy").round(die, 6, 6, 6, 6, Ann="in", Bob="out", Cy="chance_it")
    for name in ("Ann", "Cy"):
        assert [
            (event.by, event.rule, event.row, event.cause)
            for event in table.happened(events.TokenChanged)
            if (event.seat, event.token) == (table.seat(name), token)
        ] == [(by, rule, die, "die")]
    assert not [event for event in table.happened(events.TokenChanged) if event.seat == table.seat("Bob")]


def test_R18_die_2_gives_a_heart():
    table = Table("Ann", "Bob").round(2, 6, 6, 6, 6, Ann="in", Bob="out")
    assert tokens(table, "Ann") == (8, 9, 0)


def test_R19_die_3_costs_two_hearts():
    table = Table("Ann", "Bob").round(3, 6, 6, 6, 6, Ann="in", Bob="out")
    assert tokens(table, "Ann") == (8, 6, 0)


def test_R20_die_4_gives_a_star():
    table = Table("Ann", "Bob").round(4, 6, 6, 6, 6, Ann="in", Bob="out")
    assert tokens(table, "Ann") == (8, 8, 1)


def test_R21_die_5_gives_a_coin():
    table = Table("Ann", "Bob").round(5, 6, 6, 6, 6, Ann="in", Bob="out")
    assert tokens(table, "Ann") == (9, 8, 0)


def test_R22_at_a_6_each_participant_buys_or_discards_in_turn_order_from_the_starting_player():
    table = Table(*NAMES, starter="Cy").round(6, 4, 4, 4, 4, **dict.fromkeys(NAMES, "in"))
    for name, blank in (("Cy", "x1"), ("Dee", "x2"), ("Ann", "x3"), ("Bob", "x4")):
        assert (table.phase, table.awaiting) == ("market", [name])
        assert table.happened(events.MarketTurnBegan) == [events.MarketTurnBegan(table.seat(name), "R22")]
        table.discard(name, blank)
    assert table.phase == "roll"


def test_R22_only_whose_turn_it_is_may_buy_or_discard():
    table = Table("Ann", "Bob").round(6, 4, 4, 4, 4, Ann="in", Bob="in")
    for move in (table.buy, table.discard):
        with table.refused("not_your_turn"):
            move("Bob", "x1")
    assert {move.seat for move in table.legal()} == {0}


def test_R22_two_6s_are_two_turns_each_going_round_once():
    table = Table("Ann", "Bob").round(6, 6, 4, 4, 4, Ann="in", Bob="in")
    order = []
    while table.phase == "market":
        order += table.awaiting
        table.discard(order[-1], table.market[0])
    assert order == ["Ann", "Bob", "Ann", "Bob"]


def test_R23_whoever_laid_chance_it_takes_two_coins_at_the_end():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="out")
    assert table.changes("Ann", "coins") == [2]
    assert [table[name].coins for name in ("Ann", "Bob", "Cy")] == [10, 8, 8]


def test_R23_also_when_two_did():
    table = Table("Ann", "Bob").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="chance_it")
    assert [table[name].coins for name in ("Ann", "Bob")] == [10, 10]


def test_R23_a_bound_player_laid_in_and_takes_nothing():
    table = Table("Ann", "Bob").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="chance_it").roll(4, 4, 4, 4, 4)
    assert [table[name].coins for name in ("Ann", "Bob")] == [10, 10]


def test_R23_whoever_is_eliminated_before_takes_nothing():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="in")
    assert table["Ann"].coins == 0
    assert not [event for event in table.happened(events.TokenChanged) if event.rule == "R23"]


def test_R23_the_two_coins_come_after_the_6():
    table = Table("Ann", "Bob", cards=[card("a", "2", price=9)])
    table.round(6, 4, 4, 4, 4, Ann="chance_it", Bob="out")
    with table.refused("too_few_coins"):
        table.buy("Ann", "a")
    table.discard("Ann", "a")
    assert table["Ann"].coins == 10


def test_J20_a_6_begins_with_the_next_participant_when_the_starting_player_does_not_take_part():
    table = Table(*NAMES, starter="Cy").round(6, 4, 4, 4, 4, Ann="in", Bob="in", Cy="out", Dee="out")
    assert table.awaiting == ["Ann"]
    table.discard("Ann", "x1")
    assert table.awaiting == ["Bob"]
    table.discard("Bob", "x2")
    assert table.phase == "roll"


def test_R24_the_other_actions_touch_everybody_in_one_go():
    """Nobody moves in between: the five dice follow the last guide card by themselves."""
    table = Table("Ann", "Bob", "Cy").round(2, 3, 4, 5, 5, Ann="in", Bob="chance_it", Cy="in")
    assert table.phase == "roll"
    assert tokens(table, "Ann") == (10, 7, 1)
    assert tokens(table, "Bob") == (12, 7, 1)


def test_J8_with_2_hearts_a_die_3_and_a_card_that_gives_a_heart_1_heart_is_left():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "3", hearts=1)], hands={"Ann": ["a"]})
    table.give("Ann", hearts=2).round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table["Ann"].is_in_game
    assert table["Ann"].hearts == 1
    assert sum(table.changes("Ann", "hearts")) == -1


def test_J8_other_players_cards_are_added_as_well():
    """Ann: 3 hearts, -2 by the die, +1 by her card, -1 by Bob's, -1 by Cy's: exactly 0."""
    cards = [card("a", "3", hearts=1), card("b", "3", hit=1), card("c", "3", hit=1)]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Ann": ["a"], "Bob": ["b"], "Cy": ["c"]})
    table.give("Ann", hearts=3).round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert not table["Ann"].is_in_game
    assert (table["Bob"].hearts, table["Cy"].hearts) == (5, 5)


def test_J8_one_heart_more_and_she_stays():
    cards = [card("a", "3", hearts=1), card("b", "3", hit=1), card("c", "3", hit=1)]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Ann": ["a"], "Bob": ["b"], "Cy": ["c"]})
    table.give("Ann", hearts=4).round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table["Ann"].hearts == 1


def test_J8_a_heart_from_the_die_itself_counts_against_a_hit():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "2", hit=1)], hands={"Bob": ["a"]})
    table.give("Ann", hearts=1).round(2, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table["Ann"].hearts == 1
