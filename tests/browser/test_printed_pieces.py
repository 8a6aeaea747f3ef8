"""Cardboard instead of phones: a whole game without any, a phone that lays out, a tile for somebody without one."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_one_phone import sit_here, take
from tests.browser.windows import SMALL_PHONE, Party, Window


def sit_down(table: Window, *names: str) -> None:
    """Without a phone, on the big screen."""
    for name in names:
        table.tap('[data-dialog="add-player"]:visible')
        table.page.locator("#dialog-add-player input").fill(name)
        table.page.keyboard.press("Enter")
        table.sees(f'.seat:has-text("{name}")')


def use_printed(table: Window, *settings: str) -> None:
    """As a host does it, in the lobby."""
    table.tap('.lobby [data-dialog="printed"]')
    for setting in settings:
        table.page.locator(f"#dialog-printed {setting}").click()
    table.page.keyboard.press("Escape")


def lay_out(screen: Window, confirm: str) -> None:
    """The first four cards that can lie there."""
    cards = screen.page.locator('.lay-out-group [data-action="lay"]')
    for number in range(4):
        cards.nth(number).click()
        expect(cards.nth(number)).to_have_attribute("aria-pressed", "true")
    expect(cards.nth(4)).to_have_attribute("aria-disabled", "true")
    screen.tap(confirm)


def test_a_whole_game_with_printed_dice_cards_and_guide_cards_and_no_phone(windows):
    party = Party(windows, (), stars_to_win=2).open_table()
    table = party.table
    sit_down(table, "Ben", "Cleo")
    own_guides = '[name="own-guides"][value="all"]'
    expect(table.page.locator(".lobby-printed")).to_be_hidden()
    use_printed(table, '[data-setting="own-dice"]', '[data-option="own_cards"]', own_guides)
    table.sees(".lobby-printed", "Printed pieces: dice, market cards, and guide cards")
    party.begin()
    lay_out(table, '[data-action="laid-out"]')
    expect(table.page.locator(".moment p")).to_have_text("Choose here:")
    table.tap('[data-action="start"][data-seat="1"]')
    for dice in ((2, 2, 2, 2, 6), (4, 4, 5, 5, 5)):
        party.type_dice(*dice)
        for seat in (0, 1):
            table.tap(f'[data-action="showed"][data-seat="{seat}"][data-guide="in"]')
        table.tap('[data-action="show"]')
        for _market in (1, 2) if 6 in dice else ():
            card = table.page.locator(".market-pick").first.get_attribute("data-key")
            table.tap(f'.market-pick[data-key="{card}"]')
            table.tap('.hand-move:has-text("Discard")')
            expect(table.page.locator(f'.market-pick[data-key="{card}"]')).to_have_count(0)
    table.scene("podium")
    table.sees('[data-part="winners"]', "Ben and Cleo win!")
    assert table.view["view"]["players"][0]["stars"] == 2


# What of the cards to choose from does not lie within what is around it, or is drawn over by it.
CUT_CARDS = """() => {
  const isCut = (inner, outer) => {
    const [one, all] = [inner, outer].map((element) => element.getBoundingClientRect());
    return one.top < all.top - 1 || one.bottom > all.bottom + 1 || one.left < all.left - 1 || one.right > all.right + 1;
  };
  const place = document.querySelector(".lay-out-cards");
  return [...place.querySelectorAll(".market-card")].filter((card) =>
    isCut(card, place) || [...card.querySelectorAll(".tokens")].some((token) => isCut(token, card))
  ).map((card) => card.textContent);
}"""


@pytest.mark.parametrize("players", [2, 6])
def test_all_cards_can_be_read_and_stay_marked_when_a_slip_is_taken_back(windows, players):
    party = Party(windows, ()).open_table()
    table = party.table
    sit_down(table, *("Clémentine", "Maximilian-Alexandr", "Bob", "Ann", "Eva", "Oma Hannelore-Elisab")[:players])
    use_printed(table, '[data-option="own_cards"]')
    party.begin()
    table.sees(".lay-out-group")
    for width, height in ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160)):
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(CUT_CARDS) == [], (width, height)
    lay_out(table, '[data-action="laid-out"]')
    table.tap('[data-action="undo"]')
    table.sees(".lay-out-group")
    marked = table.page.locator('[data-action="lay"][aria-pressed="true"]')
    expect(marked).to_have_count(4)
    marked.first.click()
    table.page.locator('[data-action="lay"]').nth(4).click()
    table.tap('[data-action="laid-out"]')
    table.sees('[data-action="start"] >> nth=0')


def test_a_phone_says_which_cards_lie_there_and_leaves_the_guide_cards_to_the_table(windows):
    party = Party(windows, ("Ann", "Bob")).open_table()
    party.join(sizes=(SMALL_PHONE,))
    use_printed(party.table, '[data-option="own_cards"]')
    party.begin()
    lay_out(party.table, '[data-action="laid-out"]')
    party.grab(0)
    party.type_dice(6, 6, 6, 6, 6)
    party.lay_all("in", "in")
    for seat in (0, 1, 0, 1):
        party.buy_or_discard(seat, "discard")
    party.phones[0].scene("lay-out")
    party.phones[0].fits()
    party.phones[1].scene("wait")
    party.table.sees(".lay-out-group")
    expect(party.table.page.locator(".typed-mark.on-board")).to_be_hidden()
    lay_out(party.phones[0], '[data-action="confirm"]')
    party.phones[0].scene("market")


def test_some_choose_on_phones_and_some_with_printed_cards(windows):
    """Cy says so on his phone, the host says it for Ben, who shares one with Ann."""
    party = Party(windows, ("Ann", "Cy")).open_table().join(sizes=(SMALL_PHONE,))
    table, (shared, cy) = party.table, party.phones
    sit_here(shared, "Ben")
    cy.tap('.lobby [data-sheet="menu"]')
    cy.tap('#sheet-menu label:has-text("printed guide cards")')
    expect(cy.page.locator('[data-action="printed-guides"]')).to_be_checked()
    cy.fits()
    cy.page.keyboard.press("Escape")
    table.tap('.lobby [data-dialog="printed"]')
    people = table.page.locator('[data-part="printed-people"] label')
    expect(people.filter(has_text="Cy").locator("input")).to_be_checked()
    people.filter(has_text="Ben").click()
    expect(table.page.locator('[name="own-guides"]:checked')).to_have_value("each")
    table.until(lambda: table.view["table"]["printed_guides"] == [2, 3])
    table.page.keyboard.press("Escape")
    table.sees(".lobby-printed", "Printed pieces: guide cards (Cy and Ben)")
    party.begin()
    take(shared, "Ann")
    party.grab(0)
    party.type_dice(2, 2, 5, 5, 5)
    cy.sees("h1", "Play your printed guide card")
    expect(table.page.locator('[data-action="showed"]')).to_have_count(0)
    party.lay(0, "out")
    table.sees("h2", "Who showed what?")
    table.sees(".moment p", "Printed guide cards are turned up by: Cy and Ben.")
    for seat, guide in ((1, "chance_it"), (2, "in")):
        button = f'[data-action="showed"][data-seat="{seat}"][data-guide="{guide}"]'
        assert table.page.locator(button).evaluate("button => button.scrollWidth <= button.clientWidth"), "it fits"
        table.tap(button)
    table.tap('[data-action="show"]')
    party.phase("roll")
    assert [player["coins"] for player in table.view["view"]["players"]] == [10, 12, 10]


@pytest.mark.parametrize("language", ["fr-FR", "de-DE"])
def test_the_hand_on_the_big_screen_has_room_for_longer_words(windows, language):
    table = Party(windows, (), language=language).open_table(game="second_chance").table
    sit_down(table, "Amélie", "Ben")
    table.tap('[data-action="begin"]')
    table.tap('[data-action="open-hand"] >> nth=0')
    for width, height in ((1366, 768), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        for part in table.page.locator("#dialog-hand, #dialog-hand button").all():
            assert part.evaluate("part => part.scrollWidth <= part.clientWidth"), "it fits"


def test_a_tile_is_drawn_for_somebody_without_a_phone(windows):
    party = Party(windows, ("Ann",)).open_table(game="second_chance")
    table = party.table
    sit_down(table, "Ben")
    party.join()
    party.begin()
    table.tap('[data-action="open-hand"]')
    table.tap('#dialog-hand [data-row="4"][data-column="4"]')
    table.tap('[data-action="draw-here"]')
    table.until(lambda: "a" in table.view["view"]["players"][0]["grid"])
    ann = party.phones[0]
    ann.scene("start")
    ann.tap('nav [data-sheet="everybody"]')
    ben = ann.page.locator('#sheet-everybody [aria-label="Ben"]')
    expect(ben).to_contain_text("on the big screen")
    expect(ben).not_to_contain_text("computer player")
    expect(table.page.locator("#dialog-hand")).not_to_be_visible()
