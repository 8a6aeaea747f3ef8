"""A table as its log has made it: replaying the entries gives the people, the seats and the game that is on."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.table import log
from rules.luck import commitment
from rules.record import Header, Playing
from rules.refusals import Refusal, _
from rules.shelf import GAMES, Game, Viewer

Actor: TypeAlias = int | Literal["game_master", "spectator", "door", "table"]
"""Who asks: a player by number, the game master, somebody who watches, somebody at the door, or the table itself."""

COLOURS = 6
GAME_MASTER_PLAYS = "game_master"
"""Instead of a computer player's name: the game master makes this seat's moves."""


class Refused(Refusal):
    """Something about the table that is not done."""


class Seated(Struct, frozen=True):
    """Somebody at the table."""

    player: int
    name: str
    colour: int
    key: str
    computer: str | None = None
    removed: bool = False


class Asking(Struct, frozen=True):
    ask: int
    player: int
    key: str


class Standing(Struct, frozen=True, gc=False):
    """A move that stands, and those before it."""

    move: Any
    by: log.By
    number: int
    """Of its entry in the log."""
    count: int
    before: Standing | None


class GameOn(Struct, frozen=True):
    """The game that is played at a table, or was played last."""

    header: Header
    box: Any
    options: Any
    seed: str
    state: Any
    last: Standing | None = None
    draws: int = 0

    @property
    def count(self) -> int:
        """How many moves stand."""
        return 0 if self.last is None else self.last.count

    def moves(self) -> list[Standing]:
        """Those that stand, in order."""
        moves = []
        last = self.last
        while last is not None:
            moves.append(last)
            last = last.before
        return moves[::-1]


class Entry(Struct, frozen=True):
    """An entry as it goes into the log."""

    number: int
    command: str
    by: log.By
    what: log.AnyWhat
    events: tuple[Any, ...] = ()
    """What it brought about in the game; not stored, because replaying gives them again."""


class TableState(Struct, frozen=True):
    """A table as its log has made it."""

    id: int
    """Of its row in the database."""
    code: str
    game_name: str
    box: bytes
    options: bytes
    game_master_key: str
    number: int = 1
    players: tuple[Seated, ...] = ()
    """In seat order."""
    next_player: int = 1
    asking: tuple[Asking, ...] = ()
    locked: bool = False
    watching: bool = True
    paused: bool = False
    pace: log.Pace = "normal"
    games: int = 0
    on: GameOn | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.game_name]

    @property
    def status(self) -> Literal["lobby", "playing", "over"]:
        if self.on is None:
            return "lobby"
        return "playing" if self.on.state.result is None else "over"

    def seat_of(self, player: int) -> int | None:
        for seat, seated in enumerate(self.players):
            if seated.player == player:
                return seat
        return None

    def seated(self, player: int) -> Seated:
        for seated in self.players:
            if seated.player == player:
                return seated
        raise Refused("no_such_player", _("There is no such player at this table."))

    def with_seated(self, seated: Seated) -> TableState:
        return replace(self, players=tuple([seated if s.player == seated.player else s for s in self.players]))

    def is_full(self) -> bool:
        return len(self.players) >= self.game.PLAYERS[-1]

    def whose(self, key: str) -> Actor:
        """Who has this key's hash."""
        if key == self.game_master_key:
            return "game_master"
        for seated in self.players:
            if seated.key and key == seated.key:
                return seated.player
        return "door"

    def viewer(self, actor: Actor) -> Viewer:
        """As whom the rules know this actor."""
        if isinstance(actor, int):
            seat = self.seat_of(actor)
            return "spectator" if seat is None else seat
        return "game_master" if actor == "game_master" else "spectator"


# Replaying the log


def first(row: int, code: str, opened: log.Opened) -> TableState:
    """A table that has just been opened."""
    return TableState(row, code, opened.game, bytes(opened.box), bytes(opened.options), opened.key)


