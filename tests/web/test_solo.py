"""Second Chance alone: one device is host and only player, without a second screen."""

from __future__ import annotations

import re

from tests.web.people import Person, Screen, Server


def play_alone(person: Person, **fields: str) -> str:
    status, where = person.post("/solo", **fields)
    assert status == 302, where
    found = re.fullmatch(r"/([A-Z]{4})#alone", where)
    assert found, where
    return found[1]


async def begin(screen: Screen) -> None:
    """As the phone does by itself."""
    await screen.until(lambda: screen.view and screen.table["status"] == "lobby")
    games = screen.table["games"]
    assert (await screen.manage("begin"))["type"] == "done"
    await screen.until(lambda: screen.table["games"] == games + 1)


async def play_to_the_end(screen: Screen) -> None:
    """Draws the first tile in the first place that is open, and begins the next game when one is over."""
    while screen.table["status"] == "playing":
        offer = screen.game["can"][0]
        move = {"do": "shuffle"}
        if offer["do"] == "draw":
            way = offer["ways"][0]
            top, left = divmod(way["at"].index("1"), screen.game["size"])
            cells = [[top + row, left + column] for row, column in way["cells"]]
            move = {"do": "draw", "seat": 0, "tile": offer["tile"], "cells": cells}
        answer = await screen.play(move)
        assert answer["type"] == "done", answer
        await screen.until(lambda number=answer["number"]: screen.number >= number)


async def test_it_opens_a_table_and_its_only_seat_begins(server: Server):
    alone = Person(server)
    code = play_alone(alone, game="second_chance")
    async with alone.screen(code, "phone") as screen:
        await begin(screen)
        assert screen.table["game"] == "second_chance"
        assert (screen.table["status"], len(screen.table["players"])) == ("playing", 1)
        assert screen.game["can"][0]["do"] == "draw"


async def test_a_name_is_stored_that_is_the_same_in_every_language(server: Server):
    alone = Person(server, language="fr")
    code = play_alone(alone, game="second_chance")
    async with alone.screen(code, "phone") as screen:
        await begin(screen)
        assert [player["name"] for player in screen.table["players"]] == ["Solo"]
    assert '<p data-key="name_Solo">Toi</p>' in alone.get(f"/{code}")[1], "and shown in words"


async def test_chance_it_is_played_against_computer_players(server: Server):
    alone = Person(server)
    code = play_alone(alone, game="chance_it")
    async with alone.screen(code, "phone") as screen:
        await begin(screen)
        assert [player["computer"] is not None for player in screen.table["players"]] == [False, True, True, True]
        assert (await screen.manage("pace", pace="instant"))["type"] == "done"
        assert (await screen.play({"do": "start", "seat": 0}))["type"] == "done"
        assert (await screen.play({"do": "roll"}))["type"] == "done"
        await screen.until(lambda: screen.game["phase"] == "choose")
        assert (await screen.play({"do": "choose", "seat": 0, "guide": "out"}))["type"] == "done"
        # Where all are OUT, the next round has begun before anybody could look.
        await screen.until(lambda: screen.game["revealed"] or screen.game["round"] > 1)


async def test_three_games_are_played_and_the_next_three_begin_at_the_same_table(server: Server):
    alone = Person(server)
    code = play_alone(alone, game="second_chance")
    async with alone.screen(code, "phone") as screen:
        await begin(screen)
        await play_to_the_end(screen)
        assert len(screen.game["totals"]) == 3
        assert play_alone(alone, code=code) == code
        await begin(screen)
        assert screen.game["totals"] == []


def test_the_code_of_somebody_elses_table_opens_a_table_of_ones_own(server: Server):
    code = play_alone(Person(server))
    assert play_alone(Person(server), code=code) != code


def test_it_is_asked_for_by_post(server: Server):
    assert Person(server).get("/solo")[0] == 405
