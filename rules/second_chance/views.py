"""What each viewer may see, and may do now.

A view starts empty and only what may be seen is put in; nothing is ever taken out of a state. Secret are the order of
the deck, and the second chance that somebody else has been dealt and has not drawn yet. Starting tiles and grids lie
open on the table, and so does a second chance that did not fit: everybody wants to see why somebody drops out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.parts import Viewer
from rules.second_chance.drawing import open_ways
from rules.second_chance.events import AnyEvent, SecondChanceDealt, SecondChanceFailed, TilesRevealed
from rules.second_chance.moves import AnyMove, Bonus, Draw, Due
from rules.second_chance.play import SHUFFLE
from rules.second_chance.state import EMPTY, Phase, Result, State
from rules.second_chance.tiles import Cell, in_reading_order


class PlayerSeen(Struct, frozen=True, gc=False):
    tile: str | None
    """The tile that is to be drawn: a starting tile, or one's own second chance. That of others is not told."""
    empty: int
    dropped: bool
    one: bool
    grid: str
    """All squares in reading order: `.` empty, `1` the 1, else the letter of the drawing, `a` for the starting tile."""


class WayOpen(Struct, frozen=True, gc=False):
    """One way in which a tile may lie.

    `cells` are its squares, [row, column], counted from its corner: the top left square of the rectangle around it.
    `at` has one character for each square of the grid in reading order: `1` where the corner may be, else `0`.
    So the tile may lie with its corner in [row, column] if `at[row * size + column]` is `1`; the move that draws it
    there has all `cells` moved by that row and column.
    """

    cells: tuple[Cell, ...]
    at: str


class DrawOpen(Struct, frozen=True, gc=False, tag_field="do", tag="draw"):
    """All the moves `draw` that are open with one tile: its ways that have room somewhere, each of up to 8."""

    tile: str
    ways: tuple[WayOpen, ...]


class BonusOpen(Struct, frozen=True, gc=False, tag_field="do", tag="bonus"):
    """All the moves `bonus` that are open: `at` is `1` for each square that may take the 1, like that of a way."""

    at: str


class View(Struct, frozen=True, gc=False):
    """A table as one viewer sees it.

    `can` is what this viewer may do now, by the words of the moves; a screen offers this and nothing else. There may be
    hundreds of places for a tile, so a drawing is not listed place by place: see `DrawOpen` and `WayOpen`.
    """

    seat: int | None
    """Whose phone this is; None on the game-master screen and for spectators."""
    size: int
    """How many rows and columns a grid has."""
    game: int
    round: int
    phase: Phase
    awaiting: tuple[int, ...]
    revealed: tuple[str, ...]
    deck: int
    """How many tiles are left in the deck."""
    players: tuple[PlayerSeen, ...]
    totals: tuple[int, ...]
    result: Result | None
    can: tuple[DrawOpen | BonusOpen | Due, ...]


def view(state: State, viewer: Viewer) -> View:
    seat = viewer if isinstance(viewer, int) else None
    is_secret = state.phase == "second_chance"
    return View(
        seat=seat,
        size=state.box.size,
        game=state.game,
        round=state.round,
        phase=state.phase,
        awaiting=state.awaiting,
        revealed=tuple([tile.id for tile in state.revealed]),
        deck=len(state.deck),
        players=tuple(
            [
                PlayerSeen(
                    player.tile.id if player.tile is not None and (number == seat or not is_secret) else None,
                    player.empty,
                    player.dropped,
                    player.one,
                    player.grid,
                )
                for number, player in enumerate(state.players)
            ]
        ),
        totals=state.totals,
        result=state.result,
        can=_can(state, viewer),
    )


def _can(state: State, viewer: Viewer) -> tuple[DrawOpen | BonusOpen | Due, ...]:
    if viewer == "spectator":
        return ()
    if state.phase == "shuffle":
        return (SHUFFLE,) if may(state, viewer, SHUFFLE) else ()
    if viewer == "game_master" or viewer not in state.awaiting:
        return ()
    if state.phase == "bonus":
        grid = state.players[viewer].grid
        return (BonusOpen("".join(["1" if mark == EMPTY else "0" for mark in grid])),)
    ways: dict[str, list[WayOpen]] = {}
    for tile, way, room in open_ways(state, viewer):
        ways.setdefault(tile.id, []).append(WayOpen(way.cells, in_reading_order(room, state.box.size)))
    return tuple([DrawOpen(tile, tuple(open_now)) for tile, open_now in ways.items()])


def may(state: State, viewer: Viewer, move: AnyMove | Due) -> bool:
    """Whether this move is this viewer's to make, be it legal now or not.

    Seats draw and write their 1 for themselves. Nobody brings a shuffle along: shuffles are always drawn. But a
    finished solo game is left to be looked at: the player or the game master says when the next one is dealt.
    """
    if viewer == "spectator":
        return False
    if isinstance(move, Due):
        return bool(state.totals)
    return isinstance(move, Draw | Bonus) and move.seat == viewer


def events_for(events: Sequence[AnyEvent], viewer: Viewer) -> list[AnyEvent]:
    """Everything, but which tile another was dealt as a second chance."""
    return [
        replace(event, tile=None) if isinstance(event, SecondChanceDealt) and event.seat != viewer else event
        for event in events
    ]


def reveals(events: Sequence[AnyEvent]) -> bool:
    """Whether tiles of the deck were turned up for all: the next two, or a second chance that did not fit."""
    return any(isinstance(event, TilesRevealed | SecondChanceFailed) for event in events)


def laid_open(state: State) -> dict[str, Any]:
    """The whole state, secrets included, in the shape of the records: never for a viewer."""
    size = state.box.size
    return {
        "game": state.game,
        "round": state.round,
        "phase": state.phase,
        "awaiting": state.awaiting,
        "revealed": [tile.id for tile in state.revealed],
        "deck": [tile.id for tile in state.deck],
        "players": [
            {
                "tile": player.tile.id if player.tile is not None else None,
                "empty": player.empty,
                "dropped": player.dropped,
                "one": player.one,
                "grid": [player.grid[row * size : (row + 1) * size] for row in range(size)],
            }
            for player in state.players
        ],
        "totals": state.totals,
        "result": state.result,
    }


def is_automatic(state: State) -> bool:
    """The first shuffle is drawn at once; those of later solo games wait for somebody to ask (see `may`)."""
    return state.phase == "shuffle" and not state.totals


def options_of_table(players: int) -> dict[str, Any]:
    """R18: whoever is alone plays solo."""
    return {"solo": True} if players == 1 else {}
