"""What goes wrong in real life: power cuts, cut sockets, doubled and lost messages, a full disk, a locked database.

No accepted move may be lost or doubled, and all screens must end with the same state.
"""

import asyncio
import json
import random
import resource
import sqlite3

import pytest

from tests.web.people import Party, Server


def recorded_moves(party: Party) -> list[dict]:
    """The moves that stand in the log of the only table of this server, or of one among others."""
    with sqlite3.connect(party.server.data / "chanceit.sqlite3") as database:
        rows = database.execute(
            "SELECT what FROM chanceit_entry entry JOIN chanceit_table ON table_id = chanceit_table.id "
            "WHERE code = ? ORDER BY entry.number",
            [party.code],
        )
        entries = [json.loads(what) for (what,) in rows]
    return [entry["move"] for entry in entries if entry["what"] == "played"]


def log_numbers(server: Server) -> list[tuple[int, int]]:
    with sqlite3.connect(server.data / "chanceit.sqlite3") as database:
        return database.execute("SELECT table_id, number FROM chanceit_entry ORDER BY table_id, number").fetchall()


async def test_every_acknowledged_move_is_there_after_the_server_was_killed(own_server):
    """Killed again and again in the middle of games, without warning; the phones come back and go on."""
    server = own_server
    lots = random.Random(11)
    parties = [Party(server, "Ann", "Bob", "Cy", "Di").sit_down() for _table in range(3)]
    acknowledged: dict[str, dict[str, int]] = {party.code: {} for party in parties}
    begun: set[str] = set()

    async def play(party: Party, stop: asyncio.Event) -> None:
        """Plays until the server is gone. What was sent without an answer may have been stored or not."""
        try:
            async with party.screens():
                if party.code not in begun:
                    if party.table.table["status"] == "lobby":
                        await party.begin()
                    begun.add(party.code)
                while not stop.is_set():
                    if party.table.table["status"] == "over":
                        return
                    for screen in [*party.phones, party.table]:
                        game = screen.game
                        if game["can"] and (not game["awaiting"] or game["seat"] in game["awaiting"]):
                            command = f"c{len(acknowledged[party.code])}-{lots.getrandbits(40)}"
                            answer = await screen.play(lots.choice(game["can"]), id=command)
                            if answer["type"] == "done":
                                acknowledged[party.code][command] = answer["number"]
                                await party.agree()
                            break
        except (OSError, TimeoutError, Exception) as error:
            if not stop.is_set():
                raise AssertionError(f"the game broke off before the server was killed: {error!r}") from error

    for cut in range(12):
        stop = asyncio.Event()
        games = [asyncio.ensure_future(play(party, stop)) for party in parties]
        until = sum(map(len, acknowledged.values())) + lots.randint(2, 16)
        while sum(map(len, acknowledged.values())) < until and not all(game.done() for game in games):
            await asyncio.sleep(lots.uniform(0, 0.02))  # any moment will do: this is when the plug is pulled
        stop.set()
        server.kill()
        await asyncio.wait(games)
        for game in games:
            game.result()
        with sqlite3.connect(server.data / "chanceit.sqlite3") as database:
            stored = {
                (code, command): number
                for code, command, number in database.execute(
                    "SELECT code, command, entry.number FROM chanceit_entry entry "
                    "JOIN chanceit_table ON table_id = chanceit_table.id"
                )
            }
        for code, commands in acknowledged.items():
            for command, number in commands.items():
                of_anybody = [stored.get((code, f"{who}:{command}")) for who in ("game_master", 1, 2, 3, 4)]
                assert number in of_anybody, f"acknowledged and lost, at cut {cut}"
        server.start()
    assert sum(map(len, acknowledged.values())) > 60, "there was little to lose"
    numbers = log_numbers(server)
    assert len(numbers) == len(set(numbers))
    for party in parties:
        async with party.screens():
            await party.agree()
            assert all(
                screen.game["players"][0]["coins"] == party.table.game["players"][0]["coins"] for screen in party.all
            )
            if party.table.table["status"] == "playing":
                assert await party.step(), "the game goes on"


