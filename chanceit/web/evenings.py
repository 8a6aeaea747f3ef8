"""Looking back on all evenings: what may be seen of the games that are over, by whom, and in which words.

At home everybody may look, and whoever sits at the machine itself may change things. On a public site there are only
the games that a browser has a key for, and neither people nor records.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from chanceit import models
from chanceit.table import results, standings
from chanceit.web.visitors import Visitor
from rules.parts import Best, Figure
from rules.shelf import GAMES

ON_A_PAGE = 30
NAMELESS = "\N{EN DASH}"
MOST_SEARCHED = 40
"""Letters of a name that is searched for."""
SHOWN = 3
"""Places in a record of the house."""
GAMES_OF_A_PERSON = 20
RATING = 40
"""What a rating of the model, which begins at 25, is multiplied with to be shown."""
FIRST_RATED = 2
"""So many rated games, before a rating is shown."""


class Looking:
    """A browser that looks back. Raises Http404 where there is nothing to look back on."""

    def __init__(self, request: HttpRequest) -> None:
        if settings.EVENINGS == "off":
            raise Http404(gettext("Nothing is kept here of games that are over."))
        visitor = Visitor(request)
        self.sees_all = settings.EVENINGS == "house"
        self.is_host = self.sees_all and visitor.is_at_the_machine
        self.keys = [] if self.sees_all else visitor.keys()[-MOST_KEYS:]
        self.address = visitor.address

    def games(self) -> QuerySet[models.GamePlayed]:
        """Those that may be seen."""
        games = models.GamePlayed.objects.all()
        if not standings.wish().keeps_results:
            return games.none()
        if self.sees_all:
            return games
        hashes = [key for _code, key in self.keys if key]
        codes = [code for code, _key in self.keys]
        seats = models.Result.objects.filter(key__in=hashes).values("game")
        return games.filter(Q(pk__in=seats) | Q(table__in=codes, host__in=hashes))


MOST_KEYS = 100


def found(looking: Looking, searched: str) -> QuerySet[models.GamePlayed]:
    """The games, newest first; those with somebody whose name has this in it."""
    games = looking.games().order_by("-began", "-id")
    plain = results.plain_of(searched[:MOST_SEARCHED])
    if plain:
        names = models.Person.objects.filter(plain__contains=plain).values("pk")
        games = games.filter(pk__in=models.Result.objects.filter(written__in=names).values("game"))
    return games


def page(looking: Looking, searched: str, number: int) -> dict[str, Any]:
    games = found(looking, searched)
    count = games.count()
    pages = max(1, -(-count // ON_A_PAGE))
    number = min(max(1, number), pages)
    rows = list(games[(number - 1) * ON_A_PAGE : number * ON_A_PAGE].prefetch_related("results"))
    return {
        "games": [told(game) for game in rows],
        "count": count,
        "page": number,
        "pages": pages,
        "searched": searched[:MOST_SEARCHED],
    }


def one(looking: Looking, number: int) -> models.GamePlayed:
    game = looking.games().filter(pk=number).prefetch_related("results__person").first()
    if game is None:
        raise Http404(gettext("There is no such game here."))
    return game


# In words, for templates


def told(game: models.GamePlayed) -> dict[str, Any]:
    rules = GAMES.get(game.game)
    own = sorted(game.results.all(), key=lambda result: (result.place or 0, result.seat))
    is_early = game.why == results.ENDED
    return {
        "id": game.pk,
        "game": game.game,
        "title": rules.TITLE if rules else game.game,
        "box": _box(game),
        "began": game.began,
        "minutes": _minutes(game.began, game.ended),
        "is_early": is_early,
        "is_counted": game.is_counted,
        "is_kept": game.is_kept,
        "why": gettext(rules.WHYS[game.why]) if rules and game.why in rules.WHYS else "",
        "results": [_result(result, game.game) for result in own],
        "winners": [result.name for result in own if result.has_won],
        "is_alone": len(own) == 1,
        "moves": game.moves,
    }


def _result(result: models.Result, game: str) -> dict[str, Any]:
    rules = GAMES.get(game)
    score = rules.SCORE if rules else None
    return {
        "name": result.name or NAMELESS,
        "person": result.person_id,
        "is_computer": bool(result.computer),
        "place": result.place,
        "has_won": result.has_won,
        "score": result.counts.get(score.count) if score else None,
        "score_words": gettext(score.words) if score else "",
    }


def _box(game: models.GamePlayed) -> str:
    rules = GAMES.get(game.game)
    if rules is not None and game.box == rules.house_box().name:
        return gettext("The house box")
    return game.box


def _minutes(began: datetime, ended: datetime | None) -> int | None:
    return None if ended is None else max(1, round((ended - began).total_seconds() / 60))


def has_record(game: models.GamePlayed) -> bool:
    """As long as its table is kept, or if it came as a record."""
    return game.row_id is not None or hasattr(game, "record")


def to_see_again(game: models.GamePlayed) -> dict[str, str | None]:
    """Where it can be seen again, and where one can look back on it."""
    if not has_record(game):
        return {"replay": None, "how": None}
    if game.row_id is None:
        replay, how = (reverse(name, args=[game.pk]) for name in ("game_replay", "game_how"))
    else:
        here = [game.table, game.number]
        replay, how = (f"{reverse(name, args=here)}?from={game.pk}" for name in ("replay", "how_it_went"))
    rules = GAMES.get(game.game)
    looks_back = rules is not None and rules.weigher() is not None and game.why != results.ENDED
    return {"replay": replay if rules else None, "how": how if looks_back else None}


def bg_stats(game: models.GamePlayed) -> str:
    """A link that hands the game to the app BG Stats, in the form that its makers document for other programs."""
    rules = GAMES[game.game]
    score = rules.SCORE
    at = game.ended or game.began
    play: dict[str, Any] = {
        "sourceName": next(iter(GAMES.values())).TITLE,
        "sourcePlayId": game.digest[:32],
        "playDate": at.strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": rules.TITLE,
            "sourceGameId": game.game,
            "highestWins": score is None or score.is_highest,
            "noPoints": score is None,
        },
        "players": [
            {
                "name": result.name or NAMELESS,
                "sourcePlayerId": results.key_of(result.name) or str(result.seat),
                "startPlayer": False,
                "winner": result.has_won,
                **({} if result.place is None else {"rank": result.place}),
                **({} if score is None or score.count not in result.counts else {"score": result.counts[score.count]}),
            }
            for result in game.results.all()
        ],
    }
    minutes = _minutes(game.began, game.ended)
    if minutes is not None:
        play["durationMin"] = minutes
    return f"https://app.bgstatsapp.com/createPlay.html?data={quote(msgspec.json.encode(play))}"


# People


def games_with_people() -> list[str]:
    """Games that somebody has played, on the shelf's order."""
    known = set(models.Standing.objects.values_list("game", flat=True).distinct())
    return [name for name in GAMES if name in known]


