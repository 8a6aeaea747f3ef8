"""Fair dice as people see them: the promise, the cup, typed-in dice, taking back a reveal; and a truthful socket."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from rules.luck import Luck, commitment
from tests.browser.test_every_screen import ask_axe, check
from tests.browser.test_second_chance import SMALL, draw
from tests.browser.windows import NAMES, PHONE, SMALL_PHONE, TV, Party

ASK = "[data-fair]:visible"
FAIR = '[data-luck] .verdict [data-kind="good"]'
JUDGE = """async ([luck, game]) => {
  const { judge } = await import(luck);
  return judge(game);
}"""


def judge_module(window):
    """The address of what pages load only after a game; its name has a hash, which the page's script knows."""
    return window.page.evaluate(
        r"""async () => {
          const script = document.querySelector("script[type=module]").src;
          const [, found] = (await (await fetch(script)).text()).match(/"([^"]*[/]verdict[.][^"]*)"/);
          return new URL(found, script).href;
        }"""
    )


def promise_on(window):
    return window.page.evaluate("document.querySelector('[data-luck] [data-slot=short]').textContent")


def frames(window, type):
    return [json.loads(frame) for frame in window.frames if frame.startswith(f'{{"type":"{type}"')]


def roll(party):
    """The screen rolls; who takes part and what comes of it is not looked at here."""
    party.phase("roll")
    party.table.sees('[data-action="roll"]')
    party.table.tap('[data-action="roll"]')
    party.phase("choose")


def play_to_the_end(party):
    """A drawn roll, then four 4s that somebody has typed in."""
    party.grab(0)
    roll(party)
    party.lay_all(*["out"] * len(party.phones))
    party.phase("roll")
    party.type_dice(4, 4, 4, 4, 4)
    party.lay_all(*["in"] * len(party.phones))
    party.phase("over")
    party.table.scene("podium")
    for phone in party.phones:
        phone.scene("over")


# The modules against the rules


def test_every_draw_is_made_as_the_rules_make_it(windows):
    party = Party(windows).open_table()
    judge = judge_module(party.table)
    chance = random.Random(7)
    for _game in range(5):
        seed, draws = chance.randbytes(32).hex(), []
        for number in range(60):
            salt = ".".join(chance.randbytes(16).hex() for _device in range(chance.randrange(4)))
            luck = Luck(seed, salt)
            if chance.random() < 0.5:
                again = chance.sample(range(1, 7), chance.randrange(4))
                made_from = {"dice": chance.randrange(1, 6), "again": again}
                gave = [luck.throw(number, made_from["dice"], again)]
            else:
                piles = [[f"m{thing}" for thing in range(chance.choice([0, 1, 2, 30, 300]))] for _pile in range(2)]
                made_from, gave = {"piles": piles}, luck.shuffle(number, *piles)
            draw = {"number": number, "entry": 10 + number, "do": "roll", "salt": salt, "typed": False}
            draws.append(draw | {"made_from": made_from, "gave": gave})
        game = {"seed": seed, "draws": draws, "promise": {"commitment": commitment(seed), "at": 5}}
        judged = party.table.page.evaluate(JUDGE, [judge, game | {"thrown": {}, "seen": {}}])
        assert (judged["isKept"], judged["differing"], judged["checked"]) == (True, [], 60)
        draws[7] |= {"gave": [*draws[7]["gave"], []]}
        judged = party.table.page.evaluate(JUDGE, [judge, game | {"thrown": {}, "seen": {}}])
        assert [draw["number"] for draw in judged["differing"]] == [7]


# The promise and the cup


