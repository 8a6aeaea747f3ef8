"""Several server processes at the same tables, on a real PostgreSQL and a real Redis."""

import asyncio
import contextlib
import random
import signal

import psycopg
import pytest
import redis

from tests.conftest import find_program, free_port, running
from tests.web.people import Party, Person, Server


@contextlib.contextmanager
def redis_server(folder, port):
    with running(
        find_program("redis-server"),
        *("--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)),
        ready=redis.Redis(port=port).ping,
        stop=signal.SIGTERM,
    ):
        yield


@pytest.fixture
def database(postgres_url):
    """A database of this test's own, as a DATABASE_URL."""
    name = f"t{random.SystemRandom().getrandbits(40)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_url.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture
def two_servers(tmp_path, database, redis_url):
    servers = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        servers.append(
            Server(
                folder,
                DATABASE_URL=database,
                REDIS_URL=redis_url,
                CHANCEIT_SECRET_KEY="shared by both processes of this test",
                CHANCEIT_RATES="off",
            ).start()
        )
    yield servers
    for server in servers:
        if server.process.poll() is None:
            assert server.stop() == 0


@contextlib.asynccontextmanager
async def spread(party, servers):
    """The party's screens, spread over the servers: the table at the first, phones by turns."""
    for number, person in enumerate([party.host, *party.guests]):
        person.server = servers[number % len(servers)]
    async with party.screens():
        yield party


def tokens(screen):
    return [(player["coins"], player["hearts"], player["stars"]) for player in screen.game["players"]]


async def test_two_processes_serve_the_same_table(two_servers):
    lots = random.Random(4)
    party = Party(two_servers[0], "Ann", "Bob", "Cy", "Di").sit_down()
    async with spread(party, two_servers):
        await party.begin()
        for _move in range(80):
            if not await party.step(lots.choice):
                break
        await party.agree()
        assert all(tokens(screen) == tokens(party.table) for screen in party.all)
        presence = [m for m in party.table.messages if m["type"] == "presence"][-1]
        assert presence["connected"] == [1, 2, 3, 4], "also those at the other process"


async def test_two_processes_fed_at_once_lose_and_double_nothing(two_servers, database):
    """Four phones at two processes lay their guide cards at the same moment, over and over."""
    party = Party(two_servers[0], "Ann", "Bob", "Cy", "Di").sit_down()
    lots = random.Random(9)
    async with spread(party, two_servers):
        await party.begin()
        answers = []
        for _round in range(25):
            await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
            await party.agree()
            choices = [
                phone.play({"do": "choose", "seat": seat, "guide": lots.choice(["in", "out"])})
                for seat, phone in enumerate(party.phones)
            ]
            answers += await asyncio.gather(*choices)
            await party.agree()
            await party.table.until(lambda: party.table.game["phase"] in ("roll", "over"))
            if party.table.game["phase"] == "over":
                break
        assert all(answer["type"] == "done" for answer in answers)
        numbers = [answer["number"] for answer in answers]
        assert len(set(numbers)) == len(numbers), "each move has a number of its own"
        await party.agree()
        assert all(tokens(screen) == tokens(party.table) for screen in party.all)
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT number FROM chanceit_entry ORDER BY number").fetchall()
    assert [number for (number,) in rows] == list(range(1, len(rows) + 1)), "the log has no gap"


async def test_a_resend_to_the_other_process_is_not_a_second_move(two_servers):
    party = Party(two_servers[0]).sit_down()
    async with spread(party, two_servers):
        await party.begin()
        first = await party.phones[0].play({"do": "roll"}, id="roll-once")
        party.guests[0].server = two_servers[0]
        async with party.guests[0].screen(party.code, "phone") as elsewhere:
            await elsewhere.until(lambda: elsewhere.view)
            again = await elsewhere.play({"do": "roll"}, id="roll-once")
        assert again["type"] == "done"
        assert again["number"] == first["number"]


async def test_a_killed_process_takes_nobody_down(two_servers):
    party = Party(two_servers[0], "Ann", "Bob", "Cy", "Di").sit_down()
    async with spread(party, two_servers):
        await party.begin()
        for _move in range(12):
            await party.step()
        number = await party.agree()
        two_servers[1].kill()
        for person in [party.host, *party.guests]:
            person.server = two_servers[0]
        async with contextlib.AsyncExitStack() as stack:
            party.phones = [
                await stack.enter_async_context(guest.screen(party.code, "phone")) for guest in party.guests
            ]
            for phone in party.phones:
                await phone.until(lambda phone=phone: phone.number >= number)
            for _move in range(12):
                if not await party.step():
                    break


async def test_redis_stopped_and_started_again_costs_time_but_no_move(tmp_path, database):
    """Without Redis the processes still find each other through the log."""
    port = free_port()
    servers = []
    with contextlib.ExitStack() as stack:
        with redis_server(tmp_path, port):
            for number in range(2):
                folder = tmp_path / str(number)
                folder.mkdir()
                server = Server(
                    folder,
                    DATABASE_URL=database,
                    REDIS_URL=f"redis://127.0.0.1:{port}/0",
                    CHANCEIT_SECRET_KEY="shared by both processes of this test",
                    CHANCEIT_RATES="off",
                ).start()
                stack.callback(server.stop)
                servers.append(server)
            party = Party(servers[0]).sit_down()
            async with spread(party, servers):
                await party.begin()
                await party.step()
                await party.agree()
        # Redis is gone now
        async with spread(party, servers):
            for _move in range(4):
                assert await party.step()
            await party.agree()
            with redis_server(tmp_path, port):
                for _move in range(6):
                    if not await party.step():
                        break
                await party.agree()
                assert all(tokens(screen) == tokens(party.table) for screen in party.all)


async def test_a_whole_game_on_postgresql_and_its_projection(two_servers, database):
    lots = random.Random(6)
    party = Party(two_servers[0]).sit_down()
    async with spread(party, two_servers):
        await party.begin()
        while await party.step(lots.choice):
            pass
        expected = tokens(party.table)
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT coins, hearts, stars FROM chanceit_player ORDER BY seat").fetchall()
    assert rows == expected
    assert Person(two_servers[1]).get(f"/{party.code}/record.jsonl")[0] == 200
