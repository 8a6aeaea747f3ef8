"""The end, and who wins (R14 to R18, J3)."""

import pytest

from rules import second_chance
from rules.second_chance import events

from .table import Table

HOLES = "### .#. ###"  # two empty squares, apart
ONE_LEFT = "### .## ###"


def endings(table: Table) -> list[str]:
    return [event.ending for event in table.happened(events.GameEnded)]


def test_the_worked_example_of_the_sheet():
    """Three players end with 5, 7 and 5 empty squares; the first of them dropped out first and wrote the 1."""
    table = Table(
        "Ann",
        "Bob",
        "Cy",
        size=5,
        starts=[".#.#. ##### ##### ##### .#.#.", ".#... ##### ##### ##### .....", ".#.#. ##### ##### ##### .#..."],
        tiles=["##", "##", "##"],
    )
    table.draw("Bob", "...## ..... ..... ..... .....").draw("Cy", "..... ..... ..... ..... ..##.")
    table.bonus("Ann", "#.... ..... ..... ..... .....")
    assert [player.empty for player in table.state.players] == [5, 7, 5]
    assert (table.winners, table.why) == (["Ann"], "fewest")


def test_R14_the_game_ends_when_everybody_has_dropped_out():
    table = Table("Ann", "Bob", starts=[HOLES, HOLES], tiles=["##", "##", "##", "##", "#", "#", "#", "#"])
    table.bonus("Ann", "... #.. ...").bonus("Bob", "... #.. ...")
    assert (table.phase, endings(table)) == ("over", ["all_dropped_out"])
    assert len(table.deck) == 4


def test_R14_the_game_ends_when_two_new_tiles_cannot_be_revealed():
    table = Table("Ann", "Bob", tiles=["#", "#", "#"]).draw("Ann", "#.. ... ...", tile="# 1")
    table.draw("Bob", "#.. ... ...", tile="# 2")
    assert (table.phase, endings(table), table.deck) == ("over", ["no_two_tiles"], ["# 3"])
    assert table.revealed == ["# 1", "# 2"]


def test_R14_that_may_be_right_after_the_starting_tiles():
    for tiles in ([], ["#"]):
        table = Table("Ann", "Bob", tiles=tiles)
        assert (table.state.round, endings(table), table.winners) == (0, ["no_two_tiles"], ["Ann", "Bob"])


def test_R14_the_game_ends_when_somebody_has_filled_the_whole_grid():
    table = Table("Ann", "Bob", starts=[ONE_LEFT, "#"], tiles=["#", "#", "#", "#"]).draw("Ann", "... #.. ...", "# 1")
    assert table.phase == "draw"  # J3: not before all have drawn
    table.draw("Bob", "... #.. ...", "# 1")
    assert (table.phase, table.why, endings(table)) == ("over", "full", ["full_grid"])


def test_R14_a_starting_tile_may_fill_the_grid():
    table = Table("Ann", "Bob", size=1, tiles=["#", "#", "#", "#"])
    assert (table.state.round, table.why, table.winners) == (0, "full", ["Ann", "Bob"])


def test_J3_with_a_full_grid_nobody_is_dealt_a_second_chance():
    table = Table("Ann", "Bob", starts=[HOLES, "### .## .##"], tiles=["#/#", "#/#", "#", "#", "#"])
    assert table.awaiting == ["Bob"]
    table.draw("Bob", "... #.. #..")
    assert (table.winners, table.why, len(table.deck)) == (["Bob"], "full", 3)
    assert not table.happened(events.SecondChanceDealt)


def test_J3_a_second_chance_may_fill_the_grid():
    table = Table("Ann", "Bob", starts=[ONE_LEFT, "#"], tiles=["##", "##", "#", "#", "#"]).draw("Bob", "##. ... ...")
    table.draw("Ann", "... #.. ...")
    assert (table.winners, table.why, endings(table)) == (["Ann"], "full", ["full_grid"])


def test_J3_a_1_that_fills_the_last_square_fills_the_grid():
    table = Table("Ann", "Bob", starts=[ONE_LEFT, "#"], tiles=["##", "##", "##", "#", "#"]).draw("Bob", "##. ... ...")
    assert table["Ann"].dropped
    table.bonus("Ann", "... #.. ...")
    assert (table.winners, table.why, endings(table)) == (["Ann"], "full", ["full_grid"])


def test_J3_the_grids_are_looked_at_only_when_all_1s_are_written():
    table = Table("Ann", "Bob", starts=[ONE_LEFT, HOLES], tiles=["##", "##", "##", "##", "#", "#"])
    table.bonus("Ann", "... #.. ...")
    assert (table.phase, table.awaiting) == ("bonus", ["Bob"])
    table.bonus("Bob", "... #.. ...")
    assert (table.winners, table.why) == (["Ann"], "full")


def test_R16_whoever_filled_the_grid_wins():
    table = Table("Ann", "Bob", starts=["#", ONE_LEFT], tiles=["#", "#"]).draw("Ann", "#.. ... ...", "# 1")
    table.draw("Bob", "... #.. ...", "# 1")
    assert (table.winners, table.why) == (["Bob"], "full")
    assert table.happened(events.GameEnded)[0].rule == "R16"


def test_R16_several_such_players_all_win_and_a_1_makes_no_difference():
    table = Table("Ann", "Bob", "Cy", starts=[ONE_LEFT, ONE_LEFT, "#"], tiles=["##", "##", "#", "##", "#", "#"]).draw(
        "Cy", "##. ... ..."
    )
    table.draw("Ann", "... #.. ...").bonus("Bob", "... #.. ...")
    assert [player.one for player in table.state.players] == [False, True, False]
    assert (table.winners, table.why) == (["Ann", "Bob"], "full")


