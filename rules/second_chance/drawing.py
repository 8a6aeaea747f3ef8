"""A round: two tiles are revealed, and everybody draws one of them (R5 to R8, J1)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.refusals import IllegalMove, _
from rules.second_chance.ending import end, look_at_the_grids
from rules.second_chance.events import Events, TileDrawn, TilesRevealed
from rules.second_chance.moves import Draw
from rules.second_chance.state import EMPTY, LETTERS, Phase, State
from rules.second_chance.tiles import Cell, Tile, Way, fits, ways

REVEALED_AT_ONCE = 2
RULE_OF_PHASE: dict[Phase, str] = {"start": "R3", "draw": "R5", "second_chance": "R10"}


def next_round(state: State, events: Events) -> State:
    """R8: two new tiles are revealed, unless the game ends here.

    R14: it ends with a full grid (J3: looked at again after the second chances and the 1s), when everybody has dropped
    out, or when there are no two tiles left to reveal.
    """
    state = look_at_the_grids(state, events)
    if state.is_at_rest:
        return state
    in_game = state.seats_in_game
    if not in_game:
        return end(state, "all_dropped_out", events)
    if len(state.deck) < REVEALED_AT_ONCE:
        return end(state, "no_two_tiles", events)
    revealed = state.deck[:REVEALED_AT_ONCE]
    able = [seat for seat in in_game if _can_draw_one(state, seat, revealed)]
    stuck = tuple([seat for seat in in_game if seat not in able])
    number = state.round + 1
    rule = "R5" if number == 1 else "R8"
    events.append(TilesRevealed(number, tuple([tile.id for tile in revealed]), stuck, rule))
    return replace(
        state,
        round=number,
        phase="draw",
        awaiting=tuple(able),
        revealed=revealed,
        deck=state.deck[REVEALED_AT_ONCE:],
    )


def _can_draw_one(state: State, seat: int, tiles: tuple[Tile, ...]) -> bool:
    """J1: whoever can draw at least one of the two must draw one."""
    filled = state.players[seat].filled
    return any(fits(tile, state.box.size, filled) for tile in tiles)


def draw(state: State, move: Draw, events: Events) -> State:
    """Draws a revealed tile (R5), the starting tile (R3) or a second chance (R10)."""
    player = state.player_to_move(move.seat)
    tile = next((tile for tile in state.tiles_for(move.seat) if tile.id == move.tile), None)
    if tile is None:
        raise IllegalMove("not_this_tile", _("You cannot draw Tile {tile} now."), tile=move.tile)
    size = state.box.size
    cells = tuple(sorted(move.cells))
    _check_shape(tile, cells, size)
    if not all(0 <= row < size and 0 <= column < size for row, column in cells):  # R7
        raise IllegalMove("outside_the_grid", _("A Tile may not leave the Grid."))
    if state.phase == "start" and (size // 2, size // 2) not in cells:
        raise IllegalMove("not_on_the_centre", _("One square of the Starting Tile must cover the centre."))
    letter = LETTERS[state.round]
    squares = list(player.grid)
    for row, column in cells:
        if squares[row * size + column] != EMPTY:  # R7
            raise IllegalMove("overlaps", _("A Tile may not overlap what is drawn."))
        squares[row * size + column] = letter
    events.append(TileDrawn(move.seat, tile.id, cells, letter, RULE_OF_PHASE[state.phase]))
    return state.has_moved(move.seat, replace(player, grid="".join(squares), tile=None))


def _check_shape(tile: Tile, cells: tuple[Cell, ...], size: int) -> None:
    """R6: turned and mirrored at will, and nothing else."""
    top = min([row for row, _column in cells], default=0)
    left = min([column for _row, column in cells], default=0)
    shape = tuple([(row - top, column - left) for row, column in cells])
    if any(shape == way.cells for way in ways(tile, size)):
        return
    raise IllegalMove("not_the_shape", _("This is not Tile {tile}, not even turned or mirrored."), tile=tile.id)


def open_ways(state: State, seat: int) -> Iterator[tuple[Tile, Way, int]]:
    """All that this seat may draw now: each tile, each way it can lie, and the corners with which it can lie so."""
    filled = state.players[seat].filled
    for tile in state.tiles_for(seat):
        for way in ways(tile, state.box.size):
            room = way.central if state.phase == "start" else way.room(filled)
            if room:
                yield tile, way, room
