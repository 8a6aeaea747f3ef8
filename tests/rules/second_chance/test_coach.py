"""The coach of Second Chance: every number in its sentences is counted again, square by square; and nothing that a seat
cannot see changes a word."""

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rules import second_chance
from rules.luck import Luck
from rules.second_chance import Bonus, Draw
from rules.second_chance.state import EMPTY, LETTERS, ONE

from .random_games import odd_header
from .table import Table
from .test_computer_players import answer
from .test_views import hidden_otherwise, random_game


def advice(state, viewer):
    seen = second_chance.shared(state), second_chance.own(state, viewer)
    return second_chance.advise(*seen, state.box, state.options, Luck("x").lots("y"))


def odd_games(count):
    """Every state of games with boxes made by lot."""
    lots = Random(3)
    for _game in range(count):
        header = odd_header(lots)
        players = len(header["players"])
        box = second_chance.read_box(msgspec.json.encode(header["box"]))
        state, luck, draws = second_chance.new_game(players, box, second_chance.Options(players == 1)), Luck("7"), 0
        while state.result is None:
            yield state
            if state.phase == "shuffle":
                move = second_chance.draw(state, luck, draws)
                draws += 1
            else:
                move = lots.choice(second_chance.legal(state))
            state, _events = second_chance.apply(state, move)


def situations():
    """Of games with many and with few tiles, whoever is to draw or to write a 1."""
    states = [state for players in (1, 3, 6) for state, _events in random_game(players, Random(players))]
    for state in [*states[::4], *odd_games(30)]:
        for seat in state.awaiting[:2]:
            yield state, seat


def after(state, seat, move):
    """The own grid when this is drawn, as a set of empty squares. What others do meanwhile does not touch it."""
    grid = second_chance.apply(replace(state, awaiting=(seat, *state.awaiting)), move)[0].players[seat].grid
    size = state.box.size
    return {divmod(number, size) for number, mark in enumerate(grid) if mark == EMPTY}


def beside(square):
    row, column = square
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def groups(empty):
    left = set(empty)
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {other for square in edge for other in beside(square)} & left
            left -= edge
        yield group


def every_way(cells):
    """All of them, pushed into a corner."""
    found = set()
    for turn in (
        lambda r, c: (r, c),
        lambda r, c: (c, -r),
        lambda r, c: (-r, -c),
        lambda r, c: (-c, r),
        lambda r, c: (r, -c),
        lambda r, c: (c, r),
        lambda r, c: (-r, c),
        lambda r, c: (-c, -r),
    ):
        lying = [turn(*cell) for cell in cells]
        top, left = min(row for row, _ in lying), min(column for _, column in lying)
        found.add(frozenset((row - top, column - left) for row, column in lying))
    return found


def fits_in(cells, empty, size):
    return any(
        {(row + top, column + left) for row, column in way} <= empty
        for way in every_way(cells)
        for top in range(size)
        for left in range(size)
    )


def unused(state, seat):
    """One tile of each shape that is on no grid and does not lie there to be drawn by this seat or by all."""
    shapes = {frozenset(every_way(tile.cells)): tile for tile in state.box.tiles}
    used = [tile.cells for tile in state.revealed]
    open_ones = state.players if state.phase == "start" else (state.players[seat],)
    used += [player.tile.cells for player in open_ones if player.tile is not None]
    size = state.box.size
    for player in state.players:
        for letter in LETTERS:
            if drawn := [divmod(number, size) for number, mark in enumerate(player.grid) if mark == letter]:
                used.append(drawn)
    for cells in used:
        shapes.pop(frozenset(every_way(cells)), None)
    return list(shapes.values())


def check(state, seat, move, reason):
    """Counts every number of this sentence again."""
    what, numbers = reason.what, reason.numbers
    empty, size = after(state, seat, move), state.box.size
    if what == "anywhere":
        assert numbers == {"count": len(empty)}
    elif what == "full":
        assert not empty
    elif what in ("together", "apart"):
        sizes = [len(group) for group in groups(empty)]
        assert (len(sizes) == 1) == (what == "together")
        assert numbers["count"] == len(empty)
        assert numbers.get("largest", len(empty)) == max(sizes)
        assert numbers["sides"] == sum(len(beside(square) - empty) for square in empty)
    else:
        assert what == "fitting"
        tiles = unused(state, seat)
        assert numbers == {"count": sum(fits_in(tile.cells, empty, size) for tile in tiles), "of": len(tiles)}


def test_every_number_of_every_sentence_is_what_counting_squares_shows():
    said = Counter()
    for state, seat in situations():
        given = advice(state, seat)
        mine = [move for move in second_chance.legal(state) if move.seat == seat]
        assert given.of == len(
            {(move.tile, frozenset(move.cells)) if isinstance(move, Draw) else move for move in mine}
        )
        assert 1 <= len(given.choices) <= 4
        for one in given.choices:
            assert one.chance is None
            assert 1 <= len(one.reasons) <= 2
            for reason in one.reasons:
                check(state, seat, one.move, reason)
                said[reason.what] += 1
    assert {*said} == {"anywhere", "full", "together", "apart", "fitting"}


def test_the_best_place_is_one_that_hard_would_take_and_each_tile_has_one():
    for state, seat in situations():
        best = advice(state, seat).choices
        if isinstance(best[0].move, Bonus):
            continue
        edges = [one.reasons[0].numbers.get("sides", 0) for one in best]
        assert edges == sorted(edges)
        empty = after(state, seat, answer("hard", state, seat))
        assert edges[0] == sum(len(beside(square) - empty) for square in empty)
        open_tiles = {offer.tile for offer in second_chance.own(state, seat).can}
        assert {one.move.tile for one in best} == open_tiles
        said = {(one.move.tile, str(one.reasons)) for one in best}
        assert len(said) == len(best), "the same is not said twice of a tile"


@pytest.mark.parametrize(("players", "games"), [(2, 3), (6, 1)])
def test_what_a_seat_cannot_see_changes_no_word_of_it(players, games):
    rng = Random(players)
    changed = 0
    for _game in range(games):
        for state, _happened in random_game(players, rng):
            for seat in state.awaiting:
                other = hidden_otherwise(state, seat, rng)
                changed += other != state
                assert advice(other, seat) == advice(state, seat)
    assert changed > 50


def test_whoever_has_nothing_to_draw_gets_no_advice():
    table = Table("Ann", "Bob", tiles=["##", "##", "#", "#"]).draw("Ann", "##. ... ...")
    for viewer in (0, "game_master", "spectator"):
        assert advice(table.state, viewer) is None
    assert advice(Table("Solo", tiles=[]).state, 0) is None


def test_R12_the_1_may_stand_anywhere():
    table = Table("Ann", "Bob", starts=["### .#. ###", "#"], tiles=["##", "##", "##"]).draw("Bob", "##. ... ...")
    (one,) = advice(table.state, 0).choices
    assert [(reason.what, reason.numbers) for reason in one.reasons] == [("anywhere", {"count": 1})]
    table.play(one.move)
    assert table.state.players[0].grid.count(ONE) == 1
