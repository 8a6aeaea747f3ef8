"""Next round, and the end (R32 to R35, J14 to J16)."""

import pytest

from rules import chance_it
from rules.chance_it import events

from .table import Table, card

NAMES = ("Ann", "Bob", "Cy", "Dee")


def test_R32_guide_cards_return_to_the_hand():
    table = Table("Ann", "Bob").round(4, 4, 4, 4, 4, Ann="in", Bob="out")
    assert [table[name].guide for name in ("Ann", "Bob")] == [None, None]


def test_R32_the_next_player_clockwise_becomes_starting_player():
    table = Table("Ann", "Bob", "Cy")
    starters = [table.starter]
    for _ in range(3):
        table.round(4, 4, 4, 4, 4, Ann="in", Bob="in", Cy="out")
        starters.append(table.starter)
    assert starters == ["Ann", "Bob", "Cy", "Ann"]


def test_R32_whoever_is_out_of_the_game_is_passed_over():
    table = Table(*NAMES).give("Bob", hearts=0).give("Cy", hearts=0).round(4, 4, 4, 4, 4, Ann="in", Dee="in")
    assert table.starter == "Dee"


def test_R32_the_next_after_an_eliminated_starting_player():
    table = Table("Ann", "Bob", "Cy", starter="Cy").give("Cy", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table.starter == "Ann"


def test_R32_the_new_round_begins_at_once_with_no_dice_on_the_board():
    table = Table("Ann", "Bob").round(4, 4, 4, 4, 4, Ann="in", Bob="out")
    assert (table.phase, table.state.round, table.state.dice) == ("roll", 2, ())
    assert table.happened(events.RoundBegan) == [events.RoundBegan(2, starter=1)]


@pytest.mark.parametrize(("stars", "ends"), [(18, False), (19, True), (20, True)])
def test_R33_the_game_ends_when_somebody_has_20_or_more_stars(stars, ends):
    table = Table("Ann", "Bob").give("Ann", stars=stars).round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Ann"].stars == stars + 1
    assert (table.phase == "over") == ends
    if ends:
        assert table.state.result == chance_it.Result((0,), "stars")
        assert table.happened(events.GameEnded) == [events.GameEnded((0,), "stars", "R33")]


@pytest.mark.parametrize(("goal", "ends"), [(6, False), (5, True), (1, True)])
def test_R33_a_table_may_play_to_another_number_of_stars(goal, ends):
    table = Table("Ann", "Bob", stars_to_win=goal).round(4, 4, 4, 4, 4, Ann="in", Bob="out")
    assert (table.phase == "over") == ends


def test_R33_the_most_stars_win_not_whoever_came_there_first():
    table = Table("Ann", "Bob", "Cy").give("Ann", stars=19).give("Bob", stars=21)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="out", Cy="in")
    assert table.winners == ["Bob"]


def test_R33_then_the_most_hearts():
    table = Table("Ann", "Bob").give("Ann", stars=19, coins=99).give("Bob", stars=19, hearts=9)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table.winners == ["Bob"]
    assert table.decided_by == ("hearts", "stars_hearts")


def test_R33_then_the_most_coins():
    table = Table("Ann", "Bob").give("Ann", stars=19, coins=9).give("Bob", stars=19, coins=8)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table.winners == ["Ann"]
    assert table.decided_by == ("coins", "stars_coins")


def test_R33_where_the_stars_are_enough_nothing_else_decides():
    """Bob has as many stars as Cy, behind Ann. All alike is no tie that something decided either (J14)."""
    table = Table("Ann", "Bob", "Cy").give("Ann", stars=20).give("Bob", stars=7, hearts=9).give("Cy", stars=7)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="out", Cy="out")
    assert table.decided_by == (None, "stars")
    table = Table("Ann", "Bob").give("Ann", stars=19).give("Bob", stars=19)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table.winners, table.decided_by) == (["Ann", "Bob"], (None, "stars"))


def test_R33_an_out_player_can_win():
    """Ann brings about the end with her 20th star; Eva sits OUT with as many and has more hearts."""
    table = Table("Ann", "Eva").give("Ann", stars=19).give("Eva", stars=20, hearts=9)
    table.round(4, 5, 5, 5, 5, Ann="in", Eva="out")
    assert table.winners == ["Eva"]


