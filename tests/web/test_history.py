"""Histories of whole evenings while servers, sockets, Redis and PostgreSQL fail, checked against the stored log.

The faults are drawn by lot. A failure prints its seed; CHANCEIT_HISTORY_SEED draws the same ones again, and
CHANCEIT_HISTORY_SECONDS makes the evenings longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import psutil
import psycopg
import pytest
import redis
from psycopg.conninfo import conninfo_to_dict

from rules.shelf import GAMES
from tests.conftest import find_program, free_port, running
from tests.web.history import Entry, Event, History, answers, ending, faults, numbers, replay, secrets, views
from tests.web.people import PATIENCE, Server
from tests.web.players import GIVE_UP, Table

# The checker itself, on histories of a few entries. One that could not fail would be worth nothing.

KEY, SEED = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"


def evening() -> History:
    """Ann (1) and Bob (2): the game master lets the dice roll, and Bob lays a guide card. All is well."""
    box = GAMES["chance_it"].house_box()
    cards = [card.id for card in box.cards]
    history = History("BCDF", keys=[KEY])
    for command, by, what in (
        ("open", "game_master", {"what": "opened", "game": "chance_it", "options": {}, "key": "aa" * 32}),
        ("j1", "table", {"what": "joined", "player": 1, "name": "Ann", "colour": 0, "key": "bb" * 32}),
        ("j2", "table", {"what": "joined", "player": 2, "name": "Bob", "colour": 1, "key": "cc" * 32}),
        ("0:c1", "game_master", {"what": "begun", "seed": SEED, "created": "2026-01-01"}),
        ("table-5", "table", {"what": "played", "move": {"do": "shuffle", "cards": cards}}),
        ("1:c1", "1", {"what": "played", "move": {"do": "start", "seat": 0}}),
        ("0:c2", "game_master", {"what": "played", "move": {"do": "roll", "dice": [2, 2, 4, 5, 5]}}),
        ("2:c1", "2", {"what": "played", "move": {"do": "choose", "seat": 1, "guide": "in"}}),
    ):
        history.log.append(Entry(len(history.log) + 1, command, by, what))
    history.log[0].what["box"] = msgspec.to_builtins(box)
    send(history, "game_master", 10, {"type": "play", "id": "c2", "move": {"do": "roll"}})
    get(history, "game_master", 10, {"type": "done", "id": "c2", "number": 7})
    get(history, "2", 12, seen_by(2, 7, None))
    send(history, "2", 12, {"type": "play", "id": "c1", "move": {"do": "choose", "seat": 1, "guide": "in"}})
    get(history, "2", 12, {"type": "unknown", "id": "c1", "code": "not_known", "sentence": ""})
    send(history, "2", 12, {"type": "play", "id": "c1", "move": {"do": "choose", "seat": 1, "guide": "in"}})
    get(history, "2", 12, {"type": "done", "id": "c1", "number": 8})
    get(history, "1", 11, laid())
    get(history, "2", 12, seen_by(2, 8, "face_down", "in"))
    history.fresh = {"1": seen_by(1, 8, "face_down"), "2": seen_by(2, 8, "face_down", "in")}
    return history


def send(history: History, who: str, screen: int, frame: dict[str, Any]) -> None:
    history.events.append(Event(len(history.events), who, screen, "sent", json.dumps(frame)))


def get(history: History, who: str, screen: int, message: dict[str, Any]) -> None:
    history.events.append(Event(len(history.events), who, screen, "got", json.dumps(message)))


def seen_by(player: int, number: int, guide: str | None, secret: str | None = None, **table: Any) -> dict[str, Any]:
    """A view, as far as the checker looks; `guide` is that of Bob, and `secret` what is the player's own."""
    return {
        "type": "view",
        "number": number,
        "epoch": "e",
        "table": {"status": "playing", "games": 1, "seed": None, **table},
        "view": {"players": [{"guide": None}, {"guide": guide}]},
        "events": [],
        "own": {"game": {"seat": player - 1, "secret": secret}},
    }


