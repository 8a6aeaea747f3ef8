"""The stakes (R11 to R14, J6, J7)."""

import pytest

from rules.chance_it import events

from .table import Table, card

ANN_TO_DEE = ("Ann", "Bob", "Cy", "Dee")
SHEET_OF_4 = {4: {"out": [30, 20, 10], "in": [1, 2, 3, 4]}}


def guides(out: int) -> dict[str, str]:
    return {name: "out" if number < out else "in" for number, name in enumerate(ANN_TO_DEE)}


@pytest.mark.parametrize(("out", "coins"), [(1, 30), (2, 20), (3, 10)])
def test_R11_each_out_player_takes_what_the_sheet_gives_for_their_number(out, coins):
    table = Table(*ANN_TO_DEE, sheets=SHEET_OF_4).round(4, 4, 4, 4, 4, **guides(out))
    for name in ANN_TO_DEE[:out]:
        assert table.changes(name, "coins", rule="R11") == [coins]
        assert table[name].coins == 8 + coins


def test_R12_if_everybody_is_out_each_puts_back_a_heart_and_takes_no_coins():
    table = Table(*ANN_TO_DEE, sheets=SHEET_OF_4).round(2, 4, 5, 6, 1, **guides(4))
    for name in ANN_TO_DEE:
        assert table.changes(name, "hearts") == [-1]
        assert (table[name].coins, table[name].hearts) == (8, 7)


def test_R12_then_there_is_no_action_round():
    table = Table(*ANN_TO_DEE).round(1, 1, 6, 6, 6, **guides(4))
    assert not table.happened(events.ActionBegan)
    assert (table.phase, table.state.round, table.starter) == ("roll", 2, "Bob")


def test_R12_counts_only_those_still_in_the_game():
    table = Table("Ann", "Bob", "Cy").give("Cy", hearts=0).round(4, 4, 4, 4, 4, Ann="out", Bob="out")
    assert (table["Ann"].hearts, table["Bob"].hearts, table["Cy"].hearts) == (7, 7, 0)


@pytest.mark.parametrize(("out", "coins"), [(3, 1), (2, 2), (1, 3), (0, 4)])
def test_R13_each_participant_pays_what_the_sheet_asks_for_their_number(out, coins):
    table = Table(*ANN_TO_DEE, sheets=SHEET_OF_4).round(4, 4, 4, 4, 4, **guides(out))
    for name in ANN_TO_DEE[out:]:
        assert table.changes(name, "coins") == [-coins]
        assert table[name].coins == 8 - coins


def test_R13_chance_it_pays_as_in_does():
    table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [0, 0], "in": [0, 2, 0]}})
    table.round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="out")
    assert table.changes("Ann", "coins", rule="R13") == [-2]
    assert table.changes("Bob", "coins", rule="R13") == [-2]


@pytest.mark.parametrize(
    ("coins", "coins_paid", "hearts_paid"),
    [(4, [-3], []), (3, [-3], []), (2, [-2], [-1]), (1, [-1], [-2]), (0, [], [-3])],
)
def test_R14_missing_coins_are_paid_in_hearts(coins, coins_paid, hearts_paid):
    table = Table("Ann", "Bob", sheets={2: {"out": [0], "in": [3, 3]}}).give("Ann", coins=coins)
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.changes("Ann", "coins") == coins_paid
    assert table.changes("Ann", "hearts", rule="R14") == hearts_paid
    assert (table["Ann"].coins, table["Ann"].hearts) == (coins + sum(coins_paid), 8 + sum(hearts_paid))


@pytest.mark.parametrize(("hearts", "stays"), [(4, True), (3, False), (2, False)])
def test_R14_whoever_pays_the_last_heart_is_out(hearts, stays):
    table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [0, 0], "in": [3, 3, 3]}})
    table.give("Ann", coins=0, hearts=hearts)
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table["Ann"].is_in_game == stays
    assert table["Ann"].hearts == max(hearts - 3, 0)
    assert table["Ann"].stars == (5 if stays else 0)


def test_J6_coins_go_first():
    table = Table("Ann", "Bob", sheets={2: {"out": [0], "in": [3, 3]}})
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="in")
    assert (table["Ann"].coins, table["Ann"].hearts) == (5, 8)


def test_J6_an_elimination_by_the_stakes_changes_nobodys_stake():
    """Three take part and pay the price for three, one is OUT and takes what one OUT takes, though Ann is out now."""
    table = Table(*ANN_TO_DEE, sheets={4: {"out": [7, 1, 1], "in": [1, 1, 2, 1]}}).give("Ann", coins=0, hearts=1)
    table.round(5, 5, 5, 5, 5, Ann="in", Bob="in", Cy="chance_it", Dee="out")
    assert not table["Ann"].is_in_game
    assert table.changes("Bob", "coins", rule="R13") == [-2]
    assert table.changes("Cy", "coins", rule="R13") == [-2]
    assert table["Dee"].coins == 8 + 7


def test_J6_the_last_survivor_has_collected_as_well():
    """All pay and collect at the same time, so Ann has her coins when the others lose their last hearts."""
    table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [5, 5], "in": [5, 5, 5]}}, coins=0, hearts=5)
    table.round(4, 4, 4, 4, 4, Ann="out", Bob="in", Cy="in")
    assert (table["Ann"].coins, table.winners, table.why) == (5, ["Ann"], "last_heart")


def test_J7_without_a_participant_left_by_the_stakes_there_is_no_action_round():
    table = Table(*ANN_TO_DEE, sheets={4: {"out": [0, 0, 0], "in": [9, 9, 9, 9]}}, coins=0, hearts=8)
    table.round(1, 1, 4, 6, 6, Ann="out", Bob="out", Cy="in", Dee="in")
    assert not table.happened(events.ActionBegan)
    assert (table.phase, table.state.round) == ("roll", 2)
    assert table.state.seats_in_game == [0, 1]


def test_J7_the_action_round_is_over_as_soon_as_no_participant_is_left():
    """The 3 puts out both who take part: the 4, the 5, the 6 and CHANCE IT are not carried out."""
    table = Table(*ANN_TO_DEE, hearts=2).round(3, 4, 5, 6, 6, Ann="in", Bob="chance_it", Cy="out", Dee="out")
    assert [event.row for event in table.happened(events.ActionBegan)] == [3]
    assert (table.phase, table.state.round, table.starter) == ("roll", 2, "Cy")


def test_J7_nothing_is_rerolled_when_nobody_takes_part_any_more():
    hitting = [card("a", "1", hit=9), card("b", "1", hit=9)]
    table = Table(*ANN_TO_DEE, cards=hitting, hands={"Ann": ["a"], "Bob": ["b"]})
    table.round(1, 1, 4, 4, 4, Ann="in", Bob="in", Cy="out", Dee="out")
    assert table.state.seats_in_game == [2, 3]
    assert (table.phase, table.state.round) == ("roll", 2)


def test_J7_one_participant_is_enough_to_go_on():
    table = Table(*ANN_TO_DEE).give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="out", Dee="out")
    assert table["Bob"].stars == 4
