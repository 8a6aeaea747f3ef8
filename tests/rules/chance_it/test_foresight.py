"""The expert: plays whatever lies there, from what its seat sees and from nothing else, and the same everywhere."""

import random
import subprocess
import sys

import msgspec
import pytest

from rules import chance_it
from rules.chance_it import foresight, worth
from rules.luck import Luck
from rules.thinking import ToThink, answer, packed

from .random_games import odd_header, with_other_secrets


def asked(header, seed, rounds=6):
    """Every state of a game of experts (quick ones) in which somebody is to choose, and the seat."""
    box = chance_it.read_box(msgspec.json.encode(header["box"])) if "box" in header else chance_it.house_box()
    players = len(header.get("players", "ABCD"))
    options = chance_it.read_options(msgspec.json.encode(header.get("options", {})), players)
    state, luck, draws = chance_it.new_game(players, box, options), Luck(seed), 0
    for number in range(400):
        if state.result is not None:
            return
        if state.awaiting:
            seat = state.awaiting[0]
            yield state, seat
            move = decided(state, seat, luck.lots(f"{number}-{seat}"), rounds)
            assert move in chance_it.legal(state)
        elif state.phase == "start":
            move = chance_it.Start(number % players)
        elif state.phase == "lay_out":
            can = chance_it.own(state, "game_master").lay_out
            others = [card for card in can.may_lie if card not in can.must_lie]
            move = chance_it.LayOut((*can.must_lie, *others)[: can.to_lay])
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)


def seen(state, seat):
    return chance_it.shared(state), chance_it.own(state, seat), state.box, state.options


def decided(state, seat, lots, rounds=6):
    return foresight.think(*seen(state, seat), lots, rounds).move


@pytest.mark.parametrize("seed", range(6))
def test_it_plays_any_box_with_legal_moves_alone(seed):
    for _state, _seat in asked(odd_header(random.Random(seed)), str(seed)):
        pass


@pytest.mark.parametrize("seed", range(2))
def test_what_it_cannot_see_never_changes_its_move(seed):
    lots = random.Random(seed)
    changed = 0
    for state, seat in asked({}, f"peek {seed}"):
        other = with_other_secrets(state, lots, seat)
        changed += other != state
        assert decided(other, seat, Luck("x").lots("y")) == decided(state, seat, Luck("x").lots("y"))
    assert changed > 20


def test_a_worker_decides_the_same():
    state, seat = list(asked({}, "worker"))[9]
    question = ToThink("chance_it", "expert", *seen(state, seat), "5" * 64, "7-0")
    worker = subprocess.run(
        [sys.executable, "-m", "rules.thinking"], input=packed(question) * 2, stdout=subprocess.PIPE, check=True
    )
    assert worker.stdout == (answer(question) + b"\n") * 2


def test_what_cannot_be_played_on_is_left_to_the_next_weaker_player(monkeypatch):
    state, seat = list(asked({}, "weaker"))[3]

    def lost(*_seen):
        raise foresight.IllegalMove("lost", "Lost.")

    monkeypatch.setattr(foresight, "think", lost)
    expert, hard = (chance_it.COMPUTER_PLAYERS[mind] for mind in ("expert", "hard"))
    assert expert(*seen(state, seat), Luck("x").lots("y")) == hard(*seen(state, seat), Luck("x").lots("y"))


def test_the_chances_of_a_table_are_those_of_one_winner():
    for state, _seat in asked({}, "chances"):
        chances = worth.Judge(20).chances(state)
        assert abs(sum(chances) - worth.ONE) < 10
        assert all((chance > 0) == (player.hearts > 0) for chance, player in zip(chances, state.players, strict=True))
    rich = chance_it.Player(20, 12, 15)
    poor = chance_it.Player(0, 1, 0)
    best, worst = worth.Judge(20).chances(chance_it.State(state.box, state.options, (rich, poor)))
    assert best > 9 * worst
