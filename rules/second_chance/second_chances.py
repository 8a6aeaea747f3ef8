"""Second chances, dropping out, and the 1 of those who drop out first (R9 to R13, R15)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.refusals import IllegalMove, _
from rules.second_chance.ending import end, look_at_the_grids
from rules.second_chance.events import DroppedOut, Events, OnesDue, OneWritten, SecondChanceDealt, SecondChanceFailed
from rules.second_chance.moves import Bonus
from rules.second_chance.state import EMPTY, ONE, State
from rules.second_chance.tiles import fits


def deal(state: State, events: Events) -> State:
    """R9: when all have drawn who can, each of the others is dealt a tile, J2: in seat order.

    J3: with a full grid the game ends before that. R15: likewise if there are too few tiles for all who need one.
    R11: whoever cannot draw it drops out at once. R13: the tile is used up either way.
    """
    state = look_at_the_grids(state, events)
    if state.is_at_rest:
        return state
    stuck = [seat for seat in state.seats_in_game if not state.players[seat].has_drawn(state.round)]
    if len(state.deck) < len(stuck):
        return end(state, "too_few_second_chances", events)
    players = list(state.players)
    awaiting = []
    for seat, tile in zip(stuck, state.deck, strict=False):
        if fits(tile, state.box.size, players[seat].filled):
            events.append(SecondChanceDealt(seat))
            players[seat] = replace(players[seat], tile=tile)
            awaiting.append(seat)
        else:
            events.append(SecondChanceFailed(seat, tile.id))
            events.append(DroppedOut(seat))
            players[seat] = replace(players[seat], dropped=True)
    return replace(
        state,
        players=tuple(players),
        phase="second_chance",
        awaiting=tuple(awaiting),
        deck=state.deck[len(stuck) :],
    )


def call_for_ones(state: State, events: Events) -> State:
    """R12: all those who dropped out in the first such round write a 1; R18: not in solo.

    They do so in the round in which they drop out, so nobody has a 1 yet exactly until then.
    """
    awaiting: list[int] = []
    if not state.options.solo and not any(player.one for player in state.players):
        awaiting = [seat for seat, player in enumerate(state.players) if player.dropped]
    if awaiting:
        events.append(OnesDue(tuple(awaiting)))
    return replace(state, phase="bonus", awaiting=tuple(awaiting))


def bonus(state: State, move: Bonus, events: Events) -> State:
    """R12: the 1 fills an empty square."""
    player = state.player_to_move(move.seat)
    size = state.box.size
    row, column = move.cell
    if not (0 <= row < size and 0 <= column < size):
        raise IllegalMove("outside_the_grid", _("The 1 is written inside the Grid."))
    square = row * size + column
    if player.grid[square] != EMPTY:
        raise IllegalMove("not_empty", _("The 1 is written into an empty square."))
    events.append(OneWritten(move.seat, move.cell))
    grid = player.grid[:square] + ONE + player.grid[square + 1 :]
    return state.has_moved(move.seat, replace(player, grid=grid, one=True))
