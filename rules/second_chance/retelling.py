"""What each event changes in the shared view, by path: see `rules.parts.after`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.second_chance import events as e
from rules.second_chance.ranking import beaten_by_one, ranking
from rules.second_chance.state import EMPTY, LETTERS, ONE, Result
from rules.second_chance.tiles import Cell
from rules.second_chance.views import Shared, solo

Sets: TypeAlias = dict[str, Any]


def sets(shown: Shared, event: e.AnyEvent) -> Sets:
    return SETS[type(event)](shown, event)


def _tiles_shuffled(shown: Shared, event: e.TilesShuffled) -> Sets:
    squares = shown.size**2
    fresh = replace(
        shown.players[0], tile=None, empty=squares, dropped=False, one=False, drawn=False, grid=EMPTY * squares
    )
    return {
        "game": event.game,
        "round": 0,
        "phase": "start",
        "awaiting": (),
        "letters": LETTERS[:1],
        "revealed": (),
        "deck": event.tiles,
        "seen": (),
        "players": (fresh,) * len(shown.players),
    }


def _start_dealt(shown: Shared, event: e.StartDealt) -> Sets:
    return {"awaiting": (*shown.awaiting, event.seat), f"players.{event.seat}.tile": event.tile}


def _tiles_revealed(shown: Shared, event: e.TilesRevealed) -> Sets:
    in_game = [seat for seat, player in enumerate(shown.players) if not player.dropped]
    told: Sets = {
        "round": event.round,
        "phase": "draw",
        "awaiting": tuple([seat for seat in in_game if seat not in event.stuck]),
        "stuck": event.stuck,
        "letters": LETTERS[: event.round + 1],
        "revealed": event.tiles,
        "deck": shown.deck - len(event.tiles),
        "seen": _with(shown.seen, *event.tiles),
    }
    return told | {f"players.{seat}.drawn": False for seat, player in enumerate(shown.players) if player.drawn}


def _tile_drawn(shown: Shared, event: e.TileDrawn) -> Sets:
    player = f"players.{event.seat}"
    told: Sets = {
        "awaiting": _without(shown.awaiting, event.seat),
        f"{player}.tile": None,
        f"{player}.drawn": True,
        **_written(shown, event.seat, event.cells, event.letter),
    }
    return told | {"seen": _with(shown.seen, event.tile)} if shown.phase == "second_chance" else told


def _second_chance_dealt(shown: Shared, event: e.SecondChanceDealt) -> Sets:
    return {"phase": "second_chance", "awaiting": (*shown.awaiting, event.seat), "stuck": (), "deck": shown.deck - 1}


def _second_chance_failed(shown: Shared, event: e.SecondChanceFailed) -> Sets:
    seen = _with(shown.seen, event.tile)
    return {"phase": "second_chance", "stuck": (), "deck": shown.deck - 1, "seen": seen}


def _dropped_out(shown: Shared, event: e.DroppedOut) -> Sets:
    return {f"players.{event.seat}.dropped": True}


def _ones_due(shown: Shared, event: e.OnesDue) -> Sets:
    return {"phase": "bonus", "awaiting": event.seats}


def _one_written(shown: Shared, event: e.OneWritten) -> Sets:
    return {
        "awaiting": _without(shown.awaiting, event.seat),
        f"players.{event.seat}.one": True,
        **_written(shown, event.seat, [event.cell], ONE),
    }


def _solo_game_ended(shown: Shared, event: e.SoloGameEnded) -> Sets:
    totals = (*shown.totals, event.empty)
    return {"phase": "shuffle", "awaiting": (), "stuck": (), "totals": totals, "solo": solo(totals)}


def _game_ended(shown: Shared, event: e.GameEnded) -> Sets:
    result = Result(event.winners, event.why)
    return {
        "phase": "over",
        "awaiting": (),
        "stuck": (),
        "result": result,
        "ranking": ranking(shown.players, event.winners),
        "beaten_by_one": beaten_by_one(shown.players, result),
    }


def _written(shown: Shared, seat: int, cells: Iterable[Cell], mark: str) -> Sets:
    squares = list(shown.players[seat].grid)
    for row, column in cells:
        squares[row * shown.size + column] = mark
    return {f"players.{seat}.grid": "".join(squares), f"players.{seat}.empty": squares.count(EMPTY)}


def _with(seen: tuple[str, ...], *tiles: str) -> tuple[str, ...]:
    return tuple(sorted({*seen, *tiles}))


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in seats if other != seat])


SETS: dict[type, Callable[[Shared, Any], Sets]] = {
    e.TilesShuffled: _tiles_shuffled,
    e.StartDealt: _start_dealt,
    e.TilesRevealed: _tiles_revealed,
    e.TileDrawn: _tile_drawn,
    e.SecondChanceDealt: _second_chance_dealt,
    e.SecondChanceFailed: _second_chance_failed,
    e.DroppedOut: _dropped_out,
    e.OnesDue: _ones_due,
    e.OneWritten: _one_written,
    e.SoloGameEnded: _solo_game_ended,
    e.GameEnded: _game_ended,
}
