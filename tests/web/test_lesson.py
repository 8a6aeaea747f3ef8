"""The lesson: a page with a prepared game, and no table behind it."""

import json
import re
from typing import Any

import pytest
from django.test import AsyncClient

from chanceit import models
from chanceit.web import lessons, rates
from rules.shelf import GAMES
from tests.web.conftest import ROOT
from tests.web.people import Person, Server

LEARNT = "chance_it"


def page_of(server: Server, language: str = "en") -> str:
    status, page = Person(server, language=language).get(f"/learn/{LEARNT}")
    assert status == 200
    return page


def lesson_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="lesson" type="application/json">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def test_it_is_offered_on_the_start_page_and_with_the_rules(server: Server):
    for path in ("/", f"/rules/{LEARNT}"):
        assert f'href="/learn/{LEARNT}"' in Person(server).get(path)[1]


@pytest.mark.parametrize(
    "game", [*(name for name in GAMES if name != LEARNT), "chess", "..", "chance_it%00", "x" * 500]
)
def test_where_there_is_none_a_sentence_says_so(server: Server, game: str):
    status, page = Person(server).get(f"/learn/{game}")
    assert status == 404
    assert "<h1" in page
    if game in GAMES:
        assert f"/learn/{game}" not in Person(server).get(f"/rules/{game}")[1]


@pytest.mark.django_db(transaction=True)
async def test_it_opens_no_table_gives_no_key_and_changes_nothing(async_client: AsyncClient):
    answer = await async_client.get(f"/learn/{LEARNT}")
    assert set(answer.cookies) <= {"csrftoken"}
    assert (await async_client.post(f"/learn/{LEARNT}", {"game": LEARNT})).status_code == 405
    assert not await models.Table.objects.aexists()
    page = answer.content.decode()
    assert 'data-socket=""' in page
    assert 'data-home=""' in page


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_step_has_its_words_in_every_language_and_no_words_are_left_over(server: Server, language: str):
    page = page_of(server, language)
    steps = [step["name"] for step in lesson_in(page)["steps"]]
    keys = re.findall(r'<p data-key="lesson_(\w+)">[^<]+</p>', page)
    assert len(keys) == len(set(keys))
    assert set(steps) | {"told"} <= set(keys)
    kinds = set(re.findall(r"^  (\w+): \{ lead", (ROOT / "static/js/chance_it/steps.js").read_text(), re.MULTILINE))
    said = {f"{step}_{kind}" for step in steps for kind in {*kinds, "wrong"}}
    assert set(keys) - set(steps) - {"told"} <= said


def test_what_is_wanted_is_what_the_view_lists_and_there_is_always_a_way_on(server: Server):
    steps = lesson_in(page_of(server))["steps"]
    for step in steps:
        can = step["view"]["own"]["game"]["can"]
        assert step["wanted"] is None or step["wanted"] in can, step["name"]
    done = {step["wanted"]["do"] for step in steps if step["wanted"]}
    assert done == {"start", "roll", "choose", "buy", "reroll"}
    assert {step["wanted"]["guide"] for step in steps if step["wanted"] and step["wanted"]["do"] == "choose"} == {
        "in",
        "out",
        "chance_it",
    }
    numbers = [step["view"]["number"] for step in steps]
    assert numbers == sorted(numbers)


def test_a_choice_is_worth_a_word_when_another_one_is_tapped(server: Server):
    page = page_of(server)
    for step in lesson_in(page)["steps"]:
        if step["wanted"] and step["wanted"]["do"] in ("choose", "buy"):
            assert f'data-key="lesson_{step["name"]}_wrong"' in page


def test_it_promises_no_luck_and_shows_no_card_before_it_is_turned(server: Server):
    lesson = lesson_in(page_of(server))
    assert lesson["welcome"]["commitment"] is None
    for step in lesson["steps"]:
        view, table = step["view"]["view"], step["view"]["table"]
        assert table["seed"] is table["next_commitment"] is None
        if view["phase"] == "choose":
            others = [player for player in view["players"][1:] if player["in_game"] and not player["bound"]]
            assert {player["guide"] for player in others} <= {"face_down", None}
        assert step["view"]["own"]["is_host"] is False


def test_what_is_skipped_is_not_told(server: Server):
    later = next(step for step in lesson_in(page_of(server))["steps"] if step["name"] == "later")
    assert later["view"]["events"] == []


async def test_whoever_asks_for_it_without_end_has_to_wait(async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rates, "PAGES", rates.Rate("lessons-in-this-test", 2, 3600))
    asked = [(await async_client.get(f"/learn/{LEARNT}")).status_code for _time in range(3)]
    assert asked == [200, 200, 429]


def test_it_is_made_once():
    assert lessons.lesson_of(LEARNT) is lessons.lesson_of(LEARNT)
