"""What a host can do when something goes otherwise than planned, through a real server."""

import json

import pytest

from rules.luck import commitment
from tests.web.people import Party, Person


@pytest.fixture
def party(server):
    return Party(server).sit_down()


async def done(answer):
    assert (await answer)["type"] == "done"


async def refused(answer):
    answer = await answer
    assert answer["type"] == "refused", answer
    return answer["code"]


def record_of(party):
    status, text = party.host.get(f"/{party.code}/record.jsonl")
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


async def roll(party):
    await done(party.phones[0].play({"do": "roll"}))
    await party.agree()


# Ending a game


async def test_a_game_that_is_ended_leads_back_to_the_lobby_with_its_record(party):
    async with party.screens():
        await party.begin()
        await roll(party)
        assert await refused(party.phones[0].manage("end")) == "not_yours"
        assert party.host.get(f"/{party.code}/record.jsonl")[0] == 404, "not while it is played"
        promised = next(m for m in reversed(party.table.messages) if m["type"] == "welcome")["commitment"]
        await done(party.table.manage("end"))
        await party.agree()
        assert party.table.table["status"] == "lobby"
        assert await refused(party.table.manage("end")) == "no_game"
        header, *moves = record_of(party)
        assert header["commitment"] == promised
        assert header["notes"] == [{"after": len(moves), "what": "ended"}]
        await party.table.send({"type": "draws"})
        draws = await party.table.until(lambda: next((m for m in party.table.messages if m["type"] == "draws"), None))
        assert commitment(draws["seed"]) == promised
        await party.begin()
        assert party.host.get(f"/{party.code}/record.jsonl")[0] == 404, "the next one is on"


async def test_the_other_game_with_the_same_people(party):
    async with party.screens():
        await done(party.table.manage("add_computer", mind="medium"))
        assert await refused(party.table.manage("choose_game", game="chess")) == "no_such_game"
        assert await refused(party.table.manage("choose_game", game="chance_it")) == "same_game"
        assert await refused(party.phones[1].manage("choose_game", game="second_chance")) == "not_yours"
        await done(party.table.manage("choose_game", game="second_chance"))
        await party.agree()
        assert party.table.table["game"] == "second_chance"
        assert [player["name"] for player in party.table.table["players"]][:3] == ["Ann", "Bob", "Cy"]
        welcome = next(m for m in reversed(party.phones[0].messages) if m["type"] == "welcome")
        assert welcome["game"] == "second_chance"
        assert party.table.table["players"][3]["computer"] in welcome["computer_players"]
        await done(party.table.manage("begin"))
        await party.table.until(lambda: party.table.view["view"])
        assert await refused(party.table.manage("choose_game", game="chance_it")) == "not_in_lobby"
    async with party.screens():
        assert party.table.table["status"] == "playing"


# Coming late, going away


async def test_whoever_comes_late_sits_down_for_the_next_game(party):
    late = Person(party.server)
    async with party.screens():
        await party.begin()
        late.join(party.code, "Dee")
        async with late.screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view.get("view"))
            assert await refused(phone.play({"do": "roll"})) == "not_yours"
            assert phone.game["can"] == []
            await done(party.table.manage("end"))
            await phone.until(lambda: phone.table["status"] == "lobby")
            assert [player["name"] for player in phone.table["players"]] == ["Ann", "Bob", "Cy", "Dee"]


async def test_whoever_waits_for_the_next_game_can_leave_and_nobody_else(party):
    late = Person(party.server)
    async with party.screens():
        await party.begin()
        late.join(party.code, "Dee")
        async with late.screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view.get("view"))
            assert await refused(party.phones[0].manage("leave")) == "seat_is_held"
            await done(phone.manage("leave"))
        await done(party.table.manage("end"))
        await party.agree()
        assert [player["name"] for player in party.table.table["players"]] == ["Ann", "Bob", "Cy"]


async def test_a_seat_that_nobody_plays_stays_out_by_itself(party):
    async with party.screens():
        await party.begin()
        await done(party.table.manage("pace", pace="instant"))
        await done(party.table.manage("remove", player=3, mind="nobody"))
        await party.phones[2].until(lambda: party.phones[2].is_closed)
        others = [party.table, *party.phones[:2]]
        await done(party.phones[0].play({"do": "roll"}))
        await party.agree(others)
        for seat in (0, 1):
            await done(party.phones[seat].play({"do": "choose", "seat": seat, "guide": "in"}))
        revealed = await party.table.until(
            lambda: next(
                (
                    event
                    for message in party.table.messages
                    if message["type"] == "view"
                    for entry in message["events"]
                    for event in entry["events"]
                    if event["event"] == "guides_revealed"
                ),
                None,
            )
        )
        assert revealed["guides"] == ["in", "in", "out"]


async def test_nobody_waits_for_the_person_of_a_closed_seat(party):
    async with party.screens():
        await party.begin()
        bob = party.phones[1].table["you"]
        assert (await party.table.manage("remove", player=bob, mind="nobody"))["type"] == "done"
        assert (await party.table.manage("replace", player=bob, mind=None))["code"] == "removed"
        assert (await party.table.manage("let_back", player=bob))["type"] == "done"


