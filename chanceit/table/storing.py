"""A table's log in the database: written page by page, many tables in one transaction, and read again.

What was stored is told only afterwards, and what is told of it is true: stored, not stored, or not known.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, Literal

import msgspec
from django.conf import settings
from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from chanceit import models
from chanceit.keys import new_code
from chanceit.table import commands as c
from chanceit.table import log, results
from chanceit.table.authority import carry_out
from chanceit.table.state import Actor, Entry, TableState, first, follow, pass_over
from rules.luck import new_seed
from rules.parts import Event
from rules.refusals import Refusal, _
from rules.shelf import GAMES

logger = logging.getLogger("chanceit.storing")


class Page(Struct, frozen=True):
    """What is to be stored of one table: the entries, and the table as they leave it."""

    before: TableState
    after: TableState
    entries: tuple[Entry, ...]


ENTRY_SQL = 'INSERT INTO chanceit_entry (table_id, number, command, "by", what, at) VALUES (%s, %s, %s, %s, %s, %s)'
LOG_SQL = 'SELECT number, command, "by", what FROM chanceit_entry WHERE table_id = %s AND number > %s ORDER BY number'
CLOSED = "closed"
"""Stands as its status in the row of a table that was closed for good."""
CODE_RESTS = timedelta(days=1)
"""So long the code of such a table is not given again, and its records can be had."""
MOST_CLEARED = 5
"""Tables that are cleared when one is opened: it must not take long."""
BEGUN = '{"what":"begun",'
LITTLE = 1_000_000
"""Bytes. With less on the disk not even a log can be counted on."""
GULP = 50
"""Entries that are read at a time."""
TABLE_SQL = "UPDATE chanceit_table SET number = %s, status = %s, games = %s, touched = %s WHERE id = %s"
TOKENS_SQL = "UPDATE chanceit_player SET coins = %s, hearts = %s, stars = %s WHERE table_id = %s AND player = %s"


Outcome = Literal["stored", "conflict", "not_stored", "unknown"]
"""What became of a page. `conflict`: another process was faster, so the table has to be read again. `unknown`: the
database went away in the middle of it."""


def store(pages: Sequence[Page]) -> list[Outcome]:
    """Writes pages of several tables, in one transaction if that can be. Says what became of each; never raises.

    A page that cannot be stored takes no other with it: then each is tried alone.
    """
    try:
        connection.ensure_connection()
    except Exception as error:
        logger.error("the database cannot be reached", extra={"reason": repr(error)})
        return ["not_stored"] * len(pages)
    try:
        _write(pages)
    except Exception as error:
        was_cut_off = _is_cut_off()
        _start_afresh(error)
        if was_cut_off and not _can_be_asked():
            return ["unknown"] * len(pages)
        if len(pages) > 1:
            return [outcome for page in pages for outcome in store([page])]
        return [_became(pages[0], error, was_cut_off)]
    return ["stored"] * len(pages)


def _became(page: Page, error: Exception, was_cut_off: bool) -> Outcome:
    """After an error: the answer must be true, so look what the log says."""
    try:
        written = _written_at(page)
    except Exception:
        return "unknown"
    if written == [_row(page, entry)[1:] for entry in page.entries]:
        return "stored"
    if written or isinstance(error, IntegrityError):  # the command may stand elsewhere, or the table be cleared
        return "conflict"
    logger.error("a page was not stored", extra={"table": page.after.code, "reason": repr(error)})
    # What a server was told just before the line broke may still come true there.
    return "unknown" if was_cut_off else "not_stored"


def _is_cut_off() -> bool:
    """Whether the line to a database server broke, so that nobody knows what was done at its other end."""
    made = connection.connection
    return connection.vendor != "sqlite" and (made is None or bool(made.closed) or bool(made.broken))


def _can_be_asked() -> bool:
    try:
        connection.ensure_connection()
    except Exception:
        return False
    return True


def _start_afresh(error: Exception) -> None:
    if isinstance(error, DatabaseError | InterfaceError):
        connection.close()


def _written_at(page: Page) -> list[tuple[Any, ...]]:
    """What the log has at the numbers of this page. The same command may have become something else at another process,
    for instance other dice: of two processes each has thrown in what the devices there gave."""
    numbers = [entry.number for entry in page.entries]
    found = models.Entry.objects.filter(table=page.after.id, number__gte=numbers[0], number__lte=numbers[-1])
    return list(found.order_by("number").values_list("number", "command", "by", "what"))


def _row(page: Page, entry: Entry) -> tuple[Any, ...]:
    return page.after.id, entry.number, entry.command, str(entry.by), log.encode(entry.what).decode()


def _write(pages: Sequence[Page]) -> None:
    """By SQL and not by the ORM, because this is the one place that every move passes: it takes a third of the time."""
    at = timezone.now()
    now = connection.ops.adapt_datetimefield_value(at)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            ENTRY_SQL,
            [(*_row(page, entry), now) for page in pages for entry in page.entries],
        )
        cursor.executemany(
            TABLE_SQL,
            [
                (
                    page.after.number,
                    CLOSED if page.after.closed else page.after.status,
                    page.after.games,
                    now,
                    page.after.id,
                )
                for page in pages
            ],
        )
        for page in pages:
            _project(cursor, page)
            if results.may_have_ended(page.before, page.after):
                results.keep(page.before, page.entries, at)


def _project(cursor: Any, page: Page) -> None:
    """Players with their tokens, as the log has left them."""
    before, after = page.before, page.after
    if before.game_name != after.game_name:
        box = keep_box(after.game_name, after.box)
        models.Table.objects.filter(id=after.id).update(game=after.game_name, box=box)
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


class Gone(Exception):
    """A table that was cleared."""


class Broken(Exception):
    """A log that cannot be replayed: it has a gap, or it does not agree with the rules."""


def load(code: str) -> Loaded | None:
    """A table from its log, or None if there is no such table. Raises Broken, and Unreadable for a newer log."""
    row = models.Table.objects.filter(code=code).values_list("id", flat=True).first()
    if row is None:
        return None
    table: TableState | None = None
    commands: dict[str, int] = {}
    begun = _last_beginning(row)
    for entry in _read(row, 0):
        if table is None:
            if not isinstance(entry.what, log.Opened):
                raise Broken(f"the log of {code} does not begin with its opening")
            table = first(row, code, entry.what)
        else:
            table, _events = _followed(table, entry, pass_over if entry.number < begun else follow)
        commands[entry.command] = entry.number
    if table is None:  # cleared between the two questions
        return None
    return Loaded(table, commands)


def load_since(table: TableState) -> tuple[TableState, list[Entry]]:
    """The table and the entries that another process has written since. Raises Gone, Broken and Unreadable."""
    entries: list[Entry] = []
    for entry in _read(table.id, table.number):
        table, events = _followed(table, entry)
        entries.append(replace(entry, events=tuple(events)))
    if not entries and not models.Table.objects.filter(id=table.id).exists():
        raise Gone
    return table, entries


def numbers(rows: Sequence[int]) -> dict[int, int]:
    """How long the logs of these tables are; those that were cleared are missing."""
    return dict(models.Table.objects.filter(id__in=rows).values_list("id", "number"))


def _last_beginning(row: int) -> int:
    """The number of the entry with which the last game began."""
    begun = models.Entry.objects.filter(table=row, what__startswith=BEGUN).order_by("-number")
    return begun.values_list("number", flat=True).first() or 0


def _followed(
    table: TableState, entry: Entry, how: Callable[[TableState, Entry], tuple[TableState, list[Event]]] = follow
) -> tuple[TableState, list[Event]]:
    if entry.number != table.number + 1:
        raise Broken(f"the log of {table.code} has no entry {table.number + 1}")
    try:
        return how(table, entry)
    except Exception as error:
        raise Broken(f"the log of {table.code} cannot be followed at {entry.number}: {error!r}") from error


def _read(row: int, since: int) -> Iterator[Entry]:
    with connection.cursor() as cursor:
        cursor.execute(LOG_SQL, (row, since))
        while rows := cursor.fetchmany(GULP):
            for number, command, by, what in rows:
                yield Entry(number, command, log.read_by(by), log.decode(what))
            time.sleep(0)  # a long log is read beside the other tables: they go first


def open_table(code: str, game: str, box: bytes, options: bytes, key: str) -> None:
    """Opens a table. Raises a Refusal for a box or options that do not do, and IntegrityError if the code is taken."""
    if game not in GAMES:
        raise Refusal("no_such_game", _("There is no such game on the shelf."))
    rules = GAMES[game]
    content = msgspec.json.encode(rules.read_box(box) if box else rules.house_box())
    rules.read_options(options, rules.PLAYERS[-1])
    if models.Table.objects.count() >= settings.MOST_TABLES:
        raise NO_CODE()
    now = timezone.now()
    opened = log.Opened(game, msgspec.Raw(content), msgspec.Raw(options), key, new_seed())
    with transaction.atomic():
        table = models.Table.objects.create(code=code, game=game, box=keep_box(game, content), number=1, touched=now)
        models.Entry.objects.create(
            table=table, number=1, command="open", by="game_master", what=log.encode(opened).decode(), at=now
        )


def clear_closed(most: int | None = None) -> int:
    """Clears tables that were closed for good more than a day ago, unless a game there is to be kept: their codes are
    free again. Gives how many."""
    kept = models.GamePlayed.objects.filter(is_kept=True, row=OuterRef("pk"))
    old = models.Table.objects.filter(~Exists(kept), status=CLOSED, touched__lt=timezone.now() - CODE_RESTS)
    old = old.order_by("touched")
    rows = list(old.values_list("id", flat=True)[:most])
    models.Table.objects.filter(id__in=rows).delete()
    return len(rows)


def open_anywhere(game: str, box: bytes, options: bytes, key: str) -> str:
    """Opens a table with a code that is free, and gives it."""
    clear_closed(MOST_CLEARED)
    for _try in range(50):
        code = new_code()
        try:
            open_table(code, game, box, options, key)
        except IntegrityError:  # there is such a table already
            continue
        return code
    raise NO_CODE()


def NO_CODE() -> Refusal:
    return Refusal("no_code", _("All tables are taken. Try again in a moment."))


def keep_box(game: str, content: bytes) -> models.Box:
    """The box's row, with its cards and sheets; the same box is kept once."""
    digest = sha256(game.encode() + b"\n" + content).hexdigest()
    rules = GAMES[game]
    read = rules.read_box(content)
    is_house_box = content == msgspec.json.encode(rules.house_box())
    own = models.Box.objects.filter(is_house_box=False)
    if not is_house_box and own.count() >= settings.MOST_BOXES and not own.filter(digest=digest).exists():
        raise Refusal("no_room", _("There is no room for another box of your own. Play with the one of the house."))
    box, is_new = models.Box.objects.get_or_create(
        digest=digest,
        defaults={"game": game, "name": read.name, "is_house_box": is_house_box, "content": content.decode()},
    )
    if is_new:
        printed = rules.printed(read)
        models.MarketCard.objects.bulk_create(models.MarketCard(box=box, **card) for card in printed.cards)
        models.StakesSheet.objects.bulk_create(models.StakesSheet(box=box, **sheet) for sheet in printed.sheets)
    return box


def play(code: str, actor: Actor, request: c.Request, command: str) -> TableState:
    """Carries out one request at a table that is not live in this process: load, check, store.

    A command that was carried out before is not carried out again. Tries again when another process was faster.
    """
    for _try in range(10):
        loaded = load(code)
        if loaded is None:
            raise Refusal("no_such_table", _("There is no table {table}."), table=code)
        if command in loaded.commands:
            return loaded.table
        nobody_to_ask = c.Brought(agreed_at=loaded.table.number)
        after, entries = carry_out(loaded.table, actor, request, command, nobody_to_ask)
        [outcome] = store([Page(loaded.table, after, tuple(entries))])
        if outcome == "stored":
            return after
        if outcome != "conflict":
            raise Refusal("not_stored", _("This could not be stored, so nothing has changed. Try again in a moment."))
    raise Refusal("busy", _("Too much is going on at this table. Try again."))


def check_writing() -> None:
    """Raises a DatabaseError when nothing can be stored now."""
    if connection.vendor == "sqlite" and shutil.disk_usage(settings.DATA_DIR).free < LITTLE:
        # A small write may still find room in SQLite's own files.
        raise DatabaseError("the disk is full")
    models.Pulse.objects.update_or_create(id=1, defaults={"at": timezone.now()})
