"""What the phones replace is the table's choice: printed pieces, and people without a phone."""

import asyncio
import json

import msgspec
import pytest

from rules import chance_it
from tests.web.people import Party, Person
from tests.web.test_host_in_control import done, record_of, refused

CARDS = [{"id": f"m{n:02}", "when": str(n % 6 + 1), "price": 0, "coins": 1} for n in range(9)]


@pytest.fixture
def party(server):
    return Party(server).sit_down(options=json.dumps({"hearts": 30}))


def lying(party):
    return party.table.view["view"]["market"]


async def lay_out(screen, *cards):
    return await screen.play({"do": "lay_out", "cards": list(cards)})


# Printed market cards


async def test_printed_market_cards_are_chosen_before_a_game_begins(party):
    async with party.screens():
        table = party.table
        assert await refused(party.phones[0].manage("set_option", option="own_cards", value=True)) == "not_yours"
        assert await refused(table.manage("set_option", option="stakes", value=True)) == "no_such_option"
        assert await refused(table.manage("set_option", option="own_cards", value=3)) == "bad_options"
        assert await refused(table.manage("set_option", option="hearts", value=0)) == "bad_options"
        await done(table.manage("set_option", option="own_cards", value=True))
        for screen in party.all:
            await screen.until(
                lambda screen=screen: [m for m in screen.messages if m["type"] == "welcome"][-1]["options"]["own_cards"]
            )
        welcome = [m for m in table.messages if m["type"] == "welcome"][-1]
        assert welcome["options"]["hearts"] == 30, "what was chosen before stays"
        await done(table.manage("begin"))
        await party.agree()
        assert table.game["phase"] == "lay_out"
        assert await refused(table.manage("set_option", option="own_cards", value=False)) == "not_in_lobby"
        await done(table.manage("end"))
        assert record_of(party)[0]["options"]["own_cards"] is True


async def test_the_host_says_which_cards_lie_there_and_takes_a_slip_back(party):
    async with party.screens():
        table, phone = party.table, party.phones[0]
        await done(table.manage("set_option", option="own_cards", value=True))
        await done(table.manage("begin"))
        await party.agree()
        laying = table.game["lay_out"]
        assert (laying["to_lay"], laying["must_lie"], len(laying["may_lie"])) == (4, [], 30)
        assert [screen.game["lay_out"] for screen in party.phones] == [None] * 3
        first, second = laying["may_lie"][:4], laying["may_lie"][4:8]
        assert await refused(lay_out(phone, *first)) == "not_yours"
        assert await refused(lay_out(table, *first[:3])) == "wrong_number_of_cards"
        assert await refused(lay_out(table, *first[:3], "m99")) == "no_such_card"
        assert await refused(table.play({"do": "lay_out"})) == "bad_move"
        await done(lay_out(table, *first))
        await party.agree()
        assert (table.game["phase"], lying(party)) == ("start", first)
        await done(table.manage("undo"))
        await party.agree()
        assert table.game["lay_out"] == laying, "nobody is asked: they lie on the real table"
        await done(lay_out(table, *second))
        await party.agree()
        assert lying(party) == second


async def test_a_remote_control_says_it_too(party):
    async with party.screens():
        await done(party.table.manage("set_option", option="own_cards", value=True))
        await done(party.table.manage("remote", player=2, on=True))
        await done(party.table.manage("begin"))
        await party.agree()
        bob = party.phones[1]
        assert bob.table["remote"]["can"] == [], "not by one tap"
        await done(lay_out(bob, *bob.table["remote"]["lay_out"]["may_lie"][-4:]))


async def test_whoever_has_the_dice_lays_out_and_computer_players_wait_for_it(server):
    box = json.loads(msgspec.json.encode(chance_it.house_box())) | {"cards": CARDS}
    party = Party(server).sit_down(box=json.dumps(box), options='{"own_cards": true, "hearts": 30}')
    async with party.screens():
        table, ann, bob = party.table, *party.phones[:2]
        await done(table.manage("pace", pace="instant"))
        await done(table.manage("replace", player=3, mind="medium"))
        await done(table.manage("begin"))
        await done(lay_out(table, "m00", "m01", "m02", "m03"))
        await done(ann.play({"do": "start", "seat": 0}))
        await done(table.play({"do": "roll", "dice": [6, 6, 6, 6, 6]}))
        await until_phase(party, "lay_out")
        assert ann.game["can"] == [{"do": "lay_out"}]
        assert bob.game["lay_out"] is None
        gone = {card for player in ann.game["players"] for card in player["cards"]} | set(ann.game["discard"])
        may_lie = ann.game["lay_out"]["may_lie"]
        assert (len(gone), len(may_lie)) == (4, 5)
        assert not gone & set(may_lie), "what cannot lie there is not offered"
        for card in gone:
            assert await refused(lay_out(ann, card, *may_lie[:3])) in ("card_with_a_player", "card_discarded")
        await done(lay_out(ann, *may_lie[:4]))