def test_the_promise_is_the_same_on_all_screens_from_the_lobby_on(windows):
    party = Party(windows).open_table().join(sizes=(SMALL_PHONE, PHONE))
    spectator = windows.open(TV)
    spectator.go(f"/{party.code}/watch")
    spectator.scene("lobby")
    everybody = [party.table, spectator, *party.phones]
    for window in everybody:
        window.sees("[data-scene-of=lobby] [data-promise], .lobby [data-promise]")
    (promised,) = {promise_on(window) for window in everybody}
    assert re.fullmatch("([0-9a-f]{4} ){3}[0-9a-f]{4}", promised)
    party.phones[0].tap(".lobby [data-promise]")
    party.phones[0].sees("#sheet-luck", promised)
    check(party.phones[0])
    party.phones[0].page.keyboard.press("Escape")
    party.table.tap("[data-scene-of=lobby] [data-promise]")
    check(party.table)
    party.table.page.keyboard.press("Escape")
    party.begin()
    assert {promise_on(window) for window in everybody} == {promised}
    party.phones[0].tap('[data-sheet="menu"]')
    party.phones[0].sees("#sheet-menu [data-promise]", promised)
    party.table.tap('[data-dialog="menu"]')
    party.table.sees("#dialog-menu [data-promise]", promised)
    spectator.scene("play")
    spectator.sees(".bar [data-promise]", promised)


def test_after_the_game_every_phone_says_in_words_that_it_was_fair(windows):
    party = Party(windows, stars_to_win=1).open_table().join(sizes=(SMALL_PHONE, PHONE, (390, 844))).begin()
    play_to_the_end(party)
    for phone in party.phones:
        phone.tap(ASK)
        phone.sees(FAIR, "Fair: all 2 rolls and shuffles follow from the promise made before the game.")
        phone.sees(FAIR, "Your phone had a hand in all of them.")
        phone.sees("[data-luck] .verdict", "1 roll was typed in")
        phone.fits()
    party.table.tap(ASK)
    party.table.sees(FAIR, "This screen had a hand in all of them.")
    check(party.table)
    check(party.phones[0])
    salts = [drawn["salt"].split(".") for drawn in frames(party.phones[0], "draws")[0]["draws"]]
    assert [len(salt) for salt in salts[:2]] == [4, 4], "three phones and the game-master screen"
    party.phones[0].sees("#sheet-luck [data-slot=seed]", party.phones[0].view["table"]["seed"])
    # A reload forgets nothing.
    party.phones[1].page.reload()
    party.phones[1].tap(ASK)
    party.phones[1].sees(FAIR, "Your phone had a hand in all of them.")


def test_a_device_that_came_late_says_what_it_cannot_know(windows):
    party = Party(windows, stars_to_win=1).open_table().join().begin()
    play_to_the_end(party)
    spectator = windows.open(TV)
    spectator.go(f"/{party.code}/watch")
    spectator.scene("podium")
    spectator.tap(ASK)
    spectator.sees("[data-luck]", "All 2 rolls and shuffles follow from the seed.")
    spectator.sees("[data-luck]", "knows of no promise")
    spectator.page.keyboard.press("Escape")
    spectator.page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    spectator.fits()


def test_alone_the_three_shuffles_are_checked_too(windows):
    party = Party(windows, NAMES[:1]).open_table(box=SMALL, game="second_chance").join().begin()
    (phone,) = party.phones
    for _step in range(60):
        view = phone.view["view"]
        if view["phase"] == "over":
            break
        if view["phase"] == "shuffle":
            phone.scene("next")
            number = phone.view["number"]
            phone.tap('[data-part="confirm-button"]')
            phone.until(lambda number=number: phone.view["number"] > number)
        else:
            phone.scene("start", "draw", "second_chance", "bonus")
            draw(phone)
    phone.scene("over")
    phone.tap(ASK)
    phone.sees(FAIR, "Fair: all 3 shuffles follow from the promise made before the game.")
    phone.sees(FAIR, "Your phone had a hand in all of them.")


# What is not fair is found out


TAMPERED = (
    ('"draws"][1]["gave"] = [[6, 6, 6, 6, 6]]', "NOT fair: this does not follow from the seed: roll of round 1."),
    ('"draws"][1]["number"] = 0', "NOT fair: this does not follow from the seed: roll of round 1."),
    ('"seed"] = "ab" * 32', "NOT fair"),
)


