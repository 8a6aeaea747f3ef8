"""The one authority: every change of a table goes through `carry_out` and `store`, in this order.

`carry_out` checks a request against the table and gives the entries it becomes; `store` writes them in one transaction.
Only then may anybody be told. `chanceit.live.house` does this for live tables, many at a time; `play` does it for one, for
commands and imports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from chanceit import models
from chanceit.keys import new_code
from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.managing import manage
from chanceit.table.state import GAME_MASTER_PLAYS, Actor, Entry, Refused, TableState, first, follow
from rules.luck import Luck, new_seed
from rules.refusals import _
from rules.shelf import GAMES, Viewer


class Conflict(Exception):
    """Another process was faster: these tables have to be read again."""

    def __init__(self, codes: list[str]) -> None:
        super().__init__(codes)
        self.codes = codes


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
        what = _play(table, actor, request) if isinstance(request, c.Play) else manage(table, actor, request)
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
