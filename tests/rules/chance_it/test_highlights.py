"""What to remember of a game: who dared, who was lucky, who just got away."""

from rules import chance_it
from rules.chance_it.events import CardBought, Eliminated, GuidesRevealed, RoundBegan, TokenChanged
from rules.parts import Highlight


def token(seat, token, by, left, cause="die"):
    return TokenChanged(seat, token, by, left, cause, "R0")


def test_the_bravest_is_who_played_chance_it_most_often_and_the_most_careful_who_stayed_out():
    events = [
        GuidesRevealed(("chance_it", "in", "out")),
        GuidesRevealed(("chance_it", "chance_it", "out")),
        CardBought(1, "x1", 2),
    ]
    assert chance_it.highlights(3, events) == [
        Highlight("bravest", (0,), 2),
        Highlight("shopper", (1,), 1),
        Highlight("cautious", (2,), 2),
    ]


def test_the_luckiest_has_the_most_stars_of_one_round_and_a_correction_is_no_luck():
    events = [
        RoundBegan(1, 0),
        token(0, "stars", 1, 1),
        token(0, "stars", 2, 3),
        token(1, "stars", 9, 9, "correction"),
        RoundBegan(2, 0),
        token(1, "stars", 2, 11),
    ]
    assert chance_it.highlights(2, events) == [Highlight("luckiest", (0,), 3)]


def test_saved_by_one_heart_is_who_had_but_one_left_and_is_still_there():
    events = [token(0, "hearts", -2, 1), token(0, "hearts", 3, 4), token(1, "hearts", -1, 1), token(1, "hearts", -1, 0)]
    assert chance_it.highlights(3, [*events, Eliminated(1)]) == [Highlight("one_heart", (0,), 1)]


def test_what_all_have_in_common_is_nothing_to_remember():
    assert chance_it.highlights(2, [GuidesRevealed(("chance_it", "chance_it"))]) == []
