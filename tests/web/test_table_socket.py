"""A table over its sockets, through a real server: what arrives, who may do what, and what must not arrive."""

import asyncio
import contextlib
import json
import random
import time
from itertools import pairwise

import pytest

from chanceit.live.room import BREATH
from rules.luck import commitment
from rules.record import read
from tests.web.people import Party, Person
from tests.web.players import pick


@pytest.fixture
def party(server):
    return Party(server).sit_down()


async def test_on_connect_comes_the_whole_present(party):
    async with party.screens():
        phone = party.phones[1]
        welcome, view, *_rest = phone.messages
        assert welcome["type"] == "welcome"
        assert len(welcome["box"]["cards"]) == 30
        assert view["type"] == "view"
        assert view["events"] == []
        assert view["view"] is None
        assert [player["name"] for player in view["table"]["players"]] == ["Ann", "Bob", "Cy"]
        assert view["own"]["you"] == 2


async def test_a_whole_game_is_played_and_its_record_verifies(party):
    lots = random.Random(3)
    async with party.screens():
        await party.begin()
        promised = next(m for m in reversed(party.phones[0].messages) if m["type"] == "welcome")["commitment"]
        while await party.step(lots.choice):
            pass
        seed = party.table.table["seed"]
        assert commitment(seed) == promised
        assert party.phones[0].game["result"]["why"] in ("stars", "last_heart", "nobody")
        status, record = party.host.get(f"/{party.code}/record.jsonl")
        assert status == 200
        playing = read(record.encode().splitlines())
        assert playing.state.result is not None
        assert playing.header.commitment == commitment(seed)
        again = await party.table.manage("again")
        assert again["type"] == "done"
        await party.agree()
        assert party.phones[2].table["status"] == "lobby"
        assert (await party.table.manage("begin"))["type"] == "done"


async def test_there_is_no_record_before_the_end_not_even_for_the_host(party):
    async with party.screens():
        await party.begin()
        assert party.host.get(f"/{party.code}/record.jsonl")[0] == 404


async def test_every_view_is_numbered_and_the_numbers_grow(party):
    async with party.screens():
        await party.begin()
        for _step in range(10):
            await party.step()
        for screen in party.all:
            numbers = [message["number"] for message in screen.messages if message["type"] == "view"]
            assert numbers == sorted(numbers)
            told = [
                entry["number"]
                for message in screen.messages
                if message["type"] == "view"
                for entry in message["events"]
            ]
            assert told == list(range(told[0], told[0] + len(told))), "every entry is told once, in order"


async def test_a_resend_is_not_a_second_move(party):
    async with party.screens():
        await party.begin()
        first = await party.table.play({"do": "roll"}, id="the-roll")
        dice = party.table.game["dice"]
        again = await party.table.play({"do": "roll"}, id="the-roll")
        assert first["type"] == again["type"] == "done"
        assert first["number"] == again["number"]
        await party.agree()
        assert party.table.game["dice"] == dice
        assert party.table.number == first["number"]


async def test_a_refusal_has_a_name_and_a_sentence_in_the_language_of_the_phone(server):
    party = Party(server)
    party.guests[1].language = "de"
    party.sit_down()
    async with party.screens():
        await party.begin()
        answer = await party.phones[1].play({"do": "buy", "seat": 1, "card": "m01"})
        assert answer["type"] == "refused"
        assert answer["code"] == "not_now"
        assert answer["sentence"]
        number = party.table.number
        english = await party.phones[0].play({"do": "buy", "seat": 0, "card": "m01"})
        assert english["sentence"] == "Nobody may buy or discard now."
        assert party.table.number == number


@pytest.mark.parametrize(
    "move",
    [
        {"do": "choose", "seat": 1, "guide": "in"},
        {"do": "correct", "seat": 0, "token": "stars", "by": 5},
        {"do": "roll", "dice": [4, 4, 4, 4, 4]},
        {"do": "shuffle", "cards": []},
    ],
)
async def test_a_phone_cannot_make_moves_of_others(party, move):
    async with party.screens():
        await party.begin()
        answer = await party.phones[0].play(move)
        assert (answer["type"], answer["code"]) == ("refused", "not_yours")


