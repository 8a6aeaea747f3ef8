"""Walls: whatever goes wrong at one table, the others play on, every request is answered, and that table recovers."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Awaitable

import pytest
import websockets

from tests.conftest import PATIENCE
from tests.web.faulty import STEPS
from tests.web.people import Party, Person, Screen, Server

LONG_GAME = json.dumps({"hearts": 999, "coins": 999, "stars_to_win": 999})


@pytest.fixture(scope="module")
def faulty_server(tmp_path_factory):
    server = Server(
        tmp_path_factory.mktemp("faulty"), DJANGO_SETTINGS_MODULE="tests.web.faulty", CHANCEIT_RATES="off"
    ).start()
    yield server
    assert server.stop() == 0


class Restless:
    """A screen that comes back whenever it is sent away for a reason that passes, as the pages do."""

    def __init__(self, person: Person, code: str, role: str) -> None:
        self.person, self.code, self.role = person, code, role
        self.unanswered = 0

    async def keep_asking(self, frames: list[dict], stop: asyncio.Event) -> None:
        while not stop.is_set():
            screen = Screen(self.person, self.code, self.role)
            try:
                await screen.connect()
                while not stop.is_set() and not screen.is_closed:
                    for frame in frames:
                        answer = await screen.ask(dict(frame))
                        if answer["type"] == "closed" and not screen.is_closed:
                            self.unanswered += 1
                    await asyncio.sleep(0.02)  # a pace, not a hope: it goes on until it is told to stop
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(0.02)
            except TimeoutError:
                self.unanswered += 1
            finally:
                if hasattr(screen, "socket"):
                    await screen.close()
            for message in screen.messages:
                if message["type"] == "closed":
                    assert message["code"] in ("failed", "busy"), message


@pytest.mark.parametrize("step", STEPS)
async def test_a_fault_at_one_table_is_not_felt_at_another_and_passes(faulty_server, step):
    calm = Party(faulty_server, "Ann", "Bob", "Cy").sit_down(options=LONG_GAME)
    troubled = Party(faulty_server, "Trouble", "Bob", "Cy").sit_down(options=LONG_GAME)
    async with calm.screens(), troubled.screens():
        assert (await troubled.table.manage("consent", on=False))["type"] == "done"
        await calm.begin()
        await troubled.begin()
        assert (await troubled.table.manage("replace", player=3, mind="medium"))["type"] == "done"
    fault = faulty_server.data / "fault"
    fault.write_text(step)
    stop = asyncio.Event()
    host = Restless(troubled.host, troubled.code, "table")
    guest = Restless(troubled.guests[0], troubled.code, "phone")
    frames = [
        {"type": "play", "move": {"do": "roll"}},
        {"type": "play", "move": {"do": "choose", "seat": 0, "guide": "in"}},
        {"type": "manage", "do": {"do": "watch", "on": False}},
        {"type": "manage", "do": {"do": "undo"}},
    ]
    asking = [
        asyncio.ensure_future(host.keep_asking(frames, stop)),
        asyncio.ensure_future(guest.keep_asking(frames[:2], stop)),
    ]
    try:
        async with calm.screens():
            for _move in range(25):
                assert await calm.step()
            await calm.agree()
    finally:
        fault.unlink()
        stop.set()
        await asyncio.gather(*asking)
    assert host.unanswered == guest.unanswered == 0
    await plays_on(troubled)


async def plays_on(party: Party) -> None:
    """Whoever is sent away for a reason that passes comes back, as the pages do, until it has passed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                async with party.screens():
                    await done(party.table.manage("pace", pace="instant"))
                    for screen in party.all:
                        await screen.until_or_lost(lambda screen=screen: screen.table["pace"] == "instant")
                    await screens_can_play(party)
                    return


async def screens_can_play(party: Party) -> None:
    """The game goes on, whatever phase it is in."""
    before = party.table.number
    await done(party.table.play({"do": "correct", "seat": 0, "token": "coins", "by": 1}))
    for screen in party.all:
        await screen.until_or_lost(lambda screen=screen: screen.number > before)


async def done(asked: Awaitable[dict]) -> None:
    answer = await asked
    if answer["type"] == "closed":
        raise ConnectionError("the socket is lost")
    assert answer["type"] == "done", answer


async def test_a_seat_that_somebody_asked_for_is_left_and_the_table_goes_on(own_server):
    party = Party(own_server, "Ann", "Bob", "Cy").sit_down()
    stranger = Person(own_server)
    async with party.screens():
        bob = party.phones[1].table["you"]
        assert stranger.post(f"/{party.code}/ask", player=str(bob))[0] == 302
        await party.table.until(lambda: party.table.table["asking"])
        assert (await party.phones[1].manage("leave"))["type"] == "done"
        await party.table.until(lambda: party.table.table["asking"] == [])
    assert party.host.get(f"/{party.code}/table")[0] == 200
    own_server.kill()
    own_server.start()
    assert party.host.get(f"/{party.code}/table")[0] == 200
    assert stranger.get(f"/{party.code}")[0] == 200


