"""What is in the box, and how many may sit down to it (R1, R2)."""

import copy
import time

import msgspec
import pytest

from rules import second_chance
from rules.refusals import BadBox, BadOptions
from rules.second_chance.box import SIZES, read_box
from rules.second_chance.tiles import can_cover_the_centre, turned_and_mirrored

from .table import tile

HOUSE = second_chance.house_box()
GOOD = {"name": "good", "size": 5, "starts": [tile("##", "s")], "tiles": [tile("###", "a"), tile("##/#.", "b")]}


def mistakes(box: object) -> list[str]:
    with pytest.raises(BadBox) as refusal:
        read_box(msgspec.json.encode(box))
    assert str(refusal.value)
    return [mistake.code for mistake in refusal.value.mistakes]


def changed(*path: object, to: object) -> dict:
    """The good box with one thing changed."""
    box = copy.deepcopy(GOOD)
    part = box
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return box


# The house box.


def test_R1_the_house_box_has_a_grid_of_9_and_13_starting_tiles_of_8_squares():
    assert HOUSE.size == 9
    assert [len(start.cells) for start in HOUSE.starts] == [8] * 13


def test_R1_the_house_box_has_40_puzzle_tiles_of_1_to_7_squares():
    sizes = [len(tile.cells) for tile in HOUSE.tiles]
    assert {size: sizes.count(size) for size in sizes} == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 12, 7: 7}
    assert len(sizes) == 40


def test_R1_no_two_tiles_of_the_house_box_are_alike_however_turned_and_mirrored():
    shapes = [min(turned_and_mirrored(tile.cells)) for tile in HOUSE.starts + HOUSE.tiles]
    assert len(set(shapes)) == len(shapes) == 53


def test_R3_every_starting_tile_of_the_house_box_can_cover_the_centre():
    assert all(can_cover_the_centre(start.cells, 9) for start in HOUSE.starts)


def test_the_house_box_is_a_good_box_and_the_same_after_json():
    assert read_box(msgspec.json.encode(HOUSE)) == HOUSE


# A box that a table brings along.


def test_a_good_box_is_read():
    box = read_box(msgspec.json.encode(GOOD))
    assert box.tiles[0] == second_chance.Tile("a", ((0, 0), (0, 1), (0, 2)))


@pytest.mark.parametrize(
    ("box", "codes"),
    [
        ([], ["box_not_object"]),
        ({}, ["missing_key"] * 4),
        ({**GOOD, "colour": "red"}, ["unknown_key"]),
        (changed("name", to=7), ["bad_name"]),
        (changed("name", to="n" * 81), ["bad_name"]),
        *[(changed("size", to=size), ["bad_size"]) for size in (0, 2, 8, 27, -1, 999, 9.0, True, "9", None, [], {})],
        (changed("starts", to={}), ["not_a_list"]),
        (changed("tiles", to="tiles"), ["not_a_list"]),
        (changed("tiles", 0, to=[[0, 0]]), ["tile_not_object"]),
        (changed("tiles", 0, to={}), ["missing_key", "missing_key"]),
        (changed("tiles", 0, "colour", to="red"), ["unknown_key"]),
        *[(changed("tiles", 0, "id", to=id), ["bad_id"]) for id in ("", "i" * 41, 1, None, [])],
        (changed("tiles", 0, "id", to="b"), ["id_used_twice"]),
        (changed("tiles", 0, "id", to="s"), ["id_used_twice"]),
        *[
            (changed("tiles", 0, "cells", to=cells), ["bad_cells"])
            for cells in (
                [],
                {},
                None,
                "cells",
                [1, 2],
                [[0]],
                [[0, 0, 0]],
                [[0, 1000]],
                [[-1, 0]],
                [[0, True]],
                [[0.0, 0]],
            )
        ],
        (changed("tiles", 0, "cells", to=[[0, 0], [0, 1], [0, 0]]), ["cell_used_twice"]),
        (changed("tiles", 0, "cells", to=[[0, 0], [1, 1]]), ["not_connected"]),
        (changed("starts", 0, "cells", to=[[0, column] for column in range(6)]), ["off_centre"]),
    ],
)
def test_a_mistake_in_a_box_is_named(box, codes):
    assert mistakes(box) == codes


