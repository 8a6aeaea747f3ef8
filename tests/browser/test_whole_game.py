"""From the QR code to the podium: one game-master screen and six phones play a whole game of Chance It."""

import json

import msgspec
from playwright.sync_api import expect

from rules import chance_it
from tests.browser.windows import NAMES, PHONE, SMALL_PHONE, Party

STAKES = msgspec.to_builtins(chance_it.house_box().stakes)
FOURS = {
    "name": "A box of cards for die 4",
    "cards": [{"id": f"m{number:02}", "when": "4", "price": 0, "coins": 1 + number % 2} for number in range(1, 25)],
    "stakes": STAKES,
}


def test_six_phones_play_a_whole_game(windows):
    party = Party(windows, NAMES, coins=8, hearts=4, stars_to_win=5).open_table(box=FOURS, by_hand=True)
    party.join(sizes=(PHONE, SMALL_PHONE, (390, 844), PHONE, (667, 375), PHONE), by_hand=True)
    ann, bob = party.phones[:2]
    party.begin()
    party.grab(0)

    # Two 6s: everybody takes part and has two turns in the market. Ann buys twice.
    party.type_dice(6, 6, 2, 2, 2)
    ann.scene("choose")
    ann.sees('[data-part="stage"]')
    party.lay_all("in", "in", "in", "in", "in", "in")
    for _six in range(2):
        party.buy_or_discard(0, "buy")
        for seat in range(1, 6):
            party.buy_or_discard(seat, "discard")
    party.phase("roll")
    assert len(ann.view["view"]["players"][0]["cards"]) == 2
    assert [player["hearts"] for player in ann.view["view"]["players"]] == [7] * 6

    # Everybody OUT: each puts a heart back.
    party.type_dice(2, 2, 5, 5, 5)
    party.lay_all(*["out"] * 6)
    party.phase("roll")
    assert [player["hearts"] for player in ann.view["view"]["players"]] == [6] * 6

    # Two CHANCE IT, and Ann has to choose between her two cards.
    party.type_dice(4, 5, 5, 2, 2)
    party.lay_all("chance_it", "chance_it", "in", "in", "in", "in")
    ann.scene("use")
    ann.tap('[data-part="stage"] [data-action="select"] >> nth=1')
    ann.tap('[data-part="confirm"] [data-action="confirm"]')
    party.phase("roll")
    assert ann.view["view"]["players"][0]["stars"] == 1

    # Ann and Bob are bound: their IN lies there from the start, and five 3s take their last hearts.
    assert [player["bound"] for player in ann.view["view"]["players"]] == [True, True, False, False, False, False]
    party.type_dice(3, 3, 3, 3, 3)
    ann.scene("laid")
    bob.scene("laid")
    party.lay_all(None, None, "out", "out", "out", "out")
    ann.scene("farewell")
    ann.tap('[data-action="watch-on"]')
    bob.scene("farewell")

    # The other four fill up on stars.
    party.phase("roll")
    party.type_dice(4, 4, 4, 4, 4)
    party.lay_all(None, None, "in", "in", "in", "in")
    party.phase("over")
    for window in [party.table, *party.phones]:
        window.scene("podium", "over")
        window.fits()
    assert party.table.view["view"]["result"] == {"winners": [2, 3, 4, 5], "why": "stars"}
    party.table.sees('[data-part="winners"]')
    party.table.sees('[data-part="ranking"] tr')
    party.table.sees('[data-part="chart"] svg')
    with party.table.page.expect_download() as download:
        party.table.tap('a.button[href$="/record.jsonl"]')
    assert download.value.suggested_filename.endswith(".jsonl")

    # And again, with the same seats.
    party.table.tap('[data-action="again"]')
    party.table.scene("lobby")
    ann.scene("lobby")


def test_R17_all_1s_and_their_row_are_lit_until_they_are_rerolled(windows):
    party = Party(windows).open_table().join().begin()
    party.grab(0)
    party.type_dice(1, 1, 4, 5, 5)
    party.lay_all(*["in"] * len(party.phones))
    party.phase("reroll")
    board = party.table.page.locator('[data-part="board"]')
    expect(board.locator('[data-row="1"].is-in-work')).to_be_visible()
    expect(board.locator(".is-in-work[data-row]")).to_have_count(1)
    expect(board.locator('[data-row="1"] .die.is-in-work')).to_have_count(2)
    expect(party.phones[1].page.locator('[data-part="dice"] .die.is-in-work')).to_have_count(2)


WATCH = """(place) => {
    window.seen = [];
    const look = () => {
        const shown = (one, token) => one.querySelector(`[data-slot="${token}"]`).textContent;
        const all = [...document.querySelectorAll(place)];
        const now = all.map((one) => `${shown(one, "coins")},${shown(one, "stars")}`).join(" ");
        if (now !== window.seen.at(-1)) window.seen.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Writes down what coins and stars are shown there, whenever that changes."""


def test_a_round_is_told_step_by_step_on_the_big_screen_and_on_a_phone(windows):
    """What is shown in between is what the events have set so far: the stakes, then action by action."""
    paid = 8 - chance_it.house_box().sheet(3).participants[2]
    party = Party(windows).open_table().join().begin(pace="fast")
    party.grab(0)
    party.type_dice(4, 5, 5, 2, 2)
    party.lay(0, "in")
    party.lay(1, "in")
    party.table.page.evaluate(WATCH, "[data-part=players] > *")
    party.phones[1].page.evaluate(WATCH, "[data-part=mine]")
    party.lay(2, "in")
    party.phones[1].scene("wait")  # real dice are rolled here, so there is nothing to throw
    party.table.sees('[data-action="own-face"]')
    steps = ["8,0", f"{paid},0", f"{paid},1", f"{paid + 2},1"]  # both 5s in one step
    assert party.phones[1].page.evaluate("window.seen") == steps
    assert party.table.page.evaluate("window.seen") == [" ".join([step] * 3) for step in steps]


def test_nothing_secret_is_in_any_page_or_frame(windows):
    party = Party(windows).open_table(by_hand=True).join(by_hand=True).begin()
    party.grab(1)
    party.type_dice(2, 2, 4, 5, 5)
    party.lay(0, "chance_it")
    for window in (party.table, party.phones[1]):
        window.until(lambda window=window: window.view["view"]["players"][0]["guide"] == "face_down")
        views = [json.loads(frame)["view"] for frame in window.frames if frame.startswith('{"type":"view"')]
        guides = {view["players"][0]["guide"] for view in views if view}
        assert guides == {None, "face_down"}
        assert '"seed":"' not in "".join(window.frames)
        keys = [cookie["value"] for other in windows.all for cookie in other.context.cookies() if "_" in cookie["name"]]
        assert len(keys) == 4
        page = window.page.content()
        assert not any(key in page or key in "".join(window.frames) for key in keys)
        assert "_" not in window.page.evaluate("document.cookie"), "scripts cannot read the keys"
