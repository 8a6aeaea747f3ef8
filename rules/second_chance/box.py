"""The box: the grid's size, starting tiles and puzzle tiles, read from data and checked (R1).

The code knows how a tile is turned and mirrored, never which tiles exist. The house box is drawn in `house_box.txt`,
beside this file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from rules.refusals import BadBox, Refusal, _, not_json
from rules.second_chance.tiles import Tile, can_cover_the_centre, is_connected

MOST = 999
"""No number of a box or a record is larger."""
LONGEST_NAME = 80
LONGEST_ID = 40
SIZES = range(1, 26, 2)
"""Odd, because a grid has a centre square."""
MOST_TILES = 100


class Box(Struct, frozen=True):
    name: str
    size: int
    starts: tuple[Tile, ...]
    tiles: tuple[Tile, ...]


@cache
def house_box() -> Box:
    """The box of this house: 13 starting tiles and 40 puzzle tiles, no two alike."""
    return draw_box(files(__package__).joinpath("house_box.txt").read_text("utf-8"))


def draw_box(drawn: str) -> Box:
    """A box from its drawing: name and size, then blocks with blank lines between them. `= starts` and `= tiles` are
    headings; every other block is a tile: its id, and below it its squares as # in a field of dots."""
    (name, size), *blocks = [block.splitlines() for block in drawn.strip().split("\n\n")]
    tiles: dict[str, list[Tile]] = {}
    for first, *rows in blocks:
        if first.startswith("= "):
            tiles[first[2:]] = under_heading = []
        else:
            cells = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]
            under_heading.append(Tile(first, tuple(cells)))
    return Box(name, int(size), tuple(tiles["starts"]), tuple(tiles["tiles"]))


def read_box(raw: bytes) -> Box:
    """A box from JSON. Raises BadBox with every mistake that is in it, each naming the tile.

    Whether there is a starting tile for everybody is seen when a game is set up.
    """
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBox([not_json(error)]) from None
    mistakes = _mistakes_of_box(data)
    if mistakes:
        raise BadBox(mistakes)
    return msgspec.convert(data, Box)


def is_unfinished(mistake: Refusal) -> bool:
    """Whether a box may have this mistake while somebody is still entering its tiles."""
    return mistake.code in ("too_few_starts", "not_connected", "off_centre")


# Checking, from the outside in. Each function lists what is wrong with its part and goes on.


def _mistakes_of_box(box: Any) -> list[Refusal]:
    if not isinstance(box, dict):
        return [Refusal("box_not_object", _("The box must be an object."))]
    mistakes = _mistakes_of_keys(box, BOX, {}, ("name", "size", "starts", "tiles"))
    if "name" in box and not _is_text(box["name"], 0, LONGEST_NAME):
        sentence = _("The box's name must be a text of at most {most} characters.")
        mistakes.append(Refusal("bad_name", sentence, most=LONGEST_NAME))
    size = box.get("size")
    if not _is_number(size) or size not in SIZES:
        if "size" in box:
            sentence = _("The Grid's size must be an odd number from {least} to {most}.")
            mistakes.append(Refusal("bad_size", sentence, least=SIZES[0], most=SIZES[-1]))
        size = None
    seen: set[str] = set()
    if "starts" in box:
        mistakes += _mistakes_of_tiles(box["starts"], "starts", seen, size)
    if "tiles" in box:
        mistakes += _mistakes_of_tiles(box["tiles"], "tiles", seen, None)
        if isinstance(box["tiles"], list) and len(box["tiles"]) > MOST_TILES:
            sentence = _("There must be at most {most} Puzzle Tiles.")
            mistakes.append(Refusal("too_many_tiles", sentence, most=MOST_TILES))
    return mistakes


def _mistakes_of_tiles(tiles: Any, key: str, seen: set[str], centred_in: int | None) -> list[Refusal]:
    """`seen`: ids are unique over starts and tiles. `centred_in`: the size of the grid whose centre they must cover."""
    if not isinstance(tiles, list):
        return [Refusal("not_a_list", _('"{key}" must be a list of Tiles.'), key=key)]
    mistakes = []
    for number, tile in enumerate(tiles):
        where = f"{key}[{number}]"
        if not isinstance(tile, dict):
            mistakes.append(Refusal("tile_not_object", _("Tile {tile} must be an object."), tile=where))
            continue
        mistakes += _mistakes_of_keys(tile, TILE, {"tile": where}, ("id", "cells"))
        if _is_text(tile.get("id"), 1, LONGEST_ID):
            where = tile["id"]
            if where in seen:
                mistakes.append(Refusal("id_used_twice", _("Tile {tile}: this id is used twice."), tile=where))
            seen.add(where)
        elif "id" in tile:
            sentence = _("Tile {tile}: its id must be a text of 1 to {most} characters.")
            mistakes.append(Refusal("bad_id", sentence, tile=where, most=LONGEST_ID))
        if "cells" in tile:
            mistakes += _mistakes_of_cells(tile["cells"], where, centred_in)
    return mistakes


def _mistakes_of_cells(cells: Any, where: str, centred_in: int | None) -> list[Refusal]:
    if not isinstance(cells, list) or not cells or not all(_is_cell(cell) for cell in cells):
        sentence = _("Tile {tile}: its squares must be a list of [row, column], whole numbers from 0 to {most}.")
        return [Refusal("bad_cells", sentence, tile=where, most=MOST)]
    squares = {(row, column) for row, column in cells}
    if len(squares) < len(cells):
        return [Refusal("cell_used_twice", _("Tile {tile}: a square is named twice."), tile=where)]
    if not is_connected(squares):
        return [Refusal("not_connected", _("Tile {tile}: its squares do not all touch."), tile=where)]
    if centred_in is not None and not can_cover_the_centre(squares, centred_in):  # R3
        sentence = _("Tile {tile}: a Starting Tile must be able to cover the centre of the Grid.")
        return [Refusal("off_centre", sentence, tile=where)]
    return []


# What is said of a key that is missing in a part of the box, and of one that is not known there
BOX = (_('The box: "{key}" is missing.'), _('The box: "{key}" is not known.'))
TILE = (_('Tile {tile}: "{key}" is missing.'), _('Tile {tile}: "{key}" is not known.'))


def _mistakes_of_keys(
    part: dict[str, Any], said: tuple[str, str], where: dict[str, object], needed: tuple[str, ...]
) -> list[Refusal]:
    is_missing, is_unknown = said
    missing = [Refusal("missing_key", is_missing, **where, key=key) for key in needed if key not in part]
    unknown = [Refusal("unknown_key", is_unknown, **where, key=key) for key in part if key not in needed]
    return missing + unknown


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and _is_number(value[1])


def _is_number(value: Any) -> bool:
    """A whole number; true and false are none."""
    return type(value) is int and 0 <= value <= MOST


def _is_text(value: Any, shortest: int, longest: int) -> bool:
    return isinstance(value, str) and shortest <= len(value) <= longest
