"""Games that came as records from another machine, seen again from their pages among all games of this house."""

from __future__ import annotations

from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from chanceit.table import records
from chanceit.table.replaying import NO_SUCH_GAME, Replay
from chanceit.web import evenings, pages, rates, replays
from chanceit.web.evenings import Looking
from rules.record import LineRefused
from rules.refusals import Refusal


async def _replay(request: HttpRequest, number: int) -> Replay:
    """For whoever may have its record. Raises a Refusal."""
    looking = Looking(request)
    await rates.check(rates.PAGES, looking.address)
    lines, computers = await pages.stored(lambda: _record(looking, number))
    try:
        replay = await replays.remembered(("", sha256(lines).digest()), lambda: replays.read(lines))
    except LineRefused:  # of a game whose rules have changed
        raise NO_SUCH_GAME() from None
    return replace(replay, computers=computers)


def _record(looking: Looking, number: int) -> tuple[bytes, tuple[tuple[int, str], ...]]:
    """Also who were computer players, by seat. A game that was played here is seen again at its table's address."""
    game = evenings.one(looking, number)
    lines = records.of_game(game) if game.row_id is None else None
    if lines is None:
        raise NO_SUCH_GAME()
    return lines, tuple([(result.seat, result.computer) for result in game.results.all()])


async def _replay_for_page(request: HttpRequest, number: int) -> Replay:
    try:
        return await _replay(request, number)
    except Refusal as refusal:
        if refusal.code == NO_SUCH_GAME().code:
            raise Http404(gettext("There is no such game to be seen again.")) from None
        raise pages.Passing(refusal) from None


@require_safe
@never_cache
async def replay(request: HttpRequest, number: int) -> HttpResponse:
    found = await _replay_for_page(request, number)
    names = ("game_views", "game_play_on", "game_how")
    views, play_on, how = (reverse(name, args=[number]) for name in names)
    return replays.page(request, found, views, play_on, how, replays.to_game(number))


@require_safe
@never_cache
async def views(request: HttpRequest, number: int) -> HttpResponse:
    return await replays.answer(replays.views_of(request, _replay(request, number)))


@require_POST
@never_cache
async def play_on(request: HttpRequest, number: int) -> HttpResponse:
    return await replays.answer(replays.played_on(request, _replay(request, number)))


@require_safe
@never_cache
async def how_it_went(request: HttpRequest, number: int) -> HttpResponse:
    found = await _replay_for_page(request, number)
    data, again = (reverse(name, args=[number]) for name in ("game_how_data", "game_replay"))
    return replays.page_of_how(request, found, data, again, replays.to_game(number))


@require_safe
@never_cache
async def how_it_went_data(request: HttpRequest, number: int) -> HttpResponse:
    return await replays.answer(replays.looked_back(_replay(request, number)))
