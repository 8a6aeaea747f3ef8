"""The roll and the guide cards (R7 to R10, J3 to J5)."""

import pytest

from rules import chance_it
from rules.chance_it import events

from .table import Table


@pytest.mark.parametrize("starter", ["Ann", "Bob"])
def test_R7_the_five_dice_are_laid_sorted_beside_the_board(starter):
    table = Table("Ann", "Bob", starter=starter)
    table.roll(6, 1, 3, 5, 3)
    assert table.state.dice == (1, 3, 3, 5, 6)
    assert table.happened(events.DiceRolled) == [events.DiceRolled((6, 1, 3, 5, 3), table.seat(starter))]


def test_R7_the_roll_comes_before_the_guide_cards():
    table = Table("Ann", "Bob")
    with table.refused("not_now"):
        table.choose("Ann", "in")
    table.roll(1, 2, 3, 4, 5)
    assert table.phase == "choose"
    with table.refused("not_now"):
        table.roll(1, 2, 3, 4, 5)


@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 2, 3, 4, 5), (1, 2, 3, 4, 7)])
def test_R7_a_roll_is_five_dice_from_1_to_6(dice):
    table = Table("Ann", "Bob")
    with table.refused("bad_roll"):
        table.roll(*dice)


def test_R8_everybody_lays_one_guide_card_and_all_are_revealed_together():
    table = Table("Ann", "Bob", "Cy").roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["Ann", "Bob", "Cy"]
    table.choose("Bob", "out")
    assert table.awaiting == ["Ann", "Cy"]
    assert table.events == [events.GuideLaid(1)], "nobody is told which card it is"
    table.choose("Ann", "in")
    assert not table.happened(events.GuidesRevealed)
    table.choose("Cy", "chance_it")
    assert table.happened(events.GuidesRevealed) == [events.GuidesRevealed(("in", "out", "chance_it"))]


def test_R8_whoever_is_out_of_the_game_lays_none():
    table = Table("Ann", "Bob", "Cy").give("Bob", hearts=0).roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["Ann", "Cy"]
    assert not table.legal(by="Bob")
    with table.refused("out_of_the_game"):
        table.choose("Bob", "in")
    table.lay(Ann="in", Cy="in")
    assert table.happened(events.GuidesRevealed) == [events.GuidesRevealed(("in", None, "in"))]


def test_R9_in_and_chance_it_take_part_and_out_does_not():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="in", Bob="out", Cy="chance_it")
    assert [table[name].stars for name in ("Ann", "Bob", "Cy")] == [5, 0, 5]


def test_R10_two_who_laid_chance_it_must_play_in_next_round():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="chance_it")
    assert [table[name].bound for name in ("Ann", "Bob", "Cy")] == [True, False, True]
    assert [table[name].guide for name in ("Ann", "Bob", "Cy")] == ["in", None, "in"]
    assert events.RoundBegan(2, starter=1, bound=(0, 2)) in table.events


def test_R10_a_single_chance_it_has_no_consequence():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="in")
    assert not any(player.bound for player in table.state.players)
    table.roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["Ann", "Bob", "Cy"]


def test_R10_binds_for_one_round_only():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="chance_it")
    table.round(2, 2, 2, 2, 2, Bob="chance_it")
    assert not any(player.bound for player in table.state.players)
    table.roll(2, 2, 2, 2, 2)
    assert table.awaiting == ["Ann", "Bob", "Cy"]


def test_R10_a_bound_player_lays_in_and_so_is_no_second_chance_it():
    table = Table("Ann", "Bob", "Cy").round(2, 2, 2, 2, 2, Ann="chance_it", Bob="chance_it", Cy="in")
    table.round(2, 2, 2, 2, 2, Cy="chance_it")
    assert not table["Cy"].bound


