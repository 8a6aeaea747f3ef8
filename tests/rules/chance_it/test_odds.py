"""Everybody's chance to win, from what lies open: it gives nothing away, and is that of one winner."""

import random
import subprocess
import sys

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import worth
from rules.chance_it.odds import follows_from, odds
from rules.luck import Luck
from rules.parts import ODDS, in_hundredths
from rules.thinking import ToWeigh, answer, packed

from .random_games import odd_header, played, with_other_secrets
from .test_foresight import asked


def weighed(state, name="odds"):
    return odds(chance_it.shared(state), state.box, state.options, Luck("").lots(name))


def permuted(state, lots):
    """The same to see, but for whom it is: other guide cards face down, the pile in another order, other picks."""
    other = with_other_secrets(state, lots)
    action = state.action
    if action is not None and action.picks:
        picks = tuple([(seat, lots.choice(state.players[seat].cards)) for seat, _card in action.picks])
        other = replace(other, action=replace(action, picks=picks))
    return other


@pytest.mark.parametrize("seed", range(2))
def test_what_nobody_sees_never_changes_the_odds(seed):
    lots = random.Random(seed)
    changed = 0
    for state, _seat in asked({}, f"odds {seed}"):
        other = permuted(state, lots)
        changed += other != state
        assert weighed(other) == weighed(state)
    assert changed > 20


def test_whether_somebody_has_laid_their_guide_card_changes_nothing():
    state = next(state for state, _seat in asked({}, "laid") if state.phase == "choose")
    before = weighed(state)
    seat = state.awaiting[0]
    laid, _events = chance_it.apply(state, chance_it.Choose(seat, "chance_it"))
    assert laid.phase == "choose"
    assert follows_from(chance_it.shared(laid)) == follows_from(chance_it.shared(state))
    assert weighed(laid) == before


@pytest.mark.parametrize("seed", range(8))
def test_any_table_has_odds_and_they_are_those_of_one_winner(seed):
    """With any box, any options and any number of players, at every point of a random game."""
    lots = random.Random(seed)
    phases = set()
    for state in played(lots, odd_header(lots))[0]:
        if lots.random() < 0.3 or state.result is not None:
            phases.add(state.phase)
            chances = weighed(state)
            is_won = state.result is not None and state.result.winners
            is_certain = state.result is not None or not sum(chances)
            shares = (ODDS if is_won else 0) if is_certain else ODDS
            assert shares - len(chances) <= sum(chances) <= shares
            assert sum(in_hundredths(chances)) in (0, 100)
            assert all(not chance or player.hearts for chance, player in zip(chances, state.players, strict=True))
    assert len(phases) > 1


def test_when_it_is_over_the_winners_share_it():
    state, _seat = list(asked({}, "over"))[-1]
    shared = chance_it.shared(state)
    for winners, expected in ((2,), [0, 0, 1, 0]), ((0, 3), [1 / 2, 0, 0, 1 / 2]), ((), [0, 0, 0, 0]):
        over = replace(shared, phase="over", result=chance_it.Result(winners, "stars"))
        chances = odds(over, state.box, state.options, Luck("").lots("x"))
        assert list(chances) == [int(of * ODDS) for of in expected]


def test_before_the_reveal_they_are_the_mean_of_what_may_be_laid():
    """Two who are bound to IN leave one thing open; with dice that are sure, each choice leads to one table."""
    state = next(state for state, _seat in asked({"players": ["A", "B", "C"]}, "mean") if state.phase == "choose")
    players = [replace(player, hearts=6, guide="in", bound=True) for player in state.players[:2]]
    state = replace(
        state, dice=(2, 2, 4, 5, 5), players=(*players, replace(state.players[2], guide=None, hearts=6, bound=False))
    )
    judge = worth.Judge(state.options.stars_to_win)
    each = [
        judge.chances(chance_it.apply(state, chance_it.Choose(2, guide))[0]) for guide in ("in", "out", "chance_it")
    ]
    best = max(each, key=lambda chances: chances[2])
    assert weighed(state)[2] <= best[2] + 1
    assert weighed(state)[2] >= best[2] - ODDS // 200, "nobody lays what is worse for them"


def test_hundredths_are_a_hundred_in_all():
    assert in_hundredths([ODDS // 3] * 3) == (34, 33, 33)
    assert in_hundredths([0, ODDS]) == (0, 100)
    assert in_hundredths([0, 0]) == (0, 0)
    assert in_hundredths([ODDS // 6] * 6) == (17, 17, 17, 17, 16, 16)


def test_a_worker_weighs_the_same():
    state, _seat = list(asked({}, "worker"))[9]
    question = ToWeigh("chance_it", chance_it.shared(state), state.box, state.options)
    worker = subprocess.run(
        [sys.executable, "-m", "rules.thinking"], input=packed(question) * 2, stdout=subprocess.PIPE, check=True
    )
    assert worker.stdout == (answer(question) + b"\n") * 2
    assert sum(msgspec.json.decode(answer(question))) == 100
