"""Replays: a game that is over, seen again, from a table's log or from a record file.

The page is sent everything of one viewpoint at once, built by the gate; going to any point is the page's own work.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chanceit.keys import digest, give, new_key
from chanceit.live import gate, messages, seen_again
from chanceit.live.house import house
from chanceit.live.looking_back import Look, in_replay, key_of
from chanceit.live.room import Room
from chanceit.table import records, replaying
from chanceit.table.replaying import NO_SUCH_GAME, STILL_PLAYED, Replay
from chanceit.web import pages, rates
from chanceit.web.boxes import check_size
from chanceit.web.screens import of_game
from chanceit.web.visitors import Visitor
from rules.record import LineRefused
from rules.record import replay as read_on
from rules.refusals import Refusal, _
from rules.shelf import GAMES

LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Bytes of a record file; one of a thousand moves has less than a quarter of that."""
LONGEST_SENTENCE = 300
"""Of what is said about a bad line, which may repeat what stands there."""
MOST_KEPT = 8
KEPT_FOR = 60.0
"""Seconds that a game is kept in memory after somebody has looked at it, so that another viewpoint costs no reading."""


def address_of(code: str, game: int) -> str:
    """Where the so-many-th game of a table can be seen again, by the number in its record's id, from 1."""
    return reverse("replay", args=[code, game])


# Of a table


class Kept(msgspec.Struct, frozen=True):
    replay: Replay
    until: float


_kept: OrderedDict[tuple[Any, ...], Kept] = OrderedDict()


def forget(code: str | None = None) -> None:
    """What is kept in memory of a table's games, or of all, when they were changed or deleted."""
    for key in [key for key in _kept if code in (None, key[0])]:
        del _kept[key]


async def _replay(request: HttpRequest, code: str, game: int) -> Replay:
    """A game of a table for whoever may see it. Raises a Refusal."""
    visitor = Visitor(request)
    room = await pages.room_of(visitor, code)
    replay = await _of_table(room, game)
    _check(visitor, room, replay)
    return replay


def _check(visitor: Visitor, room: Room, replay: Replay) -> None:
    """Also who sat there when it was over, and has left since, may see it again. Raises a Refusal."""
    own = {visitor.key(room.code, "table"), visitor.key(room.code, "phone")} - {""}
    if not (visitor.may_see_again(room.table) or own & replay.keys):
        raise Refusal("not_yours", _("This link is for those who sat at this table. The host can open it to all."))


async def _of_table(room: Room, game: int) -> Replay:
    table = room.table
    key = (table.code, table.id, game, table.games, table.status)
    return await remembered(key, lambda: pages.stored(lambda: replaying.of_table(table.code, game)))


async def remembered(key: tuple[Any, ...], made: Callable[[], Awaitable[Replay]]) -> Replay:
    """A replay that is kept in memory for a while; `key` begins with the table's code."""
    now = time.monotonic()
    kept = _kept.get(key)
    if kept is None or kept.until < now:
        kept = _kept[key] = Kept(await made(), now + KEPT_FOR)
        for old in [old for old, one in _kept.items() if one.until < now]:
            del _kept[old]
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return kept.replay


@require_safe
@never_cache
async def see_again(request: HttpRequest, code: str) -> HttpResponse:
    """The game that was over last at this table."""
    return redirect(with_way(request, address_of(code, await _last_game(request, code))))


async def _last_game(request: HttpRequest, code: str) -> int:
    table = (await pages.room_of(Visitor(request), code)).table
    if table.finished is None:
        raise Http404(gettext("A game can be seen again when it is over."))
    return table.games


@require_safe
@never_cache
async def replay(request: HttpRequest, code: str, game: int) -> HttpResponse:
    try:
        replay = await _replay(request, code, game)
    except Refusal as refusal:
        return _no_page(request, refusal)
    names = ("replay_views", "replay_play_on", "how_it_went")
    views, play_on, how = (reverse(name, args=[code, game]) for name in names)
    return page(request, replay, views, play_on, how, _way_back(request, code))


def page(
    request: HttpRequest, replay: Replay, views: str, play_on: str, how: str, back: dict[str, str] | None
) -> HttpResponse:
    """The page of a replay, with the addresses that it asks; `back`: where its reader came from."""
    context = {
        "title": replay.last.game.TITLE,
        "played": _played(replay),
        "names": [seated.name for seated in replay.last.players],
        "views": views,
        "play_on": play_on,
        "how": with_way(request, how),
        "back": back,
    }
    return render(request, "table/replay/replay.html", context)


CAME_FROM = "from"
SCREENS = ("table", "watch", "phone")