def test_a_tampered_answer_is_found_out(windows):
    """Three phones are lied to, each in another way, and one is not."""
    party = Party(windows, NAMES[:4], stars_to_win=1).open_table().join()
    *victims, honest = party.phones

    def lie(socket, tamper):
        server = socket.connect_to_server()

        def pass_on(frame):
            message = json.loads(frame)
            if message["type"] == "draws":
                exec(f"message[{tamper}")
                frame = json.dumps(message)
            socket.send(frame)

        server.on_message(pass_on)

    for victim, (tamper, _words) in zip(victims, TAMPERED, strict=True):
        victim.page.route_web_socket(re.compile("/ws/"), lambda socket, tamper=tamper: lie(socket, tamper))
        victim.reload()
        victim.scene("lobby")
    party.begin()
    play_to_the_end(party)
    for victim, (_tamper, words) in zip(victims, TAMPERED, strict=True):
        victim.sees('[data-unfair] [data-kind="bad"]', words)
    honest.tap(ASK)
    honest.sees(FAIR, "Fair")


def test_what_a_device_knows_decides(windows):
    """The judge alone, with a game that was drawn fairly and then changed in one thing each."""
    party = Party(windows).open_table()
    judge = judge_module(party.table)
    seed, mine, other = "5e" * 32, "aa" * 16, "bb" * 16
    draws = []
    for number, salt in enumerate([f"{mine}.{other}", other, ""]):
        gave = [Luck(seed, salt).throw(number, 5)]
        draws.append(
            {
                "number": number,
                "entry": 10 + number,
                "do": "roll",
                "salt": salt,
                "typed": False,
                "made_from": {"dice": 5},
                "gave": gave,
            }
        )
    game = {"seed": seed, "draws": draws, "promise": {"commitment": commitment(seed), "at": 5}}
    game |= {"thrown": {"0": [mine, "cc" * 16], "1": [mine[::-1]]}, "seen": {"10": draws[0]["gave"][0]}}

    def judged(**changes):
        return party.table.page.evaluate(JUDGE, [judge, game | changes])

    fair = judged()
    assert (fair["isKept"], fair["differing"], fair["checked"], fair["hand"], fair["early"]) == (True, [], 3, 1, 0)
    assert judged(thrown={"1": ["cc" * 16]})["late"] == [draws[1]]
    assert judged(promise={"commitment": commitment("other"), "at": 5})["isKept"] is False
    assert judged(promise={"commitment": commitment(seed), "at": 11})["early"] == 2
    assert judged(promise=None)["isKept"] is None
    assert judged(draws=[draws[0], draws[2]])["differing"] == [draws[2]]
    assert judged(seen={"10": [1, 1, 1, 1, 1]})["differing"] == [draws[0]]
    typed = draws[1] | {"typed": True, "gave": [[6, 6, 6, 6, 6]]}
    assert judged(draws=[draws[0], typed, draws[2]])["typed"] == 1
    assert judged(draws=[draws[0], typed, draws[2]])["differing"] == []


# Typed-in dice


def test_typed_in_dice_are_marked_where_dice_are_told(windows):
    party = Party(windows).open_table().join(sizes=(SMALL_PHONE, PHONE)).begin()
    party.grab(0)
    roll(party)
    phone = party.phones[0]
    phone.scene("choose")
    expect(phone.page.locator(".dice .typed-mark")).to_have_count(0)
    expect(party.table.page.locator('[data-part="typed-dice"]')).to_be_hidden()
    party.lay_all("out", "out", "out")
    party.phase("roll")
    party.type_dice(2, 2, 4, 5, 5)
    phone.scene("choose")
    phone.sees(".dice .typed-mark", "typed in")
    party.table.sees('[data-part="typed-dice"]', "typed in")
    phone.tap('nav [data-sheet="story"]')
    rolls = phone.page.locator("#sheet-story li", has_text="2, 2, 4, 5")
    expect(rolls).to_contain_text("Typed in.")
    expect(phone.page.locator("#sheet-story .typed-mark")).to_have_count(1)
    expect(party.table.page.locator('[data-part="story"] .typed-mark')).to_have_count(1)