def test_R33_after_the_end_nothing_advances():
    table = Table("Ann", "Bob", stars_to_win=1).round(2, 4, 4, 5, 6, Ann="in", Bob="in")
    assert (table.state.round, table.state.dice, table.starter) == (1, (2, 4, 4, 5, 6), "Ann")
    assert [table[name].guide for name in ("Ann", "Bob")] == ["in", "in"]
    assert (table.legal(), table.awaiting) == ([], [])
    for move in (
        chance_it.Roll((1, 2, 3, 4, 5)),
        chance_it.Choose(0, "in"),
        chance_it.Discard(0, "x1"),
        chance_it.Correct(0, "coins", 1),
    ):
        with table.refused("game_over"):
            table.play(move)


def test_J14_still_tied_players_share_the_victory():
    table = Table("Ann", "Bob", "Cy", "Dee").give("Bob", stars=19).give("Dee", stars=19).give("Cy", stars=18)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in", Dee="in")
    assert (table.winners, table.why) == (["Bob", "Dee"], "stars")


def test_J15_the_stars_are_looked_at_after_each_single_die():
    """The first of two 4s ends the game."""
    table = Table("Ann", "Bob").give("Ann", stars=19).round(4, 4, 5, 5, 5, Ann="in", Bob="in")
    assert (table["Ann"].stars, table["Ann"].coins) == (20, 8)


def test_J15_each_1_before_the_reroll_is_a_die_action():
    cards = [card("a", "1", stars=1), card("b", "1", stars=1)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b"]}).give("Ann", stars=19)
    table.round(1, 1, 4, 4, 4, Ann="in", Bob="in").use("Ann", "b")
    assert (table.phase, table.winners, table["Ann"].stars) == ("over", ["Ann"], 20)
    assert table.state.dice == (1, 1, 4, 4, 4)


def test_J15_for_a_6_it_means_once_when_all_have_had_their_turn():
    cards = [card("f", "flash", stars=2), card("g", "flash", stars=3)]
    table = Table("Ann", "Bob", cards=cards).give("Ann", stars=18).give("Bob", stars=18)
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="in").buy("Ann", "f")
    assert (table["Ann"].stars, table.phase) == (20, "market")
    table.buy("Bob", "g")
    assert (table.phase, table.winners) == ("over", ["Bob"])


def test_J15_another_card_belongs_to_its_action_and_comes_before_the_stars():
    cards = [card("a", "4", market=1), card("f", "flash", stars=5)]
    table = Table("Ann", "Bob", cards=cards, hands={"Bob": ["a"]}, market=["f", "x1"])
    table.give("Ann", stars=19).give("Bob", stars=15).round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table["Ann"].stars, table.phase, table.awaiting) == (20, "market", ["Bob"])
    table.buy("Bob", "f")
    assert (table.phase, table.winners) == ("over", ["Bob"])


def test_J15_the_stars_are_looked_at_after_chance_it_as_well():
    table = Table("Ann", "Bob", cards=[card("a", "chance_it", stars=1)], hands={"Ann": ["a"]}).give("Ann", stars=19)
    table.round(5, 5, 5, 5, 5, Ann="chance_it", Bob="in")
    assert (table.phase, table.winners) == ("over", ["Ann"])


def test_J15_stars_set_right_by_a_correction_are_looked_at_after_the_next_action():
    table = Table("Ann", "Bob").correct("Ann", "stars", 20)
    assert table.phase == "roll"
    table.roll(5, 5, 5, 5, 5).choose("Ann", "out")
    assert table.phase == "choose"
    table.choose("Bob", "in")
    assert (table.phase, table.winners, table["Bob"].coins) == ("over", ["Ann"], 9)


def test_J15_without_an_action_round_nobody_looks():
    table = Table("Ann", "Bob").correct("Ann", "stars", 20).round(5, 5, 5, 5, 5, Ann="out", Bob="out")
    assert (table.phase, table.state.round) == ("roll", 2)


def test_R34_the_last_player_with_hearts_wins():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2).give("Cy", hearts=1)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table.state.result == chance_it.Result((1,), "last_heart")
    assert table.happened(events.GameEnded) == [events.GameEnded((1,), "last_heart", "R34")]
    assert table["Bob"].stars == 0, "the game has ended at once"


def test_R34_an_out_player_may_be_the_last():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2).give("Cy", hearts=1)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="out", Cy="in")
    assert (table.winners, table.why) == (["Bob"], "last_heart")


def test_R34_two_with_hearts_play_on():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2)
    table.round(3, 4, 4, 4, 4, Ann="in", Bob="in", Cy="in")
    assert table.phase == "roll"


