"""Everybody shakes the cup: nobody knows a roll before it is made, and anybody can check it afterwards."""

import asyncio
import contextlib
import json
import secrets
import subprocess
import sys
from hashlib import sha256

import pytest

from rules.luck import Luck, commitment
from tests.web.people import PATIENCE, ROOT, Party, Person, Screen

SHORT_GAME = json.dumps({"stars_to_win": 1})


class Cup:
    """A device that throws in its bits whenever it is asked, and remembers them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.thrown: dict[tuple[int, int], str] = {}
        self._task = asyncio.ensure_future(self._throw())

    async def _throw(self) -> None:
        await self.screen.send({"type": "cup"})
        looked = 0
        while True:
            await self.screen.until(lambda looked=looked: len(self.screen.messages) > looked or self.screen.is_closed)
            if self.screen.is_closed:
                return
            for message in self.screen.messages[looked:]:
                if message["type"] == "shake":
                    bits = secrets.token_hex(16)
                    self.thrown[message["game"], message["draw"]] = bits
                    await self.screen.send({"type": "throw", "ask": message["ask"], "bits": bits})
            looked = len(self.screen.messages)

    async def put_down(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError, TimeoutError):
            await self._task


@contextlib.asynccontextmanager
async def cups(*screens: Screen):
    held = [Cup(screen) for screen in screens]
    for screen in screens:  # a pong says that what was sent before has been taken up
        await screen.send({"type": "ping"})
    for screen in screens:
        await screen.until(lambda screen=screen: any(m["type"] == "pong" for m in screen.messages))
    try:
        yield held
    finally:
        for cup in held:
            await cup.put_down()


async def all_threw(held: list[Cup], draw: tuple[int, int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not all(draw in cup.thrown for cup in held):
            await asyncio.sleep(0.01)


def promise(screen: Screen) -> str | None:
    return [m for m in screen.messages if m["type"] == "welcome"][-1]["commitment"]


async def draws(screen: Screen) -> tuple[str, list[dict]]:
    found: list[dict] = []
    while True:
        asked = len(screen.messages)
        await screen.send({"type": "draws", "since": len(found)})
        page = await screen.until(
            lambda asked=asked: next((m for m in screen.messages[asked:] if m["type"] in ("draws", "refused")), None)
        )
        assert page["type"] == "draws", page
        found += page["draws"]
        if not page["more"]:
            return page["seed"], found


def made_again(seed: str, draw: dict) -> list[list]:
    luck, made_from = Luck(seed, draw["salt"]), draw["made_from"]
    if "piles" in made_from:
        return luck.shuffle(draw["number"], *made_from["piles"])
    return [luck.throw(draw["number"], made_from["dice"], made_from.get("again", ()))]


def verify(record: str, seed: str) -> tuple[int, list[dict]]:
    checked = subprocess.run(
        [sys.executable, "-m", "rules", "verify", "-", seed], input=record, capture_output=True, text=True, cwd=ROOT
    )
    return checked.returncode, [json.loads(line) for line in checked.stdout.splitlines()]


async def play_to_the_end(party: Party) -> None:
    while await party.step():
        pass


async def test_the_promise_is_shown_to_all_before_the_game_and_kept(server):
    party = Party(server).sit_down(options=SHORT_GAME)
    async with party.screens(), cups(*party.all) as held:
        before = promise(party.table)
        assert before is not None
        assert {promise(screen) for screen in party.all} == {before}
        assert party.table.table["seed"] is None
        await party.begin()
        assert promise(party.phones[0]) == before
        await play_to_the_end(party)
        seed, made = await draws(party.phones[1])
        assert sha256(seed.encode()).hexdigest() == before == commitment(seed)
        assert [draw["number"] for draw in made] == list(range(len(made)))
        for draw in made:
            assert draw["gave"] == made_again(seed, draw)
            assert len(draw["salt"].split(".")) == 4, "three phones and the game master's screen"
        for cup in held:
            for (game, number), bits in cup.thrown.items():
                assert game == 1
                assert bits in made[number]["salt"].split(".")
        order = [cup.thrown[1, 0] for cup in [*held[1:], held[0]]]
        assert made[0]["salt"] == ".".join(order), "in seat order, the game master last"
    _status, record = party.host.get(f"/{party.code}/record.jsonl")
    header = json.loads(record.splitlines()[0])
    assert header["salts"] == [draw["salt"] for draw in made]
    status, told = verify(record, seed)
    assert status == 0
    assert told[-1]["differing"] == 0
    assert told[-1]["commitment_ok"]


async def test_whoever_is_away_or_silent_is_not_waited_for(server):
    party = Party(server).sit_down()
    async with party.screens(), cups(party.phones[0]) as [cup]:
        await party.phones[1].send({"type": "cup"})  # and never answers
        await party.begin()
        assert (await party.table.play({"do": "roll"}))["type"] == "done"
        assert cup.thrown.keys() == {(1, 0), (1, 1)}


async def test_after_an_undo_the_first_bits_count(server):
    party = Party(server).sit_down()
    async with party.screens(), cups(*party.all) as held:
        await party.begin()
        assert (await party.table.play({"do": "roll"}))["type"] == "done"
        await party.agree()
        dice = party.table.game["dice"]
        _done, answer = await asyncio.gather(agree_when_asked(party, True), party.table.manage("undo"))
        assert answer["type"] == "done", "a roll that was seen is a reveal"
        await party.agree()
        assert (await party.phones[0].play({"do": "roll"}))["type"] == "done"
        await party.agree()
        assert party.table.game["dice"] == dice
        assert [len(cup.thrown) for cup in held] == [2] * 4, "nobody was asked again"


async def test_typed_in_dice_are_marked(server):
    party = Party(server).sit_down()
    async with party.screens():
        await party.begin()
        assert not party.table.table["typed_dice"]
        assert (await party.table.play({"do": "roll", "dice": [2, 2, 3, 4, 5]}))["type"] == "done"
        await party.agree()
        for screen in party.all:
            assert screen.table["typed_dice"] == 5
            assert screen.view["events"][-1]["typed"]
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        assert (await party.table.play({"do": "roll"}))["type"] == "done"
        await party.agree()
        assert not party.phones[0].table["typed_dice"]


async def test_a_phone_that_reloads_while_the_dice_tumble_is_told_of_them_as_the_others_are(server):
    """Its page brings what was seen before the roll, and then the roll as an event."""
    party = Party(server).sit_down()
    async with party.screens():
        await party.begin()
        assert (await party.table.play({"do": "roll", "dice": [2, 2, 3, 4, 5]}))["type"] == "done"
        await party.agree()

        def views_of(screen):
            path = f"/{screen.code}" if screen.role == "phone" else f"/{screen.code}/table"
            page = screen.person.get(path)[1]
            first = page.partition('id="first-messages" type="application/json">')[2].partition("</script>")[0]
            return [message for message in json.loads(first) if message["type"] == "view"]

        before, after = await asyncio.to_thread(views_of, party.phones[0])
        assert before["view"]["dice"] == []
        assert after["view"]["dice"] == [2, 2, 3, 4, 5]
        assert after["events"][-1]["events"][0]["event"] == "dice_rolled"
        assert before["number"] < after["number"] == party.table.number
        (only,) = await asyncio.to_thread(views_of, party.table)
        assert only["view"]["dice"] == [2, 2, 3, 4, 5]


async def end_by_stars(party: Party) -> None:
    """A correction, as a wrong tap or a cheat would make it, and then any action ends the game."""
    answer = await party.table.play({"do": "correct", "seat": 0, "token": "stars", "by": 40})
    assert answer["type"] == "done", answer
    await play_to_the_end(party)


async def test_a_game_that_goes_on_after_its_end_is_a_new_one_with_luck_of_its_own(server):
    """Otherwise a correction that ends the game, and an undo, would show every following roll."""
    party = Party(server).sit_down()
    async with party.screens(), cups(*party.all):
        await party.begin()
        assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
        first_promise = promise(party.table)
        await end_by_stars(party)
        first_seed = party.table.table["seed"]
        coins = [player["coins"] for player in party.table.game["players"]]
        asking = asyncio.ensure_future(agree_when_asked(party, True))
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        asking.cancel()
        assert party.table.table["status"] == "playing"
        assert party.table.table["games"] == 2
        assert party.table.table["seed"] is None
        assert promise(party.phones[0]) not in (None, first_promise)
        assert coins
        await play_to_the_end(party)
        seed, made = await draws(party.phones[0])
        assert seed != first_seed
        assert made[0]["do"] == "continued"
        for draw in made:
            assert draw["gave"] == made_again(seed, draw)
    _status, record = party.host.get(f"/{party.code}/record.jsonl")
    header = json.loads(record.splitlines()[0])
    continued = next(note for note in header["notes"] if note["what"] == "continued")
    assert continued["commitment"] == first_promise
    status, told = verify(record, seed)
    assert status == 0, told
    assert told[-1]["differing"] == 0
    assert told[-1]["continued"]


async def agree_when_asked(party: Party, yes: bool | None, time: int = 1) -> None:
    """All phones answer the question when it comes for the so many-th time."""
    for phone in party.phones:
        await phone.until(lambda phone=phone: len(questions(phone)) >= time)
        if yes is not None:
            await phone.send({"type": "agree", "ask": questions(phone)[time - 1]["ask"], "yes": yes})


def questions(screen: Screen) -> list[dict]:
    return [message for message in screen.messages if message["type"] == "consent"]


async def reveal(party: Party) -> None:
    await party.begin()
    assert (await party.table.play({"do": "roll", "dice": [2, 2, 2, 6, 6]}))["type"] == "done"
    for seat, phone in enumerate(party.phones):
        assert (await phone.play({"do": "choose", "seat": seat, "guide": "in"}))["type"] == "done"
    await party.agree()
    assert party.table.game["phase"] == "market"


async def test_taking_back_a_reveal_needs_the_phones_that_are_there(server):
    party = Party(server).sit_down()
    async with party.screens():
        await reveal(party)
        _done, answer = await asyncio.gather(agree_when_asked(party, True), party.table.manage("undo"))
        assert answer["type"] == "done"
        await party.agree()
        assert party.phones[0].game["phase"] == "choose"
        [asked] = [m for m in party.phones[0].messages if m["type"] == "consent"]
        assert (asked["asked"], asked["do"], asked["moves"]) == ([1, 2, 3], "choose", 1)


async def test_somebody_who_does_not_agree_stops_it(server):
    party = Party(server).sit_down()
    async with party.screens():
        await reveal(party)
        number = party.table.number
        _done, answer = await asyncio.gather(agree_when_asked(party, False), party.table.manage("undo"))
        assert (answer["type"], answer["code"]) == ("refused", "not_agreed")
        assert party.table.number == number


async def test_a_spectator_and_the_game_master_cannot_agree_for_the_players(server):
    party = Party(server).sit_down()
    async with party.screens(), party.host.screen(party.code, "watch") as watcher:
        await reveal(party)
        undo = asyncio.ensure_future(party.table.manage("undo"))
        asked = await watcher.until(lambda: next((m for m in watcher.messages if m["type"] == "consent"), None))
        for screen in (watcher, party.table):
            await screen.send({"type": "agree", "ask": asked["ask"], "yes": True})
        await party.phones[2].send({"type": "agree", "ask": asked["ask"], "yes": False})
        assert (await undo)["code"] == "not_agreed"


async def test_a_table_may_decide_before_the_game_that_nobody_is_asked(server):
    party = Party(server).sit_down()
    async with party.screens():
        assert (await party.table.manage("consent", on=False))["type"] == "done"
        await reveal(party)
        assert (await party.table.manage("consent", on=True))["code"] == "not_in_lobby"
        assert (await party.table.manage("undo"))["type"] == "done"


async def test_undo_goes_by_who_made_a_move_and_not_by_who_sits_there_now(server):
    party = Party(server).sit_down()
    async with party.screens():
        await party.begin()
        assert (await party.table.play({"do": "roll", "dice": [2, 2, 3, 4, 5]}))["type"] == "done"
        for seat in (0, 1):
            assert (await party.phones[seat].play({"do": "choose", "seat": seat, "guide": "in"}))["type"] == "done"
        assert (await party.table.manage("replace", player=2, mind="medium"))["type"] == "done"
        assert (await party.table.manage("pause", on=True))["type"] == "done"
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        laid = [player["guide"] for player in party.table.game["players"]]
        assert laid == ["face_down", None, None]


async def test_the_record_tells_what_was_taken_back_and_what_was_typed_in(server):
    party = Party(server).sit_down(options=SHORT_GAME)
    async with party.screens():
        await party.begin()
        assert (await party.table.play({"do": "roll", "dice": [4, 4, 4, 4, 4]}))["type"] == "done"
        assert (await party.phones[0].play({"do": "choose", "seat": 0, "guide": "out"}))["type"] == "done"
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        for seat, phone in enumerate(party.phones):
            assert (await phone.play({"do": "choose", "seat": seat, "guide": "in"}))["type"] == "done"
        await party.agree()
        assert party.table.table["status"] == "over"
        seed = party.table.table["seed"]
    _status, record = party.host.get(f"/{party.code}/record.jsonl")
    assert json.loads(record.splitlines()[0])["notes"] == [
        {"after": 2, "what": "typed"},
        {"after": 3, "what": "undone", "moves": [{"do": "choose", "seat": 0, "guide": "out"}]},
    ]
    status, told = verify(record, seed)
    assert status == 0
    assert told[-1]["typed"] == 1


async def test_a_late_reroll_does_not_roll_and_an_early_one_neither(server):
    party = Party(server).sit_down()
    async with party.screens():
        await party.begin()
        assert (await party.table.play({"do": "reroll"}))["code"] == "not_now"
        assert (await party.table.play({"do": "roll"}))["type"] == "done"


async def test_the_game_that_goes_on_was_promised_before_anybody_threw_in_bits_for_it(server):
    party = Party(server).sit_down()
    async with party.screens(), cups(*party.all) as held:
        await party.begin()
        await end_by_stars(party)
        promised = party.phones[0].table["next_commitment"]
        asking = asyncio.ensure_future(agree_when_asked(party, True))
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.agree()
        asking.cancel()
        assert promise(party.phones[0]) == promised
        await all_threw(held, (2, 0))
        standing = party.table.number
        # Once more: what was played before the end is taken back further.
        asking = asyncio.ensure_future(agree_when_asked(party, True, time=2))
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.table.until(lambda: party.table.number > standing)
        asking.cancel()
        assert party.table.table["games"] == 3, "also that is a game with luck of its own"
        await all_threw(held, (3, 0))


async def test_typed_in_dice_stay_marked_when_the_table_shuffles(server):
    card = {"id": "only", "when": "1", "price": 99}
    sheets = {str(n): {"out": [1] * (n - 1), "in": [1] * n} for n in range(2, 7)}
    box = {"name": "one card", "cards": [card], "stakes": sheets}
    party = Party(server, "Ann", "Bob").sit_down(box=json.dumps(box))
    async with party.screens():
        await party.begin()
        assert (await party.table.play({"do": "roll", "dice": [6, 6, 6, 6, 6]}))["type"] == "done"
        for seat, phone in enumerate(party.phones):
            assert (await phone.play({"do": "choose", "seat": seat, "guide": "in"}))["type"] == "done"
        await party.agree()
        assert (await party.phones[0].play({"do": "discard", "seat": 0, "card": "only"}))["type"] == "done"
        await party.agree()
        told = [entry["do"] for message in party.table.messages for entry in message.get("events", [])]
        assert told.count("shuffle") == 2
        assert party.table.table["typed_dice"]


async def test_many_questions_do_not_keep_anybody_from_the_cup(server):
    """A host who asks for consent again and again must not get a roll without the others' bits."""
    party = Party(server).sit_down()
    async with party.screens(), cups(*party.all) as held:
        await reveal(party)
        asking = [asyncio.ensure_future(party.table.manage("undo")) for _time in range(6)]
        answers = await asyncio.gather(*(asyncio.wait_for(asyncio.shield(one), 30) for one in asking[1:]))
        assert {answer["code"] for answer in answers} == {"not_agreed"}
        for phone in party.phones:
            asked = next(message for message in phone.messages if message["type"] == "consent")
            await phone.send({"type": "agree", "ask": asked["ask"], "yes": True})
        assert (await asking[0])["type"] == "done"
        assert held[0].thrown


