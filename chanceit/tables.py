"""The one authority: every change of a table goes through `carry_out` and `store`, in this order.

`carry_out` checks a request against the table and gives the entries it becomes; `store` writes them in one transaction.
Only then may anybody be told. `chanceit.rooms` does this for live tables, many at a time; `play` does it for one, for
commands and imports.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit import commands as c
from chanceit import log, models
from chanceit.keys import new_code
from rules.luck import Luck, commitment, new_seed
from rules.record import Header, Playing
from rules.refusals import Refusal, _
from rules.shelf import GAMES, Game, Viewer

Actor: TypeAlias = int | Literal["game_master", "spectator", "door", "table"]
"""Who asks: a player by number, the game master, somebody who watches, somebody at the door, or the table itself."""

COLOURS = 6
LONGEST_NAME = 20
GAME_MASTER_PLAYS = "game_master"
"""Instead of a computer player's name: the game master makes this seat's moves."""


class Refused(Refusal):
    """Something about the table that is not done."""


class Conflict(Exception):
    """Another process was faster: these tables have to be read again."""

    def __init__(self, codes: list[str]) -> None:
        super().__init__(codes)
        self.codes = codes


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


# Carrying out requests


def carry_out(table: TableState, actor: Actor, request: c.Request, command: str) -> tuple[TableState, list[Entry]]:
    """Checks a request and gives the table after it, with the entries to be stored. Raises a Refusal.

    What the table does by itself, such as a shuffle that is due, follows at once in entries of its own.
    """
    by: log.By = actor if isinstance(actor, int) else "game_master" if actor == "game_master" else "table"
    entries: list[Entry] = []
    if isinstance(request, c.Import):
        table = _import(table, entries, request, command)
    else:
        what = _play(table, actor, request) if isinstance(request, c.Play) else _manage(table, actor, request)
        table = _append(table, entries, Entry(table.number + 1, command, by, what))
    while table.status == "playing" and not table.paused and table.game.is_automatic(table.on.state):  # type: ignore[union-attr]
        number = table.number + 1
        table = _append(table, entries, Entry(number, f"table-{number}", "table", log.Played(_drawn(table))))
    return table, entries


def _append(table: TableState, entries: list[Entry], entry: Entry) -> TableState:
    table, events = follow(table, entry)
    entries.append(replace(entry, events=tuple(events)))
    return table


def _import(table: TableState, entries: list[Entry], request: c.Import, command: str) -> TableState:
    """Everybody sits down with the name in the record, the game begins, and the moves are made as they stand there."""
    if table.number != 1:
        raise Refused("not_new", _("A record can only be laid out at a table that has just been opened."))

    def add(by: log.By, what: log.AnyWhat) -> None:
        nonlocal table
        number = table.number + 1
        table = _append(table, entries, Entry(number, f"{command}-{number}", by, what))

    for player, join in enumerate(request.players, start=1):
        add("game_master", log.Joined(player, join.name, player - 1, join.key))
    add("game_master", log.Begun(new_seed(), request.created, imported=True))
    for move in request.moves:
        add(_whose_move(table, move), log.Played(msgspec.Raw(msgspec.json.encode(move))))
    return table


def _whose_move(table: TableState, move: Any) -> log.By:
    """Who makes such a move at a table; a record does not say who rolled."""
    assert table.on is not None
    seat = getattr(move, "seat", None)
    if seat is not None and table.game.may(table.on.state, seat, move):
        return table.players[seat].player
    return "game_master" if table.game.may(table.on.state, "game_master", move) else "table"


def _drawn(table: TableState) -> msgspec.Raw:
    """The table's move that is due, as its seed gives it."""
    assert table.on is not None
    move = table.game.draw(table.on.state, Luck(table.on.seed), table.on.draws)
    if move is None:
        raise Refused("nothing_to_draw", _("There is nothing to roll or to shuffle now."))
    return msgspec.Raw(msgspec.json.encode(move))


def _play(table: TableState, actor: Actor, request: c.Play) -> log.Played:
    """A move of a phone, of the game-master screen or of a computer player."""
    if table.on is None or table.status != "playing":
        raise Refused("no_game", _("There is no game going on at this table."))
    if table.paused:
        raise Refused("paused", _("The game is paused."))
    game = table.game
    viewer = _who_plays(table, actor)
    try:
        data = msgspec.json.decode(request.move)
        due = game.DUE.get(data["do"]) if isinstance(data, dict) and data.keys() == {"do"} else None
        move = due if due is not None else msgspec.convert(data, game.MOVE)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as error:
        raise Refused("bad_move", _("This is no move of the game: {error}."), error=str(error)) from None
    if not game.may(table.on.state, viewer, move) and not _stands_in(table, actor, move):
        raise Refused("not_yours", _("This move is not yours to make."))
    if due is not None:
        return log.Played(_drawn(table))
    return log.Played(msgspec.Raw(msgspec.json.encode(move)))


