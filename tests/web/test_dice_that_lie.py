"""Dice that wait for somebody: computer players roll when all is told, the others may roll for whoever does nothing.

And the host skips what is told. At two houses on a clock that the test turns, and through real sockets.
"""

import json

import msgspec
import pytest

from chanceit.keys import digest
from chanceit.live.dice import BREATHING, IDLE, TELLING
from chanceit.live.room import BREATH
from chanceit.table import commands as c
from chanceit.table import storing
from tests.web.people import Party, Person, Server
from tests.web.two_houses import Device, Site, two_houses

HOST = Device("table", digest("host"))
ANN, BOB, CY = (Device("phone", digest(name)) for name in ("Ann", "Bob", "Cy"))


@pytest.fixture
def site(settings, transactional_db):
    with two_houses(settings) as site:
        yield site


class Sitting:
    """Ann, Bob and Cy at a table of Chance It; Ann has the dice."""

    def __init__(self, site: Site, *, computers: tuple[int, ...] = (), pace: str = "normal") -> None:
        self.site = site
        self.screens = []
        self.code = storing.open_anywhere("chance_it", b"", b"{}", HOST.key)
        for name, device in (("Ann", ANN), ("Bob", BOB), ("Cy", CY)):
            storing.play(self.code, "door", c.Join(name, device.key), f"joins.{name}")
        self.unheard("game_master", c.SetPace(pace))
        self.unheard("game_master", c.Begin())
        for player in computers:
            self.unheard("game_master", c.Replace(player, "medium"))
        self.unheard(1, play({"do": "start", "seat": 0}))

    def unheard(self, actor, request):
        storing.play(self.code, actor, request, f"{actor}.{type(request).__name__}.{len(self.site.log(self.code))}")

    def screen(self, device, house=0, *, keeps_silent=False):
        self.screens.append(self.site.enter(house, self.code, device, keeps_silent=keeps_silent))
        return self.screens[-1]

    def passes(self, seconds):
        """So much time, and everything that is to happen in it."""
        self.site.turn_the_clock(seconds)
        self.site.settle()

    def moves(self):
        return [entry for entry in self.site.log(self.code) if entry.what["what"] == "played"][1:]

    def rolls(self):
        kinds = [(entry.by, entry.what["move"]["do"]) for entry in self.moves()]
        return [by for by, do in kinds if do == "roll"]


def play(move):
    return c.Play(msgspec.Raw(json.dumps(move).encode()))


def until_rolled(sitting):
    sitting.site.until(lambda: any(s.game["phase"] == "choose" for s in sitting.screens), lambda: sitting.screens)


# Computer players


def test_a_computer_player_rolls_when_the_game_master_screens_have_told_the_newest(site):
    sitting = Sitting(site, computers=(1,))
    host, _ann = sitting.screen(HOST, keeps_silent=True), sitting.screen(BOB)
    sitting.passes(TELLING["normal"] - 1)
    assert sitting.rolls() == []
    site.tell(host, host.number)
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)
    assert sitting.rolls() == ["1"]


@pytest.mark.parametrize("number", [0, 1, -1, 10**9])
def test_a_number_that_is_not_the_newest_counts_for_nothing(site, number):
    sitting = Sitting(site, computers=(1,))
    host = sitting.screen(HOST, keeps_silent=True)
    site.tell(host, number)
    sitting.passes(TELLING["normal"] - 1)
    assert sitting.rolls() == []


def test_a_screen_that_sleeps_is_not_waited_for_for_ever(site):
    sitting = Sitting(site, computers=(1,))
    sitting.screen(HOST, keeps_silent=True)
    sitting.passes(TELLING["normal"])
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)


def test_a_screen_that_goes_is_not_waited_for(site):
    sitting = Sitting(site, computers=(1,))
    sleeping = sitting.screen(HOST, keeps_silent=True)
    sitting.screen(HOST)
    sitting.passes(1)
    assert sitting.rolls() == []
    site.go(sleeping)
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)


def test_without_a_game_master_screen_the_phones_are_waited_for(site):
    sitting = Sitting(site, computers=(1, 3), pace="instant")
    bob = sitting.screen(BOB, keeps_silent=True)
    sitting.passes(TELLING["instant"] / 2)
    assert sitting.rolls() == []
    site.tell(bob, bob.number)
    sitting.passes(0)
    until_rolled(sitting)


def test_spectators_and_those_at_the_door_hold_nobody_up_and_hurry_nobody(site):
    sitting = Sitting(site, computers=(1,))
    watching = sitting.screen(Device("watch", ""))
    sitting.passes(TELLING["normal"] + 5)
    assert sitting.rolls() == [], "nobody of the table is there"
    host = sitting.screen(HOST, keeps_silent=True)
    site.tell(watching, host.number)
    sitting.passes(5)
    assert sitting.rolls() == []
    site.tell(host, host.number)
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)


def test_a_seat_that_nobody_plays_rolls_too(site):
    sitting = Sitting(site)
    sitting.unheard("game_master", c.Remove(1, "nobody"))
    sitting.screen(HOST)
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)
    assert sitting.rolls() == ["1"]