def _way_back(request: HttpRequest, code: str) -> dict[str, str] | None:
    """To the screen or page whose link was followed, which says so in the address."""
    came_from = _came_from(request)
    if came_from in SCREENS:
        return {"address": reverse(came_from, args=[code]), "words": gettext("Back to the table")}
    return to_game(int(came_from)) if came_from else None


def to_game(number: int) -> dict[str, str]:
    """To the page of a game, among all games of this house."""
    return {"address": reverse("game", args=[number]), "words": gettext("To the page of this game")}


def with_way(request: HttpRequest, address: str) -> str:
    """An address that leads back to the same place as the page that is open."""
    came_from = _came_from(request)
    return f"{address}?{CAME_FROM}={came_from}" if came_from else address


def _came_from(request: HttpRequest) -> str:
    """A screen of the table, or the number of a game; empty if it is neither."""
    came_from = request.GET.get(CAME_FROM, "")
    is_number = came_from.isascii() and came_from.isdecimal() and len(came_from) < 10
    return came_from if came_from in SCREENS or is_number else ""


def _played(replay: Replay) -> datetime | None:
    on = replay.last.on
    try:
        return datetime.fromisoformat(str(on.header.created)) if on is not None else None
    except ValueError:
        return None


@require_safe
@never_cache
async def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of the last game, for whoever may see it again, once it is over: before that it holds what lies face
    down, also for the host."""
    visitor = Visitor(request)
    room = await pages.room_of(visitor, code, also_closed=True)
    on = room.table.finished
    if on is None:
        raise Http404(gettext("There is a record of a game when it is over."))
    try:
        if not visitor.may_see_again(room.table):
            _check(visitor, room, await _of_table(room, room.table.games))
    except Refusal as refusal:
        return _no_page(request, refusal)
    response = HttpResponse(b"".join(records.lines(on)), content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{on.header.id}.jsonl"'
    return response


def _no_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if refusal.code == "not_yours":
        return pages.not_yours(request, refusal)
    if refusal.code in (NO_SUCH_GAME().code, STILL_PLAYED().code):
        raise Http404(gate.sentence(refusal, translation.get_language())) from None
    raise pages.Passing(refusal) from None


@require_safe
@never_cache
async def views(request: HttpRequest, code: str, game: int) -> HttpResponse:
    """All of a game from one viewpoint."""
    return await answer(views_of(request, _replay(request, code, game)))


async def answer(answering: Awaitable[HttpResponse]) -> HttpResponse:
    """To a page that asks; what is refused is said in words."""
    try:
        return await answering
    except LineRefused as refused:
        return _in_words(refused.refusal, refused.line)
    except Refusal as refusal:
        return _in_words(refusal)


@require_POST
@never_cache
async def play_on(request: HttpRequest, code: str, game: int) -> HttpResponse:
    """A new table where a game goes on from the point that is named."""
    return await answer(played_on(request, _replay(request, code, game)))


async def played_on(request: HttpRequest, found: Awaitable[Replay]) -> HttpResponse:
    replay = await found
    address = Visitor(request).address
    await rates.check(rates.OPENING, address)
    await rates.check(rates.OPENING_A_DAY, address)
    wanted = request.GET.get("at", "")
    at = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
    key = new_key()
    code = await pages.stored(lambda: replaying.play_on(replay, at, digest(key)))
    response = JsonResponse({"table": reverse("table", args=[code])})
    give(response, f"gm_{code}", key)
    return response


async def views_of(request: HttpRequest, found: Awaitable[Replay]) -> HttpResponse:
    replay = await found
    seen = _viewpoint(replay, request.GET.get("as", ""))
    encoded = await asyncio.to_thread(lambda: messages.encode(seen_again.again(replay, seen)))
    return HttpResponse(encoded, content_type="application/json")


def _viewpoint(replay: Replay, text: str) -> seen_again.Viewpoint:
    if text.isdecimal() and len(text) < 3 and int(text) < len(replay.last.players):
        return int(text)
    return "open" if text == "open" else "table"


def _in_words(refusal: Refusal, line: int | None = None) -> JsonResponse:
    said = gate.sentence(refusal, translation.get_language())
    if len(said) > LONGEST_SENTENCE:
        said = f"{said[:LONGEST_SENTENCE]} …"
    return JsonResponse(
        {"refused": {"code": refusal.code, "sentence": said, "line": line}}, status=pages.status_of(refusal)
    )


# Of a file


@require_safe
@never_cache
def drop(request: HttpRequest) -> HttpResponse:
    """Where a record file can be dropped."""
    return render(
        request,
        "table/replay/replay.html",
        {
            "views": reverse("replay_file"),
            "play_on": reverse("replay_file_on"),
            "how": reverse("how_a_file_went"),
            "largest": str(LARGEST),
        },
    )


@require_POST
@never_cache
async def file(request: HttpRequest) -> HttpResponse:
    """All of a record that came along, from one viewpoint. Nothing of it is kept here."""
    return await answer(views_of(request, read_file(request)))


@require_POST
@never_cache
async def play_file_on(request: HttpRequest) -> HttpResponse:
    return await answer(played_on(request, read_file(request)))


async def read_file(request: HttpRequest) -> Replay:
    """Raises a Refusal or LineRefused."""
    await rates.check(rates.REPLAYS, Visitor(request).address)
    if int(request.headers.get("Content-Length") or 0) > LARGEST:
        raise Refusal("too_large", _("This file is too large: a record may have {most} bytes."), most=LARGEST)
    try:
        content = request.body
    except RawPostDataException:  # a form with files, which was read already
        raise Refusal("unreadable", _("This was too large, or could not be read.")) from None
    return await read(content)


async def read(content: bytes) -> Replay:
    """The game of a record. Raises LineRefused."""
    async with _reading:
        return await asyncio.to_thread(_read, content)


def _read(content: bytes) -> Replay:
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    if lines:
        with_header = next(read_on(lines[:1]))  # raises LineRefused
        header = with_header.header
        box, options = (b"" if raw is msgspec.UNSET else bytes(raw) for raw in (header.box, header.options))
        try:
            check_size(header.game, box, options)
        except Refusal as refusal:
            raise LineRefused(refusal, 1) from None
    return replaying.of_record(lines)


_reading = asyncio.Semaphore(1)
"""One file at a time in this process: the tables that are played have the rest of it."""


# How it went

AT_ONCE = 2.0
"""Seconds that a page waits for what is being found out; then it asks again."""


@require_safe
@never_cache
async def how_it_went(request: HttpRequest, code: str, game: int) -> HttpResponse:
    try:
        replay = await _replay(request, code, game)
    except Refusal as refusal:
        return _no_page(request, refusal)
    data = reverse("how_it_went_data", args=[code, game])
    return page_of_how(request, replay, data, address_of(code, game), _way_back(request, code))


def page_of_how(
    request: HttpRequest, replay: Replay, data: str, again: str, back: dict[str, str] | None
) -> HttpResponse:
    """The page that looks back on a game, with the address of what is found out, and that of the replay."""
    context = {"title": replay.last.game.TITLE, "data": data, "again": with_way(request, again), "back": back}
    return render(request, "table/replay/how_it_went.html", context)


@require_safe
@never_cache
async def how_the_last_went(request: HttpRequest, code: str) -> HttpResponse:
    """The game that was over last at this table."""
    return redirect(with_way(request, reverse("how_it_went", args=[code, await _last_game(request, code)])))


@require_safe
@never_cache
async def how_it_went_data(request: HttpRequest, code: str, game: int) -> HttpResponse:
    return await answer(looked_back(_replay(request, code, game)))


@require_safe
@never_cache
def how_a_file_went(request: HttpRequest) -> HttpResponse:
    """Of the record that this window has dropped on the page of replays."""
    context = {"again": reverse("replay_drop"), "data": reverse("how_a_file_went_data")}
    return render(request, "table/replay/how_it_went.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
async def how_a_file_went_data(request: HttpRequest) -> HttpResponse:
    """Of a record that comes along; or of one that has come, by the key that was given for it."""
    return await answer(looked_back(read_file(request)) if request.method == "POST" else _known(request))


async def _known(request: HttpRequest) -> JsonResponse:
    look = house().looks.known(request.GET.get("look", ""))
    if look is None:
        raise NO_SUCH_GAME()
    return JsonResponse(await _found(look, None))


async def looked_back(found: Awaitable[Replay]) -> JsonResponse:
    replay = await found
    key = await asyncio.to_thread(key_of, replay)
    look = house().looks.look(key, replay)
    seated = replay.last.players
    told = {
        "game": replay.last.game_name,
        "names": [one.name for one in seated],
        "colours": [one.colour for one in seated],
        "look": key,
    }
    return JsonResponse(told | await _found(look, replay if replay.code else None))


async def _found(look: Look, replay: Replay | None) -> dict[str, Any]:
    """What was found out, or how far that has come."""
    assert look.task is not None
    await asyncio.wait({look.task}, timeout=AT_ONCE)
    found = look.found
    if found is None:
        return {"done": look.done, "of": look.of}
    return {"found": msgspec.to_builtins(found if replay is None else in_replay(found, replay))}


# The screens within the page


@require_safe
@xframe_options_sameorigin
def screen(request: HttpRequest, game: str, role: str) -> HttpResponse:
    """A big screen or a phone without a table: the page around it tells it what to show."""
    if game not in GAMES:
        raise Http404
    context = of_game(game)
    page = "game_master/watch.html" if role == "table" else "phone/phone.html"
    return render(request, f"{context['folder']}/{page}", context | {"is_seen_again": True})
