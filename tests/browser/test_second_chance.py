"""Second Chance in the browser: six phones to the end, and alone on one device."""

import itertools

from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import NAMES, PHONE, SMALL_PHONE, Party

# A small grid, so that a whole game with its second chances takes a few drawings.
SMALL = {
    "name": "A small one",
    "size": 3,
    "starts": [{"id": f"s{number}", "cells": [[0, 0], [0, 1]]} for number in range(1, 7)],
    "tiles": [
        {"id": f"t{number:02}", "cells": [[0, 0], [0, 1], [1, 1]] if number % 2 else [[0, 0], [0, 1], [0, 2]]}
        for number in range(1, 31)
    ],
}
DRAWING = ("start", "draw", "second_chance")
AT_REST = ("wait", "stuck", "out", "over", "moment", "next")


def scene_of(window):
    return window.page.evaluate("document.body.dataset.scene")


def is_ready(window):
    return window.page.locator('[data-part="confirm-button"]').get_attribute("aria-disabled") == "false"


def draw(window):
    """Tries the tile in the hand here and there, turned and mirrored, until it may lie, and confirms."""
    size = window.view["view"]["size"]
    for mirrored in range(2):
        for _turn in range(4):
            for row, column in itertools.product(range(size), repeat=2):
                window.tap(f'[data-part="paper"] [data-row="{row}"][data-column="{column}"]')
                if is_ready(window):
                    number = window.view["number"]
                    window.tap('[data-part="confirm-button"]')
                    window.until(lambda number=number: window.view["number"] > number)
                    return
            window.tap('[data-action="turn"]')
        if not mirrored:
            window.tap('[data-action="mirror"]')
    raise AssertionError("it fits nowhere")


def write_the_one(window):
    at = window.view["view"]["can"][0]["at"].index("1")
    size = window.view["view"]["size"]
    window.tap(f'[data-part="paper"] [data-row="{at // size}"][data-column="{at % size}"]')
    window.tap('[data-part="confirm-button"]')


def test_six_phones_play_to_the_end(windows):
    party = Party(windows, NAMES).open_table(box=SMALL, game="second_chance", by_hand=True)
    party.join(sizes=(PHONE, SMALL_PHONE, (667, 375)), by_hand=True)
    check(party.table)
    check(party.phones[1])
    party.begin()
    checked = set()
    for _round in range(60):
        if party.table.view["view"]["phase"] == "over":
            break
        for seat, phone in enumerate(party.phones):
            phone.until(lambda phone=phone: phone.view["number"] >= party.table.view["number"])
            view = phone.view["view"]
            if view["phase"] == "over" or seat not in view["awaiting"]:
                continue
            phone.scene(*DRAWING, "bonus")
            scene = scene_of(phone)
            if scene not in checked:
                checked.add(scene)
                check(phone)
                check(party.table)
            if scene == "bonus":
                write_the_one(phone)
                phone.until(lambda phone=phone, seat=seat: seat not in phone.view["view"]["awaiting"])
            else:
                draw(phone)
        newest = max(phone.view["number"] for phone in party.phones)
        party.table.until(lambda newest=newest: party.table.view["number"] >= newest)
    assert party.table.view["view"]["phase"] == "over"
    assert {"start", "draw"} <= checked
    for window in [party.table, *party.phones]:
        window.scene("podium", "over")
        window.fits()
    check(party.table)
    check(party.phones[0])
    before_the_end = itertools.takewhile(lambda frame: '"status":"over"' not in frame, party.phones[0].frames)
    assert '"seed":"' not in "".join(before_the_end)


def test_a_tile_is_turned_moved_and_drawn_by_keyboard(windows):
    party = Party(windows, NAMES[:2]).open_table(game="second_chance").join().begin()
    phone = party.phones[0]
    phone.scene("start")
    for key in ("ArrowDown", "ArrowRight", "r", "m", "ArrowLeft"):
        phone.page.keyboard.press(key)
    moves = itertools.cycle(["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp"])
    for _try, key in zip(range(60), moves, strict=False):
        if is_ready(phone):
            break
        phone.page.keyboard.press(key)
    assert is_ready(phone)
    assert phone.page.locator('[data-part="paper"] [role="grid"] [role="gridcell"]').count() == 81
    phone.page.keyboard.press("Enter")
    phone.until(lambda: 0 not in phone.view["view"]["awaiting"])


def test_red_is_not_drawn_and_all_places_can_be_shown(windows):
    party = Party(windows, NAMES[:2]).open_table(game="second_chance").join().begin()
    phone = party.phones[0]
    phone.scene("start")
    number = phone.view["number"]
    phone.tap('[data-part="paper"] [data-row="0"][data-column="0"]')
    assert not is_ready(phone), "a starting tile must cover the centre"
    phone.page.locator('[data-part="confirm-button"]').click(force=True)
    phone.tap('[data-action="show-places"]')
    expect(phone.page.locator('[data-part="show-places"]')).to_have_attribute("aria-pressed", "true")
    assert phone.view["number"] == number


def test_alone_on_one_phone(windows):
    phone = windows.open(PHONE)
    phone.go("/")
    phone.tap('button[value="second_chance"][formaction="/solo"]')
    phone.scene("start")
    check(phone)
    draw(phone)
    phone.scene("draw")
    check(phone)
    draw(phone)
    assert phone.view["table"]["status"] == "playing"
    assert phone.view["view"]["round"] >= 1
    phone.reload()
    phone.scene(*DRAWING)
