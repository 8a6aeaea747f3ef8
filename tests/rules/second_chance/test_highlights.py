"""What to remember of a game, and how well somebody alone has done."""

import pytest

from rules import second_chance
from rules.parts import Highlight
from rules.second_chance.events import SecondChanceDealt, TileDrawn
from rules.second_chance.views import solo


def drawn(seat, squares):
    return TileDrawn(seat, "t", tuple((0, column) for column in range(squares)), "a", "R6")


def test_who_was_saved_who_drew_most_and_who_covered_most():
    events = [drawn(0, 2), drawn(1, 5), SecondChanceDealt(0), drawn(0, 2)]
    assert second_chance.highlights(2, events) == [
        Highlight("saved", (0,), 1),
        Highlight("longest", (0,), 2),
        Highlight("covered", (1,), 5),
    ]


def test_alone_there_is_nobody_to_compare_with():
    assert second_chance.highlights(1, [drawn(0, 2)]) == []


@pytest.mark.parametrize(("totals", "grade"), [((3, 3, 3), 0), ((3, 3, 4), 1), ((9, 9, 11), 2), ((30, 30, 30), 4)])
def test_whoever_misses_the_goal_is_told_how_nearly(totals, grade):
    assert solo(totals).grade == grade
