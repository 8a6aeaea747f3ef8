"""Headers and moves drawn by a seeded generator, as the plain dictionaries of a record."""

from __future__ import annotations

from random import Random
from typing import Any

NAMES = ("Phileas", "Allegra", "Ann", "Bob", "Cy", "Dee")

Plain = dict[str, Any]


def odd_tile(rng: Random, id: str, squares: int) -> Plain:
    """Grown square by square, somewhere, with its cells in any order."""
    cells = [(rng.randint(50, 900), rng.randint(50, 900))]
    while len(cells) < squares:
        row, column = rng.choice(cells)
        beside = rng.choice(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))
        if beside not in cells:
            cells.append(beside)
    rng.shuffle(cells)
    return {"id": id, "cells": [list(cell) for cell in cells]}


def odd_start(rng: Random, id: str, size: int) -> Plain:
    """Grown from the centre of the grid and never out of it; sometimes it fills nearly everything."""
    half = size // 2
    cells = [(half, half)]
    for _ in range(rng.choice((1, 3, 8, 8, size * size * 2))):
        row, column = rng.choice(cells)
        row, column = rng.choice(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))
        if 0 <= row < size and 0 <= column < size and (row, column) not in cells:
            cells.append((row, column))
    return {"id": id, "cells": [list(cell) for cell in cells]}


def odd_box(rng: Random, players: int) -> Plain:
    """Small grids and short decks, so that every ending comes up often."""
    size = rng.choice((1, 3, 3, 3, 5, 5, 5, 7))
    most = rng.choice((1, 2, 3, 5, 7))
    tiles = [odd_tile(rng, f"t{number}", rng.randint(1, most)) for number in range(rng.choice((0, 1, 2, 5, 9, 20, 40)))]
    starts = [odd_start(rng, f"s{number}", size) for number in range(players + rng.choice((0, 0, 1, 3)))]
    return {"name": "odd", "size": size, "starts": starts, "tiles": tiles}


def odd_header(rng: Random, players: int | None = None) -> Plain:
    players = players or rng.randint(1, 6)
    header: Plain = {"format": "chanceit/1", "game": "second_chance", "players": list(NAMES[:players])}
    header["box"] = odd_box(rng, players)
    return {**header, "options": {"solo": True}} if players == 1 else header


def any_move(rng: Random, legal: list[Plain], header: Plain) -> Plain:
    """One of the legal moves, with its outcome if it is the table's."""
    move = rng.choice(legal)
    if move == {"do": "shuffle"}:
        starts, tiles = ([tile["id"] for tile in header["box"][key]] for key in ("starts", "tiles"))
        return {"do": "shuffle", "starts": rng.sample(starts, len(starts)), "tiles": rng.sample(tiles, len(tiles))}
    if "cells" in move:
        return {**move, "cells": rng.sample(move["cells"], len(move["cells"]))}
    return move


def any_attempt(rng: Random, header: Plain) -> Plain:
    """Something that somebody could type in, seldom legal. What can be read at all, that is."""
    size = header["box"]["size"]
    seat = rng.randrange(len(header["players"]) + 1)
    starts, tiles = ([tile["id"] for tile in header["box"][key]] for key in ("starts", "tiles"))
    row, column = rng.randrange(size + 1), rng.randrange(size + 1)
    line = [[row, column + step] for step in range(rng.randint(0, 3))]
    return rng.choice(
        (
            {"do": "shuffle", "starts": rng.sample(starts, len(starts)), "tiles": tiles[1:]},
            {"do": "shuffle", "starts": starts[:1] * len(starts), "tiles": tiles},
            {"do": "shuffle", "starts": starts, "tiles": rng.sample(tiles, len(tiles))},
            {"do": "draw", "seat": seat, "tile": rng.choice([*starts, *tiles, "nowhere"]), "cells": line},
            {"do": "bonus", "seat": seat, "cell": [row, column]},
        )
    )
