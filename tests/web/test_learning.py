"""What newcomers are taught: words that are few enough, on pages that are fetched later, and an introduction that is no
part of anything.
"""

import re

import pytest
from django.test import Client

from rules.shelf import GAMES
from tests.web.conftest import ROOT
from tests.web.people import Party, Person

LANGUAGES = ("en", "fr", "de")
HINT = re.compile(r'<p data-hint-words="(\w+)">(.*?)</p>')
MOST_WORDS = 15


def page(client: Client, game: str, what: str, language: str) -> str:
    answer = client.get(f"/later/{game}?what={what}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def words(text: str) -> list[str]:
    return [word for word in text.split() if re.search(r"\w", word)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_hint_of_the_table_has_its_words_and_they_are_few(client: Client, game: str, language: str):
    table = re.findall(r'hint: "(\w+)"', (ROOT / "static/js" / game / "phone/hints.js").read_text())
    told = dict(HINT.findall(page(client, game, "learning", language)))
    assert sorted(told) == sorted([*table, "introduction"])
    for hint, text in told.items():
        assert 3 <= len(words(text)) <= MOST_WORDS, f"{hint}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_introduction_takes_about_half_a_minute_with_a_few_words_a_scene(client: Client, game: str, language: str):
    scenes = page(client, game, "introduction", language).split("data-seconds=")[1:]
    assert 25 <= sum(int(scene.split('"')[1]) for scene in scenes) <= 35
    for scene in scenes:
        said = " ".join(re.findall(r"<(?:h2|p)>(.*?)</(?:h2|p)>", scene))
        assert 3 <= len(words(said)) <= 35, said


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["chess?what=learning", "chance_it?what=kitchen", "chance_it", "chance_it/learning"])
def test_there_is_nothing_else_to_fetch(client: Client, path: str):
    assert client.get(f"/later/{path}").status_code == 404


async def has(screen, type):
    return await screen.until(lambda: [m for m in screen.messages if m["type"] == type])


ON, OFF = ({"type": "introduction", "on": on} for on in (True, False))


async def test_the_host_introduces_the_game_on_all_screens_and_it_is_no_part_of_it(server):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens(), Person(server).screen(party.code, "watch") as watching:
        number = party.table.number
        await party.table.send({"type": "introduce", "on": True})
        for screen in [*party.all, watching]:
            assert await has(screen, "introduction") == [ON]
        assert (await party.table.manage("remote", player=1, on=True))["number"] == number + 1, "nothing was written"
        await party.phones[0].send({"type": "introduce", "on": False})
        for screen in [*party.all, watching]:
            await screen.until(lambda screen=screen: screen.messages.count(OFF) == 1)
        await party.begin()
        await party.table.send({"type": "introduce", "on": True})
        await party.table.send({"type": "ping"})
        await has(party.table, "pong")
        assert party.table.messages.count(ON) == 1, "a game that has begun needs none"


async def test_only_a_host_introduces_and_only_with_a_yes_or_no(server):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens(), Person(server).screen(party.code, "watch") as watching:
        for screen in (party.phones[1], watching):
            await screen.send({"type": "introduce", "on": True})
            assert (await has(screen, "refused"))[0]["code"] == "not_yours"
        for bad in (None, 1, "yes"):
            await party.table.send({"type": "introduce", "on": bad})
        await party.table.until(lambda: len([m for m in party.table.messages if m.get("code") == "bad_frame"]) == 3)
        assert ON not in party.table.messages
