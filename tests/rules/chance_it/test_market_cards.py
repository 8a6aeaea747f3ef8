"""The cards in front of the players (R29, J10 to J12)."""

import pytest

from rules import chance_it
from rules.chance_it import events

from .table import Table, card


def used(table: Table) -> list[tuple[str, str]]:
    """Who used which card in the last move."""
    return [(table.names[event.seat], event.card) for event in table.happened(events.CardUsed)]


def test_R29_die_cards_stay_in_front_of_the_buyer_and_work_again_and_again():
    table = Table("Ann", "Bob", cards=[card("a", "4", hearts=1)])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "a")
    for rounds in (1, 2, 3):
        table.round(4, 5, 5, 5, 5, Ann="in", Bob="out")
        assert table["Ann"].hearts == 8 + rounds
        assert table.hand("Ann") == ["a"]


def test_R29_cards_lie_in_the_order_in_which_they_were_bought():
    table = Table("Ann", "Bob", cards=[card("a", "2"), card("b", "2"), card("c", "2")])
    table.round(6, 6, 6, 5, 5, Ann="in", Bob="out").buy("Ann", "c").buy("Ann", "a").buy("Ann", "b")
    assert table.hand("Ann") == ["c", "a", "b"]


@pytest.mark.parametrize("row", [2, 3, 4, 5])
def test_R29a_a_die_card_works_along_with_its_dies_action_only_for_its_owner(row):
    table = Table("Ann", "Bob", cards=[card("a", str(row), coins=7)], hands={"Ann": ["a"]})
    table.round(row, 6, 6, 6, 6, Ann="in", Bob="in")
    assert table.changes("Ann", "coins", rule="R29") == [7]
    assert table.changes("Bob", "coins", rule="R29") == []
    (change,) = [event for event in table.happened(events.TokenChanged) if event.rule == "R29"]
    assert (change.row, change.card, change.whose) == (row, "a", 0)


def test_R29a_at_a_6_it_works_in_its_owners_turn():
    table = Table("Ann", "Bob", cards=[card("a", "6", coins=7)], hands={"Bob": ["a"]})
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Bob"].coins == 8 + 4
    table.discard("Ann", "x1")
    assert table["Bob"].coins == 8 + 4 + 7
    assert table.happened(events.CardUsed) == [events.CardUsed(1, "a", 6, "R29")]
    (change,) = table.happened(events.TokenChanged)
    assert (change.seat, change.by, change.row, change.card) == (1, 7, 6, "a")


def test_R29a_not_with_another_die():
    table = Table("Ann", "Bob", cards=[card("a", "2", coins=7)], hands={"Ann": ["a"]})
    table.round(3, 4, 4, 4, 4, Ann="chance_it", Bob="in")
    assert table["Ann"].coins == 8 + 2


