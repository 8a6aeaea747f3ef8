"""A table as its log has made it: replaying the entries gives the people, the seats and the game that is on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.table import log
from rules.header import Header
from rules.luck import Luck, commitment
from rules.parts import Box, Event, Move, State, Viewer
from rules.record import Playing
from rules.refusals import Refusal, _
from rules.shelf import GAMES, AnyGame

Actor: TypeAlias = int | Literal["game_master", "spectator", "door", "table"]
"""Who asks: a player by number, the game master, somebody who watches, somebody at the door, or the table itself."""

Status: TypeAlias = Literal["lobby", "playing", "over"]

COLOURS = 6
GAME_MASTER_PLAYS = "game_master"
"""Instead of a computer player's name: the game master makes this seat's moves."""
NOBODY_PLAYS = "nobody"
"""Nobody does: the seat does what changes least."""
PERSON_PLAYS = "person"
MOST_SCREENS = 4
"""Devices that are game-master screens at the same time; one more, and the oldest of those that were added goes."""


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
    origin: str = ""


class Standing(Struct, frozen=True, gc=False):
    """A move that stands, and those before it."""

    move: Move
    by: log.By
    number: int
    """Of its entry in the log."""
    count: int
    before: Standing | None
    decided: bool = True
    """A person made it: not the table, and not a computer player who sat there then."""
    salt: str = ""
    typed: bool = False
    revealed: bool = False
    """It showed to all what nobody could have known before. Real dice, typed in, are the table's own."""


class GameOn(Struct, frozen=True):
    """The game that is played at a table, or was played last."""

    header: Header
    box: Box
    options: Struct
    seed: str
    state: State
    last: Standing | None = None
    draws: int = 0
    """The number of the next draw."""
    thrown: dict[int, str] = {}
    """What was thrown in for draws that were taken back: the first bits for a draw count, whatever is done since."""
    notes: tuple[tuple[int, dict[str, Any]], ...] = ()
    """What the record tells beside the moves that stand, each with the number of its entry."""
    continued_at: int = 0
    """So many moves are those of an earlier game, whose seed is public."""
    taken_back: tuple[tuple[Standing, ...], ...] = ()
    """What was taken back since the last move, the newest last: it can be made to stand again."""

    @property
    def count(self) -> int:
        """How many moves stand."""
        return 0 if self.last is None else self.last.count

    @property
    def last_salt(self) -> str:
        """Of the newest draw that stands, for one that the table makes by itself."""
        drawn = GAMES[self.header.game].DRAWN
        last = self.last
        while last is not None and not isinstance(last.move, drawn):
            last = last.before
        return "" if last is None else last.salt

    @property
    def typed_dice(self) -> int:
        """How many of the dice that lie there were typed in. A throw of fewer dice is one of some that lay there."""
        typed = thrown = 0
        last = self.last
        while last is not None:
            dice = len(getattr(last.move, "dice", ()))
            if thrown and 0 < dice <= thrown:
                break
            if dice:
                typed += (dice - thrown) * last.typed
                thrown = dice
            last = last.before
        return typed

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
    events: tuple[Event, ...] = ()
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
    waiting: tuple[Seated, ...] = ()
    """Who came while a game was on, and sits down for the next one."""
    screens: tuple[str, ...] = ()
    """Keys of further game-master screens."""
    remotes: tuple[int, ...] = ()
    """Players whose phones may do what the game master may."""
    next_player: int = 1
    asking: tuple[Asking, ...] = ()
    locked: bool = False
    watching: bool = True
    paused: bool = False
    pace: log.Pace = "normal"
    games: int = 0
    on: GameOn | None = None
    seed: str = ""
    """Of the next game: the one that begins from the lobby, or that goes on after the end of this one."""
    consent: bool = True
    """The phones are asked before a reveal is taken back."""
    own_dice: bool = False
    """Real dice are rolled, and the host types them in."""
    previous: GameOn | None = None
    """The game that was cleared away last: its seed and its record are still to be had."""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.game_name]

    @property
    def status(self) -> Status:
        if self.on is None:
            return "lobby"
        return "playing" if self.on.state.result is None else "over"

    def seat_of(self, player: int) -> int | None:
        for seat, seated in enumerate(self.players):
            if seated.player == player:
                return seat
        return None

    @property
    def finished(self) -> GameOn | None:
        """The game that is over or was cleared away last: its seed and its record are no secrets."""
        return self.previous if self.on is None else self.on if self.status == "over" else None

    @property
    def everybody(self) -> tuple[Seated, ...]:
        """Also those who wait for the next game."""
        return self.players + self.waiting

    def is_host(self, actor: Actor) -> bool:
        """Whether this actor may do what the game master may."""
        return actor == "game_master" or actor in self.remotes

    def seated(self, player: int) -> Seated:
        for seated in self.everybody:
            if seated.player == player:
                return seated
        raise Refusal("no_such_player", _("There is no such player at this table."))

    def with_seated(self, seated: Seated) -> TableState:
        return replace(
            self,
            players=tuple([seated if s.player == seated.player else s for s in self.players]),
            waiting=tuple([seated if s.player == seated.player else s for s in self.waiting]),
        )

    def is_full(self) -> bool:
        return len(self.everybody) >= self.game.PLAYERS[-1]

    def whose(self, key: str) -> Actor:
        """Who has this key's hash."""
        if key == self.game_master_key or key in self.screens:
            return "game_master"
        for seated in self.everybody:
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
    return TableState(row, code, opened.game, bytes(opened.box), bytes(opened.options), opened.key, seed=opened.seed)


