"""Setting up (R3, R4, J2)."""

import pytest

from rules import second_chance
from rules.luck import Luck
from rules.second_chance import Shuffle, events

from .table import Table

TILES = ["###", "##", "#", "##/#."]


def a_new_game(players: int = 2) -> second_chance.State:
    return second_chance.new_game(players, second_chance.house_box(), second_chance.Options(players == 1))


def test_before_the_shuffle_the_grids_are_empty_and_nobody_is_awaited():
    state = a_new_game()
    assert (state.phase, state.round, state.awaiting, state.deck) == ("shuffle", 0, (), ())
    assert [player.empty for player in state.players] == [81, 81]
    assert second_chance.legal(state) == [second_chance.Due("shuffle")]


def test_R3_everybody_is_dealt_a_starting_tile_to_draw():
    table = Table("Ann", "Bob", starts=["##", "#", "##/#."], tiles=TILES, started=False)
    assert (table.phase, table.awaiting) == ("start", ["Ann", "Bob"])
    assert (table["Ann"].tile.id, table["Bob"].tile.id) == ("start 1", "start 2")
    assert [event.tile for event in table.happened(events.StartDealt)] == ["start 1", "start 2"]


def test_J2_starting_tiles_are_dealt_in_seat_order_from_the_top():
    state = a_new_game(3)
    starts = [start.id for start in reversed(state.box.starts)]
    state, _events = second_chance.apply(state, Shuffle(tuple(starts), tuple(tile.id for tile in state.box.tiles)))
    assert [player.tile.id for player in state.players] == starts[:3]


def test_R3_the_starting_tile_must_cover_the_centre():
    table = Table("Ann", "Bob", starts=["##", "#"], tiles=TILES, started=False)
    with table.refused("not_on_the_centre"):
        table.draw("Ann", "##. ... ...")
    table.draw("Ann", ".#. .#. ...")
    assert table.grid("Ann") == ".a. .a. ..."


def test_R3_it_may_be_turned_and_mirrored_with_any_of_its_squares_on_the_centre():
    table = Table("Ann", "Bob", starts=["##/#.", "#"], tiles=TILES, started=False)
    assert len(table.can_draw("Ann")) == 4 * 3
    assert len(table.can_draw("Bob")) == 1


def test_R3_it_must_lie_inside_the_grid():
    table = Table("Ann", "Bob", starts=["###", "#"], tiles=TILES, started=False)
    assert len(table.can_draw("Ann")) == 2
    with table.refused("outside_the_grid"):
        table.draw("Ann", "... .###")


def test_R3_the_starting_tiles_are_drawn_in_any_order_and_the_unused_ones_leave_the_game():
    table = Table("Ann", "Bob", starts=["##", "#", "###"], tiles=TILES, started=False)
    table.draw("Bob", "... .#. ...")
    assert table.awaiting == ["Ann"]
    with table.refused("not_your_turn"):
        table.draw("Bob", "... .#. ...")
    table.draw("Ann", "... ##. ...")
    assert table["Ann"].tile is None
    assert "start 3" not in table.revealed + table.deck


def test_R3_nobody_may_draw_the_starting_tile_of_another():
    table = Table("Ann", "Bob", starts=["##", "#"], tiles=TILES, started=False)
    with table.refused("not_this_tile"):
        table.draw("Ann", "... .#. ...", tile="start 2")


def test_R4_the_puzzle_tiles_are_the_deck():
    table = Table("Ann", "Bob", tiles=TILES, started=False)
    assert table.deck == ["### 1", "## 2", "# 3", "##/#. 4"]
    assert table.happened(events.TilesShuffled) == [events.TilesShuffled(4, 1)]


@pytest.mark.parametrize(
    ("starts", "tiles"),
    [
        (["s"], ["a", "b"]),
        (["s", "t"], ["a"]),
        (["s", "s"], ["a", "b"]),
        (["s", "t"], ["a", "b", "b"]),
        (["a", "t"], ["s", "b"]),
    ],
)
def test_R4_a_shuffle_has_exactly_the_tiles_of_the_box(starts, tiles):
    box = second_chance.Box(
        "test", 3, *[tuple(second_chance.Tile(id, ((0, 0),)) for id in ids) for ids in ("st", "ab")]
    )
    state = second_chance.new_game(2, box, second_chance.Options())
    with pytest.raises(second_chance.play.IllegalMove) as refusal:
        second_chance.apply(state, Shuffle(tuple(starts), tuple(tiles)))
    assert refusal.value.code == "not_these_tiles"


def test_nothing_is_shuffled_while_a_game_goes_on():
    table = Table("Ann", "Bob", tiles=TILES)
    with table.refused("not_now"):
        table.shuffle()


def test_luck_shuffles_the_starting_tiles_and_then_the_puzzle_tiles():
    state = a_new_game()
    luck = Luck("00" * 32)
    drawn = second_chance.draw(state, luck, 3)
    starts, tiles = luck.shuffle(3, [tile.id for tile in state.box.starts], [tile.id for tile in state.box.tiles])
    assert drawn == Shuffle(tuple(starts), tuple(tiles))
    state, _events = second_chance.apply(state, drawn)
    assert second_chance.draw(state, luck, 4) is None