LAID = {
    "number": 8,
    "by": 2,
    "do": "choose",
    "events": [{"event": "guide_laid", "seat": 1, "again": False, "rule": "R8"}],
    "sets": [{"awaiting": [0], "players.1.guide": "face_down"}],
}


def laid(**more: Any) -> dict[str, Any]:
    """How Ann hears of Bob's guide card."""
    return seen_by(1, 8, "face_down") | {"events": [LAID | {"events": [LAID["events"][0] | more]}]}


def test_a_good_history_has_no_fault():
    assert faults(evening()) == []


@pytest.mark.parametrize("number", [6, 8], ids=["a gap", "twice"])
def test_a_log_with_wrong_numbers_is_noticed(number):
    history = evening()
    history.log[6] = history.log[6]._replace(number=number)
    assert "without gaps" in next(numbers(history))


def test_a_log_against_the_rules_is_noticed():
    history = evening()
    history.log[7].what["move"]["seat"] = 0
    history.log.append(Entry(9, "0:c9", "game_master", {"what": "played", "move": {"do": "start", "seat": 1}}))
    assert "cannot be replayed" in next(secrets(history))


def test_a_command_stored_twice_is_noticed_and_two_peoples_ids_are_not():
    history = evening()
    assert [entry.id for entry in history.log].count("c1") == 3
    assert not list(numbers(history))
    history.log.append(history.log[-1]._replace(number=9))
    assert list(numbers(history)) == ["c1 by 2 is stored twice, at 8 and at 9"]


def test_a_done_that_is_lost_is_noticed():
    history = evening()
    del history.log[7]
    assert "not stored" in next(answers(history))


def test_a_done_at_another_number_is_noticed():
    history = evening()
    get(history, "2", 12, {"type": "done", "id": "c1", "number": 7})
    assert list(answers(history)) == ["c1 by 2 (choose) was done at 7, and is stored at 8"]


def test_a_done_of_something_else_is_noticed():
    history = evening()
    history.log[7].what["move"]["guide"] = "out"
    assert "something else" in next(answers(history))
    history = evening()
    history.log[6].what["move"]["do"] = "reroll"
    assert "something else" in next(answers(history))


def test_a_done_that_became_another_persons_entry_is_noticed():
    history = evening()
    history.log[7] = history.log[7]._replace(by="1")
    assert "not stored" in next(answers(history))


def test_a_refused_command_that_is_stored_is_noticed():
    history = evening()
    get(history, "2", 12, {"type": "refused", "id": "c1", "code": "failed", "sentence": ""})
    assert list(answers(history)) == ["c1 by 2 (choose) was refused (failed), and is stored at 8; sent 2 times"]


def test_a_refused_command_that_is_not_stored_is_fine():
    history = evening()
    send(history, "1", 11, {"type": "manage", "id": "c9", "do": {"do": "pause", "on": True}})
    get(history, "1", 11, {"type": "refused", "id": "c9", "code": "not_yours", "sentence": ""})
    assert faults(history) == []


@pytest.mark.parametrize("is_stored", [True, False])
def test_what_nobody_knows_may_be_stored_or_not_if_the_page_is_gone(is_stored):
    history = evening()
    history.events = [event for event in history.events if '"done", "id": "c1"' not in event.text]
    assert list(answers(history)) == ["c1 by 2 (choose) was never answered for good"]
    history.events.append(Event(99, "2", 12, "reloaded"))
    if not is_stored:
        del history.log[7]
    assert list(answers(history)) == []


def test_an_answer_to_nothing_is_noticed():
    history = evening()
    get(history, "1", 11, {"type": "done", "id": "c2", "number": 7})
    assert "have not sent" in next(answers(history))


def test_a_managed_table_is_compared_as_well():
    history = evening()
    history.log.append(Entry(9, "0:c3", "game_master", {"what": "paused", "on": True}))
    send(history, "game_master", 10, {"type": "manage", "id": "c3", "do": {"do": "pause", "on": True}})
    get(history, "game_master", 10, {"type": "done", "id": "c3", "number": 9})
    assert not list(answers(history))
    history.log[8].what["on"] = False
    assert "something else" in next(answers(history))