def follow(table: TableState, entry: Entry) -> tuple[TableState, list[Event]]:
    """The table after one more entry, and what happened in the game. Checks nothing but the rules of the game."""
    table = replace(table, number=entry.number)
    what = entry.what
    match what:
        case log.Played():
            return _follow_move(table, entry, what)
        case log.Joined(player, name, colour, key, computer):
            seated = Seated(player, name, colour, key, computer)
            if table.on is None:
                table = replace(table, players=(*table.players, seated), next_player=player + 1)
            else:
                table = replace(table, waiting=(*table.waiting, seated), next_player=player + 1)
        case log.Left(player):
            table = replace(
                table,
                players=tuple([seated for seated in table.players if seated.player != player]),
                waiting=tuple([seated for seated in table.waiting if seated.player != player]),
                asking=tuple([asking for asking in table.asking if asking.player != player]),
                remotes=tuple([remote for remote in table.remotes if remote != player]),
            )
        case log.Renamed(player, name):
            table = table.with_seated(replace(table.seated(player), name=name))
        case log.Recoloured(player, colour):
            table = table.with_seated(replace(table.seated(player), colour=colour))
        case log.Arranged(players):
            table = replace(table, players=tuple([table.seated(player) for player in players]))
        case log.Removed(player, on, plays):
            seated = table.seated(player)
            computer = seated.computer if not plays else None if plays == PERSON_PLAYS else plays
            table = table.with_seated(replace(seated, removed=on, computer=computer))
            if on:
                table = replace(table, remotes=tuple([remote for remote in table.remotes if remote != player]))
        case log.Replaced(player, computer):
            table = table.with_seated(replace(table.seated(player), computer=computer))
        case log.Asked(player, key, origin, instead):
            others = tuple([asking for asking in table.asking if asking.ask != instead])
            table = replace(table, asking=(*others, Asking(entry.number, player, key, origin)))
        case log.Answered(ask, allowed):
            table = _answer(table, ask, allowed)
        case log.AllAllowed(asks):
            for ask in asks:
                table = _answer(table, ask, True)
        case log.RemoteGiven(player, on):
            remotes = tuple([remote for remote in table.remotes if remote != player])
            table = replace(table, remotes=(*remotes, player) if on else remotes)
        case log.ScreenAdded(key):
            table = replace(table, screens=(*table.screens, key)[1 - MOST_SCREENS :])
        case log.GameChosen(game, box, options, minds):
            by_player = dict(minds)
            table = replace(
                table,
                game_name=game,
                box=bytes(box),
                options=bytes(options),
                players=tuple([replace(s, computer=by_player.get(s.player, s.computer)) for s in table.players]),
                previous=None,
            )
        case log.Locked(on):
            table = replace(table, locked=on)
        case log.WatchingAllowed(on):
            table = replace(table, watching=on)
        case log.Paused(on):
            table = replace(table, paused=on)
        case log.Paced(pace):
            table = replace(table, pace=pace)
        case log.GameMasterMoved(key):
            table = replace(table, game_master_key=key, screens=())
        case log.Begun():
            table = replace(
                table, on=_begin(table, what), games=table.games + 1, paused=False, seed=what.next_seed, previous=None
            )
        case log.Undone(standing):
            assert table.on is not None
            table = replace(table, on=_take_back(table, table.on, standing, entry.number))
        case log.Continued():
            assert table.on is not None
            table = replace(
                table,
                on=_continue(table, table.on, what, entry.number),
                games=table.games + 1,
                paused=False,
                seed=what.next_seed,
            )
        case log.Redone():
            assert table.on is not None
            table = replace(table, on=_redo(table, table.on))
        case log.ClearedAway():
            table = _clear(table, table.on)
        case log.Ended():
            assert table.on is not None
            note = {"after": table.on.count, "what": "ended"}
            table = _clear(table, replace(table.on, notes=(*table.on.notes, (entry.number, note))))
        case log.ConsentWanted(wanted):
            table = replace(table, consent=wanted)
        case log.OwnDiceRolled(on):
            table = replace(table, own_dice=on)
        case log.Opened():
            raise AssertionError("a table is opened once")
    return table, []


