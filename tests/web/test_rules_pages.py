"""The rules pages: one for each game of the shelf, with every rule of its docs."""

import re

import pytest
from django.test import Client

from rules.shelf import GAMES
from tests.web.conftest import ROOT
from tests.web.people import Person, Server

NUMBER = re.compile(r"^- ([RJ]\d+) ", re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_stands_on_the_page_of_its_game(client: Client, game: str):
    numbers = NUMBER.findall((ROOT / "docs" / f"rules-{game.replace('_', '-')}.md").read_text())
    page = client.get(f"/rules/{game}").content.decode()
    told = re.findall(r'<div class="rule[^"]*" id="([RJ]\d+)"><b class="number">\1</b>', page)
    assert sorted(told) == sorted(numbers)


def test_R33_the_rules_of_a_table_say_its_number_of_stars_everywhere(server: Server):
    host = Person(server)
    code = host.open_table(options='{"stars_to_win": 4}')
    for address, stars, other in ((f"/rules/chance_it?table={code}", 4, 20), ("/rules/chance_it", 20, 4)):
        _status, page = host.get(address)
        for said in ("The game ends at {} stars", "when a player has {} stars", "somebody has {} or more stars"):
            assert said.format(stars) in page
            assert said.format(other) not in page
        assert f'<use href="#star"/></svg>{stars}</span>' in page


@pytest.mark.django_db
def test_a_game_that_is_not_on_the_shelf_has_no_rules(client: Client):
    assert client.get("/rules/chess").status_code == 404
