"""The pages: fetch, do the one thing, render. Everything that changes a table goes to its room."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import segno
import segno.helpers
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import admin
from django.core import signing
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from chanceit.keys import digest, give, is_code, new_key
from chanceit.live import gate, messages
from chanceit.live.gate import sentence
from chanceit.live.house import NOT_STORED, house
from chanceit.live.room import Room, Uncertain
from chanceit.table import commands as c
from chanceit.table import storing
from chanceit.table.authority import own_command, plays_itself
from chanceit.table.state import Actor, TableState
from chanceit.web import rates, shelf, televisions
from chanceit.web.addresses import is_loopback, phone_addresses
from chanceit.web.boxes import check_size, in_words
from chanceit.web.lessons import lesson_of
from chanceit.web.screens import later_of, of_game, rules_of
from chanceit.web.visitors import Visitor
from rules.refusals import BadBox, Refusal, _
from rules.shelf import GAMES

logger = logging.getLogger("chanceit.pages")
Answer = TypeVar("Answer")

ALONE = "Solo"
"""The name of who plays alone, the same in every language; their own screen says "You"."""

# Start


@require_safe
@never_cache
async def start(request: HttpRequest) -> HttpResponse:
    """Open a table, find a running one again, enter a code."""
    return await _start(request, None)


async def _start(request: HttpRequest, problem: Refusal | None, **more: Any) -> HttpResponse:
    context = {
        # A game without a tile of its own gets the plain one.
        "games": [
            {
                "name": name,
                "title": game.TITLE,
                "choices": game.CHOICES,
                "solo": game.SOLO is not None,
                "has_rules": rules_of(name) is not None,
                "has_lesson": lesson_of(name) is not None,
                "tile": [f"{name}/tile.html", "shared/tile.html"],
            }
            for name, game in GAMES.items()
        ],
        "tables": [table async for table in _own_tables(request)],
        "problems": [] if problem is None else sentences(problem),
        **more,
    }
    return render(request, "start.html", context, status=status_of(problem))


def sentences(problem: Refusal) -> list[str]:
    """All that is wrong, one sentence each; of a box with very many mistakes the first ones."""
    mistakes = problem.mistakes if isinstance(problem, BadBox) else [problem]
    return [sentence(mistake, translation.get_language()) for mistake in mistakes[:MOST_MISTAKES]]


MOST_MISTAKES = 20
TRY_AGAIN = ("not_stored", "busy", "failed", "unknown", "newer")


def status_of(problem: Refusal | None) -> int:
    if problem is None:
        return 200
    return {"too_many": 429, "not_yours": 403}.get(problem.code, 503 if problem.code in TRY_AGAIN else 400)


async def _own_tables(request: HttpRequest) -> Any:
    """The tables that this browser has a key of, the last ones if there are very many."""
    visitor = Visitor(request)
    for role, code in visitor.tables()[-MOST_OWN_TABLES:]:
        try:
            room = await house().room(code)
        except Refusal:  # that one cannot be read now
            continue
        if room is not None and visitor.has(room.table, role):
            yield {
                "code": code,
                "title": room.table.game.TITLE,
                "box": gate.own_box(room.table),
                "status": room.table.status,
                "role": role,
                "names": [seated.name for seated in room.table.players],
                "url": reverse(role, args=[code]),
            }


MOST_OWN_TABLES = 12


@require_POST
async def open_table(request: HttpRequest) -> HttpResponse:
    game = request.POST.get("game") or next(iter(GAMES))
    box = request.POST.get("box", "").encode()
    options = (request.POST.get("options", "").strip() or "{}").encode()
    key = new_key()
    try:
        if link := request.POST.get("shelf", ""):
            await rates.check(rates.PAGES, Visitor(request).address)
            game, box = await stored(lambda: shelf.to_play_with(link))
        code = await _open(game, box, options, key, Visitor(request))
    except Refusal as refusal:
        return await _start(request, refusal)
    await _bring_coach(request, code)
    response = redirect("table", code)
    give(response, f"gm_{code}", key)
    return response


async def _bring_coach(request: HttpRequest, code: str) -> None:
    """If whoever opens the table wants one. Without it the table is open all the same."""
    if request.POST.get("coach"):
        with suppress(Refusal, Passing):
            await _request(await room_of(Visitor(request), code), "game_master", c.Coach(on=True), "coach")


async def _open(game: str, box: bytes, options: bytes, key: str, visitor: Visitor) -> str:
    """A new table for the game master with this key. Raises a Refusal, also when nothing can be stored now."""
    await rates.check(rates.OPENING, visitor.address)
    check_size(game, box, options)
    await rates.check(rates.OPENING_A_DAY, visitor.address)
    try:
        return await stored(lambda: storing.open_anywhere(game, box, options, digest(key)))
    except BadBox as bad:
        raise in_words(game, box, bad) from None


async def stored(work: Callable[[], Answer]) -> Answer:
    """Work that needs the database. Raises a Refusal, also when nothing can be read or stored now."""
    try:
        return await house().read(work)
    except (DatabaseError, InterfaceError, TimeoutError) as error:
        logger.error("a page could not be stored", extra={"reason": repr(error)})
        raise NOT_STORED() from None


@require_POST
async def solo(request: HttpRequest) -> HttpResponse:
    """Alone, without a second screen: a table with this browser as host and only person.

    The phone begins the game itself, once it has seen what is promised of its luck. With the code of a table that this
    browser has for itself and that is over, the next game begins there.
    """
    visitor = Visitor(request)
    try:
        await rates.check(rates.OPENING, visitor.address)
        room = await house().newest(request.POST.get("code", ""))
        if room is not None and _plays_alone(visitor, room):
            if room.table.status == "over":
                await _request(room, "game_master", c.Again(), "again")
            return redirect(f"{reverse('phone', args=[room.code])}#alone")
        key, seat = new_key(), new_key()
        game = _solo_game(request)
        code = await _open(game, b"", b"{}", key, visitor)
        room = await room_of(Visitor(request), code)
        await _request(room, "door", c.Join(ALONE, digest(seat)), "door")
        await _request(room, "game_master", c.Remote(room.table.players[0].player, True), "remote")
        await _bring_coach(request, code)
        for mind in GAMES[game].SOLO or ():
            await _request(room, "game_master", c.AddComputer(mind), "computer")
    except Refusal as refusal:
        return await _start(request, refusal)
    response = redirect(f"{reverse('phone', args=[code])}#alone")
    give(response, f"gm_{code}", key)
    give(response, f"seat_{code}", seat)
    return response


def _solo_game(request: HttpRequest) -> str:
    """The game that was asked for, or the first one on the shelf that can be played alone; "" for one that cannot."""
    games = [name for name, game in GAMES.items() if game.SOLO is not None]
    game = request.POST.get("game") or next(iter(games), "")
    return game if game in games else ""


async def _request(room: Room, actor: Actor, request: c.Request, name: str) -> int:
    """One request of a page. It goes on also if the browser does not wait for it."""
    return await asyncio.shield(room.request(actor, request, own_command(name, new_key()[:16])))


def _plays_alone(visitor: Visitor, room: Room) -> bool:
    """Host and only person are the same browser, so there is nobody else to ask."""
    people = [seated for seated in room.table.everybody if seated.key]
    return len(people) == 1 and visitor.has(room.table, "table") and visitor.has(room.table, "phone")


@require_safe
@never_cache
async def find(request: HttpRequest) -> HttpResponse:
    """From the start page: somebody has typed a code. If there is no such table, the field says so."""
    typed = request.GET.get("code", "").strip()[:MOST_TYPED]
    code = typed.upper()
    try:
        if not is_code(code):
            raise Http404(
                gettext("%(code)s is no code of a table. Look at the four letters on the big screen.") % {"code": typed}
            )
        await room_of(Visitor(request), code)
    except Http404 as missing:
        response = await _start(request, None, code=typed, code_problem=str(missing))
        response.status_code = 404
        return response
    return redirect("phone", code)


MOST_TYPED = 12
"""Of what was typed as a code, shown again."""


# One table


class Passing(Exception):
    """A page that cannot be shown now, for a reason that passes."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


