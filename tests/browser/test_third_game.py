"""A game without screens of its own, on the plain ones: as a prototype is played by people."""

from __future__ import annotations

import pytest

from tests.browser.test_every_screen import check
from tests.browser.windows import PHONE, SMALL_PHONE, Party, Windows
from tests.web.people import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("third")
    server = Server(folder, DJANGO_SETTINGS_MODULE="tests.web.third_game", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


def play_to_the_end(party: Party) -> None:
    """Everybody in turn takes the most that a button offers."""
    while party.table.view["table"]["status"] == "playing":
        number = party.table.view["number"]
        [seat] = party.table.view["view"]["awaiting"]
        phone = party.phones[seat]
        phone.sees(".stage h1", "Your move")
        phone.page.locator('[data-action="play-move"]').last.click()
        party.table.until(lambda number=number: party.table.view["number"] > number)


def test_a_game_without_screens_is_played_from_the_start_page_to_the_podium(windows: Windows):
    party = Party(windows, ["Ann", "Bob", "Clémentine"], besides=3).open_table(game="matches", by_hand=True)
    assert "besides 3" in party.table.page.locator('[data-part="options"]').inner_text()
    party.join([SMALL_PHONE, PHONE], by_hand=True)
    party.begin("normal")
    party.table.sees('[data-part="plain-title"]', "The next move is made here")
    party.table.tap('[data-action="play-move"]')
    party.phones[0].sees('[data-action="play-move"]', "take · matches 1")
    party.phones[1].sees(".stage h1", "Waiting for Ann")
    party.table.sees('[data-part="story"]', "die rolled")
    for window in (party.table, *party.phones):
        check(window)
    party.phones[1].reload()
    party.phones[1].sees(".stage h1", "Waiting for Ann")
    play_to_the_end(party)
    for window in (party.table, *party.phones):
        window.sees(".stage h1, .plain-podium h1", "win!")
        window.tap("[data-fair]:visible")
        window.sees("[data-luck] .verdict", "Fair")
        check(window)
        window.page.keyboard.press("Escape")
    party.phones[2].tap('[data-sheet="story"]')
    party.phones[2].sees('[data-part="story"]', "matches taken")
    party.phones[2].page.keyboard.press("Escape")
    party.table.tap('[data-action="again"]')
    party.table.scene("lobby")
