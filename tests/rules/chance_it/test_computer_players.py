"""Computer players: they see a seat's view, answer with a legal move, and differ in temper."""

import random

import msgspec
import pytest

from rules import chance_it
from rules.luck import Luck

from .random_games import odd_header


def play(header, minds, seed):
    """A game of computer players; gives the last state and how often each seat chose which guide card."""
    box = chance_it.read_box(msgspec.json.encode(header["box"])) if "box" in header else chance_it.house_box()
    players = len(minds)
    state = chance_it.new_game(
        players, box, chance_it.read_options(msgspec.json.encode(header.get("options", {})), players)
    )
    luck = Luck(seed)
    chosen = [[] for _mind in minds]
    draws = 0
    for number in range(3000):
        if state.result is not None:
            break
        if state.awaiting:
            seat = state.awaiting[0]
            move = chance_it.COMPUTER_PLAYERS[minds[seat]](
                chance_it.shared(state), chance_it.own(state, seat), box, state.options, luck.lots(f"{number}-{seat}")
            )
            assert move in chance_it.legal(state)
            if isinstance(move, chance_it.Choose):
                chosen[seat].append(move.guide)
        elif state.phase == "start":
            move = chance_it.Start(number % players)
        elif state.phase == "lay_out":  # J18: somebody at the table says what lies there
            can = chance_it.own(state, "game_master").lay_out
            others = [card for card in can.may_lie if card not in can.must_lie]
            move = chance_it.LayOut((*can.must_lie, *others)[: can.to_lay])
        else:
            move = chance_it.draw(state, luck, draws)
            draws += 1
        state, _events = chance_it.apply(state, move)
    return state, chosen


@pytest.mark.parametrize("seed", range(40))
def test_they_play_any_box_to_the_end_with_legal_moves_alone(seed):
    header = odd_header(random.Random(seed))
    minds = [["easy", "hard", "medium"][(seed + seat) % 3] for seat in range(len(header["players"]))]
    play(header, minds, str(seed))


def test_medium_chances_it_and_easy_never_does():
    easy, medium = [], []
    for seed in range(20):
        _state, chosen = play({}, ["easy", "medium", "hard", "easy"], f"temper {seed}")
        easy += chosen[0] + chosen[3]
        medium += chosen[1]
    assert "chance_it" not in easy
    assert medium.count("chance_it") > len(medium) / 5
    assert easy.count("out") / len(easy) > medium.count("out") / len(medium)


def test_hard_wins_more_than_a_fair_share():
    wins = 0
    for seed in range(120):
        state, _chosen = play({}, ["hard", "easy", "medium"], f"reckon {seed}")
        wins += 0 in state.result.winners
    assert wins > 120 / 3


def test_the_same_lots_give_the_same_game():
    minds = ["medium", "hard", "easy"]
    assert play({}, minds, "same")[0] == play({}, minds, "same")[0]
    assert play({}, minds, "same")[0] != play({}, minds, "other")[0]


def test_they_answer_nothing_when_nothing_is_asked():
    state = chance_it.new_game(3, chance_it.house_box(), chance_it.Options())
    for mind in chance_it.COMPUTER_PLAYERS.values():
        seen = chance_it.shared(state), chance_it.own(state, 0), state.box, state.options
        assert mind(*seen, Luck("x").lots("y")) is None