async def room_of(visitor: Visitor, code: str, *, also_closed: bool = False) -> Room:
    """The room of a table, for a page. Somebody who tries all codes is stopped soon.

    One that was closed for good is there for the host's own device alone.
    """
    try:
        room = await house().newest(code)
        who = visitor.address if room is None else visitor.counted_by(room.table, "table", "phone")
        await rates.check(rates.PAGES, who)
        if room is None:
            await rates.check(rates.MISSES, visitor.address)
    except Refusal as refusal:
        raise Passing(refusal) from None
    if room is None:
        raise Http404(gettext("There is no table %(code)s.") % {"code": code})
    if room.table.closed and not (also_closed and _is_own_device(visitor, room)):
        raise Http404(gettext("The host has closed this table for good."))
    return room


def _is_own_device(visitor: Visitor, room: Room) -> bool:
    """Whether this is the host's own device, and not a TV that it has let in."""
    return visitor.key(room.code, "table") == room.table.game_master_key


@require_safe
@never_cache
async def phone(request: HttpRequest, code: str) -> HttpResponse:
    """The own seat, or the door."""
    visitor = Visitor(request)
    room = await room_of(visitor, code)
    actor = visitor.at(room.table, "phone")
    if isinstance(actor, Refusal):
        return _door(request, room, None)
    context = _page(room, "phone", actor, visitor.key(code, "phone")) | {
        "is_host": _plays_alone(visitor, room),
        "is_remote": any(room.table.is_host(player) for player in room.table.at_phone_of(actor)),
        "alone": ALONE,
    }
    return render(request, f"{context['folder']}/phone/phone.html", context)


