"""In every engine: a phone and a big screen join, play a round of each game, drag a Tile, sleep, come back, reload."""

import itertools
import time

import pytest

from tests.engines.driving import BIG_SCREEN, PATIENCE, PHONE

STANDS = "[location.href, document.visibilityState, document.body.dataset.scene, document.body.innerText].join(' ')"


@pytest.fixture(scope="module")
def screens(window):
    """The same two for both games: opening windows takes long."""
    return window(BIG_SCREEN), window(PHONE)


def begin(screens, game):
    """As people do it: the start page, the door, a computer player for the other chair."""
    table, phone = screens
    table.go("/")
    table.tap(f'button[name="game"][value="{game}"]:not([formaction])')
    table.scene("lobby")
    assert table.run("isSecureContext") is False
    code = table.run("location.pathname.split('/')[1]")
    phone.go(f"/{code}")
    phone.until("document.querySelector('.join input[name=name]').value = 'Ann'")
    phone.tap(".join button")
    phone.scene("lobby")
    table.tap('[data-action="add-computer"]')
    table.until("/2/.test(document.querySelector('[data-part=seats-title]').textContent)")
    table.tap('[data-dialog="menu"]')
    table.until("document.querySelector('input[name=pace][value=instant]').click() ?? true")
    table.tap("#dialog-menu [data-action=close-dialog]")
    table.tap('[data-action="begin"]')
    table.until("document.body.dataset.scene !== 'lobby'")
    return table, phone


def sleep_and_come_back(phone, *scenes):
    """Another page in front, another page in its place, and loaded anew: each time all is as it was."""
    phone.cover()
    phone.until("document.visibilityState === 'hidden'")
    phone.uncover()
    phone.until("document.visibilityState === 'visible'")
    phone.scene(*scenes)
    phone.until("document.querySelector('[data-part=offline]').hidden")
    phone.go("/rules/chance_it")
    phone.back()
    phone.until("location.pathname.length === 5")
    phone.scene(*scenes)
    phone.reload()
    phone.scene(*scenes)
    phone.until("document.querySelector('[data-part=offline]').hidden")


def test_a_round_of_chance_it(screens):
    table, phone = begin(screens, "chance_it")
    until = time.monotonic() + 2 * PATIENCE
    has_slept = False
    # The dice are real: with bad luck the first round is the last, and with quick taps the second one is over before
    # anybody has looked.
    while not table.run("Number(/\\d+/.exec(document.querySelector('[data-part=round]').textContent)) > 1") and (
        phone.run("document.body.dataset.scene") != "over"
    ):
        assert time.monotonic() < until, [screen.run(STANDS) for screen in screens]
        scene = phone.run("document.body.dataset.scene")
        if scene == "choose" and not has_slept:
            sleep_and_come_back(phone, "choose")
            has_slept = True
        for what in ('[data-part="stage"] [data-action="select"]', '[data-part="confirm"] [data-action="confirm"]'):
            phone.tap_if_there(f'[data-scene="{scene}"] {what}:not([aria-disabled="true"])')
    assert has_slept


def test_a_round_of_second_chance_with_tiles_dragged(screens):
    _table, phone = begin(screens, "second_chance")
    for scene, round_told in (("start", "1"), ("draw", "2")):
        phone.scene(scene)
        if scene == "start":
            sleep_and_come_back(phone, "start")
        drag_onto(phone, 4, 4)
        draw(phone, until=f"/{round_told}/.test(document.querySelector('[data-slot=round]').textContent)")


def square(row, column):
    return f'[data-part="paper"] [data-row="{row}"][data-column="{column}"]'


def drag_onto(phone, row, column):
    """Out of the hand onto the paper."""
    phone.drag(
        phone.place('[data-part="tray"] [data-tile]'), phone.place(square(0, 0)), phone.place(square(row, column))
    )
    phone.until("!document.querySelector('[data-part=paper]').classList.contains('is-dragging')")
    phone.until("document.querySelector('[data-part=confirm-button].is-bad, [aria-disabled=false]') !== null")


def draw(phone, until):
    """Where it may lie, found by trying."""
    for _turn, (row, column) in itertools.product(range(4), itertools.product(range(2, 7), repeat=2)):
        if phone.run("document.querySelector('[data-part=confirm-button]').ariaDisabled") == "false":
            phone.tap('[data-part="confirm-button"]')
            phone.until(until)
            return
        phone.tap(square(row, column))
        if (row, column) == (6, 6):
            phone.tap('[data-action="turn"]')
    raise AssertionError("it fits nowhere")
