"""J18: the market cards lie on the real table, and somebody says which ones."""

import pytest

from rules import chance_it
from rules.chance_it import Due, LayOut, events
from rules.chance_it.market import LayingOut
from rules.luck import Luck

from .table import Table, box_of, card

LAY_OUT = Due("lay_out")


def opened(*ids: str) -> chance_it.State:
    """Before the first lay-out."""
    return chance_it.new_game(2, box_of([card(id, "flash") for id in ids]), chance_it.Options(own_cards=True))


def at_the_lay_out(pile: str = "abcdef", discard: str = "uvw") -> Table:
    """Ann, who has the dice, has just discarded m, the last card of the market. Bob has z."""
    cards = [card(id, "2") for id in ("m", "z", *pile, *discard)]
    table = Table("Ann", "Bob", cards=cards, blanks=0, hands={"Bob": "z"}, market="m", discard=discard, own_cards=True)
    return table.round(6, 4, 4, 4, 4, Ann="in", Bob="in").discard("Ann", "m")


def ids(cards: tuple[chance_it.Card, ...]) -> str:
    return "".join(card.id for card in cards)


# The course of a game.


def test_J18_at_the_start_the_cards_are_laid_out_and_not_shuffled():
    state = opened("d", "a", "e", "c", "b")
    assert (state.phase, state.awaiting, ids(state.pile), state.market) == ("lay_out", (), "abcde", ())
    assert chance_it.legal(state) == [LAY_OUT]
    state, happened = chance_it.apply(state, LayOut(("e", "b", "c", "a")))
    assert (state.phase, ids(state.market), ids(state.pile)) == ("start", "ebca", "d")
    assert happened == [events.MarketLaidOut(("e", "b", "c", "a"), "J18")]


def test_J18_a_box_with_fewer_than_four_cards_is_laid_out_whole():
    state, _events = chance_it.apply(opened("b", "a"), LayOut(("b", "a")))
    assert (state.phase, ids(state.market), state.pile) == ("start", "ba", ())


def test_J18_an_empty_market_waits_for_what_lies_there_now():
    table = at_the_lay_out()
    assert (table.phase, table.awaiting, table.market) == ("lay_out", [], [])
    table.lay_out("f", "a", "c", "e")
    assert (table.phase, table.awaiting) == ("market", ["Bob"])
    assert (table.market, table.pile, table.discards) == (list("face"), list("bd"), list("uvwm"))


def test_J18_a_pile_of_exactly_four_is_used_up_and_the_discards_stay():
    table = at_the_lay_out(pile="abcd").lay_out("d", "c", "b", "a")
    assert (table.market, table.pile, table.discards) == (list("dcba"), [], list("uvwm"))
    assert table.happened(events.PileShuffled) == []


def test_J18_a_pile_that_is_too_short_is_filled_up_from_the_discards():
    """What remains of them is the new pile, and nobody knows its order."""
    table = at_the_lay_out(pile="ab", discard="wvu").lay_out("u", "b", "m", "a")
    assert (table.market, table.pile, table.discards) == (list("ubma"), list("vw"), [])
    assert table.happened(events.PileShuffled) == [events.PileShuffled(6, "J18")]


def test_J18_with_an_empty_pile_all_come_from_the_discards():
    table = at_the_lay_out(pile="", discard="xyuvw").lay_out("m", "w", "x", "v")
    assert (table.market, table.pile, table.discards) == (list("mwxv"), list("uy"), [])


def test_J18_with_fewer_than_four_cards_anywhere_all_are_laid_out():
    table = at_the_lay_out(pile="a", discard="").lay_out("m", "a")
    assert (table.market, table.pile, table.discards) == (["m", "a"], [], [])


def test_J18_J9_with_no_card_anywhere_nothing_is_laid_out():
    table = Table("Ann", "Bob", cards=[card("a", "2")], blanks=0, market=["a"], own_cards=True)
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="in").buy("Ann", "a")
    assert table.happened(events.MarketTurnSkipped) == [events.MarketTurnSkipped(1)]
    assert (table.phase, table.market) == ("roll", [])


def test_J18_J9_the_turn_of_a_die_6_card_begins_with_the_lay_out():
    cards = [card("a", "6", stars=1), card("b", "6", hearts=1)]
    hands = {"Ann": ["a", "b"]}
    table = Table("Ann", "Bob", cards=cards, blanks=1, hands=hands, market=[], discard=["x1"], own_cards=True)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out")
    assert table.phase == "lay_out"
    table.lay_out("x1")
    assert (table.phase, table.awaiting, table.market) == ("use", ["Ann"], ["x1"])