def _door(request: HttpRequest, room: Room, problem: Refusal | None) -> HttpResponse:
    table = room.table
    context = {
        **of_game(table.game_name),
        "code": room.code,
        "status": table.status,
        "locked": table.locked,
        "full": table.is_full(),
        "watching": table.watching,
        "players": [
            {
                "player": s.player,
                "name": s.name,
                "colour": s.colour,
                "computer": not s.key and plays_itself(table, s),
                "empty": s.empty and s.computer is None and table.status == "playing",
            }
            for s in table.everybody
        ],
        "has_empty": table.status == "playing" and any(s.empty and s.computer is None for s in table.everybody),
        "problem": None if problem is None else sentence(problem, translation.get_language()),
        "name": request.POST.get("name", ""),
    }
    return render(request, "table/phone/door.html", context, status=status_of(problem))


def _page(room: Room, role: str, actor: Actor, key: str = "") -> dict[str, Any]:
    """What every screen's page needs. The first messages come along, so that it is drawn before its socket is open."""
    table = room.table
    first = [gate.welcome(table), *room.first_views(actor, key)]
    return {
        **of_game(table.game_name),
        "code": room.code,
        "role": role,
        "socket": f"/ws/{room.code}/{role}",
        "first_messages": json_script(msgspec.json.decode(messages.encode(first)), "first-messages"),
    }


@require_POST
async def join(request: HttpRequest, code: str) -> HttpResponse:
    return await _come_in(request, code, lambda key: c.Join(request.POST.get("name", ""), key))


@require_POST
async def ask(request: HttpRequest, code: str) -> HttpResponse:
    player = request.POST.get("player", "")
    number = int(player) if player.isdecimal() and len(player) < 10 else -1
    origin = digest(f"{settings.SECRET_KEY}{Visitor(request).address}")[:16]
    return await _come_in(request, code, lambda key: c.Ask(number, key, origin))


async def _come_in(request: HttpRequest, code: str, what: Any) -> HttpResponse:
    visitor = Visitor(request)
    room = await room_of(visitor, code)
    if room.table.whose(visitor.key(code, "phone")) != "door":  # also a seat that was closed
        return redirect("phone", code)
    key = new_key()
    try:
        await rates.check(rates.JOINING, visitor.address)
        await _request(room, "door", what(digest(key)), "door")
    except Uncertain:
        pass  # the page that follows will know: this key opens a seat, or it does not
    except Refusal as refusal:
        return _door(request, room, refusal)
    response = redirect("phone", code)
    give(response, f"seat_{code}", key)
    return response


