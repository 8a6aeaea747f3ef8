"""Bounds: whatever a stranger sends, keeps open or does not read costs the server little, and the others nothing."""

import asyncio
import contextlib
import json
import re
import socket
import urllib.request

import msgspec
import psutil
import pytest
import websockets

from chanceit import models
from chanceit.table import commands as c
from chanceit.table import storing
from chanceit.web.rates import MISSES, Bucket, Rate, household
from rules.refusals import Refusal
from rules.shelf import GAMES
from tests.web.people import PATIENCE, Party, Person, Screen, Server, wait_until


@pytest.fixture
def guarded_server(tmp_path):
    """A server that counts, and tells its figures."""
    server = Server(tmp_path, CHANCEIT_METRICS="1", DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    yield server
    if server.process.poll() is None:
        server.stop()


def figure(server: Server, name: str) -> float:
    with urllib.request.urlopen(f"{server.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(f"{name} ")))


def deaf_socket(person: Person, code: str, role: str) -> socket.socket:
    """A WebSocket that asks but never reads: the operating system's buffer is all that takes up what is sent."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", person.server.port))
    deaf.sendall(
        (
            f"GET /ws/{code}/{role} HTTP/1.1\r\nHost: 127.0.0.1:{person.server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: {person.server.url}\r\nCookie: {cookies}\r\n\r\n"
        ).encode()
    )
    return deaf


def frame(text: str) -> bytes:
    """A text frame of a client, masked with nothing."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


async def test_somebody_who_asks_and_never_reads_costs_little_and_holds_nobody_up(own_server):
    party = Party(own_server, "Ann", "Bob", "Cy").sit_down(options=json.dumps({"hearts": 999, "stars_to_win": 999}))
    async with party.screens():
        await party.begin()
        for _move in range(60):
            assert await party.step()
        before = psutil.Process(own_server.process.pid).memory_info().rss
        deaf = [deaf_socket(Person(own_server), party.code, "watch") for _spectator in range(5)]
        question = frame('{"type":"story","since":0}') * 50
        for _time in range(40):
            for one in deaf:
                one.setblocking(False)
                # The server does not even listen to it any more, or has dropped it.
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    one.send(question)
            assert await party.step(), "the others play on"
        grown = psutil.Process(own_server.process.pid).memory_info().rss - before
        for one in deaf:
            one.close()
    assert grown < 30_000_000


async def test_a_reader_that_was_slow_gets_the_newest_view(own_server):
    party = Party(own_server, "Ann", "Bob").sit_down(options=json.dumps({"hearts": 999, "stars_to_win": 999}))
    async with party.screens():
        await party.begin()
        deaf = deaf_socket(Person(own_server), party.code, "watch")
        for turn in range(300):
            name = f"Ann{turn}" if turn < 299 else "Zoe"
            assert (await party.table.manage("rename", player=1, name=name))["type"] == "done"
        received = b""
        deaf.settimeout(10)
        while b'"name":"Zoe"' not in received:
            received = received[-100_000:] + deaf.recv(65536)
        deaf.close()


async def test_the_story_comes_in_pages(server):
    party = Party(server, "Ann", "Bob").sit_down(options=json.dumps({"hearts": 999, "stars_to_win": 999}))
    async with party.screens():
        await party.begin()
        for _move in range(130):
            assert await party.step()
        told: list[int] = []
        more = True
        while more:
            asked = len(party.table.messages)
            await party.table.send({"type": "story", "since": told[-1] if told else 0})
            page = await party.table.until(
                lambda asked=asked: next((m for m in party.table.messages[asked:] if m["type"] == "story"), None)
            )
            assert len(page["entries"]) <= 100
            told += [entry["number"] for entry in page["entries"]]
            more = page["more"]
        assert told == sorted(set(told))
        assert told[-1] == party.table.number
        assert len(told) > 130


async def test_a_room_that_nobody_is_in_goes(tmp_path):
    server = Server(
        tmp_path, CHANCEIT_METRICS="1", CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty"
    ).start()
    try:
        host = Person(server)
        codes = [host.open_table() for _table in range(5)]
        for code in codes:
            assert Person(server).get(f"/{code}")[0] == 200
        assert figure(server, "chanceit_rooms") > 0
        wait_until(lambda: figure(server, "chanceit_rooms") == 0)
    finally:
        server.stop()


def test_somebody_who_tries_all_codes_is_stopped(guarded_server):
    stranger = Person(guarded_server)
    answers = [stranger.get(f"/BCD{letter}")[0] for letter in "BCDFGHJKLMNPQRSTVWXZ" for _twice in (1, 2)]
    assert answers[: MISSES.most // 2] == [404] * (MISSES.most // 2)
    assert answers[-1] == 429


def test_somebody_who_tries_passwords_is_stopped(guarded_server):
    stranger = Person(guarded_server)
    answers = {stranger.post("/admin/login/", username="eva", password=f"{guess}")[0] for guess in range(15)}
    assert answers == {200, 429}


async def test_a_socket_that_floods_is_closed_and_may_come_back(guarded_server):
    party = Party(guarded_server, "Ann", "Bob").sit_down()
    async with party.screens():
        with contextlib.suppress(websockets.ConnectionClosed):  # closed in the middle of it
            for frame in range(600):
                await party.phones[0].send("nonsense" if frame % 2 else '{"type":"ping"}')
        await party.phones[0].until(lambda: party.phones[0].is_closed)
        assert party.phones[0].messages[-1]["code"] == "too_many"
        assert (await party.table.manage("lock", on=True))["type"] == "done"
    async with party.guests[0].screen(party.code, "phone") as phone:
        await phone.until(lambda: phone.view)


async def test_invented_cookies_are_no_seats(guarded_server):
    """Without a seat, everybody at one address is counted together, whatever cookies they make up."""
    party = Party(guarded_server, "Ann", "Bob").sit_down()
    async with party.screens(), contextlib.AsyncExitStack() as stack:
        watchers = []
        for number in range(40):
            stranger = Person(guarded_server)
            stranger.get(f"/{party.code}")
            [given] = stranger.cookies
            given.name, given.value = f"seat_{party.code}", f"{number:032x}"
            stranger.cookies.set_cookie(given)
            watchers.append(await stack.enter_async_context(stranger.screen(party.code, "watch")))
        await asyncio.gather(*(watcher.send({"type": "story"}) for watcher in watchers))
        for watcher in watchers:
            await watcher.until(lambda watcher=watcher: {"story", "refused"} & types(watcher))
        assert any("refused" in types(watcher) for watcher in watchers)


def types(screen: Screen) -> set[str]:
    return {message["type"] for message in screen.messages}


BOX_LIMITS = [
    ({"name": "x", "cards": [{"id": f"m{n}", "when": "1", "price": 1} for n in range(201)], "stakes": {}}, "200"),
    ({"name": "x" * 120_000}, "100000"),
    ({"name": "a\u0000b", "cards": [], "stakes": {}}, "cannot be read"),
]


def test_a_tile_that_is_too_much_is_refused_with_its_bound(server):
    """Computer players look at every way in which a Tile may lie."""
    tiles = [{"id": "t01", "cells": [[0, column] for column in range(13)]}]
    box = {"name": "x", "size": 25, "starts": [], "tiles": tiles}
    status, page = Person(server).post("/open", game="second_chance", box=json.dumps(box))
    assert status == 400
    assert "it may have 12" in page


@pytest.mark.parametrize(("box", "told"), BOX_LIMITS)
def test_a_box_that_is_too_much_is_refused_with_its_bound(server, box, told):
    status, page = Person(server).post("/open", game="chance_it", box=json.dumps(box))
    assert status == 400
    assert told in page


def test_a_form_that_is_too_large_is_refused(server):
    assert Person(server).post("/open", game="chance_it", box="x" * 390_000)[0] == 400


def test_all_mistakes_of_a_box_reach_the_page(server):
    sheet = {"out": [1, 1], "in": [1]}
    card = {"id": "twin", "when": "flash", "price": 1, "market": 1}
    box = {"name": "Eva's", "cards": [card, card], "stakes": dict.fromkeys("23456", sheet)}
    _status, page = Person(server).post("/open", game="chance_it", box=json.dumps(box))
    problems = page[page.index('class="problem"') :]
    assert problems[: problems.index("</ul>")].count("<li>") >= 4


def test_a_bucket_fills_up_with_time(monkeypatch):
    now = 100.0
    monkeypatch.setattr("chanceit.web.rates.time.monotonic", lambda: now)
    bucket = Bucket(Rate("test", 2, 10))
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
    now += 5
    assert [bucket.take(), bucket.take()] == [True, False]


def test_an_ipv6_household_is_one(server):
    assert household("2001:db8::1") == household("2001:db8::ffff:1")
    assert household("2001:db8::1") != household("2001:db8:0:1::1")


async def test_many_sockets_of_one_seat_are_too_many(guarded_server):
    party = Party(guarded_server, "Ann", "Bob").sit_down()
    screens = []
    for _window in range(9):
        screen = await asyncio.wait_for(_open(party), 10)
        screens.append(screen)
    await screens[-1].until(lambda: screens[-1].is_closed)
    assert screens[-1].messages[-1]["code"] == "too_many"
    assert not screens[0].is_closed
    for screen in screens:
        await screen.close()


async def _open(party: Party):
    screen = Screen(party.guests[0], party.code, "phone")
    await screen.connect()
    await screen.until(lambda: screen.messages)
    return screen


@pytest.mark.parametrize("head", [b"Content-Length: 10000000000\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_body_without_end_is_cut_off(server, head):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as endless:
        endless.sendall(b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n")
        part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        assert is_cut_off(endless, part, times=2000)


def is_cut_off(sender: socket.socket, part: bytes, times: int) -> bool:
    try:
        for _time in range(times):
            sender.sendall(part)
    except (ConnectionResetError, BrokenPipeError):
        return True
    return False


@pytest.mark.parametrize("control", [b"\x8a\x80\x00\x00\x00\x00", b"\x89\x80\x00\x00\x00\x00"])
async def test_a_flood_of_control_frames_is_dropped(guarded_server, control):
    """They never reach the table, but each of them costs."""
    party = Party(guarded_server, "Ann", "Bob").sit_down()
    async with party.screens():
        with deaf_socket(Person(guarded_server), party.code, "watch") as flood:
            flood.settimeout(PATIENCE)
            assert b"101" in flood.recv(100)
            assert is_cut_off(flood, control * 1000, times=2000)
        assert (await party.table.manage("lock", on=True))["type"] == "done"


def test_whoever_asks_for_anything_without_end_is_stopped(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    try:
        stranger = Person(server)
        statuses = [stranger.get("/no-such-page")[0] for _time in range(60)]
        assert statuses[0] == 404
        assert statuses[-1] == 429
    finally:
        server.stop()


async def test_a_link_to_take_over_works_once_also_in_a_race(server):
    party = Party(server, "Ann", "Bob").sit_down()
    _status, page = party.host.get(f"/{party.code}/table")
    ticket = re.search(r"/take-over#([^\"&]+)", page)[1]
    thieves = [Person(server) for _thief in range(6)]
    for thief in thieves:
        thief.get("/")
    path = f"/{party.code}/take-over"
    answers = await asyncio.gather(*(asyncio.to_thread(thief.post, path, **{"pass": ticket}) for thief in thieves))
    assert [status for status, _page in answers].count(302) == 1


# What strangers can fill up, as the operator says


def opened(**fields: bytes) -> str:
    return storing.open_anywhere("chance_it", fields.get("box", b""), b"{}", "hash")


@pytest.mark.django_db
def test_so_many_tables_are_kept_and_when_one_is_cleared_there_is_room_again(settings):
    settings.MOST_TABLES = 2
    codes = [opened(), opened()]
    with pytest.raises(Refusal, match="All tables are taken"):
        opened()
    models.Table.objects.get(code=codes[0]).delete()
    assert opened() != codes[1]


@pytest.mark.django_db
def test_so_many_boxes_of_peoples_own_are_kept_and_the_same_one_costs_nothing(settings):
    settings.MOST_BOXES = 1
    boxes = [
        json.dumps(json.loads(msgspec.json.encode(GAMES["chance_it"].house_box())) | {"name": name}).encode()
        for name in ("ours", "theirs")
    ]
    opened(box=boxes[0])
    opened(box=boxes[0])
    with pytest.raises(Refusal) as refused:
        opened(box=boxes[1])
    assert refused.value.code == "no_room"
    assert models.Table.objects.count() == 2
    opened()


@pytest.mark.django_db
def test_a_log_has_an_end(settings):
    settings.MOST_ENTRIES = 3
    code = opened()
    for name in ("Ann", "Bob"):
        storing.play(code, "door", c.Join(name, name), name)
    with pytest.raises(Refusal) as refused:
        storing.play(code, "door", c.Join("Cy", "Cy"), "Cy")
    assert refused.value.code == "too_long"


def test_so_many_tables_are_opened_from_one_address_in_a_day(tmp_path):
    server = Server(tmp_path, CHANCEIT_TABLES_A_DAY="2").start()
    host = Person(server)
    assert host.open_table() != host.open_table()
    assert host.post("/open")[0] == 429
    assert server.stop() == 0
