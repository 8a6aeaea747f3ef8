"""Several server processes at the same tables, on a real PostgreSQL and a real Redis."""

import asyncio
import contextlib
import json
import random
import signal
import subprocess

import psycopg
import pytest
import redis

from chanceit.table import log, storing
from chanceit.table.authority import append
from chanceit.table.state import Entry
from tests.conftest import find_program, free_port, running
from tests.web.people import Party, Person, Server, wait_until
from tests.web.test_fair_dice import cups, draws, made_again
from tests.web.test_fun import guess, lay, of_type, react, roll


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
            await party.table.until(lambda: party.table.table["status"] == "playing")
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
    elsewhere = Person(two_servers[1])
    assert elsewhere.get(f"/{party.code}/record.jsonl")[0] == 403
    for cookie in party.host.cookies:
        elsewhere.cookies.set_cookie(cookie)
    assert elsewhere.get(f"/{party.code}/record.jsonl")[0] == 200


async def test_a_character_that_postgresql_cannot_keep_stops_nobody(two_servers):
    """One such text once failed the transaction of all tables of a turn."""
    nul = "\u0000"
    party, other = (Party(two_servers[0]).sit_down() for _table in range(2))
    host = Person(two_servers[0])
    assert host.post("/solo", code=f"BC{nul}D")[0] in (302, 400)
    assert host.post("/open", game="chance_it", box='{"name": "a\\u0000b"}')[0] == 400
    assert host.post("/open", game="chance_it", options='{"coins": "\\u0000"}')[0] == 400
    assert host.post("/boxes/new", game="chance_it", copy=nul)[0] == 404
    assert json.loads(party.host.post(f"/{party.code}/tv", code=f"12{nul}456")[1])["refused"]["code"] == "no_such_tv"
    assert host.post(f"/{party.code}/join", name=f"E{nul}va")[0] == 302
    async with party.screens(), other.screens():
        for number in range(20):
            frame = {"type": "manage", "id": nul, "do": {"do": "lock", "on": True}}
            await party.table.send(frame)
            frame = {"type": "manage", "do": {"do": "rename", "player": 1, "name": f"A{nul}{number}"}}
            assert (await party.table.ask(frame))["type"] == "done"
            assert (await other.table.manage("lock", on=bool(number % 2)))["type"] == "done"


async def test_redis_that_hangs_holds_nobody_up(tmp_path, database):
    """Worse than a Redis that has stopped: it takes everything and answers nothing."""
    port = free_port()
    server_program = find_program("redis-server")
    hung = subprocess.Popen(
        [server_program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(tmp_path)],
        stdout=subprocess.DEVNULL,
    )
    servers = []
    try:
        wait_until(lambda: is_answering(port))
        for number in range(2):
            folder = tmp_path / str(number)
            folder.mkdir()
            server = Server(
                folder,
                DATABASE_URL=database,
                REDIS_URL=f"redis://127.0.0.1:{port}/0",
                CHANCEIT_SECRET_KEY="shared by both processes of this test",
            )
            servers.append(server.start())
        party = Party(servers[0]).sit_down()
        async with spread(party, servers):
            await party.begin()
            hung.send_signal(signal.SIGSTOP)
            for _move in range(4):
                assert await party.step()
            await party.agree()
            assert Person(servers[1]).open_table()
            hung.send_signal(signal.SIGCONT)
            for _move in range(4):
                assert await party.step()
    finally:
        for server in servers:
            server.stop()
        hung.send_signal(signal.SIGCONT)
        hung.terminate()
        hung.wait()


def is_answering(port: int) -> bool:
    try:
        return bool(redis.Redis(port=port).ping())
    except redis.ConnectionError:
        return False


async def test_devices_at_both_processes_shake_the_same_cup(two_servers):
    party = Party(two_servers[0]).sit_down(options='{"stars_to_win": 1}')
    async with spread(party, two_servers), cups(*party.all):
        for screen in party.all:
            await screen.until(
                lambda screen=screen: any(m["type"] == "presence" and len(m["connected"]) == 3 for m in screen.messages)
            )
        await party.begin()
        while await party.step():
            pass
        seed, made = await draws(party.phones[0])
        for draw in made:
            assert draw["gave"] == made_again(seed, draw)
        assert any(len(draw["salt"].split(".")) == 4 for draw in made), "two phones and the host here, one phone there"


async def test_computer_players_who_roll_at_both_processes_roll_the_same_dice(two_servers):
    """Each process lets them roll, by the same command, with what the devices there have thrown in; one is stored."""
    party = Party(two_servers[0], "Ann").sit_down(options='{"stars_to_win": 999, "hearts": 99, "coins": 99}')
    async with spread(party, two_servers), cups(*party.all):
        for _computer in range(2):
            assert (await party.table.manage("add_computer", mind="easy"))["type"] == "done"
        assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
        await party.begin()
        assert (await party.table.manage("replace", player=1, mind="easy"))["type"] == "done"
        await party.table.until(lambda: party.table.game["round"] > 12)
        await party.table.ask({"type": "manage", "do": {"do": "pause", "on": True}})
        newest = await party.agree()
        shown = [screen.view["view"] for screen in party.all if screen.number == newest]
        assert all(view == shown[0] for view in shown)
        for server in two_servers:  # and the log can be read
            party.host.server = server
            async with party.host.screen(party.code, "table") as again:
                await again.until(lambda again=again, newest=newest: again.number >= newest)
                assert again.view["view"] == shown[0]


