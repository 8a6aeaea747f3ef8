"""Taking back to a line of the story: what is shown before, whose choices are lost, and that everybody sees it."""

import asyncio

import pytest

from tests.web.people import Party, Server


@pytest.fixture
def party(server):
    return Party(server).sit_down()


async def done(answer):
    answer = await answer
    assert answer["type"] == "done", answer
    return answer["number"]


async def refused(answer):
    answer = await answer
    assert answer["type"] == "refused", answer
    return answer["code"]


async def line(screen):
    """The first guide card in the story."""
    await screen.send({"type": "story", "since": 0})
    story = await screen.until(lambda: next((m for m in reversed(screen.messages) if m["type"] == "story"), None))
    return next(entry["number"] for entry in story["entries"] if entry["do"] == "choose")


async def look(screen, before):
    return await screen.ask({"type": "undoing", "before": before})


async def undo(screen, before, seen):
    return await screen.manage("undo", before=before, seen=seen)


async def roll(party, *dice):
    number = await done(party.table.play({"do": "roll", "dice": list(dice)}))
    await party.agree()
    return number


async def lay(party, seat, guide):
    number = await done(party.phones[seat].play({"do": "choose", "seat": seat, "guide": guide}))
    await party.agree()
    return number


async def test_a_line_is_looked_at_and_then_taken_back_with_all_that_followed(party):
    async with party.screens():
        await party.begin()
        rolled = await roll(party, 2, 2, 4, 5, 5)
        first = await lay(party, 0, "in")
        await lay(party, 1, "out")
        newest = party.table.number
        seen = await look(party.table, first)
        assert seen["taken_back"] == {
            "by": 1,
            "do": "choose",
            "moves": 2,
            "lost": [{"by": 1, "moves": 1}, {"by": 2, "moves": 1}],
        }
        assert (seen["number"], seen["asks"], seen["anew"]) == (newest, False, False)
        assert party.table.number == newest, "looking changes nothing"
        await done(undo(party.table, rolled, newest))
        await party.agree()
        assert party.table.game["phase"] == "roll"
        for screen in party.all:
            told = screen.view["events"][-1]
            assert told["do"] == "undone"
            assert told["taken_back"]["lost"] == [{"by": "game_master", "moves": 1}, *seen["taken_back"]["lost"]]
        await done(party.table.manage("redo"))
        await party.agree()
        assert party.table.game["awaiting"] == [2], "all of it is back"


async def test_what_does_not_stand_or_has_changed_is_refused_by_name(party):
    async with party.screens():
        await party.begin()
        await roll(party, 2, 2, 4, 5, 5)
        first = await lay(party, 0, "in")
        newest = party.table.number
        for number in (1, newest + 1, 10**9):
            assert await refused(look(party.table, number)) == "no_such_move"
            assert await refused(undo(party.table, number, newest)) == "no_such_move"
        assert await refused(party.table.manage("undo", before=first)) == "moved_on", "nobody has seen it"
        await lay(party, 1, "in")
        assert await refused(undo(party.table, first, newest)) == "moved_on"
        assert await refused(party.table.manage("undo", seen=newest)) == "moved_on", "also of the last move"
        assert party.table.game["awaiting"] == [2], "nothing has changed"
        assert await refused(look(party.phones[0], first)) == "not_yours"
        assert await refused(undo(party.phones[0], first, party.table.number)) == "not_yours"


async def test_moves_are_those_of_who_made_them_then(party):
    async with party.screens():
        await party.begin()
        await roll(party, 2, 2, 4, 5, 5)
        first = await lay(party, 0, "in")
        await lay(party, 1, "in")
        await done(party.table.manage("pause", on=True))
        await done(party.table.manage("replace", player=1, mind="easy"))
        await done(party.table.manage("rename", player=1, name="Anna"))
        await party.agree()
        seen = await look(party.table, first)
        assert seen["taken_back"]["lost"] == [{"by": 1, "moves": 1}, {"by": 2, "moves": 1}], "a computer sits there now"