def test_R35_when_everybody_is_heartless_nobody_wins():
    table = Table("Ann", "Bob", hearts=2).round(3, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.state.result == chance_it.Result((), "nobody")
    assert table.happened(events.GameEnded) == [events.GameEnded((), "nobody", "R35")]


def test_R35_also_when_all_put_back_their_last_heart_as_everybody_is_out():
    table = Table("Ann", "Bob", "Cy", hearts=1).round(4, 4, 4, 4, 4, Ann="out", Bob="out", Cy="out")
    assert (table.winners, table.why) == ([], "nobody")


def test_J16_the_hearts_are_looked_at_after_the_stakes_too():
    table = Table("Ann", "Bob", sheets={2: {"out": [0], "in": [9, 9]}}).give("Ann", coins=0)
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="out")
    assert (table.winners, table.why) == (["Bob"], "last_heart")
    assert not table.happened(events.ActionBegan)


def test_J16_after_everybody_was_out_too():
    table = Table("Ann", "Bob").give("Ann", hearts=1).round(4, 4, 4, 4, 4, Ann="out", Bob="out")
    assert (table.winners, table.why) == (["Bob"], "last_heart")


def test_J16_in_the_middle_of_a_6_too():
    table = Table("Ann", "Bob", "Cy", cards=[card("f", "flash", hit=1)], hearts=1)
    table.round(6, 6, 5, 5, 5, Ann="in", Bob="in", Cy="in").buy("Ann", "f")
    assert (table.winners, table.why) == (["Ann"], "last_heart")


def test_J16_a_last_survivor_with_20_stars_wins_as_the_last_heart():
    cards = [card("a", "4", hit=8)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"]}).give("Ann", stars=19)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Ann"].stars == 20
    assert (table.winners, table.why) == (["Ann"], "last_heart")


def test_J16_nobody_wins_even_if_somebody_had_20_stars():
    cards = [card("a", "4", hit=8), card("b", "4", hit=8)]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a"], "Bob": ["b"]}).give("Ann", stars=19)
    table.round(4, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table.winners, table.why) == ([], "nobody")


# The places at the end.


def places(table):
    return [(table.names[one.seat], one.place) for one in chance_it.shared(table.state).ranking]


def test_R33_the_places_go_by_stars_then_hearts_then_coins():
    table = Table(*NAMES).give("Ann", stars=3).give("Bob", stars=20, coins=0).give("Cy", stars=3, hearts=9)
    table.give("Dee", stars=3, coins=9).round(5, 5, 5, 5, 5, Ann="out", Bob="in", Cy="out", Dee="out")
    assert places(table) == [("Bob", 1), ("Cy", 2), ("Dee", 3), ("Ann", 4)]


def test_J14_whoever_is_equal_shares_the_place():
    table = Table(*NAMES).give("Bob", stars=20).round(2, 5, 5, 5, 5, Ann="out", Bob="in", Cy="out", Dee="out")
    assert places(table) == [("Bob", 1), ("Ann", 2), ("Cy", 2), ("Dee", 2)]


def test_R30_behind_them_stand_those_who_are_out_the_last_first():
    table = Table(*NAMES).give("Cy", hearts=2).round(3, 5, 5, 5, 5, Ann="in", Bob="out", Cy="in", Dee="out")
    table.give("Ann", hearts=2).round(3, 5, 5, 5, 5, Ann="in", Bob="out", Dee="in")
    table.give("Dee", stars=20).round(5, 5, 5, 5, 5, Bob="out", Dee="in")
    assert places(table) == [("Dee", 1), ("Bob", 2), ("Ann", 3), ("Cy", 4)]
    assert [player.out and player.out.round for player in table.state.players] == [2, None, 1, None]


def test_R30_whoever_goes_by_the_same_action_goes_together_and_by_another_die_of_the_round_later():
    table = Table(*NAMES).give("Ann", hearts=2).give("Bob", hearts=2).give("Cy", hearts=4)
    table.round(3, 3, 5, 5, 5, Ann="in", Bob="in", Cy="in", Dee="out")
    assert (table.winners, table.why) == (["Dee"], "last_heart")
    assert places(table) == [("Dee", 1), ("Cy", 2), ("Ann", 3), ("Bob", 3)]


def test_R35_if_nobody_wins_whoever_went_last_stands_first():
    table = Table("Ann", "Bob", "Cy").give("Ann", hearts=2).give("Bob", hearts=4).give("Cy", hearts=4)
    table.round(3, 3, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert table.why == "nobody"
    assert places(table) == [("Bob", 1), ("Cy", 1), ("Ann", 3)]
