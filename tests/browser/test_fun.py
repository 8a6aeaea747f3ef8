"""Just for fun: guesses at what comes and reactions, for those who have nothing to do; and the host's switch."""

from playwright.sync_api import expect

from tests.browser.windows import PHONE, SMALL_PHONE, Party


def choose(phone, guide):
    phone.scene("choose")
    phone.tap(f'[data-action="select"][data-key="{guide}"]')
    phone.tap('[data-part="confirm"] [data-action="confirm"]')


def guess(phone, what, answer):
    phone.tap(f'.fun [data-action="guess"][data-what="{what}"][data-answer="{answer}"]')


def test_guesses_right_and_wrong_through_a_reveal_and_the_best_guesser_in_the_end(windows):
    party = Party(windows, ("Ann", "Bob", "Cy"), stars_to_win=5).open_table().join(sizes=(SMALL_PHONE, PHONE, PHONE))
    ann, bob, cy = party.phones
    party.begin(pace="fast")
    party.grab(0)
    party.type_dice(4, 4, 4, 4, 4)
    choose(ann, "in")
    choose(bob, "out")
    guess(ann, "taking_part", 2)
    guess(ann, "winner", 2)
    guess(bob, "taking_part", 3)
    ann.sees(".fun", "Your guess: 2.")
    ann.sees('.fun [data-action="react"]')
    ann.fits()
    expect(cy.page.locator(".fun:visible")).to_have_count(0)
    choose(cy, "in")
    party.phase("over")
    for window in (party.table, ann, bob):
        window.scene("podium", "over")
        window.sees('[data-slot="highlights"]', "Best guesser")
        window.sees('[data-slot="highlights"]', "Ann: 2 of 2")
    ann.sees(".fun", "Right! Your guess: Cy. Guessed right: 2 of 2.")
    bob.sees(".fun", "Your guess: 3. It came out as: 2.")
    ann.fits()
    bob.tap('[data-action="wish"]')
    bob.sees('[data-action="wish"]', "you want another game")
    party.table.sees(".note", "Bob wants another game!")
    expect(party.table.page.locator('[data-action="again"] [data-wish]')).to_have_count(1)
    party.table.tap('[data-action="again"]')
    bob.scene("lobby")
    expect(party.table.page.locator("[data-wish]")).to_have_count(0)


def test_a_reaction_flies_over_the_mat_and_is_seen_on_another_phone_and_the_host_can_switch_it_off(windows):
    party = Party(windows, ("Ann", "Bob", "Cy")).open_table().join(sizes=(PHONE, SMALL_PHONE, PHONE))
    _ann, bob, cy = party.phones
    party.begin(pace="slow")
    party.grab(0)
    cy.sees('.fun [data-action="react"]')
    # What is seen for a moment only is kept for whoever looks later.
    for window, where in ((party.table, "body"), (cy, ".fun-seen")):
        window.page.evaluate(
            """where => new MutationObserver((changes) => {
              for (const { addedNodes } of changes) for (const node of addedNodes) {
                const use = node instanceof HTMLSpanElement && node.querySelector('use[href^="#react-"]');
                if (use) document.body.dataset.seen = use.getAttribute("href");
              }
            }).observe(document.querySelector(where), { childList: true })""",
            where,
        )
    bob.tap('.fun [data-what="laugh"]')
    expect(bob.page.locator('.fun [data-what="laugh"]')).to_have_attribute("aria-disabled", "true")
    for window in (party.table, cy):
        expect(window.page.locator("body")).to_have_attribute("data-seen", "#react-laugh")
    party.table.tap('[data-dialog="menu"]')
    party.table.tap('label:has([data-setting="fun"])')
    for phone in (bob, cy):
        expect(phone.page.locator(".fun")).to_be_hidden()
    expect(party.table.page.locator('[data-setting="fun"]')).not_to_be_checked()
