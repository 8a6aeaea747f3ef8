"""Second chances, dropping out and the 1 (R9 to R13, R15, J2)."""

import pytest

from rules import second_chance
from rules.second_chance import Draw, events

from .table import Table

HOLES = "### .#. ###"  # two empty squares, apart
SPARSE = "#"


def a_table(*second_chances: str, names=("Ann", "Bob"), starts=(HOLES, SPARSE), then=("#", "#")) -> Table:
    """Ann can draw neither of the two dominoes, Bob can; then these tiles lie on the deck."""
    return Table(*names, starts=list(starts), tiles=["##", "##", *second_chances, *then])


def test_R9_whoever_can_draw_neither_waits_until_the_others_have_drawn():
    table = a_table("#")
    assert (table.phase, table.awaiting) == ("draw", ["Bob"])
    assert table.happened(events.TilesRevealed)[-1].stuck == (0,)
    with table.refused("wait"):
        table.draw("Ann", "... #.. ...", tile="# 3")
    assert table["Ann"].tile is None


def test_R9_and_is_then_dealt_one_extra_tile():
    table = a_table("#").draw("Bob", "##. ... ...")
    assert (table.phase, table.awaiting) == ("second_chance", ["Ann"])
    assert (table["Ann"].tile.id, table["Bob"].tile, table.deck) == ("# 3", None, ["# 4", "# 5"])
    assert table.just_happened(events.SecondChanceDealt) == [events.SecondChanceDealt(0)]


def test_R9_for_themself_alone():
    table = a_table("#").draw("Bob", "##. ... ...")
    with table.refused("not_your_turn"):
        table.draw("Bob", "... ... ..#", tile="# 3")
    with table.refused("not_this_tile"):
        table.draw("Ann", "... #.. ...", tile="# 4")


def test_R9_if_nobody_can_draw_the_second_chances_come_at_once():
    table = a_table("#", "#", starts=(HOLES, HOLES))
    assert (table.state.round, table.phase, table.awaiting) == (1, "second_chance", ["Ann", "Bob"])