async def test_only_the_starting_player_and_the_game_master_roll(party):
    async with party.screens():
        await party.begin()
        assert (await party.phones[1].play({"do": "roll"}))["code"] == "not_yet"
        assert (await party.phones[0].play({"do": "roll"}))["type"] == "done"


async def test_dice_can_be_typed_in_by_the_game_master(party):
    async with party.screens():
        await party.begin()
        answer = await party.table.play({"do": "roll", "dice": [6, 2, 2, 5, 4]})
        assert answer["type"] == "done"
        await party.agree()
        assert all(screen.game["dice"] == [2, 2, 4, 5, 6] for screen in party.all)


async def test_a_choice_is_secret_until_the_reveal(party):
    async with party.screens():
        await party.begin()
        await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
        await party.agree()
        before = {screen: len(screen.frames) for screen in party.all}
        await party.phones[0].play({"do": "choose", "seat": 0, "guide": "chance_it"})
        await party.phones[1].play({"do": "choose", "seat": 1, "guide": "out"})
        await party.agree()
        for screen in (party.table, party.phones[2]):
            seen = "".join(screen.frames[before[screen] :])
            assert "face_down" in seen
            players = screen.game["players"]
            assert [player["guide"] for player in players] == ["face_down", "face_down", None]
            assert '"guide":"chance_it"' not in "".join(
                json.dumps(message.get("view", {}).get("players"), separators=(",", ":"))
                for message in screen.messages
                if message["type"] == "view" and message["view"]
            )
        assert [screen.game["secret"] for screen in party.phones] == ["chance_it", "out", None]
        assert party.table.game["secret"] is None
        await party.phones[2].play({"do": "choose", "seat": 2, "guide": "in"})
        await party.agree()
        assert [player["guide"] for player in party.table.game["players"]] != ["face_down"] * 3


async def play_out(party):
    """A whole game, by lot."""
    lots = random.Random(9)
    assert (await party.table.manage("begin"))["type"] == "done"
    while True:
        await party.agree()
        if party.table.table["status"] == "over":
            return
        for screen in [*party.phones, party.table]:
            move = pick(screen.view, lots)
            if move is not None:
                answer = await screen.play(move)
                await screen.until(lambda screen=screen, number=answer["number"]: screen.number >= number)
                break


def put(whole, path, value):
    *way, last = path.split(".")
    for name in way:
        whole = whole[int(name) if isinstance(whole, list) else name]
    whole[int(last) if isinstance(whole, list) else last] = value


@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
async def test_what_the_events_of_a_message_set_leads_from_the_view_before_to_its_own(server, game):
    seen = 0
    while seen <= 20:  # the dice may end a game soon
        party = Party(server).sit_down(game=game)
        async with party.screens():
            await play_out(party)
        for screen in party.all:
            views = [message for message in screen.messages if message["type"] == "view" and message["view"]]
            seen += len(views) if screen is party.table else 0
            for before, message in pairwise(views):
                shown = before["view"]
                for entry in message["events"]:
                    assert len(entry.get("sets", [])) == len(entry["events"])
                    for sets in entry.get("sets", []):
                        for path, value in sets.items():
                            put(shown, path, value)
                assert shown == message["view"]


async def test_all_screens_are_shown_the_same_but_for_what_is_their_own(server):
    seen = 0
    while seen <= 10:  # the dice may end a game soon
        party = Party(server).sit_down()
        async with party.screens():
            await play_out(party)
        of_screens = [
            {m["number"]: m for m in screen.messages if m["type"] == "view" and m["events"]} for screen in party.all
        ]
        numbers = set.intersection(*map(set, of_screens))
        seen += len(numbers)
        for number in numbers:
            shared = [{**views[number], "own": None, "epoch": None} for views in of_screens]
            assert all(other == shared[0] for other in shared)
