"""Two people on one phone, with a curtain between them, in both games."""

import pytest
from playwright.sync_api import expect

from tests.browser.windows import SMALL_PHONE, Party, Window


def sit_here(phone: Window, *names: str) -> None:
    """In the lobby, by the button under the names."""
    phone.tap('.lobby [data-action="share"]')
    for name in names:
        phone.page.locator("#sheet-sharing input").fill(name)
        phone.page.keyboard.press("Enter")
        phone.sees(f'#sheet-sharing .name:has-text("{name}")')
    phone.fits()
    phone.tap('#sheet-sharing header [data-action="close-sheet"]')


def take(phone: Window, name: str) -> None:
    phone.scene("curtain")
    phone.tap(f'[data-action="take-phone"]:has-text("{name}")')


def holds_nothing_secret(phone: Window) -> None:
    markup = phone.page.evaluate("document.body.innerHTML.replace(/<template.*?<.template>/gs, '')")
    for secret in ("guide-choice", "first-messages", 'data-action="select"', 'data-guide="', 'class="tile'):
        assert secret not in markup, secret


def test_two_on_one_phone_play_several_rounds(windows):
    party = Party(windows, ("Ann", "Cy"), hearts=60).open_table().join(sizes=(SMALL_PHONE,))
    shared, cy = party.phones
    sit_here(shared, "Ben")
    party.begin(pace="fast")
    take(shared, "Ann")
    party.grab(0)
    for round, dice in enumerate(((2, 2, 5, 5, 6), (4, 5, 5, 5, 6))):
        party.type_dice(*dice)
        party.lay(0, "in")
        shared.scene("curtain")
        holds_nothing_secret(shared)
        shared.fits()
        if round:
            shared.reload()
            shared.scene("curtain")
            holds_nothing_secret(shared)
        cy.scene("choose")
        party.lay(1, "in")
        shared.sees("h1", "Hand the phone to Ben")
        take(shared, "Ben")
        party.lay(0, "out")
        # Both Ann and Cy take part: the market comes while it is told, whoever has the phone.
        for seat in ((0, 1), (1, 0))[round]:
            if seat == 0:
                shared.sees("h1", "Hand the phone to Ann")
                holds_nothing_secret(shared)
                take(shared, "Ann")
            party.buy_or_discard(seat, "discard")
        party.table.until(lambda round=round: party.table.view["view"]["round"] == round + 2)
        shared.until(lambda: shared.number >= party.table.number)


def test_a_second_tab_of_the_phone_shows_the_same_and_the_host_takes_back(windows):
    party = Party(windows, ("Ann",)).open_table(game="second_chance").join(sizes=(SMALL_PHONE,))
    [shared] = party.phones
    sit_here(shared, "Ben")
    party.begin()
    take(shared, "Ben")
    shared.scene("start")
    tab = shared.context.new_page()
    tab.goto(shared.page.url)
    expect(tab.locator('[data-part="tray"]')).to_be_visible()
    shared.tap("[data-hand-on]")
    shared.scene("curtain")
    expect(tab.locator(".curtain h1")).to_have_text("Who is next?")
    holds_nothing_secret(shared)
    tab.locator('[data-action="take-phone"]:has-text("Ann")').click()
    shared.scene("start")
    tab.close()


# What is written in the tabs, and what of it is wider than its tab or beyond the screen.
CUT_TABS = """() => [...document.querySelectorAll(".peeks button")].filter((tab) => {
  const words = document.createRange();
  words.selectNodeContents(tab.querySelector("span:last-of-type"));
  const { left, right } = words.getBoundingClientRect();
  if (!tab.checkVisibility()) return false;
  return left < 1 || right > innerWidth - 1 || left < tab.getBoundingClientRect().left;
}).map((tab) => tab.textContent)"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_on_a_shared_phone_the_tabs_and_the_curtain_are_whole(windows, game, language):
    party = Party(windows, ("Ann",), language=language).open_table(game=game).join(sizes=(SMALL_PHONE,))
    phone = party.phones[0]
    sit_here(phone, "Clémentine")
    party.begin()
    phone.scene("curtain")
    for button in phone.page.locator(".curtain-people .button").all():
        around, name, mark = (one.bounding_box() for one in (button, button.locator(".name"), button.locator("small")))
        bottom = mark["y"] + mark["height"] if mark else name["y"] + name["height"]
        assert abs((name["y"] - around["y"]) - (around["y"] + around["height"] - bottom)) < 4
    take(phone, "Ann")
    phone.sees("[data-hand-on]")
    for width, height in (SMALL_PHONE, (360, 640), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.evaluate(CUT_TABS) == [], width
        phone.fits()
