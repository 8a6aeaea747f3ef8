"""Newcomers learn by playing: half a minute on the big screens, hints on the phones, cards in the lobby."""

import re

from playwright.sync_api import Route, expect

from tests.browser.test_every_screen import check
from tests.browser.windows import PHONE, SMALL_PHONE, Party
from tests.web.people import Person

LONG_NAMES = tuple(f"{name:-<20}" for name in ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay"))

# What can be tapped here and would be tapped through something else.
COVERED = """() => [...document.querySelectorAll('.phone button:not([aria-disabled="true"])')].filter((button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (!width || y > innerHeight || y < 0) return false;
  const stage = button.closest(".stage")?.getBoundingClientRect();
  if (stage && (y > stage.bottom || y < stage.top)) return false;
  return !button.contains(document.elementFromPoint(x, y));
}).map((button) => button.outerHTML)"""


def introduction(window):
    return window.page.locator("dialog.introduction")


def test_the_big_screens_show_how_it_goes_by_their_own_clock_and_then_it_begins(windows):
    party = Party(windows, language="de-DE").open_table()
    party.table.page.clock.install()
    party.table.reload()
    party.table.scene("lobby")
    party.join()
    tv = windows.open((1280, 720), "fr-FR", storage_state=party.table.context.storage_state())
    tv.go(f"/{party.code}/table")
    tv.scene("lobby")
    for phone in party.phones:
        phone.sees(".lesson-cards")
    party.table.tap('[data-action="introduce"]')
    for screen in (party.table, tv):
        expect(introduction(screen)).to_be_visible()
    check(tv)
    party.phones[0].sees(".first-time", "großen Bildschirm")
    seconds = introduction(party.table).locator("[data-seconds]").evaluate_all("all => all.map(s => s.dataset.seconds)")
    for number, time in enumerate(seconds, 1):
        expect(introduction(party.table).locator("progress")).to_have_js_property("value", number)
        party.table.page.clock.fast_forward(1000 * int(time))
    for window in (party.table, tv, *party.phones):
        window.until(lambda window=window: window.view["view"])
    for screen in (party.table, tv):
        expect(introduction(screen)).to_have_count(0)
    party.phones[0].scene("grab")
    expect(party.phones[0].page.locator(".first-time")).to_have_count(0)


def test_the_space_bar_ends_it_on_all_screens_also_where_nothing_may_move(windows):
    party = Party(windows, ("Ann",)).open_table(game="second_chance").join()
    tv = windows.open((1920, 1080), reduced_motion="reduce", storage_state=party.table.context.storage_state())
    tv.go(f"/{party.code}/table")
    tv.scene("lobby")
    party.table.tap('[data-action="introduce"]')
    expect(introduction(tv)).to_be_visible()
    check(tv)
    tv.page.mouse.click(500, 300)
    tv.page.keyboard.press("Space")
    for window in (party.table, tv, *party.phones):
        window.until(lambda window=window: window.view["view"])
    expect(introduction(party.table)).to_have_count(0)
    party.phones[0].scene("start")


def test_a_hint_comes_when_something_is_new_covers_nothing_and_never_comes_again(windows):
    party = Party(windows).open_table().join(sizes=(SMALL_PHONE, PHONE, PHONE))
    phone, other = party.phones[:2]
    for one in party.phones:
        one.sees(".lesson-cards")
    party.begin().grab(0)
    party.type_dice(2, 4, 4, 5, 5)
    hint = phone.page.locator(".first-time")
    phone.sees(".first-time", "Look at the dice")
    check(phone)
    assert phone.page.evaluate(COVERED) == []
    phone.page.wait_for_function("() => document.querySelector('[data-live]').textContent.includes('Look at the dice')")
    phone.page.evaluate("document.documentElement.style.fontSize = '125%'")
    phone.fits()
    assert phone.page.evaluate(COVERED) == []
    phone.tap(".first-time button >> nth=0")
    expect(hint).to_have_count(0)
    other.sees(".first-time", "Look at the dice")
    other.tap(".first-time [data-off]")
    party.lay_all("in", "in", "out")
    phone.sees(".first-time", "Taking part costs coins")
    assert re.search("choose", phone.page.evaluate("localStorage['chanceit-known-chance_it']"))
    expect(other.page.locator(".first-time")).to_have_count(0)
    other.tap('[data-sheet="menu"] >> nth=0')
    check(other)
    expect(other.page.get_by_label("Hints when something")).not_to_be_checked()


def test_what_happens_while_the_hints_are_still_loading_has_its_hint_when_they_have_come(windows):
    party = Party(windows).open_table().join()
    phone = party.phones[0]
    phone.sees(".lesson-cards")
    held: list[Route] = []
    phone.page.route(re.compile(r"/phone/hints[^/]*\.js"), lambda route: held.append(route))
    party.begin().grab(0)
    party.type_dice(2, 2, 2, 2, 2)
    party.lay_all("in", "in", "in")
    phone.scene("wait")
    phone.until(lambda: held)
    for route in held:
        route.continue_()
    phone.sees(".first-time", "Taking part costs coins")


def test_cards_in_the_lobby_of_a_small_phone_are_turned_and_stay_where_they_are(windows):
    party = Party(windows, LONG_NAMES[:1], language="de-DE").open_table().join(sizes=(SMALL_PHONE,))
    phone = party.phones[0]
    for name in LONG_NAMES[1:5]:
        Person(windows.server).join(party.code, name)
    phone.sees(".lesson-cards")
    check(phone)
    row = phone.page.locator(".lesson-cards ol")
    lies = """number => {
      const row = document.querySelector(".lesson-cards ol");
      return Math.round(row.scrollLeft / row.clientWidth) === number;
    }"""
    phone.tap('.lesson-cards [data-by="1"]')
    phone.page.wait_for_function(lies, arg=1)
    row.focus()
    phone.page.keyboard.press("ArrowRight")
    phone.page.wait_for_function(lies, arg=2)
    expect(phone.page.locator('.lesson-cards [data-by="1"]')).to_have_attribute("aria-disabled", "true")
    Person(windows.server).join(party.code, LONG_NAMES[5])
    expect(phone.page.locator(".seated li")).to_have_count(6)
    phone.page.wait_for_function(lies, arg=2)  # somebody has come, and the same card lies on top
    check(phone)
    texts = phone.page.locator(".lesson-cards li p")
    for number in range(3):
        assert texts.nth(number).evaluate(
            "p => p.getBoundingClientRect().bottom <= p.parentElement.getBoundingClientRect().bottom"
        ), texts.nth(number).inner_text()
    for seat in range(6):
        expect(phone.page.locator(".seated li").nth(seat)).to_be_visible()