def test_J2_several_get_one_each_in_seat_order():
    table = a_table("#", "#", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    assert table.awaiting == ["Ann", "Cy"]
    assert (table["Ann"].tile.id, table["Cy"].tile.id) == ("# 3", "# 4")
    table.draw("Cy", "... #.. ...").draw("Ann", "... ..# ...")
    assert (table.grid("Ann"), table.grid("Cy")) == ("aaa .ab aaa", "aaa ba. aaa")


def test_R10_a_second_chance_that_fits_is_drawn_and_the_player_goes_on():
    table = a_table("#", then=("#", "#", "#")).draw("Bob", "##. ... ...").draw("Ann", "... #.. ...")
    assert table.grid("Ann") == "aaa ba. aaa"
    assert (table.state.round, table.phase, table.awaiting) == (2, "draw", ["Ann", "Bob"])
    assert table.happened(events.TileDrawn)[-1].rule == "R10"


def test_R10_it_may_lie_anywhere_not_only_on_the_centre():
    table = a_table("#").draw("Bob", "##. ... ...")
    assert table.can_draw("Ann") == {frozenset({(1, 0)}), frozenset({(1, 2)})}


def test_R10_there_is_no_limit_on_second_chances():
    holes = "##### #...# ####. ##### #####"  # a hole of three squares and another of one
    tiles = ["#####", "#####", "#"] * 3 + ["#####", "#####"]
    table = Table("Ann", "Bob", size=5, starts=[holes, "#"], tiles=tiles)
    for bobs, anns in (
        ("##### ..... ..... ..... .....", "..... .#... ..... ..... ....."),
        ("..... ##### ..... ..... .....", "..... ..#.. ..... ..... ....."),
        ("..... ..... ..... ##### .....", "..... ...#. ..... ..... ....."),
    ):
        table.draw("Bob", bobs, tile=table.revealed[0]).draw("Ann", anns)
    assert [event.seat for event in table.happened(events.SecondChanceDealt)] == [0, 0, 0]
    assert table.grid("Ann") == "aaaaa abcda aaaa. aaaaa aaaaa"
    assert not table["Ann"].dropped


def test_R11_whoever_cannot_draw_the_second_chance_drops_out_at_once():
    table = a_table("##").draw("Bob", "##. ... ...")
    assert table["Ann"].dropped
    assert table["Ann"].tile is None
    assert table.events[1:3] == [events.SecondChanceFailed(0, "## 3"), events.DroppedOut(0)]


def test_R11_whoever_has_dropped_out_draws_no_more():
    table = a_table("##", then=("#", "#", "#", "#")).draw("Bob", "##. ... ...").bonus("Ann", "... #.. ...")
    assert table.awaiting == ["Bob"]
    with table.refused("dropped_out"):
        table.draw("Ann", "... ..# ...", tile="# 4")


def test_R11_several_can_drop_out_in_the_same_round():
    table = a_table("##", "##", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    assert [event.seat for event in table.just_happened(events.DroppedOut)] == [0, 2]


def test_R12_who_drops_out_first_writes_a_1_that_fills_a_square():
    table = a_table("##", then=("#", "#", "#")).draw("Bob", "##. ... ...")
    assert (table.phase, table.awaiting) == ("bonus", ["Ann"])
    assert second_chance.legal(table.state) == [second_chance.Bonus(0, (1, 0)), second_chance.Bonus(0, (1, 2))]
    table.bonus("Ann", "... ..# ...")
    assert table.grid("Ann") == "aaa .a1 aaa"
    assert table["Ann"].one
    assert table["Ann"].empty == 1
    assert table.happened(events.OneWritten) == [events.OneWritten(0, (1, 2))]


def test_R12_all_those_of_that_first_round_write_one():
    table = a_table("##", "##", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    assert table.awaiting == ["Ann", "Cy"]
    table.bonus("Cy", "... #.. ...")
    assert table.awaiting == ["Ann"]
    table.bonus("Ann", "... #.. ...")
    assert (table["Ann"].one, table["Bob"].one, table["Cy"].one) == (True, False, True)


def test_R12_those_who_drop_out_in_a_later_round_write_none():
    starts = [HOLES, "#.. ##. ###", SPARSE]
    table = Table("Ann", "Bob", "Cy", starts=starts, tiles=["##"] * 6 + ["#", "#"])
    table.draw("Bob", ".## ... ...").draw("Cy", "##. ... ...").bonus("Ann", "... #.. ...")
    assert (table.state.round, table.awaiting) == (2, ["Cy"])
    table.draw("Cy", "... ... ##.")
    assert [event.seat for event in table.just_happened(events.DroppedOut)] == [1]
    assert (table.state.round, table.phase, table.awaiting) == (3, "draw", ["Cy"])
    assert [player.one for player in table.state.players] == [True, False, False]


def test_R12_the_second_chances_of_the_round_come_before_the_1s():
    table = a_table("##", "#", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    assert (table.phase, table.awaiting) == ("second_chance", ["Cy"])
    with table.refused("not_now"):
        table.bonus("Ann", "... #.. ...")
    table.draw("Cy", "... #.. ...")
    assert (table.phase, table.awaiting) == ("bonus", ["Ann"])


@pytest.mark.parametrize(
    ("name", "where", "code"),
    [
        ("Ann", "#.. ... ...", "not_empty"),
        ("Bob", "... ... ..#", "no_one_to_write"),
        ("Ann", "... ...#", "outside_the_grid"),
    ],
)
def test_R12_the_1_is_written_into_an_empty_square_of_the_own_grid(name, where, code):
    table = a_table("##").draw("Bob", "##. ... ...")
    with table.refused(code):
        table.bonus(name, where)


def test_R12_there_is_only_one_1_each():
    table = a_table("##", "##", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    table.bonus("Ann", "... #.. ...")
    with table.refused("no_one_to_write"):
        table.bonus("Ann", "... ..# ...")
    with table.refused("not_now"):
        table.play(Draw(0, "# 5", ((1, 2),)))


def test_R13_a_second_chance_is_used_up_fitting_or_not():
    fitting = a_table("#", then=("###", "#")).draw("Bob", "##. ... ...").draw("Ann", "... #.. ...")
    failing = a_table("##", then=("###", "#")).draw("Bob", "##. ... ...").bonus("Ann", "... #.. ...")
    for table in (fitting, failing):
        assert table.revealed == ["### 4", "# 5"]
        assert table.deck == []


def test_R13_nobody_else_gets_it():
    table = a_table("###", "#", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES)).draw("Bob", "##. ... ...")
    assert table["Ann"].dropped  # the first tile was hers
    assert table["Cy"].tile.id == "# 4"


def test_R15_with_too_few_tiles_the_game_ends_and_nobody_gets_one():
    table = a_table("#", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES), then=()).draw("Bob", "##. ... ...")
    assert (table.phase, table.why, table.deck) == ("over", "fewest", ["# 3"])
    assert not any(player.dropped or player.tile for player in table.state.players)
    assert table.happened(events.GameEnded)[0].ending == "too_few_second_chances"


def test_R15_with_just_enough_tiles_it_goes_on():
    table = a_table("#", "#", names=("Ann", "Bob", "Cy"), starts=(HOLES, SPARSE, HOLES), then=())
    table.draw("Bob", "##. ... ...")
    assert (table.phase, table.deck) == ("second_chance", [])