async def test_letting_back_gives_the_seat_back_to_its_person(party):
    async with party.screens():
        await party.begin()
        assert await refused(party.table.manage("remove", player=3, mind="genius")) == "no_such_mind"
        await done(party.table.manage("remove", player=3, mind="medium"))
        await party.table.until(lambda: party.table.table["players"][2]["computer"] == "medium")
        await done(party.table.manage("let_back", player=3))
        await party.table.until(lambda: not party.table.table["players"][2]["removed"])
        assert party.table.table["players"][2]["computer"] is None
        async with party.guests[2].screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view)
            assert phone.game["seat"] == 2


# Taking back and bringing back


async def test_what_was_taken_back_can_be_brought_back_and_the_record_tells_nothing_of_it(party):
    async with party.screens():
        await done(party.table.manage("consent", on=False))
        await party.begin()
        await roll(party)
        dice = party.table.game["dice"]
        assert await refused(party.table.manage("redo")) == "nothing_to_redo"
        assert "redo" not in party.table.table["can"]
        await done(party.table.manage("undo"))
        await party.agree()
        assert party.table.game["dice"] == []
        assert "redo" in party.table.table["can"]
        await done(party.table.manage("redo"))
        await party.agree()
        assert party.table.game["dice"] == dice
        await done(party.table.manage("end"))
        header, *_moves = record_of(party)
        assert [note["what"] for note in header["notes"]] == ["ended"]


async def test_after_another_move_nothing_is_brought_back(party):
    async with party.screens():
        await done(party.table.manage("consent", on=False))
        await party.begin()
        await roll(party)
        await done(party.table.manage("undo"))
        await roll(party)
        assert await refused(party.table.manage("redo")) == "nothing_to_redo"


async def test_several_things_come_back_one_by_one_and_survive_a_restart(own_server):
    party = Party(own_server).sit_down()
    async with party.screens():
        await done(party.table.manage("consent", on=False))
        await party.begin()
        await roll(party)
        await done(party.phones[1].play({"do": "choose", "seat": 1, "guide": "out"}))
        for _time in range(2):
            await done(party.table.manage("undo"))
        await party.agree()
        before = party.table.number
    own_server.kill()
    own_server.start(own_server.port)
    async with party.screens():
        assert party.table.number == before
        await done(party.table.manage("redo"))
        await done(party.table.manage("redo"))
        await party.agree()
        assert party.table.game["awaiting"] == [0, 2]
        assert await refused(party.table.manage("redo")) == "nothing_to_redo"


# Remotes, and many new phones at once


async def test_a_phone_that_is_a_remote_may_do_what_the_game_master_may(party):
    async with party.screens():
        await party.begin()
        bob = party.phones[1]
        assert await refused(bob.play({"do": "roll"})) == "not_yet"
        assert await refused(bob.manage("remote", player=2, on=True)) == "not_yours"
        await done(party.table.manage("remote", player=2, on=True))
        await bob.until(lambda: "pause" in bob.table["can"])
        await done(bob.play({"do": "roll"}))
        await done(bob.manage("pause", on=True))
        await done(bob.manage("pause", on=False))
        await done(party.table.manage("remote", player=2, on=False))
        assert await refused(bob.manage("pause", on=True)) == "not_yours"


async def test_a_remote_passes_nothing_on_that_would_outlast_it(party):
    tv = Person(party.server)
    _status, waiting = tv.post("/tv/code")
    async with party.screens():
        await done(party.table.manage("remote", player=2, on=True))
        bob = party.phones[1]
        await bob.until(lambda: "lock" in bob.table["can"])
        assert "remote" not in bob.table["can"]
        assert await refused(bob.manage("remote", player=1, on=True)) == "not_yours"
        shown = party.guests[1].post(f"/{party.code}/tv", code=json.loads(waiting)["code"])
        assert shown[0] == 403
        assert party.guests[1].get(f"/{party.code}/table")[0] == 403


async def test_all_new_phones_get_their_seats_by_one_tap(party):
    new = [Person(party.server) for _name in party.names]
    async with party.screens():
        await party.begin()
        for person, player in zip(new, (1, 2, 2), strict=True):
            assert person.post(f"/{party.code}/ask", player=str(player))[0] == 302
        asking = await party.table.until(lambda: len(party.table.table["asking"]) == 3 and party.table.table["asking"])
        asks = [asked["ask"] for asked in asking]
        assert await refused(party.phones[0].manage("allow_all", asks=asks)) == "not_yours"
        await done(party.table.manage("allow_all", asks=asks))
        async with new[0].screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view)
            assert phone.table["you"] == 1
        assert [asked["ask"] for asked in party.table.table["asking"]] == asks[1:], "two ask for the seat of Bob"
        assert await refused(party.table.manage("allow_all", asks=[asks[0]])) == "nobody_asks"
