"""A log that is read, taken back in and told by what was kept on the way is the same as one replayed from its first
entry."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from chanceit.table import commands as c
from chanceit.table import records, storing
from chanceit.table.authority import carry_out
from chanceit.table.managing import first_taken_back
from chanceit.table.state import KEEP, MOST_CONTINUED, Standing, TableState, as_it_stood, replayed, story
from rules.refusals import Refusal
from tests.web.test_people_at_a_table import whole


def opened(game: str) -> str:
    code = storing.open_anywhere(game, b"", b"{}", "the host's")
    for name in ("Ann", "Bob", "Cy"):
        storing.play(code, "door", c.Join(name, name), name)
    return code


def a_move(table: TableState, lots: random.Random) -> tuple[Any, c.Play]:
    assert table.on is not None
    sitting = [(seated.player, seat) for seat, seated in enumerate(table.players)]
    for actor, viewer in [("game_master", "game_master"), *lots.sample(sitting, len(sitting))]:
        open_now = table.game.legal(table.on.state)
        fits = [move for move in open_now if table.game.may(table.on.state, viewer, move)]
        if fits:
            return actor, c.Play(msgspec.Raw(msgspec.json.encode(lots.choice(fits))))
    return "game_master", c.Play(msgspec.Raw(b'{"do": "start", "seat": 0}'))


def played(code: str, seed: int, requests: int) -> Iterator[TableState]:
    """A table where people play, take back, bring back, go on after the end and begin anew."""
    lots = random.Random(seed)
    table = storing.load(code).table
    for number in range(requests):
        actor: Any = "game_master"
        if table.on is None:
            request: Any = c.Begin()
        elif table.status == "over":
            request = c.Again() if lots.random() < 0.4 else c.Undo()
        elif lots.random() < 0.12 and table.on.count > 8:
            request = c.Undo()
        elif table.on.undone is not None and lots.random() < 0.4:
            request = c.Redo()
        elif lots.random() < 0.004:
            request = c.End()
        else:
            actor, request = a_move(table, lots)
        draw = (table.games, 0) if table.on is None else (table.games, table.on.draws)
        brought = c.Brought(agreed_at=table.number, salt=f"bits{number}", draw=draw)
        if isinstance(request, c.Undo) and first_taken_back(table.on) is None:
            continue
        after, entries = carry_out(table, actor, request, f"{actor}:{number}", brought)
        assert storing.store([storing.Page(table, after, tuple(entries))]) == ["stored"]
        table = after
        yield table


def parts(standing: Standing | None) -> Any:
    if standing is None:
        return None
    drawn = None if standing.drawn is None else standing.drawn.count
    return msgspec.structs.astuple(replace(standing, before=None, drawn=None, kept=None)), drawn


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_what_was_kept_on_the_way_gives_the_same_as_replaying_all(game: str, seed: int):
    code = opened(game)
    longest = games = 0
    for number, table in enumerate(played(code, seed, 900)):
        games = max(games, table.games)
        if number % 40 or table.on is None:
            continue
        on = table.on
        longest = max(longest, on.count)
        for standing in {0, 1, on.count // 2, max(0, on.count - KEEP), max(0, on.count - 1), on.count}:
            quick = as_it_stood(table.game, on, standing)
            slow = replayed(table, on, on.moves()[:standing])
            assert (quick.state, quick.draws, parts(quick.last)) == (slow.state, slow.draws, parts(slow.last))
            assert (quick.typed_dice, quick.last_salt) == (slow.typed_dice, slow.last_salt)
        told = list(story(table))
        assert len(told) == on.count
        for since in (0, told[len(told) // 2].number, told[-1].number) if told else ():
            further = [entry for entry in told if entry.number > since]
            assert list(story(table, since)) == further
            assert list(story(table, since, 7)) == further[:7]
        assert whole(storing.load(code).table) == whole(table)
    assert longest > 2 * KEEP
    assert games > 2


@pytest.mark.django_db
def test_a_game_that_was_cleared_away_and_followed_by_another_is_passed_over(django_assert_max_num_queries):
    code = opened("second_chance")
    *_before, table = played(code, 3, 600)
    assert table.games > 1
    with django_assert_max_num_queries(3):
        loaded = storing.load(code)
    *_steps, last = records.steps(storing.models.Table.objects.get(code=code))  # these follow every entry
    assert whole(loaded.table) == whole(last.after) == whole(table)
    assert loaded.table.previous is None or whole(replace(loaded.table, on=loaded.table.previous)) == whole(
        replace(last.after, on=last.after.previous)
    )
    assert max(loaded.commands.values()) == table.number
    # What is passed over is still counted: a hole in the log is found.
    storing.models.Entry.objects.filter(table__code=code, number=20).delete()
    with pytest.raises(storing.Broken, match="no entry 20"):
        storing.load(code)


@pytest.mark.django_db
def test_what_is_very_long_does_not_go_on_after_its_end():
    code = opened("chance_it")
    table = storing.load(code).table
    for request in (c.Begin(), c.Play(msgspec.Raw(b'{"do": "start", "seat": 0}'))):
        table, _entries = carry_out(table, "game_master", request, "command")
    correct = c.Play(msgspec.Raw(b'{"do": "correct", "seat": 0, "token": "coins", "by": 1}'))
    while table.on.count <= MOST_CONTINUED:
        table, _entries = carry_out(table, "game_master", correct, f"game_master:{table.number}")
    assert carry_out(table, "game_master", c.Undo(), "undo", c.Brought(agreed_at=table.number))[0].on.count > 0
    after, _entries = carry_out(
        table, "game_master", c.Play(msgspec.Raw(b'{"do": "correct", "seat": 0, "token": "stars", "by": 900}')), "stars"
    )
    number = 0
    lots = random.Random(1)
    while after.status == "playing":
        number += 1
        after, _entries = carry_out(after, *a_move(after, lots), f"move-{number}")
    with pytest.raises(Refusal) as refused:
        carry_out(after, "game_master", c.Undo(), "undo", c.Brought(agreed_at=after.number))
    assert refused.value.code == "too_long"
