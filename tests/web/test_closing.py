"""A host closes a table for good, through a real server; and what becomes of its code."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from chanceit import models
from chanceit.table import commands as c
from chanceit.table import storing
from rules.refusals import Refusal
from tests.web.people import Party, Person, Screen

FOR_GOOD = "The host has closed this table for good."


def closed(screen: Screen) -> dict[str, Any] | None:
    return next((message for message in screen.messages if message["type"] == "closed"), None)


@pytest.fixture
def party(server):
    return Party(server).sit_down()


async def test_everybody_is_told_and_nothing_can_be_done_any_more(party: Party):
    code, stranger = party.code, Person(party.server)
    async with party.screens():
        await party.begin()
        phone = party.phones[0]
        assert f'href="/{code}/close"' in party.host.get(f"/{code}/table")[1]
        assert "Close table" in party.host.get(f"/{code}/close")[1]
        assert "Are you quite sure?" in party.host.post(f"/{code}/close", asked="once")[1]
        await party.table.manage("lock", on=True)  # nothing has happened yet
        for other in (party.guests[0], stranger):
            assert other.post(f"/{code}/close", asked="twice")[0] == 403
        await party.table.manage("lock", on=False)
        assert party.host.post(f"/{code}/close", asked="twice")[0] == 302
        assert f"Table {code} is closed" in party.host.get(f"/{code}/close")[1]
        for screen in (party.table, phone):
            told = await screen.until(lambda screen=screen: closed(screen))
            assert (told["code"], told["sentence"]) == ("closed", FOR_GOOD)
    for other in (party.guests[0], stranger):
        for page in ("", "/watch", "/table", "/record.jsonl", "/close"):
            status, text = other.get(f"/{code}{page}")
            assert (status, FOR_GOOD in text) == (404, True), page
    assert stranger.post(f"/{code}/join", name="Late")[0] == 404
    async with party.guests[0].screen(code, "phone") as phone:
        assert (await phone.until(lambda: closed(phone)))["code"] == "closed"
    # The host's own device finds the record of the game that was on.
    assert party.host.get(f"/{code}/table")[0] == 302
    assert "Download the record" in party.host.get(f"/{code}/close")[1]
    status, record = party.host.get(f"/{code}/record.jsonl")
    assert status == 200
    assert json.loads(record.splitlines()[0])["notes"][-1]["what"] == "ended"


def table_that_is_closed(days_ago: float) -> str:
    code = storing.open_anywhere("chance_it", b"", b"{}", "the host's")
    storing.play(code, "game_master", c.Close("the host's"), "close")
    models.Table.objects.filter(code=code).update(touched=timezone.now() - timedelta(days=days_ago))
    return code


@pytest.mark.django_db
def test_only_the_hosts_own_device_closes_and_nothing_comes_after_it():
    code = storing.open_anywhere("chance_it", b"", b"{}", "the host's")
    storing.play(code, "game_master", c.AddScreen("a TV's"), "screen")
    with pytest.raises(Refusal) as refused:
        storing.play(code, "game_master", c.Close("a TV's"), "close")
    assert refused.value.code == "not_yours"
    table = storing.play(code, "game_master", c.Close("the host's"), "close")
    assert table.closed
    for number, (actor, request) in enumerate(
        [("door", c.Join("Ann", "key")), ("game_master", c.Lock(True)), ("game_master", c.Close("the host's"))]
    ):
        with pytest.raises(Refusal) as refused:
            storing.play(code, actor, request, f"late-{number}")
        assert refused.value.code == "closed"
    assert storing.load(code).table == table
    assert models.Table.objects.get(code=code).status == "closed"


@pytest.mark.django_db
def test_the_code_is_given_again_after_a_day(capsys: pytest.CaptureFixture[str]):
    yesterday, today = table_that_is_closed(1.1), table_that_is_closed(0.9)
    opened = storing.open_anywhere("chance_it", b"", b"{}", "another's")
    kept = set(models.Table.objects.values_list("code", flat=True))
    assert kept == {today, opened} | ({yesterday} & {opened})
    old = table_that_is_closed(2)
    call_command("clear_tables")
    assert "1 table(s) cleared" in capsys.readouterr().out
    assert not models.Table.objects.filter(code=old).exists()
    assert models.Table.objects.filter(code=today).exists()