def people(game: str) -> list[dict[str, Any]]:
    """Whoever has played this game, by the rating that is shown, with places; then those who have none yet."""
    found = models.Standing.objects.filter(game=game).select_related("person")
    rows = list(found.order_by("-mu", "-least", "-wins", "person__name")[:MOST_PEOPLE])
    told = [{"id": one.person_id, "name": one.person.name, **_standing(one)} for one in rows]
    rated = [one for one in told if one["rating"] is not None]
    ratings = [one["rating"] for one in rated]
    for one in rated:
        one["place"] = 1 + ratings.index(one["rating"])
    return rated + sorted([one for one in told if one["rating"] is None], key=lambda one: -one["wins"])


MOST_PEOPLE = 500


def _standing(one: models.Standing) -> dict[str, Any]:
    return {
        "games": one.games,
        "wins": one.wins,
        "won": one.wins / one.games if one.games else None,
        "alone": one.alone,
        "alone_wins": one.alone_wins,
        "rating": round(one.mu * RATING) if one.rated >= FIRST_RATED else None,
        "uncertain": round(2 * one.sigma * RATING),
        "rated": one.rated,
    }


def person(number: int) -> models.Person:
    found = models.Person.objects.filter(pk=number).first()
    if found is None:
        raise Http404(gettext("There is nobody of that name here."))
    return found


def of_person(who: models.Person) -> dict[str, Any]:
    """All that there is to see of somebody."""
    played = models.Result.objects.filter(person=who).values("game")
    last = models.GamePlayed.objects.filter(pk__in=played).order_by("-began", "-id")
    others = models.Person.objects.filter(Exists(models.Result.objects.filter(person=OuterRef("pk"))))
    others = others.exclude(pk=who.pk).order_by("name")
    return {
        "id": who.pk,
        "name": who.name,
        "names": list(models.Person.objects.filter(same_as=who).order_by("name").values_list("name", flat=True)),
        "parts": list(models.Person.objects.filter(same_as=who).order_by("name").values("pk", "name")),
        "standings": [
            {"game": one.game, "title": GAMES[one.game].TITLE, **_standing(one), **_pictures(one)}
            for one in sorted(who.standings.all(), key=lambda one: -one.games)
            if one.game in GAMES
        ],
        "against": _against(who),
        "last": [told(game) for game in last[:GAMES_OF_A_PERSON].prefetch_related("results")],
        "others": list(others.values("pk", "name")[:MOST_PEOPLE]),
    }


