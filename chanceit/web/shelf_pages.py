"""The pages of the shelf: look, make, change, give away. What is in a box is the business of its game's templates."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chanceit.keys import digest, give, new_key
from chanceit.live.gate import sentence
from chanceit.web import rates, shelf, trials
from chanceit.web.pages import Passing, addresses, sentences, status_of, stored, svg
from chanceit.web.screens import of_game
from chanceit.web.shelf import COOKIE, KEPT, OnShelf
from chanceit.web.visitors import Visitor
from rules.refusals import Refusal
from rules.shelf import GAMES

MOST_MISTAKES = 100
"""Told to an editor at once."""


def _key(request: HttpRequest) -> str:
    """The hash of this browser's key; empty if it has no shelf of its own yet."""
    key = request.COOKIES.get(COOKIE, "")
    return digest(key) if key else ""


async def _own_key(request: HttpRequest) -> str:
    """This browser's key, or one for a shelf of its own from now on."""
    key = request.COOKIES.get(COOKIE, "")
    is_known = await stored(lambda: shelf.is_known(digest(key)))
    return key if is_known else new_key()


def _keep_key(request: HttpRequest, response: HttpResponse, key: str = "") -> HttpResponse:
    """The key stays as long as somebody comes back."""
    if key or (key := request.COOKIES.get(COOKIE, "")):
        give(response, COOKIE, key, KEPT)
    return response


async def _found(request: HttpRequest, link: str) -> OnShelf:
    """The box for a page. Somebody who tries links is stopped soon."""
    address = Visitor(request).address
    key = _key(request)
    try:
        await rates.check(rates.PAGES, address)
        found = await stored(lambda: shelf.find(link, key))
        if found is None:
            await rates.check(rates.MISSES, address)
    except Refusal as refusal:
        raise Passing(refusal) from None
    if found is None:
        raise Http404(sentence(shelf.NOT_HERE(), translation.get_language()))
    return found


# Looking


@require_safe
@never_cache
async def own_shelf(request: HttpRequest) -> HttpResponse:
    return await _shelf(request, None)


async def _shelf(request: HttpRequest, problem: Refusal | None) -> HttpResponse:
    key = _key(request)
    try:
        await rates.check(rates.PAGES, Visitor(request).address)
        made, given, deleted = await stored(lambda: (shelf.made(key), shelf.given(key), shelf.deleted(key)))
    except Refusal as refusal:
        raise Passing(refusal) from None
    context = {
        "games": [{"name": name, "title": game.TITLE} for name, game in GAMES.items()],
        "house": [_told(box) for box in shelf.house_boxes()],
        "made": [_told(box) for box in made],
        "given": [_told(box) for box in given],
        "deleted": [_told(box) for box in deleted],
        "just_deleted": [_told(box) for box in deleted if box.link == request.GET.get("deleted")],
        "problems": [] if problem is None else sentences(problem),
    }
    return _keep_key(request, render(request, "shelf/shelf.html", context, status=status_of(problem)))


def _told(box: OnShelf) -> dict[str, Any]:
    """A box, for templates."""
    return {
        "link": box.link,
        "game": box.game,
        "title": GAMES[box.game].TITLE,
        "name": gettext("The house box") if box.is_house_box else box.name or gettext("Without a name"),
        "is_ready": box.is_ready,
        "is_house_box": box.is_house_box,
        "is_mine": box.is_mine,
        "is_given": box.is_given,
    }


@require_safe
@never_cache
async def box(request: HttpRequest, link: str) -> HttpResponse:
    """Its maker changes it here; everybody else looks at it."""
    found = await _found(request, link)
    return await _box_page(request, found, "box_editor" if found.is_mine else "box")


@require_safe
@never_cache
async def look(request: HttpRequest, link: str) -> HttpResponse:
    """All that is in it, to be read and to be printed."""
    return await _box_page(request, await _found(request, link), "box")


async def _box_page(request: HttpRequest, found: OnShelf, page: str) -> HttpResponse:
    # Not here: a large box takes its time, and others play.
    mistakes = await asyncio.to_thread(shelf.mistakes_in, found.game, found.content)
    first = {
        "link": found.link,
        "version": found.version,
        "content": shelf.content_of(found),
        "mistakes": _mistakes(mistakes),
        "house": shelf.content_of(shelf.house_box(found.game)),
    }
    way = reverse("box", args=[found.link])
    context = {
        **of_game(found.game),
        "box": _told(found),
        "first": json_script(first, "box"),
        "address": f"{addresses(request)[0]}{way}",
        "can_be_tried": GAMES[found.game].trial() is not None,
        "numbers_of_players": list(GAMES[found.game].PLAYERS),
    }
    return _keep_key(request, render(request, [f"{found.game}/{page}.html", f"shelf/{page}.html"], context))