async def until_phase(party, phase):
    """Everybody does the first thing that is open to them."""
    table = party.table
    await party.agree()
    while table.game["phase"] != phase:
        number = table.number
        for phone in party.phones:
            seat = phone.game["seat"]
            if seat in phone.game["awaiting"] and phone.table["players"][seat]["computer"] is None:
                await done(phone.play(phone.game["can"][0]))
                break
        await table.until(lambda number=number: table.number > number)
        await party.agree()


# No phone


async def test_somebody_without_a_phone_plays_on_the_game_master_screen(server):
    party = Party(server, "Ann").sit_down()
    async with party.screens():
        table, ann = party.table, party.phones[0]
        assert await refused(ann.manage("add_player", name="Ben")) == "not_yours"
        assert await refused(table.manage("add_player", name=" ann ")) == "name_taken"
        assert await refused(table.manage("add_player", name="\u3164")) == "bad_name"
        for name in ("Ben", "Cleo", "Di", "Eva", "Fay"):
            await done(table.manage("add_player", name=name))
        assert await refused(table.manage("add_player", name="Gil")) == "full"
        await done(table.manage("remove", player=6))
        await done(table.manage("begin"))
        await done(ann.play({"do": "start", "seat": 0}))
        await done(table.play({"do": "roll", "dice": [2, 2, 5, 5, 5]}))
        assert await refused(ann.play({"do": "choose", "seat": 1, "guide": "in"})) == "not_yours"
        for seat in (1, 2, 3, 4):
            await done(table.play({"do": "choose", "seat": seat, "guide": "chance_it"}))
        await party.agree()
        for screen in party.all:
            newest = json.dumps(screen.view["view"]) + json.dumps(screen.view["events"])
            assert "chance_it" not in newest, "what lies face down is on no screen"
        assert [player["guide"] for player in table.game["players"]] == [None, *["face_down"] * 4]
        assert table.game["secret"] is None
        await done(ann.play({"do": "choose", "seat": 0, "guide": "out"}))
        await party.agree()
        assert [player["bound"] for player in table.game["players"]] == [False, True, True, True, True]


async def test_a_table_without_any_phone_plays_to_its_end(server):
    party = Party(server, "Ann").sit_down(options='{"stars_to_win": 2}')
    async with party.host.screen(party.code, "table") as table:
        await table.until(lambda: table.view)
        await done(table.manage("remove", player=1))
        for name in ("Ben", "Cleo"):
            await done(table.manage("add_player", name=name))
        await done(table.manage("begin"))
        await done(table.play({"do": "start", "seat": 1}))
        while table.table["status"] == "playing":
            phase = table.game["phase"]
            if phase == "roll":
                answer = await table.play({"do": "roll", "dice": [4, 4, 5, 5, 6]})
            else:
                (seat, *_others) = table.game["awaiting"]
                stand_in = next(one for one in table.table["stand_in"] if one["seat"] == seat)
                answer = await table.play(stand_in["can"][0])
            assert answer["type"] == "done", answer
            await table.until(lambda number=answer["number"]: table.number >= number)
        await done(table.manage("undo"))
        await table.until(lambda: table.table["status"] == "playing")


async def test_a_phone_that_turns_up_takes_the_seat(server):
    party = Party(server, "Ann").sit_down()
    late = Person(server)
    async with party.screens():
        table = party.table
        await done(table.manage("add_player", name="Ben"))
        await done(table.manage("begin"))
        status, page = late.get(f"/{party.code}")
        assert (status, 'value="2"' in page) == (200, True), "the door offers it"
        late.post(f"/{party.code}/ask", player="2")
        await table.until(lambda: table.table["asking"])
        await done(table.manage("allow", ask=table.table["asking"][0]["ask"]))
        async with late.screen(party.code, "phone") as phone:
            await phone.until(lambda: phone.view.get("view"))
            await done(phone.play({"do": "start", "seat": 1}))
            await table.until(lambda: table.game["phase"] == "roll")
            assert table.table["stand_in"] == []


