"""What the server writes about itself: enough to follow a table, and never a secret."""

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from chanceit import reporting
from chanceit.keys import digest
from chanceit.table import log, storing
from tests.web.people import Party, Person, Server


def line_of(message: str = "stored", **extra: Any) -> dict[str, Any]:
    record = logging.getLogger("chanceit").makeRecord("chanceit", logging.INFO, "", 1, message, (), None, extra=extra)
    return json.loads(reporting.JsonFormatter().format(record))


def test_a_line_carries_table_number_and_reason():
    line = line_of(table="BCDF", number=17, what="choose", by=3, reason="busy")
    assert {name: line[name] for name in ("table", "number", "what", "by", "reason")} == {
        "table": "BCDF",
        "number": 17,
        "what": "choose",
        "by": 3,
        "reason": "busy",
    }


def test_a_line_carries_nothing_that_is_not_on_the_list():
    line = line_of(key="k", seed="s", move={"guide": "in"}, request=object(), sql="SELECT 1", params=("x",))
    assert line.keys() == {"time", "level", "logger", "message"}


def test_something_odd_in_a_field_breaks_no_line():
    assert "object" in line_of(reason=object())["reason"]
    assert line_of("Not Found: /\udcff", table="BCDF")["message"] == "Not Found: /\udcff"


@pytest.mark.parametrize("text", ["key {}", "{}", "hash={},", "UNIQUE ('{}')"])
@pytest.mark.parametrize("secret", ["0123456789abcdef" * 2, digest("key"), "f" * 64])
def test_what_looks_like_a_key_is_blotted_out_wherever_it_comes_from(text: str, secret: str):
    line = line_of(text.format(secret), reason=text.format(secret))
    assert secret not in json.dumps(line)
    assert line["message"] == line["reason"] == text.format("(secret)")


def test_an_entry_is_told_by_its_kind_and_not_by_its_content(caplog: pytest.LogCaptureFixture):
    entries = [
        storing.Entry(7, "id-of-client", 3, log.Played(b'{"do":"choose","seat":0,"guide":"out"}')),
        storing.Entry(8, "another", "game_master", log.GameMasterMoved(digest("key"))),
    ]
    reporting.tell_stored("BCDF", entries)
    assert not caplog.records
    with caplog.at_level(logging.INFO, "chanceit.entries"):
        reporting.tell_stored("BCDF", entries)
    told = [(record.table, record.number, record.what, record.by) for record in caplog.records]
    assert told == [("BCDF", 7, "choose", 3), ("BCDF", 8, "game_master_moved", "game_master")]
    assert not any("out" in str(vars(record).values()) for record in caplog.records if record.number == 7)


async def play_a_while(server: Server) -> tuple[str, list[Person]]:
    """A bit of everything: a game, a lost phone, an undo, refusals, nonsense and pages that are not there."""
    party = Party(server, "Zwetelina", "Quirin").sit_down()
    stranger = Person(server)
    async with party.screens():
        await party.begin()
        for _move in range(30):
            await party.step()
        await party.table.manage("undo")
        await party.phones[0].play({"do": "choose", "seat": 1, "guide": "chance_it"})
        await party.phones[0].send("nonsense {")
        await party.phones[0].send(json.dumps({"type": "play", "id": "x", "move": {"do": "choose", "guide": "odd"}}))
        stranger.post(f"/{party.code}/ask", player="1")
        await party.table.until(lambda: party.table.table["asking"])
        async with stranger.screen(party.code, "phone") as phone:
            await party.table.manage("allow", ask=party.table.table["asking"][0]["ask"])
            await phone.until(lambda: phone.view and phone.table["you"] == 1)
        for person in (party.host, *party.guests, stranger):
            for page in ("", "/table", "/watch", "/take-over"):
                person.get(f"/{party.code}{page}")
    stranger.get("/no-such-page")
    stranger.get("/BCDF")
    stranger.get(f"/{party.code}/table")
    stranger.post(f"/{party.code}/take-over", **{"pass": "made up"})
    return party.code, [party.host, *party.guests, stranger]


@pytest.mark.parametrize("debug", ["0", "1"])
async def test_not_even_the_loudest_log_holds_a_secret(tmp_path: Path, debug: str):
    server = Server(tmp_path, CHANCEIT_LOG_LEVEL="DEBUG", CHANCEIT_DEBUG=debug).start()
    try:
        _code, people = await play_a_while(server)
    finally:
        server.stop()
    written = server.read_log()
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    assert len(lines) > 100
    keys = [cookie.value for person in people for cookie in person.cookies]
    assert len(keys) >= 8
    with sqlite3.connect(tmp_path / "chanceit.sqlite3") as database:
        kept = [json.loads(what) for (what,) in database.execute("SELECT what FROM chanceit_entry")]
        cards = [card for (card,) in database.execute("SELECT card FROM chanceit_marketcard")]
    database.close()
    [seed] = [what["seed"] for what in kept if what["what"] == "begun"]
    hashes = [what["key"] for what in kept if what.get("key")]
    assert len(hashes) == 4
    for secret in (*keys, *map(digest, keys), *hashes, seed):
        assert secret not in written
    assert "guide" not in written
    assert not any(f"'{card}'" in written or f'"{card}"' in written for card in cards)
    assert "Zwetelina" not in written
    assert "Quirin" not in written


async def test_every_entry_has_its_line(tmp_path: Path):
    server = Server(tmp_path, CHANCEIT_LOG_LEVEL="INFO").start()
    try:
        code, _people = await play_a_while(server)
    finally:
        server.stop()
    lines = [json.loads(line) for line in server.read_log().splitlines() if line.startswith("{")]
    told = [(line["number"], line["what"], str(line["by"])) for line in lines if line["logger"] == "chanceit.entries"]
    assert {line["table"] for line in lines if line["logger"] == "chanceit.entries"} == {code}
    with sqlite3.connect(tmp_path / "chanceit.sqlite3") as database:
        rows = database.execute('SELECT number, what, "by" FROM chanceit_entry WHERE number > 1 ORDER BY number')
        kept = [(number, log.kind(log.decode(what)), by) for number, what, by in rows]
    database.close()
    assert told == kept
