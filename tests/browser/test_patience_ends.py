"""What comes of waiting in vain, on a server whose patience ends soon."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_nobody_waits import views
from tests.browser.windows import Party
from tests.web.people import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hasty")
    server = Server(folder, DJANGO_SETTINGS_MODULE="tests.web.hasty", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


def test_the_others_roll_for_somebody_who_does_nothing(windows):
    party = Party(windows, ["Ann", "Bob"]).open_table().join().begin()
    party.grab(0)
    bob = party.phones[1]
    bob.scene("wait")
    bob.sees('[data-action="roll-for"]', "Roll for Ann")
    before = next(view for view in views(bob) if view["view"] and view["view"]["phase"] == "roll")
    assert before["own"]["rolls_for"] is None, "not at once"
    bob.tap('[data-action="roll-for"]')
    bob.scene("choose")
    party.table.sees('[data-part="story"]', "Bob rolls")


def test_silence_is_no_yes(windows):
    party = Party(windows).open_table().join().begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    party.lay_all("in", "in", "out")
    party.phase("roll")
    number = party.table.number
    party.table.tap('[data-action="undo"]')
    party.table.sees(".note.is-refusal", "have not agreed")
    for phone in party.phones:
        phone.until(lambda phone=phone: any(frame.startswith('{"type":"consent"') for frame in phone.frames))
        expect(phone.page.locator("#consent")).to_be_hidden()
    assert party.table.number == number


def test_the_end_that_nobody_agreed_to_take_back_stays_and_that_is_said(windows):
    party = Party(windows, ["Ann", "Bob"], stars_to_win=1).open_table().join().begin()
    party.grab(0)
    party.type_dice(4, 2, 2, 5, 5)
    party.lay_all("in", "out")
    party.table.scene("podium")
    number = party.table.number
    party.table.tap('[data-action="undo"]')
    party.table.tap('[data-action="go-on"]')
    party.table.sees(".note.is-refusal", "have not agreed")
    party.table.sees(".note.is-refusal", "Not taken back")
    assert party.table.number == number
