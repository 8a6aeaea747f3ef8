"""The computer players: always a legal move, from nothing but a seat's view."""

import pytest

from rules import second_chance
from rules.luck import Luck
from rules.refusals import IllegalMove
from rules.second_chance import Bonus, Draw

from .table import Table

NAMES = list(second_chance.COMPUTER_PLAYERS)


def answer(name: str, state: second_chance.State, viewer, lots=None):
    """What this player answers to what a viewer sees."""
    seen = second_chance.shared(state), second_chance.own(state, viewer), state.box, state.options
    return second_chance.COMPUTER_PLAYERS[name](*seen, lots or Luck("00" * 32).lots("test"))


def play(*names: str, seed: int) -> second_chance.State:
    """A whole game; each of them is refused nothing."""
    box = second_chance.house_box()
    state = second_chance.new_game(len(names), box, second_chance.Options(len(names) == 1))
    luck = Luck(str(seed))
    draws = number = 0
    while state.result is None:
        if state.phase == "shuffle":
            move = second_chance.draw(state, luck, draws)
            draws += 1
        else:
            seat = state.awaiting[0]
            move = answer(names[seat], state, seat, luck.lots(f"{number}-{seat}"))
            number += 1
        state, _events = second_chance.apply(state, move)
    return state


def test_each_strength_has_one():
    assert NAMES == ["easy", "medium", "hard", "expert"]


@pytest.mark.parametrize("players", second_chance.PLAYERS)
@pytest.mark.parametrize("name", NAMES)
def test_they_play_to_the_end_with_any_number_of_players(name, players):
    assert play(*[name] * players, seed=players).result is not None


def test_the_same_lots_give_the_same_game():
    assert play("easy", "hard", seed=5) == play("easy", "hard", seed=5)
    assert play("easy", "hard", seed=5) != play("easy", "hard", seed=6)


def test_hard_wins_against_easy():
    won = 0
    for seed in range(10):
        names = ("easy", "hard") if seed % 2 else ("hard", "easy")
        won += [names[seat] for seat in play(*names, seed=seed).result.winners] == ["hard"]
    assert won >= 9


@pytest.mark.parametrize("name", NAMES)
def test_whoever_is_not_asked_gives_no_move(name):
    table = Table("Ann", "Bob", tiles=["##", "##", "#", "#"]).draw("Ann", "##. ... ...")
    for viewer in (0, "game_master", "spectator"):
        assert answer(name, table.state, viewer) is None
    solo = Table("Solo", tiles=[])  # the next game is to be dealt, by the table
    assert answer(name, solo.state, 0) is None


@pytest.mark.parametrize("name", NAMES)
def test_they_write_their_1(name):
    table = Table("Ann", "Bob", starts=["### .#. ###", "#"], tiles=["##", "##", "##"]).draw("Bob", "##. ... ...")
    move = answer(name, table.state, 0)
    assert isinstance(move, Bonus)
    table.play(move)


def test_hard_makes_no_hole():
    table = Table("Ann", "Bob", starts=["### ##. ...", "#"], tiles=["##", "##", "#", "#"])
    move = answer("hard", table.state, 0)
    assert isinstance(move, Draw)
    assert set(move.cells) != {(2, 1), (2, 2)}  # would leave two single squares
    with pytest.raises(IllegalMove):
        table.draw("Ann", "##. ... ...")