async def test_a_tile_is_drawn_for_somebody_without_a_phone(server):
    party = Party(server, "Ann").sit_down(game="second_chance")
    async with party.screens():
        table = party.table
        await done(table.manage("add_player", name="Ben"))
        await done(table.manage("begin"))
        await table.until(lambda: table.table["stand_in"] and table.table["stand_in"][0]["can"])
        (stand_in,) = table.table["stand_in"]
        way = stand_in["can"][0]["ways"][0]
        row, column = divmod(way["at"].index("1"), table.game["size"])
        cells = [[row + r, column + c] for r, c in way["cells"]]
        move = {"do": "draw", "seat": 1, "tile": stand_in["can"][0]["tile"], "cells": cells}
        assert await refused(party.phones[0].play(move)) == "not_yours"
        await done(table.play(move))


# Printed guide cards


def choose(seat, guide):
    return {"do": "choose", "seat": seat, "guide": guide}


async def rolled(party):
    await party.begin()
    await done(party.table.play({"do": "roll", "dice": [2, 2, 5, 5, 5]}))
    await party.agree()


async def test_printed_guide_cards_are_asked_for_once_for_all(party):
    async with party.screens():
        table, ann = party.table, party.phones[0]
        assert await refused(ann.manage("own_guides", of="all")) == "not_yours"
        await rolled(party)
        await done(ann.play(choose(0, "in")))
        assert await refused(table.manage("show", moves=[choose(1, "in")])) == "face_down"
        await done(table.manage("own_guides", of="all"))
        await party.agree()
        assert [phone.game["can"] for phone in party.phones] == [[], [], []]
        assert await refused(party.phones[1].play(choose(1, "in"))) == "own_guides"
        assert [one["seat"] for one in table.table["printed"]] == [1, 2], "what lies on a phone stays there"
        assert [phone.table["printed"] for phone in party.phones] == [[], [], []]
        assert await refused(table.manage("show", moves=[choose(1, "in")])) == "not_these_players"
        assert await refused(table.manage("show", moves=[choose(1, "in"), choose(1, "out")])) == "not_these_players"
        assert await refused(table.manage("show", moves=[{"do": "roll"}])) == "bad_move"
        assert await refused(table.manage("show", moves=[])) == "bad_move"
        await done(table.manage("show", moves=[choose(1, "chance_it"), choose(2, "chance_it")]))
        await party.agree()
        assert [player["bound"] for player in table.game["players"]] == [False, True, True]
        undo = asyncio.ensure_future(table.manage("undo"))
        for phone in party.phones:
            question = await phone.until(
                lambda phone=phone: next((m for m in phone.messages if m["type"] == "consent"), None)
            )
            await phone.send({"type": "agree", "ask": question["ask"], "yes": True})
        await done(undo)
        await party.agree()
        assert table.game["awaiting"] == [1, 2], "all of them at once, and Ann is asked: her card lay on her phone"
        await done(table.manage("redo"))
        await party.agree()
        await done(table.manage("end"))
        header, *moves = record_of(party)
        at = moves.index(choose(1, "chance_it"))
        typed = [note["after"] for note in header["notes"] if note["what"] == "typed"]
        assert {at, at + 1} <= set(typed)


async def test_a_bound_player_is_not_asked_for(party):
    async with party.screens():
        table = party.table
        await done(table.manage("own_guides", of="all"))
        await rolled(party)
        await done(table.manage("show", moves=[choose(0, "in"), choose(1, "chance_it"), choose(2, "chance_it")]))
        await done(table.play({"do": "roll", "dice": [2, 2, 5, 5, 5]}))
        await party.agree()
        assert [one["seat"] for one in table.table["printed"]] == [0]
        await done(table.manage("show", moves=[choose(0, "out")]))


async def test_printed_cards_lie_face_down_until_all_phones_have_chosen(server):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        table, ann, bob = party.table, *party.phones
        await done(table.manage("add_player", name="Cleo"))
        await done(table.manage("own_guides", of="some"))
        await done(table.manage("remote", player=1, on=True))
        await rolled(party)
        assert await refused(table.play(choose(2, "in"))) == "own_guides"
        assert await refused(table.manage("show", moves=[choose(2, "in")])) == "face_down"
        await done(ann.play(choose(0, "in")))
        await party.agree()
        assert table.table["printed"] == []
        await done(bob.play(choose(1, "out")))
        await party.agree()
        assert [one["seat"] for one in table.table["printed"]] == [2]
        assert ann.table["printed"] == table.table["printed"], "a remote control is asked, too"
        assert bob.table["printed"] == []
        assert "chance_it" not in json.dumps(bob.view["view"])
        await done(ann.manage("show", moves=[choose(2, "chance_it")]))
        await party.agree()
        assert table.game["phase"] == "roll"
        undo = asyncio.ensure_future(table.manage("undo"))
        await bob.until(lambda: any(m["type"] == "consent" for m in bob.messages))
        question = next(m for m in bob.messages if m["type"] == "consent")
        await bob.send({"type": "agree", "ask": question["ask"], "yes": False})
        assert await refused(undo) == "not_agreed", "what lay on the phones was revealed by it"


