"""A host when something goes otherwise than planned: ending, latecomers, removing, taking back, remotes, TVs."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_ends import COVERED
from tests.browser.test_every_screen import AT_REST, ask_axe
from tests.browser.test_living_room import choosing
from tests.browser.windows import SMALL_PHONE, TV, Party

LAPTOP = (1366, 768)


def end_game(party):
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('[data-dialog="end"]')
    party.table.tap('#dialog-end [data-action="end"]')
    party.table.scene("lobby")


def person(party, name):
    """The dialog about somebody, by the menu."""
    party.table.tap('[data-dialog="menu"]')
    party.table.page.locator('[data-part="menu-people"]').get_by_text(name).click()
    party.table.sees("#dialog-person", name)


def test_a_latecomer_waits_for_the_next_game_which_is_another_one_after_this_was_ended(windows):
    party = choosing(windows)
    late = windows.open()
    late.go(f"/{party.code}")
    late.sees("form", "you play in the next one")
    late.page.locator('form[action$="/join"] input[name="name"]').fill("Dee")
    late.tap('form[action$="/join"] button')
    late.scene("next-game")
    late.sees("h1", "You play in the next game")
    party.table.sees(".note", "Dee is here and plays in the next game.")
    party.lay(0, "in")  # what happens in the game does not disturb it
    late.scene("next-game")
    end_game(party)
    party.table.sees('[data-part="previous"]', "The last game was ended")
    record = party.table.page.locator('[data-part="previous"] a[download]')
    expect(record).to_have_attribute("href", f"/{party.code}/record.jsonl")
    for phone in [*party.phones, late]:
        phone.scene("lobby")
    party.table.tap('[data-action="draw-seats"]')
    party.table.sees(".note", "The lots have been drawn")
    party.table.page.locator('input[name="game"][value="second_chance"]').check(force=True)
    party.table.page.locator("link[href*=second_chance]").first.wait_for(state="attached")
    party.table.scene("lobby")
    party.phones.append(late)
    for phone in party.phones:
        phone.page.locator("link[href*=second_chance]").first.wait_for(state="attached")
        phone.scene("lobby")
    party.table.tap('[data-action="begin"]')
    for phone in party.phones:
        phone.scene("start")
    party.table.scene("play")
    assert party.table.page.evaluate("document.activeElement.matches('.scenes')")


def test_whoever_watches_until_the_next_game_comes_to_their_seat(windows):
    party = choosing(windows)
    late = windows.open()
    late.go(f"/{party.code}")
    late.page.locator('form[action$="/join"] input[name="name"]').fill("Dee")
    late.tap('form[action$="/join"] button')
    late.scene("next-game")
    late.tap('[data-slot="watch"]')
    late.scene("play")
    end_game(party)
    late.page.wait_for_url(f"**/{party.code}")
    late.scene("lobby")


def test_removing_asks_who_plays_on_and_the_phone_comes_back_by_itself(windows):
    party = choosing(windows)
    bob = party.phones[1]
    person(party, "Bob")
    party.table.tap('[data-action="remove"]')
    party.table.sees("#dialog-remove", "Remove Bob from the table?")
    party.table.tap('#dialog-remove [data-mind="nobody"]')
    bob.scene("closed")
    party.lay(0, "in")
    party.lay(2, "in")
    party.table.until(lambda: party.table.view["view"]["phase"] == "roll")  # nobody is waited for
    person(party, "Bob")
    party.table.tap('[data-action="let-back"]')
    bob.scene("wait")  # without a tap; real dice are rolled here, so there is nothing to throw


def test_a_phone_that_is_away_is_named_with_what_can_be_done(windows):
    party = choosing(windows)
    party.phones[1].close()
    party.table.sees('[data-part="moment"]', "Bob's phone is away: wait, or play for Bob.")
    party.table.page.locator('[data-part="moment"] [data-action="open-person"]').click()
    party.table.sees("#dialog-person", "Bob")
    party.table.page.locator('#dialog-person input[value="nobody"]').check(force=True)
    party.table.page.keyboard.press("Escape")
    expect(party.table.page.locator('[data-part="moment"]')).not_to_contain_text("is away")
    party.lay(0, "in")
    party.lay(2, "in")
    party.table.until(lambda: party.table.view["view"]["phase"] == "roll")


def test_a_phone_says_that_somebody_else_plays_for_it(windows):
    party = choosing(windows)
    bob = party.phones[1]
    person(party, "Bob")
    party.table.page.locator('#dialog-person input[value="nobody"]').check(force=True)
    bob.sees('[data-part="played-for"]', "Somebody else plays for you.")
    party.table.page.locator('#dialog-person input[value=""]').check(force=True)
    expect(bob.page.locator('[data-part="played-for"]')).to_be_hidden()


def test_taking_back_names_what_it_takes_back_and_what_it_brings_back(windows):
    party = choosing(windows)
    party.lay(0, "in")
    party.table.sees('[data-part="undo"]', "guide card (Ann)")
    party.table.tap('[data-action="undo"]')
    party.table.sees(".note", "Taken back: guide card (Ann)")
    party.phones[0].scene("choose")
    party.table.sees('[data-part="redo"]', "guide card (Ann)")
    party.table.tap('[data-action="redo"]')
    party.phones[0].scene("laid")
    expect(party.table.page.locator('[data-part="redo"]')).to_be_hidden()
    party.table.tap('[data-action="pause"]')
    party.table.sees('[data-part="pause"]', "Go on")


def test_more_than_one_move_is_taken_back_by_a_second_tap(windows):
    party = Party(windows, ("Ann",)).open_table(LAPTOP).join()
    for _computer in range(2):
        party.table.tap('[data-action="add-computer"] >> nth=0')
    party.begin()
    party.grab(0)
    party.type_dice(2, 2, 3, 4, 5)
    party.table.until(lambda: party.table.view["own"]["takes_back"]["moves"] > 1)
    party.table.tap('[data-action="undo"]')
    party.table.sees("#dialog-go-on", "roll (the host)")
    party.table.tap('#dialog-go-on [data-action="go-on"]')
    party.table.until(lambda: party.table.view["view"]["dice"] == [])


def test_a_line_of_the_story_is_taken_back_while_the_phones_watch(windows):
    party = choosing(windows)
    ann, bob = party.phones[:2]
    party.lay(0, "in")
    party.lay(1, "out")
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('[data-action="open-lines"][data-part="lines"]')
    lines = party.table.page.locator("#dialog-lines li button")
    lines.nth(-2).click()
    party.table.sees('#dialog-lines [data-slot="what"]', "2 moves are taken back, from this one on: guide card (Ann)")
    party.table.sees('#dialog-lines [data-slot="lost"]', "Choices that are lost: Ann (1) and Bob (1).")
    expect(party.table.page.locator("#dialog-lines .is-lost")).to_have_count(2)
    assert ask_axe(party.table).violations_count == 0
    number = party.table.number
    party.lay(2, "in")  # meanwhile the last card is laid, and all are turned up
    party.table.until(lambda: party.table.number > number)
    party.table.sees('#dialog-lines [data-slot="lost"]', "Ann (1), Bob (1), and Clémentine (1)")
    party.table.sees('#dialog-lines [data-slot="asks"]', "the phones are asked first")
    party.table.tap('#dialog-lines [data-action="undo-to"]')
    for phone in party.phones:
        phone.sees("#consent", "Choices that are lost: Ann (1), Bob (1), and Clémentine (1).")
        expect(phone.page.locator('#consent [data-agree="yes"]')).to_be_in_viewport(ratio=1)
        phone.tap('#consent [data-agree="yes"]')
    for screen in (ann, bob):
        screen.scene("choose")
        screen.sees('[data-part="settled"]', "Choices that are lost: Ann (1), Bob (1), and Clémentine (1).")
    party.table.sees(".note", "Choices that are lost: Ann (1), Bob (1), and Clémentine (1).")
    party.table.tap('[data-action="redo"]')
    party.table.until(lambda: party.table.view["view"]["phase"] != "choose")


def test_a_line_in_the_story_beside_the_table_leads_there(windows):
    party = choosing(windows)
    party.lay(0, "in")
    party.table.page.locator('[data-part="story"] [data-action="open-lines"]').last.click()
    pressed = party.table.page.locator('#dialog-lines [aria-pressed="true"]')
    expect(pressed).to_be_visible()
    party.table.sees('#dialog-lines [data-slot="what"]', "taken back")
    party.table.tap('#dialog-lines [data-action="undo-to"]')
    party.table.sees(".note", "taken back")


def test_computer_players_wait_while_something_can_be_brought_back(windows):
    party = Party(windows, ("Ann",)).open_table(LAPTOP).join()
    for _computer in range(2):
        party.table.tap('[data-action="add-computer"] >> nth=0')
    party.begin()
    party.grab(0)
    party.type_dice(2, 2, 3, 4, 5)
    party.table.until(lambda: party.table.view["view"]["awaiting"] == [0])
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('[data-action="open-lines"][data-part="lines"]')
    party.table.page.locator("#dialog-lines li button").nth(-2).click()
    party.table.tap('#dialog-lines [data-action="undo-to"]')
    party.table.until(lambda: party.table.view["view"]["awaiting"] == [0, 1, 2])
    party.table.sees('[data-part="play-on"]', "The computer players wait a moment.")
    party.table.sees('[data-part="redo"]', "Bring back")
    party.table.tap('[data-action="play-on"]')
    party.table.until(lambda: party.table.view["view"]["awaiting"] == [0])
    expect(party.table.page.locator('[data-part="redo"]')).to_be_hidden()


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_nothing_moves_when_something_can_be_brought_back_and_what_is_said_of_it_covers_no_action(windows, language):
    party = Party(windows, ("Ann",), language=language).open_table(LAPTOP).join()
    table = party.table
    for _computer in range(2):
        table.tap('[data-action="add-computer"] >> nth=0')
    party.begin()
    party.grab(0)
    party.type_dice(1, 1, 3, 4, 5)
    table.until(lambda: table.view["view"]["awaiting"] == [0])
    table.page.evaluate(AT_REST)
    board = table.page.locator(".board")
    lay = board.bounding_box()
    expect(table.page.locator('[data-part="goal"] [data-slot="text"]')).to_be_visible()
    table.tap('[data-action="undo"]')
    table.tap('#dialog-go-on [data-action="go-on"]')
    table.sees('[data-part="redo"]')
    table.sees(".note")
    table.page.evaluate(AT_REST)
    assert board.bounding_box() == lay
    note = table.page.locator(".note").first.bounding_box()
    row = board.locator(".row").first.bounding_box()
    assert note["y"] + note["height"] < row["y"] + row["height"] / 2
    assert table.page.evaluate(COVERED, False) == []
    party.type_dice(1, 1, 3, 4, 5)
    party.lay(0, "chance_it")
    table.sees(".guide-card")
    card = table.page.locator('.mat-guide [data-guide="chance_it"]').first
    card.wait_for()
    assert card.evaluate(INSIDE), "the words stand inside the card"


# Whether all letters on a card are inside its frame, with room at both sides.
INSIDE = """(card) => {
  const range = document.createRange();
  range.selectNodeContents(card.querySelector("span").firstChild);
  const frame = card.getBoundingClientRect();
  return [...range.getClientRects()].every(({ left, right }) => left > frame.left + 5 && right < frame.right - 5);
}"""


def test_the_hosts_phone_is_the_remote(windows):
    party = Party(windows).open_table(LAPTOP).join(sizes=(SMALL_PHONE,))
    bob = party.phones[1]
    expect(bob.page.locator(".scene [data-host]")).to_be_hidden()
    party.table.tap('[data-action="open-person"] >> nth=1')
    party.table.page.locator('[data-setting="remote"]').check()
    party.table.page.keyboard.press("Escape")
    bob.tap(".scene [data-host]")
    bob.fits()
    bob.tap('[data-action="host-move"]')  # begins
    bob.page.keyboard.press("Escape")
    party.grab(0)
    party.phase("roll")
    bob.tap(".peeks [data-host]")
    bob.tap('#sheet-host [data-action="host-move"]')  # rolls
    party.phase("choose")
    bob.tap('[data-do="pause"]')
    party.table.sees('[data-part="paused"]')
    bob.tap('[data-do="pause"]')
    new_phone = windows.open()
    new_phone.go(f"/{party.code}")
    new_phone.page.locator('form[action$="/ask"]').get_by_text("Ann").first.click()
    bob.tap('[data-do="allow"]')
    new_phone.scene("choose")
    bob.tap('[data-do="end"]')
    bob.sees('[data-do="end"]', "Tap again")
    bob.tap('[data-do="end"]')
    bob.scene("lobby")
    party.table.scene("lobby")


def test_a_tv_becomes_the_big_screen_by_its_six_digits(windows):
    party = Party(windows).open_table(LAPTOP).join()
    tv = windows.open(TV)
    tv.go("/")
    tv.tap('a[href="/tv"]')
    expect(tv.page.locator(".tv-code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    assert ask_axe(tv).violations_count == 0
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('[data-dialog="tv"]')
    party.table.page.locator("#dialog-tv [name=code]").fill(tv.page.locator(".tv-code").inner_text())
    party.table.page.keyboard.press("Enter")
    party.table.sees('#dialog-tv [data-slot="said"]', "The TV shows this table now.")
    tv.scene("lobby")
    tv.tap('[data-action="begin"]')
    for screen in (party.table, tv):
        screen.scene("play")


def test_all_new_phones_are_let_in_by_one_tap(windows):
    party = choosing(windows)
    new = [windows.open() for _name in party.names[:2]]
    for phone, name in zip(new, party.names, strict=False):
        phone.go(f"/{party.code}")
        phone.page.locator('form[action$="/ask"]').get_by_text(name).first.click()
        phone.scene("asking")
    party.table.sees('[data-action="allow-all"]', "Let all in (2)")
    party.table.tap('[data-action="allow-all"]')
    for phone in new:
        phone.scene("choose")
