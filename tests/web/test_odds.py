"""Everybody's chance to win on the big screens: only there, only if the host wants it, and in nobody's way."""

from __future__ import annotations

import json
import signal

import msgspec
import pytest

from rules import chance_it
from rules.thinking import ToWeigh, answer
from tests.web.people import Party, wait_until
from tests.web.test_fun import lay, of_type, pinged, roll
from tests.web.test_thinkers import workers


@pytest.fixture
def party(server):
    return Party(server, "Ann", "Bob", "Cy").sit_down(options=json.dumps({"hearts": 4, "stars_to_win": 6}))


def odds_of(screen):
    return [message for message in screen.messages if message["type"] == "odds"]


def welcome_of(screen):
    return [message for message in screen.messages if message["type"] == "welcome"][-1]


async def newest_odds(screen):
    """Those of the present."""
    return await of_type(screen, "odds", lambda message: message["number"] == screen.number)


def recomputed(screen):
    """From what this screen sees, and nothing else."""
    box, options = (welcome_of(screen)[part] for part in ("box", "options"))
    view = msgspec.convert(screen.view["view"], chance_it.Shared)
    box = chance_it.read_box(msgspec.json.encode(box))
    options = chance_it.read_options(msgspec.json.encode(options), len(view.players))
    view = chance_it.weigher().follows_from(view)
    return msgspec.json.decode(answer(ToWeigh("chance_it", view, box, options)))


async def test_the_big_screens_are_told_at_every_point_and_no_phone_ever_is(party):
    async with party.screens(), party.host.screen(party.code, "watch") as watching:
        assert welcome_of(party.table)["has_odds"]
        assert party.table.table["odds"] is False, "nobody has asked for it"
        await party.begin()
        assert (await party.phones[0].manage("odds", on=True))["code"] == "not_yours"
        assert (await party.table.manage("odds", on=True))["type"] == "done"
        await party.agree()
        told = await newest_odds(party.table)
        assert told["chances"] == recomputed(party.table)
        before = told["chances"]
        await roll(party, 2, 4, 4, 4, 5)
        told = await newest_odds(party.table)
        assert sum(told["chances"]) == 100
        assert told["chances"] == recomputed(party.table)
        assert told["chances"] != before
        await lay(party, "in", "out")
        await party.agree()
        laid = await newest_odds(party.table)
        assert (laid["chances"], laid["number"] > told["number"]) == (told["chances"], True)
        assert (await party.phones[2].play({"do": "choose", "seat": 2, "guide": "in"}))["type"] == "done"
        await party.agree()
        told = await newest_odds(party.table)
        assert told["chances"] == recomputed(party.table)
        assert told["chances"][0] > laid["chances"][0], "three stars are half of the goal"
        assert (await newest_odds(watching))["chances"] == told["chances"]
        async with party.host.screen(party.code, "watch") as late:
            assert (await newest_odds(late))["chances"] == told["chances"]
        for phone in party.phones:
            await pinged(phone)
            assert odds_of(phone) == []


async def test_the_winner_has_them_all(party):
    async with party.screens():
        await party.begin()
        assert (await party.table.manage("odds", on=True))["type"] == "done"
        for _round in range(4):
            if party.table.table["status"] == "playing":
                await roll(party, 4, 4, 4, 5, 5)
                await lay(party, "in", "out", "out")
                await party.agree()
        assert party.table.table["status"] == "over"
        assert (await newest_odds(party.table))["chances"] == [100, 0, 0]


async def test_where_it_is_switched_off_nothing_is_told(party):
    async with party.screens():
        await party.begin()
        await roll(party, 2, 4, 4, 4, 5)
        assert (await party.table.manage("odds", on=True))["type"] == "done"
        await party.agree()
        await newest_odds(party.table)
        assert (await party.table.manage("odds", on=False))["type"] == "done"
        number = party.table.number
        await lay(party, "in", "in", "in")
        await party.agree()
        await pinged(party.table)
        assert [message for message in odds_of(party.table) if message["number"] > number] == []


async def test_a_game_without_odds_says_so(server):
    party = Party(server, "Ann", "Bob").sit_down(game="second_chance")
    async with party.screens():
        assert not welcome_of(party.table)["has_odds"]
        assert (await party.table.manage("odds", on=True))["type"] == "done"
        assert (await party.table.manage("begin"))["type"] == "done"
        await party.agree()
        await pinged(party.table)
        assert odds_of(party.table) == []


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped here")
async def test_a_worker_that_has_stopped_holds_nobody_up(tmp_path):
    from tests.web.people import Server

    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    party = Party(server, "Ann", "Bob", "Cy").sit_down()
    async with party.screens():
        await party.begin()
        assert (await party.table.manage("odds", on=True))["type"] == "done"
        await party.agree()
        await newest_odds(party.table)
        (worker,) = workers(server)
        worker.send_signal(signal.SIGSTOP)
        await roll(party, 2, 4, 4, 4, 5)
        await lay(party, "in", "in", "out")
        await party.agree()
        assert party.table.game["round"] == 2, "nobody has waited"
        given_up = await of_type(party.table, "odds", lambda message: message["chances"] == [])
        assert given_up["number"] < party.table.number
        assert sum((await newest_odds(party.table))["chances"]) == 100, "another worker goes on"
        wait_until(lambda: worker.pid not in [other.pid for other in workers(server)])
    assert server.stop() == 0