def _mistakes(mistakes: Any) -> list[dict[str, Any]]:
    language = translation.get_language()
    return [
        {"code": mistake.code, "sentence": sentence(mistake, language), **mistake.values}
        for mistake in mistakes[:MOST_MISTAKES]
    ]


@require_safe
@never_cache
async def file(request: HttpRequest, link: str) -> HttpResponse:
    found = await _found(request, link)
    response = HttpResponse(found.content, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slugify(found.name) or "box"}.json"'
    return response


@require_safe
async def qr(request: HttpRequest, link: str) -> HttpResponse:
    found = await _found(request, link)
    return svg(f"{addresses(request)[0]}{reverse('box', args=[found.link])}")


# Making and changing


@require_POST
async def new(request: HttpRequest) -> HttpResponse:
    """A box of one's own: an empty one, a copy of one that can be read, or one from a file."""
    try:
        await rates.check(rates.BOXES, Visitor(request).address)
        key = await _own_key(request)
        if file := request.POST.get("file", ""):
            checked = await stored(lambda: shelf.check_file(file.encode()))
        elif link := request.POST.get("copy", ""):
            found = await _found(request, link)
            called = GAMES[found.game].TITLE if found.is_house_box else _told(found)["name"]
            name = gettext("Copy of %(name)s") % {"name": called}
            checked = await stored(lambda: shelf.copied(found, name, digest(key)))
        else:
            game = request.POST.get("game", "")
            mine = gettext("My box")
            name = await stored(lambda: shelf.free_name(mine, digest(key)))
            checked = shelf.check(game, shelf.blank(game, name))
        made = await stored(lambda: shelf.make(digest(key), checked))
    except Refusal as refusal:
        return await _shelf(request, refusal)
    return _keep_key(request, redirect("box", made), key)


@require_POST
@never_cache
async def save(request: HttpRequest, link: str) -> HttpResponse:
    """What an editor has now. If somebody was faster, the answer has the box as it is, and nothing is changed."""
    key = _key(request)
    version = request.POST.get("version", "")
    try:
        await rates.check(rates.SAVING, Visitor(request).address)
        number = int(version) if version.isdecimal() and len(version) < 10 else 0
        content = request.POST.get("box", "").encode()
        saved, mistakes = await stored(lambda: shelf.save(link, key, number, content))
    except shelf.Late as late:
        present = shelf.content_of(late.present)
        return JsonResponse({"late": {"version": late.present.version, "content": present}}, status=409)
    except Refusal as refusal:
        return JsonResponse(
            {"refused": {"code": refusal.code, "sentences": sentences(refusal)}}, status=status_of(refusal)
        )
    return JsonResponse({"version": saved, "mistakes": _mistakes(mistakes)})


MOVES: dict[str, Callable[[str, str], None]] = {
    "delete": shelf.delete,
    "bring-back": shelf.bring_back,
    "put": shelf.put,
    "take-off": shelf.take_off,
}


@require_POST
async def move(request: HttpRequest, link: str, what: str) -> HttpResponse:
    """Onto the shelf of this browser, off it, and back."""
    if what not in MOVES:
        raise Http404
    try:
        await rates.check(rates.BOXES if what == "put" else rates.SAVING, Visitor(request).address)
        key = await _own_key(request)
        await stored(lambda: MOVES[what](link, digest(key)))
    except Refusal as refusal:
        return await _shelf(request, refusal)
    way = reverse("shelf")
    return _keep_key(
        request, redirect(f"{way}?deleted={link}" if what == "delete" else way), key if what == "put" else ""
    )


# Trying it


@never_cache
async def trial(request: HttpRequest, link: str) -> HttpResponse:
    """What computer players have found out about a box so far. Its maker begins it, and may cancel it."""
    found = await _found(request, link)
    if request.method == "POST":
        players = request.POST.get("players", "")
        try:
            if not found.is_mine:
                raise shelf.NOT_YOURS()
            if players.isdecimal() and len(players) < 3:
                await rates.check(rates.TRIALS, Visitor(request).address)
                trials.begin(link, found.game, found.content, int(players))
            else:
                trials.cancel(link)
        except Refusal as refusal:
            told = {"code": refusal.code, "sentences": sentences(refusal)}
            return JsonResponse({"refused": told}, status=status_of(refusal))
    tried = trials.find(link)
    return JsonResponse({"trial": None if tried is None else tried.told()})