def test_R29a_only_while_its_owner_takes_part():
    table = Table("Ann", "Bob", cards=[card("a", "2", coins=7)], hands={"Ann": ["a"]})
    table.round(2, 4, 4, 4, 4, Ann="out", Bob="in")
    assert table["Ann"].coins == 8
    table.round(2, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table["Ann"].coins == 15


def test_R29b_each_card_works_for_at_most_one_die_a_round():
    table = Table("Ann", "Bob", cards=[card("a", "5", stars=1)], hands={"Ann": ["a"]})
    table.round(5, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Ann"].stars == 1
    assert used(table) == [("Ann", "a")]
    table.round(5, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Ann"].stars == 2


def test_R29b_two_cards_work_for_two_dice():
    cards = [card("a", "5", stars=1), card("b", "5", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]})
    table.round(5, 5, 5, 2, 2, Ann="in", Bob="in")
    assert table.usable("Ann") == {"a", "b", None}
    table.use("Ann", "b")
    assert used(table) == [("Ann", "b"), ("Ann", "a")], "for the second 5 only one is left, and it is not asked for"
    assert (table["Ann"].stars, table["Ann"].hearts) == (1, 8 + 2 + 1)


def test_R29b_also_for_two_sixes():
    table = Table("Ann", "Bob", cards=[card("a", "6", stars=1)], hands={"Ann": ["a"]})
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="out").discard("Ann", "x1").discard("Ann", "x2")
    assert table["Ann"].stars == 1


def test_R29c_for_each_die_at_most_one_card_of_a_player_works():
    cards = [card("a", "5", stars=1), card("b", "5", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]}).round(5, 2, 2, 2, 2, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("use", ["Ann"])
    table.use("Ann", "a")
    assert (table["Ann"].stars, table["Ann"].hearts) == (1, 8 + 4)


def test_R29c_every_player_has_a_card_of_their_own_for_the_die():
    cards = [card("a", "5", stars=1), card("b", "5", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"], "Bob": ["b"]})
    table.round(5, 4, 4, 4, 4, Ann="in", Bob="in")
    assert set(used(table)) == {("Ann", "a"), ("Bob", "b")}


def test_R29d_cards_of_die_1_work_before_the_reroll_one_for_each_1():
    cards = [card("a", "1", stars=1), card("b", "1", coins=1), card("c", "1", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b", "c"]})
    table.round(1, 1, 4, 4, 4, Ann="in", Bob="in")
    assert table.usable("Ann") == {"a", "b", "c", None}
    table.use("Ann", "c")
    assert table.usable("Ann") == {"a", "b", None}
    table.use("Ann", "a")
    assert table.phase == "reroll"
    assert (table["Ann"].coins, table["Ann"].hearts, table["Ann"].stars) == (8, 9, 1)


def test_R29d_a_single_card_works_for_the_first_1_only():
    table = Table("Ann", "Bob", cards=[card("a", "1", stars=1)], hands={"Ann": ["a"]})
    table.round(1, 1, 1, 5, 5, Ann="in", Bob="in")
    assert (table.phase, table["Ann"].stars) == ("reroll", 1)


def test_R29d_the_reroll_triggers_no_card_of_die_1():
    cards = [card("a", "1", stars=1), card("b", "1", coins=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]})
    table.round(1, 5, 5, 5, 5, Ann="in", Bob="in").use("Ann", "a").reroll(5)
    assert (table.phase, table["Ann"].stars, table["Ann"].coins) == ("roll", 1, 8 + 5)
    assert used(table) == []


def test_R29d_a_rerolled_die_is_a_die_of_its_new_row():
    table = Table("Ann", "Bob", cards=[card("a", "4", coins=5)], hands={"Ann": ["a"]})
    table.round(1, 5, 5, 5, 5, Ann="in", Bob="in").reroll(4)
    assert used(table) == [("Ann", "a")]


def test_R29d_a_card_of_die_1_bought_by_another_card_at_a_1_works_for_the_next_1():
    """The first 1 lets Ann buy another card of die 1: the second 1 finds it."""
    cards = [card("a", "1", market=1), card("b", "1", stars=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"]}, market=["b", "x1"])
    table.round(1, 1, 5, 5, 5, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("market", ["Ann"])
    table.buy("Ann", "b")
    assert (table.phase, table["Ann"].stars) == ("reroll", 1)


def test_R29e_with_the_chance_it_action_its_player_uses_one_chance_it_card():
    table = Table("Ann", "Bob", cards=[card("a", "chance_it", stars=1)], hands={"Ann": ["a"]})
    table.round(5, 5, 5, 5, 5, Ann="chance_it", Bob="in")
    assert used(table) == [("Ann", "a")]
    assert (table["Ann"].stars, table["Ann"].coins) == (1, 8 + 5 + 2)
    assert events.CardUsed(0, "a", "chance_it", "R29") in table.events


def test_R29e_not_by_laying_in():
    table = Table("Ann", "Bob", cards=[card("a", "chance_it", stars=1)], hands={"Ann": ["a"]})
    table.round(5, 5, 5, 5, 5, Ann="in", Bob="chance_it")
    assert table["Ann"].stars == 0


def test_R29e_one_only_and_the_player_chooses():
    cards = [card("a", "chance_it", stars=1), card("b", "chance_it", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]})
    table.round(5, 5, 5, 5, 5, Ann="chance_it", Bob="in")
    assert (table.phase, table.awaiting, table.usable("Ann")) == ("use", ["Ann"], {"a", "b", None})
    assert table["Ann"].coins == 8 + 5, "the two coins come with the card"
    table.use("Ann", "b")
    assert (table["Ann"].stars, table["Ann"].hearts, table["Ann"].coins) == (0, 9, 8 + 5 + 2)
    assert table.phase == "roll"


def test_R29e_even_one_bought_in_this_very_round():
    table = Table("Ann", "Bob", cards=[card("a", "chance_it", stars=1)])
    table.round(6, 5, 5, 5, 5, Ann="chance_it", Bob="out").buy("Ann", "a")
    assert table["Ann"].stars == 1
    assert table.phase == "roll"


def test_R29e_it_hits_every_other_participant_not_only_those_who_laid_chance_it():
    names = ("Ann", "Bob", "Cy", "Dee")
    table = Table(*names, cards=[card("a", "chance_it", hit=1)], hands={"Ann": ["a"]})
    table.round(5, 5, 5, 5, 5, Ann="chance_it", Bob="chance_it", Cy="in", Dee="out")
    assert [table[name].hearts for name in names] == [8, 7, 7, 8]


@pytest.mark.parametrize("when", ["6", "chance_it"])
def test_R29f_discard_or_buy_another_may_not_be_used_in_the_round_in_which_it_was_acquired(when):
    table = Table("Ann", "Bob", cards=[card("a", when, market=1, stars=1)])
    table.round(6, 6, 5, 5, 5, Ann="chance_it", Bob="out").buy("Ann", "a")
    table.discard("Ann", "x1")
    assert table.phase == "roll"
    assert table["Ann"].stars == 0
    table.round(6, 5, 5, 5, 5, Ann="chance_it", Bob="out")
    table.discard("Ann", table.market[0])
    assert table["Ann"].stars == 1
    assert (table.phase, table.awaiting) == ("market", ["Ann"]), "another one"


def test_R29f_does_not_bar_cards_without_it():
    table = Table("Ann", "Bob", cards=[card("a", "6", stars=1)])
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "a")
    assert table["Ann"].stars == 1


def test_R29f_the_barred_card_is_no_candidate_beside_another():
    cards = [card("a", "6", market=1, stars=1), card("b", "6", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["b"]}, market=["a", "x1", "x2"])
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "a")
    assert table.phase == "market", "b has worked for the first 6, a is barred: nothing to pick at the second"
    assert (table["Ann"].hearts, table["Ann"].stars) == (9, 0)


def test_R29f_also_for_a_card_acquired_by_another_card_in_rows_1_to_5():
    cards = [card("a", "2", market=1), card("b", "5", market=1, stars=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"]}, market=["b", "x1"])
    table.round(2, 5, 4, 4, 4, Ann="in", Bob="in").buy("Ann", "b")
    assert table.phase == "roll"
    assert table["Ann"].stars == 3


def test_J10_exactly_one_candidate_is_used_without_asking():
    table = Table("Ann", "Bob", cards=[card("a", "5", stars=1)], hands={"Ann": ["a"]})
    table.round(5, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.phase == "roll"
    assert table["Ann"].stars == 5


def test_J10_a_table_may_want_to_be_asked_always():
    table = Table("Ann", "Bob", cards=[card("a", "5", stars=1)], hands={"Ann": ["a"]}, ask_single_card=True)
    table.round(5, 4, 4, 4, 4, Ann="in", Bob="in")
    assert (table.phase, table.awaiting, table.usable("Ann")) == ("use", ["Ann"], {"a", None})
    table.use("Ann", None)
    assert table["Ann"].stars == 4


@pytest.mark.parametrize(
    ("when", "dice"), [("6", (6, 5, 5, 5, 5)), ("chance_it", (5, 5, 5, 5, 5)), ("1", (1, 5, 5, 5, 5))]
)
def test_J10_asking_always_means_every_kind_of_card(when, dice):
    table = Table("Ann", "Bob", cards=[card("a", when, stars=1)], hands={"Ann": ["a"]}, ask_single_card=True)
    table.round(*dice, Ann="chance_it", Bob="out")
    assert (table.phase, table.usable("Ann")) == ("use", {"a", None})
    table.use("Ann", "a")
    assert table["Ann"].stars == 1


def test_J10_nobody_is_asked_without_a_card_to_use():
    table = Table("Ann", "Bob", cards=[card("a", "2", stars=1)], hands={"Ann": ["a"]}, ask_single_card=True)
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.phase == "roll"


def test_J10_with_two_or_more_the_player_may_also_pick_none():
    cards = [card("a", "5", stars=1), card("b", "5", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]}).round(5, 4, 4, 4, 4, Ann="in", Bob="in")
    table.use("Ann", None)
    assert (table["Ann"].stars, table["Ann"].hearts, table.phase) == (4, 8, "roll")


def test_J10_a_card_left_unused_may_be_used_for_a_later_die():
    cards = [card("a", "5", stars=1), card("b", "5", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]}).round(5, 5, 4, 4, 4, Ann="in", Bob="in")
    table.use("Ann", None)
    assert table.usable("Ann") == {"a", "b", None}
    table.use("Ann", "a")
    assert table["Ann"].stars == 4


def test_J10_all_who_have_to_pick_are_asked_at_once_and_nothing_works_before_the_last_pick():
    cards = [card(id, "5", stars=1) for id in "abcd"] + [card("e", "5", hearts=3)]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Ann": ["a", "b"], "Bob": ["e"], "Cy": ["c", "d"]})
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in", Cy="in")
    assert table.awaiting == ["Ann", "Cy"]
    table.use("Cy", "c")
    assert table.awaiting == ["Ann"]
    assert table.events == [events.CardPicked(2)], "which card it is stays open"
    assert (table["Cy"].stars, table["Bob"].hearts, table["Ann"].coins) == (0, 8 + 4, 8)
    table.use("Ann", None)
    assert (table["Cy"].stars, table["Bob"].hearts, table["Ann"].coins) == (1, 8 + 4 + 3, 9)


def test_J10_a_pick_is_final():
    cards = [card(id, "5", stars=1) for id in "abcd"]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"], "Bob": ["c", "d"]})
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in").use("Ann", "a")
    for choice in ("a", "b", None):
        with table.refused("nothing_to_pick"):
            table.use("Ann", choice)
    assert not table.legal(by="Ann")


def test_J10_none_is_final_too():
    cards = [card(id, "5", stars=1) for id in "abcd"]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"], "Bob": ["c", "d"]})
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in").use("Ann", None)
    with table.refused("nothing_to_pick"):
        table.use("Ann", "a")


def test_J10_only_a_candidate_can_be_picked():
    cards = [card("a", "5"), card("b", "5"), card("c", "4"), card("d", "5")]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b", "c"], "Bob": ["d"]})
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in")
    for other in ("c", "d", "x1", "nowhere"):
        with table.refused("card_cannot_be_used"):
            table.use("Ann", other)
    with table.refused("nothing_to_pick"):
        table.use("Bob", "d")


def test_J11_a_die_6_card_is_picked_at_the_start_of_its_owners_turn():
    cards = [card("a", "6", coins=1), card("b", "6", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Bob": ["a", "b"]}).round(6, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("market", ["Ann"])
    table.discard("Ann", "x1")
    assert (table.phase, table.awaiting) == ("use", ["Bob"])
    with table.refused("not_now"):
        table.discard("Bob", "x2")
    table.use("Bob", "b")
    assert (table.phase, table.awaiting, table["Bob"].hearts) == ("market", ["Bob"], 9)


def test_J11_its_tokens_come_before_the_purchase():
    table = Table("Ann", "Bob", cards=[card("a", "6", coins=1), card("b", "2", 1)], hands={"Ann": ["a"]}, coins=0)
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="out")
    assert table["Ann"].coins == 1
    table.buy("Ann", "b")
    assert (table["Ann"].coins, table.hand("Ann")) == (0, ["a", "b"])


def test_J11_a_die_6_card_bought_at_one_6_may_be_used_at_a_later_6():
    table = Table("Ann", "Bob", cards=[card("a", "6", stars=1)])
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "a")
    assert table["Ann"].stars == 1
    assert table.phase == "market"


def test_J11_but_not_at_the_6_at_which_it_was_bought():
    table = Table("Ann", "Bob", cards=[card("a", "6", stars=1)])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "a")
    assert table["Ann"].stars == 0


def test_J11_a_die_6_card_that_hits_may_put_out_who_has_not_had_a_turn_yet():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "6", hit=1)], hands={"Ann": ["a"]}).give("Bob", hearts=1)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert not table["Bob"].is_in_game
    table.discard("Ann", "x1")
    assert table.awaiting == ["Cy"]


def test_J12_another_card_comes_after_the_action_has_been_applied_to_everybody():
    table = Table("Ann", "Bob", cards=[card("a", "5", market=1), card("b", "2", 9)], hands={"Ann": ["a"]})
    table.round(5, 4, 4, 4, 4, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("market", ["Ann"])
    assert (table["Ann"].coins, table["Bob"].coins) == (9, 9)
    assert table.happened(events.MarketTurnBegan) == [events.MarketTurnBegan(0, "J12")]
    table.buy("Ann", "b")
    assert (table.hand("Ann"), table.phase) == (["a", "b"], "roll")


def test_J12_in_turn_order():
    cards = [card(id, "5", market=1) for id in "abc"]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Ann": ["a"], "Bob": ["b"], "Cy": ["c"]}, starter="Bob")
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in", Cy="in")
    order = []
    while table.phase == "market":
        order += table.awaiting
        table.discard(order[-1], table.market[0])
    assert order == ["Bob", "Cy", "Ann"]


def test_J12_in_turn_order_whoever_picked_first():
    cards = [card(id, "5", market=1) for id in "abcdef"]
    hands = {"Ann": ["a", "b"], "Bob": ["c", "d"], "Cy": ["e", "f"]}
    table = Table("Ann", "Bob", "Cy", cards=cards, hands=hands).round(5, 2, 2, 2, 2, Ann="in", Bob="in", Cy="in")
    table.use("Cy", "e").use("Bob", "c").use("Ann", "a")
    order = []
    while table.phase == "market":
        order += table.awaiting
        table.discard(order[-1], table.market[0])
    assert order == ["Ann", "Bob", "Cy"]


def test_J12_it_belongs_to_its_action_and_the_next_die_waits():
    table = Table("Ann", "Bob", cards=[card("a", "2", market=1)], hands={"Ann": ["a"]})
    table.round(2, 4, 4, 4, 4, Ann="in", Bob="in")
    assert (table["Ann"].stars, table["Ann"].hearts) == (0, 9)
    table.discard("Ann", "x1")
    assert table["Ann"].stars == 4


def test_J12_with_chance_it_it_comes_after_the_two_coins():
    table = Table(
        "Ann", "Bob", cards=[card("a", "chance_it", market=1), card("b", "2", 2)], hands={"Ann": ["a"]}, coins=0
    )
    table.round(4, 4, 4, 4, 4, Ann="chance_it", Bob="out").buy("Ann", "b")
    assert (table["Ann"].coins, table.hand("Ann"), table.phase) == (0, ["a", "b"], "roll")


def test_J12_with_a_6_it_is_a_second_turn_right_after_the_first():
    table = Table("Ann", "Bob", cards=[card("a", "6", market=1)], hands={"Ann": ["a"]})
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in").discard("Ann", "x1")
    assert table.awaiting == ["Ann"]
    table.discard("Ann", "x2")
    assert table.awaiting == ["Bob"]


def test_J12_once_its_card_is_used_discarding_or_buying_is_a_must():
    table = Table("Ann", "Bob", cards=[card("a", "5", market=1)], hands={"Ann": ["a"]}, market=["x1"])
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in")
    assert set(table.legal()) == {chance_it.Buy(0, "x1"), chance_it.Discard(0, "x1")}


def test_J12_29f_bars_the_whole_card_its_tokens_too():
    cards = [card("a", "2", market=1), card("b", "2", market=1, stars=1, coins=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"]}, market=["b", "x1", "x2"])
    table.round(2, 2, 3, 3, 3, Ann="in", Bob="out").buy("Ann", "b")
    assert table.phase == "roll", "at the second 2 the new card is barred"
    assert (table["Ann"].stars, table["Ann"].coins) == (0, 8)


def test_J12_a_card_bought_there_works_for_a_later_die():
    table = Table("Ann", "Bob", cards=[card("a", "2", market=1), card("b", "4", coins=1)], hands={"Ann": ["a"]})
    table.round(2, 4, 6, 6, 6, Ann="in", Bob="out").buy("Ann", "b")
    assert table["Ann"].coins == 9


def test_J12_whoever_is_eliminated_by_the_action_gets_no_turn():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "3", market=1)], hands={"Ann": ["a"]}).give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table.phase == "roll"
    assert table.discards == ["a"]


def test_J12_nor_whoever_is_eliminated_by_a_flash_bought_before():
    cards = [card("a", "5", market=1), card("b", "5", market=1), card("f", "flash", hit=1)]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Ann": ["a"], "Bob": ["b"]}, market=["f", "x1"])
    table.give("Bob", hearts=1).round(5, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table.awaiting == ["Ann"]
    table.buy("Ann", "f")
    assert not table["Bob"].is_in_game
    assert table.phase == "roll"


def test_J12_with_no_card_anywhere_the_other_card_is_skipped():
    table = Table("Ann", "Bob", cards=[card("a", "5", market=1, stars=1)], blanks=0, hands={"Ann": ["a"]}, market=[])
    table.round(5, 2, 2, 2, 2, Ann="in", Bob="in")
    assert table.happened(events.MarketTurnSkipped) == [events.MarketTurnSkipped(0)]
    assert (table.phase, table["Ann"].stars) == ("roll", 1)
