"""A table for tests: set it up in one call, play on it by name, look at what happened.

    table = Table("Ann", "Bob", size=3, starts=["#", "##"], tiles=["###", "#/#"])
    table.draw("Ann", "... .#. ...").draw("Bob", "... .## ...")
    assert table.revealed == ["### 1", "#/# 2"]

Tiles are drawn with `/` between their rows, grids with a space. A tile's id is its drawing and its place in the
list. The piles lie as the lists do, top first; everybody gets the starting tile of their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from rules import second_chance
from rules.refusals import IllegalMove
from rules.second_chance import State, events


def cells_of(drawn: str) -> list[list[int]]:
    rows = drawn.replace("/", " ").split()
    return [[row, column] for row, marks in enumerate(rows) for column, mark in enumerate(marks) if mark == "#"]


def tile(drawn: str, id: str | None = None) -> dict[str, Any]:
    return {"id": id or drawn, "cells": cells_of(drawn)}


def box_of(size: int, starts: Sequence[str], tiles: Sequence[str]) -> second_chance.Box:
    box = {
        "name": "test",
        "size": size,
        "starts": [tile(drawn, f"start {number}") for number, drawn in enumerate(starts, start=1)],
        "tiles": [tile(drawn, f"{drawn} {number}") for number, drawn in enumerate(tiles, start=1)],
    }
    return second_chance.read_box(msgspec.json.encode(box))


class Table:
    def __init__(
        self,
        *names: str,
        size: int = 3,
        starts: Sequence[str] | None = None,
        tiles: Sequence[str] = (),
        started: bool = True,
    ) -> None:
        """`started`: everybody has drawn their starting tile just as `starts` has it, a single # in the centre."""
        self.names = names
        starts = starts or ["#"] * len(names)
        self.box = box_of(size, starts, tiles)
        self.state: State = second_chance.new_game(len(names), self.box, second_chance.Options(len(names) == 1))
        self.events: list[events.AnyEvent] = []
        """What the last move brought about."""
        self.history: list[events.AnyEvent] = []
        self.shuffle()
        if started:
            for name, drawn in zip(names, starts, strict=False):
                self.draw(name, self.centre() if drawn == "#" else drawn)

    def centre(self) -> str:
        half = self.box.size // 2
        row = "." * self.box.size
        return " ".join([row] * half + ["." * half + "#" + "." * half] + [row] * half)

    # Moves.

    def play(self, move: Any) -> Table:
        self.state, self.events = second_chance.apply(self.state, move)
        self.history += self.events
        return self

    def shuffle(self, top: str | None = None) -> Table:
        """As the box has them; with `top` as the first starting tile."""
        starts = sorted([start.id for start in self.box.starts], key=lambda id: id != top)
        return self.play(second_chance.Shuffle(tuple(starts), tuple(tile.id for tile in self.box.tiles)))

    def draw(self, name: str, where: str, tile: str | None = None) -> Table:
        """Draws `tile`, or whatever is there to draw that has this many squares, on the squares marked #."""
        cells = cells_of(where)
        seat = self.names.index(name)
        if tile is None:
            there = self.state.tiles_for(seat)
            tile = next((each.id for each in there if len(each.cells) == len(cells)), "nothing")
        return self.play(second_chance.Draw(seat, tile, tuple((row, column) for row, column in cells)))

    def bonus(self, name: str, where: str) -> Table:
        ((row, column),) = cells_of(where)
        return self.play(second_chance.Bonus(self.names.index(name), (row, column)))

    @contextmanager
    def refused(self, code: str) -> Iterator[None]:
        """What is tried inside is refused, for this reason, and nothing changes."""
        before = self.state
        with pytest.raises(IllegalMove) as refusal:
            yield
        assert refusal.value.code == code
        assert str(refusal.value)
        assert self.state == before

    # Looking.

    def __getitem__(self, name: str) -> second_chance.Player:
        return self.state.players[self.names.index(name)]

    def grid(self, name: str) -> str:
        grid, size = self[name].grid, self.box.size
        return " ".join(grid[start : start + size] for start in range(0, size * size, size))

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def awaiting(self) -> list[str]:
        return [self.names[seat] for seat in self.state.awaiting]

    @property
    def revealed(self) -> list[str]:
        return [tile.id for tile in self.state.revealed]

    @property
    def deck(self) -> list[str]:
        return [tile.id for tile in self.state.deck]

    @property
    def winners(self) -> list[str]:
        assert self.state.result is not None
        return [self.names[seat] for seat in self.state.result.winners]

    @property
    def why(self) -> str | None:
        return None if self.state.result is None else self.state.result.why

    def can_draw(self, name: str, tile: str | None = None) -> set[frozenset[tuple[int, int]]]:
        """The sets of squares on which somebody may draw now, by the list of legal moves."""
        seat = self.names.index(name)
        return {
            frozenset(move.cells)
            for move in second_chance.legal(self.state)
            if move.seat == seat and tile in (None, move.tile)
        }

    def happened(self, kind: type) -> list[Any]:
        """Events of this kind, from the whole game."""
        return [event for event in self.history if isinstance(event, kind)]

    def just_happened(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
