"""Every recorded game is replayed; together they show every move, every kind of card, every option and every ending."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rules import chance_it
from rules.chance_it import events
from rules.record import Playing, read, replay

from .recorded import RECORDS, game_at

OF_CHANCE_IT = [path for path in RECORDS if path.name.startswith("chance_it-")]
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
every_record_of_chance_it = pytest.mark.parametrize("record", OF_CHANCE_IT, ids=lambda record: record.stem)


def steps(record: Path) -> Iterator[Playing]:
    with record.open("rb") as lines:
        yield from replay(lines)


def with_events(record: Path) -> Iterator[tuple[Playing, list[events.AnyEvent]]]:
    """The game played once more, move by move, for the events."""
    whole = read(record.read_bytes().splitlines())
    playing = Playing(whole.header)
    yield playing, []
    for move in whole.moves:
        yield playing, playing.play(move)


@every_record
def test_a_recorded_game_is_played_to_its_end(record):
    playing = read(record.read_bytes().splitlines())
    assert playing.state.result is not None
    assert record.name.startswith(f"{playing.game.NAME}-")
    assert playing.game.legal(playing.state) == []


@every_record
def test_a_recorded_game_can_be_written_as_it_was_read(record):
    playing = read(record.read_bytes().splitlines())
    written = list(playing.lines())
    assert [json.loads(line) for line in written] == [json.loads(line) for line in record.read_bytes().splitlines()]
    assert read(written).state == playing.state


@every_record
def test_everybody_has_a_view_all_along(record):
    for playing in steps(record):
        for viewer in (*range(len(playing.header.players)), "game_master", "spectator"):
            own = playing.game.own(playing.state, viewer)
            assert json.loads(msgspec.json.encode([playing.game.shared(playing.state), own]))


@every_record_of_chance_it
def test_a_recorded_game_ends_as_its_name_says(record):
    """chance_it-4-players-shared-victory"""
    playing = read(record.read_bytes().splitlines())
    players, _, ending = record.stem.removeprefix("chance_it-").partition("-players-")
    assert len(playing.header.players) == int(players)
    assert ending.startswith(ending_of(playing))


def ending_of(playing: Playing) -> str:
    result = playing.state.result
    return "shared-victory" if len(result.winners) > 1 else result.why.replace("_", "-")


@every_record_of_chance_it
def test_nothing_is_created_or_lost(record):
    """Tokens come and go by events only, and every card of the box is in one place."""
    tally: dict[tuple[int, str], int] = {}
    for playing, happened in with_events(record):
        state = playing.state
        if not playing.moves:
            for seat in range(len(state.players)):
                tally |= {
                    (seat, "coins"): state.options.coins,
                    (seat, "hearts"): state.options.hearts,
                    (seat, "stars"): 0,
                }
        for event in happened:
            if isinstance(event, events.TokenChanged):
                tally[event.seat, event.token] += event.by
                assert event.left == tally[event.seat, event.token]
        for seat, player in enumerate(state.players):
            held = {(seat, token): getattr(player, token) for token in ("coins", "hearts", "stars")}
            assert held.items() <= tally.items()
        if playing.moves:
            places = [
                *state.market,
                *state.pile,
                *state.discard,
                *(card for player in state.players for card in player.cards),
            ]
            assert sorted(card.id for card in places) == sorted(card.id for card in state.box.cards)


# Together.


def test_every_move_occurs():
    played = {type(move) for record in OF_CHANCE_IT for move in read(record.read_bytes().splitlines()).moves}
    assert played == set(get_args(chance_it.TYPES.move))


def test_every_kind_of_card_occurs_and_works():
    """Each effect with each moment at which a card can work, but for what J13 forbids."""
    worked = set()
    for record in OF_CHANCE_IT:
        for playing, happened in with_events(record):
            cards = {card.id: card for card in playing.box.cards}
            for event in happened:
                if isinstance(event, events.CardUsed):
                    card = cards[event.card]
                    effects = {name for name in ("coins", "hearts", "stars", "hit", "market") if getattr(card, name)}
                    worked |= {(card.when, effect) for effect in effects}
    moments = ("flash", "1", "2", "3", "4", "5", "6", "chance_it")
    kinds = {(when, effect) for when in moments for effect in ("coins", "hearts", "stars", "hit", "market")}
    assert worked == kinds - {("flash", "market")}


def test_every_event_occurs():
    happened = {type(event) for record in OF_CHANCE_IT for _, happened in with_events(record) for event in happened}
    assert happened == set(get_args(events.AnyEvent))


def test_every_ending_occurs():
    endings = {ending_of(read(record.read_bytes().splitlines())) for record in OF_CHANCE_IT}
    assert endings == {"stars", "shared-victory", "last-heart", "nobody"}


def test_every_option_and_every_number_of_players_occurs():
    played = [read(record.read_bytes().splitlines()) for record in OF_CHANCE_IT]
    usual = chance_it.Options()
    for option in usual.__struct_fields__:
        assert {getattr(playing.options, option) == getattr(usual, option) for playing in played} == {True, False}, (
            option
        )
    assert {len(playing.header.players) for playing in played} == set(chance_it.PLAYERS)


def test_any_position_of_a_recorded_game_can_be_had():
    before, after = game_at("chance_it-5-players-nobody", 7), game_at("chance_it-5-players-nobody", 8)
    assert (before.state.phase, before.state.round) == ("choose", 1)
    assert (after.state.phase, after.state.round) == ("roll", 2)
    assert [player.hearts for player in after.state.players] == [player.hearts - 1 for player in before.state.players]