async def test_messages_doubled_delayed_and_lost_change_nothing(server):
    """A phone that sends everything again and again, on sockets that break, moves exactly once each time."""
    lots = random.Random(5)
    party = Party(server, "Ann", "Bob", "Cy").sit_down()
    sent: list[str] = []
    async with party.screens():
        await party.begin()
        for _round in range(60):
            await party.agree()
            if party.table.table["status"] != "playing":
                break
            screen = next(
                s
                for s in [*party.phones, party.table]
                if s.game["can"] and (not s.game["awaiting"] or s.game["seat"] in s.game["awaiting"])
            )
            move = lots.choice(screen.game["can"])
            command = f"m{len(sent)}"
            sent.append(command)
            frame = {"type": "play", "id": command, "move": move}
            for _copy in range(lots.randrange(1, 4)):
                await screen.send(frame)
            if lots.random() < 0.3:  # the answer is lost with the socket; the phone comes back and sends again
                await screen.socket.close()
                await screen._reading
                await screen.connect()
                await screen.until(lambda s=screen: any(m["type"] == "view" for m in s.messages))
                await screen.send(frame)
            await screen.until(lambda s=screen, c=command: c in s.answers)
            assert screen.answers[command]["type"] == "done", screen.answers[command]
            await screen.until(lambda s=screen, c=command: s.number >= s.answers[c]["number"])
        by_command = {
            command: screen.answers[command]["number"]
            for command in sent
            for screen in party.all
            if command in screen.answers
        }
        assert len(set(by_command.values())) == len(sent), "each command became one entry of its own"
        moves = recorded_moves(party)
        drawn_by_the_table = sum(move["do"] == "shuffle" for move in moves)
        assert len(moves) == len(sent) + 1 + drawn_by_the_table


async def test_many_screens_coming_and_going_end_with_the_same_state(server):
    lots = random.Random(2)
    party = Party(server, "Ann", "Bob", "Cy", "Di").sit_down()
    async with party.screens():
        await party.begin()
        stop = asyncio.Event()

        async def flicker(guest) -> None:
            while not stop.is_set():
                async with guest.screen(party.code, "phone") as screen:
                    await screen.until(lambda: screen.view)
                    await asyncio.sleep(lots.uniform(0, 0.02))

        flickering = [asyncio.ensure_future(flicker(guest)) for guest in party.guests]
        for _move in range(60):
            if not await party.step(lots.choice):
                break
        stop.set()
        await asyncio.gather(*flickering)
        await party.agree()
        tokens = [[(p["coins"], p["hearts"], p["stars"]) for p in screen.game["players"]] for screen in party.all]
        assert all(seen == tokens[0] for seen in tokens)


async def test_a_locked_database_delays_but_loses_nothing(own_server):
    party = Party(own_server).sit_down()
    async with party.screens():
        await party.begin()
        database = sqlite3.connect(own_server.data / "chanceit.sqlite3", isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        rolling = asyncio.ensure_future(party.table.play({"do": "roll"}))
        phone = party.phones[0]
        await phone.send({"type": "ping"})
        await phone.until(lambda: any(m["type"] == "pong" for m in phone.messages))
        assert not rolling.done()
        assert phone.game["phase"] == "roll", "nobody is told before it is stored"
        database.execute("COMMIT")
        database.close()
        assert (await rolling)["type"] == "done"
        await party.agree()


async def test_a_full_disk_refuses_by_name_and_the_game_goes_on_when_there_is_room(own_server):
    """A limit on the size of the server's files stands for the full disk: its writes fail in the same place."""
    process = own_server.process.pid
    party = Party(own_server).sit_down()
    async with party.screens():
        await party.begin()
        _soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))
        answer = await party.table.play({"do": "roll"}, id="roll")
        assert (answer["type"], answer["code"]) == ("refused", "not_stored")
        assert "Traceback" not in answer["sentence"]
        assert party.phones[0].game["phase"] == "roll", "what was not stored was not told"
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
        answer = await party.table.play({"do": "roll"}, id="roll")
        assert answer["type"] == "done"
        await party.agree()
        moves = recorded_moves(party)
        assert [move["do"] for move in moves] == ["shuffle", "start", "roll"]


@pytest.mark.parametrize("moment", ["lobby", "playing"])
async def test_after_a_restart_the_table_is_as_it_was(own_server, moment):
    party = Party(own_server).sit_down()
    async with party.screens():
        if moment == "playing":
            await party.begin()
            await party.step()
        before = party.table.view
    assert own_server.stop() == 0
    own_server.start()
    async with party.screens():
        assert party.table.view["table"] == before["table"]
        assert party.table.view["view"] == before["view"]
        assert party.table.view["own"] == before["own"]
        assert party.table.number == before["number"]