async def test_at_one_table_some_choose_on_phones_and_some_with_printed_cards(party):
    async with party.screens():
        table, (ann, bob, cleo) = party.table, party.phones
        assert await refused(ann.manage("printed_guides", player=2, on=True)) == "not_yours"
        await done(bob.manage("printed_guides", player=2, on=True))
        await done(table.manage("printed_guides", player=3, on=True))
        await rolled(party)
        assert [screen.table["printed_guides"] for screen in party.all] == [[2, 3]] * 4
        assert await refused(bob.play(choose(1, "in"))) == "own_guides"
        assert [len(phone.game["can"]) for phone in party.phones] == [3, 0, 0]
        assert await refused(table.manage("show", moves=[choose(1, "in"), choose(2, "in")])) == "face_down"
        assert table.table["printed"] == [], "they lie face down until all phones have chosen"
        await done(cleo.manage("printed_guides", player=3, on=False))
        await done(cleo.play(choose(2, "chance_it")))
        await done(ann.play(choose(0, "out")))
        await party.agree()
        assert [one["seat"] for one in table.table["printed"]] == [1]
        for screen in party.all:
            if screen is not cleo:
                assert "chance_it" not in json.dumps(screen.view["view"]) + json.dumps(screen.view["events"])
        await done(table.manage("show", moves=[choose(1, "chance_it")]))
        await party.agree()
        assert [player["bound"] for player in table.game["players"]] == [False, True, True]
        await done(table.manage("end"))
        notes = [note for note in record_of(party)[0]["notes"] if note["what"] == "pieces"]
        assert [note.get("guides") for note in notes] == [[1, 2], [1]]


async def test_whoever_leaves_the_printed_cards_of_all_is_the_only_one(party):
    async with party.screens():
        table, ann = party.table, party.phones[0]
        await done(table.manage("add_player", name="Di"))
        await done(table.manage("own_guides", of="all"))
        await done(ann.manage("printed_guides", player=1, on=False))
        await party.agree()
        assert (table.table["own_guides"], table.table["printed_guides"]) == ("none", [2, 3, 4])
        await done(table.manage("own_guides", of="some"))
        await party.agree()
        assert table.table["printed_guides"] == [4], "what is chosen for all is chosen for each"
        await done(table.manage("printed_guides", player=4, on=False))
        await done(table.manage("printed_guides", player=2, on=True))
        await done(table.manage("replace", player=2, mind="easy"))
        await party.agree()
        assert table.table["printed_guides"] == [], "computer players have none"
        await done(table.manage("replace", player=2, mind=None))
        await party.agree()
        assert table.table["printed_guides"] == [2]
        await done(table.manage("choose_game", game="second_chance"))
        await party.agree()
        assert table.table["printed_guides"] == [], "there is nothing to lay there"


async def test_cards_on_phones_are_no_printed_ones_whatever_is_said_later(server):
    """A host who chooses last sees the others' cards at the reveal, and would take it back to choose again."""
    party = Party(server).sit_down()
    async with party.screens():
        table, (ann, bob, _cleo) = party.table, party.phones
        await rolled(party)
        await done(ann.play(choose(0, "chance_it")))
        await done(bob.play(choose(1, "out")))
        await done(table.manage("own_guides", of="all"))
        await done(table.manage("show", moves=[choose(2, "in")]))
        await party.agree()
        undo = asyncio.ensure_future(table.manage("undo"))
        question = await bob.until(lambda: next((m for m in bob.messages if m["type"] == "consent"), None))
        await bob.send({"type": "agree", "ask": question["ask"], "yes": False})
        assert await refused(undo) == "not_agreed"


async def test_a_restarted_server_knows_whose_cards_are_printed(own_server):
    party = Party(own_server).sit_down(options='{"own_cards": true}')
    async with party.screens():
        await done(party.table.manage("add_player", name="Di"))
        await done(party.table.manage("own_guides", of="all"))
        await done(party.table.manage("begin"))
        await party.agree()
        before = party.table.view
    own_server.stop()
    own_server.start()
    async with party.screens():
        assert party.table.view["table"] == before["table"]
        assert party.table.view["own"] == before["own"]
