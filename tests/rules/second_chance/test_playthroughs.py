"""Whole games, drawn at random, of every number of players and in odd boxes: what must always hold."""

import json
from itertools import combinations
from random import Random
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import second_chance
from rules.parts import after
from rules.record import Playing, read, read_header
from rules.refusals import IllegalMove
from rules.second_chance import events

from .by_the_book import Book, NotAllowed
from .random_games import any_attempt, any_move, odd_header

MOVES_AT_MOST = 1000


def begin(header: dict) -> Playing:
    return Playing(read_header(json.dumps(header)))


def plain(anything: object) -> object:
    return json.loads(msgspec.json.encode(anything))


def laid_open(playing: Playing) -> dict:
    return plain(second_chance.laid_open(playing.state))


def legal(playing: Playing) -> list[dict]:
    return plain(second_chance.legal(playing.state))


def in_order(moves: list[dict]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def play_both(header: dict, rng: Random) -> tuple[Playing, list]:
    """Plays a game and the book side by side; they agree on every state, every list of legal moves, every refusal."""
    playing, book = begin(header), Book(header)
    happened = []
    for _ in range(MOVES_AT_MOST):
        assert laid_open(playing) == book.state()
        moves = legal(playing)
        assert in_order(moves) == in_order(book.legal())
        assert all(sorted(move["cells"]) == move["cells"] for move in moves if "cells" in move)
        attempt = any_attempt(rng, header)
        if not book.is_allowed(attempt):
            before = playing.state
            with pytest.raises(IllegalMove) as refusal:
                playing.play(playing.read_move(json.dumps(attempt)))
            assert refusal.value.code
            assert "{" not in str(refusal.value)
            assert playing.state is before
        if not moves:
            break
        move = any_move(rng, moves, header)
        happened += playing.play(playing.read_move(json.dumps(move)))
        book.play(move)
    assert playing.state.result is not None, "it ends within a generous limit"
    with pytest.raises(NotAllowed):
        book.play({"do": "shuffle", "starts": [], "tiles": []})
    return playing, happened


@pytest.mark.parametrize("seed", range(150))
def test_odd_games_agree_with_the_book(seed):
    rng = Random(seed)
    play_both(odd_header(rng), rng)


@pytest.mark.parametrize("players", second_chance.PLAYERS)
def test_a_game_with_the_house_box_agrees_with_the_book(players):
    header = odd_header(Random(players), players)
    header["box"] = plain(second_chance.house_box())
    play_both(header, Random(players))


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_what_must_always_hold(rng, players):
    header = odd_header(rng, players)
    playing = begin(header)
    size = header["box"]["size"]
    ids = {tile["id"] for tile in header["box"]["tiles"]}
    grids = [player.grid for player in playing.state.players]
    while playing.state.result is None:
        state = playing.state
        moves = second_chance.legal(state)
        assert moves
        if state.phase == "shuffle":
            assert not state.awaiting
        else:
            assert state.awaiting
            assert {move.seat for move in moves} == set(state.awaiting)
        assert len({*state.deck, *state.revealed}) == len(state.deck) + len(state.revealed)
        assert {tile.id for tile in state.deck + state.revealed} <= ids
        for move in rng.sample(moves, min(5, len(moves))):
            if state.phase != "shuffle":
                second_chance.apply(state, move)
        before = state
        happened = playing.play(playing.read_move(json.dumps(any_move(rng, plain(moves), header))))
        assert before == state
        check_events(happened, grids, size, playing.state)
    assert second_chance.legal(playing.state) == []
    assert playing.state.awaiting == ()
    replayed = read(playing.lines())
    assert replayed.state == playing.state
    assert msgspec.json.decode(msgspec.json.encode(playing.state), type=second_chance.State) == playing.state


@pytest.mark.parametrize("players", second_chance.PLAYERS)
def test_events_lead_from_the_view_before_a_move_to_exactly_the_one_after_it(players):
    told = set()
    for seed in range(60):
        rng = Random(f"{players} players, retold {seed}")
        header = odd_header(rng, players)
        playing = begin(header)
        shown = second_chance.shared(playing.state)
        while playing.state.result is None:
            move = any_move(rng, legal(playing), header)
            for event in playing.play(playing.read_move(json.dumps(move))):
                shown = after(shown, second_chance.sets(shown, event))
                told.add(type(event))
            assert shown == second_chance.shared(playing.state)
    only_solo, never_solo = {events.SoloGameEnded}, {events.OnesDue, events.OneWritten}
    assert told == set(get_args(events.AnyEvent)) - (never_solo if players == 1 else only_solo), "each event is told"


@pytest.mark.parametrize("players", second_chance.PLAYERS)
def test_R16_R17_the_ranking_follows_from_the_grids(players):
    for seed in range(60):
        rng = Random(f"{players} players, ranked {seed}")
        header = odd_header(rng, players)
        playing = begin(header)
        while playing.state.result is None:
            assert second_chance.shared(playing.state).ranking == ()
            playing.play(playing.read_move(json.dumps(any_move(rng, legal(playing), header))))
        state, view = playing.state, second_chance.shared(playing.state)
        places = {one.seat: one.place for one in view.ranking}
        assert sorted(places) == list(range(players))
        assert [one.place for one in view.ranking] == sorted(places.values())
        if players > 1:
            assert [seat for seat in range(players) if places[seat] == 1] == list(state.result.winners)
        for one, other in combinations(set(places) - set(state.result.winners), 2):
            worth = [(-state.players[seat].empty, state.players[seat].one) for seat in (one, other)]
            assert (places[one] < places[other]) == (worth[0] > worth[1])
        fewest = state.players[view.ranking[0].seat].empty
        for seat in view.beaten_by_one:
            assert state.players[seat].empty == fewest
            assert not state.players[seat].one
            assert places[seat] > 1


def check_events(happened: list, grids: list[str], size: int, state: second_chance.State) -> None:
    """The drawings and 1s that were told add up to the grids."""
    for event in happened:
        assert event.rule[0] in "RJ"
        if isinstance(event, events.TilesShuffled):
            grids[:] = ["." * size * size] * len(grids)
        elif isinstance(event, events.TileDrawn | events.OneWritten):
            squares = list(grids[event.seat])
            cells, mark = (event.cells, event.letter) if isinstance(event, events.TileDrawn) else ([event.cell], "1")
            for row, column in cells:
                assert squares[row * size + column] == "."
                squares[row * size + column] = mark
            grids[event.seat] = "".join(squares)
    assert grids == [player.grid for player in state.players]


def test_odd_games_end_in_every_way():
    endings, whys, tied, phases = set(), set(), set(), set()
    for seed in range(150):
        rng = Random(seed)
        header = odd_header(rng)
        playing = begin(header)
        while playing.state.result is None:
            phases.add(playing.state.phase)
            happened = playing.play(playing.read_move(json.dumps(any_move(rng, legal(playing), header))))
        ended = happened[-1]
        endings.add(ended.ending)
        whys.add((ended.why, bool(ended.winners)))
        if ended.why == "fewest":
            fewest = min(player.empty for player in playing.state.players)
            tied.add((sum(player.empty == fewest for player in playing.state.players) > 1, len(ended.winners) > 1))
    assert endings == {"full_grid", "all_dropped_out", "no_two_tiles", "too_few_second_chances"}
    assert whys == {("full", True), ("fewest", True), ("solo", True), ("solo", False)}
    assert tied == {(False, False), (True, False), (True, True)}
    assert phases == {"shuffle", "start", "draw", "second_chance", "bonus"}