@require_safe
@never_cache
async def watch(request: HttpRequest, code: str) -> HttpResponse:
    visitor = Visitor(request)
    room = await room_of(visitor, code)
    actor = visitor.at(room.table, "watch")
    if isinstance(actor, Refusal):
        return not_yours(request, actor)
    context = _page(room, "watch", actor) | {
        "has_seat": visitor.has(room.table, "phone"),
        "sees_again": visitor.may_see_again(room.table),
    }
    return render(request, f"{context['folder']}/game_master/watch.html", context)


@require_safe
@never_cache
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """The game-master screen."""
    visitor = Visitor(request)
    room = await room_of(visitor, code, also_closed=True)
    if room.table.closed:
        return redirect("close", code)
    actor = visitor.at(room.table, "table")
    if isinstance(actor, Refusal):
        return not_yours(request, actor)
    context = {
        **_page(room, "table", actor),
        "is_own_device": _is_own_device(visitor, room),
        "addresses": addresses(request),
        "shelf": [{"name": name, "title": game.TITLE} for name, game in GAMES.items()],
        "take_over": f"/{code}/take-over#{signing.dumps(_pass(room), salt=TAKE_OVER)}",
    }
    return render(request, f"{context['folder']}/game_master/table.html", context)


def addresses(request: HttpRequest) -> list[str]:
    """Where phones may find this site, best first. This machine's own name for itself only if there is no other."""
    own = request.build_absolute_uri("/").rstrip("/")
    if settings.HTTPS:
        return [own]
    port = request.get_port()
    hosts = [settings.SERVED_AT] if settings.SERVED_AT else phone_addresses()
    found = dict.fromkeys([*(f"http://{host}:{port}" for host in hosts), own])
    return [address for address in found if not is_loopback(address)] or list(found)


# Pictures to point a phone's camera at


@require_safe
async def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The way to this table. Of the addresses only those that the game-master screen offers."""
    address = request.GET.get("address", "")
    if address not in addresses(request):
        raise Http404(gettext("This table cannot be reached at that address."))
    return svg(f"{address}/{code}")


@require_POST
@never_cache
async def secret_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The Wi-Fi's name and password, or the way to take over: for the game master alone, stored nowhere."""
    visitor = Visitor(request)
    room = await room_of(visitor, code)
    actor = visitor.at(room.table, "table")
    if isinstance(actor, Refusal):
        return not_yours(request, actor)
    network, password, ticket = (request.POST.get(name, "")[:500] for name in ("network", "password", "pass"))
    if network:
        try:
            return svg(segno.helpers.make_wifi_data(network, password or None, "WPA" if password else None))
        except segno.DataOverflowError:
            return _error(request, 400, gettext("This name or password is too long for a QR code."))
    address = request.POST.get("address", "")
    if not ticket or address not in addresses(request):
        raise Http404(gettext("This table cannot be reached at that address."))
    return svg(f"{address}{reverse('take_over', args=[code])}#{ticket}")


def svg(text: str) -> HttpResponse:
    """Black on white in every theme, with the quiet zone that cameras need."""
    picture = io.BytesIO()
    made = segno.make(text, error="m", micro=False)
    made.save(picture, kind="svg", border=4, light="#fff", dark="#000", omitsize=True, xmldecl=False)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


TAKE_OVER = "take-over"
TAKE_OVER_SECONDS = 15 * 60


def _pass(room: Room) -> list[str]:
    """What a take-over link is signed for: this table, and the device that has the screen now. So it works once."""
    return [room.code, room.table.game_master_key]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Moves the game-master screen to this device. The pass comes in the address after a #, which no log ever sees."""
    room = await room_of(Visitor(request), code)
    if request.method != "POST":
        return render(request, "table/game_master/take_over.html", {"code": code, "title": room.table.game.TITLE})
    try:
        is_right = signing.loads(request.POST.get("pass", ""), salt=TAKE_OVER, max_age=TAKE_OVER_SECONDS) == _pass(room)
    except signing.BadSignature:
        is_right = False
    if not is_right:
        return _error(
            request, 403, gettext("This link has been used or is too old. The host's screen shows a new one.")
        )
    key = new_key()
    try:
        await _request(room, "game_master", c.TakeOver(digest(key), _pass(room)[1]), "take_over")
    except Uncertain:
        pass  # the page that follows will know
    except Refusal as refusal:
        raise Passing(refusal) from None
    response = redirect("table", code)
    give(response, f"gm_{code}", key)
    return response


