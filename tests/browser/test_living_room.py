"""What goes wrong in living rooms: sleeping phones, lost Wi-Fi, flat batteries, reloads."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, TV, Party

HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def choosing(windows, **options):
    """Three at the table, a roll lies there, nobody has chosen."""
    party = Party(windows, **options).open_table().join().begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    for phone in party.phones:
        phone.scene("choose")
    return party


def test_a_reloaded_phone_is_where_it_was(windows):
    party = choosing(windows)
    party.lay(1, "out")
    party.phones[1].scene("laid")
    party.phones[1].reload()
    party.phones[1].scene("laid")
    party.phones[2].reload()
    party.phones[2].scene("choose")
    party.lay(2, "in")
    party.lay(0, "in")
    party.phase("roll")


def test_back_and_forth_does_no_harm(windows):
    party = choosing(windows)
    phone = party.phones[0]
    phone.go("/rules/chance_it")
    phone.back()
    phone.scene("choose")
    party.lay(0, "in")
    phone.scene("laid")


def test_what_is_tapped_offline_is_kept_and_sent_once(windows):
    party = choosing(windows)
    phone = party.phones[0]
    phone.expected = ("ERR_INTERNET_DISCONNECTED", "WebSocket")
    phone.context.set_offline(True)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")  # the phone looks whether its socket still lives
    phone.sees('[data-part="offline"]')
    phone.tap('[data-action="select"][data-key="chance_it"]')
    phone.tap('[data-part="confirm"] [data-action="confirm"]')
    assert party.table.view["view"]["players"][0]["guide"] is None
    phone.context.set_offline(False)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    phone.scene("laid")
    expect(phone.page.locator('[data-part="offline"]')).to_be_hidden()
    party.table.until(lambda: party.table.view["view"]["players"][0]["guide"] == "face_down")
    laid = [frame for frame in party.table.frames if '"guide_laid"' in frame]
    assert len(laid) == 1


def test_a_phone_that_slept_is_right_again(windows):
    party = choosing(windows)
    sleeper = party.phones[2]
    number = sleeper.view["number"]
    # Asleep: the socket is dead without anybody having noticed. Waking up is an event of the page.
    sleeper.page.evaluate(HIDE)
    party.lay(0, "in")
    party.lay(1, "in")
    sleeper.page.evaluate(SHOW)
    sleeper.until(lambda: sleeper.view["number"] >= number + 2)
    party.lay(2, "in")
    party.phase("roll")


def test_a_seat_moves_to_another_phone(windows):
    party = choosing(windows)
    new_phone = windows.open()
    new_phone.go(f"/{party.code}")
    new_phone.page.locator('form[action$="/ask"]').get_by_text("Bob").first.click()
    if new_phone.page.locator('body[data-scene="asking"]').count() == 0:
        asking = new_phone.page.locator('form[action$="/ask"] button[type="submit"]')
        if asking.count() and "/ask" not in new_phone.page.url:
            asking.first.click()
    new_phone.scene("asking")
    party.table.sees('[data-action="allow"]')
    party.table.tap('[data-action="allow"]')
    new_phone.scene("choose")
    party.phones[1].scene("closed")
    party.phones[1] = new_phone
    party.lay_all("in", "in", "in")
    party.phase("roll")


def test_the_hosts_reload_loses_nothing(windows):
    party = choosing(windows)
    party.lay(0, "in")
    party.table.reload()
    party.table.scene("play")
    party.table.until(lambda: party.table.view["view"]["players"][0]["guide"] == "face_down")
    party.lay(1, "out")
    party.lay(2, "out")
    party.phase("roll")
    party.table.sees('[data-action="own-face"], [data-action="roll"]')


def test_the_server_restarts_and_everybody_goes_on_by_themselves(browser, tmp_path):
    from tests.browser.windows import Windows
    from tests.web.people import Server

    server = Server(tmp_path, CHANCEIT_RATES="off").start()
    windows = Windows(browser, server)
    try:
        party = choosing(windows)
        for window in windows.all:
            window.expected = (
                "WebSocket",
                "ERR_CONNECTION_REFUSED",
                "ERR_CONNECTION_RESET",
                "ERR_EMPTY_RESPONSE",
            )
        party.lay(0, "in")
        server.kill()
        party.phones[1].sees('[data-part="offline"]')
        server.start()
        for phone in party.phones:
            expect(phone.page.locator('[data-part="offline"]')).to_be_hidden()
        party.lay(1, "in")
        party.lay(2, "in")
        party.phase("roll")
    finally:
        windows.close()
        server.stop()


def test_the_game_master_screen_moves_to_another_device(windows):
    party = choosing(windows)
    link = party.table.page.evaluate("document.body.innerHTML.match(/\\/[A-Z]{4}\\/take-over#[^\"'<\\s]+/)[0]")
    other = windows.open(TV)
    other.go(link)
    other.page.locator("form button").first.click()
    other.scene("play")
    party.table.until(lambda: any('"type":"closed"' in frame for frame in party.table.frames))
    party.table = other
    party.lay_all("in", "in", "in")
    party.phase("roll")


def test_undo_is_by_the_host_and_seen_by_all(windows):
    party = choosing(windows)
    party.lay(0, "in")
    party.phones[0].scene("laid")
    party.table.tap('[data-action="undo"]')
    party.phones[0].scene("choose")
    party.phones[1].until(lambda: party.phones[1].view["events"][-1]["do"] == "undone")


def test_a_token_shows_its_history(windows):
    party = choosing(windows)
    party.lay_all("in", "in", "in")
    party.phase("roll")
    ann = party.phones[0]
    ann.tap('[data-action="show-history"][data-token="hearts"]')
    ann.sees("#sheet-history li")


def test_space_rolls_and_no_phone_knows_the_dice_before_they_lie_still(windows):
    party = Party(windows).open_table().join().begin(pace="normal")
    party.grab(0)
    party.phase("roll")
    party.table.sees('[data-action="roll"]')
    ann = party.phones[0]
    party.table.page.keyboard.press("Space")
    ann.until(lambda: ann.view["view"]["phase"] == "choose")
    # The view has arrived; the phone does not tell it yet, because the dice on the big screen are still rolling.
    assert ann.page.evaluate("document.body.dataset.scene") != "choose"
    assert party.table.page.locator('[data-part="board"] .row-dice .die').count() == 0
    ann.scene("choose")
    assert party.table.page.locator('[data-part="board"] .row-dice .die').count() == 5


def test_a_phone_without_a_wake_lock_plays_a_video_from_the_first_tap_on(windows):
    party = choosing(windows)
    phone = party.phones[1]
    assert not phone.page.evaluate("isSecureContext || 'wakeLock' in navigator")
    assert phone.page.locator("video").count() == 0
    party.lay(1, "in")
    phone.page.wait_for_function("() => document.querySelector('video')?.currentTime > 0")
    assert phone.page.evaluate("(({ paused, muted }) => !paused && muted)(document.querySelector('video'))")
    check(phone)
    expect(phone.page.locator('[data-part="auto-lock"]')).to_be_hidden()


def test_a_phone_that_cannot_be_kept_awake_tells_its_owner_once(windows):
    party = Party(windows).open_table().join()
    phone = party.phones[0]
    phone.context.add_init_script("delete HTMLCanvasElement.prototype.captureStream")
    phone.reload()
    phone.scene("lobby")
    hint = phone.page.locator('[data-part="auto-lock"]')
    expect(hint).to_be_hidden()
    phone.page.locator(".stage").click(position={"x": 4, "y": 4})
    expect(hint).to_be_visible()
    check(phone)
    phone.tap('[data-action="awake-read"]')
    expect(hint).to_be_hidden()
    phone.reload()
    phone.scene("lobby")
    phone.page.locator(".stage").click(position={"x": 4, "y": 4})
    expect(hint).to_be_hidden()


def test_that_a_screen_may_go_dark_is_said_in_the_lobby_and_nowhere_else(windows):
    party = Party(windows, stars_to_win=1).open_table()
    party.join(sizes=(SMALL_PHONE,))
    table, (phone, *_others) = party.table, party.phones
    phone.context.add_init_script("delete HTMLCanvasElement.prototype.captureStream")
    party.begin()
    phone.reload()
    hint = phone.page.locator('[data-part="auto-lock"]')
    party.grab(0)  # the first tap on this page
    party.type_dice(4, 4, 2, 5, 5)
    phone.scene("choose")
    expect(hint).to_be_hidden()
    party.lay_all("in", "out", "out")
    phone.scene("over")
    phone.tap(".stage >> nth=0")
    expect(hint).to_be_hidden()
    table.tap('[data-action="again"]')
    phone.scene("lobby")
    expect(hint).to_be_visible()
    check(phone)
    lies = hint.bounding_box()
    for one in phone.page.locator(".stage button:visible").all():
        one.scroll_into_view_if_needed()
        assert one.bounding_box()["y"] + one.bounding_box()["height"] <= lies["y"]
    table.tap('[data-action="begin"]')
    phone.scene("grab", "wait")
    expect(hint).to_be_hidden()
    phone.reload()
    phone.scene("grab", "wait")
    phone.tap(".stage >> nth=0")
    expect(hint).to_be_hidden()


SHIFTS = """localStorage.setItem("chanceit-hints", "false");
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });"""


def test_nothing_moves_when_the_first_view_is_drawn(windows):
    phone = choosing(windows).phones[0]
    phone.context.add_init_script(SHIFTS)
    phone.reload()
    phone.scene("choose")
    phone.sees('[data-part="stage"] [data-key="in"]')
    phone.page.evaluate("() => new Promise((then) => requestAnimationFrame(() => setTimeout(then)))")
    assert phone.page.evaluate("window.shifts") == []


@pytest.mark.parametrize("size", [(1366, 768), TV])
def test_what_to_check_on_a_phone_covers_no_seat(windows, size):
    table = Party(windows).open_table(size).table
    table.sees('[data-part="no-phone"]')
    top = table.page.locator('[data-part="no-phone"]').bounding_box()["y"]
    seats = [seat.bounding_box() for seat in table.page.locator(".seat").all() if seat.is_visible()]
    assert seats
    assert max(seat["y"] + seat["height"] for seat in seats) <= top


# What of the middle of the table lies over the market above it or the mats below it, once this is to be seen there.
RUNS_OVER = """(awaited) => {
  if (!document.querySelector(`.moment ${awaited}`)?.checkVisibility()) return null;
  const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
  const marks = [...document.querySelectorAll(".mat, .mat-edge .mark")].map((one) => one.getBoundingClientRect());
  const parts = document.querySelectorAll(".moment-picture > *, .moment h2, .moment p, .moment-choices > *");
  return {over: [...parts].filter((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    const isBelow = marks.some((mark) => mark.top < bottom - 1 && mark.left < right && left < mark.right);
    return part.checkVisibility() && right > left && (top < edge(".market", "bottom") - 1 || isBelow);
  }).map((part) => part.outerHTML)};
}"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_long_words_in_the_middle_leave_market_and_mats_alone(windows, language):
    party = Party(windows, ("Oma Hannelore-Elisab", "Maximilian-Alexandr", "Ann"), language=language).open_table()
    party.join().begin("normal")
    table = party.table
    party.grab(0)
    party.type_dice(2, 3, 4, 4, 5)
    party.lay_all("in", "in", "in")
    for kind in ("stakes", "action", "round"):
        found = table.page.wait_for_function(RUNS_OVER, arg=f'[data-action="skip"]:is([data-kind^="{kind}"] *)')
        assert found.json_value() == {"over": []}, kind
    for phone in party.phones[:2]:
        phone.close()
        windows.all.remove(phone)
    party.type_dice(2, 2, 2, 2, 2)
    for width, height in ((1366, 768), (1920, 1080), (3840, 2160)):
        table.page.set_viewport_size({"width": width, "height": height})
        found = table.page.wait_for_function(RUNS_OVER, arg='[data-action="open-person"]')
        assert found.json_value() == {"over": []}, (width, height)