def test_a_screen_that_goes_back_is_noticed_but_not_in_another_epoch_or_on_another_page():
    history = evening()
    get(history, "2", 12, seen_by(2, 7, None) | {"epoch": "later"})
    get(history, "2", 13, seen_by(2, 7, None))
    assert not list(views(history))
    get(history, "2", 12, seen_by(2, 7, None))
    assert list(views(history)) == ["screen 12 of 2 went back from 8 to 7"]


def test_a_view_of_what_was_never_stored_is_noticed():
    history = evening()
    get(history, "1", 11, seen_by(1, 9, "face_down"))
    assert list(views(history)) == ["1 was shown 9, and only 8 are stored"]


def test_an_event_that_was_never_stored_is_noticed():
    history = evening()
    history.log[7] = history.log[7]._replace(what={"what": "renamed", "player": 2, "name": "B"})
    assert "told of choose by 2 at 8, which is not stored" in next(views(history))


def test_two_views_of_one_number_are_noticed():
    history = evening()
    get(history, "2", 13, seen_by(2, 8, "out"))
    assert "two different views of 8: players" in next(views(history))


def test_being_sent_away_for_good_is_noticed_and_for_a_while_is_not():
    history = evening()
    get(history, "1", 11, {"type": "closed", "code": "server_stopping", "sentence": ""})
    assert not list(views(history))
    get(history, "1", 11, {"type": "closed", "code": "no_such_table", "sentence": ""})
    assert list(views(history)) == ["1 was sent away: no_such_table"]


def test_a_screen_that_stays_behind_is_noticed():
    history = evening()
    history.events = [event for event in history.events if (event.who, event.what) != ("1", "got")]
    get(history, "1", 11, seen_by(1, 7, None))
    assert list(ending(history)) == ["screen 11 of 1 ended at 7, and the log at 8"]
    history.events.append(Event(99, "1", 11, "reloaded"))
    assert not list(ending(history)), "a page that is gone need not know the end"


def test_a_screen_that_differs_from_a_fresh_one_is_noticed():
    history = evening()
    history.fresh["1"] = seen_by(1, 8, "face_down", paused=True)
    assert "loading anew: paused None / True" in next(ending(history))


@pytest.mark.parametrize(
    ("who", "message", "leak"),
    [
        ("1", seen_by(1, 8, "in"), "the guide of seat 1"),
        ("game_master", seen_by(1, 8, "in"), "the guide of seat 1"),
        ("2", seen_by(2, 8, "in"), "the guide of seat 1"),
        ("1", seen_by(2, 8, "face_down", "in"), "the secret of seat 1"),
        ("1", laid() | {"events": [LAID | {"sets": [{"players.1.guide": "in"}]}]}, "the guide of seat 1"),
        ("1", laid(guide="in"), "more of guide_laid"),
        ("1", {"type": "story", "number": 8, "entries": laid(guide="in")["events"]}, "more of guide_laid"),
        ("1", laid(event="guides_revealed", guides=[None, "in"]), "guide cards before all were laid"),
        ("1", seen_by(1, 8, "face_down", seed=SEED), "the seed of game 1"),
        ("1", {"type": "refused", "id": None, "code": "failed", "sentence": f"seed {SEED}"}, "the seed of game 1"),
        ("1", {"type": "refused", "id": None, "code": "failed", "sentence": f"key {KEY}"}, "a key"),
        ("1", seen_by(1, 8, "face_down", players=["bb" * 32]), "a key"),
        ("1", seen_by(1, 8, "face_down", pile=["m05", "m06", "m07", "m08"]), "the order of the pile"),
    ],
)
def test_a_secret_on_a_wrong_socket_is_noticed(who, message, leak):
    history = evening()
    assert not list(secrets(history))
    # As the box has them, four lie in the market now.
    pile = [card["id"] for card in history.log[0].what["box"]["cards"]][4:8]
    text = json.dumps(message).replace('"m05", "m06", "m07", "m08"', json.dumps(pile)[1:-1])
    get(history, who, 20, json.loads(text))
    assert leak in " ".join(secrets(history))


