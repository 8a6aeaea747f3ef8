"""Hostile input: each gets a named answer, nothing crashes, and other tables do not notice."""

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request

import psutil
import pytest
import websockets

from tests.web.people import PATIENCE, Party, Person, Screen, Server

GOOD = {"type": "play", "id": "a", "move": {"do": "roll"}}


@pytest.fixture
def party(server):
    return Party(server).sit_down()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "null",
        "[]",
        "{}",
        '{"type": "play"}',
        '{"type": "play", "id": "a"}',
        '{"type": "play", "id": "", "move": {}}',
        '{"type": "play", "id": "' + "x" * 41 + '", "move": {"do": "roll"}}',
        '{"type": "play", "id": 1, "move": {"do": "roll"}}',
        '{"type": "play", "id": "a", "move": {"do": "roll"}, "seat": 1}',
        '{"type": "dance"}',
        '{"type": "story", "since": -1}',
        '{"type": "manage", "id": "a", "do": {"do": "begin", "x": 1}}',
        '{"type": "manage", "id": "a", "do": {"do": "rename", "player": "1", "name": "x"}}',
        '{"type": "manage", "id": "a", "do": {"do": "recolour", "player": 1, "colour": 9}}',
        "[" * 5000,
        '{"type":"play","id":"a","move":' + '{"a":' * 1500,
        "x" * 20_000,
        '{"type": "ping", "type": "ping", "more": NaN}',
        b"\x00\x01\x02\xff",
        b'{"type": "ping"}',
    ],
)
async def test_what_cannot_be_read_is_refused_by_name_and_the_socket_stays(party, frame):
    async with party.screens():
        phone = party.phones[0]
        await phone.send(frame)
        refused = await phone.until(lambda: next((m for m in phone.messages if m["type"] == "refused"), None))
        assert refused["code"] == "bad_frame"
        assert refused["sentence"]
        await phone.send({"type": "ping"})
        await phone.until(lambda: phone.messages[-1]["type"] == "pong")


@pytest.mark.parametrize(
    "move",
    [
        None,
        7,
        [],
        {},
        {"do": "fly"},
        {"do": ["roll"]},
        {"do": "roll", "dice": [7, 1, 1, 1, 1]},
        {"do": "roll", "dice": [1, 1]},
        {"do": "roll", "dice": "12345"},
        {"do": "roll", "dice": [1.5, 1, 1, 1, 1]},
        {"do": "choose", "seat": 10**30, "guide": "in"},
        {"do": "choose", "seat": -1, "guide": "in"},
        {"do": "choose", "seat": 0, "guide": "maybe"},
        {"do": "choose", "seat": 0, "guide": "in", "extra": 1},
        {"do": "correct", "seat": 0, "token": "coins", "by": -9999},
        {"do": "start", "seat": 17},
    ],
)
async def test_a_move_that_is_none_is_refused_by_name(party, move):
    async with party.screens():
        await party.begin()
        number = party.table.number
        answer = await party.table.play(move)
        assert answer["type"] == "refused"
        assert answer["code"] in ("bad_move", "bad_roll", "not_yours", "not_now")
        assert party.table.number == number


async def test_random_bytes_do_no_harm(party):
    lots = random.Random(1)
    async with party.screens():
        await party.begin()
        phone = party.phones[1]
        good = json.dumps(GOOD)
        for _try in range(300):
            if lots.random() < 0.5:
                await phone.send(lots.randbytes(lots.randrange(200)))
            else:
                broken = list(good)
                for _change in range(lots.randrange(1, 5)):
                    broken[lots.randrange(len(broken))] = chr(lots.randrange(1, 0x2FF))
                await phone.send("".join(broken))
        await phone.send({"type": "ping"})
        await phone.until(lambda: any(m["type"] == "pong" for m in phone.messages))
        assert all(m["type"] in ("welcome", "view", "presence", "refused", "pong", "done") for m in phone.messages)
        assert (await party.table.play({"do": "roll"}))["type"] == "done"


async def test_a_huge_frame_closes_only_its_own_socket(party):
    async with party.screens():
        await party.phones[0].send("x" * (3 * 2**20))
        await party.phones[0].until(lambda: party.phones[0].is_closed)
        assert (await party.table.manage("lock", on=True))["type"] == "done"
        await party.phones[1].until(lambda: party.phones[1].table["locked"])


async def test_an_unknown_table_is_named(server):
    async with Person(server).screen("ZZZZ", "phone") as screen:
        await screen.until(lambda: screen.is_closed)
        assert screen.messages[-1]["code"] == "no_such_table"
    assert Person(server).get("/ZZZZ")[0] == 404


async def test_a_code_alone_gives_no_seat(party):
    for role in ("phone", "table"):
        async with Person(party.server).screen(party.code, role) as screen:
            await screen.until(lambda: screen.is_closed)
            assert screen.messages[-1]["code"] == "not_yours"
            assert not screen.view
    assert Person(party.server).get(f"/{party.code}/table")[0] == 403


