"""The coach on the phones: a sheet with each choice, its chance and why, in both games and at two tables at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import PHONE, SMALL_PHONE, Party

COACH = "#sheet-coach"
THREE = [
    *(("en-GB", "What would you do?", "OUT keeps you alive: taking part costs your last heart in 1 of 5 ways"),),
    *(("fr-FR", "Que ferais-tu\u202f?", "OUT te sauve\u202f: participer te coûte ton dernier cœur dans 1 cas sur 5"),),
    *(("de-DE", "Was würdest du tun?", "OUT rettet dich: Dabei zu sein kostet dein letztes Herz in 1 von 5 Fällen"),),
]


def let_ask(party):
    """The host switches it on, in the menu."""
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('label:has([data-setting="coach"])')
    party.table.until(lambda: party.table.view["table"]["coach"])
    party.table.page.keyboard.press("Escape")


def ask(phone):
    """The button is quiet as long as there is nothing to choose."""
    expect(phone.page.locator("[data-coach]")).to_have_attribute("aria-disabled", "false")
    phone.tap("[data-coach]")
    phone.sees(f"{COACH} .coach-choice")


@pytest.mark.parametrize(("language", "title", "reason"), THREE)
def test_it_says_the_chance_of_each_guide_card_and_what_OUT_saves(windows, language, title, reason):
    party = (
        Party(windows, ("Ann", "Bob", "Cy"), language=language, hearts=5).open_table().join(sizes=(SMALL_PHONE, PHONE))
    )
    ann, bob, _cy = party.phones
    expect(ann.page.locator("[data-coach]")).to_have_count(0)
    let_ask(party)
    party.begin()
    party.grab(0)
    expect(ann.page.locator("[data-coach]")).to_have_attribute("aria-disabled", "true")
    party.type_dice(1, 3, 3, 5, 6)
    ann.scene("choose")
    ask(ann)
    ann.sees(f"{COACH} h2", title)
    ann.sees(f"{COACH} .coach-choice", reason)
    expect(ann.page.locator(f"{COACH} .coach-choice")).to_have_count(3)
    expect(ann.page.locator(f"{COACH} .coach-chance b")).to_have_count(3)
    check(ann)
    # What it names is selected by a tap, and is still to be confirmed.
    ann.tap(f"{COACH} .coach-choice:has-text('OUT') >> nth=0")
    expect(ann.page.locator(COACH)).to_be_hidden()
    ann.sees('[data-action="select"][data-key="out"][aria-pressed="true"]')
    ann.tap('[data-part="confirm"] [data-action="confirm"]')
    # The others lay, and the sheet of whoever has it open goes with the question.
    ask(bob)
    party.lay(2, "out")
    expect(bob.page.locator(f"{COACH} .coach-choice")).to_have_count(3)
    let_not_ask(party)
    expect(bob.page.locator("[data-coach]")).to_be_hidden()


def test_whoever_has_one_heart_left_finds_first_what_keeps_it(windows):
    party = Party(windows, ("Ann", "Bob", "Cy"), hearts=1).open_table().join(sizes=(SMALL_PHONE,))
    ann = party.phones[0]
    let_ask(party)
    party.begin()
    party.grab(0)
    party.type_dice(1, 3, 3, 5, 6)
    ann.scene("choose")
    ask(ann)
    choices = ann.page.locator(f"{COACH} .coach-choice")
    expect(choices.first).to_contain_text("OUT keeps you alive")
    expect(choices.first).to_contain_text("If all 3 are OUT, you lose your last heart.")
    figures = choices.locator(".coach-chance b").all_inner_texts()
    best = ann.page.locator(f"{COACH} .is-best")
    expect(best).to_have_count(int(figures[0] != figures[1]))
    expect(choices.locator(".coach-chance small")).to_contain_text(["in"] * 3)


def let_not_ask(party):
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('label:has([data-setting="coach"])')
    party.table.until(lambda: not party.table.view["table"]["coach"])
    party.table.page.keyboard.press("Escape")


def test_in_the_market_it_weighs_buying_and_discarding(windows):
    party = Party(windows, ("Ann", "Bob", "Cy")).open_table().join(sizes=(SMALL_PHONE, PHONE))
    ann = party.phones[0]
    let_ask(party)
    party.begin()
    party.grab(0)
    party.type_dice(6, 6, 4, 4, 5)
    party.lay_all("in", "in", "out")
    ann.scene("market")
    ask(ann)
    assert ann.page.locator(f"{COACH} .coach-choice").count() >= 5
    check(ann)
    ann.tap(f"{COACH} .coach-choice >> nth=0")
    ann.sees('[data-part="stage"] [data-action="select"][aria-pressed="true"]')
    ann.tap(f'[data-part="confirm"] [data-choice="{"buy" if is_purchase(ann) else "discard"}"]')
    ann.until(lambda: 0 not in ann.view["view"]["awaiting"])
    expect(ann.page.locator(COACH)).to_be_hidden()
    expect(ann.page.locator(f"{COACH} .coach-choice")).to_have_count(0)


def is_purchase(phone):
    return phone.page.locator('[data-choice="buy"][aria-disabled="false"]').count() > 0


def test_in_second_chance_it_shows_the_best_places_at_two_tables_at_once(windows):
    parties = []
    for size, language in ((SMALL_PHONE, "en-GB"), (PHONE, "de-DE")):
        party = Party(windows, ("Ann", "Bob"), language=language).open_table(game="second_chance").join(sizes=(size,))
        let_ask(party)
        party.begin()
        parties.append(party)
    for party in parties:
        ask(party.phones[0])
    for party, word in zip(parties, ("stay empty", "bleiben leer"), strict=True):
        ann = party.phones[0]
        ann.sees(f"{COACH} .coach-choice", word)
        assert 1 <= ann.page.locator(f"{COACH} .coach-choice").count() <= 4
        expect(ann.page.locator(f"{COACH} .coach-chance b")).to_have_count(0)
        check(ann)
        ann.tap(f"{COACH} .coach-choice >> nth=0")
        expect(ann.page.locator('[data-part="confirm-button"]')).to_have_attribute("aria-disabled", "false")
        number = ann.view["number"]
        ann.tap('[data-part="confirm-button"]')
        ann.until(lambda ann=ann, number=number: ann.view["number"] > number)
        expect(party.phones[1].page.locator(COACH)).to_be_hidden()


def test_whoever_is_new_has_a_coach_in_the_first_game(windows):
    party = Party(windows, ("Ann", "Bob", "Cy")).open_table().join()
    party.table.tap('[data-action="introduce"]')
    party.table.sees("dialog.introduction")
    party.table.tap("dialog.introduction footer button")
    party.table.until(lambda: party.table.view["view"])
    assert party.table.view["table"]["coach"] is True
    party.phones[0].sees("[data-coach]")