def test_what_lay_open_before_it_was_taken_back_is_no_secret():
    """A 6: whoever is IN empties the market, and four cards are laid out. Then that is taken back."""
    history = evening()
    cards = history.log[4].what["move"]["cards"]
    del history.log[6:], history.events[:]
    market = [{"do": "discard", "seat": seat, "card": card} for seat, card in enumerate(cards[:4])]
    moves = [
        {"do": "roll", "dice": [6, 6, 6, 6, 6]},
        *({"do": "choose", "seat": seat, "guide": "in"} for seat in (0, 1)),
        *(move | {"seat": number % 2} for number, move in enumerate(market)),
    ]
    for move in moves:
        what = {"what": "played", "move": move}
        history.log.append(Entry(len(history.log) + 1, f"t:{len(history.log)}", "table", what))
    laid_out = len(history.log)
    history.log.append(Entry(laid_out + 1, "t:u", "game_master", {"what": "undone", "standing": len(moves) + 1}))
    hidden = replay(history)

    def next_four(number: int) -> str:
        return ",".join(f'"{card}"' for card in cards[number : number + 4])

    assert hidden[laid_out - 1].pile == next_four(4)
    assert hidden[laid_out].pile == next_four(8)
    assert hidden[laid_out + 1].pile == next_four(8), "all have seen the four that lie on the pile again"


def test_a_second_chance_is_a_secret():
    history = evening()
    dealt = {"event": "second_chance_dealt", "seat": 1, "rule": "R9"}
    entry = {"number": 8, "by": 2, "do": "draw", "events": [dealt]}
    get(history, "1", 11, {"type": "story", "number": 8, "entries": [entry]})
    assert not list(secrets(history))
    get(history, "1", 11, {"type": "story", "number": 8, "entries": [entry | {"events": [dealt | {"tile": "t07"}]}]})
    assert "the second chance of seat 1" in " ".join(secrets(history))


# Evenings


class Evening:
    """Several tables at play, and what goes wrong meanwhile: faults drawn by lot, one after the other."""

    def __init__(self, servers: list[Server], read: Callable[[str], list[Entry]], seconds: float) -> None:
        self.seed = int(os.environ.get("CHANCEIT_HISTORY_SEED") or random.SystemRandom().getrandbits(32))
        self.seconds = float(os.environ.get("CHANCEIT_HISTORY_SECONDS") or seconds)
        self.lots = random.Random(self.seed)
        self.servers = servers
        self.read = read
        self.faults: list[Callable[[], Awaitable[None]]] = [self.kill, self.stop, self.pause, self.cut]
        self.happened: Counter[str] = Counter()

    async def __call__(self, folder: Path) -> None:
        games = [("chance_it", 3), ("chance_it", 5), ("second_chance", 2), ("second_chance", 3)]
        self.tables = [Table(self.servers, self.lots, game, guests) for game, guests in games]
        for table in self.tables:
            table.begin()
        try:
            until = time.monotonic() + self.seconds
            deck: list[Callable[[], Awaitable[None]]] = []
            # A busy machine is given longer, until there is something to lose.
            while (now := time.monotonic()) < until or (now < until + PATIENCE and not self.has_much_to_lose()):
                await asyncio.sleep(self.lots.uniform(0.3, 1.5))
                # Dealt from a deck, so that none is left out.
                deck = deck or self.lots.sample(self.faults, len(self.faults))
                fault = deck.pop()
                self.happened[fault.__name__] += 1
                await fault()
            for table in self.tables:
                await table.finish(PATIENCE, lambda code: len(self.read(code)))
        finally:
            for table in self.tables:
                await table.leave()
        for server in self.servers:
            server.stop()
            server.start()
        for table in self.tables:
            await table.look_anew()
            table.history.log = self.read(table.history.code)
        self.judge(folder)

    def judge(self, folder: Path) -> None:
        found = [fault for table in self.tables for fault in faults(table.history)]
        if found:
            kept = folder / "history.jsonl"
            events = [(table.history.code, *event) for table in self.tables for event in table.history.events]
            kept.write_text("".join(f"{json.dumps(event)}\n" for event in events))
            shown = "\n".join(found[:30])
            pytest.fail(f"seed {self.seed}, {dict(self.happened)}, {len(found)} faults, see {kept}:\n{shown}")
        assert self.has_much_to_lose(), f"seed {self.seed}: only {self.dones()} commands, there was little to lose"

    def dones(self) -> int:
        return sum(player.dones for table in self.tables for player in table.players)

    def has_much_to_lose(self) -> bool:
        return self.dones() > 5 * self.seconds

    # What goes wrong

    async def kill(self) -> None:
        server = self.lots.choice(self.servers)
        server.kill()
        await asyncio.to_thread(server.start)

    async def stop(self) -> None:
        server = self.lots.choice(self.servers)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    async def pause(self) -> None:
        process = self.lots.choice(self.servers).process
        assert process is not None
        await self.hold([psutil.Process(process.pid)])

    async def cut(self) -> None:
        for table in self.tables:
            for player in table.players:
                if self.lots.random() < 0.4:
                    player.cut()

    async def hold(self, processes: list[psutil.Process]) -> None:
        """As a machine that swaps: everything stands still, and goes on as if nothing had been."""
        try:
            for process in processes:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.suspend()
            await asyncio.sleep(self.lots.uniform(0.2, GIVE_UP / 2))
        finally:
            for process in processes:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.resume()


