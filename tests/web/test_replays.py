"""A game that is over, seen again: it is what it was, and nothing of a running game is to be had."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from chanceit.live import gate, messages, seen_again
from chanceit.table import commands as c
from chanceit.table import records, replaying, storing
from chanceit.table.managing import clean_name
from chanceit.table.state import TableState
from rules.parts import Due, seat_of
from rules.record import LineRefused
from rules.refusals import Refusal
from rules.shelf import GAMES
from rules.verify import verify
from tests.rules.recorded import RECORDS
from tests.web.evenings import ask, begin, sit_down
from tests.web.evenings import play_on as play_to_the_end
from tests.web.test_people_at_a_table import SHORT_GAMES

Views = dict[int, dict[Any, tuple[bytes, bytes]]]
"""By number of the log and viewpoint: the game as all see it, and what is one's own in it."""


class Table:
    """A table at which lots are drawn for all that is decided; what its screens are sent is written down."""

    def __init__(self, game: str, players: int, lots: Random) -> None:
        box, options = (msgspec.json.encode(part) if part else b"" for part in SHORT_GAMES[game])
        self.code = storing.open_anywhere(game, box, options or b"{}", "host")
        self.lots = lots
        self.sent: dict[int, Views] = {}
        self.asked = 0
        for number in range(players):
            self.ask("door", c.Join(f"P{number}", f"key {number}"))

    def ask(self, actor: Any, request: Any) -> TableState:
        self.asked += 1
        self.now = storing.play(self.code, actor, request, f"c{self.asked}")
        if self.now.on is not None:
            seats = {seat: seated.player for seat, seated in enumerate(self.now.players)}
            shown = gate.shown(self.now)
            self.sent.setdefault(self.now.games, {})[self.now.number] = {
                viewpoint: part_of_game(gate.view(self.now, shown, actor))
                for viewpoint, actor in {"table": "spectator", **seats}.items()
            }
        return self.now

    def play_on(self, takes_back: float = 0.0) -> None:
        """To the end, unless something is taken back there."""
        while self.now.status == "playing":
            if self.now.on.last is not None and self.lots.random() < takes_back and "undo" in self.hosts():
                self.ask("game_master", c.Undo())
                if self.lots.random() < 0.4:
                    self.ask("game_master", c.Redo())
            else:
                self.move()

    def hosts(self) -> list[str]:
        own = gate.view(self.now, gate.shown(self.now), "game_master").own
        return [*own.can] if own.takes_back else []

    def move(self) -> None:
        game, state = self.now.game, self.now.on.state
        move = self.lots.choice(game.legal(state))
        if isinstance(move, Due) and move.do not in game.DUE:  # who begins
            move = self.lots.choice(game.own(state, "game_master").can)
        seat = seat_of(move)
        if isinstance(move, Due) or seat is None or not game.may(state, seat, move):
            self.ask("game_master", c.Play(msgspec.json.encode(move)))
        else:
            self.ask(self.now.players[seat].player, c.Play(msgspec.json.encode(move)))


def part_of_game(view: messages.View) -> tuple[bytes, bytes]:
    return bytes(view.view), messages.encode(view.own.game)


def parts_seen_again(code: str, game: int, viewpoint: seen_again.Viewpoint) -> dict[int, tuple[bytes, bytes]]:
    again = seen_again.again(replaying.of_table(code, game), viewpoint)
    return {view.number: part_of_game(view) for view in again.views}


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHORT_GAMES)
@pytest.mark.parametrize("lots", range(6))
def test_a_game_is_seen_again_exactly_as_it_was_sent(game: str, lots: int):
    """Also what was taken back and brought back in it, and a game that went on after the end of another."""
    table = Table(game, 2 + lots % 3, Random(f"{game} {lots}"))
    table.ask("game_master", c.Consent(False))
    table.ask("game_master", c.Begin())
    table.play_on(takes_back=0.1)
    table.ask("game_master", c.Undo())
    assert (table.now.status, table.now.games) == ("playing", 2)
    table.play_on()
    for number in (1, 2):
        sent = table.sent[number]
        for viewpoint in ("table", *range(len(table.now.players))):
            again = parts_seen_again(table.code, number, viewpoint)
            # The second game goes on with the moves of the first: with its first number nothing was played.
            for at in list(sent)[number - 1 :]:
                assert again[at] == sent[at][viewpoint], (number, viewpoint, at)


