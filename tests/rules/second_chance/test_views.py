"""What each viewer may see and do (R1, R9, R13, R18), and what not."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rules import second_chance
from rules.second_chance import Bonus, Draw, Due, Shuffle, events
from rules.second_chance.state import State
from rules.second_chance.tiles import fits
from rules.second_chance.views import DrawOpen

from .table import Table

HOLES = "### .#. ###"
VIEWERS = (0, 1, 2, "game_master", "spectator")


def a_second_chance() -> Table:
    """Ann and Bob have been dealt a second chance each, Cy has drawn."""
    tiles = ["##", "##", "#", "#", "#", "#", "#"]
    return Table("Ann", "Bob", "Cy", starts=[HOLES, HOLES, "#"], tiles=tiles).draw("Cy", "##. ... ...")


def seen(table: Table) -> second_chance.Shared:
    return second_chance.shared(table.state)


def own(table: Table, viewer: object) -> second_chance.Own:
    return second_chance.own(table.state, viewer)


def test_R9_a_second_chance_is_seen_by_its_owner_only():
    table = a_second_chance()
    assert [player.tile for player in seen(table).players] == [None, None, None]
    assert seen(table).awaiting == (0, 1)
    assert [own(table, viewer).secret for viewer in VIEWERS] == ["# 3", "# 4", None, None, None]


def test_R9_a_second_chance_is_open_to_all_once_it_is_drawn():
    table = a_second_chance().draw("Ann", "... #.. ...")
    assert table.events[0].tile == "# 3"
    assert own(table, 0).secret is None


def test_R13_a_second_chance_that_does_not_fit_is_open_to_all():
    table = Table("Ann", "Bob", starts=[HOLES, "#"], tiles=["##", "##", "###"]).draw("Bob", "##. ... ...")
    assert events.SecondChanceFailed(0, "### 3") in table.events


def test_R9_the_view_says_who_is_stuck_until_the_second_chances_are_dealt():
    tiles = ["##", "##", "#", "#", "#", "#", "#"]
    table = Table("Ann", "Bob", "Cy", starts=[HOLES, "#", "#"], tiles=tiles)
    assert seen(table).stuck == (0,)
    assert [player.drawn for player in seen(table).players] == [False, False, False]
    table.draw("Cy", "##. ... ...")
    assert (seen(table).stuck, seen(table).awaiting) == ((0,), (1,))
    assert [player.drawn for player in seen(table).players] == [False, False, True]
    table.draw("Bob", "##. ... ...")
    assert (seen(table).phase, seen(table).stuck) == ("second_chance", ())


def test_the_view_says_what_each_drawing_is_written_with():
    table = a_second_chance()
    assert seen(table).letters == "ab"
    assert "b" in seen(table).players[2].grid


def test_R3_starting_tiles_are_open_to_all():
    table = Table("Ann", "Bob", starts=["##", "###"], tiles=["#", "#"], started=False)
    assert [player.tile for player in seen(table).players] == ["start 1", "start 2"]


def test_R4_the_deck_is_seen_as_a_number():
    assert seen(a_second_chance()).deck == 3


def hidden_otherwise(state: State, viewer: object, rng: Random) -> State:
    """The same table with everything different that this viewer may not see."""
    secret = [seat for seat in state.awaiting if state.phase == "second_chance" and seat != viewer]
    pool = [*state.deck, *[state.players[seat].tile for seat in secret]]
    rng.shuffle(pool)
    players = list(state.players)
    for seat in secret:  # that a second chance fits is known to all, because its owner has not dropped out
        tile = next(tile for tile in pool if fits(tile, state.box.size, players[seat].filled))
        pool.remove(tile)
        players[seat] = replace(players[seat], tile=tile)
    return replace(state, players=tuple(players), deck=tuple(pool))


def random_game(players: int, rng: Random) -> Iterator[tuple[State, list[events.AnyEvent]]]:
    """Every state of a game, with the events that led to it."""
    box = second_chance.house_box()
    state, happened = second_chance.new_game(players, box, second_chance.Options(players == 1)), []
    yield state, happened
    while state.result is None:
        if state.phase == "shuffle":
            starts, tiles = ([tile.id for tile in pile] for pile in (box.starts, box.tiles))
            move = Shuffle(tuple(rng.sample(starts, 13)), tuple(rng.sample(tiles, 40)))
        else:
            move = rng.choice(second_chance.legal(state))
        state, happened = second_chance.apply(state, move)
        yield state, happened


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_what_a_viewer_may_not_see_does_not_change_the_view(players):
    rng = Random(players)
    secrets = 0
    for _ in range(6):
        for state, _happened in random_game(players, rng):
            for viewer in (*range(players), "game_master", "spectator"):
                other = hidden_otherwise(state, viewer, rng)
                secrets += other != state
                assert second_chance.shared(other) == second_chance.shared(state)
                assert second_chance.own(other, viewer) == second_chance.own(state, viewer)
    assert secrets > 100


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_neither_views_nor_events_name_a_tile_that_the_viewer_may_not_see(players):
    rng = Random(players)
    dealt = 0
    for _ in range(6):
        for state, happened in random_game(players, rng):
            dealt += any(isinstance(event, events.SecondChanceDealt) for event in happened)
            for viewer in (*range(players), "game_master", "spectator"):
                hidden = [*state.deck]
                if state.phase == "second_chance":
                    hidden += [state.players[seat].tile for seat in state.awaiting if seat != viewer]
                seen = second_chance.shared(state), second_chance.own(state, viewer)
                told = msgspec.json.encode([seen, happened]).decode()
                assert not [tile.id for tile in hidden if f'"{tile.id}"' in told]
    assert dealt


@pytest.mark.parametrize("viewer", [0, 2, "game_master", "spectator"])
def test_R9_others_are_told_in_the_same_words_whichever_tile_somebody_was_dealt(viewer):
    told = []
    for bobs in ("#", "##"):
        room = "..### ##### ##### ##### .###."  # for a pair and for single squares
        tiles = ["#####", "#####", "##", bobs, "#####", "#"]
        table = Table("Ann", "Bob", "Cy", size=5, starts=[room, room, "#"], tiles=tiles)
        table.draw("Cy", "##### ..... ..... ..... .....", tile="##### 1")
        assert table.awaiting == ["Ann", "Bob"]
        told.append((seen(table), own(table, viewer), table.events))
    assert told[0] == told[1]


# What a viewer may do.


def spelled_out(own: second_chance.Own, size: int) -> list[object]:
    """All the moves that `can` stands for, by the words of its documentation."""
    moves = []
    for open_now in own.can:
        if isinstance(open_now, Due):
            moves.append(open_now)
            continue
        ways = open_now.ways if isinstance(open_now, DrawOpen) else [open_now]
        for way in ways:
            assert len(way.at) == size**2
            for row in range(size):
                for column in range(size):
                    if way.at[row * size + column] == "1":
                        if isinstance(open_now, DrawOpen):
                            cells = tuple((row + r, column + c) for r, c in way.cells)
                            moves.append(Draw(own.seat, open_now.tile, cells))
                        else:
                            moves.append(Bonus(own.seat, (row, column)))
    return moves


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_a_seat_can_do_exactly_what_is_legal_for_it(players):
    for state, _happened in random_game(players, Random(players)):
        for seat in range(players):
            can = spelled_out(second_chance.own(state, seat), state.box.size)
            if state.phase == "shuffle":
                assert can == ([Due("shuffle")] if state.totals else [])
            else:
                assert can == [move for move in second_chance.legal(state) if move.seat == seat]
            assert all(second_chance.may(state, seat, move) for move in can)
        between_solo_games = state.phase == "shuffle" and bool(state.totals)
        assert second_chance.own(state, "game_master").can == ((Due("shuffle"),) if between_solo_games else ())
        assert second_chance.own(state, "spectator").can == ()


def test_seats_move_for_themselves_only():
    table = a_second_chance()
    mine, yours = Draw(0, "# 3", ((1, 0),)), Draw(1, "# 4", ((1, 0),))
    assert second_chance.may(table.state, 0, mine)
    assert second_chance.may(table.state, 0, Bonus(0, (0, 0)))
    assert not second_chance.may(table.state, 0, yours)
    for viewer in ("game_master", "spectator"):
        assert not second_chance.may(table.state, viewer, mine)


def test_nobody_brings_a_shuffle_along():
    table = a_second_chance()
    for viewer in VIEWERS:
        assert not second_chance.may(table.state, viewer, Shuffle(("start 1",), ("# 3",)))
        assert not second_chance.may(table.state, viewer, Due("shuffle"))


def test_R18_the_player_or_the_game_master_says_when_the_next_solo_game_is_dealt():
    table = Table("Solo", tiles=[])
    assert table.phase == "shuffle"
    for viewer, may in ((0, True), ("game_master", True), ("spectator", False)):
        assert second_chance.may(table.state, viewer, Due("shuffle")) is may
        assert second_chance.own(table.state, viewer).can == ((Due("shuffle"),) if may else ())


def test_R18_the_first_shuffle_needs_nobody_and_that_of_the_next_solo_game_does():
    table = Table("Solo", tiles=[])
    assert not second_chance.is_automatic(table.state)
    assert second_chance.is_automatic(second_chance.new_game(1, table.box, second_chance.Options(solo=True)))
    assert not second_chance.is_automatic(a_second_chance().state)


def test_R18_whoever_sits_down_alone_plays_solo():
    for players in second_chance.PLAYERS:
        options = second_chance.options_of_table(players)
        assert second_chance.read_options(msgspec.json.encode(options), players).solo == (players == 1)


def test_R1_a_view_names_tiles_by_their_ids_and_the_box_is_open_to_all():
    """Players may look at the overview of all tiles at any time, so only ids go over the wire."""
    assert seen(a_second_chance()).revealed == ("## 1", "## 2")


def test_a_view_is_small():
    for state, _happened in random_game(6, Random(1)):
        assert len(msgspec.json.encode(second_chance.shared(state))) < 2500
        assert all(len(msgspec.json.encode(second_chance.own(state, seat))) < 4000 for seat in range(6))


def test_the_words_of_a_view_are_those_of_the_moves():
    table = Table("Ann", "Bob", tiles=["##", "###", "#", "#"])
    view = msgspec.json.decode(msgspec.json.encode(own(table, 0)))
    assert view["can"][0] == {
        "do": "draw",
        "tile": "## 1",
        "ways": [
            {"cells": [[0, 0], [1, 0]], "at": "101101000"},
            {"cells": [[0, 0], [0, 1]], "at": "110000110"},
        ],
    }
    assert view["can"][1]["tile"] == "### 2"
    table = Table("Ann", "Bob", starts=[HOLES, "#"], tiles=["##", "##", "##"]).draw("Bob", "##. ... ...")
    view = msgspec.json.decode(msgspec.json.encode(own(table, 0)))
    assert view["can"] == [{"do": "bonus", "at": "000101000"}]
