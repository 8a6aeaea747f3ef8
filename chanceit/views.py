"""The pages: fetch, do the one thing, render. Everything that changes a table goes to its room."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import segno
import segno.helpers
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core import signing
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chanceit import commands as c
from chanceit import rates, records, screens, tables
from chanceit.addresses import is_loopback, phone_addresses
from chanceit.keys import digest, give, new_key
from chanceit.rooms import Room, house
from chanceit.screens import sentence
from chanceit.table_state import Actor
from rules.refusals import Refusal
from rules.shelf import GAMES

# Start


@require_safe
@never_cache
async def start(request: HttpRequest) -> HttpResponse:
    """Open a table, find a running one again, enter a code."""
    return await _start(request, None)


async def _start(request: HttpRequest, problem: Refusal | None) -> HttpResponse:
    context = {
        "games": list(GAMES),
        "tables": [table async for table in _own_tables(request)],
        "problem": None if problem is None else sentence(problem, translation.get_language()),
    }
    return render(request, "start.html", context, status=200 if problem is None else 400)


async def _own_tables(request: HttpRequest) -> Any:
    """The tables that this browser has a key of."""
    for name, key in request.COOKIES.items():
        role, _underscore, code = name.partition("_")
        if role in ("gm", "seat") and len(code) == 4:
            room = await house().room(code)
            if room is not None and room.table.whose(digest(key)) != "door":
                names = [seated.name for seated in room.table.players]
                yield {
                    "code": code,
                    "game": room.table.game_name,
                    "status": room.table.status,
                    "role": role,
                    "names": names,
                    "url": reverse("table" if role == "gm" else "phone", args=[code]),
                }


@require_POST
async def open_table(request: HttpRequest) -> HttpResponse:
    game = request.POST.get("game", "chance_it")
    box = request.POST.get("box", "").encode()
    options = (request.POST.get("options", "").strip() or "{}").encode()
    key = new_key()
    try:
        rates.check(rates.OPENING, _address(request))
        code = await sync_to_async(tables.open_anywhere)(game, box, options, digest(key))
    except Refusal as refusal:
        return await _start(request, refusal)
    response = redirect("table", code)
    give(response, f"gm_{code}", key)
    return response


@require_POST
async def solo(request: HttpRequest) -> HttpResponse:
    """Alone, without a second screen: a table of Second Chance with this browser as host and only player, begun.

    With the code of a table that this browser has for itself and that is over, the next game begins there.
    """
    code = request.POST.get("code", "")
    room = await house().room(code) if code else None
    try:
        rates.check(rates.OPENING, _address(request))
        if room is not None and _plays_alone(request, room):
            if room.table.status == "over":
                await room.request("game_master", c.Again(), f"again-{new_key()[:16]}")
            if room.table.status == "lobby":
                await room.request("game_master", c.Begin(), f"begin-{new_key()[:16]}")
            return redirect("phone", room.code)
        key, seat = new_key(), new_key()
        code = await sync_to_async(tables.open_anywhere)("second_chance", b"", b"{}", digest(key))
        room = await _room(code)
        await room.request("door", c.Join(_("You"), digest(seat)), f"door-{seat[:16]}")
        await room.request("game_master", c.Begin(), f"begin-{key[:16]}")
    except Refusal as refusal:
        return await _start(request, refusal)
    response = redirect("phone", code)
    give(response, f"gm_{code}", key)
    give(response, f"seat_{code}", seat)
    return response


def _plays_alone(request: HttpRequest, room: Room) -> bool:
    """Host and only player are the same browser, so there is nobody else to ask."""
    return (
        len(room.table.players) == 1
        and _actor(request, room, "gm") == "game_master"
        and isinstance(_actor(request, room, "seat"), int)
    )


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """From the start page: somebody has typed a code."""
    code = request.GET.get("code", "").strip().upper()
    return redirect(f"/{code}" if code.isalpha() and code.isascii() and len(code) == 4 else "start")


# One table


async def _room(code: str) -> Room:
    room = await house().room(code)
    if room is None:
        raise Http404(_("There is no table %(code)s.") % {"code": code})
    return room


def _actor(request: HttpRequest, room: Room, cookie: str) -> Actor:
    key = request.COOKIES.get(f"{cookie}_{room.code}", "")
    return room.table.whose(digest(key)) if key else "door"


@require_safe
@never_cache
async def phone(request: HttpRequest, code: str) -> HttpResponse:
    """The own seat, or the door."""
    room = await _room(code)
    key = request.COOKIES.get(f"seat_{code}", "")
    has_asked = key and any(asking.key == digest(key) for asking in room.table.asking)
    actor = _actor(request, room, "seat")
    if has_asked or (isinstance(actor, int) and not room.table.seated(actor).removed):
        context = _page(room, "phone", actor, key) | {"is_host": _plays_alone(request, room)}
        return render(request, _of_game(room, "phone/phone.html"), context)
    return _door(request, room, None)


def _door(request: HttpRequest, room: Room, problem: Refusal | None) -> HttpResponse:
    table = room.table
    context = {
        "code": room.code,
        "game": table.game_name,
        "status": table.status,
        "locked": table.locked,
        "full": table.is_full(),
        "watching": table.watching,
        "players": [
            {"player": s.player, "name": s.name, "colour": s.colour, "computer": not s.key} for s in table.players
        ],
        "problem": None if problem is None else sentence(problem, translation.get_language()),
        "name": request.POST.get("name", ""),
    }
    return render(request, "phone/door.html", context, status=200 if problem is None else 400)


def _of_game(room: Room, template: str) -> str:
    """The screen of the table's game: that of Chance It, or another game's in the folder of its name."""
    game = room.table.game_name
    return template if game == "chance_it" else f"{game}/{template.split('/')[-1]}"


def _page(room: Room, role: str, actor: Actor, key: str = "") -> dict[str, Any]:
    """What every screen's page needs. The first messages come along, so that it is drawn before its socket is open."""
    table = room.table
    first = [screens.welcome(table), screens.view(table, actor, (), digest(key) if key else "")]
    return {
        "code": room.code,
        "game": table.game_name,
        "socket": f"/ws/{room.code}/{role}",
        "first_messages": json_script(msgspec.json.decode(screens.encode(first)), "first-messages"),
    }


