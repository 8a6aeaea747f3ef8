"""A round: revealing and drawing (R5 to R8, J1, R19)."""

import pytest

from rules import second_chance
from rules.second_chance import Bonus, Draw, events
from rules.second_chance.state import LETTERS

from .table import Table

PLENTY = ["###", "##", "#", "#", "#", "#", "#", "#"]


def test_R5_two_tiles_are_revealed_when_all_have_drawn_their_starting_tile():
    table = Table("Ann", "Bob", tiles=PLENTY)
    assert (table.state.round, table.phase, table.awaiting) == (1, "draw", ["Ann", "Bob"])
    assert table.revealed == ["### 1", "## 2"]
    assert table.deck == ["# 3", "# 4", "# 5", "# 6", "# 7", "# 8"]
    assert table.just_happened(events.TilesRevealed) == [events.TilesRevealed(1, ("### 1", "## 2"), (), "R5")]


def test_R5_everybody_chooses_one_of_the_two():
    table = Table("Ann", "Bob", tiles=PLENTY).draw("Bob", "... ... .##").draw("Ann", "### ... ...")
    assert table.grid("Ann") == "bbb .a. ..."
    assert table.grid("Bob") == "... .a. .bb"


def test_R5_several_may_choose_the_same():
    table = Table("Ann", "Bob", tiles=PLENTY).draw("Ann", "### ... ...").draw("Bob", "### ... ...")
    assert table.grid("Ann") == table.grid("Bob") == "bbb .a. ..."


def test_R5_nobody_draws_twice_in_a_round():
    table = Table("Ann", "Bob", tiles=PLENTY).draw("Ann", "### ... ...")
    assert table.awaiting == ["Bob"]
    with table.refused("not_your_turn"):
        table.draw("Ann", "... ... .##", tile="## 2")


@pytest.mark.parametrize("tile", ["# 3", "start 1", "nothing"])
def test_R5_only_revealed_tiles_may_be_drawn(tile):
    table = Table("Ann", "Bob", tiles=PLENTY)
    with table.refused("not_this_tile"):
        table.draw("Ann", "... ... ..#", tile=tile)


def test_R5_an_event_tells_what_was_drawn_where():
    table = Table("Ann", "Bob", tiles=PLENTY)
    table.play(Draw(0, "## 2", ((2, 2), (2, 1))))
    assert table.events == [events.TileDrawn(0, "## 2", ((2, 1), (2, 2)), "b", "R5")]


def test_R6_a_tile_may_be_turned_and_mirrored_at_will():
    table = Table("Ann", "Bob", size=5, tiles=["##/#.", "###/#..", "#", "#"])
    corner = ["##... #....", "##... .#...", "#.... ##...", ".#... ##..."]
    for grid in corner:
        trial = Table("Ann", "Bob", size=5, tiles=["##/#.", "###/#..", "#", "#"]).draw("Ann", grid)
        assert trial["Ann"].empty == 25 - 1 - 3
    assert len(table.can_draw("Ann", "##/#. 1")) == 4 * 16 - 4 * 3
    assert len(table.can_draw("Ann", "###/#.. 2")) == sum(
        1 for move in second_chance.legal(table.state) if move.seat == 0 and move.tile == "###/#.. 2"
    )


@pytest.mark.parametrize("where", ["### ... ...", "##. #.. ...", "#.. .#. ...", "#.. ... ...", "... ... ..."])
def test_R6_it_must_be_the_tile(where):
    table = Table("Ann", "Bob", tiles=["##", "##", "#", "#"], starts=["#/#", "#/#"], started=False)
    table.draw("Ann", "... .#. .#.").draw("Bob", "... .#. .#.")
    with table.refused("not_the_shape"):
        table.draw("Ann", where, tile="## 1")


def test_R6_no_square_may_be_named_twice():
    table = Table("Ann", "Bob", tiles=PLENTY)
    for cells in (((0, 0), (0, 0)), ((0, 0), (0, 1), (0, 1)), ((0, 0), (0, 0), (0, 1))):
        for tile in ("### 1", "## 2"):
            with table.refused("not_the_shape"):
                table.play(Draw(0, tile, cells))