@never_cache
async def close(request: HttpRequest, code: str) -> HttpResponse:
    """Closes a table for good, from the host's own device, which is asked twice. Then it leads to the last record."""
    visitor = Visitor(request)
    room = await room_of(visitor, code, also_closed=True)
    if not _is_own_device(visitor, room):
        return not_yours(request, Refusal("not_yours", _("Only the host's own device can close the table.")))
    asked = request.POST.get("asked", "") if request.method == "POST" else ""
    if asked == "twice" and not room.table.closed:
        try:
            await _request(room, "game_master", c.Close(visitor.key(code, "table")), "close")
        except Refusal as refusal:
            raise Passing(refusal) from None
        return redirect("close", code)
    context = {
        "code": code,
        "title": room.table.game.TITLE,
        "closed": room.table.closed,
        "asked": asked,
        "is_on": room.table.status == "playing",
        "has_record": room.table.finished is not None,
    }
    return render(request, "table/game_master/closing.html", context)


# A screen that becomes a game-master screen by the code that it shows


@require_safe
@never_cache
async def tv(request: HttpRequest) -> HttpResponse:
    return render(request, "tv.html")


@require_POST
@never_cache
async def tv_waits(request: HttpRequest) -> HttpResponse:
    """What this screen has to show: its code, or where it belongs once a host has typed it. Its key is its own."""
    visitor = Visitor(request)
    key = request.COOKIES.get(TV_COOKIE, "") or new_key()
    try:
        await rates.check(rates.LOOKING, visitor.address)
        screen = await televisions.waiting(digest(key))
        if screen is None:
            await rates.check(rates.SCREENS, visitor.address)
            screen = await televisions.wait(digest(key))
        if screen.table and (answer := await _shown_on_tv(visitor, screen.table, key)) is not None:
            return answer
    except Refusal as refusal:
        return _in_words(refusal)
    except (DatabaseError, InterfaceError):
        return _in_words(NOT_STORED())
    response = JsonResponse({"code": screen.code})
    give(response, TV_COOKIE, key)
    return response


TV_COOKIE = "tv"


async def _shown_on_tv(visitor: Visitor, code: str, key: str) -> HttpResponse | None:
    """The key becomes that of a game-master screen. None as long as the table does not know it."""
    room = await room_of(visitor, code)
    if room.table.whose(digest(key)) != "game_master":
        return None
    await televisions.forget(digest(key))
    response = JsonResponse({"table": reverse("table", args=[code])})
    give(response, f"gm_{code}", key)
    response.delete_cookie(TV_COOKIE)
    return response


@require_POST
@never_cache
async def show_on_tv(request: HttpRequest, code: str) -> HttpResponse:
    """A host types the code of a screen, which becomes a game-master screen of this table."""
    visitor = Visitor(request)
    room = await room_of(visitor, code)
    if not visitor.has(room.table, "table"):
        return _in_words(Refusal("not_yours", _("Only the host can do this.")), 403)
    try:
        await rates.check(rates.SCREEN_CODES, visitor.address)
        key = await televisions.claim("".join(request.POST.get("code", "")[:MOST_TYPED].split()), code)
        await _request(room, "game_master", c.AddScreen(key), "screen")
    except Refusal as refusal:
        return _in_words(refusal)
    except (DatabaseError, InterfaceError):
        return _in_words(NOT_STORED())
    return JsonResponse({"shown": True})


def _in_words(refusal: Refusal, status: int = 0) -> JsonResponse:
    said = {"code": refusal.code, "sentence": sentence(refusal, translation.get_language())}
    return JsonResponse({"refused": said}, status=status or status_of(refusal))


# The rest


