"""What the screens load when somebody asks what a thing is."""

import re

import pytest
from django.test import Client

from rules.shelf import GAMES
from tests.web.conftest import ROOT

KEY = re.compile(r"[`\"](thing_[a-z0-9_]+)[`\"]")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_that_the_things_of_a_game_need_is_there(client: Client, game: str, language: str):
    page = client.get(f"/later/{game}?what=about", headers={"accept-language": language}).content.decode()
    needed = set(KEY.findall((ROOT / "static/js" / game / "about.js").read_text()))
    assert needed
    assert needed <= set(re.findall(r'data-key="(thing_[a-z0-9_]+)"', page))
    assert "css/table/about" in page


@pytest.mark.django_db
def test_a_game_that_is_not_on_the_shelf_has_no_things(client: Client):
    assert client.get("/later/chess?what=about").status_code == 404
