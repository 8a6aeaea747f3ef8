"""People come, go, change seats, play and change their minds, in any order and at two processes: a state machine.

After each step every screen's view is right for its viewer, and equals the one after a fresh load from the log. What is
right stands in `sitting.py`, the houses in `two_houses.py`. Whoever touches seats, keys or the gate lets it run for
longer once: `CHANCEIT_PEOPLE_EXAMPLES=300 make test ARGS=tests/web/test_people_at_a_table.py`.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from chanceit import models
from chanceit.keys import digest
from chanceit.live import gate, messages
from chanceit.live.neighbours import group_of
from chanceit.live.room import BREATH
from chanceit.table import commands as c
from chanceit.table import storing
from chanceit.table.authority import carry_out
from chanceit.table.state import Handed, TableState
from rules.refusals import Refusal
from rules.shelf import GAMES
from tests.web.history import leaks_of_events, leaks_of_hands
from tests.web.sitting import NOT_OFFERED, Sent, Sitting, tag
from tests.web.two_houses import Device, Screen, Site, two_houses

EXAMPLES = int(os.environ.get("CHANCEIT_PEOPLE_EXAMPLES") or 10)
STEPS = 40
UNHEARD = 2
"""A way in that tells no house of it; the others are the houses."""
WAYS = st.sampled_from([0, 1, UNHEARD])
HOUSES = st.sampled_from([0, 1])
LOTS = st.integers(0, 999).map(Random)
NAMES = st.sampled_from(["Ann", "Bob", "Cy", "Di", "Eva", "Flo", "  bob ", "ANN", "Ada", "blaise", "", "x" * 21])
SHORT_GAMES = {
    "chance_it": ({}, {"coins": 4, "hearts": 3, "stars_to_win": 4}),
    "second_chance": (
        {
            "name": "small",
            "size": 5,
            "starts": [{"id": f"s{n}", "cells": [[2, 2], [2, 3], [1, 2]][: 1 + n % 3]} for n in range(6)],
            "tiles": [
                {"id": f"t{n}", "cells": [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2]][: 2 + n % 4]} for n in range(14)
            ],
        },
        {},
    ),
}
"""A box and options by game, so that a game often ends within the steps of an example."""


class PeopleAtATable(RuleBasedStateMachine):
    def __init__(self, site: Site, game: str) -> None:
        super().__init__()
        self.site = site
        self.keys = (digest(f"key {number}") for number in itertools.count())
        self.ids = (f"c{number}" for number in itertools.count())
        host = Device("table", next(self.keys))
        box, options = (json.dumps(part).encode() if part else b"" for part in SHORT_GAMES[game])
        site.seeds = itertools.count()
        self.code = storing.open_anywhere(game, box, options or b"{}", host.key)
        self.sitting = Sitting(self.code, site.log(self.code)[0].what, host.key)
        self.devices = [host, Device("watch", ""), Device("phone", "")]
        self.screens: dict[tuple[int, Device], Screen] = {}
        self.is_behind = False
        """Something was stored that the houses have not heard of."""
        self.last: tuple[Device, Any, Any, str, int] | None = None

    def teardown(self) -> None:
        self.site.leave(self.code)

    # Asking

    @property
    def host(self) -> Device:
        return next(device for device in self.devices if device.key == self.sitting.game_master)

    def who(self, device: Device) -> Any:
        return self.sitting.who(device.role, device.key)

    def hosts(self) -> list[Device]:
        return [device for device in self.devices if self.sitting.is_host(self.who(device))]

    def phones(self) -> list[Device]:
        """Those with a seat that is theirs."""
        return [device for device in self.devices if isinstance(self.who(device), int)]

    def here(self) -> list[Device]:
        return [device for device in self.devices if not isinstance(self.who(device), Sent)]

    def ask(self, device: Device, request: Any, way: int, agreed: bool = True) -> None:
        """Somebody asks for something; it is granted or refused as it should be."""
        who = self.who(device)
        refusal = who.code if isinstance(who, Sent) else self.sitting.refusal(who, request, agreed=agreed)
        id = next(self.ids)
        if way == UNHEARD:
            answer = self.site.ask_unheard(self.code, who, request, id)
        else:
            answer = self.site.ask(self.screens[way, device], request, id)
        self.settle(who, request, refusal, answer, way)
        if refusal is None and way != UNHEARD:
            assert isinstance(answer, int)
            self.last = device, who, request, id, answer

    def master(self, request: Any, way: int, agreed: bool = True) -> None:
        self.ask(self.host, request, way, agreed)

    def come_in(self, who: Any, request: Any, house: int) -> bool:
        refusal = self.sitting.refusal(who, request)
        answer = self.site.come_in(house, self.code, who, request, next(self.ids))
        self.settle(who, request, refusal, answer, house)
        return refusal is None

    def settle(self, who: Any, request: Any, refusal: str | None, answer: int | str, way: int) -> None:
        stored = self.site.log(self.code, self.sitting.number)
        if refusal is not None:
            assert (answer, stored) == (refusal, []), (who, request)
            return
        assert stored, (who, request, answer)
        assert answer == (stored[-1] if way == UNHEARD else stored[0]).number, (who, request, answer)
        self.sitting.granted(who, request, stored)
        self.is_behind |= way == UNHEARD

    def a_seat(self, data: st.DataObject) -> int:
        players = [seat.player for seat in self.sitting.everybody]
        return data.draw(st.sampled_from([*players, self.sitting.players_so_far + 1]), "player")

    # Coming and going

    @initialize(
        guests=st.integers(0, 4), computers=st.integers(0, 1), moves=st.integers(-10, 40), lots=LOTS, own=st.booleans()
    )
    def some_have_sat_down(self, guests: int, computers: int, moves: int, lots: Random, own: bool) -> None:
        """And often they have played for a while, at times with printed cards."""
        if own and self.sitting.game.NAME == "chance_it":
            self.master(c.SetOption("own_cards", True), UNHEARD)
        for name in ("Gil", "Hal", "Ina", "Jo")[:guests]:
            self.joins(name, 0)
        self.all_have_heard()
        for mind in self.sitting.minds()[:computers]:
            self.master(c.AddComputer(mind), 0)
        if moves >= 0:
            self.master(c.Begin(), 1)
            self.all_have_heard()
            self.some_moves_are_made(moves, lots, 0)

    @rule(name=NAMES, house=HOUSES)
    def joins(self, name: str, house: int) -> None:
        phone = Device("phone", next(self.keys))
        if self.come_in("door", c.Join(name, phone.key), house):
            self.devices.append(phone)

    @rule(data=st.data(), origin=st.sampled_from(["", "home", "inn"]), house=HOUSES)
    def asks_for_a_seat(self, data: st.DataObject, origin: str, house: int) -> None:
        phone = Device("phone", next(self.keys))
        if self.come_in("door", c.Ask(self.a_seat(data), phone.key, origin), house):
            self.devices.append(phone)

    @precondition(lambda self: self.sitting.asking)
    @rule(data=st.data(), allow=st.booleans(), way=WAYS)
    def is_answered(self, data: st.DataObject, allow: bool, way: int) -> None:
        ask = data.draw(st.sampled_from([asking.ask for asking in self.sitting.asking]), "ask")
        self.master(c.Allow(ask) if allow else c.Deny(ask), way)

    @precondition(lambda self: self.sitting.asking)
    @rule(data=st.data(), way=WAYS)
    def all_are_let_in(self, data: st.DataObject, way: int) -> None:
        asks = [asking.ask for asking in self.sitting.asking]
        self.master(c.AllowAll(tuple(data.draw(st.lists(st.sampled_from([*asks, 1]), unique=True), "asks"))), way)

    @precondition(lambda self: self.phones())
    @rule(data=st.data(), on=st.booleans(), way=WAYS)
    def a_phone_becomes_a_remote(self, data: st.DataObject, on: bool, way: int) -> None:
        by = data.draw(st.sampled_from(self.hosts()))
        self.ask(by, c.Remote(self.a_seat(data), on), way)

    @precondition(lambda self: self.phones())
    @rule(data=st.data(), way=WAYS)
    def leaves(self, data: st.DataObject, way: int) -> None:
        self.ask(data.draw(st.sampled_from(self.phones())), c.Leave(), way)

    @rule(data=st.data(), way=WAYS)
    def is_removed(self, data: st.DataObject, way: int) -> None:
        minds = [None, "game_master", "nobody", *self.sitting.minds(), "somebody"]
        by = data.draw(st.sampled_from(self.hosts()))
        self.ask(by, c.Remove(self.a_seat(data), data.draw(st.sampled_from(minds))), way)

    @precondition(lambda self: any(seat.removed for seat in self.sitting.seats))
    @rule(data=st.data(), way=WAYS)
    def is_let_back(self, data: st.DataObject, way: int) -> None:
        removed = [seat.player for seat in self.sitting.seats if seat.removed]
        self.master(c.LetBack(data.draw(st.sampled_from(removed))), way)

    @rule(data=st.data(), way=WAYS)
    def is_replaced_or_comes_back(self, data: st.DataObject, way: int) -> None:
        minds = [None, "game_master", "nobody", *self.sitting.minds(), "somebody"]
        self.master(c.Replace(self.a_seat(data), data.draw(st.sampled_from(minds))), way)

    @rule(data=st.data(), way=WAYS)
    def a_computer_player_sits_down(self, data: st.DataObject, way: int) -> None:
        self.master(c.AddComputer(data.draw(st.sampled_from([*self.sitting.minds(), "nobody"]))), way)

    @rule(name=NAMES, way=WAYS)
    def somebody_without_a_phone_sits_down(self, name: str, way: int) -> None:
        self.master(c.AddPlayer(name), way)

    @rule(house=HOUSES)
    def the_game_master_screen_moves(self, house: int) -> None:
        device = Device("table", next(self.keys))
        if self.come_in("game_master", c.TakeOver(device.key, self.sitting.game_master), house):
            self.devices.append(device)

    @rule(house=HOUSES)
    def one_more_screen_is_a_game_master_screen(self, house: int) -> None:
        device = Device("table", next(self.keys))
        if self.come_in("game_master", c.AddScreen(device.key), house):
            self.devices.append(device)

    @rule(house=HOUSES)
    def an_old_link_is_used(self, house: int) -> None:
        assert not self.come_in("game_master", c.TakeOver(next(self.keys), digest("long ago")), house)

    # Around the game

    @rule(on=st.booleans(), way=WAYS)
    def the_table_is_locked(self, on: bool, way: int) -> None:
        self.master(c.Lock(on), way)

    @rule(on=st.booleans(), way=WAYS)
    def watching_is_allowed(self, on: bool, way: int) -> None:
        self.master(c.Watch(on), way)

    @rule(on=st.booleans(), way=WAYS)
    def the_game_is_paused(self, on: bool, way: int) -> None:
        self.master(c.Pause(on), way)

    # Not `instant`: there computer players do not wait for the clock.
    @rule(pace=st.sampled_from(["slow", "normal", "fast"]), on=st.booleans(), way=WAYS)
    def pace_consent_and_fun_are_set(self, pace: Any, on: bool, way: int) -> None:
        self.master(c.SetPace(pace), way)
        self.master(c.Consent(on), way)
        self.master(c.Fun(not on), way)
        self.master(c.Coach(on), way)
        self.master(c.Odds(on), way)
        self.master(c.Share(on), way)

    @rule(on=st.booleans(), way=WAYS)
    def real_dice_are_rolled(self, on: bool, way: int) -> None:
        self.master(c.OwnDice(on), way)

    @precondition(lambda self: self.sitting.status == "lobby")
    @rule(game=st.sampled_from([*GAMES, "chess"]), way=WAYS)
    def another_game_is_chosen(self, game: str, way: int) -> None:
        self.master(c.ChooseGame(game), way)

    @rule(of=st.sampled_from(["none", "some", "all"]), way=WAYS)
    def printed_cards_are_laid(self, of: Any, way: int) -> None:
        self.master(c.OwnGuides(of), way)

    @precondition(lambda self: self.sitting.everybody)
    @rule(data=st.data(), on=st.booleans(), way=WAYS)
    def somebody_lays_printed_cards(self, data: st.DataObject, on: bool, way: int) -> None:
        """They say so themselves, or somebody does who may not."""
        player = data.draw(st.sampled_from([seat.player for seat in self.sitting.everybody]))
        by = data.draw(st.sampled_from(self.here()))
        self.ask(by, c.PrintedGuides(player, on), way)

    @precondition(lambda self: self.sitting.status == "playing" and self.sitting.lays_printed())
    @rule(data=st.data(), lots=LOTS, way=WAYS)
    def printed_cards_are_turned_up(self, data: st.DataObject, lots: Random, way: int) -> None:
        """By a host, and at times one of them is forgotten."""
        seats = self.sitting.printed() or [0]
        moves = [{"do": "choose", "seat": seat, "guide": lots.choice(["in", "out", "chance_it"])} for seat in seats]
        if lots.random() < 0.2:
            moves.pop()
        by = data.draw(st.sampled_from(self.hosts()))
        if self.sitting.playing.state.phase == "choose":
            self.ask(by, c.Show(tuple(msgspec.Raw(json.dumps(move).encode()) for move in moves)), way)

    @precondition(lambda self: self.sitting.status == "lobby")
    @rule(option=st.sampled_from(["own_cards", "hearts", "solo"]), value=st.sampled_from([True, False, 3]), way=WAYS)
    def an_option_is_set(self, option: str, value: int, way: int) -> None:
        self.master(c.SetOption(option, value), way)

    def at_phones(self) -> list[Device]:
        """Also those that are handed on."""
        return [device for device in self.devices if isinstance(self.who(device), int | Handed)]

    @precondition(lambda self: self.at_phones())
    @rule(data=st.data(), name=NAMES, way=WAYS)
    def somebody_sits_down_at_a_phone(self, data: st.DataObject, name: str, way: int) -> None:
        self.ask(data.draw(st.sampled_from(self.at_phones())), c.SitHere(name), way)

    @precondition(lambda self: any(len(self.sitting.at_phone_of(self.who(device))) > 1 for device in self.at_phones()))
    @rule(data=st.data(), way=WAYS)
    def a_phone_goes_round(self, data: st.DataObject, way: int) -> None:
        shared = [device for device in self.at_phones() if len(self.sitting.at_phone_of(self.who(device))) > 1]
        device = data.draw(st.sampled_from(shared))
        who = self.who(device)
        player = data.draw(st.sampled_from(self.sitting.at_phone_of(who)))
        self.ask(device, c.TakePhone(player) if isinstance(who, Handed) else c.HandOn(), way)

    @rule(data=st.data(), name=NAMES, way=WAYS)
    def is_renamed(self, data: st.DataObject, name: str, way: int) -> None:
        by = data.draw(st.sampled_from([self.host, *self.phones()]))
        self.ask(by, c.Rename(self.a_seat(data), name), way)

    @rule(data=st.data(), colour=st.integers(0, 5), way=WAYS)
    def is_recoloured(self, data: st.DataObject, colour: int, way: int) -> None:
        by = data.draw(st.sampled_from([self.host, *self.phones()]))
        self.ask(by, c.Recolour(self.a_seat(data), colour), way)

    @rule(data=st.data(), way=WAYS)
    def seats_are_arranged(self, data: st.DataObject, way: int) -> None:
        players = data.draw(st.permutations([seat.player for seat in self.sitting.seats]))
        self.master(c.Arrange(tuple(players)), way)

    @rule(way=WAYS)
    def a_game_begins(self, way: int) -> None:
        self.master(c.Begin(), way)

    @precondition(lambda self: self.sitting.status == "over")
    @rule(way=WAYS)
    def back_to_the_lobby(self, way: int) -> None:
        self.master(c.Again(), way)

    @precondition(lambda self: self.sitting.status == "playing")
    @rule(way=WAYS)
    def the_game_is_ended(self, way: int) -> None:
        self.master(c.End(), way)

    # Playing

    @precondition(lambda self: self.sitting.status == "playing")
    @rule(moves=st.integers(1, 12), lots=LOTS, way=WAYS)
    def some_moves_are_made(self, moves: int, lots: Random, way: int) -> None:
        """By anybody to whom they are open."""
        for _move in range(moves):
            offered = [(device, move) for device in self.here() for move in self.offered(device)]
            if not offered:  # a computer player is to move, or somebody who was sent away
                self.some_time_passes()
            else:
                device, move = lots.choice(offered)
                self.ask(device, c.Play(msgspec.Raw(json.dumps(move).encode())), way)
            self.all_have_heard()

    @precondition(lambda self: self.sitting.status == "playing" and self.sitting.game.NAME == "chance_it")
    @rule(dice=st.lists(st.integers(1, 6), min_size=5, max_size=5), way=WAYS)
    def dice_are_typed_in(self, dice: list[int], way: int) -> None:
        if {"do": "roll"} in self.offered(self.host):
            self.master(c.Play(msgspec.Raw(json.dumps({"do": "roll", "dice": dice}).encode())), way)

    @rule(data=st.data(), house=HOUSES, dissenter=st.none() | st.integers(0, 5))
    def the_last_move_is_taken_back(self, data: st.DataObject, house: int, dissenter: int | None) -> None:
        phones = [phone for phone in self.phones() if self.sitting.plays(self.who(phone))]
        for number, phone in enumerate(phones):
            for way in (0, 1):
                self.screens[way, phone].agrees = number != dissenter
        agreed = dissenter is None or dissenter >= len(phones)
        self.ask(data.draw(st.sampled_from(self.hosts())), c.Undo(), house, agreed)

    @rule()
    def the_last_move_is_taken_back_where_nobody_is_asked(self) -> None:
        self.master(c.Undo(), UNHEARD)

    @precondition(lambda self: self.sitting.taken_back)
    @rule(data=st.data(), way=WAYS)
    def it_is_brought_back(self, data: st.DataObject, way: int) -> None:
        self.ask(data.draw(st.sampled_from(self.hosts())), c.Redo(), way)

    @rule()
    def some_time_passes(self) -> None:
        """Computer players think, and the houses compare their numbers with the database."""
        if not self.sitting.computers_move():
            self.time_passes(2.0)
            return
        # Dice lie there until the screens of both houses have told how they came there. What was taken back can be
        # brought back for a while.
        times = 8 if self.sitting.taken_back else 3
        assert any(self.time_passes(2.0) for _time in range(times)), "no computer player has moved"

    # Processes

    @rule(house=HOUSES)
    def a_house_reads_anew(self, house: int) -> None:
        self.site.read_anew(house, self.code)

    @precondition(lambda self: self.last is not None)
    @rule(house=HOUSES)
    def something_is_sent_again(self, house: int) -> None:
        assert self.last is not None
        device, who, request, id, number = self.last
        if self.who(device) == who:
            assert self.site.ask(self.screens[house, device], request, id) == number
            assert not self.site.log(self.code, self.sitting.number), "it is carried out once"

    @rule(data=st.data(), house=HOUSES, first=st.integers(0, 30), then=st.integers(0, 30))
    def two_things_at_once(self, data: st.DataObject, house: int, first: int, then: int) -> None:
        """A house that has not heard of the first answers to the second as if it had."""
        device = data.draw(st.sampled_from(self.here()))
        wishes = [wish for wish in self.wishes() if not isinstance(wish, c.Undo)]
        self.master(wishes[first % len(wishes)], UNHEARD)
        wishes = [wish for wish in self.wishes() if not isinstance(wish, c.Undo)]
        self.ask(device, wishes[then % len(wishes)], house)

    @rule(data=st.data(), way=WAYS, which=st.integers(0, 33))
    def anybody_asks_for_anything(self, data: st.DataObject, way: int, which: int) -> None:
        wishes = self.wishes()
        wish = wishes[which % len(wishes)]
        device = data.draw(st.sampled_from(self.here()))
        if not isinstance(wish, c.Undo) or device not in self.hosts():
            self.ask(device, wish, way)

    def wishes(self, who: Any = None) -> list[Any]:
        """Each command once, as somebody might send it now, for themself if they have a seat."""
        sitting = self.sitting
        players = [seat.player for seat in sitting.seats]
        player = who if isinstance(who, int) else players[-1] if players else 1
        free = [colour for colour in range(6) if colour not in [seat.colour for seat in sitting.everybody]]
        ask = sitting.asking[-1].ask if sitting.asking else 1
        return [
            c.Begin(),
            c.Again(),
            c.End(),
            c.ChooseGame(next(game for game in GAMES if game != sitting.game.NAME)),
            c.SetOption("own_cards", True),
            c.Rename(player, f"Zoe {sitting.number}"),
            c.Recolour(player, free[0] if free else 0),
            c.Arrange(tuple(players[::-1])),
            c.Leave(),
            c.Remove(player),
            c.LetBack(player),
            c.AddComputer(sitting.minds()[0]),
            c.AddPlayer(f"Abe {sitting.number}"),
            c.Replace(player, sitting.minds()[-1]),
            c.Lock(not sitting.locked),
            c.Watch(not sitting.watching),
            c.Pause(not sitting.paused),
            c.SetPace("fast"),
            c.Allow(ask),
            c.Deny(ask),
            c.AllowAll((ask,)),
            c.Remote(player, player not in sitting.remotes),
            c.Undo(),
            c.Redo(),
            c.OwnDice(not sitting.own_dice),
            c.OwnGuides("some"),
            c.PrintedGuides(player, True),
            c.Show(()),
            c.SitHere(f"Xia {sitting.number}"),
            c.TakePhone(who.players[-1] if isinstance(who, Handed) else player),
            c.HandOn(),
            c.Consent(not sitting.consent),
            c.Fun(not sitting.fun),
            c.Coach(not sitting.coach),
            c.Odds(not sitting.odds),
            c.Share(not sitting.sharing),
        ]

    # What everybody sees

    @invariant()
    def everybody_sees_what_is_theirs(self) -> None:
        self.all_have_heard()
        self.nobody_else_comes_in()
        loaded = storing.load(self.code)
        assert loaded is not None
        for house in (0, 1):
            room = self.site.room(house, self.code)
            assert whole(room.table) == whole(loaded.table)
            assert room.commands == loaded.commands
        for (_house, device), screen in self.screens.items():
            self.look_at(screen, device, loaded.table)
        self.look_at_the_door(loaded.table)
        self.look_at_the_rows()
        self.what_is_offered_is_granted(loaded.table)

    def open_screens(self) -> list[Screen]:
        return [screen for screen in self.screens.values() if screen.sent_away is None]

    def all_have_heard(self) -> None:
        """Everybody who may be there is, at both houses, and nobody else; and all have the newest view."""
        if self.is_behind:
            self.site.catch_up(self.code)
            self.is_behind = False
        self.all_have_the_newest()
        for device, house in itertools.product(self.devices, (0, 1)):
            who = self.who(device)
            screen = self.screens.get((house, device))
            if isinstance(who, Sent):
                if screen is not None:
                    assert screen.sent_away == who.code, (device, house)
                    del self.screens[house, device]
                continue
            if screen is not None and screen.sent_away is not None:
                assert screen.sent_away == "failed", (device, house)  # its house reads anew
                screen = None
            if screen is None:
                entered = self.site.enter(house, self.code, device)
                assert isinstance(entered, Screen), (device, entered)
                self.screens[house, device] = entered
        self.all_know_who_is_there()

    def all_have_the_newest(self) -> None:
        self.site.until(
            lambda: all(screen.number == self.sitting.number for screen in self.open_screens()),
            lambda: [(screen.role, screen.actor, screen.number, self.sitting.number) for screen in self.open_screens()],
        )

    def all_know_who_is_there(self) -> None:
        self.after_some_breaths(
            lambda: all(screen.presence == self.presence() for screen in self.screens.values()),
            lambda: ([screen.presence for screen in self.screens.values()], self.presence()),
        )

    def after_some_breaths(self, condition: Callable[[], bool], otherwise: Callable[[], Any]) -> None:
        """Who is there is told at once, or after the breath since the last time; computer players may move in it."""
        for _breath in range(20):
            if condition():
                return
            self.site.settle(5)
            self.time_passes(BREATH)
        raise AssertionError(otherwise())

    def time_passes(self, seconds: float) -> bool:
        """Whether computer players have moved in it."""
        self.site.pass_time(seconds, self.code)
        moved = self.site.log(self.code, self.sitting.number)
        assert not moved or self.sitting.computers_move()
        self.sitting.moved_by_computers(moved)
        self.all_have_the_newest()
        return bool(moved)

    def nobody_else_comes_in(self) -> None:
        """What was sent away stays away, at whichever house it tries."""
        shut_out = [device for device in self.devices if isinstance(self.who(device), Sent)]
        for device in shut_out:
            assert self.site.enter(self.sitting.number % 2, self.code, device) == self.who(device).code
        for device in [device for device in shut_out if device.key][:-2]:
            self.devices.remove(device)

    def presence(self) -> dict[str, Any]:
        connected = sorted({player for device in self.here() for player in self.sitting.at_phone_of(self.who(device))})
        return {"type": "presence", "connected": connected, "watching": 2 * self.sitting.watching}

    def look_at(self, screen: Screen, device: Device, fresh: TableState) -> None:
        sitting, who = self.sitting, self.who(device)
        assert screen.actor == who
        afresh = messages.encode(gate.view(fresh, gate.shown(fresh), who, device.key))
        assert present(screen.view) == present(json.loads(afresh))
        assert screen.table == sitting.table_seen()
        assert screen.own["rolls_for"] in (None, sitting.dice_of())
        assert {**screen.own, **sitting.own_seen(who, device.key)} == screen.own
        assert [stand_in["player"] for stand_in in screen.own["stand_in"]] == sitting.stands_in_for(who)
        is_asked = sitting.is_host(who) and sitting.status == "playing" and sitting.playing.state.phase == "choose"
        assert [one["seat"] for one in screen.own["printed"]] == ((sitting.printed() or []) if is_asked else [])
        assert (screen.game, screen.own["game"]) == self.game_seen(who)
        assert screen.told == list(range(sitting.number + 1 - len(screen.told), sitting.number + 1))
        self.look_for_secrets(screen, who)

    def game_seen(self, who: Any) -> tuple[Any, Any]:
        """What all see of the game, and what is this viewer's own."""
        playing = self.sitting.playing
        if playing is None or who == "door":
            return None, None
        seen = plain(self.sitting.game.shared(playing.state))
        own = plain(self.sitting.game.own(playing.state, self.sitting.viewer(who)))
        if self.sitting.own_dice and isinstance(who, int):
            own["can"] = [move for move in own["can"] if not is_due(move)]
        if own["seat"] is not None and self.sitting.has_printed(self.sitting.seats[own["seat"]]):
            own["can"] = [move for move in own["can"] if move["do"] != "choose"]
        if self.sitting.game.NAME == "chance_it":
            assert seen["in_game"] == sum(player["in_game"] for player in seen["players"])
            cards = [*seen["market"], *seen["discard"], *(card for p in seen["players"] for card in p["cards"])]
            if seen["phase"] != "shuffle":  # with printed cards there is none
                assert len(cards) + seen["pile"] == len(playing.box.cards)
            assert len(set(cards)) == len(cards)
        else:
            assert all(player["empty"] == player["grid"].count(".") for player in seen["players"])
        return seen, own

    def look_for_secrets(self, screen: Screen, who: Any) -> None:
        """In all that has come since the last look."""
        sitting = self.sitting
        keys = [device.key for device in self.devices if device.key] + [
            seat.key for seat in sitting.everybody if seat.key
        ]
        for frame in screen.frames:
            assert not any(key in frame for key in keys), "a key"
            message = json.loads(frame)
            public = sitting.public[message["number"]] if message["type"] == "view" else None
            assert not any(seed in frame for seed in sitting.seeds if seed != public), "a seed"
            if message["type"] != "view":
                continue
            secret = sitting.hidden[message["number"]]
            assert not secret.pile or secret.pile not in frame, "the order of the pile"
            leaks = [] if message["view"] is None else list(leaks_of_hands(str(who), message, secret))
            leaks += [leak for told in message["events"] for leak in leaks_of_events(told, sitting.hidden)]
            assert not leaks
        screen.frames.clear()

    def look_at_the_door(self, fresh: TableState) -> None:
        """Whoever has only the code sees who sits there."""
        seen = json.loads(messages.encode(gate.view(fresh, gate.shown(fresh), "door")))
        assert seen["table"] == self.sitting.table_seen()
        assert (seen["view"], seen["own"]["game"]) == (None, None)

    def look_at_the_rows(self) -> None:
        """What the database says beside the log follows from it."""
        sitting = self.sitting
        row = models.Table.objects.get(code=self.code)
        assert (row.number, row.status, row.games) == (sitting.number, sitting.status, sitting.games)
        players = list(row.players.values_list("player", "seat", "name", "computer"))
        seats = [(s.player, number, s.name, s.computer or "") for number, s in enumerate(sitting.seats)]
        assert players == seats
        if sitting.playing is not None and (tokens := sitting.game.tokens(sitting.playing.state)):
            assert list(row.players.values_list("coins", "hearts", "stars")) == tokens

    # What can be done

    def offered(self, device: Device) -> list[dict[str, Any]]:
        """The moves that this device's screens offer, written out; of many places for a tile the first and the last."""
        screen = self.screens[0, device]
        own = screen.own["game"]
        if own is None:
            return []
        moves = [move for can in own["can"] for move in written_out(can, own["seat"], screen.game, own)]
        if self.sitting.own_dice and own["seat"] is None:  # the game master types them in instead
            moves = [move for move in moves if not is_due(move)]
        for stand_in in screen.own["stand_in"]:
            moves += [
                m
                for can in stand_in["can"]
                if can != {"do": "lay_out"}  # the game master says which cards lie there
                for m in written_out(can, stand_in["seat"], screen.game)
            ]
        if (remote := screen.own["remote"]) is not None:
            moves += [move for can in remote["can"] for move in written_out(can, None, screen.game)]
            if remote.get("lay_out"):
                moves += written_out({"do": "lay_out"}, None, screen.game, remote)
        return moves

    def what_is_offered_is_granted(self, fresh: TableState) -> None:
        viewers: dict[Any, Device] = {self.who(device): device for device in self.here()}
        players = sorted(who for who in viewers if isinstance(who, int))
        for who in {"game_master", *players[:1], *players[-1:], *self.sitting.remotes, "spectator", "door"}:
            if isinstance(who, int) and who not in players:
                continue
            for wish in self.wishes(who):
                refusal = refusal_of(fresh, who, wish)
                assert refusal == self.sitting.refusal(who, wish), (who, wish)
                not_offered = NOT_OFFERED | ({"locked", "full"} if isinstance(wish, c.SitHere) else set())
                assert (tag(wish) in self.sitting.can(who)) == (refusal not in not_offered), (who, wish)
        moves = {who: self.offered(device) for who, device in viewers.items()}
        for who in moves:
            for whose, others in moves.items():
                for move in others[:3]:
                    refusal = refusal_of(fresh, who, c.Play(msgspec.Raw(json.dumps(move).encode())))
                    if move in moves[who]:
                        assert refusal == self.sitting.refusal(who, c.Play(msgspec.Raw(b""))), (who, move)
                    else:
                        assert refusal is not None, (who, "plays for", whose, move)


