"""Boxes of one's own: entered by keyboard and by touch, given away, played with, and tried by computer players."""

import json
import re

import msgspec
from playwright.sync_api import Route, expect

from rules.shelf import GAMES
from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, Party

LAPTOP = (1366, 768)


def saved(window):
    expect(window.page.locator(".saving")).to_have_attribute("data-is", "saved")


def test_cards_are_entered_by_keyboard_and_what_is_missing_is_said_at_its_field(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    check(laptop)
    laptop.tap('[name="game"][value="chance_it"]')
    saved(laptop)
    press = laptop.page.keyboard.press
    laptop.page.locator('[name="when"]').first.focus()
    for key in ("3", "Tab", "1", "Tab", "2", "Enter"):
        press(key)
    laptop.sees('[data-problem="price"]', "Set the price.")
    expect(laptop.page.locator('[name="price"]')).to_be_focused()
    laptop.sees('[data-part="later"]', "again")
    check(laptop)
    press("2")
    press("Enter")
    expect(laptop.page.locator('[data-part="later"]')).to_be_empty()
    for key in ("F", "Tab", "4", *["Tab"] * 5, "2", "Enter", "F", "Tab", "4", *["Tab"] * 5, "2", "Enter"):
        press(key)
    expect(laptop.page.locator("#count")).to_have_text("3 of 30 cards")
    expect(laptop.page.locator(".card-mark:visible")).to_have_text([re.compile("2."), re.compile("2.")])
    laptop.tap(".box-card >> nth=2")
    laptop.sees('[data-part="later"]', "There are 2 cards like this.")
    saved(laptop)
    laptop.reload()
    expect(laptop.page.locator("#count")).to_have_text("3 of 30 cards")
    # An unfinished box opens at a new card: the next key changes none that is there.
    expect(laptop.page.locator("#position")).to_have_text("A new card")
    laptop.page.locator('[data-players="5"][data-side="out"]').first.fill("7")
    saved(laptop)
    check(laptop)
    laptop.tap(".give-buttons a[href$='/all']")
    expect(laptop.page.locator(".box-cards .market-card")).to_have_count(3)
    check(laptop)


def test_the_keys_work_on_a_page_that_nobody_has_clicked_on(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="copy"][value="house-chance_it"]')
    saved(laptop)
    laptop.reload()
    saved(laptop)
    press = laptop.page.keyboard.press
    for key in ("4", "Tab", "2", "P", "3", "Enter"):
        press(key)
    expect(laptop.page.locator("#position")).to_have_text("A new card")
    laptop.tap(".box-card >> nth=0")
    expect(laptop.page.locator('[name="when"]:checked')).to_have_value("4")
    expect(laptop.page.locator('[name="hearts"]')).to_have_value("2")
    expect(laptop.page.locator('[name="price"]')).to_have_value("3")
    press("5")  # the focus is on the card among all cards
    expect(laptop.page.locator('[name="when"]:checked')).to_have_value("5")
    laptop.page.evaluate("document.activeElement.blur()")
    press("6")
    expect(laptop.page.locator('[name="when"]:checked')).to_have_value("6")
    laptop.page.locator('[data-part="name"]').fill("")
    for key in ("P", "5", "f"):
        press(key)
    expect(laptop.page.locator('[data-part="name"]')).to_have_value("P5f")
    expect(laptop.page.locator('[name="when"]:checked')).to_have_value("6")


def test_a_card_can_be_left_for_later_and_p_leads_to_its_price(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="game"][value="chance_it"]')
    saved(laptop)
    press = laptop.page.keyboard.press
    laptop.page.locator('[name="when"]').first.focus()
    for key in ("3", "Tab", "1", "Enter"):
        press(key)
    laptop.sees('[data-problem="price"]', "Set the price.")
    press("Enter")
    expect(laptop.page.locator("#position")).to_have_text("A new card")
    expect(laptop.page.locator(".card-mark:visible")).to_have_text("!")
    for key in ("F", "Tab", "4", "p", "2"):
        press(key)
    expect(laptop.page.locator('[name="price"]')).to_have_value("2")
    press("Enter")
    expect(laptop.page.locator("#position")).to_have_text("Card 1")  # it comes back to what was left
    laptop.sees('[data-problem="price"]', "Set the price.")
    expect(laptop.page.locator('[data-part="later"]')).to_be_empty()
    laptop.tap(".box-card >> nth=1")
    expect(laptop.page.locator('[data-problem="price"]')).to_be_empty()
    laptop.tap(".box-card >> nth=0")
    laptop.sees('[data-problem="price"]', "Set the price.")
    press("P")
    press("5")
    expect(laptop.page.locator(".card-mark:visible")).to_have_count(0)
    saved(laptop)


def test_a_card_without_an_effect_is_pointed_out_and_may_stay_so(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="game"][value="chance_it"]')
    saved(laptop)
    press = laptop.page.keyboard.press
    for key in ("3", "P", "2", "Enter"):
        press(key)
    laptop.sees('[data-part="nothing"]', "This card does nothing yet.")
    laptop.sees('[data-part="later"]', "again")
    expect(laptop.page.locator('[name="hearts"]')).to_be_focused()
    check(laptop)
    press("Enter")
    expect(laptop.page.locator("#position")).to_have_text("A new card")
    expect(laptop.page.locator(".card-mark:visible")).to_have_text("!")
    for key in ("4", "Tab", "1", "P", "2", "Enter"):
        press(key)
    expect(laptop.page.locator("#position")).to_have_text("A new card")  # it is not led back to
    laptop.tap(".box-card >> nth=0")
    laptop.page.locator('[name="hearts"]').fill("1")
    expect(laptop.page.locator(".card-mark:visible")).to_have_count(0)
    expect(laptop.page.locator('[data-part="nothing"]')).to_be_empty()
    saved(laptop)
    expect(laptop.page.locator('[data-part="open"]')).to_be_visible()


def test_no_number_is_changed_without_a_word(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    phone.tap('[name="copy"][value="house-chance_it"]')
    saved(phone)
    said = "Only whole numbers from 0 to 999 go here."
    for key, typed, taken in (("price", "-3", "0"), ("hearts", "2500", "999"), ("coins", "2.5", "3")):
        field = phone.page.locator(f'[name="{key}"]')
        field.fill(typed)
        expect(field).to_have_value(taken)
        phone.sees(f'[data-problem="{key}"]', said)
    check(phone)
    phone.page.locator('[name="coins"]').fill("4")
    expect(phone.page.locator('[data-problem="coins"]')).to_be_empty()
    sheet = phone.page.locator(".box-sheet").nth(2)
    stake = sheet.locator("input").nth(1)
    before = stake.input_value()
    stake.fill("")
    stake.blur()
    expect(stake).to_have_value(before)
    expect(sheet.locator(".field-problem")).to_have_text(said)
    stake.fill("1000")
    expect(stake).to_have_value("999")
    expect(sheet.locator(".field-problem")).to_have_text(said)
    check(phone)
    stake.fill("5")
    expect(sheet.locator(".field-problem")).to_be_empty()
    saved(phone)


def test_what_is_typed_before_the_script_is_there_sends_the_page_nowhere(windows):
    laptop = windows.open(LAPTOP)
    held: list[Route] = []
    laptop.context.route("**/box_editor/box_editor*.js", lambda route: held.append(route))
    laptop.go("/boxes")
    with laptop.page.expect_request("**/box_editor/box_editor*.js"):
        laptop.tap('[name="game"][value="chance_it"]')
    laptop.page.locator('[name="price"]').wait_for()
    address = laptop.page.url
    laptop.page.locator('[name="price"]').evaluate("field => field.focus()")
    for key in ("2", "Enter"):
        laptop.page.keyboard.press(key)
    held.pop().continue_()
    saved(laptop)
    assert laptop.page.url == address
    laptop.page.locator('[name="price"]').fill("2")
    expect(laptop.page.locator("#count")).to_have_text("1 of 30 cards")


def test_a_wrong_file_is_called_what_it_is(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    files = phone.page.locator('[data-part="drop"] input')
    picture = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8" * 90_000}
    for file, said in (
        (picture, "This is a picture."),
        ({"name": "box.zip", "mimeType": "application/zip", "buffer": b"PK\x03\x04"}, "This file is no box."),
        ({"name": "box.json", "mimeType": "application/json", "buffer": b""}, "This file is empty."),
    ):
        files.set_input_files(files=[file])
        phone.sees('[data-part="file-problem"]', said)
        assert phone.page.url.endswith("/boxes"), "it is sent nowhere"
    check(phone)
    phone.go("/")
    phone.page.locator("details:has([data-box]) summary").first.click()
    phone.page.locator("[data-box]").first.set_input_files(files=[picture])
    phone.sees('[data-part="file-problem"]', "This is a picture.")
    expect(phone.page.locator("[name=box]").first).to_have_value("")


def test_tiles_are_tapped_on_a_small_phone_and_a_table_is_opened_with_the_box(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    check(phone)
    phone.tap('[name="copy"][value="house-second_chance"]')
    expect(phone.page.locator("#tiles-count")).to_have_text("40 of 40 Puzzle Tiles")
    phone.tap('[data-action="new_tile"][data-kind="tiles"]')
    squares = phone.page.locator(".paper button")
    squares.nth(30).tap()
    squares.nth(32).tap()
    phone.sees('[data-part="tile-problem"]', "Its squares do not all touch.")
    expect(phone.page.locator('[data-part="open"]')).to_be_hidden()
    check(phone)
    squares.nth(31).tap()
    phone.sees('[data-part="tile-problem"]', "There is another Tile like this.")
    phone.page.locator('[data-action="turn"]').tap()
    expect(phone.page.locator('.paper [aria-pressed="true"]')).to_have_count(3)
    saved(phone)
    phone.tap('[data-part="open"] button')
    phone.scene("lobby")


def test_what_was_deleted_or_replaced_is_brought_back_and_a_double_tap_deletes_one(windows):
    phone = windows.open((390, 844))
    phone.go("/boxes")
    phone.tap('[name="copy"][value="house-chance_it"]')
    saved(phone)
    phone.tap(".box-card >> nth=4")
    price = phone.page.locator('[name="price"]').input_value()
    phone.page.locator('[data-part="delete"]').dblclick()
    expect(phone.page.locator("#count")).to_have_text("29 of 30 cards")
    phone.sees('[data-part="gone"]', "Card 5 is deleted.")
    expect(phone.page.locator('[data-part="gone"] p')).to_be_focused()
    expect(phone.page.locator('[data-part="delete"]')).to_be_hidden()
    check(phone)
    phone.page.locator('[name="price"]').fill("2")  # a new card, which has the place of the old one's id
    expect(phone.page.locator("#count")).to_have_text("30 of 30 cards")
    phone.tap('[data-part="gone"] [data-action="bring_back"]')
    expect(phone.page.locator("#position")).to_have_text("Card 5")
    expect(phone.page.locator('[name="price"]')).to_have_value(price)
    expect(phone.page.locator("#count")).to_have_text("31 of 30 cards")
    expect(phone.page.locator('[data-part="gone"]')).to_be_hidden()
    stake = phone.page.locator('[data-players="4"][data-side="in"]').nth(2)
    stake.fill("9")
    phone.tap('[data-action="by_formula"]')
    expect(stake).to_have_value("2")
    phone.sees('[data-part="sheets-gone"]', "The formula has replaced your numbers.")
    check(phone)
    phone.tap('[data-part="sheets-gone"] [data-action="bring_back"]')
    expect(stake).to_have_value("9")
    saved(phone)


def test_tiles_are_entered_by_keyboard_at_once_and_the_next_one_is_in_view(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="game"][value="second_chance"]')
    saved(laptop)
    for key in (" ", "ArrowRight", " ", "Enter", " "):
        laptop.page.keyboard.press(key)
    expect(laptop.page.locator("#starts-count")).to_have_text("2 of 13 Starting Tiles")
    assert laptop.page.evaluate("scrollY") == 0
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    phone.tap('[name="game"][value="second_chance"]')
    saved(phone)
    expect(phone.page.locator(".keys")).to_be_hidden()
    phone.page.locator(".paper button").nth(40).tap()
    phone.tap('[data-action="next_tile"]')
    expect(phone.page.locator("#position")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".paper")).to_be_in_viewport(ratio=1)


def test_a_deleted_tile_is_brought_back_where_it_was(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    phone.tap('[name="copy"][value="house-second_chance"]')
    saved(phone)
    phone.tap('[data-part="tiles"] .box-tile >> nth=6')
    squares = phone.page.locator('.paper [aria-pressed="true"]').count()
    phone.page.locator('[data-part="delete"]').dblclick()
    expect(phone.page.locator("#tiles-count")).to_have_text("39 of 40 Puzzle Tiles")
    phone.sees('[data-part="gone"]', "Puzzle Tile 7 is deleted.")
    check(phone)
    phone.tap('[data-part="gone"] [data-action="bring_back"]')
    expect(phone.page.locator("#position")).to_have_text("Puzzle Tile 7")
    expect(phone.page.locator('.paper [aria-pressed="true"]')).to_have_count(squares)
    saved(phone)


def test_an_unfinished_box_opens_at_a_new_tile_of_the_kind_that_is_missing(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="copy"][value="house-second_chance"]')
    saved(laptop)
    expect(laptop.page.locator("#position")).to_have_text("Starting Tile 1")
    laptop.tap('[data-part="tiles"] .box-tile >> nth=0')
    laptop.tap('[data-part="delete"]')
    saved(laptop)
    laptop.reload()
    expect(laptop.page.locator("#position")).to_have_text("A new Puzzle Tile")


def test_a_deleted_box_is_brought_back_at_once(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/boxes")
    phone.tap('[name="copy"][value="house-chance_it"]')
    saved(phone)
    phone.tap('.give-buttons form[action$="/delete"] button')
    phone.sees(".just-deleted", "Copy of Chance It is deleted.")
    again = phone.page.locator(".just-deleted button")
    expect(again).to_be_in_viewport()
    expect(again).to_be_focused()
    check(phone)
    phone.tap(".just-deleted button")
    phone.sees("section:has(#made) .lid-top", "Copy of Chance It")
    expect(phone.page.locator(".just-deleted, .deleted")).to_have_count(0)


def test_a_box_is_given_to_another_browser_by_link_and_by_file(windows):
    ann, bob = windows.open(LAPTOP), windows.open(SMALL_PHONE, "de-DE")
    ann.go("/boxes")
    ann.tap('[name="copy"][value="house-chance_it"]')
    saved(ann)
    ann.page.locator('[data-part="name"]').fill("Our own")
    saved(ann)
    address = ann.read_qr(".give-away img")
    assert address == ann.page.locator(".box-link").text_content()
    with ann.page.expect_download() as download:
        ann.tap(".give-buttons a[download]")
    bob.go(f"/boxes/{address.rsplit('/', 1)[1]}")
    check(bob)
    bob.tap('form[action$="/put"] button')
    bob.sees("section:has(#given) .lid-top", "Our own")
    content = download.value.path().read_bytes()
    assert json.loads(content)["name"] == "Our own"
    bob.page.wait_for_load_state()
    bob.page.locator(".drop input").set_input_files(
        files=[{"name": "box.json", "mimeType": "application/json", "buffer": content}]
    )
    bob.sees("#count", "30 von 30 Karten")
    check(bob)
    bob.go("/boxes")
    bob.page.locator(".drop input").set_input_files(
        files=[{"name": "box.json", "mimeType": "application/json", "buffer": b"PNG"}]
    )
    bob.sees(".field-problem", "Diese Datei ist keine Schachtel.")
    # Two windows of the same browser: the one that comes late is asked.
    second = windows.open(LAPTOP, storage_state=ann.context.storage_state())
    second.expected = ("409",)
    second.go(f"/boxes/{address.rsplit('/', 1)[1]}")
    saved(second)
    ann.page.locator('[data-part="name"]').fill("One")
    saved(ann)
    second.page.locator('[data-part="name"]').fill("Other")
    second.page.locator('[name="price"]').fill("7")
    second.sees('[data-part="late"]')
    second.sees('[data-part="version-here"]', "Other")
    expect(second.page.locator('[data-part="version-here"] .market-card')).to_have_count(1)
    second.sees('[data-part="version-other"]', "One")
    check(second)
    second.tap('[data-action="take_other"]')
    saved(second)
    expect(second.page.locator('[data-part="name"]')).to_have_value("One")
    # Who chose the wrong one has both still.
    for name in ("Other", "One", "Other"):
        second.tap('[data-part="late-gone"] [data-action="bring_back"]')
        expect(second.page.locator('[data-part="name"]')).to_have_value(name)
    saved(second)
    second.reload()
    expect(second.page.locator('[data-part="name"]')).to_have_value("Other")


def test_a_table_names_a_box_of_its_own_and_never_that_of_the_house(windows):
    name = "<i>Uncle Otto's box</i> with a long name, for evenings when it rains"
    own = json.loads(msgspec.json.encode(GAMES["chance_it"].house_box())) | {"name": name}
    party = Party(windows, ["Ann"]).open_table(LAPTOP, box=own).join([SMALL_PHONE])
    for window in (party.table, party.phones[0]):
        window.sees(".own-box", f"Box: {name}")
        window.fits()
    reader = windows.open(SMALL_PHONE)
    reader.go(f"/rules/chance_it?table={party.code}")
    reader.sees(".at-table", f"Box: {name}")
    check(reader)
    party.table.go("/")
    party.table.sees(".running", name)
    check(party.table)
    plain = Party(windows, []).open_table(LAPTOP).table
    plain.sees('[data-part="options"]')
    expect(plain.page.locator(".own-box")).to_be_hidden()


def test_computer_players_try_a_box_and_show_what_they_found(windows):
    laptop = windows.open(LAPTOP)
    laptop.go("/boxes")
    laptop.tap('[name="copy"][value="house-chance_it"]')
    saved(laptop)
    laptop.page.locator('[data-part="trial-players"]').select_option("2")
    laptop.tap('[data-action="try"]')
    # A busy machine may take its time: the first figures come long before the last ones.
    laptop.page.locator(".finding").first.wait_for(timeout=120_000)
    expect(laptop.page.locator(".finding")).to_have_count(6)
    laptop.sees(".found-legend", "The house box")
    expect(laptop.page.locator(".finding-axis").last).to_have_text("12")  # of the places of two players
    check(laptop)
    laptop.tap('[data-action="cancel_trial"]')
    laptop.sees('[data-part="trial-state"]', "Stopped.")
    expect(laptop.page.locator('[data-action="try"]')).to_be_visible()