def _answer(table: TableState, ask: int, allowed: bool) -> TableState:
    asking = next((asking for asking in table.asking if asking.ask == ask), None)
    if allowed and asking is not None:
        table = table.with_seated(replace(table.seated(asking.player), key=asking.key, removed=False))
    return replace(table, asking=tuple([other for other in table.asking if other.ask != ask]))


def _clear(table: TableState, on: GameOn | None) -> TableState:
    """Back to the lobby. Whoever has waited for it sits down."""
    return replace(table, on=None, previous=on, players=table.everybody, waiting=(), paused=False)


def _follow_move(table: TableState, entry: Entry, what: log.Played) -> tuple[TableState, list[Event]]:
    assert table.on is not None
    move: Move = msgspec.json.decode(what.move, type=table.game.TYPES.move)
    played = Standing(move, entry.by, entry.number, 0, None, _is_decided(table, entry.by), what.salt, what.typed)
    on, events = _with_move(table.game, table.on, played)
    return replace(table, on=replace(on, taken_back=()) if on.taken_back else on), events


def _is_decided(table: TableState, by: log.By) -> bool:
    if isinstance(by, int):
        computer = table.seated(by).computer
        return computer != NOBODY_PLAYS and computer not in table.game.COMPUTER_PLAYERS
    return by == "game_master"


def _with_move(game: AnyGame, on: GameOn, played: Standing) -> tuple[GameOn, list[Event]]:
    """One move more stands. Its count and what was before it are set here."""
    state, events = game.apply(on.state, played.move)
    last = replace(played, count=on.count + 1, before=on.last, revealed=not played.typed and game.reveals(events))
    draws = on.draws + isinstance(played.move, game.DRAWN)
    # What came with an earlier game was not drawn from this seed. Draw 0 was the new order of what nobody had seen.
    return replace(on, state=state, last=last, draws=1 if last.count == on.continued_at else draws), events


