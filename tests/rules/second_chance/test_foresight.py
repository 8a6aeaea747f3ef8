"""The expert: draws in any box, from what its seat sees and from nothing else, the same everywhere, in bounded work."""

import subprocess
import sys
from random import Random

import msgspec
import pytest

from rules import second_chance
from rules.luck import Luck
from rules.second_chance import foresight
from rules.thinking import ToThink, answer, packed

from .random_games import odd_header, odd_tile
from .table import Table
from .test_computer_players import play
from .test_views import hidden_otherwise

expert = second_chance.COMPUTER_PLAYERS["expert"]


def seen(state, seat):
    return second_chance.shared(state), second_chance.own(state, seat), state.box, state.options


def asked(header, seed, mind=expert):
    """Every state of a game in which somebody is to move, and the seat."""
    box = second_chance.read_box(msgspec.json.encode(header["box"])) if "box" in header else second_chance.house_box()
    players = len(header["players"])
    state = second_chance.new_game(players, box, second_chance.Options(players == 1))
    luck, draws, number = Luck(seed), 0, 0
    while state.result is None:
        if state.phase == "shuffle":
            move = second_chance.draw(state, luck, draws)
            draws += 1
        else:
            seat = state.awaiting[0]
            yield state, seat
            move = mind(*seen(state, seat), luck.lots(f"{number}-{seat}"))
            number += 1
        state, _events = second_chance.apply(state, move)


def decided(state, seat):
    view, own, box, _options = seen(state, seat)
    return foresight.think(view, own, box, Luck("x").lots("y"), looks=300)


@pytest.mark.parametrize("seed", range(20))
def test_it_plays_any_box_with_legal_moves_alone(seed):
    for _state, _seat in asked(odd_header(Random(seed)), str(seed)):
        pass


def test_it_plays_on_the_largest_grid_with_the_most_tiles():
    tiles = [odd_tile(Random(number), f"t{number}", 12) for number in range(100)]
    box = {"name": "large", "size": 25, "starts": [{"id": "s", "cells": [[0, 0]]}], "tiles": tiles}
    turns = asked({"players": ["Ann"], "box": box}, "large")
    for _turn in range(4):
        state, seat = next(turns)
        view, own, box, _options = seen(state, seat)
        thought = foresight.think(view, own, box, Luck("x").lots("y"))
        assert thought.looks < 100_000


@pytest.mark.parametrize("players", [1, 2, 4])
def test_what_it_cannot_see_never_changes_its_move(players):
    rng = Random(players)
    changed = 0
    for state, seat in asked({"players": ["P"] * players}, f"peek {players}", second_chance.COMPUTER_PLAYERS["medium"]):
        other = hidden_otherwise(state, seat, rng)
        changed += other != state
        assert decided(other, seat) == decided(state, seat)
    assert changed > 10


def test_its_work_is_bounded_whatever_lies_there():
    most = total = count = 0
    for state, seat in asked({"players": ["Ann", "Bob"]}, "bounded", second_chance.COMPUTER_PLAYERS["easy"]):
        view, own, box, _options = seen(state, seat)
        thought = foresight.think(view, own, box, Luck("x").lots("y"))
        if thought:
            most, total, count = max(most, thought.looks), total + thought.looks, count + 1
    assert most < 50_000
    assert total / count < 10_000


def test_a_worker_decides_the_same():
    state, seat = list(asked({"players": ["Ann", "Bob"]}, "worker", second_chance.COMPUTER_PLAYERS["hard"]))[20]
    question = ToThink("second_chance", "expert", *seen(state, seat), "5" * 64, "7-0")
    worker = subprocess.run(
        [sys.executable, "-m", "rules.thinking"], input=packed(question) * 2, stdout=subprocess.PIPE, check=True
    )
    assert worker.stdout == (answer(question) + b"\n") * 2


def test_it_keeps_room_for_the_tile_that_must_come():
    table = Table("Ann", "Bob", starts=["### .#. ...", "#"], tiles=["#", "#", "###", "###"])
    move = expert(*seen(table.state, 0), Luck("x").lots("y"))
    table.play(move)
    assert second_chance.shared(table.state).players[0].grid.endswith("...")


def test_it_leaves_fewer_squares_empty_than_hard():
    hard, best = ([sum(play(mind, seed=seed).totals) for seed in range(3)] for mind in ("hard", "expert"))
    assert sum(best) < 0.8 * sum(hard)