@pytest.mark.django_db(transaction=True)
def test_the_same_command_that_became_something_else_elsewhere_is_not_what_was_stored():
    table = storing.load(storing.open_anywhere("chance_it", b"", b"{}", "host")).table

    def page(pace):
        entries = []
        after = append(table, entries, Entry(2, "computer.2", "game_master", log.Paced(pace)))
        return storing.Page(table, after, tuple(entries))

    assert storing.store([page("fast")]) == ["stored"]
    assert storing.store([page("fast")]) == ["stored"], "as after an answer that was lost on the way"
    assert storing.store([page("slow")]) == ["conflict"]


async def test_past_a_reveal_nothing_is_taken_back_while_nobody_knows_who_is_there(tmp_path, database):
    """The phones are at the other process, and Redis is away: they cannot be asked."""
    port = free_port()
    servers = []
    with contextlib.ExitStack() as stack, contextlib.ExitStack() as redis_is_there:
        redis_is_there.enter_context(redis_server(tmp_path, port))
        for number in range(2):
            folder = tmp_path / str(number)
            folder.mkdir()
            settings = {"DATABASE_URL": database, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
            settings["CHANCEIT_SECRET_KEY"] = "shared by both processes of this test"
            servers.append(Server(folder, CHANCEIT_RATES="off", **settings).start())
            stack.callback(servers[-1].stop)
        party = Party(servers[0], "Ann", "Bob", "Cy").sit_down()
        for guest in party.guests:
            guest.server = servers[1]
        async with party.screens():
            table = party.table

            def here():
                return [m for m in table.messages if m["type"] == "presence"][-1]["connected"]

            await party.begin()
            await roll(party, 2, 2, 5, 5, 5)
            await lay(party, "in", "in", "in")
            await party.agree()
            await table.until(lambda: here() == [1, 2, 3])
            redis_is_there.close()
            # In time nobody at the first process knows any more that phones are there.
            await table.until(lambda: here() == [])
            assert (await table.manage("undo"))["code"] == "not_agreed"


async def test_rates_are_counted_together(tmp_path, database, redis_url):
    servers = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        settings = {"DATABASE_URL": database, "REDIS_URL": redis_url}
        settings["CHANCEIT_SECRET_KEY"] = "shared by both processes of this test"
        servers.append(Server(folder, DJANGO_SETTINGS_MODULE="tests.web.unforgetting", **settings).start())
    try:
        stranger = Person(servers[0])
        statuses = []
        for number in range(50):
            stranger.server = servers[number % 2]
            statuses.append(stranger.get("/BCDF")[0])
        assert statuses.count(404) == 30
        assert statuses[-1] == 429
    finally:
        for server in servers:
            server.stop()


async def test_both_processes_judge_a_guess_and_show_a_reaction(two_servers):
    party = Party(two_servers[0], "Ann", "Bob", "Cy").sit_down()
    async with spread(party, two_servers):
        ann, bob, _cy = party.phones
        await party.begin()
        await roll(party, 2, 2, 5, 5, 5)
        await ann.until(lambda: [m for m in ann.messages if m["type"] == "presence"][-1]["connected"] == [1, 2, 3])
        await bob.until(lambda: [m for m in bob.messages if m["type"] == "presence"][-1]["connected"] == [1, 2, 3])
        await ann.send(react("gasp"))
        for screen in party.all:
            await of_type(screen, "reaction", lambda m: m["what"] == "gasp")
        await lay(party, "in")
        await of_type(ann, "guesses", lambda m: m["open"])
        await ann.send(guess("taking_part", 2))
        await of_type(ann, "guesses", lambda m: m["guessed"])
        # Her second page is at the other process, and finds the guess there.
        party.guests[0].server = two_servers[0]
        async with party.guests[0].screen(party.code, "phone") as elsewhere:
            assert (await of_type(elsewhere, "guesses", lambda m: m["guessed"]))["guessed"][0]["answer"] == 2
            await asyncio.gather(
                party.phones[1].play({"do": "choose", "seat": 1, "guide": "out"}),
                party.phones[2].play({"do": "choose", "seat": 2, "guide": "in"}),
            )
            for screen in (ann, elsewhere):
                assert (await of_type(screen, "guesses", lambda m: m["of"] == 1))["right"] == 1


async def test_each_process_advises_its_own_phones(two_servers):
    party = Party(two_servers[0], "Ann", "Bob", "Cy").sit_down()
    async with spread(party, two_servers):
        assert (await party.table.manage("coach", on=True))["type"] == "done"
        await party.begin()
        await roll(party, 3, 3, 4, 5, 5)
        for phone in party.phones:
            await phone.until(lambda phone=phone: phone.table["coach"])
            await phone.send({"type": "advise", "id": "a"})
        for seat, phone in enumerate(party.phones):
            given = await of_type(phone, "advice")
            assert {one["move"]["seat"] for one in given["choices"]} == {seat}
        # Bob lays at the other process: nothing is different for Ann, who asks again, also there.
        answer = await party.phones[1].play({"do": "choose", "seat": 1, "guide": "out"})
        assert answer["type"] == "done"
        await party.agree()
        first = await of_type(party.phones[0], "advice")
        party.guests[0].server = two_servers[0]
        async with party.guests[0].screen(party.code, "phone") as elsewhere:
            await elsewhere.until(lambda: elsewhere.view)
            await elsewhere.send({"type": "advise", "id": "b"})
            assert (await of_type(elsewhere, "advice"))["choices"] == first["choices"]