@require_POST
async def join(request: HttpRequest, code: str) -> HttpResponse:
    return await _come_in(request, code, lambda key: c.Join(request.POST.get("name", ""), key))


@require_POST
async def ask(request: HttpRequest, code: str) -> HttpResponse:
    player = request.POST.get("player", "")
    number = int(player) if player.isdecimal() and len(player) < 10 else -1
    return await _come_in(request, code, lambda key: c.Ask(number, key))


async def _come_in(request: HttpRequest, code: str, what: Any) -> HttpResponse:
    room = await _room(code)
    if isinstance(_actor(request, room, "seat"), int):
        return redirect("phone", code)
    key = new_key()
    try:
        rates.check(rates.JOINING, _address(request))
        await room.request("door", what(digest(key)), f"door-{new_key()[:16]}")
    except Refusal as refusal:
        return _door(request, room, refusal)
    response = redirect("phone", code)
    give(response, f"seat_{code}", key)
    return response


@require_safe
@never_cache
async def watch(request: HttpRequest, code: str) -> HttpResponse:
    room = await _room(code)
    if not room.table.watching:
        return _error(request, 403, _("The host does not want spectators at this table."))
    return render(request, _of_game(room, "game_master/watch.html"), _page(room, "watch", "spectator"))


@require_safe
@never_cache
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """The game-master screen."""
    room = await _room(code)
    if _actor(request, room, "gm") != "game_master":
        return _error(request, 403, _("This game-master screen belongs to another device."))
    context = {
        **_page(room, "table", "game_master"),
        "addresses": _addresses(request),
        "take_over": f"/{code}/take-over#{signing.dumps(_pass(room), salt=TAKE_OVER)}",
    }
    return render(request, _of_game(room, "game_master/table.html"), context)