def test_R17_otherwise_the_fewest_empty_squares_win():
    table = Table("Ann", "Bob", tiles=["##", "#", "#"]).draw("Ann", "##. ... ...").draw("Bob", "#.. ... ...")
    assert (table.winners, table.why) == (["Ann"], "fewest")
    assert table.happened(events.GameEnded)[0].rule == "R17"


def test_R17_also_those_who_have_dropped_out_can_win():
    table = Table("Ann", "Bob", starts=[HOLES, "#"], tiles=["##", "##", "##"]).draw("Bob", "##. ... ...")
    table.bonus("Ann", "... #.. ...")
    assert (table.winners, table["Ann"].dropped) == (["Ann"], True)


def test_R17_among_the_tied_those_with_a_1_win():
    table = Table("Ann", "Bob", "Cy", starts=[HOLES, "### .## ##.", HOLES], tiles=["##", "##", "##", "#", "##"])
    assert table.phase == "second_chance"
    table.draw("Bob", "... #.. ...").bonus("Ann", "... #.. ...").bonus("Cy", "... #.. ...")
    assert [player.empty for player in table.state.players] == [1, 1, 1]
    assert table.winners == ["Ann", "Cy"]
    view = second_chance.shared(table.state)
    assert [(one.seat, one.place) for one in view.ranking] == [(0, 1), (2, 1), (1, 3)]
    assert view.beaten_by_one == (1,)


def test_R17_if_none_has_a_1_the_tied_share_the_victory():
    table = Table("Ann", "Bob", "Cy", starts=["#", "#", "#"], tiles=["##", "#"])
    table.draw("Ann", "##. ... ...").draw("Bob", "#.. ... ...").draw("Cy", "... ... .##")
    assert table.winners == ["Ann", "Cy"]


def test_R17_a_1_does_not_help_against_fewer_empty_squares():
    table = Table("Ann", "Bob", starts=[".#. ### .#.", "### .## ..#"], tiles=["##", "##", "##"])
    table.draw("Bob", "... ... ##.").bonus("Ann", "#.. ... ...")
    assert [(player.empty, player.one) for player in table.state.players] == [(3, True), (1, False)]
    assert table.winners == ["Bob"]
    view = second_chance.shared(table.state)
    assert [(one.seat, one.place) for one in view.ranking] == [(1, 1), (0, 2)]
    assert view.beaten_by_one == ()


def test_after_the_end_nothing_more_is_done():
    table = Table("Ann", "Bob", tiles=[])
    assert second_chance.legal(table.state) == []
    for attempt in (table.shuffle, lambda: table.draw("Ann", "#.. ... ..."), lambda: table.bonus("Ann", "#.. ... ...")):
        with table.refused("game_over"):
            attempt()


# Alone.


def test_R18_solo_is_three_games_in_a_row():
    table = Table("Solo", tiles=["##", "#"])
    for game, (where, empty) in enumerate([("##. ... ...", 6), ("#.. ... ...", 7), ("##. ... ...", 6)], start=1):
        assert table.state.game == game
        table.draw("Solo", where)
        assert table.state.totals[-1] == empty
        assert table.happened(events.SoloGameEnded)[-1] == events.SoloGameEnded(game, empty, "no_two_tiles")
        if game < 3:
            assert (table.phase, table.awaiting, table.state.result) == ("shuffle", [], None)
            assert table.grid("Solo").count("b") == where.count("#")  # left to be looked at
            table.shuffle()
            assert (table.phase, table.state.round, table.revealed) == ("start", 0, [])
            assert table["Solo"].empty == 9
            table.draw("Solo", table.centre())
    assert (table.phase, table.state.totals) == ("over", (6, 7, 6))
    assert (table.winners, table.why) == ([], "solo")


LEAVING = {0: "### ### ###", 1: "### ### ##.", 3: "### ### ...", 4: "### ##. ...", 8: "... .#. ..."}
"""Starting tiles, by the number of squares they leave empty."""


@pytest.mark.parametrize(
    ("left", "is_won"),
    [((3, 3, 3), True), ((3, 4, 3), False), ((0, 1, 8), True), ((8, 1, 1), False), ((0, 0, 0), True)],
)
def test_R18_fewer_than_10_empty_squares_in_all_three_are_the_goal(left, is_won):
    starts = [LEAVING[empty] for empty in left]
    table = Table("Solo", starts=starts)  # without puzzle tiles a game is over when the starting tile is drawn
    table.shuffle("start 2").draw("Solo", starts[1]).shuffle("start 3").draw("Solo", starts[2])
    assert table.state.totals == left
    assert (table.winners, table.why) == (["Solo"] if is_won else [], "solo")
    assert table.happened(events.GameEnded)[0].rule == "R18"


def test_R18_there_is_no_1_in_solo():
    table = Table("Solo", starts=[HOLES], tiles=["##", "##", "##", "#", "#"])
    assert table["Solo"].dropped
    assert (table.phase, table.state.totals) == ("shuffle", (2,))
    assert table.happened(events.SoloGameEnded) == [events.SoloGameEnded(1, 2, "all_dropped_out")]


def test_R18_a_full_grid_ends_one_solo_game_only():
    table = Table("Solo", starts=["### ### ###"], tiles=["#", "#"])
    assert (table.phase, table.state.totals) == ("shuffle", (0,))
    assert table.happened(events.SoloGameEnded) == [events.SoloGameEnded(1, 0, "full_grid")]