def _who_plays(table: TableState, actor: Actor) -> Viewer:
    if isinstance(actor, int) and table.seated(actor).removed:
        raise Refused("removed", _("The game master has closed this seat."))
    return table.viewer(actor)


def _stands_in(table: TableState, actor: Actor, move: Any) -> bool:
    """The game master plays for somebody who has left."""
    seat = getattr(move, "seat", None)
    return (
        actor == "game_master"
        and seat is not None
        and seat < len(table.players)
        and table.players[seat].computer == GAME_MASTER_PLAYS
        and table.game.may(table.on.state, seat, move)  # type: ignore[union-attr]
    )


def _manage(table: TableState, actor: Actor, request: c.Request) -> log.AnyWhat:
    match request:
        case c.Join(name, key):
            return _join(table, name, key)
        case c.Ask(player, key):
            return _ask(table, player, key)
        case c.TakeOver(key):
            return log.GameMasterMoved(key)
        case c.Rename(player, name):
            _only(actor, "game_master", player)
            table.seated(player)
            return log.Renamed(player, clean_name(name))
        case c.Recolour(player, colour):
            _only(actor, "game_master", player)
            table.seated(player)
            if any(seated.colour == colour for seated in table.players):
                raise Refused("colour_taken", _("Somebody has this colour already."))
            return log.Recoloured(player, colour)
        case c.Leave():
            if not isinstance(actor, int):
                raise Refused("not_yours", _("Only somebody at the table can leave it."))
            if table.status != "lobby":
                raise Refused("seat_is_held", _("The game is on: your seat is held for you."))
            return log.Left(table.seated(actor).player)
    _only(actor, "game_master")
    match request:
        case c.Begin():
            return _may_begin(table)
        case c.Again():
            if table.status != "over":
                raise Refused("not_over", _("The game is not over yet."))
            return log.ClearedAway()
        case c.Arrange(players):
            _in_lobby(table)
            if sorted(players) != sorted(seated.player for seated in table.players):
                raise Refused("not_these_players", _("The order must name everybody at the table once."))
            return log.Arranged(players)
        case c.Remove(player):
            table.seated(player)
            return log.Left(player) if table.status == "lobby" else log.Removed(player, True)
        case c.LetBack(player):
            table.seated(player)
            return log.Removed(player, False)
        case c.AddComputer(mind):
            return _add_computer(table, mind)
        case c.Replace(player, mind):
            table.seated(player)
            if mind is not None and mind != GAME_MASTER_PLAYS and mind not in table.game.COMPUTER_PLAYERS:
                raise Refused("no_such_mind", _("There is no such computer player."))
            return log.Replaced(player, mind)
        case c.Lock(on):
            return log.Locked(on)
        case c.Watch(on):
            return log.WatchingAllowed(on)
        case c.Pause(on):
            return log.Paused(on)
        case c.SetPace(pace):
            return log.Paced(pace)
        case c.Allow(ask) | c.Deny(ask):
            if not any(asking.ask == ask for asking in table.asking):
                raise Refused("nobody_asks", _("Nobody is asking for this seat any more."))
            return log.Answered(ask, isinstance(request, c.Allow))
        case c.Undo():
            return _undo(table)
    raise AssertionError(request)


def _only(actor: Actor, *these: Actor) -> None:
    if actor not in these:
        raise Refused("not_yours", _("Only the game master can do this."))


def _in_lobby(table: TableState) -> None:
    if table.status != "lobby":
        raise Refused("not_in_lobby", _("This can only be done before the game begins."))


