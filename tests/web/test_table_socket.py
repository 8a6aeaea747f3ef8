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


async def test_nothing_secret_appears_on_any_socket_in_a_whole_game(server):
    """No order of the pile, no seed, no key, in no frame of no socket, up to the end."""
    party = Party(server).sit_down()
    lots = random.Random(8)
    async with party.screens(), Person(server).screen(party.code, "watch") as spectator:
        await party.begin()
        while await party.step(lots.choice):
            pass
        _status, record = party.host.get(f"/{party.code}/record.jsonl")
        first_shuffle = json.loads(record.splitlines()[1])["cards"]
        hidden_order = json.dumps(first_shuffle[6:11])[1:-1].replace(" ", "")  # over the edge of two lay-outs
        seed = party.table.table["seed"]
        keys = [
            cookie.value for person in [party.host, *party.guests] for cookie in person.cookies if "_" in cookie.name
        ]
        assert len(keys) == 4
        for screen in [*party.all, spectator]:
            text = "".join(frame for frame in screen.frames if '"status":"over"' not in frame)
            assert seed not in text
            assert hidden_order not in text
            assert not any(key in text for key in keys)


async def test_undo_is_seen_by_all_and_the_same_roll_comes_again(party):
    async with party.screens():
        assert (await party.table.manage("consent", on=False))["type"] == "done"
        await party.begin()
        await party.table.play({"do": "roll"})
        await party.agree()
        dice = party.table.game["dice"]
        assert (await party.phones[0].manage("undo"))["code"] == "not_yours"
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        assert party.phones[2].game["phase"] == "roll"
        assert party.phones[2].view["events"][-1]["do"] == "undone"
        await party.phones[0].play({"do": "roll"})
        await party.agree()
        assert party.table.game["dice"] == dice


async def test_a_correction_is_an_event_for_everybody(party):
    async with party.screens():
        await party.begin()
        answer = await party.table.play({"do": "correct", "seat": 1, "token": "coins", "by": -3})
        assert answer["type"] == "done"
        await party.agree()
        assert party.phones[2].game["players"][1]["coins"] == 5
        (event,) = party.phones[2].view["events"][-1]["events"]
        assert (event["event"], event["cause"], event["by"], event["left"]) == ("token_changed", "correction", -3, 5)


async def test_nobody_plays_while_the_game_is_paused(party):
    async with party.screens():
        await party.begin()
        await party.table.manage("pause", on=True)
        await party.agree()
        assert party.phones[0].table["paused"] is True
        assert (await party.phones[0].play({"do": "roll"}))["code"] == "paused"
        await party.table.manage("pause", on=False)
        assert (await party.phones[0].play({"do": "roll"}))["type"] == "done"


async def test_seats_are_rearranged_until_the_game_begins(party):
    async with party.screens():
        assert (await party.table.manage("arrange", players=[3, 1, 2]))["type"] == "done"
        assert (await party.table.manage("arrange", players=[3, 1]))["code"] == "not_these_players"
        await party.agree()
        assert [player["name"] for player in party.phones[0].table["players"]] == ["Cy", "Ann", "Bob"]
        await party.table.manage("begin")
        await party.agree()
        assert party.phones[0].game["seat"] == 1
        assert (await party.table.manage("arrange", players=[1, 2, 3]))["code"] == "not_in_lobby"


async def test_names_are_changed_by_their_owner_and_the_host_alone(party):
    async with party.screens():
        assert (await party.phones[0].manage("rename", player=1, name="  Anna\u202e  Lena "))["type"] == "done"
        assert (await party.phones[0].manage("rename", player=2, name="Bobby"))["code"] == "not_yours"
        assert (await party.table.manage("rename", player=2, name="Bobby"))["type"] == "done"
        assert (await party.phones[0].manage("rename", player=1, name="x" * 21))["code"] == "bad_name"
        assert (await party.phones[0].manage("rename", player=1, name=" "))["code"] == "bad_name"
        await party.agree()
        assert [player["name"] for player in party.table.table["players"]] == ["Anna Lena", "Bobby", "Cy"]


async def test_a_colour_belongs_to_one_player(party):
    async with party.screens():
        assert (await party.phones[0].manage("recolour", player=1, colour=1))["code"] == "colour_taken"
        assert (await party.phones[0].manage("recolour", player=1, colour=5))["type"] == "done"


async def test_a_removed_phone_is_told_and_can_be_let_back(party):
    async with party.screens():
        await party.begin()
        await party.table.manage("remove", player=3)
        phone = party.phones[2]
        await phone.until(lambda: phone.is_closed)
        assert phone.messages[-1]["type"] == "closed"
        assert phone.messages[-1]["code"] == "removed"
        async with party.guests[2].screen(party.code, "phone") as knocking:
            await knocking.until(lambda: knocking.is_closed)
            assert knocking.messages[-1]["code"] == "removed"
        await party.table.manage("let_back", player=3)
        async with party.guests[2].screen(party.code, "phone") as back:
            await back.until(lambda: back.view)
            assert back.table["you"] == 3


async def test_a_seat_is_handed_to_another_phone_and_the_old_one_is_told(party):
    new_phone = Person(party.server)
    status, where = new_phone.post(f"/{party.code}/ask", player="2")
    assert (status, where) == (302, f"/{party.code}")
    async with party.screens(), new_phone.screen(party.code, "phone") as asking:
        await asking.until(lambda: asking.view)
        assert asking.table["asking_for"] == 2
        assert asking.view["view"] is None
        (ask,) = party.table.table["asking"]
        assert ask["player"] == 2
        assert party.phones[0].table["asking"] == []
        assert (await asking.play({"do": "start", "seat": 1}))["type"] == "refused"
        await party.table.manage("allow", ask=ask["ask"])
        await asking.until(lambda: asking.table["you"] == 2)
        old = party.phones[1]
        await old.until(lambda: old.is_closed)
        assert old.messages[-1]["code"] == "not_yours"