def test_all_mistakes_of_a_box_are_named_and_not_only_the_first():
    box = changed("tiles", 0, "cells", to=[[0, 0], [1, 1]])
    box["size"] = 4
    box["starts"] = [tile("#", "b"), 7]
    assert mistakes(box) == ["bad_size", "tile_not_object", "not_connected", "id_used_twice"]


def test_a_box_that_is_not_json_is_refused():
    for raw in (b"", b"{", b"\xff", b"[" * 100_000, b'{"name": 1e999}'):
        with pytest.raises(BadBox):
            read_box(raw)


def test_odd_sizes_from_1_to_25_are_allowed():
    assert list(SIZES) == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25]
    for size in SIZES:
        box = read_box(msgspec.json.encode({**GOOD, "size": size, "starts": [tile("#", "s")]}))
        assert box.size == size


def test_there_are_at_most_100_tiles():
    tiles = [tile("#", f"t{number}") for number in range(101)]
    assert len(read_box(msgspec.json.encode({**GOOD, "tiles": tiles[:100]})).tiles) == 100
    assert mistakes({**GOOD, "tiles": tiles}) == ["too_many_tiles"]


def test_R3_every_player_needs_a_starting_tile():
    box = read_box(msgspec.json.encode(GOOD))
    second_chance.new_game(1, box, second_chance.Options(solo=True))
    with pytest.raises(BadBox) as refusal:
        second_chance.new_game(2, box, second_chance.Options())
    assert refusal.value.code == "too_few_starts"


def test_a_puzzle_tile_that_never_fits_is_allowed():
    box = read_box(msgspec.json.encode(changed("tiles", 0, "cells", to=[[0, column] for column in range(999)])))
    assert len(box.tiles[0].cells) == 999


def test_a_nasty_box_takes_no_long_time():
    whole = [[row, column] for row in range(25) for column in range(25)]
    comb = [[row, column] for row in range(13) for column in range(25) if row == 0 or column % 2 == 0 or row == column]
    nasty = {
        "name": "nasty",
        "size": 25,
        "starts": [{"id": f"s{number}", "cells": whole[: 400 + number]} for number in range(6)],
        "tiles": [{"id": f"t{number}", "cells": comb} for number in range(98)]
        + [
            {"id": f"u{number}", "cells": [[row, column] for row in range(200) for column in range(200)]}
            for number in (1, 2)
        ],
    }
    began = time.process_time()
    box = read_box(msgspec.json.encode(nasty))
    state = second_chance.new_game(6, box, second_chance.Options())
    shuffle = second_chance.Shuffle(tuple(s.id for s in box.starts), tuple(t.id for t in reversed(box.tiles)))
    state, _events = second_chance.apply(state, shuffle)
    while state.result is None:
        state, _events = second_chance.apply(state, second_chance.legal(state)[0])
    assert time.process_time() - began < 10


# How many may sit down, and the one option.


def test_R2_one_to_six_may_play():
    assert list(second_chance.PLAYERS) == [1, 2, 3, 4, 5, 6]
    for players in (0, 7):
        with pytest.raises(BadOptions) as refusal:
            second_chance.read_options(b"{}", players)
        assert refusal.value.code == "bad_number_of_players"


def test_R18_one_player_plays_solo_and_more_do_not():
    assert second_chance.read_options(b'{"solo": true}', 1).solo
    assert not second_chance.read_options(b"{}", 2).solo
    for raw, players, code in ((b"{}", 1, "solo_needed"), (b'{"solo": true}', 2, "solo_refused")):
        with pytest.raises(BadOptions) as refusal:
            second_chance.read_options(raw, players)
        assert refusal.value.code == code


@pytest.mark.parametrize("raw", [b"", b"[]", b'{"solo": 1}', b'{"solo": null}', b'{"colours": true}', b"[" * 100_000])
def test_options_that_cannot_be_read_are_refused(raw):
    with pytest.raises(BadOptions) as refusal:
        second_chance.read_options(raw, 2)
    assert refusal.value.code == "bad_options"
