"""Whoever touches a thing on the table learns what it is; and choosing a guide card at the hard sizes."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, Party, Windows

BUBBLE = ".about-bubble"


def choosing(windows, *dice, **options):
    party = Party(windows, **options).open_table().join(sizes=(SMALL_PHONE,)).begin()
    party.grab(0)
    party.type_dice(*dice)
    for phone in party.phones:
        phone.scene("choose")
    return party


def test_on_the_big_screen_by_mouse_and_by_keyboard(windows):
    table = choosing(windows, 2, 2, 4, 5, 6).table
    for thing, words in {
        '[data-part="board"] [data-row="3"]': "puts back 2 hearts",
        '[data-part="market"] .market-card >> nth=0': "Price:",
        '.mat-token[data-token="hearts"] >> nth=0': "lose your last one",
        ".stakes td.is-out >> nth=1": "2 OUT: each takes 1 coin.",
        '[data-part="piles"] .pile >> nth=0': "The pile",
    }.items():
        table.tap(thing)
        expect(table.page.locator(BUBBLE)).to_contain_text(words)
    check(table)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(BUBBLE)).to_have_count(0)

    table.page.keyboard.press("?")
    expect(table.page.locator(BUBBLE)).to_be_visible()  # about the first thing, which has the focus
    first = table.page.locator(BUBBLE).inner_text()
    table.page.keyboard.press("Tab")
    expect(table.page.locator(BUBBLE)).not_to_have_text(first)
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".about-strip")).to_have_count(0)
    expect(table.page.locator("[data-asked]")).to_have_count(0)


def test_on_a_phone_a_touch_tells_and_what_acts_still_acts(windows):
    phone = choosing(windows, 2, 2, 4, 5, 6).phones[1]
    phone.tap('nav [data-sheet="market"]')
    phone.page.locator("#sheet-market .market-card").first.tap()
    expect(phone.page.locator(BUBBLE)).to_contain_text("Price:")
    check(phone)  # scrolls, and a bubble goes when something moves
    phone.page.locator("#sheet-market .market-card").nth(1).tap()
    expect(phone.page.locator(BUBBLE)).to_contain_text("Price:")
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator(BUBBLE)).to_have_count(0)
    expect(phone.page.locator("#sheet-market[open]")).to_have_count(1)
    phone.page.keyboard.press("Escape")

    phone.tap('nav [data-sheet="help"]')
    phone.tap('[data-action="ask-about"]')
    phone.page.locator('.guide-choice[data-key="out"]').tap()
    expect(phone.page.locator(BUBBLE)).to_contain_text("If everybody is OUT")
    expect(phone.page.locator('.guide-choice[aria-pressed="true"]')).to_have_count(0)  # nothing was chosen
    phone.page.locator(".about-strip button").tap()
    phone.page.locator('.guide-choice[data-key="out"]').tap()
    expect(phone.page.locator('.guide-choice[aria-pressed="true"]')).to_have_count(1)
    expect(phone.page.locator(BUBBLE)).to_have_count(0)


@pytest.mark.parametrize(("language", "letters"), [("de-DE", 20), ("fr-FR", 24)])
def test_the_cases_stand_beside_the_cards_whatever_the_size_of_the_letters(
    browser, chromium, server, language, letters
):
    sized = browser.browser_type.launch(
        executable_path=chromium, args=[*CHROMIUM_ARGUMENTS, f"--blink-settings=defaultFontSize={letters}"]
    )
    windows = Windows(sized, server)
    try:
        phone = choosing(windows, 1, 3, 4, 5, 6, language=language).phones[1]
        for guide in ("in", "out", "chance_it"):
            phone.tap(f'.guide-choice[data-key="{guide}"]')
            phone.sees(".words")
            phone.fits()
        boxes = [choice.bounding_box() for choice in phone.page.locator(".guide-choice").all()]
        for above, below in pairwise(boxes):
            assert above["y"] + above["height"] <= below["y"], "one below the other"
        assert phone.page.locator('.guide-choice[data-key="out"] .case:last-child .is-loss').count() == 1, "all OUT"
        assert phone.page.locator('.guide-choice[data-key="in"] .is-turn').count() == 2, "the market and a reroll"
    finally:
        windows.close()
        sized.close()