def _pictures(one: models.Standing) -> dict[str, Any]:
    """How somebody plays, in numbers that scripts draw."""
    rules = GAMES[one.game]
    figures = [_figure(figure, one) for figure in rules.FIGURES]
    shares = [f for f in figures if f and f["whole"] and not f["is_luck"]]
    return {
        "drawn": {
            "places": [one.places.get(str(place), 0) for place in range(1, max(map(int, one.places), default=0) + 1)],
            "line": [round(mu * RATING) for mu in one.line] if one.rated >= FIRST_RATED else [],
            "shares": [{"name": f["name"], "share": f["value"]} for f in shares],
        },
        "shares": shares,
        "figures": [f for f in figures if f and not f["whole"] and not f["is_luck"]],
        "luck": [f for f in figures if f and f["is_luck"]],
    }


def _figure(figure: Figure, one: models.Standing) -> dict[str, Any] | None:
    whole = one.sums.get(figure.whole, 0) if figure.whole else one.games
    if not whole:
        return None
    value = one.sums.get(figure.part, 0) / whole
    return {
        "name": figure.part,
        "words": gettext(figure.words),
        "value": value,
        "percent": round(100 * value) if figure.is_share else None,
        "whole": figure.whole,
        "of": whole,
        "is_luck": figure.is_luck,
        "usual": None if figure.usual is None else f"{round(100 * figure.usual)}\N{NO-BREAK SPACE}%",
    }


def _against(who: models.Person) -> list[dict[str, Any]]:
    """Head to head: how often each of two stood before the other."""
    mine = models.Result.objects.filter(person=who, game__is_counted=True, game__results__person__isnull=False)
    before, behind = Q(place__lt=F("game__results__place")), Q(place__gt=F("game__results__place"))
    met = mine.values(other=F("game__results__person"), called=F("game__results__person__name")).annotate(
        games=Count("game", distinct=True), before=Count("pk", filter=before), behind=Count("pk", filter=behind)
    )
    most = met.order_by("-games", "called")[: MOST_AGAINST + 1]
    return [{**one, "id": one["other"], "name": one["called"]} for one in most if one["other"] != who.pk][:MOST_AGAINST]


MOST_AGAINST = 12


# Records of the house


def records_of_the_house() -> list[dict[str, Any]]:
    told_of = []
    for name, rules in GAMES.items():
        bests = [best for best in (_best(name, best) for best in rules.BESTS) if best]
        if bests:
            told_of.append({"title": rules.TITLE, "game": name, "bests": bests})
    return told_of


def _best(game: str, best: Best) -> dict[str, Any] | None:
    order = F("value").asc() if best.is_least else F("value").desc()
    shown: dict[tuple[str, int], list[models.Mark]] = {}
    for what in best.counts:
        found = models.Mark.objects.filter(of=game, what=what).order_by(order, "-game", "result__seat")
        for mark in found.select_related("result", "game")[: SHOWN * MOST_PLAYERS]:
            if (what, mark.game_id) in shown or len(shown) < SHOWN:
                shown.setdefault((what, mark.game_id), []).append(mark)
    if not shown:
        return None
    players = dict(_names(game for (_what, game), [mark, *_others] in shown.items() if mark.result is None))
    return {
        "words": gettext(best.words),
        "marks": [
            {
                "value": marks[0].value,
                "words": gettext(best.counts[what]),
                "who": [mark.result.name for mark in marks if mark.result is not None] or players.get(played, []),
                "game": played,
                "began": marks[0].game.began,
            }
            for (what, played), marks in shown.items()
        ],
    }


MOST_PLAYERS = max(rules.PLAYERS[-1] for rules in GAMES.values())


def _names(games: Iterable[int]) -> list[tuple[int, list[str]]]:
    by_game: dict[int, list[str]] = {}
    rows = models.Result.objects.filter(game__in=list(games)).order_by("place", "seat")
    for game, name in rows.values_list("game_id", "name"):
        by_game.setdefault(game, []).append(name or NAMELESS)
    return list(by_game.items())
