"""The recorded games of Second Chance: together they show every move, event, ending and number of players."""

from pathlib import Path
from typing import get_args

import pytest

from rules import second_chance
from rules.record import Playing, read
from rules.second_chance import events

from ..recorded import RECORDS

OF_SECOND_CHANCE = [path for path in RECORDS if path.name.startswith("second_chance-")]
every_record = pytest.mark.parametrize("record", OF_SECOND_CHANCE, ids=lambda record: record.stem)


def whole(record: Path) -> tuple[Playing, list[events.AnyEvent]]:
    """A recorded game, played once more for its events."""
    recorded = read(record.read_bytes().splitlines())
    playing = Playing(recorded.header)
    return playing, [event for move in recorded.moves for event in playing.play(move)]


def endings(playing: Playing, happened: list[events.AnyEvent]) -> set[str]:
    """What can be said of the end of a game, in the words of the files' names."""
    ended = happened[-1]
    players = playing.state.players
    if ended.why == "solo":
        return {"solo-won" if ended.winners else "solo-lost"}
    found = {
        {
            "full_grid": "full-grid",
            "all_dropped_out": "all-dropped-out",
            "no_two_tiles": "deck-ran-out",
            "too_few_second_chances": "too-few-second-chances",
        }[ended.ending]
    }
    best = [player for player in players if player.empty == min(player.empty for player in players)]
    with_one = [player for player in best if player.one]
    if ended.why == "full" and with_one:
        found.add("own-box-the-1-fills-the-grid")
    elif len(best) > 1:
        found.add(
            "tie-shared" if not with_one else "tie-broken-by-the-1" if len(with_one) == 1 else "tie-of-two-with-a-1"
        )
    return found


@every_record
def test_a_recorded_game_ends_as_its_name_says(record):
    playing, happened = whole(record)
    _game, players, _players, ending = record.stem.split("-", maxsplit=3)
    assert len(playing.header.players) == int(players)
    assert ending in endings(playing, happened)


@every_record
def test_nothing_is_created_or_lost(record):
    """A tile of the deck is revealed or dealt once at most, and what is drawn is what was there to draw."""
    recorded = read(record.read_bytes().splitlines())
    playing = Playing(recorded.header)
    for move in recorded.moves:
        before = playing.state
        happened = playing.play(move)
        state = playing.state
        used = [
            *[tile for event in happened if isinstance(event, events.TilesRevealed) for tile in event.tiles],
            *[event.tile for event in happened if isinstance(event, events.SecondChanceFailed)],
            *[state.players[event.seat].tile.id for event in happened if isinstance(event, events.SecondChanceDealt)],
        ]
        if before.phase == "shuffle":
            assert sorted(tile.id for tile in state.deck) == sorted(tile.id for tile in state.box.tiles)
        else:
            assert sorted([*used, *[tile.id for tile in state.deck]]) == sorted(tile.id for tile in before.deck)
        if isinstance(move, second_chance.Draw):
            seat = move.seat
            assert move.tile in [tile.id for tile in before.tiles_for(seat)]
            assert before.players[seat].empty - state.players[seat].empty == len(move.cells)


def test_every_ending_occurs():
    shown = {ending for record in OF_SECOND_CHANCE for ending in endings(*whole(record))}
    assert shown == {
        "full-grid",
        "all-dropped-out",
        "deck-ran-out",
        "too-few-second-chances",
        "own-box-the-1-fills-the-grid",
        "tie-broken-by-the-1",
        "tie-of-two-with-a-1",
        "tie-shared",
        "solo-won",
        "solo-lost",
    }


def test_every_move_and_every_event_occurs():
    games = [whole(record) for record in OF_SECOND_CHANCE]
    assert {type(move) for playing, _happened in games for move in playing.moves} == set(
        get_args(second_chance.TYPES.move)
    )
    happened = {type(event) for _playing, happened in games for event in happened}
    assert happened == set(get_args(events.AnyEvent))


def test_every_number_of_players_occurs():
    played = {len(whole(record)[0].header.players) for record in OF_SECOND_CHANCE}
    assert played == set(second_chance.PLAYERS)