@require_safe
async def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Of a game, and with the code of a table who plays with what there."""
    page = rules_of(game)
    if page is None:
        raise Http404(gettext("There is no page with the rules of this game."))
    context = of_game(game) | {"has_lesson": lesson_of(game) is not None}
    if code := request.GET.get("table", ""):
        table = (await room_of(Visitor(request), code)).table
        context |= {"at_table": at_this_table(table)} if table.game_name == game else {}
    return render(request, page, context)


def at_this_table(table: TableState) -> dict[str, Any]:
    """Who plays with what. The names are what the door shows as well."""
    names = [seated.name for seated in table.players]
    pieces = table.pieces()
    return {
        "code": table.code,
        "box": gate.own_box(table),
        "options": gate.welcome(table).options,
        "own_dice": table.own_dice,
        "guides": [names[seat] for seat in pieces.get("guides", ())],
        "no_phone": [names[seat] for seat in pieces.get("no_phone", ())],
        "one_phone": [[names[seat] for seat in seats] for seats in pieces.get("one_phone", ())],
        "coach": table.coach,
        "computers": [seated.name for seated in table.players if plays_itself(table, seated)],
    }


@require_safe
@never_cache
async def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """A prepared game for one, on the phone's own screens. There is no table behind it."""
    encoded = lesson_of(game)
    if encoded is None:
        raise Http404(gettext("There is no lesson for this game."))
    try:
        await rates.check(rates.PAGES, Visitor(request).address)
    except Refusal as refusal:
        raise Passing(refusal) from None
    context = of_game(game) | {
        "is_host": True,
        "alone": ALONE,
        "lesson": json_script(msgspec.json.decode(encoded), "lesson"),
    }
    return render(request, f"{game}/phone/lesson.html", context)


@require_safe
@never_cache
def later(request: HttpRequest, game: str) -> HttpResponse:
    """What a screen fetches when it first needs it: pieces of markup and sentences, with their stylesheets."""
    pieces = later_of(game, request.GET.get("what", ""))
    if pieces is None:
        raise Http404
    return render(request, pieces, of_game(game))


@require_safe
@never_cache
async def health(request: HttpRequest) -> JsonResponse:
    """For whoever watches the server: can it do its work now? Its work is to store."""
    is_well = await house().can_store()
    return JsonResponse({"database": "ok" if is_well else "unavailable"}, status=200 if is_well else 503)


@require_safe
@never_cache
def show_metrics(request: HttpRequest) -> HttpResponse:
    if not settings.METRICS:
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


@never_cache
@csrf_protect
async def admin_login(request: HttpRequest) -> HttpResponse:
    """Django's own, but nobody may try passwords without end."""
    if request.method == "POST":
        try:
            await rates.check(rates.LOGINS, Visitor(request).address)
        except Refusal as refusal:
            raise Passing(refusal) from None
    response: HttpResponse = await sync_to_async(admin.site.login)(request)
    return response


def passing(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """What cannot be shown now, for a reason that passes."""
    response = _error(request, status_of(refusal), sentence(refusal, translation.get_language()))
    response.headers["Retry-After"] = "5"
    return response


def not_yours(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return _error(request, 403, sentence(refusal, translation.get_language()))


def _error(request: HttpRequest, status: int, text: str) -> HttpResponse:
    return render(request, "error.html", {"sentence": text}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Our own Http404s say what is missing; Django's, for an address that leads nowhere, carry no sentence."""
    told = exception.args[0] if exception.args else None
    return _error(request, 404, told if isinstance(told, str) else gettext("This page does not exist."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        # Found before anybody has looked at the language, and no way leads on from here.
        with translation.override(translation.get_language_from_request(request)):
            told = gettext(
                "Nothing answers to this name here. Open the address that stands on the host's screen, digits and all."
            )
            return render(request, "error.html", {"sentence": told, "is_dead_end": True}, status=400)
    return _error(request, 400, gettext("This was too large, or could not be read."))


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return _error(request, 403, gettext("This is not allowed. Go back, reload the page, and try again."))


def broken(request: HttpRequest) -> HttpResponse:
    return _error(request, 500, gettext("Something went wrong here. Every move that was accepted is kept."))
