"""Setting up: starting tiles are dealt, puzzle tiles shuffled into a deck (R3, R4)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.refusals import BadBox, IllegalMove, Refusal, _
from rules.second_chance.box import Box
from rules.second_chance.events import Events, StartDealt, TilesShuffled
from rules.second_chance.moves import Shuffle
from rules.second_chance.options import Options
from rules.second_chance.state import EMPTY, Player, State


def new_game(players: int, box: Box, options: Options) -> State:
    """Before the shuffle, with empty grids. Raises BadBox if there is no starting tile for everybody (R3)."""
    if len(box.starts) < players:
        sentence = _("Starting Tiles in the box: {starts}; needed: {players}.")
        raise BadBox([Refusal("too_few_starts", sentence, starts=len(box.starts), players=players)])
    return State(box, options, (Player(EMPTY * box.size**2),) * players)


def shuffle(state: State, move: Shuffle, events: Events) -> State:
    """R3: everybody is dealt a starting tile, in seat order (J2); the unused ones leave the game.

    R4: the puzzle tiles are the deck. R18: in solo this begins the next game, with all grids empty.
    """
    starts = {tile.id: tile for tile in state.box.starts}
    tiles = {tile.id: tile for tile in state.box.tiles}
    if sorted(move.starts) != sorted(starts) or sorted(move.tiles) != sorted(tiles):
        raise IllegalMove(
            "not_these_tiles", _("Exactly the Starting Tiles and the Puzzle Tiles of the box are shuffled.")
        )
    fresh = new_game(len(state.players), state.box, state.options)
    game = len(state.totals) + 1
    events.append(TilesShuffled(len(tiles), game))
    players = []
    for seat, (player, start) in enumerate(zip(fresh.players, move.starts, strict=False)):
        players.append(replace(player, tile=starts[start]))
        events.append(StartDealt(seat, start))
    return replace(
        fresh,
        players=tuple(players),
        game=game,
        phase="start",
        awaiting=tuple(range(len(players))),
        deck=tuple([tiles[tile] for tile in move.tiles]),
        totals=state.totals,
    )