@pytest.mark.django_db
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_is_seen_as_the_same_game_at_a_table_is(file):
    """Move by move, from every seat; what lies face down is turned up only where all is open."""
    replay = replaying.of_record(file.read_bytes().splitlines())
    table, opened = seen_again.again(replay, "table"), seen_again.again(replay, "open")
    game = GAMES[table.welcome.game]
    for seat in range(len(replay.last.players)):
        for point, view, open_view in zip(
            replay.points, seen_again.again(replay, seat).views, opened.views, strict=True
        ):
            state = point.table.on.state
            assert part_of_game(view) == (messages.encode(game.shared(state)), messages.encode(game.own(state, seat)))
            secret = game.own(state, seat).secret
            assert secret is None or str(secret) in str(msgspec.json.decode(open_view.view)["players"][seat].values())
    for view in table.views:
        assert view.own.game.secret is None
        seen = msgspec.json.decode(view.table)
        assert (seen["seed"], seen["next_commitment"], seen["previous"], view.own.can) == (None, None, None, ())
    assert [view.number for view in table.views] == sorted(view.number for view in table.views)
    assert {moment.what for moment in table.moments} >= {"round", "end"}


@pytest.mark.django_db
@pytest.mark.parametrize("game", SHORT_GAMES)
def test_nothing_of_a_running_game_is_to_be_had(game: str):
    """Not of the game that is played, nor of one that it goes on from, as long as it is played on."""
    table = Table(game, 3, Random(1))

    def refused(number: int) -> str:
        with pytest.raises(Refusal) as refusal:
            replaying.of_table(table.code, number)
        return refusal.value.code

    assert refused(1) == "no_such_replay"
    table.ask("game_master", c.Consent(False))
    table.ask("game_master", c.Begin())
    assert refused(1) == "still_played"
    table.play_on()
    assert len(parts_seen_again(table.code, 1, "open")) > 3
    table.ask("game_master", c.Undo())
    assert table.now.status == "playing"
    assert (refused(1), refused(2), refused(3)) == ("still_played", "still_played", "no_such_replay")
    table.play_on()
    assert parts_seen_again(table.code, 1, "open")
    table.ask("game_master", c.Again())
    table.ask("game_master", c.Begin())
    assert (refused(3), refused(0)) == ("still_played", "no_such_replay")
    assert parts_seen_again(table.code, 2, "open"), "the new game has nothing to do with it"


def test_a_bad_line_of_a_record_is_named():
    good = RECORDS[0].read_bytes().splitlines()
    for bad, line in ([*good[:5], b"{}"], 6), ([], 1), ([b"{}"], 1), ([*good[:3], b""], 4):
        with pytest.raises(LineRefused) as refused:
            replaying.of_record(bad)
        assert refused.value.line == line


def test_why_a_line_cannot_be_read_is_said_in_words_and_not_in_those_of_a_library():
    header, *moves = RECORDS[0].read_bytes().splitlines()
    read = msgspec.json.decode(header)
    for bad, said in {
        b"Dear diary": "This is no record of a game. A record is the file that can be downloaded when a game is over.",
        b"{}": "This is no record of a game. A record is the file that can be downloaded when a game is over.",
        b"[" * 5000: "This is no record of a game. A record is the file that can be downloaded when a game is over.",
        b"\xff\xd8": "This line is no text: a record is written in UTF-8.",
        msgspec.json.encode(read | {"odd": 1}): 'The header of this record has "odd", which is unknown.',
        msgspec.json.encode({"format": "chanceit/1"}): 'The header of this record has no "game".',
        msgspec.json.encode(read | {"players": [5]}): 'In the header of this record "players" has a value that it '
        "cannot have.",
    }.items():
        with pytest.raises(LineRefused) as refused:
            replaying.of_record([bad, *moves])
        assert (str(refused.value.refusal), refused.value.line) == (said, 1)
    for bad, said in {
        b"{": "This is no move: the line cannot be read.",
        b'{"do": "choose", "seat": 0, "guide": "xyz"}': 'This is no move: "guide" has a value that it cannot have.',
        b'{"do": "choose", "seat": 0}': 'This is no move: "guide" is missing.',
        b'{"do": "start", "seat": 0, "odd": 1}': 'This is no move: it has "odd", which no such move has.',
        b'{"do": "fly"}': 'This is no move: "do" has a value that it cannot have.',
    }.items():
        with pytest.raises(LineRefused) as refused:
            replaying.of_record([header, moves[0], bad])
        assert (str(refused.value.refusal), refused.value.line) == (said, 3)


def test_a_record_without_end_is_not_played_to_its_end(monkeypatch: pytest.MonkeyPatch):
    good = RECORDS[0].read_bytes().splitlines()
    monkeypatch.setattr(replaying, "MOST_MOVES", 10)
    with pytest.raises(LineRefused) as refused:
        replaying.of_record(good)
    assert (refused.value.refusal.code, refused.value.line) == ("too_long", 12)