def _addresses(request: HttpRequest) -> list[str]:
    """Where phones may find this site, best first. This machine's own name for itself only if there is no other."""
    own = request.build_absolute_uri("/").rstrip("/")
    if settings.HTTPS:
        return [own]
    port = request.get_port()
    found = dict.fromkeys([*(f"http://{host}:{port}" for host in phone_addresses()), own])
    return [address for address in found if not is_loopback(address)] or list(found)


# Pictures to point a phone's camera at


@require_safe
async def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The way to this table. Of the addresses only those that the game-master screen offers."""
    address = request.GET.get("address", "")
    if address not in _addresses(request):
        raise Http404(_("This table cannot be reached at that address."))
    return _svg(f"{address}/{code}")


@require_POST
@never_cache
async def secret_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The Wi-Fi's name and password, or the way to take over: for the game master alone, stored nowhere."""
    room = await _room(code)
    if _actor(request, room, "gm") != "game_master":
        return _error(request, 403, _("This game-master screen belongs to another device."))
    network, password, ticket = (request.POST.get(name, "")[:500] for name in ("network", "password", "pass"))
    if network:
        try:
            return _svg(segno.helpers.make_wifi_data(network, password or None, "WPA" if password else None))
        except segno.DataOverflowError:
            return _error(request, 400, _("This name or password is too long for a QR code."))
    address = request.POST.get("address", "")
    if not ticket or address not in _addresses(request):
        raise Http404(_("This table cannot be reached at that address."))
    return _svg(f"{address}{reverse('take_over', args=[code])}#{ticket}")


def _svg(text: str) -> HttpResponse:
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


@never_cache
async def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Moves the game-master screen to this device. The pass comes in the address after a #, which no log ever sees."""
    room = await _room(code)
    if request.method != "POST":
        return render(request, "game_master/take_over.html", {"code": code})
    try:
        is_right = signing.loads(request.POST.get("pass", ""), salt=TAKE_OVER, max_age=TAKE_OVER_SECONDS) == _pass(room)
    except signing.BadSignature:
        is_right = False
    if not is_right:
        return _error(request, 403, _("This link has been used or is too old. The game-master screen shows a new one."))
    key = new_key()
    await room.request("game_master", c.TakeOver(digest(key)), f"take-over-{key[:16]}")
    response = redirect("table", code)
    give(response, f"gm_{code}", key)
    return response


@require_safe
@never_cache
async def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of the last game, once it is over: before that it holds what lies face down, also for the host."""
    on = (await _room(code)).table.on
    if on is None or on.state.result is None:
        raise Http404(_("There is a record of a game when it is over."))
    response = HttpResponse(b"".join(records.lines(on)), content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{on.header.id}.jsonl"'
    return response


# The rest


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules.html")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """For whoever watches the server: can it do its work now?"""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "unavailable"}, status=503)
    return JsonResponse({"database": "ok"})


def _address(request: HttpRequest) -> str:
    return rates.address_of(request.scope)  # type: ignore[attr-defined]


def _error(request: HttpRequest, status: int, text: str) -> HttpResponse:
    return render(request, "error.html", {"sentence": text}, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Our own Http404s say what is missing; Django's, for an address that leads nowhere, carry no sentence."""
    told = exception.args[0] if exception.args else None
    return _error(request, 404, told if isinstance(told, str) else _("This page does not exist."))


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return _error(request, 403, _("This is not allowed. Go back, reload the page, and try again."))


def broken(request: HttpRequest) -> HttpResponse:
    return _error(request, 500, _("Something went wrong here. Every move that was accepted is kept."))