class LivingRoom(Evening):
    """One process on SQLite."""

    def __init__(self, server: Server, seconds: float) -> None:
        super().__init__([server], self.read_log, seconds)
        self.database = server.data / "chanceit.sqlite3"
        self.faults += [self.lock, self.fill]

    def read_log(self, code: str) -> list[Entry]:
        with contextlib.closing(sqlite3.connect(self.database, timeout=PATIENCE)) as database:
            rows = database.execute(
                'SELECT entry.number, command, "by", what FROM chanceit_entry entry JOIN chanceit_table '
                "ON table_id = chanceit_table.id WHERE code = ? ORDER BY entry.number",
                [code],
            )
            return [Entry(number, command, by, json.loads(what)) for number, command, by, what in rows]

    async def lock(self) -> None:
        """Somebody else has the database, such as a backup."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=PATIENCE, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.lots.uniform(0.2, 2))
            database.execute("COMMIT")

    async def fill(self) -> None:
        """The disk is full: a limit on the size of the server's files fails its writes in the same place."""
        process = self.servers[0].process
        assert process is not None
        _soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, hard))
        await asyncio.sleep(self.lots.uniform(0.1, 1))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))


async def test_an_evening_in_a_living_room_keeps_every_promise(tmp_path):
    server = Server(tmp_path, CHANCEIT_RATES="off").start()
    try:
        await LivingRoom(server, 22)(tmp_path)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