# Taking back what was revealed


def revealed(windows):
    """Everybody's guide cards were turned, and the game master wants to take the last one back."""
    party = Party(windows).open_table().join(sizes=(SMALL_PHONE, PHONE)).begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    party.lay_all("in", "in", "out")
    party.phase("roll")
    party.table.tap('[data-action="undo"]')
    for phone in party.phones:
        phone.sees("#consent", "guide card (Clémentine)")
    party.table.sees(".is-asked", "The phones are asked")
    return party


def test_a_reveal_is_taken_back_when_all_agree(windows):
    party = revealed(windows)
    for phone in party.phones:
        phone.fits()
        phone.tap('[data-agree="yes"]')
        expect(phone.page.locator("#consent")).to_be_hidden()
    party.phase("choose")
    party.phones[2].scene("choose")
    expect(party.table.page.locator(".is-asked")).to_have_count(0)


def test_one_no_leaves_everything_as_it_is(windows):
    party = revealed(windows)
    for window in (party.phones[0], party.table):
        assert ask_axe(window).violations_count == 0
    party.phones[0].tap('[data-agree="yes"]')
    number = party.table.view["number"]
    party.phones[1].tap('[data-agree="no"]')
    party.table.sees(".note.is-refusal", "have not agreed")
    assert party.table.view["number"] == number
    assert party.table.view["view"]["phase"] == "roll"
    expect(party.table.page.locator(".is-asked")).to_have_count(0)


def test_a_table_may_choose_not_to_be_asked(windows):
    party = Party(windows).open_table().join()
    party.table.tap('[data-dialog="menu"]')
    party.table.page.locator('[data-setting="consent"]').uncheck()
    party.table.until(lambda: party.table.view["table"]["consent"] is False)
    party.table.page.keyboard.press("Escape")
    party.begin()
    party.table.tap('[data-dialog="menu"]')
    expect(party.table.page.locator('[data-setting="consent"]')).to_be_hidden()
    party.table.page.keyboard.press("Escape")
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    party.lay_all("in", "in", "out")
    party.phase("roll")
    party.table.tap('[data-action="undo"]')
    party.phase("choose")
    assert not frames(party.phones[0], "consent")


def test_after_the_end_taking_back_begins_a_game_with_a_fresh_promise(windows):
    party = Party(windows, stars_to_win=1).open_table().join().begin()
    play_to_the_end(party)
    before = promise_on(party.phones[0])
    party.table.tap('[data-action="undo"]')
    party.table.sees("#dialog-go-on", "with a fresh promise")
    check(party.table)
    party.table.tap('[data-action="go-on"]')
    for phone in party.phones:
        phone.tap('[data-agree="yes"]')
    party.phase("choose")
    party.phones[2].scene("choose")
    party.table.scene("play")
    assert promise_on(party.phones[0]) == promise_on(party.table) != before
    party.lay(2, "in")
    party.phase("over")
    party.phones[0].scene("over")
    party.phones[0].tap(ASK)
    party.phones[0].sees(FAIR, "Fair: the one shuffle follows")
    party.phones[0].sees("[data-luck]", "belongs to the earlier game")


# A truthful socket


def between(window, from_server=None, to_server=None):
    """Everything on this window's socket passes through these functions; one that gives None swallows it."""
    sockets = []
    passed = []

    def route(socket):
        server = socket.connect_to_server()
        sockets.append(socket)
        server.on_message(lambda frame: receive(socket, frame))
        socket.on_message(lambda frame: send(server, to_server(json.loads(frame), frame) if to_server else frame))

    def receive(socket, frame):
        send(socket, from_server(json.loads(frame), frame) if from_server else frame)
        passed.append(json.loads(frame)["type"])

    def send(where, frame):
        if frame is not None:
            where.send(frame)

    window.page.route_web_socket(re.compile("/ws/"), route)
    window.page.reload()
    window.until(lambda: "presence" in passed)
    return sockets