def clean_name(name: str) -> str:
    """A name as it is shown: text of 1 to 20 characters, without control characters and needless space."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in name)
    name = " ".join(visible.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("bad_name", _("A name has 1 to {most} characters."), most=LONGEST_NAME)
    return name


def _join(table: TableState, name: str, key: str) -> log.Joined:
    if table.status != "lobby":
        raise Refused("game_is_on", _("The game is on already. You can watch, or ask for your own seat."))
    if table.locked:
        raise Refused("locked", _("The host has closed this table to newcomers."))
    name = clean_name(name)
    if any(seated.name.casefold() == name.casefold() for seated in table.players):
        raise Refused("name_taken", _("Somebody at this table is called {name} already."), name=name)
    return log.Joined(table.next_player, name, _free_colour(table), key)


def _free_colour(table: TableState) -> int:
    if table.is_full():
        raise Refused("full", _("All seats at this table are taken."))
    taken = {seated.colour for seated in table.players}
    return next(colour for colour in range(COLOURS) if colour not in taken)


def _add_computer(table: TableState, mind: str) -> log.Joined:
    _in_lobby(table)
    if mind not in table.game.COMPUTER_PLAYERS:
        raise Refused("no_such_mind", _("There is no such computer player."))
    taken = {seated.name for seated in table.players}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return log.Joined(table.next_player, name, _free_colour(table), computer=mind)


COMPUTER_NAMES = ("Ada", "Blaise", "Grace", "Konrad", "Emmy", "Alan", "Hedy")
"""More than there are seats. Names are not translated: they are people."""


def _ask(table: TableState, player: int, key: str) -> log.Asked:
    seated = table.seated(player)
    if seated.computer is not None and not seated.key:
        raise Refused("computer_seat", _("A computer player sits there."))
    if len(table.asking) >= 2 * COLOURS:
        raise Refused("too_many_ask", _("Too many people are asking for a seat. Try again later."))
    return log.Asked(player, key)


def _may_begin(table: TableState) -> log.Begun:
    _in_lobby(table)
    if len(table.players) not in table.game.PLAYERS:
        raise Refused(
            "bad_number_of_players",
            _("This game is for {fewest} to {most} players."),
            fewest=table.game.PLAYERS[0],
            most=table.game.PLAYERS[-1],
        )
    return log.Begun(new_seed(), datetime.now(UTC).isoformat(timespec="seconds"))


def _undo(table: TableState) -> log.Undone:
    """Takes back the last move that somebody decided on, and what the table and computer players did after it."""
    if table.on is None or table.on.last is None:
        raise Refused("nothing_to_undo", _("There is nothing to take back."))
    last: Standing | None = table.on.last
    while last is not None and not _was_decided(table, last):
        last = last.before
    if last is None:
        raise Refused("nothing_to_undo", _("There is nothing to take back."))
    return log.Undone(last.count - 1)


def _was_decided(table: TableState, played: Standing) -> bool:
    if isinstance(played.by, int):
        return table.seated(played.by).computer not in table.game.COMPUTER_PLAYERS
    return played.by == "game_master"


# Computer players


def computer_move(table: TableState) -> tuple[int, bytes] | None:
    """The next move of a computer player: whose, and the move. They see what a phone sees."""
    if table.status != "playing" or table.paused or table.on is None:
        return None
    for seat in table.on.state.awaiting:
        seated = table.players[seat]
        mind = table.game.COMPUTER_PLAYERS.get(seated.computer or "")
        if mind is not None:
            lots = Luck(table.on.seed).lots(f"{table.on.count}-{seat}")
            move = mind(table.game.view(table.on.state, seat), table.on.box, lots)
            if move is not None:
                return seated.player, msgspec.json.encode(move)
    return None


# The database


class Page(Struct, frozen=True):
    """What is to be stored of one table: the entries, and the table as they leave it."""

    before: TableState
    after: TableState
    entries: tuple[Entry, ...]


ENTRY_SQL = 'INSERT INTO chanceit_entry (table_id, number, command, "by", what, at) VALUES (%s, %s, %s, %s, %s, %s)'
TABLE_SQL = "UPDATE chanceit_table SET number = %s, status = %s, games = %s, touched = %s WHERE id = %s"
TOKENS_SQL = "UPDATE chanceit_player SET coins = %s, hearts = %s, stars = %s WHERE table_id = %s AND player = %s"


def store(pages: Iterable[Page]) -> None:
    """Writes pages of several tables in one transaction: all of it or nothing.

    Raises Conflict when another process has written some of these numbers or commands meanwhile. By SQL and not by the
    ORM, because this is the one place that every move passes: it takes a third of the time.
    """
    pages = list(pages)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(
                ENTRY_SQL,
                [
                    (page.after.id, entry.number, entry.command, str(entry.by), log.encode(entry.what).decode(), now)
                    for page in pages
                    for entry in page.entries
                ],
            )
            cursor.executemany(
                TABLE_SQL,
                [(page.after.number, page.after.status, page.after.games, now, page.after.id) for page in pages],
            )
            for page in pages:
                _project(cursor, page)
    except IntegrityError as error:
        if len(pages) > 1:
            _store_one_by_one(pages)
        else:
            raise Conflict([page.after.code for page in pages]) from error


def _store_one_by_one(pages: list[Page]) -> None:
    """After a conflict: whose pages are fine is not kept waiting by the others."""
    conflicts = []
    for page in pages:
        try:
            store([page])
        except Conflict:
            conflicts.append(page.after.code)
    raise Conflict(conflicts)


def _project(cursor: Any, page: Page) -> None:
    """Players with their tokens, as the log has left them."""
    before, after = page.before, page.after
    if before.players is not after.players or before.games != after.games:
        models.Player.objects.filter(table=after.id).exclude(player__in=[s.player for s in after.players]).delete()
        for seat, seated in enumerate(after.players):
            models.Player.objects.update_or_create(
                table_id=after.id,
                player=seated.player,
                defaults={"seat": seat, "name": seated.name, "computer": seated.computer or ""},
            )
    if after.on is None or (before.on is not None and before.on.state.players is after.on.state.players):
        return
    had = before.game.tokens(before.on.state) if before.on is not None and before.games == after.games else []
    has = after.game.tokens(after.on.state)
    changed = [
        (*tokens, after.id, seated.player)
        for seat, (seated, tokens) in enumerate(zip(after.players, has, strict=False))
        if seat >= len(had) or had[seat] != tokens
    ]
    if changed:
        cursor.executemany(TOKENS_SQL, changed)


class Loaded(Struct, frozen=True):
    """A table from its log, and which command became which entry."""

    table: TableState
    commands: dict[str, int]


def load(code: str) -> Loaded | None:
    """A table from its log, or None if there is no such table."""
    row = models.Table.objects.filter(code=code).values_list("id", flat=True).first()
    if row is None:
        return None
    opened, *entries = _read(row, 0)
    assert isinstance(opened.what, log.Opened)
    table = first(row, code, opened.what)
    commands = {opened.command: opened.number}
    for entry in entries:
        table, _events = follow(table, entry)
        commands[entry.command] = entry.number
    return Loaded(table, commands)


def load_since(table: TableState) -> tuple[TableState, list[Entry]]:
    """The table and the entries that another process has written since."""
    entries: list[Entry] = []
    for entry in _read(table.id, table.number):
        table = _append(table, entries, entry)
    return table, entries


def _read(row: int, since: int) -> Iterator[Entry]:
    rows = models.Entry.objects.filter(table=row, number__gt=since).order_by("number")
    for number, command, by, what in rows.values_list("number", "command", "by", "what").iterator():
        yield Entry(number, command, int(by) if by.isdigit() else by, log.decode(what))


def open_table(code: str, game: str, box: bytes, options: bytes, key: str) -> None:
    """Opens a table. Raises a Refusal for a box or options that do not do, and IntegrityError if the code is taken."""
    if game not in GAMES:
        raise Refused("no_such_game", _("There is no such game on the shelf."))
    rules = GAMES[game]
    content = msgspec.json.encode(rules.read_box(box) if box else rules.house_box())
    rules.read_options(options, rules.PLAYERS[-1])
    now = timezone.now()
    opened = log.Opened(game, msgspec.Raw(content), msgspec.Raw(options), key)
    with transaction.atomic():
        table = models.Table.objects.create(code=code, game=game, box=keep_box(game, content), number=1, touched=now)
        models.Entry.objects.create(
            table=table, number=1, command="open", by="game_master", what=log.encode(opened).decode(), at=now
        )


def open_anywhere(game: str, box: bytes, options: bytes, key: str) -> str:
    """Opens a table with a code that is free, and gives it."""
    for _try in range(50):
        code = new_code()
        try:
            open_table(code, game, box, options, key)
        except IntegrityError:  # there is such a table already
            continue
        return code
    raise Refused("no_code", _("All tables are taken. Try again in a moment."))


def keep_box(game: str, content: bytes) -> models.Box:
    """The box's row, with its cards and sheets; the same box is kept once."""
    digest = sha256(game.encode() + b"\n" + content).hexdigest()
    data = msgspec.json.decode(content)
    is_house_box = content == msgspec.json.encode(GAMES[game].house_box())
    box, is_new = models.Box.objects.get_or_create(
        digest=digest,
        defaults={"game": game, "name": data["name"], "is_house_box": is_house_box, "content": content.decode()},
    )
    if is_new and "cards" in data:
        models.MarketCard.objects.bulk_create(
            models.MarketCard(box=box, card=card.pop("id"), **card) for card in data["cards"]
        )
        models.StakesSheet.objects.bulk_create(
            models.StakesSheet(box=box, players=players, out=sheet["out"], participants=sheet["in"])
            for players, sheet in data["stakes"].items()
        )
    return box


def play(code: str, actor: Actor, request: c.Request, command: str) -> TableState:
    """Carries out one request at a table that is not live in this process: load, check, store.

    A command that was carried out before is not carried out again. Tries again when another process was faster.
    """
    for _try in range(10):
        loaded = load(code)
        if loaded is None:
            raise Refused("no_such_table", _("There is no table {table}."), table=code)
        if command in loaded.commands:
            return loaded.table
        after, entries = carry_out(loaded.table, actor, request, command)
        try:
            store([Page(loaded.table, after, tuple(entries))])
        except Conflict:
            continue
        return after
    raise Refused("busy", _("Too much is going on at this table. Try again."))