def follow(table: TableState, entry: Entry) -> tuple[TableState, list[Any]]:
    """The table after one more entry, and what happened in the game. Checks nothing but the rules of the game."""
    table = replace(table, number=entry.number)
    what = entry.what
    match what:
        case log.Played():
            return _follow_move(table, entry, what)
        case log.Joined(player, name, colour, key, computer):
            seated = Seated(player, name, colour, key, computer)
            table = replace(table, players=(*table.players, seated), next_player=player + 1)
        case log.Left(player):
            table = replace(table, players=tuple([s for s in table.players if s.player != player]))
        case log.Renamed(player, name):
            table = table.with_seated(replace(table.seated(player), name=name))
        case log.Recoloured(player, colour):
            table = table.with_seated(replace(table.seated(player), colour=colour))
        case log.Arranged(players):
            table = replace(table, players=tuple([table.seated(player) for player in players]))
        case log.Removed(player, on):
            table = table.with_seated(replace(table.seated(player), removed=on))
        case log.Replaced(player, computer):
            table = table.with_seated(replace(table.seated(player), computer=computer))
        case log.Asked(player, key):
            table = replace(table, asking=(*table.asking, Asking(entry.number, player, key)))
        case log.Answered(ask, allowed):
            asking = next(asking for asking in table.asking if asking.ask == ask)
            if allowed:
                table = table.with_seated(replace(table.seated(asking.player), key=asking.key, removed=False))
            table = replace(table, asking=tuple([other for other in table.asking if other.ask != ask]))
        case log.Locked(on):
            table = replace(table, locked=on)
        case log.WatchingAllowed(on):
            table = replace(table, watching=on)
        case log.Paused(on):
            table = replace(table, paused=on)
        case log.Paced(pace):
            table = replace(table, pace=pace)
        case log.GameMasterMoved(key):
            table = replace(table, game_master_key=key)
        case log.Begun():
            table = replace(table, on=_begin(table, what), games=table.games + 1, paused=False)
        case log.Undone(standing):
            assert table.on is not None
            table = replace(table, on=_take_back(table, table.on, standing))
        case log.ClearedAway():
            table = replace(table, on=None)
        case log.Opened():
            raise AssertionError("a table is opened once")
    return table, []


def _follow_move(table: TableState, entry: Entry, what: log.Played) -> tuple[TableState, list[Any]]:
    assert table.on is not None
    move = msgspec.json.decode(what.move, type=table.game.MOVE)
    on, events = _with_move(table.game, table.on, move, entry.by, entry.number)
    return replace(table, on=on), events


def _with_move(game: Game, on: GameOn, move: Any, by: log.By, number: int) -> tuple[GameOn, list[Any]]:
    state, events = game.apply(on.state, move)
    last = Standing(move, by, number, on.count + 1, on.last)
    return replace(on, state=state, last=last, draws=on.draws + isinstance(move, game.DRAWN)), events


def _begin(table: TableState, begun: log.Begun) -> GameOn:
    options = msgspec.json.decode(table.options) | table.game.options_of_table(len(table.players))
    header = Header(
        format="chanceit/1",
        game=table.game_name,
        players=tuple([seated.name for seated in table.players]),
        box=msgspec.Raw(table.box),
        options=msgspec.Raw(msgspec.json.encode(options)),
        id=f"{table.code}-{table.games + 1}",
        created=begun.created,
        commitment=UNSET if begun.imported else commitment(begun.seed),
    )
    playing = Playing(header)
    return GameOn(header, playing.box, playing.options, begun.seed, playing.state)


def _take_back(table: TableState, on: GameOn, standing: int) -> GameOn:
    """Undoing is replaying less."""
    fresh = replace(on, state=table.game.new_game(len(table.players), on.box, on.options), last=None, draws=0)
    for played in on.moves()[:standing]:
        fresh, _events = _with_move(table.game, fresh, played.move, played.by, played.number)
    return fresh


def story(table: TableState, since: int = 0) -> list[Entry]:
    """The moves that stand, with what they brought about, after that entry."""
    if table.on is None:
        return []
    on = replace(table.on, state=table.game.new_game(len(table.players), table.on.box, table.on.options), last=None)
    entries = []
    for played in table.on.moves():
        on, events = _with_move(table.game, on, played.move, played.by, played.number)
        if played.number > since:
            what = log.Played(msgspec.Raw(msgspec.json.encode(played.move)))
            entries.append(Entry(played.number, "", played.by, what, tuple(events)))
    return entries
