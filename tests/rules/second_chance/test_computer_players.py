"""The computer players: always a legal move, from nothing but a seat's view."""

import pytest

from rules import second_chance
from rules.luck import Luck
from rules.refusals import IllegalMove
from rules.second_chance import Bonus, Draw

from .table import Table

NAMES = list(second_chance.COMPUTER_PLAYERS)


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
            think = second_chance.COMPUTER_PLAYERS[names[seat]]
            move = think(
                second_chance.shared(state), second_chance.own(state, seat), box, luck.lots(f"{number}-{seat}")
            )
            number += 1
        state, _events = second_chance.apply(state, move)
    return state


def test_there_are_two_of_them():
    assert NAMES == ["fits", "keeps_room"]


@pytest.mark.parametrize("players", second_chance.PLAYERS)
@pytest.mark.parametrize("name", NAMES)
def test_they_play_to_the_end_with_any_number_of_players(name, players):
    assert play(*[name] * players, seed=players).result is not None


def test_the_same_lots_give_the_same_game():
    assert play("fits", "keeps_room", seed=5) == play("fits", "keeps_room", seed=5)
    assert play("fits", "keeps_room", seed=5) != play("fits", "keeps_room", seed=6)


def test_who_keeps_room_wins_against_who_just_fits():
    won = 0
    for seed in range(10):
        names = ("fits", "keeps_room") if seed % 2 else ("keeps_room", "fits")
        won += [names[seat] for seat in play(*names, seed=seed).result.winners] == ["keeps_room"]
    assert won >= 9


@pytest.mark.parametrize("name", NAMES)
def test_whoever_is_not_asked_gives_no_move(name):
    think = second_chance.COMPUTER_PLAYERS[name]
    lots = Luck("00" * 32).lots("test")
    table = Table("Ann", "Bob", tiles=["##", "##", "#", "#"]).draw("Ann", "##. ... ...")
    for viewer in (0, "game_master", "spectator"):
        assert think(second_chance.shared(table.state), second_chance.own(table.state, viewer), table.box, lots) is None
    solo = Table("Solo", tiles=[])  # the next game is to be dealt, by the table
    assert think(second_chance.shared(solo.state), second_chance.own(solo.state, 0), solo.box, lots) is None


@pytest.mark.parametrize("name", NAMES)
def test_they_write_their_1(name):
    table = Table("Ann", "Bob", starts=["### .#. ###", "#"], tiles=["##", "##", "##"]).draw("Bob", "##. ... ...")
    move = second_chance.COMPUTER_PLAYERS[name](
        second_chance.shared(table.state), second_chance.own(table.state, 0), table.box, Luck("00" * 32).lots("test")
    )
    assert isinstance(move, Bonus)
    table.play(move)


def test_who_keeps_room_makes_no_hole():
    table = Table("Ann", "Bob", starts=["### ##. ...", "#"], tiles=["##", "##", "#", "#"])
    move = second_chance.COMPUTER_PLAYERS["keeps_room"](
        second_chance.shared(table.state), second_chance.own(table.state, 0), table.box, Luck("00" * 32).lots("test")
    )
    assert isinstance(move, Draw)
    assert set(move.cells) != {(2, 1), (2, 2)}  # would leave two single squares
    with pytest.raises(IllegalMove):
        table.draw("Ann", "##. ... ...")