async def test_past_a_reveal_the_phones_are_asked_and_told_whose_choices_are_lost(party):
    async with party.screens():
        await party.begin()
        rolled = await roll(party, 2, 2, 4, 5, 5)
        for seat in range(3):
            await lay(party, seat, "in")
        seen = await look(party.table, rolled)
        assert seen["asks"]
        answer = asyncio.ensure_future(undo(party.table, rolled, seen["number"]))
        for phone in party.phones:
            asked = await phone.until(
                lambda phone=phone: next((m for m in phone.messages if m["type"] == "consent"), None)
            )
            assert asked["moves"] == 4
            assert [one["by"] for one in asked["lost"]] == ["game_master", 1, 2, 3]
            await phone.send({"type": "agree", "ask": asked["ask"], "yes": True})
        await done(answer)
        await party.agree()
        assert party.table.game["phase"] == "roll"


async def test_one_no_leaves_everything_as_it_is(party):
    async with party.screens():
        await party.begin()
        rolled = await roll(party, 2, 2, 4, 5, 5)
        for seat in range(3):
            await lay(party, seat, "in")
        before = party.table.number
        answer = asyncio.ensure_future(undo(party.table, rolled, before))
        phone = party.phones[1]
        asked = await phone.until(lambda: next((m for m in phone.messages if m["type"] == "consent"), None))
        await phone.send({"type": "agree", "ask": asked["ask"], "yes": False})
        assert await refused(answer) == "not_agreed"
        assert party.table.number == before


async def test_after_the_end_a_new_game_goes_on_from_the_line(server):
    party = Party(server).sit_down(options='{"hearts": 1, "coins": 30}')
    async with party.screens():
        await done(party.table.manage("consent", on=False))
        await party.begin()
        rolled = await roll(party, 3, 3, 3, 3, 3)
        for seat in range(3):
            await lay(party, seat, "in")
        await party.table.until(lambda: party.table.table["status"] == "over")
        seen = await look(party.table, rolled)
        assert seen["anew"]
        await done(undo(party.table, rolled, seen["number"]))
        await party.agree()
        assert party.table.table["status"] == "playing"
        assert party.table.table["games"] == 2
        assert party.table.game["phase"] == "roll"
        told = party.phones[0].view["events"][0]
        assert (told["do"], told["taken_back"]["moves"]) == ("continued", seen["taken_back"]["moves"])


# Computer players


async def with_computers(party):
    """Ann, and two who lay their cards at once."""
    for _time in range(2):
        await done(party.table.manage("add_computer", mind="easy"))
    await done(party.table.manage("pace", pace="instant"))
    await party.begin()
    await roll(party, 2, 2, 4, 5, 5)
    await party.table.until(lambda: party.table.game["awaiting"] == [0])


async def test_what_was_taken_back_can_be_brought_back_where_computers_play(server):
    party = Party(server, "Ann").sit_down()
    async with party.screens():
        await with_computers(party)
        await done(party.table.manage("undo"))
        await party.table.until(lambda: party.table.game["phase"] == "roll")
        await done(party.table.manage("redo"))
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        first = await line(party.table)
        seen = await look(party.table, first)
        assert seen["taken_back"]["lost"] == [], "nobody has decided that"
        await done(undo(party.table, first, seen["number"]))
        await party.table.until(lambda: party.table.game["awaiting"] == [0, 1, 2])
        await done(party.table.manage("redo"))
        await party.table.until(lambda: party.table.game["awaiting"] == [0])


async def test_computers_go_on_when_the_host_does_not_want_to_wait(server):
    party = Party(server, "Ann").sit_down()
    async with party.screens():
        await with_computers(party)
        first = await line(party.table)
        await done(undo(party.table, first, party.table.number))
        await party.table.until(lambda: party.table.game["awaiting"] == [0, 1, 2])
        await party.table.send({"type": "skip", "number": party.table.number})
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        assert await refused(party.table.manage("redo")) == "nothing_to_redo"


async def test_computers_go_on_by_themselves_after_a_while(tmp_path):
    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    party = Party(server, "Ann").sit_down()
    async with party.screens():
        await with_computers(party)
        first = await line(party.table)
        await done(undo(party.table, first, party.table.number))
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
    assert server.stop() == 0
