"""Losing the last heart (R30, R31, J17)."""

import pytest

from rules.chance_it import events

from .table import Table, card

NAMES = ("Ann", "Bob", "Cy", "Dee")


@pytest.mark.parametrize(("hearts", "stays"), [(3, True), (2, False), (1, False)])
def test_R30_whoever_loses_the_last_heart_is_out(hearts, stays):
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=hearts)
    table.round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert table["Ann"].is_in_game == stays
    assert bool(table.happened(events.Eliminated)) != stays


def test_R30_coins_and_stars_return_to_the_supply_and_cards_to_the_discards():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "2"), card("b", "2")], hands={"Ann": ["b", "a"]}, discard=["x9"])
    table.give("Ann", hearts=2, coins=5, stars=7).round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert (table["Ann"].coins, table["Ann"].hearts, table["Ann"].stars, table.hand("Ann")) == (0, 0, 0, [])
    assert table.discards == ["x9", "b", "a"]
    assert table.happened(events.Eliminated) == [events.Eliminated(0, ("b", "a"))]
    assert table.changes("Ann", "coins", rule="R30") == [-5]
    assert table.changes("Ann", "stars", rule="R30") == [-7]


def test_R30_at_once_no_further_part_in_this_action_round():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2)
    table.round(3, 4, 5, 6, 6, Ann="in", Bob="in", Cy="in")
    assert (table["Ann"].stars, table["Ann"].coins) == (0, 0)
    assert table.awaiting == ["Bob"]


def test_R30_nor_in_any_later_round():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2).round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    table.roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["Bob", "Cy"]
    table.lay(Bob="in", Cy="in")
    assert (table["Ann"].stars, table["Ann"].hearts, table["Ann"].guide) == (0, 0, None)


@pytest.mark.parametrize("reason", ["die", "hit by a die card", "hit by a flash", "stakes", "everybody out"])
def test_R30_for_whatever_reason(reason):
    cards = [card("d", "2", hit=2), card("f", "flash", hit=1)]
    table = Table("Ann", "Bob", "Cy", cards=cards, hands={"Bob": ["d"]}, market=["f"], starter="Bob")
    table.give("Ann", hearts=1, coins=0)
    everybody_in = {"Ann": "in", "Bob": "in", "Cy": "in"}
    match reason:
        case "die":
            table.round(3, 5, 5, 5, 5, **everybody_in)
        case "hit by a die card":
            table.round(2, 5, 5, 5, 5, **everybody_in)
        case "hit by a flash":
            table.round(6, 5, 5, 5, 5, **everybody_in).buy("Bob", "f")
        case "stakes":
            table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [0, 0], "in": [1, 1, 1]}})
            table.give("Ann", hearts=1, coins=0).round(5, 5, 5, 5, 5, **everybody_in)
        case "everybody out":
            table.round(5, 5, 5, 5, 5, Ann="out", Bob="out", Cy="out")
    assert table.happened(events.Eliminated) == [events.Eliminated(0)]
    assert not table["Ann"].is_in_game


def test_R30_cards_of_several_go_to_the_discards_in_seat_order():
    cards = [card("a", "2"), card("b", "2"), card("c", "2")]
    table = Table(*NAMES, cards=cards, hands={"Cy": ["b"], "Ann": ["c", "a"]}, starter="Cy", hearts=2)
    table.round(3, 5, 5, 5, 5, Ann="in", Bob="out", Cy="in", Dee="out")
    assert table.discards == ["c", "a", "b"]


def test_R30_coins_that_came_in_the_same_action_go_as_well():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "3", coins=5, stars=5)], hands={"Ann": ["a"]})
    table.give("Ann", hearts=2).round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert (table["Ann"].coins, table["Ann"].stars) == (0, 0)
    assert table.changes("Ann", "coins") == [5, -13]
    assert table.changes("Ann", "stars") == [5, -5]


def test_R30_an_eliminated_player_cannot_win():
    """Ann has the most stars when she loses her last heart by the very die after which the stars are looked at."""
    table = Table("Ann", "Bob", "Cy", stars_to_win=5).give("Ann", hearts=2, stars=9).give("Bob", stars=5)
    table.round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert (table.why, table.winners) == ("stars", ["Bob"])


def test_R31_the_stakes_sheet_for_the_new_number_is_used_from_the_next_round_on():
    sheets = {4: {"out": [4, 4, 4], "in": [0, 0, 0, 0]}, 3: {"out": [3, 3], "in": [1, 1, 1]}}
    table = Table(*NAMES, sheets=sheets).give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in", Dee="out")
    assert not table["Ann"].is_in_game
    assert (table["Bob"].coins, table["Dee"].coins) == (8, 8 + 4)
    table.round(4, 4, 4, 4, 4, Bob="in", Cy="in", Dee="out")
    assert (table["Bob"].coins, table["Dee"].coins) == (8 - 1, 8 + 4 + 3)


def test_R31_not_yet_in_the_round_of_the_elimination():
    """The stakes of four are paid though the stakes themselves put Ann out (J6)."""
    sheets = {4: {"out": [0, 0, 0], "in": [5, 5, 5, 5]}, 3: {"out": [0, 0], "in": [1, 1, 1]}}
    table = Table(*NAMES, sheets=sheets).give("Ann", coins=0, hearts=1)
    table.round(4, 4, 4, 4, 4, **dict.fromkeys(NAMES, "in"))
    assert [table[name].coins for name in NAMES] == [0, 3, 3, 3]


def test_J17_a_card_that_hits_works_even_if_its_owner_is_eliminated_by_the_same_action():
    table = Table(*NAMES, cards=[card("a", "3", hit=3)], hands={"Ann": ["a"]}).give("Ann", hearts=2)
    table.round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in", Dee="out")
    assert not table["Ann"].is_in_game
    assert (table["Bob"].hearts, table["Cy"].hearts, table["Dee"].hearts) == (3, 3, 8)


def test_J17_two_may_put_each_other_out():
    cards = [card("a", "4", hit=8), card("b", "4", hit=8)]
    table = Table(*NAMES, cards=cards, hands={"Ann": ["a"], "Bob": ["b"]})
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in", Cy="out", Dee="out")
    assert table.state.seats_in_game == [2, 3]


def test_J17_hearts_never_go_below_0():
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "3", hit=999)], hands={"Ann": ["a"]}).give("Bob", hearts=1)
    table.round(3, 5, 5, 5, 5, Ann="in", Bob="in", Cy="out")
    assert table["Bob"].hearts == 0
    assert sum(table.changes("Bob", "hearts")) == -1
    assert all(event.left >= 0 for event in table.happened(events.TokenChanged))


def test_J17_the_cards_of_the_eliminated_go_to_the_discards_first_then_the_flash():
    cards = [card("a", "2"), card("b", "2"), card("c", "2"), card("f", "flash", hit=1)]
    table = Table(*NAMES, cards=cards, hands={"Cy": ["c"], "Bob": ["b", "a"]}, market=["f", "x1"], discard=["x2"])
    table.give("Bob", hearts=1).give("Cy", hearts=1)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in", Dee="out").buy("Ann", "f")
    assert table.discards == ["x2", "b", "a", "c", "f"]
    assert table.phase == "roll"


def test_J17_also_when_that_ends_the_game():
    cards = [card("a", "2"), card("f", "flash", hit=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Bob": ["a"]}, market=["f", "x1"]).give("Bob", hearts=1)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in").buy("Ann", "f")
    assert (table.phase, table.discards, table.market) == ("over", ["a", "f"], ["x1"])
