"""The rules pages: one for each game of the shelf, with every rule of its docs."""

import re

import pytest
from django.test import Client

from rules.shelf import GAMES
from tests.web.conftest import ROOT

NUMBER = re.compile(r"^- ([RJ]\d+) ", re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_stands_on_the_page_of_its_game(client: Client, game: str):
    numbers = NUMBER.findall((ROOT / "docs" / f"rules-{game.replace('_', '-')}.md").read_text())
    page = client.get(f"/rules/{game}").content.decode()
    told = re.findall(r'<div class="rule[^"]*" id="([RJ]\d+)"><b class="number">\1</b>', page)
    assert sorted(told) == sorted(numbers)


@pytest.mark.django_db
def test_a_game_that_is_not_on_the_shelf_has_no_rules(client: Client):
    assert client.get("/rules/chess").status_code == 404
