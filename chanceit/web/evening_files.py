"""Evenings to take along: a table for a spreadsheet, all records as one zip, and such a zip taken in elsewhere.

A zip comes from anywhere, so it has bounds: how large it is, how many records it has, how large each of them becomes,
how much it was compressed, and how long taking it in may last. What was taken in once is not taken in again.
"""

from __future__ import annotations

import csv
import io
import re
import time
import zipfile
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import IO, Annotated, Any, TypeVar

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import UNSET, Meta, Struct

from chanceit import models
from chanceit.table import forgetting, records, results, standings
from chanceit.web.boxes import check_size
from chanceit.web.outlet import LARGEST_ZIP
from rules import record
from rules.record import LineRefused
from rules.refusals import Refusal, _
from rules.shelf import GAMES

Answer = TypeVar("Answer")
Listed = TypeVar("Listed")
Aside = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Does work with the database, elsewhere."""

AT_ONCE = 200
MOST_GAMES = 10_000
LARGEST_RECORD = 2_000_000
LARGEST_CONTENT = 400_000_000
MOST_COMPRESSED = 200
LONGEST = 120.0
"""Seconds that taking in may last. The rest comes when the same zip is taken in again."""
LIST = "games.json"
PEOPLE = "people.json"
MOST_PROBLEMS = 10


# A table for a spreadsheet

COLUMNS = (
    "played",
    "began",
    "ended",
    "game",
    "box",
    "table",
    "number",
    "why",
    "counted",
    "moves",
    "place",
    "won",
    "name",
    "computer",
    "score",
)
_FORMULA = re.compile(r"(^|[;,|\t\r\n])(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def defused(text: str) -> str:
    """Text that no spreadsheet takes for a formula, also one that takes semicolons for the ends of cells.

    >>> defused("=1+1"), defused("Ann; =1+1"), defused("Ann-Marie")
    ("'=1+1", "Ann; '=1+1", 'Ann-Marie')
    """
    return _FORMULA.sub(r"\1\2'", text.replace("\x00", ""))


def _csv_rows(numbers: list[int]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for game in _with_results(numbers):
        score = GAMES[game.game].SCORE if game.game in GAMES else None
        of_game = [
            str(game.pk),
            _in_utc(game.began),
            "" if game.ended is None else _in_utc(game.ended),
            game.game,
            game.box,
            game.table,
            str(game.number),
            game.why,
            str(int(game.is_counted)),
            str(game.moves),
        ]
        for result in game.results.all():
            own = [
                "" if result.place is None else str(result.place),
                str(int(result.has_won)),
                result.name,
                result.computer,
                "" if score is None else str(result.counts.get(score.count, "")),
            ]
            writer.writerow([defused(text) for text in (*of_game, *own)])
    return written.getvalue()


def _in_utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


async def as_csv(games: Any, aside: Aside) -> AsyncIterator[bytes]:
    """A row for each player of each game, oldest first, in UTC. With a mark by which spreadsheets know UTF-8."""
    yield b"\xef\xbb\xbf" + (",".join(f'"{name}"' for name in COLUMNS) + "\r\n").encode()
    async for some in _some(games, aside):
        yield (await aside(partial(_csv_rows, some))).encode()


async def _some(games: Any, aside: Aside) -> AsyncIterator[list[int]]:
    numbers = await aside(lambda: list(games.order_by("began", "id").values_list("pk", flat=True)[:MOST_GAMES]))
    for start in range(0, len(numbers), AT_ONCE):
        yield numbers[start : start + AT_ONCE]


def _with_results(numbers: list[int]) -> list[models.GamePlayed]:
    return list(models.GamePlayed.objects.filter(pk__in=numbers).order_by("began", "id").prefetch_related("results"))


# All records as one zip


class Along(Struct, frozen=True, omit_defaults=True):
    """What a record does not say of its game, in the list that goes along."""

    file: Annotated[str, Meta(max_length=80)]
    began: Annotated[str, Meta(max_length=40)] = ""
    ended: Annotated[str, Meta(max_length=40)] = ""
    computers: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)] = ()
    """By seat; empty for people."""
    forgotten: Annotated[tuple[int, ...], Meta(max_length=40)] = ()
    """Seats of people whose names were replaced: they are nobody, wherever the record goes."""


Name = Annotated[str, Meta(max_length=80)]


class Same(Struct, frozen=True):
    """A name, and the one under which whoever wrote it stands."""

    name: Name
    same_as: Name


class Pipe(io.RawIOBase):
    """What is written here is taken out again piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    def take(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


async def as_zip(games: Any, aside: Aside) -> AsyncIterator[bytes]:
    """The records that there are, one by one, so that nobody at a table waits for them."""
    pipe = Pipe()
    along: list[Along] = []
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        async for some in _some(games, aside):
            for game in await aside(partial(_with_results, some)):
                lines = await aside(partial(records.of_game, game))
                if lines is None:
                    continue
                name = f"{game.began:%Y-%m-%d}-{game.table or game.game}-{game.number}-{game.pk}.jsonl"
                packed.writestr(name, lines)
                own = sorted(game.results.all(), key=lambda one: one.seat)
                minds = tuple([result.computer for result in own])
                nobody = tuple([one.seat for one in own if one.name and not one.computer and one.written_id is None])
                ended = "" if game.ended is None else game.ended.isoformat()
                along.append(Along(name, game.began.isoformat(), ended, minds if any(minds) else (), nobody))
                yield pipe.take()
        packed.writestr(LIST, msgspec.json.encode(along))
        packed.writestr(PEOPLE, msgspec.json.encode(await aside(lambda: _same(games))))
    yield pipe.take()


def _same(games: Any) -> list[Same]:
    """Who stands under another name, of those who have played these games under both."""
    played = models.Result.objects.filter(game__in=games.order_by()).values("written")
    names = models.Person.objects.filter(pk__in=played, same_as__in=played).order_by("name")
    return [Same(*both) for both in names.values_list("name", "same_as__name")[:MOST_GAMES]]


# A zip taken in


class Taken(Struct):
    """What became of a zip."""

    new: int = 0
    known: int = 0
    is_whole: bool = True
    problems: list[tuple[str, Refusal]] = []


def NO_ZIP() -> Refusal:
    return Refusal("no_zip", _("This is no zip with records of games."))


def TOO_MUCH() -> Refusal:
    return Refusal("too_large", _("This zip is too large, or holds more than it should."))


def opened(file: IO[bytes], size: int) -> zipfile.ZipFile:
    """A zip that keeps to the bounds, as far as its list of contents says. Raises a Refusal."""
    if size > LARGEST_ZIP:
        raise TOO_MUCH()
    try:
        packed = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise NO_ZIP() from None
    members = packed.infolist()
    if len(members) > MOST_GAMES + 2 or sum(member.file_size for member in members) > LARGEST_CONTENT:
        raise TOO_MUCH()
    for member in members:
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others may ask for much memory
            raise NO_ZIP()
        if member.file_size > max(LARGEST_RECORD, 200 * MOST_GAMES * (member.filename == LIST)):
            raise TOO_MUCH()
        if member.file_size > 100_000 and member.file_size > MOST_COMPRESSED * max(1, member.compress_size):
            raise TOO_MUCH()
    if not any(member.filename.endswith(".jsonl") for member in members):
        raise NO_ZIP()
    return packed


def _read(packed: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """Whatever the list of contents says: no more than so many bytes are ever unpacked."""
    try:
        with packed.open(member) as file:
            content = file.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError):
        raise NO_ZIP() from None
    if len(content) > most:
        raise TOO_MUCH()
    return content


def _list_in(packed: zipfile.ZipFile) -> dict[str, Along]:
    return {one.file: one for one in _listed(packed, LIST, Along)}


def _listed(packed: zipfile.ZipFile, file: str, kind: type[Listed]) -> list[Listed]:
    """Nothing where it is not there, as in an older zip, or cannot be read."""
    try:
        content = _read(packed, packed.getinfo(file), 200 * MOST_GAMES)
        return msgspec.json.decode(content, type=list[kind])  # type: ignore[valid-type]
    except (KeyError, Refusal, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []


def _make_one(same: list[Same]) -> None:
    """Names that are here as two people, and are one where they come from. What was said here about a name stands."""
    for one in same:
        who, into = (
            models.Person.objects.filter(key=results.key_of(name)).select_related("same_as").first()
            for name in (one.name, one.same_as)
        )
        if who is None or into is None or who.same_as is not None:
            continue
        into = into.same_as or into
        if into.pk != who.pk:
            forgetting.merge(who, into)


async def take_in(file: IO[bytes], size: int, aside: Aside) -> Taken:
    """Keeps all games of a zip that are not kept yet. Raises a Refusal if it is none, or holds too much."""
    packed = await aside(lambda: opened(file, size))
    along = await aside(lambda: _list_in(packed))
    taken = Taken()
    until = time.monotonic() + LONGEST
    for member in packed.infolist():
        if not member.filename.endswith(".jsonl"):
            continue
        if time.monotonic() > until:
            taken.is_whole = False
            break
        try:
            is_new = await aside(partial(_take_in_one, packed, member, along.get(member.filename)))
            taken.new += is_new
            taken.known += not is_new
        except Refusal as refusal:
            if len(taken.problems) < MOST_PROBLEMS:
                taken.problems.append((member.filename[:80], refusal))
    same = await aside(lambda: _listed(packed, PEOPLE, Same))
    await aside(lambda: _make_one(same[:MOST_GAMES]))
    if taken.new:
        await aside(standings.are_due)
    return taken


def _take_in_one(packed: zipfile.ZipFile, member: zipfile.ZipInfo, along: Along | None) -> bool:
    lines = _read(packed, member, LARGEST_RECORD).splitlines(keepends=True)
    if not lines:
        raise NO_ZIP()
    try:
        header = record.read_header(lines[0].decode())
        box = b"" if header.box is UNSET else bytes(header.box)
        check_size(header.game, box, b"" if header.options is UNSET else bytes(header.options))
        playing = record.read(lines)
    except LineRefused as refused:
        raise refused.refusal from None
    except (UnicodeDecodeError, RecursionError):
        raise NO_ZIP() from None
    if any(not name.isprintable() for name in header.players):
        raise Refusal("bad_name", _("A name in this record has characters that cannot be read."))
    began, ended = _times(header.created, along)
    seats = len(header.players)
    minds = along.computers if along is not None and len(along.computers) == seats else ("",) * seats
    nobody = () if along is None else along.forgotten
    sitters = [
        results.Sitter(name, mind, is_nobody=seat in nobody)
        for seat, (name, mind) in enumerate(zip(header.players, minds, strict=True))
    ]
    with transaction.atomic():
        return results.keep_record(playing, began, ended, sitters)


def _times(created: Any, along: Along | None) -> tuple[datetime, datetime | None]:
    """When a game was played, as far as that can be: not tomorrow, and not for a month."""
    now = timezone.now()
    began = next((at for at in _read_times(along and along.began, created) if at <= now), now)
    ended = next((at for at in _read_times(along and along.ended) if began <= at <= now), None)
    return began, None if ended is None or ended - began > timedelta(days=30) else ended


def _read_times(*texts: Any) -> Iterator[datetime]:
    for text in texts:
        at = results.read_time(text)
        if at is not None and at.year >= 1990:
            yield at
