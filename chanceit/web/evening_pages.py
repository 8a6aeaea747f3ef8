"""The pages that look back: all games of this house, people, records of the house."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.html import json_script
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chanceit import models
from chanceit.live.house import house
from chanceit.live.room import LEFT_ALONE
from chanceit.table import forgetting, records, standings
from chanceit.web import evening_files, evenings, rates, replays
from chanceit.web.evenings import Looking
from chanceit.web.pages import Passing, sentences, stored
from rules.refusals import Refusal
from rules.shelf import GAMES

Answer = TypeVar("Answer")


async def _looked(looking: Looking, work: Callable[[], Answer]) -> Answer:
    """What a page shows, out of the database. Somebody who asks for very much is stopped soon."""
    language = translation.get_language()

    def in_words() -> Answer:
        with translation.override(language):  # another thread speaks its own
            return work()

    try:
        await rates.check(rates.PAGES, looking.address)
        return await stored(in_words)
    except Refusal as refusal:
        raise Passing(refusal) from None


def _of_all(looking: Looking, at: str) -> dict[str, Any]:
    """What each of these pages needs; `at`: where it stands among them."""
    return {"at": at, "sees_all": looking.sees_all, "is_host": looking.is_host, "keeps": standings.wish().keeps_results}


@require_safe
@never_cache
async def games(request: HttpRequest) -> HttpResponse:
    looking = Looking(request)
    number = request.GET.get("page", "")
    searched = request.GET.get("name", "")
    wanted = int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else 1
    context = await _looked(looking, lambda: evenings.page(looking, searched, wanted) | _of_all(looking, "games"))
    return render(request, "evenings/games.html", context)


@require_safe
@never_cache
async def game(request: HttpRequest, number: int) -> HttpResponse:
    looking = Looking(request)

    def work() -> dict[str, Any]:
        found = evenings.one(looking, number)
        return {
            "game": evenings.told(found) | evenings.to_see_again(found),
            "has_record": evenings.has_record(found),
            "bg_stats": evenings.bg_stats(found) if found.game in GAMES and found.is_counted else None,
            **_of_all(looking, ""),
        }

    return render(request, "evenings/game.html", await _looked(looking, work))


@require_safe
@never_cache
async def record(request: HttpRequest, number: int) -> HttpResponse:
    """The record of a game that is over, from its table's log or as it came."""
    looking = Looking(request)

    def work() -> tuple[str, bytes]:
        found = evenings.one(looking, number)
        lines = records.of_game(found)
        if lines is None:
            raise Http404(gettext("The record of this game went with its table."))
        return f"{found.table or found.game}-{found.number}", lines

    name, lines = await _looked(looking, work)
    response = HttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    return response


def _all_seen(request: HttpRequest) -> Looking:
    """Only at home is there anything to be said about people and the house."""
    looking = Looking(request)
    if not looking.sees_all:
        raise Http404(gettext("Nothing is kept here of games that are over."))
    return looking


@require_safe
@never_cache
async def people(request: HttpRequest) -> HttpResponse:
    looking = _all_seen(request)

    def work() -> dict[str, Any]:
        context = _of_all(looking, "people")
        if not context["keeps"]:
            return context
        standings.add_up()
        names = evenings.games_with_people()
        game = request.GET.get("game", "")
        game = game if game in names else names[0] if names else ""
        return context | {
            "shelf": [{"name": name, "title": GAMES[name].TITLE} for name in names],
            "game": game,
            "people": evenings.people(game),
        }

    return render(request, "evenings/people.html", await _looked(looking, work))


@require_safe
@never_cache
async def person(request: HttpRequest, number: int) -> HttpResponse:
    looking = _all_seen(request)

    def work() -> dict[str, Any]:
        context = _of_all(looking, "")
        if not context["keeps"]:
            raise Http404(gettext("There is nobody of that name here."))
        standings.add_up()
        who = evenings.person(number)
        if who.same_as is not None:
            who = who.same_as
        return context | {"person": evenings.of_person(who)}

    context = await _looked(looking, work)
    drawn = {one["game"]: one["drawn"] for one in context["person"]["standings"]}
    return render(request, "evenings/person.html", context | {"drawn": json_script(drawn, "drawn")})


@require_safe
@never_cache
async def house_records(request: HttpRequest) -> HttpResponse:
    looking = _all_seen(request)

    def work() -> dict[str, Any]:
        context = _of_all(looking, "records")
        return context | {"house": evenings.records_of_the_house() if context["keeps"] else []}

    return render(request, "evenings/records.html", await _looked(looking, work))