async def test_a_denied_phone_gets_nothing(party):
    stranger = Person(party.server)
    stranger.post(f"/{party.code}/ask", player="1")
    async with party.screens(), stranger.screen(party.code, "phone") as asking:
        await asking.until(lambda: asking.view)
        await party.table.manage("deny", ask=party.table.table["asking"][0]["ask"])
        await asking.until(lambda: asking.is_closed)
        assert asking.messages[-1]["type"] == "closed"


async def test_a_computer_player_plays_for_somebody_and_gives_the_seat_back(party):
    async with party.screens():
        await party.begin()
        await party.table.manage("pace", pace="instant")
        await party.table.manage("replace", player=3, mind="easy")
        await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
        await party.table.until(lambda: 2 not in party.table.game["awaiting"])
        assert party.table.game["players"][2]["guide"] == "face_down"
        await party.table.manage("replace", player=3, mind=None)
        for seat in (0, 1):
            await party.phones[seat].play({"do": "choose", "seat": seat, "guide": "in"})
        await party.agree()
        await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
        await party.agree()
        assert party.table.game["awaiting"] == [0, 1, 2]
        assert (await party.phones[2].play({"do": "choose", "seat": 2, "guide": "in"}))["type"] == "done"


async def test_the_game_master_plays_for_somebody_who_has_left(party):
    async with party.screens():
        await party.begin()
        await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
        move = {"do": "choose", "seat": 2, "guide": "out"}
        assert (await party.table.play(move))["code"] == "not_yours"
        await party.table.manage("replace", player=3, mind="game_master")
        await party.agree()
        (stand_in,) = party.table.table["stand_in"]
        assert move in stand_in["can"]
        assert party.phones[0].table["stand_in"] == []
        assert (await party.table.play(move))["type"] == "done"


async def test_presence_says_who_is_there(party):
    async with party.screens():

        def connected():
            return next(m for m in reversed(party.table.messages) if m["type"] == "presence")["connected"]

        await party.table.until(lambda: connected() == [1, 2, 3])
        await party.phones[1].socket.close()
        await party.table.until(lambda: connected() == [1, 3])


async def test_a_crowd_that_comes_is_told_as_a_whole(party):
    watcher = Person(party.server)

    def told():
        return [m for m in party.table.messages if m["type"] == "presence"]

    async with party.screens(), contextlib.AsyncExitStack() as crowd:
        began, before = time.monotonic(), len(told())
        for _one in range(12):
            await crowd.enter_async_context(watcher.screen(party.code, "watch"))
        await party.table.until(lambda: told()[-1]["watching"] == 12)
        assert len(told()) - before <= 2 + (time.monotonic() - began) / BREATH


async def test_spectators_see_what_lies_open_and_can_do_nothing(party):
    watcher = Person(party.server)
    async with party.screens(), watcher.screen(party.code, "watch") as screen:
        await party.begin()
        await screen.until(lambda: screen.view and screen.view["view"])
        assert screen.game["can"] == []
        assert (await screen.play({"do": "roll"}))["code"] == "not_yours"
        assert (await screen.manage("pause", on=True))["code"] == "not_yours"
        await party.table.manage("watch", on=False)
        async with watcher.screen(party.code, "watch") as again:
            await again.until(lambda: again.is_closed)
            assert again.messages[-1]["code"] == "no_watching"


async def test_the_story_tells_what_stands(party):
    async with party.screens():
        await party.begin()
        await party.table.play({"do": "roll", "dice": [2, 2, 2, 5, 5]})
        for seat in range(3):
            await party.phones[seat].play({"do": "choose", "seat": seat, "guide": "in"})
        await party.phones[0].send({"type": "story", "since": 0})
        story = await party.phones[0].until(
            lambda: next((m for m in party.phones[0].messages if m["type"] == "story"), None)
        )
        gained = [
            event
            for entry in story["entries"]
            for event in entry["events"]
            if event["event"] == "token_changed" and event["seat"] == 0
        ]
        assert sum(event["by"] for event in gained if event["token"] == "hearts") == 3
        assert {event["rule"] for event in gained} == {"R13", "R18", "R21"}


async def test_a_phone_that_was_away_is_right_again_with_the_first_view(party):
    async with party.screens():
        await party.begin()
        await party.phones[1].socket.close()
        for _move in range(3):
            await party.table.play({"do": "correct", "seat": 1, "token": "coins", "by": 1})
        async with party.guests[1].screen(party.code, "phone") as back:
            await back.until(lambda: back.view)
            views = [message for message in back.messages if message["type"] == "view"]
            assert len(views) == 1
            assert back.number == party.table.number
            assert back.game["players"][1]["coins"] == 11


async def test_two_phones_with_one_seat_agree_and_move_once(party):
    async with party.screens(), party.guests[0].screen(party.code, "phone") as twin:
        await party.begin()
        await twin.until(lambda: twin.view["view"] and twin.game["phase"] == "roll")
        one, other = await asyncio.gather(party.phones[0].play({"do": "roll"}), twin.play({"do": "roll"}))
        assert sorted([one["type"], other["type"]]) == ["done", "refused"]
        await party.agree([*party.all, twin])
        assert twin.game == party.phones[0].game
