"""Every screen in many states: no overflow at any size, nothing that axe finds, in three languages."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults

from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.windows import NAMES, PHONE, SMALL_PHONE, TV, Party, Windows

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
BIG_SCREENS = ((1280, 720), TV, (3840, 2160))

AT_REST = """() => {
  const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  return Promise.all(passing.map((one) => one.finished.catch(() => null)));
}"""


def ask_axe(window):
    """What axe finds on the page as it is."""
    if not window.page.evaluate("'axe' in window"):
        window.page.evaluate(AXE_SCRIPT)
    return AxeResults(window.page.evaluate("rules => axe.run(rules)", RULES))


def check(window):
    """Nothing sticks out, and axe finds nothing, once what moves has come to rest."""
    window.page.evaluate(AT_REST)
    window.fits()
    found = ask_axe(window)
    assert found.violations_count == 0, (
        f"{window.page.url} {window.page.evaluate('document.body.dataset.scene')}\n{found.generate_report()}"
    )


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/rules/chance_it", "/rules/second_chance", "/ZZZZ"])
@pytest.mark.parametrize("size", [SMALL_PHONE, TV])
def test_pages(windows, path, size, colours):
    window = windows.open(size, color_scheme=colours)
    window.expected = ("404",)
    window.go(path)
    check(window)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_game_master_screens_of_every_size_and_phones_in_every_state(windows, language):
    """One game, which the host follows on three screens at once."""
    party = Party(windows, NAMES, language=language, hearts=4, stars_to_win=2)
    party.open_table(size=BIG_SCREENS[0], by_hand=True)
    screens = [party.table]
    for size in BIG_SCREENS[1:]:
        screen = windows.open(size, language, storage_state=party.table.context.storage_state())
        screen.go(f"/{party.code}/table")
        screen.scene("lobby")
        screens.append(screen)

    def check_screens():
        newest = max(window.number for window in (*screens, *party.phones))
        for screen in screens:
            screen.until(lambda screen=screen: screen.number >= newest)
        party.table.until(lambda: len({screen.page.evaluate("document.body.dataset.scene") for screen in screens}) == 1)
        for screen in screens:
            check(screen)

    check_screens()
    party.join(sizes=(SMALL_PHONE, PHONE, (844, 390)), by_hand=True)
    check_screens()
    for phone in party.phones[:3]:
        check(phone)
    party.begin()
    party.phones[0].scene("grab")
    check_screens()
    check(party.phones[0])
    party.grab(0)
    party.phones[0].scene("throw")
    check_screens()
    check(party.phones[0])
    party.type_dice(6, 2, 3, 4, 5)
    party.phones[0].scene("choose")
    check_screens()
    for phone in party.phones[:3]:
        check(phone)
    party.phones[0].tap('[data-action="select"][data-key="in"]')
    check(party.phones[0])
    party.lay_all("in", "in", "out", "out", "chance_it", "in")
    party.phones[0].scene("market")
    check_screens()
    check(party.phones[0])
    for sheet in ("everybody", "market", "story", "help"):
        party.phones[0].tap(f'nav [data-sheet="{sheet}"]')
        check(party.phones[0])
        party.phones[0].page.keyboard.press("Escape")
    for screen in screens:
        screen.tap('[data-dialog="menu"]')
        check(screen)
        screen.page.keyboard.press("Escape")
    for seat in (0, 1, 4, 5):
        party.buy_or_discard(seat, "discard")
    party.phase("roll")
    party.type_dice(4, 4, 4, 4, 4)
    party.lay_all("in", "in", "in", "out", "out", "out")
    party.phase("over")
    party.table.scene("podium")
    check_screens()
    for phone in party.phones[:3]:
        phone.scene("over")
        check(phone)


def test_text_at_200_percent_still_fits(browser, chromium, server):
    """Somebody has set their phone to letters twice as large."""
    large = browser.browser_type.launch(
        executable_path=chromium, args=[*CHROMIUM_ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    )
    windows = Windows(large, server)
    try:
        page = windows.open(PHONE)
        for path in ("/", "/rules/chance_it", "/rules/second_chance"):
            page.go(path)
            page.fits()
        party = Party(windows).open_table().join(sizes=(PHONE,)).begin()
        party.grab(0)
        phone = party.phones[0]
        phone.scene("throw")
        phone.fits()
        party.type_dice(6, 2, 3, 4, 5)
        phone.scene("choose")
        assert phone.page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        phone.fits()
        party.lay_all("in", "in", "in")
        phone.scene("market")
        phone.fits()
    finally:
        windows.close()
        large.close()


def test_the_language_is_that_of_the_phone_and_can_be_switched(windows):
    party = Party(windows, language="de-DE").open_table().join()
    assert party.phones[0].page.evaluate("document.documentElement.lang") == "de"
    phone = windows.open(language="fr-FR")
    phone.go("/")
    assert phone.page.evaluate("document.documentElement.lang") == "fr"
    phone.page.get_by_text("Deutsch").first.click()
    phone.page.wait_for_function("() => document.documentElement.lang === 'de'")


def test_the_phone_page_is_light(windows):
    """At most 60 kB compressed with all it loads, and everything asked for at once with the page."""
    party = Party(windows).open_table()
    phone = windows.open()
    phone.go(f"/{party.code}")
    phone.page.locator('input[name="name"]').fill("Ann")
    sizes: list[int] = []
    phone.page.on(
        "response",
        lambda response: sizes.append(response.request.sizes()["responseBodySize"]) if response.status == 200 else None,
    )
    phone.tap('form[action$="/join"] button')
    phone.scene("lobby")
    phone.page.wait_for_load_state("networkidle")
    assert sum(sizes) <= 60_000, sum(sizes)


def test_everything_on_the_game_master_screen_works_by_keyboard(windows):
    party = Party(windows).open_table().join()
    page = party.table.page
    page.keyboard.press("Tab")
    for _key in range(60):
        action = page.evaluate("document.activeElement.dataset.action || ''")
        if action == "begin":
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError("begin was never reached")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "focus is seen"
    page.keyboard.press("Enter")
    party.table.until(lambda: party.table.view["view"])


def test_what_happens_is_said_in_a_polite_live_region(windows):
    party = Party(windows).open_table().join().begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    phone = party.phones[1]
    phone.scene("choose")
    region = phone.page.locator("[data-live]")
    assert region.get_attribute("aria-live") == "polite"
    phone.page.wait_for_function("() => document.querySelector('[data-live]').textContent.trim().length > 0")