class Site(Evening):
    """Two processes on PostgreSQL and Redis."""

    def __init__(self, servers: list[Server], database: str, wire: Wire, redis: Redis, seconds: float) -> None:
        super().__init__(servers, self.read_log, seconds)
        self.database = database
        self.wire = wire
        self.redis = redis
        self.faults += [self.pause_redis, self.kill_redis, self.pause_postgres, self.lose_answers, self.crash_postgres]
        with psycopg.connect(database) as connection:
            (folder,) = connection.execute("SHOW data_directory").fetchone()  # type: ignore[misc]
        self.postmaster = psutil.Process(int((Path(folder) / "postmaster.pid").read_text().split()[0]))

    def read_log(self, code: str) -> list[Entry]:
        with psycopg.connect(self.database) as database:
            rows = database.execute(
                'SELECT entry.number, command, "by", what FROM chanceit_entry entry JOIN chanceit_table '
                "ON table_id = chanceit_table.id WHERE code = %s ORDER BY entry.number",
                [code],
            )
            return [Entry(number, command, by, json.loads(what)) for number, command, by, what in rows]

    async def pause_redis(self) -> None:
        await self.hold([self.redis.process])

    async def kill_redis(self) -> None:
        self.redis.kill()
        await asyncio.sleep(self.lots.uniform(0, 2))
        await asyncio.to_thread(self.redis.start)

    async def pause_postgres(self) -> None:
        await self.hold([self.postmaster, *self.postmaster.children()])

    async def lose_answers(self) -> None:
        """The way to PostgreSQL breaks after it has stored something and before it has said so."""
        self.wire.is_losing = True
        await asyncio.sleep(self.lots.uniform(0.05, 0.5))
        self.wire.cut()

    async def crash_postgres(self) -> None:
        """One of its processes dies: PostgreSQL ends all the others and recovers from its own log."""
        with psycopg.connect(self.database) as database:
            found = database.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
        if found:
            with contextlib.suppress(psutil.NoSuchProcess):
                psutil.Process(self.lots.choice(found)[0]).kill()
        await asyncio.to_thread(self.until_postgres_answers)

    def until_postgres_answers(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.database).close()
            except psycopg.OperationalError:
                assert time.monotonic() < until, "PostgreSQL has not recovered"
                time.sleep(0.05)
            else:
                return


class Wire:
    """The way to PostgreSQL, in a thread of its own. It can lose the answers, and it can be cut."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.is_losing = False
        """From now on a commit gets there, and its answer does not come back."""
        self._mute: set[asyncio.StreamWriter] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._lay, "127.0.0.1", 0), self._loop
        ).result()
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def _lay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, questions = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, questions}
        self._writers |= both
        await asyncio.gather(self._ask(reader, questions), self._answer(answers, writer, questions))
        self._writers -= both

    async def _ask(self, reader: asyncio.StreamReader, questions: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(2**16):
                if self.is_losing and b"COMMIT" in data:
                    self._mute.add(questions)
                questions.write(data)
                await questions.drain()
        questions.close()

    async def _answer(
        self, answers: asyncio.StreamReader, writer: asyncio.StreamWriter, questions: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await answers.read(2**16):
                if questions not in self._mute:
                    writer.write(data)
                    await writer.drain()
        writer.close()

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._mute.clear()
        self.is_losing = False

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            self._cut()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            await asyncio.gather(*others, return_exceptions=True)
            self._loop.stop()

        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(end()))
        self._thread.join()
        self._loop.close()


class Redis:
    """A Redis of this test's own, to be mistreated."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.stack = contextlib.ExitStack()

    def start(self) -> None:
        self.stack.enter_context(
            running(
                find_program("redis-server"),
                *("--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir", str(self.folder)),
                ready=redis.Redis(port=self.port).ping,
                stop=signal.SIGKILL,
            )
        )
        self.process = psutil.Process(redis.Redis(port=self.port).info("server")["process_id"])

    def kill(self) -> None:
        self.stack.close()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    own = Redis(tmp_path)
    own.start()
    yield own
    own.kill()


@pytest.fixture
def wire(postgres_url: str) -> Iterator[Wire]:
    wire = Wire(int(conninfo_to_dict(postgres_url)["port"] or 5432))
    yield wire
    wire.close()


async def test_an_evening_at_two_processes_keeps_every_promise(tmp_path, database, wire, own_redis):
    servers = []
    try:
        for number in range(2):
            folder = tmp_path / str(number)
            folder.mkdir()
            server = Server(
                folder,
                DATABASE_URL=database.replace(f":{wire.to}/", f":{wire.port}/"),
                REDIS_URL=f"redis://127.0.0.1:{own_redis.port}/0",
                CHANCEIT_SECRET_KEY="shared by both processes of this test",
                CHANCEIT_RATES="off",
            )
            servers.append(server.start())
        await Site(servers, database, wire, own_redis, 42)(tmp_path)
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.stop()