async def test_many_who_ask_for_a_seat_from_one_address_keep_nobody_else_from_asking(server):
    party = Party(server, "Ann", "Bob", "Cy").sit_down()
    async with party.screens():
        bob = party.phones[1].table["you"]
        for _stranger in range(20):
            assert Person(server).post(f"/{party.code}/ask", player=str(bob))[0] == 302
        await party.table.until(lambda: party.table.number >= 4 + 20)
        before = party.table.number
        again = Person(server)
        assert again.post(f"/{party.code}/ask", player=str(bob))[0] == 302
        await party.table.until(lambda: party.table.number > before and len(party.table.table["asking"]) == 2)
        newest = max(asking["ask"] for asking in party.table.table["asking"])
        assert (await party.table.manage("allow", ask=newest))["type"] == "done"
        async with again.screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view and phone.table["you"] == bob)


@pytest.mark.parametrize("id", ["computer.5", "table.5", "a b", "\u0000", "ä", "a:b", "x" * 41, "", "a\n"])
async def test_an_id_that_nobody_may_use_is_refused(server, id):
    party = Party(server).sit_down()
    async with party.screens():
        await party.table.send({"type": "manage", "id": id, "do": {"do": "lock", "on": True}})
        refused = await party.table.until(
            lambda: next((m for m in party.table.messages if m["type"] == "refused"), None)
        )
        assert refused["code"] == "bad_frame"


async def test_the_ids_of_one_person_are_not_those_of_another_nor_of_the_server(server):
    """A phone that names the server's own commands stops no computer player, and no game from beginning."""
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        assert (await party.table.manage("add_computer", mind="medium"))["type"] == "done"
        ann, bob = party.phones
        for number in range(1, 30):
            for word in ("computer", "table", "begin"):
                frame = {"type": "manage", "id": f"{word}-{number}", "do": {"do": "rename", "player": 1, "name": "Ann"}}
                assert (await ann.ask(frame))["type"] == "done"
        same = {"id": "same", "type": "manage", "do": {"do": "rename", "player": 1, "name": "Anna"}}
        other = {"id": "same", "type": "manage", "do": {"do": "rename", "player": 2, "name": "Bobby"}}
        first, second = await ann.ask(dict(same)), await bob.ask(dict(other))
        assert first["type"] == second["type"] == "done"
        assert first["number"] != second["number"]
        await party.begin()
        assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
        assert (await ann.play({"do": "roll"}))["type"] == "done"
        for seat, phone in enumerate(party.phones):
            assert (await phone.play({"do": "choose", "seat": seat, "guide": "in"}))["type"] == "done"
        await party.table.until(lambda: party.table.game["phase"] != "choose")


async def test_a_computer_player_at_a_closed_seat_plays_and_does_not_spin(own_server):
    party = Party(own_server, "Ann", "Bob", "Cy").sit_down()
    async with party.screens():
        await party.begin()
        assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
        assert (await party.table.manage("remove", player=3))["type"] == "done"
        assert (await party.table.manage("replace", player=3, mind="medium"))["type"] == "done"
        assert (await party.table.play({"do": "roll"}))["type"] == "done"
        await party.table.until(lambda: 2 not in party.table.game["awaiting"])
    assert own_server.read_log().count("a computer player was refused") == 0


async def test_an_entry_of_a_newer_version_closes_only_its_own_table(own_server):
    party, other = Party(own_server, "Ann", "Bob").sit_down(), Party(own_server, "Cy", "Di").sit_down()
    async with party.screens(), other.screens():
        with sqlite3.connect(own_server.data / "chanceit.sqlite3") as database:
            row, number = database.execute(
                "SELECT id, number FROM chanceit_table WHERE code = ?", [party.code]
            ).fetchone()
            newer = json.dumps({"what": "danced", "player": 1})
            database.execute(
                'INSERT INTO chanceit_entry (table_id, number, command, "by", what, at) VALUES (?, ?, ?, ?, ?, ?)',
                [row, number + 1, "1:x", "1", newer, "2026-01-01"],
            )
            database.execute("UPDATE chanceit_table SET number = ? WHERE id = ?", [number + 1, row])
        closed = await party.table.until(lambda: next((m for m in party.table.messages if m["type"] == "closed"), None))
        assert closed["code"] == "newer"
        assert (await other.table.manage("lock", on=True))["type"] == "done"
    assert party.host.get(f"/{party.code}/table")[0] == 503
    assert other.host.get(f"/{other.code}/table")[0] == 200


async def test_a_table_that_is_cleared_away_says_so_to_whoever_is_there(own_server):
    party, other = Party(own_server, "Ann", "Bob").sit_down(), Party(own_server, "Cy", "Di").sit_down()
    async with party.screens(), other.screens():
        with sqlite3.connect(own_server.data / "chanceit.sqlite3") as database:
            [row] = database.execute("SELECT id FROM chanceit_table WHERE code = ?", [party.code]).fetchone()
            for table in ("player", "entry"):
                database.execute(f"DELETE FROM chanceit_{table} WHERE table_id = ?", [row])
            database.execute("DELETE FROM chanceit_table WHERE id = ?", [row])
        closed = await party.table.until(lambda: next((m for m in party.table.messages if m["type"] == "closed"), None))
        assert closed["code"] == "no_such_table"
        assert (await other.table.manage("lock", on=True))["type"] == "done"
    assert party.host.get(f"/{party.code}")[0] == 404
