"""What everybody sees, and what is each viewer's own: a secret, and what may be done now.

Both start empty and only what may be seen is put in; nothing is ever taken out of a state. Secret are the order of
the deck, and the second chance that somebody else has been dealt and has not drawn yet. Starting tiles and grids lie
open on the table, and so does a second chance that did not fit: everybody wants to see why somebody drops out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.parts import Viewer
from rules.ranking import Ranked
from rules.second_chance.drawing import open_ways
from rules.second_chance.ending import LOWEST_GRADE, SOLO_GAMES, SOLO_GOAL
from rules.second_chance.events import AnyEvent, SecondChanceFailed, TilesRevealed
from rules.second_chance.moves import AnyMove, Bonus, Draw, Due
from rules.second_chance.play import SHUFFLE
from rules.second_chance.ranking import beaten_by_one, ranking
from rules.second_chance.state import EMPTY, LETTERS, Phase, Result, State
from rules.second_chance.tiles import Cell, in_reading_order


class PlayerSeen(Struct, frozen=True, gc=False):
    tile: str | None
    """The starting tile that is to be drawn. A second chance is its owner's `secret`."""
    empty: int
    dropped: bool
    one: bool
    drawn: bool
    """Has drawn a tile in this round."""
    grid: str
    """All squares in reading order: `.` empty, `1` the 1, else the letter of the drawing: see `letters`."""


class Solo(Struct, frozen=True, gc=False):
    """R18: how it stands."""

    games: int
    """How many there are."""
    goal: int
    """All of them together must leave fewer empty squares than this."""
    total: int
    """So many were left until now."""
    missed_by: int
    """So many too many; 0 while the goal can be reached."""
    grade: int
    """How well it went: 0 is the goal, then one for each further ten squares; the last is for all the rest."""


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


class Shared(Struct, frozen=True, gc=False):
    """A table as everybody sees it."""

    size: int
    """How many rows and columns a grid has."""
    game: int
    round: int
    phase: Phase
    awaiting: tuple[int, ...]
    stuck: tuple[int, ...]
    """The seats that can draw neither tile, and wait for a second chance (R9)."""
    letters: str
    """What drawings are written with: the first is that of the starting tiles, then one for each round until now."""
    revealed: tuple[str, ...]
    deck: int
    """How many tiles are left in the deck."""
    seen: tuple[str, ...]
    """The puzzle tiles that all have seen in this game, by their ids: the others may still come."""
    players: tuple[PlayerSeen, ...]
    totals: tuple[int, ...]
    solo: Solo | None
    """Whoever is alone plays solo."""
    result: Result | None
    ranking: tuple[Ranked, ...]
    """When the game is over: everybody's place, the first first."""
    beaten_by_one: tuple[int, ...]
    """When the game is over: whoever had as few empty squares as the winners, but no 1 (R17)."""


class Own(Struct, frozen=True, gc=False):
    """What is one viewer's own, and all that can hold a secret.

    `can` is what this viewer may do now, by the words of the moves; a screen offers this and nothing else. There may be
    hundreds of places for a tile, so a drawing is not listed place by place: see `DrawOpen` and `WayOpen`.
    """

    seat: int | None
    """Whose phone this is; None on the game-master screen and for spectators."""
    secret: str | None
    """The own second chance, while it is to be drawn."""
    can: tuple[DrawOpen | BonusOpen | Due, ...]


def shared(state: State) -> Shared:
    is_secret = state.phase == "second_chance"
    letter = LETTERS[state.round]
    result = state.result
    return Shared(
        size=state.box.size,
        game=state.game,
        round=state.round,
        phase=state.phase,
        awaiting=state.awaiting,
        stuck=_stuck(state) if state.phase == "draw" else (),
        letters=LETTERS[: state.round + 1],
        revealed=tuple([tile.id for tile in state.revealed]),
        deck=len(state.deck),
        seen=_seen(state),
        players=tuple(
            [
                PlayerSeen(
                    player.tile.id if player.tile is not None and not is_secret else None,
                    player.empty,
                    player.dropped,
                    player.one,
                    letter in player.grid,
                    player.grid,
                )
                for player in state.players
            ]
        ),
        totals=state.totals,
        solo=solo(state.totals) if state.options.solo else None,
        result=result,
        ranking=() if result is None else ranking(state.players, result.winners),
        beaten_by_one=() if result is None else beaten_by_one(state.players, result),
    )


def opened(shown: Shared, owns: Sequence[Own]) -> Shared:
    """Second chances that are to be drawn, turned up."""
    pairs = zip(shown.players, owns, strict=True)
    return replace(shown, players=tuple([replace(seen, tile=own.secret or seen.tile) for seen, own in pairs]))


def _seen(state: State) -> tuple[str, ...]:
    """R13: a second chance is used up, too; but it has been seen only when it is drawn, or does not fit."""
    if not state.round:
        return ()
    hidden = {tile.id for tile in state.deck}
    if state.phase == "second_chance":
        hidden.update([tile.id for player in state.players if (tile := player.tile) is not None])
    return tuple(sorted([tile.id for tile in state.box.tiles if tile.id not in hidden]))


def _stuck(state: State) -> tuple[int, ...]:
    waiting = [seat for seat in state.seats_in_game if seat not in state.awaiting]
    return tuple([seat for seat in waiting if not state.players[seat].has_drawn(state.round)])


def solo(totals: Sequence[int]) -> Solo:
    total = sum(totals)
    grade = min(total // SOLO_GOAL, LOWEST_GRADE)
    return Solo(SOLO_GAMES, SOLO_GOAL, total, max(0, total - SOLO_GOAL + 1), grade)


def own(state: State, viewer: Viewer) -> Own:
    seat = viewer if isinstance(viewer, int) else None
    tile = None if seat is None or state.phase != "second_chance" else state.players[seat].tile
    return Own(seat, None if tile is None else tile.id, _can(state, viewer))


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
