"""Several people on one phone: nothing secret comes to it before the one whose secret it is says that they have it."""

import asyncio
import json

import pytest

from tests.web.people import Party, Person
from tests.web.test_host_in_control import done, record_of, refused

SECRETS = ('"secret":"', '"secret": "', '"outlook":{')


@pytest.fixture
def party(server):
    return Party(server, "Ann", "Cy").sit_down(options=json.dumps({"hearts": 60}))


async def sit_here(party, *names):
    """At the phone of the first one."""
    for name in names:
        await done(party.phones[0].manage("sit_here", name=name))
        await party.agree()


def at_phone(screen):
    return {one["player"]: one["acts"] for one in screen.table["at_phone"]}


async def take(screen, player):
    await done(screen.manage("take_phone", player=player))
    await screen.until(lambda: screen.table["you"] == player)


async def hand_on(screen):
    await done(screen.manage("hand_on"))
    await is_handed_on(screen)


async def is_handed_on(screen):
    await screen.until(lambda: screen.table["you"] is None)


async def begin(party, starts=0):
    """In the first round; Ann and Ben share a phone, seats 0 and 2."""
    await done(party.table.manage("begin"))
    shared, cy = party.phones
    await is_handed_on(shared)
    await take(shared, 1)
    await done(shared.play({"do": "start", "seat": starts}))
    await done(party.table.play({"do": "roll", "dice": [2, 2, 5, 5, 5]}))
    await party.agree()
    return shared, cy


def choose(screen, seat, guide="in"):
    return screen.play({"do": "choose", "seat": seat, "guide": guide})


def own_parts(frames):
    return [message["own"] for message in map(json.loads, frames) if message["type"] == "view"]