@pytest.mark.parametrize("way", ["closed", "closed and opened", "given to another phone"])
async def test_nobody_is_sent_away_so_that_they_need_not_be_asked(server, way):
    party = Party(server).sit_down()
    async with party.screens():
        await reveal(party)
        if way == "given to another phone":
            hosts = Person(server)
            assert hosts.post(f"/{party.code}/ask", player="2")[0] == 302
            asks = await party.table.until(lambda: party.table.table["asking"])
            assert (await party.table.manage("allow", ask=asks[0]["ask"]))["type"] == "done"
        else:
            assert (await party.table.manage("remove", player=2, mind="nobody"))["type"] == "done"
        if way == "closed and opened":
            assert (await party.table.manage("let_back", player=2))["type"] == "done"
        undo = asyncio.ensure_future(party.table.manage("undo"))
        assert (await undo)["code"] == "not_agreed"
        assert not any(message["type"] == "consent" for message in party.phones[0].messages)


async def test_a_phone_that_was_away_for_a_moment_can_still_say_no(server):
    party = Party(server).sit_down()
    async with party.screens():
        await reveal(party)
        undo = asyncio.ensure_future(party.table.manage("undo"))
        await agree_when_asked(party, None)
        await party.phones[1].close()
        async with party.guests[1].screen(party.code, "phone") as back:
            asked = await back.until(lambda: next((m for m in back.messages if m["type"] == "consent"), None))
            await back.send({"type": "agree", "ask": asked["ask"], "yes": False})
            assert (await undo)["code"] == "not_agreed"
            for screen in (back, party.phones[0], party.table):
                settled = await screen.until(
                    lambda screen=screen: next((m for m in screen.messages if m["type"] == "settled"), None)
                )
                assert settled == {"type": "settled", "ask": asked["ask"], "agreed": False}