def test_two_processes_roll_once_and_wait_for_the_screens_of_both(site):
    sitting = Sitting(site, computers=(1,))
    there = sitting.screen(HOST, 1, keeps_silent=True)
    here = sitting.screen(HOST, keeps_silent=True)
    sitting.site.settle()
    sitting.passes(BREATH)
    site.tell(here, here.number)
    sitting.passes(10)
    assert sitting.rolls() == []
    site.tell(there, there.number)
    sitting.site.settle()
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)
    site.until(lambda: here.game["phase"] == there.game["phase"] == "choose", lambda: there.view)
    assert sitting.rolls() == ["1"]


def test_a_process_that_has_fallen_silent_holds_nobody_up(site):
    sitting = Sitting(site, computers=(1,))
    sitting.screen(HOST, 1, keeps_silent=True)
    here = sitting.screen(HOST, keeps_silent=True)
    sitting.site.settle()
    sitting.passes(BREATH)
    site.tell(here, here.number)
    sitting.passes(5)
    assert sitting.rolls() == []
    site.forget_the_neighbours(here)
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)


def test_nobody_rolls_while_the_game_is_paused_or_real_dice_are_rolled(site):
    sitting = Sitting(site, computers=(1,))
    host, ann = sitting.screen(HOST), sitting.screen(BOB)
    for order, back in (c.Pause(True), c.Pause(False)), (c.OwnDice(True), c.OwnDice(False)):
        assert isinstance(site.ask(host, order, type(order).__name__), int)
        sitting.passes(TELLING["normal"] + IDLE)
        assert sitting.rolls() == []
        assert host.table["dice_of"] == (None if isinstance(order, c.OwnDice) else 1)
        assert isinstance(site.ask(host, back, "back" + type(back).__name__), int)
    assert site.ask(ann, c.Pause(True), "x") == "not_yours"
    sitting.passes(BREATHING["normal"])
    until_rolled(sitting)


# Somebody who does nothing


def test_when_dice_have_lain_for_a_while_the_others_may_roll_them(site):
    sitting = Sitting(site)
    host, ann, bob, cy = (sitting.screen(device, house) for device, house in ((HOST, 0), (ANN, 0), (BOB, 0), (CY, 1)))
    sitting.site.settle()
    assert site.ask(bob, play({"do": "roll"}), "early") == "not_yet"
    sitting.passes(IDLE - 0.1)
    assert [screen.view["own"]["rolls_for"] for screen in (ann, bob, cy)] == [None] * 3
    assert site.ask(bob, play({"do": "roll"}), "still-early") == "not_yet"
    sitting.passes(0.1)
    site.until(lambda: bob.view["own"]["rolls_for"] == cy.view["own"]["rolls_for"] == 1, lambda: bob.view["own"])
    assert ann.view["own"]["rolls_for"] is None, "they are hers"
    assert host.view["own"]["rolls_for"] is None
    late = sitting.screen(BOB)
    assert late.view["own"]["rolls_for"] == 1, "whoever comes back is told, too"
    assert isinstance(site.ask(cy, play({"do": "roll"}), "for-ann"), int)
    assert sitting.rolls() == ["3"]
    site.until(lambda: bob.view["own"]["rolls_for"] is None, lambda: bob.view["own"])


def test_the_while_begins_when_all_is_told(site):
    sitting = Sitting(site)
    host, bob = sitting.screen(HOST, keeps_silent=True), sitting.screen(BOB)
    sitting.passes(IDLE + 5)
    assert bob.view["own"]["rolls_for"] is None
    site.tell(host, host.number)
    sitting.passes(IDLE)
    site.until(lambda: bob.view["own"]["rolls_for"] == 1, lambda: bob.view["own"])


def test_a_new_name_does_not_begin_the_while_anew(site):
    sitting = Sitting(site)
    sitting.screen(HOST)
    bob = sitting.screen(BOB)
    sitting.passes(IDLE - 1)
    assert isinstance(site.ask(bob, c.Rename(2, "Bobby"), "rename"), int)
    sitting.passes(1)
    site.until(lambda: bob.view["own"]["rolls_for"] == 1, lambda: bob.view["own"])


def test_dice_that_are_free_are_so_once(site):
    sitting = Sitting(site)
    sitting.screen(HOST)
    ann, bob = sitting.screen(ANN), sitting.screen(BOB)
    sitting.passes(IDLE)
    site.until(lambda: bob.view["own"]["rolls_for"] == 1, lambda: bob.view["own"])
    assert isinstance(site.ask(ann, play({"do": "roll"}), "hers"), int)
    assert site.ask(bob, play({"do": "roll"}), "late") in ("not_yours", "not_now", "moved_on")
    assert sitting.rolls() == ["1"]


def test_whoever_has_no_seat_rolls_for_nobody(site):
    sitting = Sitting(site)
    host, _bob, cy = sitting.screen(HOST), sitting.screen(BOB), sitting.screen(CY)
    watching = sitting.screen(Device("watch", ""))
    sitting.passes(IDLE)
    site.until(lambda: cy.view["own"]["rolls_for"] == 1, lambda: cy.view["own"])
    assert watching.view["own"]["rolls_for"] is None
    assert site.ask(watching, play({"do": "roll"}), "w") == "not_yours"
    assert isinstance(site.ask(host, c.Remove(3), "closed"), int)
    assert cy.sent_away == "removed"
    assert site.ask(cy, play({"do": "roll"}), "c") == "removed"
    assert sitting.rolls() == []


