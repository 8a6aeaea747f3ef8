"""The market: buying, discarding and laying out (R25 to R28, J9)."""

import pytest

from rules import chance_it
from rules.chance_it import events

from .table import Table, card

ALL_SIXES = (6, 6, 6, 6, 6)


def at_a_6(*names: str, dice=(4, 4, 4, 4, 6), **set_up) -> Table:
    table = Table(*names, **set_up)
    return table.round(*dice, **dict.fromkeys(names, "in"))


def test_R25_the_buyer_of_a_flash_takes_hearts_coins_and_stars():
    table = at_a_6("Ann", "Bob", cards=[card("f", "flash", 3, coins=1, hearts=2, stars=4)], stars_to_win=99)
    table.buy("Ann", "f")
    assert (table["Ann"].coins, table["Ann"].hearts, table["Ann"].stars) == (8 - 3 + 1, 8 + 2, 4 + 4)
    assert table["Bob"].hearts == 8


def test_R25_every_other_participant_puts_back_hearts_but_not_the_owner():
    names = ("Ann", "Bob", "Cy", "Dee")
    table = Table(*names, cards=[card("f", "flash", hit=2)])
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="chance_it", Cy="in", Dee="out").buy("Ann", "f")
    assert [table[name].hearts for name in names] == [8, 6, 6, 8]
    hits = [event for event in table.happened(events.TokenChanged) if event.cause == "hit"]
    assert [(event.seat, event.by, event.card, event.whose) for event in hits] == [(1, -2, "f", 0), (2, -2, "f", 0)]


def test_R26_buying_costs_the_full_price_in_coins():
    table = at_a_6("Ann", "Bob", cards=[card("a", "2", 5)])
    table.buy("Ann", "a")
    assert table.changes("Ann", "coins", rule="R26") == [-5]
    assert (table["Ann"].coins, table["Ann"].hearts) == (3, 8)
    assert table.hand("Ann") == ["a"]
    assert table.happened(events.CardBought) == [events.CardBought(0, "a", 5)]


@pytest.mark.parametrize(("coins", "enough"), [(4, False), (5, True), (6, True)])
def test_R26_exactly_enough_coins_are_enough_and_hearts_never_help(coins, enough):
    table = Table("Ann", "Bob", cards=[card("a", "2", 5)]).give("Ann", coins=coins)
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="out")
    assert (chance_it.Buy(0, "a") in table.legal()) == enough
    if enough:
        table.buy("Ann", "a")
        assert table["Ann"].coins == coins - 5
    else:
        with table.refused("too_few_coins"):
            table.buy("Ann", "a")


def test_R26_what_a_card_brings_does_not_help_to_pay_it():
    table = Table("Ann", "Bob", cards=[card("a", "flash", 5, coins=5)]).give("Ann", coins=4)
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="out")
    with table.refused("too_few_coins"):
        table.buy("Ann", "a")


def test_R26_discarding_is_free_and_without_effect():
    table = at_a_6("Ann", "Bob", cards=[card("f", "flash", 5, stars=9, hit=9)])
    table.discard("Ann", "f")
    assert table.discards == ["f"]
    assert table.happened(events.CardDiscarded) == [events.CardDiscarded(0, "f", "R26")]
    assert not table.happened(events.TokenChanged)
    assert (table["Ann"].coins, table["Ann"].stars, table["Bob"].hearts) == (8, 4, 8)


