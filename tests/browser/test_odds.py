"""Everybody's chance to win: on the big screen through a round, never ahead of what is told; and how a game went, from
its end and from a dropped file."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.test_replay import LINES, RECORD, as_file, drop
from tests.browser.windows import SMALL_PHONE, TV, Party

BIG = ((1366, 768), TV, (3840, 2160))
ODDS = ".mat-odds:visible b"


# Everything that the mats show from now on, and how far the story has come.
WATCH = """() => {
  window.seen = [];
  addEventListener("told", ({ detail }) => seen.push({ told: detail }), true);
  const look = () => {
    const odds = [...document.querySelectorAll(".mat-odds b")].map((one) => Number.parseInt(one.textContent, 10));
    const hidden = document.querySelectorAll('.guide-card[data-guide="face_down"]').length;
    const before = seen.findLast((one) => one.odds)?.odds;
    if (JSON.stringify(odds) !== JSON.stringify(before)) seen.push({ odds, hidden });
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.querySelector(".mats"), all);
}"""


def messages(window):
    return [json.loads(frame) for frame in window.frames if frame.startswith('{"type":"odds"')]


def newest(window):
    """By the server, of the present."""
    number = window.view["number"]
    return next((one["chances"] for one in reversed(messages(window)) if one["number"] == number), None)


def test_the_big_screen_shows_everybodys_chances_and_they_move_with_the_story(windows):
    party = Party(windows, ("Ann", "Bob", "Cy"), stars_to_win=8).open_table().join()
    table = party.table
    party.begin(pace="slow")
    party.grab()
    expect(table.page.locator(ODDS)).to_have_count(0)
    table.tap('[data-dialog="menu"]')
    table.page.locator('[data-setting="odds"]').click()
    table.until(lambda: table.view["table"]["odds"])
    table.page.keyboard.press("Escape")
    expect(table.page.locator(ODDS)).to_have_text(["34%", "33%", "33%"])
    for size in BIG:
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        check(table)
    table.page.set_viewport_size({"width": TV[0], "height": TV[1]})
    table.page.evaluate(WATCH)
    party.type_dice(2, 4, 4, 4, 5)
    table.until(lambda: newest(table) is not None)
    before, roll = newest(table), table.view["number"]
    expect(table.page.locator(ODDS)).to_have_text([f"{chance}%" for chance in before])
    party.lay_all("in", "out", "in")
    table.until(lambda: table.view["view"]["round"] == 2 and newest(table) is not None)
    after = newest(table)
    assert after != before
    expect(table.page.locator(ODDS)).to_have_text([f"{chance}%" for chance in after])
    expect(table.page.locator('[data-part="round"]')).to_contain_text("Round 2")
    # What the mats have shown was never ahead of the story: all before it was told, and the guide cards were turned up.
    seen = table.page.evaluate("seen")
    for chances, number in ((before, roll), (after, table.view["number"])):
        shown = [one.get("odds") for one in seen].index(chances)
        assert max([one["told"] for one in seen[:shown] if "told" in one], default=0) >= number - 1
        assert seen[shown]["hidden"] == 0
    assert seen[0].get("odds") != after
    assert [len(messages(phone)) for phone in party.phones] == [0, 0, 0]
    table.tap('[data-dialog="menu"]')
    table.page.locator('[data-setting="odds"]').click()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(ODDS)).to_have_count(0)


def test_the_odds_are_those_of_the_end_before_the_end_is_told(windows):
    """One survivor: who dies is certain when the last 1 lies, and the story of it is still long."""
    party = Party(windows, ("Ann", "Bob", "Cy"), hearts=3).open_table().join()
    table = party.table
    party.begin(pace="slow")
    party.grab()
    table.tap('[data-dialog="menu"]')
    table.page.locator('[data-setting="odds"]').click()
    table.page.keyboard.press("Escape")
    table.until(lambda: table.view["table"]["odds"])
    table.page.evaluate(WATCH)
    party.type_dice(1, 3, 4, 5, 5)
    party.lay_all("in", "in", "out")
    table.until(lambda: table.view["view"]["phase"] == "reroll" and newest(table) is not None)
    before, number = newest(table), table.view["number"]
    assert before[2] < 100
    expect(table.page.locator(ODDS)).to_have_text([f"{chance}%" for chance in before])
    party.type_dice(3)
    table.until(lambda: table.view["table"]["status"] == "over" and newest(table) is not None)
    assert newest(table) == [0, 0, 100]
    table.scene("podium")
    seen = table.page.evaluate("seen")
    ended = [one.get("odds") for one in seen].index([0, 0, 100])
    assert [one["told"] for one in seen[:ended] if "told" in one][-1] == number, "the end itself is told later"
    assert [one["told"] for one in seen[ended:] if "told" in one] == [number + 1]


def test_how_it_went_is_told_after_a_game_on_the_phone_and_on_the_big_screen(windows):
    party = Party(windows, ("Ann", "Bob", "Cy"), stars_to_win=1).open_table().join(sizes=(SMALL_PHONE,) * 3).begin()
    party.grab()
    party.type_dice(4, 4, 4, 4, 4)
    party.lay_all("in", "out", "out")
    party.table.scene("podium")
    for window, way in ((party.phones[0], "[data-key=how-it-went]"), (party.table, '.podium-next a[href*="/how"]')):
        window.tap(way)
        window.page.wait_for_url(f"**/replay/{party.code}/1/how*")
        expect(window.page.locator(".went-player")).to_have_count(3)
        window.sees(".went-player:first-child", "34% at the start, 100% at the end")
        expect(window.page.locator(".chart-series")).to_have_count(3)
        check(window)
    stranger = windows.open()
    stranger.expected = ("403",)
    stranger.go(f"/replay/{party.code}/1/how")
    stranger.sees("main", "those who sat at this table")


@pytest.mark.parametrize(
    ("language", "title"), [("en", "How it went"), ("fr", "Comment"), ("de", "Wie es gelaufen ist")]
)
def test_how_a_dropped_record_went(windows, language, title):
    phone = windows.open(SMALL_PHONE, language)
    phone.go("/replay")
    drop(phone, RECORD)
    phone.tap("[data-part=how]")
    phone.page.wait_for_url("**/replay/how")
    expect(phone.page.locator(".went-player")).to_have_count(3)
    phone.sees("h1", title)
    assert "looked_" not in phone.page.inner_text("main")
    check(phone)
    link = phone.page.locator(".went-player li a").first
    at = str(link.get_attribute("href")).split("#")[1]
    link.click()
    expect(phone.page.locator("[data-part=at]")).to_have_attribute(
        "aria-valuetext", re.compile(rf"\b{at}\b.*{len(LINES) - 1}")
    )


def test_a_record_that_is_not_over_is_refused_in_words(windows):
    phone = windows.open()
    phone.expected = ("400",)
    phone.go("/replay/how")
    phone.sees("[data-part=refused]", "Drop a record first")
    phone.go("/replay")
    drop(phone, as_file(*LINES[:-2]))
    phone.tap("[data-part=how]")
    phone.sees("[data-part=refused]", "The game is not over yet")