def test_a_command_that_nobody_knows_about_is_sent_again_and_stored_once(windows):
    party = Party(windows).open_table().join().begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    phone = party.phones[1]
    sent = []

    def to_server(message, frame):
        if message["type"] == "play":
            sent.append(message["id"])
            if len(sent) < 3:
                unknown = {"type": "unknown", "id": message["id"], "code": "unknown", "sentence": "?"}
                sockets[-1].send(json.dumps(unknown))
                # The first time it was stored all the same.
                return frame if len(sent) == 1 else None
        return frame

    def from_server(message, frame):
        return None if message["type"] == "done" and len(sent) < 3 else frame

    sockets = between(phone, from_server, to_server)
    phone.scene("choose")
    party.lay(1, "in")
    phone.scene("laid")
    phone.until(lambda: len(sent) == 3)
    assert len(set(sent)) == 1
    party.table.until(lambda: party.table.view["view"]["players"][1]["guide"] == "face_down")
    assert len([frame for frame in party.table.frames if '"guide_laid"' in frame]) == 1


@pytest.mark.parametrize(
    ("code", "is_final"), [("failed", False), ("busy", False), ("newer", False), ("removed", True)]
)
def test_who_is_sent_away_for_now_comes_back(windows, code, is_final):
    party = Party(windows).open_table().join()
    phone = party.phones[0]
    sockets = between(phone)
    phone.scene("lobby")
    count = len(sockets)
    sockets[-1].send(json.dumps({"type": "closed", "code": code, "sentence": "Away with you"}))
    if is_final:
        phone.scene("closed")
        phone.sees('[data-part="stage"]', "Away with you")
    else:
        phone.until(lambda: len(sockets) > count)
        expect(phone.page.locator('[data-part="offline"]')).to_be_hidden()
        phone.scene("lobby")
        assert re.search(r"\?seen=\d+$", sockets[-1].url)


def test_a_log_that_was_put_back_is_the_present_and_an_old_view_is_not(windows):
    party = Party(windows).open_table().join()
    phone = party.phones[0]
    sockets = between(phone)
    phone.scene("lobby")
    view = phone.view

    def show(name, **changes):
        players = [dict(player, name=name) for player in view["table"]["players"]]
        frame = view | {"table": view["table"] | {"players": players}} | changes
        sockets[-1].send(json.dumps(frame))

    show("Old", number=view["number"] - 1)
    show("New", number=view["number"] - 1, epoch="feed")
    expect(phone.page.locator('[data-part="stage"]')).to_contain_text("New")
    show("Older", number=view["number"] - 2, epoch="feed")
    show("Newer", number=view["number"], epoch="feed")
    expect(phone.page.locator('[data-part="stage"]')).to_contain_text("Newer")
    assert "Old" not in phone.page.locator('[data-part="stage"]').inner_text()


def test_a_story_in_pages_is_joined_and_a_refusal_leaves_nobody_waiting(windows):
    party = Party(windows).open_table().join().begin()
    party.grab(0)
    party.type_dice(2, 2, 4, 5, 5)
    phone = party.phones[0]
    asked = []

    def to_server(message, frame):
        if message["type"] != "story":
            return frame
        asked.append(message["since"])
        if len(asked) == 1:
            refused = {"type": "refused", "id": None, "code": "too_many", "sentence": "Too much"}
            sockets[-1].send(json.dumps(refused))
            return None
        return frame

    def from_server(message, frame):
        if message["type"] != "story" or len(message["entries"]) < 2:
            return frame
        return json.dumps(message | {"entries": message["entries"][:1], "more": True})

    sockets = between(phone, from_server, to_server)
    phone.scene("choose")
    phone.tap('nav [data-sheet="story"]')
    phone.sees("#sheet-story", "You roll 2, 2, 4, 5")
    assert asked[:2] == [0, 0]
    assert asked[1:] == sorted(set(asked[1:]))
    assert len(asked) > 3