# Through real sockets


@pytest.fixture
def party(server):
    return Party(server, "Ann", "Bob").sit_down()


async def has(screen, type):
    return await screen.until(lambda: [m for m in screen.messages if m["type"] == type])


async def test_a_game_against_a_computer_player_goes_on_although_nobody_rolls_for_it(party):
    async with party.screens():
        await party.begin()
        await party.table.manage("replace", player=1, mind="medium")
        await party.table.until(lambda: party.table.table["dice_of"] == 1)
        assert party.table.game["phase"] == "roll"
        await party.phones[1].send({"type": "told", "number": party.phones[1].number})
        await party.table.send({"type": "told", "number": party.table.number})
        await party.table.until(lambda: party.table.game["phase"] == "choose")
        rolled = party.table.view["events"][0] if party.table.view["events"] else None
        assert rolled is None or rolled["by"] == 1


async def test_the_others_roll_for_somebody_who_does_nothing(tmp_path):
    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        await party.begin()
        bob = party.phones[1]
        assert (await bob.play({"do": "roll"}))["code"] == "not_yet"
        await party.table.send({"type": "told", "number": party.table.number})
        await bob.until(lambda: bob.table["rolls_for"] == 1)
        assert (await bob.play({"do": "roll"}))["type"] == "done"
        await party.table.until(lambda: party.table.game["phase"] == "choose")
        assert [entry["by"] for entry in party.table.view["events"]] == [2]
    assert server.stop() == 0


async def test_the_host_skips_for_all_screens_and_rolls_nothing(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        await party.begin()
        number = await party.agree()
        await party.table.send({"type": "skip", "number": number})
        for screen in [*party.all, watching]:
            assert await has(screen, "skip") == [{"type": "skip", "number": number}]
        await party.table.send({"type": "skip", "number": number})
        await party.table.send({"type": "ping"})
        await has(party.table, "pong")
        assert len(await has(party.table, "skip")) == 1, "once is enough"
        assert party.table.number == number
        assert party.table.game["phase"] == "roll"


async def test_only_a_host_skips(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        await party.begin()
        number = await party.agree()
        for screen in (party.phones[1], watching):
            await screen.send({"type": "skip", "number": number})
            assert (await has(screen, "refused"))[0]["code"] == "not_yours"
        assert (await party.table.manage("remote", player=2, on=True))["type"] == "done"
        await party.phones[1].send({"type": "skip", "number": number})
        assert await has(party.table, "skip") == [{"type": "skip", "number": number}]


@pytest.mark.parametrize("number", [-1, 2**31 + 1, 1.5, "7", None, [1], True])
@pytest.mark.parametrize("type", ["told", "skip"])
async def test_what_is_no_number_is_refused(party, type, number):
    async with party.screens():
        await party.table.send({"type": type, "number": number})
        assert (await has(party.table, "refused"))[0]["code"] == "bad_frame"


async def test_a_number_that_is_still_to_come_skips_nothing(party):
    async with party.screens():
        await party.begin()
        await party.table.send({"type": "skip", "number": 2**31})
        await party.table.send({"type": "ping"})
        await has(party.table, "pong")
        assert not [m for m in party.table.messages if m["type"] in ("skip", "refused")]


async def test_a_flood_of_skips_is_stopped_and_goes_to_nobody_twice(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        await party.begin()
        number = await party.agree()
        for skipped in range(30):
            await party.table.send({"type": "skip", "number": min(skipped, number)})
            await party.table.send({"type": "told", "number": skipped})
        refused = await party.table.until(lambda: [m for m in party.table.messages if m["type"] == "refused"])
        assert refused[0]["code"] == "too_many"
        assert (await party.table.play({"do": "roll"}))["type"] == "done"
        skips = [m["number"] for m in party.phones[1].messages if m["type"] == "skip"]
        assert skips == sorted(set(skips))
    assert server.stop() == 0


async def test_where_real_dice_are_rolled_phones_have_nothing_to_roll(party):
    async with party.screens():
        await party.begin()
        ann = party.phones[0]
        assert ann.game["can"] == [{"do": "roll"}]
        assert (await ann.manage("own_dice", on=True))["code"] == "not_yours"
        assert (await party.table.manage("own_dice", on=True))["type"] == "done"
        await ann.until(lambda: ann.table["own_dice"])
        assert ann.game["can"] == []
        assert ann.table["dice_of"] is None
        assert (await ann.play({"do": "roll"}))["code"] == "own_dice"
        assert (await party.table.play({"do": "roll"}))["code"] == "own_dice"
        assert (await party.table.play({"do": "roll", "dice": [2, 2, 4, 5, 5]}))["type"] == "done"
        assert (await party.table.manage("own_dice", on=False))["type"] == "done"
