"""What results add up to: games, wins, places, what is counted, and a rating.

The rating is that of Weng and Lin for games of many (Plackett and Luce's model), from the package openskill. Only
people are rated, and only by games with other people. A game is added when it ends; when games or names change
afterwards, all are added up anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Max
from django.db.models.functions import Coalesce
from openskill.models import PlackettLuce

from chanceit import models

LINE = 60
"""So many ratings are kept to be drawn."""
_MODEL = PlackettLuce()
Row = tuple[int | None, str, int | None, bool, dict[str, int]]
"""A result: person, computer player, place, whether it is a win, and counts."""


def wish() -> models.Wish:
    return models.Wish.objects.first() or models.Wish(id=1)


def are_due() -> None:
    """Games or names have changed, so that all has to be added up anew, when somebody asks for it."""
    models.Wish.objects.update_or_create(id=1, defaults={"is_added_up": False})


def add(game: models.GamePlayed) -> None:
    """One more game."""
    if not game.is_counted or not wish().is_added_up:
        return
    rows = _rows(models.Result.objects.filter(game=game).order_by("seat"))
    people = sorted({row[0] for row in rows if row[0] is not None})
    for person in people:
        models.Standing.objects.get_or_create(person_id=person, game=game.game)
    # In one order, so that two processes that write at the same time wait for each other instead of both for ever.
    found = models.Standing.objects.filter(person__in=people, game=game.game).order_by("person").select_for_update()
    by_person = {standing.person_id: standing for standing in found}
    _take_up(rows, by_person)
    for standing in by_person.values():
        standing.save()


def add_up() -> None:
    """Adds up all games anew if that is due. Nobody who stores a move waits for it: the work is done beforehand."""
    for is_last_try in (False, False, True):
        if wish().is_added_up:
            return
        seen = _seen()
        made = _added_up()
        with transaction.atomic():
            if _seen() != seen and not is_last_try:
                continue
            models.Standing.objects.all().delete()
            models.Standing.objects.bulk_create(made, batch_size=500)
            models.Wish.objects.filter(id=1).update(is_added_up=_seen() == seen)
            return


def _seen() -> tuple[object, ...]:
    """Differs as soon as another game was stored, or one is gone."""
    counted = models.GamePlayed.objects.aggregate(Count("id"), Max("id"))
    return (*counted.values(), models.Person.objects.filter(same_as=None).count())


def _added_up() -> list[models.Standing]:
    """All games, in the order in which they were played."""
    standings: dict[str, dict[int, models.Standing]] = {}
    results = models.Result.objects.filter(game__is_counted=True).order_by(
        Coalesce("game__ended", "game__began"), "game_id", "seat"
    )
    fields = ("game_id", "game__game", "person_id", "computer", "place", "has_won", "counts")
    number, name = 0, ""
    rows: list[Row] = []
    for game, of, *row in results.values_list(*fields).iterator(chunk_size=2000):
        if game != number:
            _take_up_of(name, rows, standings)
            number, name, rows = game, of, []
        rows.append(tuple(row))
    _take_up_of(name, rows, standings)
    return [standing for of_game in standings.values() for standing in of_game.values()]


def _rows(results: Any) -> list[Row]:
    return list(results.values_list("person_id", "computer", "place", "has_won", "counts"))


def _take_up_of(name: str, rows: Sequence[Row], standings: dict[str, dict[int, models.Standing]]) -> None:
    of_game = standings.setdefault(name, {})
    for row in rows:
        if row[0] is not None and row[0] not in of_game:
            of_game[row[0]] = models.Standing(person_id=row[0], game=name)
    _take_up(rows, of_game)


def _take_up(rows: Sequence[Row], standings: dict[int, models.Standing]) -> None:
    is_alone = len(rows) == 1
    for person, _computer, place, has_won, counts in rows:
        standing = None if person is None else standings.get(person)
        if standing is None:
            continue
        if is_alone:
            standing.alone += 1
            standing.alone_wins += has_won
            continue
        standing.games += 1
        standing.wins += has_won
        if place is not None:
            standing.places[str(place)] = standing.places.get(str(place), 0) + 1
        for what, count in counts.items():
            standing.sums[what] = standing.sums.get(what, 0) + count
    # Somebody who sits in two seats cannot be rated against themselves.
    people = [row for row in rows if not row[1] and row[2] is not None]
    known = [row[0] for row in people if row[0] is not None]
    if len(people) > 1 and len(set(known)) == len(known):
        _rate(people, standings)


def _rate(rows: Iterable[Row], standings: dict[int, models.Standing]) -> None:
    """Whoever is forgotten, or has no name, counts as somebody new each time."""
    rows = list(rows)
    seated = [None if row[0] is None else standings.get(row[0]) for row in rows]
    before = [
        [_MODEL.rating(mu=one.mu, sigma=one.sigma) if one is not None and one.rated else _MODEL.rating()]
        for one in seated
    ]
    after = _MODEL.rate(before, ranks=[float(row[2] or 0) for row in rows])
    for standing, [rating] in zip(seated, after, strict=True):
        if standing is not None:
            standing.rated += 1
            standing.mu, standing.sigma = rating.mu, rating.sigma
            standing.least = rating.mu - 2 * rating.sigma
            standing.line = [*standing.line, round(rating.mu, 2)][-LINE:]
