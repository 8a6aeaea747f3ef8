"""Nobody waits for nobody: computer players roll, others roll for whoever does nothing, Skip carries all along."""

import json

from playwright.sync_api import expect

from tests.browser.windows import Party


def lay_in_as_asked(party, rounds):
    """Ann plays IN and takes whatever comes, until so many rounds are over. She never rolls for anybody else."""
    ann = party.phones[0]
    while ann.view["view"]["phase"] != "over" and ann.view["view"]["round"] <= rounds:
        ann.page.wait_for_function(
            "() => ['throw', 'choose', 'market', 'use', 'over', 'farewell'].includes(document.body.dataset.scene)"
        )
        scene = ann.page.evaluate("document.body.dataset.scene")
        number = ann.view["number"]
        if scene == "throw":
            ann.tap('[data-part="confirm"] [data-action="confirm"]')
        elif scene == "choose":
            party.lay(0, "in")
        elif scene == "market":
            party.buy_or_discard(0, "discard")
        elif scene == "use":
            ann.tap('[data-part="stage"] [data-action="select"] >> nth=0')
            ann.tap('[data-part="confirm"] [data-action="confirm"]')
        else:
            return
        ann.until(lambda number=number: ann.view["number"] > number)
        ann.page.wait_for_function("scene => document.body.dataset.scene !== scene", arg=scene)


def test_one_person_and_two_computer_players_play_on_although_nobody_presses_for_them(windows):
    party = Party(windows, ["Ann"], hearts=20).open_table().join()
    for _computer in range(2):
        party.table.tap('[data-action="add-computer"] >> nth=0')
    party.table.until(lambda: len(party.table.view["table"]["players"]) == 3)
    party.begin(pace="fast")
    party.grab(0)
    lay_in_as_asked(party, rounds=3)
    rolled = [entry for view in views(party.table) for entry in view["events"] if entry["do"] in ("roll", "reroll")]
    assert {entry["by"] for entry in rolled} == {1, 2, 3}, "each has rolled their own dice, and the host none"


def views(window):
    return [json.loads(frame) for frame in window.frames if frame.startswith('{"type":"view"')]


def test_skip_carries_all_screens_along_and_space_does_one_thing_at_a_time(windows):
    party = Party(windows, ["Ann", "Bob"]).open_table().join().begin(pace="slow")
    party.grab(0)
    table, bob = party.table, party.phones[1]
    table.sees('.moment [data-action="skip"]', "Skip")
    table.tap('.moment [data-action="skip"]')
    table.sees('[data-action="roll"]')
    expect(table.page.locator('.moment [data-action="skip"]')).to_be_hidden()
    bob.scene("wait")
    assert table.view["view"]["phase"] == "roll"
    table.page.wait_for_timeout(700)  # a second press for the same thing rolls nothing, so this is another one

    # The button that was clicked last does not keep the space bar for itself.
    table.tap('[data-action="toggle-sound"]')
    pressed = table.page.locator('[data-part="sound"]').get_attribute("aria-pressed")
    table.page.keyboard.press("Space")
    party.phase("choose")
    assert table.page.locator('[data-part="sound"]').get_attribute("aria-pressed") == pressed

    # Nor does one that opened a dialog, once that is closed.
    table.tap('[data-dialog="menu"]')
    table.sees("#dialog-menu")
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#dialog-menu")).to_be_hidden()
    table.page.wait_for_function("() => document.activeElement === document.body")

    # While the dice tumble it skips, and on the phones, too.
    table.sees('.moment [data-action="skip"]')
    table.page.keyboard.press("Space")
    table.page.keyboard.press("Space")
    for phone in party.phones:
        phone.scene("choose")
    expect(table.page.locator('.moment [data-action="skip"]')).to_be_hidden()
    assert table.view["view"]["phase"] == "choose"


def test_where_real_dice_are_rolled_the_phone_says_so_instead_of_offering_the_roll(windows):
    party = Party(windows, ["Ann", "Bob"]).open_table().join().begin()
    party.grab(0)
    ann = party.phones[0]
    ann.scene("throw")
    party.table.tap('[data-action="own-dice"]')
    ann.scene("wait")
    ann.sees('[data-part="stage"]', "The host types in what they show")
    expect(ann.page.locator('[data-part="confirm"]')).to_be_hidden()
    party.table.sees('[data-action="own-face"]')
    party.table.tap('[data-key="screen-rolls"]')
    ann.scene("throw")
