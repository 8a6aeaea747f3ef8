"""Tiles: how they can be turned and mirrored, and where they fit (R3, R6, R7)."""

from random import Random

import pytest

from rules.second_chance.tiles import (
    Tile,
    can_cover_the_centre,
    fits,
    in_reading_order,
    is_connected,
    square,
    turned_and_mirrored,
    ways,
)

from .random_games import odd_tile
from .table import cells_of


def a_tile(drawn: str) -> Tile:
    return Tile("t", tuple((row, column) for row, column in cells_of(drawn)))


def filled(grid: str) -> int:
    return int("".join("0" if mark == "." else "1" for mark in grid.replace(" ", "")), 2)


@pytest.mark.parametrize(
    ("drawn", "number"),
    [
        ("#", 1),
        ("##/##", 1),
        ("###", 2),
        ("##/#.", 4),
        (".##/##.", 4),
        ("###/.#.", 4),
        ("###/#..", 8),
        (".#./###/.#.", 1),
    ],
)
def test_R6_a_tile_can_be_turned_and_mirrored_up_to_8_ways(drawn, number):
    assert len(turned_and_mirrored(a_tile(drawn).cells)) == number
    assert len(ways(a_tile(drawn), 9)) == number


def test_R6_the_ways_are_those_of_a_tile_turned_by_hand():
    assert turned_and_mirrored(a_tile("##/#.").cells) == [
        tuple((row, column) for row, column in cells_of(drawn)) for drawn in ("##/.#", "##/#.", ".#/##", "#./##")
    ]


def test_R6_where_a_tile_lies_in_the_box_does_not_matter():
    near, far = Tile("t", ((0, 0), (0, 1), (1, 0))), Tile("t", ((998, 999), (999, 998), (998, 998)))
    assert [way.cells for way in ways(near, 5)] == [way.cells for way in ways(far, 5)]


def test_R7_there_is_room_only_inside_the_grid():
    (lying, standing) = sorted(ways(a_tile("##"), 3), key=lambda way: way.cells)
    assert in_reading_order(lying.room(0), 3) == "110110110"
    assert in_reading_order(standing.room(0), 3) == "111111000"


def test_R7_there_is_room_only_beside_what_is_drawn():
    (lying, standing) = sorted(ways(a_tile("##"), 3), key=lambda way: way.cells)
    assert in_reading_order(lying.room(filled(".a. ... aa.")), 3) == "000110000"
    assert in_reading_order(standing.room(filled(".a. ... aa.")), 3) == "101001000"


def test_R7_a_tile_that_reaches_over_the_edge_does_not_go_on_in_the_next_row():
    assert not fits(a_tile("###"), 3, filled("aa. ..a a.."))
    assert fits(a_tile("###"), 3, filled("aa. aa. ..."))


@pytest.mark.parametrize("size", [1, 3, 5, 9])
def test_R7_the_places_are_those_found_by_trying_all(size):
    rng = Random(size)
    for _ in range(40):
        tile = Tile("t", tuple(map(tuple, odd_tile(rng, "t", rng.randint(1, 6))["cells"])))
        drawn = rng.getrandbits(size * size) & rng.getrandbits(size * size)
        squares = [(row, column) for row in range(size) for column in range(size)]
        empty = {(row, column) for row, column in squares if not drawn & square(row, column, size)}
        by_trying = [
            (cells, row, column)
            for cells in turned_and_mirrored(tile.cells)
            for row, column in squares
            if all((row + r, column + c) in empty for r, c in cells)
        ]
        found = [
            (way.cells, row, column)
            for way in ways(tile, size)
            for row, column in squares
            if way.room(drawn) & square(row, column, size)
        ]
        assert found == by_trying
        assert fits(tile, size, drawn) == bool(found)


def test_R3_the_central_places_are_those_that_cover_the_centre():
    (lying, standing) = sorted(ways(a_tile("##"), 3), key=lambda way: way.cells)
    assert in_reading_order(lying.central, 3) == "000110000"
    assert in_reading_order(standing.central, 3) == "010010000"


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_R3_whether_a_tile_can_cover_the_centre_is_the_same_for_all_its_ways(size):
    rng = Random(size)
    for _ in range(60):
        cells = [tuple(cell) for cell in odd_tile(rng, "t", rng.randint(1, 14))["cells"]]
        by_trying = any(way.central for way in ways(Tile("t", tuple(cells)), size))
        assert can_cover_the_centre(cells, size) == by_trying


def test_R3_a_ring_too_large_to_have_the_centre_in_its_line_cannot_cover_it():
    ring = [(row, column) for row in range(9) for column in range(9) if {row, column} & {0, 8}]
    assert not can_cover_the_centre(ring, 9)
    assert can_cover_the_centre(ring, 17)


def test_a_tile_larger_than_the_grid_has_no_way_to_lie():
    assert ways(a_tile("####"), 3) == ()
    assert not fits(a_tile("####"), 3, 0)


def test_squares_that_touch_by_a_corner_only_are_not_connected():
    assert is_connected([(0, 0), (0, 1), (1, 1)])
    assert not is_connected([(0, 0), (1, 1)])
