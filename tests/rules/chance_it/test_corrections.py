"""Setting a mistake of the table right: `correct`, a move of the game master."""

import pytest

from rules import chance_it
from rules.chance_it import events

from .table import Table, card


@pytest.mark.parametrize("token", ["coins", "hearts", "stars"])
def test_a_correction_changes_one_kind_of_token_and_nothing_else(token):
    table = Table("Ann", "Bob")
    before = table.state
    table.correct("Bob", token, 3)
    value = getattr(before.players[1], token) + 3
    assert table.events == [events.TokenChanged(1, token, 3, value, "correction", "correction")]
    assert table.state == before.with_player(1, chance_it.Player(**{**_as_dict(before.players[1]), token: value}))


def _as_dict(player: chance_it.Player) -> dict:
    return {name: getattr(player, name) for name in player.__struct_fields__}


@pytest.mark.parametrize(("token", "most"), [("coins", 8), ("hearts", 7), ("stars", 5)])
def test_a_correction_leaves_no_debts_and_eliminates_nobody(token, most):
    table = Table("Ann", "Bob").give("Ann", stars=5)
    with table.refused("too_few_left"):
        table.correct("Ann", token, -most - 1)
    table.correct("Ann", token, -most)
    assert getattr(table["Ann"], token) == (1 if token == "hearts" else 0)


def test_a_correction_by_nothing_changes_nothing():
    table = Table("Ann", "Bob")
    before = table.state
    table.correct("Ann", "coins", 0)
    assert (table.state, table.events) == (before, [])


def test_whoever_is_out_of_the_game_stays_out():
    table = Table("Ann", "Bob", "Cy").give("Cy", hearts=0)
    with table.refused("out_of_the_game"):
        table.correct("Cy", "hearts", 1)


def test_there_must_be_somebody_at_that_seat():
    table = Table("Ann", "Bob")
    with table.refused("no_such_seat"):
        table.play(chance_it.Correct(2, "coins", 1))


@pytest.mark.parametrize("phase", ["start", "roll", "choose", "use", "reroll", "market", "shuffle"])
def test_a_correction_is_possible_in_every_phase_and_leaves_it_as_it_is(phase):
    cards = [card("a", "1"), card("b", "1")]
    table = Table("Ann", "Bob", cards=cards, blanks=1, hands={"Ann": ["a", "b"]}, market=["x1"])
    if phase == "start":
        table.state = chance_it.new_game(2, table.state.box, table.state.options)
        table.shuffle("a", "b", "x1")
    steps = [
        lambda: table.roll(1, 5, 5, 5, 6),
        lambda: table.lay(Ann="in", Bob="in"),
        lambda: table.use("Ann", "a"),
        lambda: table.reroll(5),
        lambda: table.discard("Ann", "x1"),
    ]
    while table.phase != phase:
        steps.pop(0)()
    awaiting = table.awaiting
    table.correct("Ann", "coins", 5)
    assert (table.phase, table.awaiting, table["Ann"].coins) == (phase, awaiting, table["Bob"].coins + 5)


def test_a_correction_changes_what_can_be_bought():
    table = Table("Ann", "Bob", cards=[card("a", "2", 9)]).round(6, 4, 4, 4, 4, Ann="in", Bob="out")
    assert chance_it.Buy(0, "a") not in table.legal()
    table.correct("Ann", "coins", 1)
    assert chance_it.Buy(0, "a") in table.legal()


def test_corrections_are_not_listed_among_the_legal_moves():
    table = Table("Ann", "Bob").roll(4, 4, 4, 4, 4)
    assert not table.legal(do=chance_it.Correct)
