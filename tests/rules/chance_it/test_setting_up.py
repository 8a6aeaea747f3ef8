"""Setting up (R3 to R6)."""

import pytest

from rules import chance_it
from rules.chance_it import events
from rules.refusals import IllegalMove

from .table import Table, box_of, card

THIRTY = [card(f"m{number:02}", "flash") for number in range(1, 31)]
IDS = tuple(card.id for card in THIRTY)


def new_game(players: int = 3, cards=THIRTY, **options) -> chance_it.State:
    return chance_it.new_game(players, box_of(cards), chance_it.Options(**options))


def test_R3_the_cards_are_shuffled_into_a_pile_and_four_of_them_laid_out():
    order = IDS[::-1]
    state, happened = chance_it.apply(new_game(), chance_it.Shuffle(order))
    assert tuple(card.id for card in state.market) == order[:4]
    assert tuple(card.id for card in state.pile) == order[4:]
    assert state.discard == ()
    assert happened == [events.PileShuffled(30, "R3"), events.MarketLaidOut(order[:4])]
    assert state.phase == "start"


def test_R3_nothing_lies_on_the_table_before_the_shuffle():
    state = new_game()
    assert (state.phase, state.market, state.pile, state.discard) == ("shuffle", (), (), ())
    assert (state.round, state.starter, state.dice, state.awaiting) == (0, None, (), ())


@pytest.mark.parametrize(
    "cards",
    [
        (),
        IDS[1:],
        (*IDS, IDS[0]),
        (*IDS[1:], IDS[1]),
        (*IDS[1:], "joker"),
    ],
    ids=["none", "one is missing", "one twice", "one twice for another", "a stranger"],
)
def test_R3_the_pile_must_be_exactly_the_cards_of_the_box(cards):
    with pytest.raises(IllegalMove, match="exactly the cards"):
        chance_it.apply(new_game(), chance_it.Shuffle(cards))


@pytest.mark.parametrize("number", [1, 3, 4, 5])
def test_R3_a_box_of_few_cards_lays_out_what_it_has(number):
    state, _ = chance_it.apply(new_game(cards=THIRTY[:number]), chance_it.Shuffle(IDS[:number]))
    assert len(state.market) == min(number, 4)
    assert len(state.pile) == number - len(state.market)
    assert state.phase == "start"


@pytest.mark.parametrize("players", chance_it.PLAYERS)
def test_R4_everybody_starts_with_8_coins_8_hearts_and_no_star(players):
    state = new_game(players)
    assert [(player.coins, player.hearts, player.stars) for player in state.players] == [(8, 8, 0)] * players
    assert all(player.cards == () and player.guide is None and not player.bound for player in state.players)


def test_R4_a_table_may_start_with_other_values():
    state = new_game(coins=0, hearts=1)
    assert [(player.coins, player.hearts, player.stars) for player in state.players] == [(0, 1, 0)] * 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_R5_whoever_reaches_for_the_dice_first_is_the_starting_player(seat):
    state, _ = chance_it.apply(new_game(), chance_it.Shuffle(IDS))
    state, happened = chance_it.apply(state, chance_it.Start(seat))
    assert (state.starter, state.round, state.phase) == (seat, 1, "roll")
    assert happened == [events.StarterFound(seat), events.RoundBegan(1, seat, rule="R5")]


def test_R5_somebody_who_does_not_sit_there_cannot_reach_for_the_dice():
    state, _ = chance_it.apply(new_game(), chance_it.Shuffle(IDS))
    with pytest.raises(IllegalMove) as refusal:
        chance_it.apply(state, chance_it.Start(3))
    assert refusal.value.code == "no_such_seat"


def test_R5_nobody_reaches_for_the_dice_twice():
    table = Table("Ann", "Bob")
    with table.refused("not_now"):
        table.start("Bob")


def test_R5_the_order_is_shuffle_then_start_then_roll():
    state = new_game()
    for move in (chance_it.Start(0), chance_it.Roll((1, 2, 3, 4, 5))):
        with pytest.raises(IllegalMove):
            chance_it.apply(state, move)
    state, _ = chance_it.apply(state, chance_it.Shuffle(IDS))
    for move in (chance_it.Shuffle(IDS), chance_it.Roll((1, 2, 3, 4, 5))):
        with pytest.raises(IllegalMove):
            chance_it.apply(state, move)


@pytest.mark.parametrize("players", chance_it.PLAYERS)
def test_R6_the_stakes_sheet_is_the_one_for_the_number_of_players(players):
    """Every sheet asks its own number of coins of those who take part."""
    names = ("Ann", "Bob", "Cy", "Dee", "Eva", "Fay")[:players]
    table = Table(*names, coins=100, sheets={n: {"out": [0] * (n - 1), "in": [n * 10] * n} for n in range(2, 7)})
    table.round(4, 4, 4, 4, 4, **dict.fromkeys(names, "in"))
    assert [table[name].coins for name in names] == [100 - players * 10] * players


def test_nothing_that_lies_on_the_table_can_be_changed_in_place():
    """A move gives a new state; whoever kept the old one still has it as it was."""
    table = Table("Ann", "Bob").round(6, 1, 4, 4, 4, Ann="in", Bob="out")
    state = table.state
    for part in (state, state.players[0], state.action, state.market[0], state.box, state.options):
        field = part.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(part, field, getattr(part, field))
