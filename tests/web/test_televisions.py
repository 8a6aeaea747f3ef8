"""A TV shows six digits, a host types them, and the TV is a game-master screen. Nobody else gets anything by it."""

import json
import sqlite3

import pytest

from chanceit.web import rates, televisions
from tests.web.people import Party, Person, Server


@pytest.fixture
def party(server):
    return Party(server).sit_down()


def look(screen):
    """What a TV is told when it asks."""
    status, text = screen.post("/tv/code")
    return status, json.loads(text)


def code_of(screen):
    status, told = look(screen)
    assert (status, list(told)) == (200, ["code"]), told
    assert len(told["code"]) == 6
    assert told["code"].isdecimal()
    return told["code"]


def types(person, table, code):
    status, text = person.post(f"/{table}/tv", code=code)
    told = json.loads(text)
    return told["refused"]["code"] if "refused" in told else status


def names(person):
    return {cookie.name for cookie in person.cookies}


def test_a_tv_becomes_a_game_master_screen_beside_the_first(party):
    tv = Person(party.server)
    assert tv.get("/tv")[0] == 200
    code = code_of(tv)
    assert code_of(tv) == code, "it stays as long as it is good"
    assert types(party.host, party.code, f" {code[:3]} {code[3:]} ") == 200
    assert look(tv) == (200, {"table": f"/{party.code}/table"})
    assert f"gm_{party.code}" in names(tv)
    assert "tv" not in names(tv)
    assert tv.get(f"/{party.code}/table")[0] == party.host.get(f"/{party.code}/table")[0] == 200
    assert types(party.host, party.code, code) == "no_such_tv", "a code works once"


async def test_both_screens_hold_the_table(party):
    tv = Person(party.server)
    async with party.screens():
        code = code_of(tv)
        assert types(party.host, party.code, code) == 200
        assert "table" in look(tv)[1]
        async with tv.screen(party.code, "table") as screen:
            await screen.until(lambda: screen.view)
            assert (await screen.manage("begin"))["type"] == "done"
            await party.agree()
            assert (await party.table.manage("end"))["type"] == "done"


def test_only_a_host_of_that_table_can_type_it(party):
    tv, stranger = Person(party.server), Person(party.server)
    code = code_of(tv)
    own = stranger.open_table(game="chance_it")
    assert types(stranger, party.code, code) == "not_yours"
    assert types(party.guests[0], party.code, code) == "not_yours"
    assert code_of(tv) == code
    assert types(party.host, party.code, "") == types(party.host, party.code, "12345") == "no_such_tv"
    assert types(party.host, party.code, code) == 200
    assert types(stranger, own, code) == "no_such_tv", "it is another table's now"
    assert look(tv)[1] == {"table": f"/{party.code}/table"}


def test_another_screen_gets_nothing_by_a_code_that_it_has_read(party):
    tv, thief = Person(party.server), Person(party.server)
    code = code_of(tv)
    assert code_of(thief) != code
    assert types(party.host, party.code, code) == 200
    assert list(look(thief)[1]) == ["code"]
    assert f"gm_{party.code}" not in names(thief)
    assert thief.get(f"/{party.code}/table")[0] == 403
    assert "table" in look(tv)[1]


def test_neither_key_nor_code_is_in_an_address_or_in_the_log(own_server: Server):
    party, tv = Party(own_server).sit_down(), Person(own_server)
    code = code_of(tv)
    key = next(cookie for cookie in tv.cookies if cookie.name == "tv")
    assert key.has_nonstandard_attr("HttpOnly")
    assert types(party.host, party.code, code) == 200
    assert "table" in look(tv)[1]
    assert code not in own_server.read_log()
    assert key.value not in own_server.read_log()
    with sqlite3.connect(own_server.data / "chanceit.sqlite3") as database:
        assert key.value not in "\n".join(database.iterdump())


def test_a_restart_in_between_changes_nothing(own_server: Server):
    party, tv = Party(own_server).sit_down(), Person(own_server)
    code = code_of(tv)
    own_server.kill()
    own_server.start(own_server.port)
    assert code_of(tv) == code
    assert types(party.host, party.code, code) == 200
    own_server.kill()
    own_server.start(own_server.port)
    assert look(tv)[1] == {"table": f"/{party.code}/table"}
    assert tv.get(f"/{party.code}/table")[0] == 200


def test_a_code_is_good_for_a_quarter_of_an_hour(own_server: Server):
    party, tv, other = Party(own_server).sit_down(), Person(own_server), Person(own_server)
    code = code_of(tv)
    with sqlite3.connect(own_server.data / "chanceit.sqlite3") as database:
        database.execute("UPDATE chanceit_television SET since = '2020-01-01 00:00:00'")
    assert types(party.host, party.code, code) == "no_such_tv"
    code_of(other)  # whoever comes next clears the old ones away
    with sqlite3.connect(own_server.data / "chanceit.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM chanceit_television").fetchone() == (1,)
    assert types(party.host, party.code, code_of(tv)) == 200


def test_whoever_tries_codes_or_fills_the_waiting_room_is_stopped_soon(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    try:
        party = Party(server).sit_down()
        tried = [types(party.host, party.code, f"{number:06}") for number in range(rates.SCREEN_CODES.most + 2)]
        assert tried[-1] == "too_many"
        assert set(tried[: rates.SCREEN_CODES.most]) == {"no_such_tv"}
        waiting = [look(Person(server))[0] for _screen in range(rates.SCREENS.most + 2)]
        assert waiting.count(200) == rates.SCREENS.most
        assert waiting[-1] == 429
    finally:
        server.stop()


@pytest.mark.django_db(transaction=True)
async def test_the_waiting_room_has_a_bound(monkeypatch):
    monkeypatch.setattr(televisions, "MOST_WAITING", 2)
    first = await televisions.wait("a" * 64)
    assert (await televisions.wait("a" * 64)).code == first.code, "one screen waits once"
    await televisions.wait("b" * 64)
    with pytest.raises(televisions.Refusal, match="waiting"):
        await televisions.wait("c" * 64)