def _header(table: TableState, created: str, seed: str | None) -> Header:
    options = msgspec.json.decode(table.options) | table.game.options_of_table(len(table.players))
    return Header(
        format="chanceit/1",
        game=table.game_name,
        players=tuple([seated.name for seated in table.players]),
        box=msgspec.Raw(table.box),
        options=msgspec.Raw(msgspec.json.encode(options)),
        id=f"{table.code}-{table.games + 1}",
        created=created,
        commitment=UNSET if seed is None else commitment(seed),
    )


def _begin(table: TableState, begun: log.Begun) -> GameOn:
    header = _header(table, begun.created, None if begun.imported else begun.seed)
    playing = Playing(header)
    thrown = {0: begun.salt} if begun.salt else {}
    return GameOn(header, playing.box, playing.options, begun.seed, playing.state, thrown=thrown)


def replayed(table: TableState, on: GameOn, moves: Iterable[Standing]) -> GameOn:
    """The game from its beginning with these moves: undoing is replaying less."""
    fresh = replace(on, state=table.game.new_game(len(on.header.players), on.box, on.options), last=None, draws=0)
    for played in moves:
        fresh, _events = _with_move(table.game, fresh, played)
    return fresh


def _take_back(table: TableState, on: GameOn, standing: int, number: int) -> GameOn:
    moves = on.moves()
    before = replace(
        on,
        thrown=on.thrown | _thrown(table, on, moves, standing),
        notes=_noted(on, moves, standing, number),
        taken_back=(*on.taken_back, tuple(moves[standing:])),
    )
    return replayed(table, before, moves[:standing])


def _redo(table: TableState, on: GameOn) -> GameOn:
    """What was taken back last stands again, and the record tells nothing of it."""
    *earlier, again = on.taken_back
    on = replace(on, taken_back=tuple(earlier), notes=on.notes[:-1])
    for played in again:
        on, _events = _with_move(table.game, on, played)
    return on


def _thrown(table: TableState, on: GameOn, moves: list[Standing], standing: int) -> dict[int, str]:
    """The salts of the draws that are taken back, unless there were earlier ones."""
    drawn = [played for played in moves[on.continued_at :] if isinstance(played.move, table.game.DRAWN)]
    return {
        draw: played.salt
        for draw, played in enumerate(drawn, start=1 if on.continued_at else 0)
        if played.count > standing and played.salt and played.by != "table" and draw not in on.thrown
    }


def _noted(on: GameOn, moves: list[Standing], standing: int, number: int) -> tuple[tuple[int, dict[str, Any]], ...]:
    if standing == len(moves):
        return on.notes
    undone = [played.move for played in moves[standing:]]
    return (*on.notes, (number, {"after": standing, "what": "undone", "moves": undone}))


def _continue(table: TableState, on: GameOn, what: log.Continued, number: int) -> GameOn:
    """After the end the seed is public, so a game that goes on is a new one: what nobody had seen is drawn anew."""
    moves = on.moves()
    kept = moves[: what.standing]
    until = replayed(table, on, kept)
    dealt = table.game.dealt_anew([played.move for played in kept], until.state, Luck(what.seed, what.salt))
    note: dict[str, Any] = {"after": what.standing, "what": "continued"}
    if on.header.commitment is not UNSET:
        note["commitment"] = on.header.commitment
    if what.salt:
        note["salt"] = what.salt
    begun = replace(
        on,
        header=_header(table, what.created, what.seed),
        seed=what.seed,
        thrown={},
        notes=(*_noted(on, moves, what.standing, number), (number, note)),
        continued_at=what.standing,
        taken_back=(),
    )
    return replayed(table, begun, [replace(played, move=move) for played, move in zip(kept, dealt, strict=True)])


def story(table: TableState) -> list[Entry]:
    """The moves that stand, with what they brought about."""
    if table.on is None:
        return []
    on = replayed(table, table.on, ())
    entries = []
    for played in table.on.moves():
        on, events = _with_move(table.game, on, played)
        what = log.Played(msgspec.Raw(msgspec.json.encode(played.move)), played.salt, played.typed)
        entries.append(Entry(played.number, "", played.by, what, tuple(events)))
    return entries