@pytest.mark.django_db
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_game_is_played_on_from_a_point_with_new_luck_from_there(file):
    """At a table of its own, which waits for people; its record says where it came from, and its draws are checked."""
    lines = file.read_bytes().splitlines()
    header = msgspec.json.decode(lines[0]) | {"commitment": "c0ffee"}
    replay = replaying.of_record([msgspec.json.encode(header), *lines[1:]])
    at = len(lines) // 2
    code = replaying.play_on(replay, at, "host")
    table = storing.load(code).table
    assert (table.status, table.paused) == ("playing", True)
    assert [seated.name for seated in table.players] == header["players"]
    then, now = replay.points[at].table, table
    assert table.game.shared(now.on.state) == table.game.shared(then.on.state)
    unseen = [sorted(table.game.unseen(state)[0]) for state in (then.on.state, now.on.state)]
    assert unseen[0] == unseen[1]
    with pytest.raises(Refusal) as refused:
        replaying.play_on(replay, len(lines), "host")
    assert refused.value.code == "over"
    storing.play(code, "game_master", c.Pause(False), "on")
    due = table.game.own(table.on.state, "game_master").can
    if any(isinstance(move, Due) and move.do in table.game.DUE for move in due):
        table = storing.play(code, "game_master", c.Play(b'{"do": "roll"}'), "roll")
    written = [*records.lines(storing.load(code).table.on)]
    notes = msgspec.json.decode(written[0])["notes"]
    assert [(note["after"], note["what"], note["commitment"]) for note in notes] == [(at, "continued", "c0ffee")]
    *_, verdict = verify(written, table.on.seed)
    assert (verdict["differing"], verdict["continued"], verdict["commitment_ok"]) == (0, True, True)


@pytest.mark.django_db
def test_whoever_has_an_odd_name_in_a_record_gets_one_that_a_table_can_have():
    """A record may have any text there, as long as 80 letters and the same one twice."""
    file = next(file for file in RECORDS if "6-players" in file.stem)
    lines = file.read_bytes().splitlines()
    names = ["Ann", "ann", "\u202e", "", "x" * 80, "x" * 78 + "y\x00"]
    header = msgspec.json.decode(lines[0]) | {"players": names, "commitment": "\x00" * 1000, "id": "\x00"}
    replay = replaying.of_record([msgspec.json.encode(header), *lines[1:]])
    table = storing.load(replaying.play_on(replay, 3, "host")).table
    seated = [one.name for one in table.players]
    assert seated == ["Ann", "ann 2", "?", "? 2", "x" * 20, f"{'x' * 18} 2"]
    assert table.on.header.commitment is msgspec.UNSET or "\x00" not in table.on.header.commitment
    for name in seated:
        assert clean_name(name) == name


@pytest.mark.django_db
def test_a_game_is_played_on_with_what_everybody_played_with():
    """Computer players, no phone, real dice and printed cards: as at that point, from the log and from the record."""
    code = sit_down("Ann", computers="medium")
    ask(code, "game_master", c.AddPlayer("Bob"))
    begin(code)
    ask(code, 1, c.Play(b'{"do": "start", "seat": 0}'))
    for on in (True, False):
        ask(code, "game_master", c.OwnDice(on))
        ask(code, "game_master", c.PrintedGuides(1, on))
        if on:
            ask(code, "game_master", c.Play(b'{"do": "roll", "dice": [2, 3, 4, 5, 6]}'))
    play_to_the_end(code)
    replay = replaying.of_table(code, 1)
    rolled = next(at for at, point in enumerate(replay.points) if point.table.on.state.dice)
    record = [line.rstrip() for line in records.lines(replay.last.on)]
    of_record = replaying.of_record(record)
    moves = replay.points[rolled].table.on.count
    known = msgspec.structs.replace(of_record, computers=((0, ""), (1, "medium"), (2, "")))
    for seen, at, bot in ((replay, rolled, "medium"), (of_record, moves, None), (known, moves, "medium")):
        table = storing.load(replaying.play_on(seen, at, "host")).table
        assert [(one.name, one.computer, bool(one.key)) for one in table.players] == [
            ("Ann", None, True),
            (replay.last.players[1].name, bot, bot is None),
            ("Bob", "game_master", False),
        ]
        assert (table.own_dice, table.printed_guides, table.paused) == (True, (1,), True)
    table = storing.load(replaying.play_on(of_record, len(record) - 2, "host")).table
    assert (table.own_dice, table.printed_guides) == (False, ())
    for odd in ({"dice": 7}, {"guides": [99, -1], "no_phone": [7]}, {"after": "x"}, {"guides": "all"}):
        notes = ({"after": 0, "what": "pieces"} | odd,)
        table = storing.load(replaying.play_on(msgspec.structs.replace(of_record, notes=notes), 2, "host")).table
        assert (table.own_dice, table.printed_guides) == (False, ())