async def test_while_a_phone_is_handed_on_its_frames_hold_nobodys_secret(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, cy = await begin(party)
        assert shared.game["outlook"] is not None
        assert at_phone(shared) == {1: True, 3: True}
        before = len(shared.frames)
        await done(choose(shared, 0, "chance_it"))
        await is_handed_on(shared)
        await party.agree()
        assert at_phone(shared) == {1: False, 3: True}
        # Others play on while it lies there; it is read anew, as after a reload, and by a second tab.
        await done(choose(cy, 1))
        await party.agree()
        assert await refused(choose(shared, 0)) == "not_yours"
        assert await refused(choose(shared, 2)) == "not_yours"
        _status, page = party.guests[0].get(f"/{party.code}")
        async with party.guests[0].screen(party.code, "phone") as tab:
            await tab.until(lambda: tab.view)
            closed = "".join([*shared.frames[before:], *tab.frames, page])
            assert "Ben" in closed
            for secret in SECRETS:
                assert secret not in closed
            assert all(own["game"]["seat"] is None for own in own_parts(shared.frames[before:]))
            # Ben has it now, at both tabs, and nobody else may.
            before = len(shared.frames)
            await take(shared, 3)
            assert await refused(tab.manage("take_phone", player=1)) in ("not_handed_on", "handed_on")
            await tab.until(lambda: tab.table["you"] == 3)
            assert {own["game"]["secret"] for own in own_parts([*shared.frames[before:], *tab.frames])} == {None}
            assert shared.game["outlook"] is not None
            assert await refused(choose(shared, 0)) == "not_yours"
            await done(choose(tab, 2, "out"))
            await party.agree([shared, tab, cy, party.table])
        revealed = [event for entry in shared.view["events"] for event in entry["events"]]
        assert any(event["event"] == "guides_revealed" for event in revealed), "what is told comes to all"


async def test_what_lies_there_is_looked_at_and_changed_by_its_own_alone(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, cy = await begin(party)
        await done(choose(shared, 0, "chance_it"))
        await is_handed_on(shared)
        await take(shared, 3)
        await hand_on(shared)
        assert await refused(shared.manage("hand_on")) == "not_shared"
        assert await refused(shared.manage("take_phone", player=2)) == "not_yours"
        await take(shared, 1)
        assert shared.game["secret"] == "chance_it"
        await done(choose(cy, 1))
        await party.agree()
        assert shared.table["you"] == 1, "nobody takes it from who looks"
        before = len(shared.frames)
        await done(choose(shared, 0, "out"))
        await is_handed_on(shared)
        await take(shared, 3)
        assert {own["game"]["secret"] for own in own_parts(shared.frames[before:]) if own["you"] == 3} == {None}
        await done(choose(shared, 2))
        await party.agree()
        assert party.table.game["round"] == 2


async def test_undo_sleep_and_a_killed_server(own_server):
    party = Party(own_server, "Ann", "Cy").sit_down(options='{"hearts": 60}')
    async with party.screens():
        await sit_here(party, "Ben")
        await done(party.table.manage("consent", on=False))
        shared, cy = await begin(party)
        await done(choose(shared, 0))
        await is_handed_on(shared)
        await take(shared, 3)
        await done(party.table.manage("undo"))
        await party.agree()
        assert at_phone(shared) == {1: True, 3: True}
        await done(choose(shared, 2, "out"))
        await is_handed_on(shared)
        # It slept while it was handed on; the server was killed meanwhile.
        await shared.close()
        await party.table.close()
        await cy.close()
        party.server.kill()
        party.server.start(party.server.port)
        for screen in party.all:
            await screen.connect()
        await party.agree()
        await is_handed_on(shared)
        await take(shared, 1)
        await done(choose(shared, 0))
        await is_handed_on(shared)
        await done(choose(cy, 1))
        await party.agree()
        assert party.table.game["round"] == 2


async def test_a_resent_command_is_the_same_whoever_has_the_phone(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, _cy = await begin(party)
        laid = await shared.play({"do": "choose", "seat": 0, "guide": "out"}, id="laid")
        assert laid["type"] == "done"
        await is_handed_on(shared)
        again = await shared.play({"do": "choose", "seat": 0, "guide": "out"}, id="laid")
        assert again == laid


async def test_a_seat_moves_to_a_phone_of_its_own_and_a_computer_player_sits_in(party):
    async with party.screens():
        await sit_here(party, "Ben", "Di")
        shared, cy = await begin(party)
        await done(party.table.manage("replace", player=4, mind="easy"))
        ben = Person(party.server)
        ben.post(f"/{party.code}/ask", player="3")
        table = party.table
        await table.until(lambda: table.table["asking"])
        await done(choose(shared, 0))
        await is_handed_on(shared)
        await take(shared, 3)
        before = len(shared.frames)
        await done(table.manage("allow", ask=table.table["asking"][0]["ask"]))
        await is_handed_on(shared)
        assert at_phone(shared) == {1: False, 4: False}
        async with ben.screen(party.code, "phone") as own:
            await own.until(lambda: own.view)
            assert own.table["you"] == 3
            assert own.table["at_phone"] == []
            assert await refused(shared.manage("take_phone", player=3)) == "not_yours"
            await done(choose(own, 2, "chance_it"))
            await done(choose(cy, 1))
            await table.until(lambda: table.game["round"] == 2)
            later = own_parts(shared.frames[before:])
            assert all(own["game"]["seat"] is None for own in later if own["you"] is None)
            assert 3 not in {own["you"] for own in later}


async def test_six_on_one_phone_and_no_more(server):
    party = Party(server, "Ann").sit_down()
    async with party.screens():
        await sit_here(party, "Ben", "Cy", "Di", "Eva", "Flo")
        shared = party.phones[0]
        assert await refused(shared.manage("sit_here", name="Gil")) == "full"
        assert await refused(party.table.manage("sit_here", name="Gil")) == "not_yours"
        presence = [message for message in shared.messages if message["type"] == "presence"]
        await shared.until(
            lambda: [m for m in shared.messages if m["type"] == "presence"][-1]["connected"] == [1, 2, 3, 4, 5, 6]
        )
        assert presence
        await hand_on(shared)
        await take(shared, 4)
        await done(shared.manage("leave"))
        await party.agree()
        await is_handed_on(shared)
        await take(shared, 2)
        await done(party.table.manage("lock", on=True))
        assert await refused(shared.manage("sit_here", name="Gil")) == "locked"


async def test_the_phone_agrees_once_for_all_of_its_people_and_throws_one_handful_of_bits(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, cy = await begin(party)
        for screen in party.all:
            await screen.send({"type": "cup"})
        await done(choose(shared, 0))
        await is_handed_on(shared)
        await take(shared, 3)
        await done(choose(shared, 2))
        await done(choose(cy, 1))
        await party.agree()
        undoing = asyncio.ensure_future(party.table.manage("undo"))
        await shared.until(lambda: [m for m in shared.messages if m["type"] == "consent"])
        asked = [m for m in shared.messages if m["type"] == "consent"][-1]
        assert asked["asked"] == [1, 2, 3]
        for screen in (shared, cy):
            await screen.send({"type": "agree", "ask": asked["ask"], "yes": True})
        assert (await undoing)["type"] == "done"


async def test_second_chance_is_handed_from_one_to_the_other(server):
    party = Party(server, "Ann").sit_down(game="second_chance")
    async with party.screens():
        await sit_here(party, "Ben")
        shared = party.phones[0]
        await done(party.table.manage("begin"))
        await is_handed_on(shared)
        for seat, player in ((0, 1), (1, 2)):
            await take(shared, player)
            move = drawing(shared)
            assert move["seat"] == seat
            await done(shared.play(move))
            await party.agree()
            if seat == 0:
                await is_handed_on(shared)
                assert at_phone(shared) == {1: False, 2: True}
        assert shared.table["you"] == 2, "the one who has it goes on"


def drawing(screen):
    """The first place of all that are open."""
    game = screen.game
    way = game["can"][0]["ways"][0]
    row, column = divmod(way["at"].index("1"), game["size"])
    cells = [[row + r, column + c] for r, c in way["cells"]]
    return {"do": "draw", "seat": game["seat"], "tile": game["can"][0]["tile"], "cells": cells}


async def test_whoever_holds_a_phone_and_is_sent_away_does_not_see_the_other_ones_card(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, cy = await begin(party)
        await done(choose(shared, 0, "in"))
        await is_handed_on(shared)
        await take(shared, 3)
        await done(choose(shared, 2, "chance_it"))
        await is_handed_on(shared)
        await take(shared, 1)
        before = len(shared.frames)
        await done(party.table.manage("remove", player=1, mind="nobody"))
        await is_handed_on(shared)
        assert at_phone(shared) == {3: False}, "it is Ben's alone, and Ann may still have it in her hand"
        assert await refused(shared.manage("hand_on")) == "not_shared"
        assert await refused(shared.manage("take_phone", player=1)) == "not_yours"
        assert not any(secret in frame for frame in shared.frames[before:] for secret in SECRETS)
        await take(shared, 3)
        assert shared.game["secret"] == "chance_it"
        await done(choose(cy, 1))
        await party.agree()
        assert shared.table["you"] == 3, "nobody is left to hand it to"
        await done(party.table.manage("let_back", player=1))
        await party.agree()
        assert shared.table["you"] == 3


async def test_whoever_gets_a_phone_of_their_own_leaves_the_old_one_with_its_curtain(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, _cy = await begin(party)
        await done(choose(shared, 0, "in"))
        await is_handed_on(shared)
        await take(shared, 3)
        ben = Person(party.server)
        ben.post(f"/{party.code}/ask", player="3")
        table = party.table
        await table.until(lambda: table.table["asking"])
        before = len(shared.frames)
        await done(table.manage("allow", ask=table.table["asking"][0]["ask"]))
        await is_handed_on(shared)
        assert at_phone(shared) == {1: False}, "it is Ann's alone, and Ben may still have it in his hand"
        assert not any(secret in frame for frame in shared.frames[before:] for secret in SECRETS)
        async with party.guests[0].screen(party.code, "phone") as again:
            await again.until(lambda: again.view)
            assert again.table["you"] is None, "nor after a reload"
        await take(shared, 1)
        assert shared.game["secret"] == "in"


async def test_nobody_speaks_for_another_at_the_same_phone(party):
    """By frames that no page of ours would send: in front, behind the curtain, and from a second tab."""
    async with party.screens():
        await sit_here(party, "Ben")
        shared, _cy = await begin(party)
        forbidden = [
            ("rename", {"player": 3, "name": "Bah"}),
            ("recolour", {"player": 3, "colour": 5}),
            ("printed_guides", {"player": 3, "on": True}),
            ("take_phone", {"player": 3}),
            ("remove", {"player": 3}),
            ("show", {"moves": [{"do": "choose", "seat": 2, "guide": "in"}]}),
        ]
        async with party.guests[0].screen(party.code, "phone") as tab:
            await tab.until(lambda: tab.view and tab.table["you"] == 1)
            for screen in (shared, tab):
                for order, values in forbidden:
                    code = await refused(screen.manage(order, **values))
                    assert code in ("not_yours", "not_handed_on"), order
                assert await refused(choose(screen, 2)) == "not_yours"
            await done(tab.manage("hand_on"))
            await is_handed_on(shared)
            await is_handed_on(tab)
            for screen in (shared, tab):
                for order, values in forbidden:
                    if order != "take_phone":
                        assert await refused(screen.manage(order, **values)) == "not_yours", order
                for seat in (0, 2):
                    assert await refused(choose(screen, seat)) == "not_yours"
            # Both tabs reach for it at once: one has it, and both show the same.
            answers = await asyncio.gather(shared.manage("take_phone", player=1), tab.manage("take_phone", player=3))
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            await party.agree([shared, tab, party.table])
            assert shared.table["you"] == tab.table["you"] is not None


async def test_two_phones_ask_for_the_same_shared_seat(server):
    party = Party(server, "Ann", "Cy").sit_down(options=json.dumps({"hearts": 60}))
    eve, ben = Person(server), Person(server)
    async with party.screens():
        await sit_here(party, "Ben")
        shared, _cy = await begin(party)
        await done(choose(shared, 0, "chance_it"))
        await is_handed_on(shared)
        for person in (eve, ben):
            person.post(f"/{party.code}/ask", player="3")
        await party.table.until(lambda: len(party.table.table["asking"]) == 2)
        asks = [asking["ask"] for asking in party.table.table["asking"]]
        assert await refused(party.table.manage("allow_all", asks=asks)) == "nobody_asks", "the host looks who it is"
        async with eve.screen(party.code, "phone") as hers, ben.screen(party.code, "phone") as his:
            await done(party.table.manage("allow", ask=asks[0]))
            await hers.until(lambda: hers.view and hers.table["you"] == 3)
            await done(choose(hers, 2, "in"))
            await done(party.table.manage("allow", ask=asks[1]))
            await his.until(lambda: his.view and his.table["you"] == 3)
            await hers.until(lambda: any(m["type"] == "closed" for m in hers.messages))
            assert his.game["secret"] == "in"
            assert not any('"secret":"chance_it"' in frame for frame in [*hers.frames, *his.frames])
            assert not any('"secret":"in"' in frame for frame in shared.frames), "nothing of Ben's was on it"


async def test_what_somebody_guessed_is_not_told_to_the_next_one(party):
    async with party.screens():
        await sit_here(party, "Ben")
        shared, _cy = await begin(party)
        await done(choose(shared, 0))
        await is_handed_on(shared)
        await take(shared, 1)
        guesses = await shared.until(lambda: next((m for m in shared.messages if m["type"] == "guesses"), None))
        answer = guesses["open"][0]["answers"][0]
        await shared.send({"type": "guess", "id": "g1", "what": guesses["open"][0]["what"], "answer": answer})
        await shared.until(lambda: any(m["type"] == "guesses" and m["guessed"] for m in shared.messages))
        before = len(shared.frames)
        await hand_on(shared)
        await take(shared, 3)
        await party.agree()
        told = [message for message in map(json.loads, shared.frames[before:]) if message["type"] == "guesses"]
        assert not any(message["guessed"] for message in told)


async def test_the_record_and_the_rules_say_who_plays_with_what(party):
    async with party.screens():
        table = party.table
        await sit_here(party, "Ben")
        await done(table.manage("add_player", name="Di"))
        await done(table.manage("own_guides", of="some"))
        await begin(party)
        await done(table.manage("own_dice", on=True))
        await done(table.manage("undo"))
        await done(table.manage("own_guides", of="none"))
        await done(table.manage("redo"))
        _status, page = party.guests[1].get(f"/rules/chance_it?table={party.code}")
        for said in ("On one phone:", "Ann, Ben", "Without a phone:", "Di", "real ones, which the host types in"):
            assert said in page
        await done(table.manage("end"))
        pieces = [note for note in record_of(party)[0]["notes"] if note["what"] == "pieces"]
        alike = {"no_phone": [3], "one_phone": [[0, 2]]}
        assert pieces == [
            {"after": 0, "what": "pieces", "guides": [3], **alike},
            {"after": 3, "what": "pieces", "dice": "printed", "guides": [3], **alike},
            {"after": 2, "what": "pieces", "dice": "printed", **alike},
        ]