def refusal_of(table: TableState, who: Any, request: Any) -> str | None:
    """Tried, without storing it."""
    try:
        carry_out(table, who, request, "tried", c.Brought(agreed_at=table.number))
    except Refusal as refusal:
        return refusal.code
    return None


def present(message: dict[str, Any]) -> dict[str, Any]:
    """What a screen has from its newest view. Whose dice it may roll is known where they lie, and not by the log."""
    own = {**message["own"], "rolls_for": None}
    return {"number": message["number"], "table": message["table"], "view": message["view"], "own": own}


def whole(table: TableState) -> Any:
    """All that a table holds, secrets included."""
    on = table.on
    people = msgspec.structs.replace(table, on=None, previous=None)
    if on is None:
        return people, None
    moves = [
        (move.move, move.by, move.number, move.decided, move.salt, move.typed, move.revealed) for move in on.moves()
    ]
    return people, (
        on.header,
        on.seed,
        plain(table.game.laid_open(on.state)),
        moves,
        on.draws,
        on.thrown,
        plain(on.notes),
        on.continued_at,
        [[(move.move, move.by, move.number) for move in moves] for moves in on.taken_back],
    )


def written_out(
    can: dict[str, Any], seat: int | None, view: dict[str, Any], own: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The moves that one line of a `can` stands for. `own`: of whom it is."""
    if can == {"do": "lay_out"}:
        assert own is not None
        laying = own["lay_out"]
        cards = [*laying["must_lie"], *(card for card in laying["may_lie"] if card not in laying["must_lie"])]
        return [{"do": "lay_out", "cards": cards[: laying["to_lay"]]}]
    if "ways" in can:
        return [
            {"do": "draw", "seat": seat, "tile": can["tile"], "cells": [[top + r, left + c] for r, c in way["cells"]]}
            for way in (can["ways"][0], can["ways"][-1])
            for top, left in ends(way["at"], view["size"])
        ]
    if "at" in can:
        return [{"do": "bonus", "seat": seat, "cell": list(cell)} for cell in ends(can["at"], view["size"])]
    return [can]


def is_due(move: dict[str, Any]) -> bool:
    """The table is to roll."""
    return move.keys() == {"do"} and move["do"] in ("roll", "reroll")


def ends(at: str, size: int) -> list[tuple[int, int]]:
    """The first and the last of the squares that are marked with a 1."""
    return [divmod(place, size) for place in {at.index("1"), at.rindex("1")}]


def plain(anything: Any) -> Any:
    return json.loads(msgspec.json.encode(anything))


@pytest.fixture
def site(settings, monkeypatch, transactional_db):
    with two_houses(settings) as site:
        for module in ("storing", "managing"):
            monkeypatch.setattr(f"chanceit.table.{module}.new_seed", site.new_seed)
        yield site


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_is_right_after_each_step(site, game):
    run_state_machine_as_test(
        lambda: PeopleAtATable(site, game),
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        ),
    )


# What it has found


@pytest.fixture
def people(site):
    """Ann and Bob at a table, with screens at both houses."""
    people = PeopleAtATable(site, "chance_it")
    people.joins("Ann", 0)
    people.joins("Bob", 0)
    people.everybody_sees_what_is_theirs()
    yield people
    people.teardown()


def test_a_room_that_was_read_anew_hears_after_a_breath_who_is_at_the_other_house(people):
    people.site.read_anew(0, people.code)
    host = people.site.enter(0, people.code, people.host)
    people.after_some_breaths(
        lambda: host.presence == {"type": "presence", "connected": [1, 2], "watching": 1}, lambda: host.presence
    )


def test_of_what_another_process_says_the_last_counts_whatever_overtakes_it(people):
    layer, host = people.site.houses[0].neighbours.layer, people.screens[0, people.host]
    for process, said, watching in ("another", 7, 50), ("another", 6, 40), ("a third", 0, 100):
        here = {"players": [], "watching": watching, "cups": [], "knows": [], "said": said}
        message = {"type": "here", "from": process, "code": people.code, **here}
        people.site.run(layer.group_send(group_of(people.code), message))
    people.after_some_breaths(lambda: host.presence["watching"] > 100, lambda: host.presence)
    assert host.presence["watching"] == 2 + 50 + 100


def test_news_that_come_while_a_house_reads_are_read_too(people):
    lock = partial(people.site.ask_unheard, people.code, "game_master", c.Lock(True), "locks")
    news = {"type": "news", "from": "another", "code": people.code, "number": 4, "at": 0.0}
    people.site.while_it_reads(0, people.code, lock, news)
    host = people.screens[0, people.host]
    people.site.until(lambda: host.table["locked"], lambda: host.number)


def test_whoever_catches_up_while_a_house_reads_sees_what_was_stored_before(people):
    lock = partial(people.site.ask_unheard, people.code, "game_master", c.Lock(True), "locks")
    people.site.while_it_reads(0, people.code, lock)
    people.site.catch_up(people.code)
    assert people.screens[0, people.host].table["locked"]


def test_a_phone_whose_request_had_to_give_way_is_told(people):
    for _phone in range(3):
        people.come_in("door", c.Ask(1, key := next(people.keys), "home"), 0)
        people.devices.append(Device("phone", key))
        people.all_have_heard()
    assert [asking.ask for asking in people.sitting.asking] == [5, 6]
    people.everybody_sees_what_is_theirs()


def test_a_house_reads_on_before_it_says_that_there_is_nothing_to_take_back(people):
    people.master(c.Begin(), 0)
    people.all_have_heard()
    phone = people.phones()[0]
    assert people.site.ask(people.screens[0, phone], c.Undo(), "x") == "not_yours"
    assert people.site.ask(people.screens[0, people.host], c.Undo(), "y") == "nothing_to_undo"
    people.ask(phone, c.Play(msgspec.Raw(b'{"do":"start","seat":0}')), UNHEARD)
    people.master(c.Undo(), 0)


def test_a_phone_that_has_lost_its_seat_asks_in_vain_also_where_nobody_has_heard_of_it(people):
    bob = people.phones()[1]
    people.come_in("door", c.Ask(2, next(people.keys)), 0)
    people.master(c.Allow(people.sitting.asking[0].ask), UNHEARD)
    people.ask(bob, c.Leave(), 1)
    people.master(c.Begin(), UNHEARD)
    people.master(c.Remove(1), UNHEARD)
    people.ask(people.devices[3], c.Rename(1, "Zoe"), 1)
    assert [seat.name for seat in people.sitting.seats] == ["Ann", "Bob"]


def test_a_game_master_screen_that_was_taken_over_asks_in_vain_also_where_nobody_has_heard_of_it(people):
    before = people.host
    people.site.ask_unheard(people.code, "game_master", c.TakeOver(key := next(people.keys), before.key), "moves")
    assert people.site.ask(people.screens[1, before], c.Lock(True), "locks") == "not_yours"
    assert people.site.log(people.code)[-1].what == {"what": "game_master_moved", "key": key}


def test_who_plays_for_somebody_has_no_dice_of_the_server_to_roll_where_real_ones_are_rolled(people):
    for request in (c.Begin(), c.OwnDice(True), c.Replace(1, "game_master")):
        people.master(request, 0)
        people.all_have_heard()
    people.master(c.Play(msgspec.Raw(b'{"do":"start","seat":0}')), 0)
    people.everybody_sees_what_is_theirs()
    assert {"do": "roll"} not in people.screens[0, people.host].own["stand_in"][0]["can"]


def test_whoever_plays_second_chance_alone_can_go_on_where_the_dice_of_another_game_are_real(site):
    alone = PeopleAtATable(site, "second_chance")
    alone.joins("Ann", 0)
    alone.master(c.OwnDice(True), UNHEARD)
    alone.master(c.Begin(), UNHEARD)
    alone.all_have_heard()
    while alone.sitting.playing.state.phase != "shuffle":
        alone.some_moves_are_made(1, Random(0), 0)
    ann = alone.phones()[0]
    assert alone.offered(ann) == [{"do": "shuffle"}]
    alone.ask(ann, c.Play(msgspec.Raw(b'{"do":"shuffle"}')), 0)
    alone.everybody_sees_what_is_theirs()
    alone.teardown()