def test_R26_whoever_cannot_pay_must_discard():
    table = Table("Ann", "Bob", cards=[card("a", "2", 9)], market=["a"])
    table.round(6, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table.legal() == [chance_it.Discard(0, "a")]


def test_R26_whoever_can_pay_may_discard_instead_but_not_pass():
    table = at_a_6("Ann", "Bob", cards=[card("a", "2", 1)], market=["a", "x1"])
    assert set(table.legal()) == {
        chance_it.Buy(0, "a"),
        chance_it.Buy(0, "x1"),
        chance_it.Discard(0, "a"),
        chance_it.Discard(0, "x1"),
    }


def test_R26_only_what_lies_in_the_market_can_be_bought_or_discarded():
    table = at_a_6("Ann", "Bob", cards=[card("a", "2")], hands={"Ann": ["a"]}, market=["x1"], discard=["x2"])
    for elsewhere in ("a", "x2", "x3", "nowhere"):
        for move in (table.buy, table.discard):
            with table.refused("not_in_the_market"):
                move("Ann", elsewhere)


def test_R27_the_market_is_not_filled_up_while_a_card_lies_there():
    table = at_a_6("Ann", "Bob", "Cy", "Dee", dice=(6, 2, 2, 2, 2))
    for name, left in (("Ann", ["x2", "x3", "x4"]), ("Bob", ["x3", "x4"]), ("Cy", ["x4"])):
        table.discard(name, table.market[0])
        assert table.market == left
        assert not table.happened(events.MarketLaidOut)


def test_R27_four_new_cards_are_laid_out_when_it_is_empty():
    table = at_a_6("Ann", "Bob", market=["x1"])
    table.discard("Ann", "x1")
    assert table.market == ["x2", "x3", "x4", "x5"]
    assert table.happened(events.MarketLaidOut) == [events.MarketLaidOut(("x2", "x3", "x4", "x5"))]


def test_R28_a_flash_is_carried_out_right_after_the_purchase_and_discarded():
    table = at_a_6("Ann", "Bob", cards=[card("f", "flash", 2, stars=1)], dice=(6, 2, 2, 2, 2))
    table.buy("Ann", "f")
    assert table["Ann"].stars == 1
    assert (table.hand("Ann"), table.discards) == ([], ["f"])
    kinds = [type(event) for event in table.events[:5]]
    assert kinds == [
        events.CardBought,
        events.TokenChanged,
        events.CardUsed,
        events.TokenChanged,
        events.CardDiscarded,
    ]


def test_R28_once_only():
    table = at_a_6("Ann", "Bob", cards=[card("f", "flash", 2, stars=1)], dice=(6, 6, 2, 2, 2))
    table.buy("Ann", "f").discard("Bob", "x1").discard("Ann", "x2").discard("Bob", "x3")
    table.round(5, 5, 5, 5, 5, Ann="in", Bob="in")
    assert table["Ann"].stars == 1


def test_J9_the_lay_out_comes_before_the_next_players_turn():
    table = at_a_6("Ann", "Bob", market=["x1"])
    table.discard("Ann", "x1")
    assert (table.phase, table.awaiting) == ("market", ["Bob"])
    assert len(table.market) == 4


def test_J9_also_after_the_last_turn_of_the_round():
    table = Table("Ann", "Bob", market=["x1"]).round(6, 4, 4, 4, 4, Ann="in", Bob="out")
    table.discard("Ann", "x1")
    assert (table.phase, len(table.market)) == ("roll", 4)


def test_J9_a_bought_flash_is_carried_out_and_discarded_first():
    """The flash is among the discards that are shuffled for the lay-out it made necessary."""
    table = at_a_6("Ann", "Bob", cards=[card("f", "flash", stars=1)], blanks=2, market=["f"], discard=["x1", "x2"])
    table.buy("Ann", "f")
    assert (table.phase, table.awaiting) == ("shuffle", [])
    assert table.discards == ["x1", "x2", "f"]
    assert table["Ann"].stars == 4 + 1
    table.shuffle("f", "x2", "x1")
    assert (table.market, table.pile, table.discards) == (["f", "x2", "x1"], [], [])
    assert table.awaiting == ["Bob"]


def test_J9_a_pile_that_runs_out_in_mid_lay_out_is_made_new_from_the_discards():
    table = at_a_6("Ann", "Bob", blanks=6, market=["x1"], discard=["x4", "x5", "x6"])
    table.discard("Ann", "x1")
    assert table.phase == "shuffle"
    assert (table.market, table.pile, table.discards) == (["x2", "x3"], [], ["x4", "x5", "x6", "x1"])
    assert table.legal() == [chance_it.Due("shuffle")]
    table.shuffle("x6", "x1", "x5", "x4")
    assert table.happened(events.PileShuffled) == [events.PileShuffled(4, "J9")]
    assert (table.market, table.pile, table.discards) == (["x2", "x3", "x6", "x1"], ["x5", "x4"], [])
    assert (table.phase, table.awaiting) == ("market", ["Bob"])


def test_J9_the_shuffle_must_be_exactly_the_discards():
    table = at_a_6("Ann", "Bob", blanks=4, market=["x1"], discard=["x2", "x3", "x4"])
    table.discard("Ann", "x1")
    for cards in ((), ("x1", "x2", "x3"), ("x1", "x2", "x3", "x3"), ("x1", "x2", "x3", "x4", "x5")):
        with table.refused("not_these_cards"):
            table.shuffle(*cards)


def test_J9_a_pile_of_exactly_four_needs_no_shuffle():
    table = at_a_6("Ann", "Bob", blanks=5, market=["x1"])
    table.discard("Ann", "x1")
    assert (table.phase, table.market, table.pile, table.discards) == ("market", ["x2", "x3", "x4", "x5"], [], ["x1"])


def test_J9_with_fewer_than_four_cards_anywhere_those_are_laid_out():
    table = at_a_6("Ann", "Bob", cards=[card("a", "2")], blanks=2, market=["a"])
    table.buy("Ann", "a")
    assert (table.market, table.pile, table.discards) == (["x1", "x2"], [], [])
    assert table.awaiting == ["Bob"]


def test_J9_with_no_card_anywhere_the_buying_is_skipped():
    table = at_a_6("Ann", "Bob", "Cy", cards=[card("a", "2")], blanks=0, market=["a"])
    table.buy("Ann", "a")
    assert table.happened(events.MarketTurnSkipped) == [events.MarketTurnSkipped(1), events.MarketTurnSkipped(2)]
    assert (table.phase, table.market) == ("roll", [])


def test_J9_but_a_die_6_card_still_works():
    cards = [card("a", "6", stars=1), card("b", "6", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, blanks=0, hands={"Ann": ["a"], "Bob": ["b"]}, market=[])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table["Ann"].stars, table["Bob"].hearts) == (1, 9)
    assert table.phase == "roll"


def test_J9_and_is_asked_for_when_there_are_two_of_them():
    cards = [card("a", "6", stars=1), card("b", "6", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, blanks=0, hands={"Ann": ["a", "b"]}, market=[])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in")
    assert (table.phase, table.awaiting) == ("use", ["Ann"])
    table.use("Ann", "b")
    assert (table["Ann"].hearts, table.phase) == (9, "roll")


def test_J9_the_lay_out_is_tried_again_when_the_next_market_turn_begins():
    """Nothing can be laid out until Bob is eliminated by the 3; then his card is shuffled for Ann's turn at the 6."""
    table = Table("Ann", "Bob", "Cy", cards=[card("a", "2")], blanks=0, hands={"Bob": ["a"]}, market=[])
    table.give("Bob", hearts=2).round(3, 4, 4, 4, 6, Ann="in", Bob="in", Cy="in")
    assert (table.phase, table.discards) == ("shuffle", ["a"])
    table.shuffle("a")
    assert (table.phase, table.awaiting, table.market) == ("market", ["Ann"], ["a"])


def test_J9_cards_that_come_free_in_a_turn_are_laid_out_for_the_next_one():
    """Ann's die-6 card puts Bob out; her own turn found nothing to lay out and is skipped, Cy's finds Bob's card."""
    cards = [card("k", "6", hit=1), card("a", "2")]
    table = Table("Ann", "Bob", "Cy", cards=cards, blanks=0, hands={"Ann": ["k"], "Bob": ["a"]}, market=[])
    table.give("Bob", hearts=1).round(6, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert table.happened(events.MarketTurnSkipped) == [events.MarketTurnSkipped(0)]
    assert (table.phase, table.discards) == ("shuffle", ["a"])
    table.shuffle("a")
    assert (table.phase, table.awaiting) == ("market", ["Cy"])


def test_J9_a_second_purchase_at_a_6_is_a_turn_of_its_own():
    """Ann's die-6 card puts Bob out and lets her buy another: her second turn finds his card."""
    cards = [card("k", "6", hit=1, market=1), card("a", "2")]
    table = Table("Ann", "Bob", "Cy", cards=cards, blanks=0, hands={"Ann": ["k"], "Bob": ["a"]}, market=[])
    table.give("Bob", hearts=1).round(6, 5, 5, 5, 5, Ann="in", Bob="in", Cy="in")
    assert table.happened(events.MarketTurnSkipped) == [events.MarketTurnSkipped(0)]
    assert (table.phase, table.discards) == ("shuffle", ["a"])
    table.shuffle("a")
    assert (table.phase, table.awaiting) == ("market", ["Ann"])


def test_J9_it_is_laid_out_even_if_the_stars_end_the_game_a_moment_later():
    table = Table("Ann", "Bob", cards=[card("f", "flash", stars=1)], market=["f"], stars_to_win=1)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "f")
    assert (table.why, table.winners) == ("stars", ["Ann"])
    assert table.market == ["x1", "x2", "x3", "x4"]


def test_J9_even_if_that_takes_a_shuffle():
    table = Table("Ann", "Bob", cards=[card("f", "flash", stars=1)], blanks=0, market=["f"], stars_to_win=1)
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out").buy("Ann", "f")
    assert (table.phase, table.state.result) == ("shuffle", None)
    table.shuffle("f")
    assert (table.why, table.market) == ("stars", ["f"])


def test_J9_a_game_that_has_ended_by_the_last_heart_lays_out_nothing():
    table = Table("Ann", "Bob", cards=[card("f", "flash", hit=9)], market=["f"])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="in").buy("Ann", "f")
    assert (table.why, table.winners) == ("last_heart", ["Ann"])
    assert (table.market, table.discards, len(table.pile)) == ([], ["f"], 12)


def test_J9_the_turn_of_a_die_6_card_begins_with_the_lay_out():
    """What can be laid out lies there before the card is picked."""
    cards = [card("a", "6", stars=1), card("b", "6", hearts=1)]
    table = Table("Ann", "Bob", cards=cards, blanks=1, hands={"Ann": ["a", "b"]}, market=[], discard=["x1"])
    table.round(6, 5, 5, 5, 5, Ann="in", Bob="out")
    assert table.phase == "shuffle"
    table.shuffle("x1")
    assert (table.phase, table.awaiting, table.market) == ("use", ["Ann"], ["x1"])


def test_all_cards_are_somewhere_after_a_round_of_sixes():
    table = at_a_6("Ann", "Bob", dice=ALL_SIXES, blanks=7)
    while table.phase != "roll":
        if table.phase == "shuffle":
            table.shuffle(*reversed(table.discards))
        else:
            table.discard(table.awaiting[0], table.market[-1])
        assert sorted(table.market + table.pile + table.discards) == [f"x{n}" for n in range(1, 8)]
