"""A game that is over, seen again: from a dropped file, good and broken, and from the end of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import FrameLocator, expect

from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, TV, Party, Window
from tests.rules.recorded import GAMES

RECORD = GAMES / "chance_it-3-players-stars.jsonl"
LINES = RECORD.read_bytes().splitlines()


def drop(window: Window, file: Path | dict[str, Any]) -> None:
    window.page.locator("[data-part=file]").set_input_files(file)


def as_file(*lines: bytes) -> dict[str, Any]:
    return {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": b"\n".join(lines)}


def screen(window: Window, role: str) -> FrameLocator:
    return window.page.frame_locator(f"iframe.is-{role}")


def is_at(window: Window, move: int, of: int = len(LINES) - 1) -> None:
    expect(window.page.locator("[data-part=at]")).to_have_attribute("aria-valuetext", f"Move {move} of {of}")


def test_a_dropped_record_is_shown_by_the_screens_of_the_table_at_any_point(windows):
    tv = windows.open(TV)
    tv.go("/replay")
    drop(tv, RECORD)
    is_at(tv, 0)
    winners, round_now = (screen(tv, "table").locator(f"[data-part={name}]") for name in ("winners", "round"))
    tv.page.keyboard.press("PageDown")
    expect(round_now).to_contain_text("Round 1")
    play = tv.page.locator("[data-part=play]")
    stood = play.bounding_box()
    tv.page.keyboard.press("End")
    is_at(tv, len(LINES) - 1)
    expect(winners).to_be_visible()
    expect(tv.page.locator("[data-part=play-on]")).to_be_hidden()
    assert play.bounding_box() == stood, "what is not there at the end leaves its room"
    # A finger on the line: what is shown is what is there, and the address names it.
    line = tv.page.locator("[data-part=at]").bounding_box()
    assert line is not None
    tv.page.mouse.click(line["x"] + line["width"] * 0.7, line["y"] + line["height"] / 2)
    tv.page.wait_for_function("last => Number(location.hash.slice(1)) < last", arg=len(LINES) - 1)
    middle = int(tv.page.evaluate("location.hash.slice(1)"))
    assert len(LINES) / 2 < middle < len(LINES) - 1
    is_at(tv, middle)
    expect(winners).to_be_hidden()
    expect(round_now).to_contain_text("Round 2")
    # One seat's phone beside it, also when the address is opened again.
    tv.page.locator("[data-part=viewpoint]").select_option(label="As Tom saw it")
    expect(screen(tv, "phone").locator(".mine [data-slot=name]")).to_have_text("Tom")
    assert tv.page.evaluate("location.hash") == f"#{middle}-2"
    tv.reload()
    is_at(tv, middle)
    expect(screen(tv, "phone").locator(".mine [data-slot=name]")).to_have_text("Tom")
    check(tv)
    expect(tv.page).to_have_title("See a game again · Bridget, Lea, and Tom")
    # It goes on by itself, to the end.
    for _faster in range(2):
        tv.tap("[data-part=faster]")
    tv.tap("[data-part=play]")
    is_at(tv, len(LINES) - 1)
    expect(winners).to_be_visible()
    expect(tv.page.locator("[data-part=play]")).to_have_attribute("aria-pressed", "false")


def test_a_broken_file_is_refused_in_words_with_the_line_and_a_good_one_is_shown_then(windows):
    phone = windows.open(SMALL_PHONE, "de-DE")
    phone.expected = ("400",)
    phone.go("/replay")
    for broken, said in (
        (as_file(*LINES[:5], b"{}"), "Zeile 6: "),
        (as_file(b"x"), "Zeile 1: "),
    ):
        drop(phone, broken)
        phone.sees("[data-part=refused]", said)
    check(phone)
    drop(phone, as_file(*LINES))
    expect(phone.page.locator("[data-part=refused]")).to_be_hidden()
    phone.page.locator("[data-part=viewpoint]").select_option("1")
    expect(screen(phone, "phone").locator(".mine [data-slot=name]")).to_have_text("Lea")
    check(phone)


def test_the_end_of_a_game_leads_to_it_and_its_link_is_for_those_who_sat_there(windows):
    party = Party(windows, stars_to_win=1).open_table().join().begin()
    party.grab()
    party.type_dice(4, 4, 4, 4, 4)
    party.lay_all("in", "in", "in")
    party.table.scene("podium")
    phone = party.phones[0]
    phone.scene("over", "game-over")
    phone.tap('a[href*="/replay"]')
    phone.page.wait_for_url(f"**/replay/{party.code}/1*")
    phone.sees("[data-part=controls]")
    # From there to how it went, and back to the table.
    phone.tap("[data-part=how]")
    phone.tap("[data-part=back]")
    phone.page.wait_for_url(f"**/{party.code}")
    phone.scene("over", "game-over")
    phone.tap('a[href*="/replay"]')
    phone.sees("[data-part=controls]")
    party.table.tap('a[href*="/how"]')
    party.table.tap("[data-part=back]")
    party.table.scene("podium")
    today = phone.page.evaluate("new Intl.DateTimeFormat(navigator.language, { dateStyle: 'long' }).format()")
    expect(phone.page).to_have_title(f"Chance It · {today} · Ann, Bob, and Clémentine")
    stranger = windows.open()
    stranger.expected = ("403",)
    stranger.go(f"/replay/{party.code}/1")
    stranger.sees("main", "those who sat at this table")
    party.table.tap('[data-dialog="menu"]')
    party.table.page.locator('[data-setting="share"]').click()
    party.table.until(lambda: party.table.view["table"]["sharing"])
    stranger.reload()
    stranger.sees("[data-part=controls]")


def test_a_game_is_played_on_from_a_point_and_the_table_says_how_seats_are_taken(windows):
    tv = windows.open(TV)
    tv.go("/replay")
    drop(tv, RECORD)
    is_at(tv, 0)
    tv.page.keyboard.press("PageDown")
    tv.tap("[data-action=ask-play-on]")
    check(tv)
    tv.tap("[data-action=play-on]")
    tv.page.wait_for_url("**/table")
    for name in ("Bridget", "Lea", "Tom"):
        tv.sees(f".free-seats button:has-text('{name}')")
    code = tv.page.url.split("/")[-2]
    phone = windows.open()
    phone.go(f"/{code}")
    phone.sees("main", "An earlier game is played on here, and its seats are free.")
    check(phone)
    phone.tap("form[action$='/ask'] button:has-text('Lea')")
    tv.tap("[data-action=allow]")
    phone.sees("[data-part=paused]")
    expect(phone.page.locator(".mine [data-slot=name]")).to_have_text("Lea")
    other = windows.open()
    other.go(f"/{code}")
    other.sees("form.at-table", "Tom")
    expect(other.page.locator("form.at-table button:has-text('Lea')")).to_have_count(0)
    expect(tv.page.locator(".free-seats button:has-text('Lea')")).to_have_count(0)
    tv.tap("[data-part=paused-choices] [data-action=pause]")
    expect(tv.page.locator("[data-part=paused]")).to_be_hidden()