def test_R6_it_may_touch_earlier_tiles_or_not():
    touching = Table("Ann", "Bob", size=5, tiles=PLENTY).draw("Ann", "..... ..... ...## ..... .....")
    apart = Table("Ann", "Bob", size=5, tiles=PLENTY).draw("Ann", "##... ..... ..... ..... .....")
    assert touching["Ann"].empty == apart["Ann"].empty == 22


def test_R7_it_may_not_overlap_what_is_drawn():
    table = Table("Ann", "Bob", tiles=PLENTY)
    with table.refused("overlaps"):
        table.draw("Ann", "... ### ...")
    with table.refused("overlaps"):
        table.draw("Ann", ".#. .#. ...")


@pytest.mark.parametrize("cells", [((0, 2), (0, 3)), ((2, 0), (3, 0)), ((-1, 0), (0, 0)), ((998, 999), (999, 999))])
def test_R7_it_may_not_leave_the_grid(cells):
    table = Table("Ann", "Bob", tiles=PLENTY)
    with table.refused("outside_the_grid"):
        table.play(Draw(0, "## 2", cells))


def test_R7_drawn_tiles_never_move():
    table = Table("Ann", "Bob", tiles=PLENTY).draw("Ann", "### ... ...").draw("Bob", "### ... ...")
    for name in ("Ann", "Bob"):
        table.draw(name, "... ... #..", tile="# 3")
        assert table.grid(name) == "bbb .a. c.."


def test_J1_whoever_can_draw_one_of_the_two_must_draw_it():
    table = Table("Ann", "Bob", starts=["### .#. ###", "#"], tiles=["####", "##", "#", "#"])
    assert table.awaiting == ["Bob"]  # for Ann neither fits
    table = Table("Ann", "Bob", starts=["### .#. ##.", "#"], tiles=["##", "####", "#", "#"])
    assert table.awaiting == ["Ann", "Bob"]
    assert {move.tile for move in second_chance.legal(table.state)} == {"## 1"}


def test_R8_when_all_have_drawn_two_new_tiles_are_revealed():
    table = Table("Ann", "Bob", tiles=PLENTY).draw("Ann", "### ... ...")
    assert table.state.round == 1
    table.draw("Bob", "### ... ...")
    assert (table.state.round, table.revealed, len(table.deck)) == (2, ["# 3", "# 4"], 4)
    assert table.just_happened(events.TilesRevealed)[0].rule == "R8"


def test_R19_the_letter_of_a_drawing_tells_the_round_it_was_drawn_in():
    """So a screen can give it the colour of the pencil that its player would have held then."""
    table = Table("Ann", "Bob", starts=[".#. ### .#.", "#"], tiles=["##", "##", "#", "#", "#"])
    table.draw("Bob", "... ... .##").draw("Ann", "..# ... ...")  # Ann's is a second chance
    assert (table.grid("Ann"), table.grid("Bob")) == (".ab aaa .a.", "... .a. .bb")
    table.draw("Ann", "... ... #..", tile="# 4").draw("Bob", "#.. ... ...", tile="# 5")
    assert (table.grid("Ann"), table.grid("Bob")) == (".ab aaa ca.", "c.. .a. .bb")


def test_there_are_letters_for_the_longest_game():
    """100 tiles of one square, in a grid that they cannot fill: 50 rounds."""
    table = Table("Ann", "Bob", size=25, tiles=["#"] * 100)
    while table.state.result is None:
        table.play(second_chance.legal(table.state)[0])
    assert table.state.round == 50
    assert "".join(sorted(set(table["Ann"].grid) - {"."})) == "".join(sorted(LETTERS[:51]))
    assert table["Ann"].grid.count(LETTERS[50]) == 1


def test_nobody_draws_for_a_seat_that_is_not_there():
    table = Table("Ann", "Bob", tiles=PLENTY)
    for seat in (-1, 2, 999):
        with table.refused("no_such_seat"):
            table.play(Draw(seat, "## 2", ((0, 0), (0, 1))))


def test_no_1_is_written_while_tiles_are_drawn():
    table = Table("Ann", "Bob", tiles=PLENTY)
    with table.refused("not_now"):
        table.play(Bonus(0, (0, 0)))
