"""How a game went: for those who may see it again, of games that are over, in pieces, and from any record."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from typing import Any

import msgspec
import pytest

from chanceit.live import looking_back
from chanceit.live.looking_back import Looks, in_replay, key_of
from chanceit.live.thinkers import Thinkers
from chanceit.table import commands as c
from chanceit.table import replaying
from chanceit.table.replaying import Replay
from rules import chance_it
from rules.chance_it.looking_back import _guide, _with_card, look_back, positions
from rules.parts import LookedBack, Weighed
from rules.refusals import Refusal
from rules.thinking import ToLookBack, ToWeigh, answer
from tests.conftest import PATIENCE
from tests.rules.chance_it.random_games import played
from tests.rules.recorded import GAMES
from tests.web.people import ROOT, Party, Person
from tests.web.test_replays import Table

RECORD = GAMES / "chance_it-3-players-stars.jsonl"
SOLO = GAMES / "second_chance-1-player-solo-won.jsonl"
LINES = RECORD.read_bytes().splitlines()


def of_file(person: Person, content: bytes) -> tuple[int, Any]:
    person.get("/")
    token = next(cookie.value for cookie in person.cookies if cookie.name == "csrftoken")
    headers = {"X-CSRFToken": token, "Content-Type": "text/plain; charset=utf-8"}
    request = urllib.request.Request(f"{person.server.url}/replay/how/data", content, headers)
    status, read = person._ask(request)
    assert read.startswith("{"), (status, read)
    return status, json.loads(read)


def until_found(told: Any, ask: Any) -> Any:
    until = time.monotonic() + PATIENCE
    while "found" not in told:
        assert 0 <= told["done"] <= max(told["of"], 1)
        assert time.monotonic() < until
        status, told = ask()
        assert status == 200, told
    return told


def recomputed(replay: Replay) -> LookedBack:
    """By the rules alone, here and not in a worker."""
    on = replay.last.on
    states = [point.table.on.state for point in replay.points]
    moves = [played.move for played in on.moves()]
    found = positions(states, moves)
    weighed = [
        msgspec.json.decode(answer(ToLookBack("chance_it", position, on.box, on.options)), type=Weighed)
        for position in found
    ]
    return look_back(found, weighed)


def test_what_a_page_lets_people_drop_the_server_takes(server):
    """What is larger the page refuses in words; whoever sends it all the same is cut off."""
    page = Person(server).get("/replay")[1]
    largest = int(page.partition('data-largest="')[2].partition('"')[0])
    status, told = of_file(Person(server), b" " * largest)
    assert (status, told["refused"]["line"]) == (400, 1)


def test_of_a_record_it_is_what_the_rules_say(server):
    person = Person(server)
    status, told = of_file(person, RECORD.read_bytes())
    assert status == 200
    assert (told["game"], told["names"]) == ("chance_it", ["Bridget", "Lea", "Tom"])
    look = told["look"]

    def ask() -> Any:
        status, read = person.get(f"/replay/how/data?look={look}")
        return status, json.loads(read)

    found = until_found(told, ask)["found"]
    replay = replaying.of_record(LINES)
    assert msgspec.convert(found, LookedBack) == recomputed(replay)
    assert ask()[1]["found"] == found, "it is kept"
    ends = [account["end"] for account in found["accounts"]]
    assert ends == [100 * (seat in replay.last.on.state.result.winners) for seat in range(3)]


def test_what_is_no_game_that_is_over_is_refused_in_words(server):
    person = Person(server)
    for content, code, line in (
        (b"\n".join(LINES[:-2]), "not_over", None),
        (b"\n".join([*LINES[:5], b"{}"]), None, 6),
        (b"", None, 1),
        (SOLO.read_bytes(), "no_odds", None),
    ):
        status, told = of_file(person, content)
        assert status == 400
        assert told["refused"]["line"] == line
        assert code is None or told["refused"]["code"] == code
        assert told["refused"]["sentence"].endswith(".")
    status, _told = person.get("/replay/how/data?look=" + "0" * 64)
    assert status == 400


async def test_it_is_for_those_who_may_see_the_game_again_and_never_of_a_running_game(server):
    party = Party(server, "Ann", "Bob").sit_down(options=json.dumps({"stars_to_win": 1}))
    stranger = Person(server)
    async with party.screens():
        await party.begin()
        for person in (party.host, party.guests[0], stranger):
            for path in (f"/{party.code}/how", f"/replay/{party.code}/1/how"):
                assert (await asyncio.to_thread(person.get, path))[0] in (403, 404)
            status, told = await asyncio.to_thread(person.get, f"/replay/{party.code}/1/how/data")
            assert (status, json.loads(told)["refused"]["code"]) == (400, "still_played")
        await party.table.play({"do": "roll", "dice": [4, 4, 4, 4, 4]})
        await party.agree()
        for seat, guide in enumerate(("in", "out")):
            assert (await party.phones[seat].play({"do": "choose", "seat": seat, "guide": guide}))["type"] == "done"
        await party.agree()
        for person in (party.host, party.guests[1]):
            status, where = await asyncio.to_thread(person.get, f"/{party.code}/how")
            assert (status, where) == (302, f"/replay/{party.code}/1/how")
            status, page = await asyncio.to_thread(person.get, where)
            assert status == 200
            assert "How it went" in page

        def ask(person: Person) -> Any:
            status, read = person.get(f"/replay/{party.code}/1/how/data")
            return status, json.loads(read)

        status, told = await asyncio.to_thread(ask, party.guests[0])
        told = await asyncio.to_thread(until_found, told, lambda: ask(party.guests[0]))
        assert [account["end"] for account in told["found"]["accounts"]] == [100, 0]
        for path in ("how", "how/data"):
            assert (await asyncio.to_thread(stranger.get, f"/replay/{party.code}/1/{path}"))[0] == 403
        assert (await party.table.manage("share", on=True))["type"] == "done"
        assert (await asyncio.to_thread(ask, stranger))[0] == 200


@pytest.mark.django_db
def test_a_game_from_a_table_and_its_record_are_one_and_what_was_taken_back_leads_to_the_right_point():
    table = Table("chance_it", 3, random.Random(5))
    table.ask("game_master", c.Consent(False))
    table.ask("game_master", c.Begin())
    table.play_on(takes_back=0.15)
    replay = replaying.of_table(table.code, 1)
    moves = [played.number for played in replay.last.on.moves()]
    assert len(replay.points) > len(moves) + 1, "something was taken back"
    found = recomputed_from_the_log(replay)
    seen = in_replay(found, replay)
    for one, at in zip(found.rounds, seen.rounds, strict=True):
        assert replay.points[at.at].entry.number == moves[one.at - 1]
        state = replay.points[at.at].table.on.state
        assert state.phase == "over" or state.round == one.round


def recomputed_from_the_log(replay: Replay) -> LookedBack:
    weigher = replay.last.game.weigher()
    found = looking_back._positions(replay.last, weigher)
    return look_back(found, [Weighed((0, 0, 0)) for _position in found])


async def close(looks: Looks, thinkers: Thinkers) -> None:
    looks.close()
    thinkers.close()
    while thinkers._at_work or thinkers._ending:
        await asyncio.sleep(0.01)


def long_record(moves: int) -> Replay:
    """A game of so many moves and more, and then its end."""
    rng = random.Random("long")
    header = {"players": ["A", "B", "C", "D"], "options": {"stars_to_win": 900, "hearts": 900, "coins": 900}}
    states, made = played(rng, header, most=moves)
    lines = [{"format": "chanceit/1", "game": "chance_it", **header}, *[msgspec.to_builtins(move) for move in made]]
    for token, by in (("stars", 899), ("stars", 1)):
        lines.append({"do": "correct", "seat": 0, "token": token, "by": by})
    replay = replaying.of_record([msgspec.json.encode(line) for line in lines])
    assert states[-1].result is None
    return replay


async def test_while_a_long_game_is_looked_back_on_others_are_answered_soon(monkeypatch):
    """One question at a time, each short: whoever thinks for a table is asked in between."""
    state = chance_it.new_game(3, chance_it.house_box(), chance_it.read_options(b"{}", 3))
    replay = await asyncio.to_thread(long_record, 300)
    monkeypatch.setattr(looking_back, "NOT_OVER", lambda: AssertionError("it is taken as over here"))
    thinkers = Thinkers()
    looks = Looks(thinkers)
    try:
        monkeypatch.setattr(type(replay.last), "status", "over")
        look = looks.look("long", replay)
        while look.done < 5:
            await asyncio.sleep(0.01)
            assert look.task is not None
            assert not look.task.done()
        for _time in range(3):
            before = look.done
            question = ToWeigh("chance_it", chance_it.shared(state), state.box, state.options)
            assert sum(msgspec.json.decode(await thinkers.ask(question))) in (99, 100)
            assert look.done <= before + 3, "it was next, or nearly so"
        assert look.found is None
        assert look.of > 100
    finally:
        await close(looks, thinkers)


async def test_only_so_many_games_wait_and_only_so_many_are_kept(monkeypatch):
    replay = replaying.of_record(LINES)
    thinkers = Thinkers()
    looks = Looks(thinkers)
    monkeypatch.setattr(looking_back, "MOST_WAITING", 2)
    monkeypatch.setattr(looking_back, "MOST_KEPT", 1)
    try:
        first, second = looks.look("1", replay), looks.look("2", replay)
        assert looks.look("1", replay) is first
        with pytest.raises(Refusal) as refused:
            looks.look("3", replay)
        assert refused.value.code == "busy"
        assert await first.task == await second.task
        await asyncio.sleep(0)
        assert looks.known("1") is None
        assert looks.known("2") is second
        monkeypatch.setattr(looking_back, "MOST_POSITIONS", 3)
        with pytest.raises(Refusal) as refused:
            await looks.look("4", replay).task
        assert refused.value.code == "too_long"
    finally:
        await close(looks, thinkers)


def test_there_are_words_for_everything_that_may_be_done():
    """What `_with_card` and `_guide` may give."""
    words = (ROOT / "templates/chance_it/replay.html").read_text()
    box = chance_it.house_box()
    cards = {card.id: card for card in box.cards}
    done = {_guide(number).what for number in range(3)} | {_with_card(chance_it.Use(0, None), cards).what}
    for card in box.cards:
        moves = [chance_it.Buy(0, card.id), chance_it.Discard(0, card.id)]
        moves += [chance_it.Use(0, card.id)] if card.when != "flash" else []
        done |= {_with_card(move, cards).what for move in moves}
    assert len(done) == 12
    assert {name for name in done if f'data-key="looked_{name}"' not in words} == set()


def test_a_key_is_that_of_the_game():
    one = key_of(replaying.of_record(LINES))
    assert one == key_of(replaying.of_record(LINES))
    assert one != key_of(replaying.of_record(LINES[:-1]))
