"""A third game on the shelf: nothing but its own module and its line there, and everything works."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from chanceit.web.schema import protocol_schema
from rules.record import read
from rules.shelf import GAMES, Game
from rules.verify import verify
from tests import matches
from tests.web.people import Party, Person, Server


@pytest.fixture(scope="module")
def shelf_of_three(tmp_path_factory):
    folder = tmp_path_factory.mktemp("third")
    server = Server(folder, DJANGO_SETTINGS_MODULE="tests.web.third_game", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch):
    """In this process too, to read what was played."""
    monkeypatch.setitem(GAMES, matches.NAME, matches)


def test_it_has_all_that_a_game_offers():
    assert [name for name in vars(Game) if not name.startswith("_") and not hasattr(matches, name)] == []


async def test_it_is_played_at_a_real_table_by_phones_and_a_computer_player(shelf_of_three: Server, on_the_shelf):
    party = Party(shelf_of_three, "Ann", "Bob").sit_down(game="matches", options='{"besides": 9}')
    watcher = Person(shelf_of_three)
    async with party.screens(), watcher.screen(party.code, "watch") as watching:
        for order in ({"do": "add_computer", "mind": "hasty"}, {"do": "pace", "pace": "instant"}, {"do": "begin"}):
            assert (await party.table.manage(**order))["type"] == "done"
        await party.agree()
        early = await party.phones[0].play({"do": "take", "seat": 0, "matches": 1})
        assert early["code"] == "not_now"
        while party.table.table["status"] == "playing":
            await party.agree()
            for screen in [party.table, *party.phones]:
                if screen.game["can"]:
                    answer = await screen.play(screen.game["can"][0])
                    assert answer["type"] == "done", answer
            number = party.table.number
            if party.table.game["awaiting"] == [2]:
                await party.table.until(lambda number=number: party.table.number > number)
        await party.agree([*party.all, watching])
        losers = {0, 1, 2} - set(watching.game["result"]["winners"])
        assert len(losers) == 1
        schema = protocol_schema()
        fits = Draft202012Validator({"$ref": "#/$defs/message", "$defs": schema["$defs"]})
        for screen in [*party.all, watching]:
            for message in screen.messages:
                fits.validate(message)
        welcome = next(message for message in watching.messages if message["type"] == "welcome")
        assert (welcome["players"], welcome["lobby_notes"], welcome["options"]) == ([2, 4], [""] * 5, {"besides": 9})
        seed = watching.table["seed"]
    assert watcher.get(f"/{party.code}/record.jsonl")[0] == 403, "it is not shown to all"
    status, record = party.host.get(f"/{party.code}/record.jsonl")
    assert status == 200
    lines = [line.encode() for line in record.splitlines()]
    assert read(lines).state.result.winners == tuple(sorted({0, 1, 2} - losers))
    *_draws, whole = verify(lines, seed)
    assert (whole["draws"], whole["differing"], whole["commitment_ok"]) == (1, 0, True)


async def test_a_move_is_taken_back_and_a_phone_comes_back(shelf_of_three: Server):
    party = Party(shelf_of_three, "Ann", "Bob").sit_down(game="matches")
    async with party.screens():
        await party.table.manage("consent", on=False)
        await party.table.manage("begin")
        await party.table.play({"do": "roll"})
        await party.agree()
        heap = party.table.game["heap"]
        assert (await party.phones[0].play({"do": "take", "seat": 0, "matches": 3}))["type"] == "done"
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        assert (party.table.game["heap"], party.table.game["awaiting"]) == (heap, [0])
        async with party.guests[0].screen(party.code, "phone") as again:
            await again.until(lambda: again.view)
            assert again.game["can"] == [{"do": "take", "seat": 0, "matches": number} for number in (1, 2, 3)]


def test_the_start_page_offers_it_with_its_options_and_only_what_can_be_played_alone(shelf_of_three: Server):
    host = Person(shelf_of_three)
    _status, page = host.get("/")
    assert 'name="game" value="matches"' in page
    assert "Matches</h3>" in page
    assert 'min="1" max="20" value="6" data-option="besides"' in page
    status, _where = host.post("/solo", game="matches")
    assert status == 400
    assert host.get("/rules?game=matches")[0] == 404


def test_what_is_wrong_is_refused_by_name(shelf_of_three: Server):
    host = Person(shelf_of_three)
    for fields in ({"options": '{"besides": 0}'}, {"options": "["}, {"box": "["}, {"box": '{"cards": []}'}):
        status, page = host.post("/open", game="matches", **fields)
        assert status == 400, json.dumps(fields)
        assert 'class="problem"' in page


def test_its_boxes_stand_on_the_shelf_without_an_editor_of_their_own(shelf_of_three: Server):
    host, guest = Person(shelf_of_three), Person(shelf_of_three)
    status, where = host.post("/boxes/new", game="matches")
    assert status == 302
    assert "<textarea" in host.get(where)[1]
    assert host.post(f"{where}/save", version="1", box='{"name": "Long ones"}')[0] == 200
    file = guest.get(f"{where}/box.json")[1]
    assert json.loads(file) == {"name": "Long ones"}
    assert guest.post("/boxes/new", file=file)[0] == 302
    assert guest.post(f"{where}/put")[0] == 302
    assert "Long ones" in guest.get("/boxes")[1]
    assert guest.get(f"{where}/all")[0] == 200
    guest.open_table(shelf=where.rsplit("/", 1)[1])