def test_J18_J9_even_if_the_stars_end_the_game_a_moment_later():
    table = Table("Ann", "Bob", cards=[card("f", "flash", stars=1)], market=["f"], stars_to_win=1, own_cards=True)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "f")
    assert (table.phase, table.state.result) == ("lay_out", None)
    table.lay_out("x4", "x2", "x3", "x1")
    assert (table.why, table.winners) == ("stars", ["Ann"])


def test_J18_J9_a_game_that_has_ended_by_the_last_heart_lays_out_nothing():
    table = Table("Ann", "Bob", cards=[card("f", "flash", hit=9)], market=["f"], own_cards=True)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in").buy("Ann", "f")
    assert (table.why, table.phase, table.market) == ("last_heart", "over", [])


# What cannot lie there.


@pytest.mark.parametrize("cards", ["", "abc", "abcde", "abcdef"])
def test_J18_another_number_of_cards_is_refused(cards):
    table = at_the_lay_out()
    with table.refused("wrong_number_of_cards"):
        table.lay_out(*cards)


def test_J18_the_same_card_twice_is_refused():
    table = at_the_lay_out()
    with table.refused("card_named_twice"):
        table.lay_out("a", "b", "c", "a")


@pytest.mark.parametrize(("pile", "cards"), [("abcdef", "abcz"), ("ab", "abuz")])
def test_J18_a_card_in_front_of_a_player_is_refused(pile, cards):
    table = at_the_lay_out(pile=pile)
    with table.refused("card_with_a_player"):
        table.lay_out(*cards)


@pytest.mark.parametrize("discarded", ["m", "u"])
def test_J18_a_discarded_card_is_refused_while_the_pile_has_enough(discarded):
    table = at_the_lay_out(pile="abcd")
    with table.refused("card_discarded"):
        table.lay_out("a", "b", "c", discarded)


def test_J18_all_of_a_pile_that_is_too_short_must_lie_there():
    table = at_the_lay_out(pile="ab")
    with table.refused("pile_first"):
        table.lay_out("a", "u", "v", "w")


def test_J18_a_card_that_is_not_in_the_box_is_refused():
    table = at_the_lay_out()
    with table.refused("no_such_card"):
        table.lay_out("a", "b", "c", "nowhere")


def test_J18_nothing_is_shuffled_on_a_screen():
    table = at_the_lay_out(pile="")
    with table.refused("not_now"):
        table.shuffle("u", "v", "w", "m")
    state = opened(*"abcde")
    assert chance_it.draw(state, Luck("x"), 0) is None
    assert not chance_it.is_automatic(state)


def test_J18_cards_are_laid_out_only_when_they_are_to_be():
    table = at_the_lay_out().lay_out(*"abcd")
    with table.refused("not_now"):
        table.lay_out(*"abcd")
    shuffled = Table("Ann", "Bob")
    with shuffled.refused("not_now"):
        shuffled.lay_out("x5", "x6", "x7", "x8")


# Who may say so, and what they see.


def test_J18_the_game_master_and_whoever_has_the_dice_say_what_lies_there():
    state = at_the_lay_out().state
    for viewer in ("game_master", 0):
        assert chance_it.own(state, viewer).can == (LAY_OUT,)
        assert chance_it.may(state, viewer, LayOut(("a", "b", "c", "d")))
    for viewer in (1, "spectator"):
        view = chance_it.own(state, viewer)
        assert (view.can, view.lay_out) == ((), None)
        assert not chance_it.may(state, viewer, LayOut(("a", "b", "c", "d")))


def test_J18_before_somebody_has_the_dice_it_is_the_game_master():
    state = opened(*"abcdef")
    assert chance_it.own(state, "game_master").can == (LAY_OUT,)
    assert chance_it.own(state, 0).can == ()


@pytest.mark.parametrize(
    ("pile", "must_lie", "may_lie"), [("abcdef", "", "abcdef"), ("abcd", "abcd", "abcd"), ("ab", "ab", "mabuvw")]
)
def test_J18_the_view_says_which_cards_can_lie_there(pile, must_lie, may_lie):
    view = chance_it.own(at_the_lay_out(pile=pile).state, "game_master")
    assert view.lay_out == LayingOut(4, tuple(must_lie), tuple(may_lie))


def test_J18_at_another_time_there_is_nothing_to_lay_out():
    table = at_the_lay_out().lay_out(*"abcd")
    assert chance_it.own(table.state, "game_master").lay_out is None
    assert chance_it.own(Table("Ann", "Bob").state, "game_master").lay_out is None


@pytest.mark.parametrize("mind", chance_it.COMPUTER_PLAYERS.values())
def test_J18_computer_players_lay_out_nothing(mind):
    state = at_the_lay_out().state
    assert mind(chance_it.shared(state), chance_it.own(state, 0), state.box, state.options, Luck("x").lots("y")) is None