def test_J3_a_choice_may_be_changed_until_the_last_player_has_chosen():
    table = Table("Ann", "Bob").roll(4, 4, 4, 4, 4)
    table.choose("Ann", "in").choose("Ann", "chance_it")
    assert table.events == [events.GuideLaid(0, again=True)]
    table.choose("Ann", "out")
    assert table["Ann"].guide == "out"
    assert table.awaiting == ["Bob"]
    assert {move.guide for move in table.legal(by="Ann")} == {"in", "out", "chance_it"}
    table.choose("Bob", "in")
    assert table["Ann"].stars == 0
    with table.refused("not_now"):
        table.choose("Ann", "in")


def test_J3_the_same_card_may_be_laid_again():
    table = Table("Ann", "Bob").roll(4, 4, 4, 4, 4).choose("Ann", "in").choose("Ann", "in")
    assert table["Ann"].guide == "in"
    assert table.awaiting == ["Bob"]


def test_J3_after_the_reveal_nothing_can_be_changed():
    table = Table("Ann", "Bob").round(1, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.phase == "reroll"
    with table.refused("not_now"):
        table.choose("Ann", "out")


def test_J4_a_bound_player_has_in_lying_there_from_the_start_and_nothing_to_choose():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="in", Cy="chance_it")
    assert (table.phase, table["Ann"].guide) == ("roll", "in")
    table.roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["Bob"]
    assert not table.legal(by="Ann")
    for guide in ("in", "out", "chance_it"):
        with table.refused("bound"):
            table.choose("Ann", guide)
    table.choose("Bob", "out")
    assert table.happened(events.GuidesRevealed) == [events.GuidesRevealed(("in", "out", "in"))]


def test_J4_if_everybody_is_bound_the_reveal_follows_the_roll_at_once():
    table = Table("Ann", "Bob").round(2, 2, 2, 2, 2, Ann="chance_it", Bob="chance_it")
    table.roll(4, 4, 4, 4, 4)
    assert table.happened(events.GuidesRevealed) == [events.GuidesRevealed(("in", "in"))]
    assert (table["Ann"].stars, table["Bob"].stars) == (5, 5)
    assert (table.state.round, table.phase) == (3, "roll")
    assert not table["Ann"].bound


def test_J5_an_eliminated_chance_it_counts_and_the_survivor_is_bound():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="chance_it", Bob="chance_it", Cy="out")
    assert not table["Ann"].is_in_game
    assert (table["Bob"].bound, table["Bob"].guide) == (True, "in")
    assert (table["Ann"].bound, table["Ann"].guide) == (False, None)


def test_J5_also_if_the_stakes_eliminated_it():
    table = Table("Ann", "Bob", "Cy", sheets={3: {"out": [0, 0], "in": [0, 9, 9]}}).give("Ann", coins=0)
    table.round(4, 4, 4, 4, 4, Ann="chance_it", Bob="chance_it", Cy="out")
    assert not table["Ann"].is_in_game
    assert table["Bob"].bound


def test_the_guide_cards_of_the_eliminated_lie_there_until_the_next_round():
    table = Table("Ann", "Bob", "Cy").give("Bob", hearts=2)
    table.round(3, 6, 6, 6, 6, Ann="in", Bob="chance_it", Cy="in")
    assert not table["Bob"].is_in_game
    assert table["Bob"].guide == "chance_it"


def test_an_eliminated_player_who_was_bound_stays_so_until_the_next_round():
    table = Table("Ann", "Bob", "Cy").round(4, 4, 4, 4, 4, Ann="chance_it", Bob="chance_it", Cy="in")
    table.give("Bob", hearts=2).round(3, 6, 4, 4, 4, Cy="in")
    assert (table["Bob"].is_in_game, table["Bob"].guide, table["Bob"].bound) == (False, "in", True)
    table.discard("Cy", "x1").discard("Ann", "x2")
    assert (table.phase, table["Bob"].guide, table["Bob"].bound) == ("roll", None, False)


def test_the_three_guide_cards_are_listed_for_everybody_who_may_choose():
    table = Table("Ann", "Bob").roll(4, 4, 4, 4, 4).choose("Ann", "out")
    assert set(table.legal()) == {
        chance_it.Choose(seat, guide) for seat in (0, 1) for guide in ("in", "out", "chance_it")
    }
