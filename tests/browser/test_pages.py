"""The pages around a game, as a stranger meets them: the start page and the rules."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, TV, Party

SIZES = [SMALL_PHONE, (390, 844), (1366, 768), TV, (3840, 2160)]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_joining_comes_first_on_a_phone_and_needs_no_scrolling(windows, language):
    phone = windows.open(SMALL_PHONE, language)
    phone.go("/")
    for part in ('.find input[name="code"]', ".find button"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0
    fields = "document.querySelector('main input:not([type=hidden]), main button').name"
    assert phone.page.evaluate(fields) == "code", "the first thing to use"
    phone.fits()


@pytest.mark.parametrize("typed", ["zzzz", "A1", "BCD"])
def test_a_wrong_code_says_so_at_the_field_and_stays_there(windows, typed):
    phone = windows.open(SMALL_PHONE)
    phone.expected = ("404",)
    phone.go("/")
    field = phone.page.locator('.find input[name="code"]')
    field.fill(typed)
    phone.tap(".find button")
    phone.sees("#code-problem", typed.upper() if typed == "zzzz" else typed)
    expect(field).to_have_value(typed)
    expect(field).to_be_focused()
    assert "code-problem" in field.get_attribute("aria-describedby").split()
    expect(phone.page.locator("#code-problem")).to_be_in_viewport(ratio=1)
    check(phone)


def test_the_right_code_in_small_letters_leads_to_the_door(windows):
    party = Party(windows).open_table()
    phone = windows.open()
    phone.go("/")
    phone.page.locator('.find input[name="code"]').fill(party.code.lower())
    phone.page.keyboard.press("Enter")
    phone.sees('form[action$="/join"]')
    assert phone.page.url.endswith(f"/{party.code}")


@pytest.mark.parametrize("size", [(1366, 768), TV, (3840, 2160)])
def test_the_start_page_fills_a_big_screen_like_the_table(windows, size):
    window = windows.open(size)
    window.go("/")
    letters = float(window.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
    assert letters == pytest.approx(size[1] / 45, rel=0.01)
    for game in ("chance_it", "second_chance"):
        expect(window.page.locator(f'button[value="{game}"]:not([formaction])')).to_be_in_viewport(ratio=1)
    expect(window.page.locator(".find input[name=code]")).to_be_in_viewport(ratio=1)
    window.fits()


@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_all_the_rules_are_those_of_the_game_on_the_table(windows, game):
    party = Party(windows, ("Ann", "Bob")).open_table(game=game).join().begin()
    party.phones[0].tap('nav [data-sheet="help"]')
    party.table.tap('[data-dialog="menu"]')
    for window, link in ((party.phones[0], "#sheet-help a"), (party.table, "#dialog-menu a[href^='/rules']")):
        with window.context.expect_page() as opened:
            window.tap(link)
        page = opened.value
        expect(page.locator("h1")).to_have_text({"chance_it": "Chance It", "second_chance": "Second Chance"}[game])
        assert page.url.endswith(f"/rules/{game}?table={party.code}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_the_rules_read_well_at_every_size(windows, game, size):
    window = windows.open(size)
    window.go(f"/rules/{game}")
    expect(window.page.locator("#R1")).to_be_hidden()
    check(window)
    window.tap(".numbered > summary")
    expect(window.page.locator("#R1")).to_be_visible()
    check(window)