async def test_a_key_of_one_table_opens_no_other(server):
    one, other = Party(server).sit_down(), Party(server).sit_down()
    thief = Person(server)
    for cookie in one.host.cookies:
        if cookie.name.startswith("gm_"):
            cookie.name = f"gm_{other.code}"
        thief.cookies.set_cookie(cookie)
    async with thief.screen(other.code, "table") as screen:
        await screen.until(lambda: screen.is_closed)
        assert screen.messages[-1]["code"] == "not_yours"


async def test_a_socket_from_a_page_elsewhere_is_turned_away(party):
    with pytest.raises(websockets.InvalidStatus) as turned_away:
        await Screen(party.guests[0], party.code, "phone", origin="http://evil.example").connect()
    assert turned_away.value.response.status_code == 403


async def test_forms_need_the_token_of_a_page(server):
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}/open", b"game=chance_it", timeout=PATIENCE)
    refused.value.close()
    assert refused.value.code == 403


@pytest.mark.parametrize("path", ["/replay/file", "/replay/file/play-on", "/replay/how/data"])
def test_a_form_where_a_file_should_be_is_refused_in_words(server, path):
    person = Person(server)
    person.get("/")
    token = next(cookie.value for cookie in person.cookies if cookie.name == "csrftoken")
    for name, value in (("csrfmiddlewaretoken", token), ("x", "y")):
        form = f'--a\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n--a--\r\n'.encode()
        kind = {"Content-Type": "multipart/form-data; boundary=a", "X-CSRFToken": token}
        status, told = person._ask(urllib.request.Request(server.url + path, form, kind))
        assert status == 400, told


def test_what_is_no_form_fills_no_log(own_server):
    person = Person(own_server)
    person.get("/")
    assert person.post("/open", **{f"f{number}": "1" for number in range(2000)})[0] == 400
    assert person.post("/open", csrfmiddlewaretoken="x")[0] == 403
    assert "Traceback" not in own_server.read_log()
    assert "SuspiciousOperation" not in own_server.read_log()


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "chess"},
        {"game": "chance_it", "options": "{"},
        {"game": "chance_it", "options": '{"hearts": 0}'},
        {"game": "chance_it", "options": "[" * 50_000},
        {"game": "chance_it", "box": "[]"},
        {"game": "chance_it", "box": '{"name": "x", "cards": [{"id": "a", "when": "7", "price": -1}], "stakes": {}}'},
    ],
)
def test_a_table_is_not_opened_with_what_does_not_do(server, fields):
    status, page = Person(server).post("/open", **fields)
    assert status == 400
    assert "Traceback" not in page


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "\u200b\u200b", "\x00"])
def test_a_name_that_is_none_is_refused_at_the_door(party, name):
    status, _page = Person(party.server).post(f"/{party.code}/join", name=name)
    assert status == 400


def test_names_are_text_never_markup(server):
    party = Party(server, "<b>Ann</b>", "Bob").sit_down()
    _status, door = Person(server).get(f"/{party.code}")
    assert "<b>Ann" not in door
    assert "&lt;b&gt;Ann&lt;/b&gt;" in door


async def test_a_flood_is_slowed_down_and_other_tables_play_on(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    try:
        loud, quiet = Party(server).sit_down(), Party(server).sit_down()
        memory = psutil.Process(server.process.pid).memory_info
        async with loud.screens(), quiet.screens():
            await quiet.begin()
            before = memory().rss
            flood = [
                json.dumps({"type": "manage", "id": f"f{n}", "do": {"do": "pause", "on": True}}) for n in range(3000)
            ]

            async def shout() -> None:
                with contextlib.suppress(websockets.ConnectionClosed):  # dropped in the middle of it
                    for frame in flood:
                        await loud.phones[0].send(frame)

            shouting = asyncio.ensure_future(shout())
            assert (await quiet.table.play({"do": "roll"}))["type"] == "done"
            await shouting
            phone = loud.phones[0]
            # It is told so, or, if so much came at once that the table never saw it, simply dropped.
            await phone.until(lambda: phone.is_closed or any(m.get("code") == "too_many" for m in phone.messages))
            assert (await quiet.phones[0].play({"do": "choose", "seat": 0, "guide": "in"}))["type"] == "done"
            assert memory().rss - before < 50 * 2**20
    finally:
        assert server.stop() == 0


async def test_a_locked_or_full_table_takes_nobody_in(server):
    party = Party(server, "A", "B", "C", "D", "E", "F").sit_down()
    status, _page = Person(server).post(f"/{party.code}/join", name="G")
    assert status == 400
    small = Party(server).sit_down()
    async with small.screens():
        await small.table.manage("lock", on=True)
        assert Person(server).post(f"/{small.code}/join", name="G")[0] == 400
        assert Person(server).post(f"/{small.code}/join", name="ann")[0] == 400


@pytest.mark.parametrize("player", ["9" * 5000, "9" * 4000, "9" * 10, "-1", "", "one", "\N{SUPERSCRIPT TWO}"])
def test_a_seat_that_there_cannot_be_is_refused_in_words(server: Server, player: str):
    code = Person(server).open_table()
    status, page = Person(server).post(f"/{code}/ask", player=player)
    assert status == 400
    assert "There is no such player at this table." in page
