"""Looking back on a phone: a zip is taken in, somebody is looked at, two names become one, and a name is forgotten."""

import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, Windows
from tests.rules.recorded import RECORDS
from tests.web.people import Server


@pytest.fixture
def house(browser, tmp_path):
    """A house of its own, where games are kept, and a phone's window at the machine itself."""
    server = Server(tmp_path / "data", CHANCEIT_EVENINGS="house", CHANCEIT_RATES="off").start()
    windows = Windows(browser, server)
    yield windows
    windows.close()
    assert server.stop() == 0


@pytest.fixture
def evening(tmp_path):
    """Some games, as somebody has brought them along."""
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as packed:
        for file in RECORDS:
            packed.writestr(file.name, file.read_bytes())
    return tmp_path / "games.zip"


def test_a_zip_is_taken_in_and_names_are_looked_at_merged_and_forgotten(house, evening):
    phone = house.open(SMALL_PHONE)
    phone.go("/")
    phone.tap('a[href="/games"]')
    check(phone)
    phone.page.locator("summary").first.click()
    phone.page.locator('[name="zip"]').set_input_files(evening)
    phone.tap("form[enctype] button")
    phone.sees("[role=status]", "taken in")
    check(phone)
    phone.tap('nav a[href="/people"]')
    check(phone)
    names = phone.page.locator(".people tbody a")
    first, second = names.nth(0).inner_text(), names.nth(1).inner_text()
    names.nth(0).click()
    expect(phone.page.locator("h1")).to_have_text(first)
    expect(phone.page.locator("[data-picture=places] rect").first).to_be_visible()
    check(phone)
    phone.tap("summary")
    phone.page.locator("select").select_option(label=second)
    phone.tap('form[action$="/merge"] button')
    phone.sees(".title", f"also as {first}")
    phone.tap("summary")
    phone.page.locator('form[action$="/forget"] input[type=checkbox]').check()
    phone.tap('form[action$="/forget"] button')
    expect(phone.page).to_have_url(f"http://table.test:{phone.server.port}/people")
    for path in ("/people", "/games"):
        phone.go(path)
        expect(phone.page.locator("main")).not_to_contain_text(second)
    phone.tap('nav a[href="/house-records"]')
    check(phone)


# Writes these names over the first ones of the list; gives the words that do not lie on one line.
RENAMED = """(names) => [...document.querySelectorAll(".results tbody th:first-child a")].flatMap((link, place) => {
  if (!names[place]) return [];
  link.textContent = names[place];
  return names[place].match(/[^\\s-]+/g).filter((word) => {
    const range = document.createRange();
    range.setStart(link.firstChild, names[place].indexOf(word));
    range.setEnd(link.firstChild, names[place].indexOf(word) + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
})"""


def test_long_names_are_not_broken_on_a_small_phone(house, evening):
    phone = house.open(SMALL_PHONE, "de-DE")
    phone.go("/games")
    phone.tap("details:has([name='zip']) summary")
    phone.page.locator('[name="zip"]').set_input_files(evening)
    phone.tap("form[enctype] button")
    phone.tap('nav a[href="/people"]')
    names = ["Clémentine", "Maximilian-Alexandr", "Grandmother Elisabet", "Wolfgangwilhelmmaxim"]
    assert phone.page.evaluate(RENAMED, names) == []
    phone.fits()
    phone.page.locator(".people tbody a").first.click()
    phone.sees(".person-name")
    assert phone.page.evaluate(RENAMED, names) == []
    phone.fits()