# Taken along


def _aside(work: Callable[[], Answer]) -> Awaitable[Answer]:
    return stored(work)


async def _file(request: HttpRequest, name: str, kind: str, made: Callable[[Any, Any], Any]) -> StreamingHttpResponse:
    looking = Looking(request)
    try:
        await rates.check(rates.TAKING, looking.address)
        games = await stored(looking.games)
    except Refusal as refusal:
        raise Passing(refusal) from None
    response = StreamingHttpResponse(made(games, _aside), content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@never_cache
async def as_csv(request: HttpRequest) -> StreamingHttpResponse:
    return await _file(request, "games.csv", "text/csv; charset=utf-8", evening_files.as_csv)


@require_safe
@never_cache
async def as_zip(request: HttpRequest) -> StreamingHttpResponse:
    return await _file(request, "games.zip", "application/zip", evening_files.as_zip)


# What only the host may do, at the machine itself


def _host(request: HttpRequest) -> Looking:
    """Raises PermissionDenied for everybody else."""
    looking = Looking(request)
    if not looking.is_host:
        raise PermissionDenied
    return looking


def _number(request: HttpRequest, name: str) -> int:
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else 0


@require_POST
async def take_in(request: HttpRequest) -> HttpResponse:
    """A zip of records from another machine."""
    looking = _host(request)
    file = request.FILES.get("zip")
    said, problems = "", []
    try:
        if file is None:
            raise evening_files.NO_ZIP()
        taken = await evening_files.take_in(file, file.size or 0, _aside)
    except Refusal as refusal:
        problems = sentences(refusal)
    else:
        said = ngettext("%(count)d game was taken in.", "%(count)d games were taken in.", taken.new)
        said %= {"count": taken.new}
        if taken.known:
            known = ngettext("%(count)d was here already.", "%(count)d were here already.", taken.known)
            said += " " + known % {"count": taken.known}
        if not taken.is_whole:
            said += " " + gettext("It took too long: take in the same zip again, for the rest.")
        problems = [f"{name}: {sentences(refusal)[0]}" for name, refusal in taken.problems]
    context = await _looked(looking, lambda: evenings.page(looking, "", 1) | _of_all(looking, "games"))
    context |= {"said": said, "problems": problems}
    return render(request, "evenings/games.html", context, status=400 if problems and not said else 200)


@require_POST
async def change_game(request: HttpRequest, number: int, what: str) -> HttpResponse:
    """Kept longer, or deleted."""
    looking = _host(request)

    def work() -> str:
        found = evenings.one(looking, number)
        if what == "delete":
            forgetting.delete_game(found)
        else:
            models.GamePlayed.objects.filter(pk=found.pk).update(is_kept=what == "keep")
        return found.table

    if what not in ("keep", "let-go", "delete"):
        raise Http404
    replays.forget(await _looked(looking, work))
    return redirect("games") if what == "delete" else redirect("game", number)


@require_POST
async def change_person(request: HttpRequest, number: int, what: str) -> HttpResponse:
    """One person under two names, two again, or forgotten."""
    looking = _host(request)
    other = _number(request, "other")

    def work() -> tuple[int, set[str]]:
        who = evenings.person(number)
        tables: set[str] = set()
        stays = who.pk
        if what == "merge":
            into = evenings.person(other)
            into = into.same_as or into
            if into.pk != who.pk and who.same_as is None:
                forgetting.merge(who, into)
                stays = into.pk
        elif what == "part":
            name = evenings.person(other)
            if name.same_as_id == who.pk:
                forgetting.part(name)
        else:
            tables = forgetting.forget_person(who)
        standings.add_up()
        return stays, tables

    if what not in ("merge", "part", "forget"):
        raise Http404
    stays, tables = await _looked(looking, work)
    for code in tables:  # whoever looks at such a table comes back to one that was read again
        replays.forget(code)
        room = house().rooms.get(code)
        if room is not None:
            house().let_go(room, LEFT_ALONE())
    return redirect("people") if what == "forget" else redirect("person", stays)


@require_POST
async def change_house(request: HttpRequest, what: str) -> HttpResponse:
    """All of it off, on again, or gone."""
    looking = _host(request)
    if what not in ("on", "off", "delete"):
        raise Http404
    await _looked(looking, forgetting.delete_all if what == "delete" else lambda: forgetting.switch(what == "on"))
    replays.forget()
    return redirect("games")
