"""What somebody wishes to be gone: a name, or a game. And one person under two names.

A name is replaced wherever it stands, also in the logs: no draw and no move is made from a name, so replays and
`verify` go on as before. What was added up is added up anew afterwards.
"""

from __future__ import annotations

import zlib

import msgspec
from django.db import transaction
from django.db.models import Q

from chanceit import models
from chanceit.table import log, results, standings, storing
from rules.record import read_header

NOBODY = "Incognito"
"""Stands in place of a name, the same in every language, with a number."""


def names_of(person: models.Person) -> list[models.Person]:
    """All names of somebody: the one that they stand under, first."""
    return [person, *models.Person.objects.filter(same_as=person).order_by("name")]


def merge(one: models.Person, into: models.Person) -> None:
    """Both names are one person from now on, who stands under the second."""
    with transaction.atomic():
        names = [name.pk for name in names_of(one)]
        models.Person.objects.filter(pk__in=names).update(same_as=into)
        models.Result.objects.filter(person__in=names).update(person=into)
        standings.are_due()


def part(name: models.Person) -> None:
    """This name is a person of its own again."""
    with transaction.atomic():
        models.Person.objects.filter(pk=name.pk).update(same_as=None)
        models.Result.objects.filter(written=name).update(person=name)
        standings.are_due()


def forget_person(person: models.Person) -> set[str]:
    """Somebody's names are replaced everywhere. Gives the codes of the tables where they stood."""
    person = person.same_as or person
    names = names_of(person)
    keys = {name.key for name in names}
    instead = f"{NOBODY} {person.pk}"
    with transaction.atomic():
        theirs = models.Result.objects.filter(written__in=names)
        games = set(theirs.values_list("game", flat=True))
        theirs.update(name=instead, written=None, person=None, key="")
        for kept in models.KeptRecord.objects.filter(game__in=games):
            kept.lines = zlib.compress(_replaced_in_record(zlib.decompress(kept.lines), keys, instead))
            kept.save(update_fields=["lines"])
        tables = _replace_in_logs(keys, instead)
        for player in models.Player.objects.filter(table__in=tables):
            if results.key_of(player.name) in keys:
                player.name = instead
                player.save(update_fields=["name"])
        models.Person.objects.filter(pk__in=[name.pk for name in names]).delete()
        standings.are_due()
    return set(models.Table.objects.filter(pk__in=tables).values_list("code", flat=True))


def _replace_in_logs(keys: set[str], instead: str) -> set[int]:
    """Names are in no other entries than these."""
    tables = set()
    named = models.Entry.objects.filter(
        Q(what__startswith='{"what":"joined"') | Q(what__startswith='{"what":"renamed"')
    )
    for pk, table, text in named.values_list("pk", "table", "what").iterator():
        what = log.decode(text)
        if isinstance(what, log.Joined | log.Renamed) and results.key_of(what.name) in keys:
            replaced = log.encode(msgspec.structs.replace(what, name=instead)).decode()
            models.Entry.objects.filter(pk=pk).update(what=replaced)
            tables.add(table)
    return tables


def _replaced_in_record(lines: bytes, keys: set[str], instead: str) -> bytes:
    first, line_end, rest = lines.partition(b"\n")
    header = read_header(first.decode())
    names = tuple([instead if results.key_of(name) in keys else name for name in header.players])
    return msgspec.json.encode(msgspec.structs.replace(header, players=names)) + line_end + rest


def delete_game(game: models.GamePlayed) -> None:
    """Its result, and its record if that came from elsewhere. The table goes, too, if it has nothing else to show."""
    with transaction.atomic():
        row = game.row
        game.delete()
        standings.are_due()
        if row is None:
            return
        is_all = row.status in ("over", storing.CLOSED) and not models.GamePlayed.objects.filter(row=row).exists()
        if is_all:
            row.delete()
        else:
            models.NotKept.objects.get_or_create(row=row, number=game.number)


def delete_all() -> None:
    """Everything that is kept of games that are over; what is in logs goes when their tables are cleared."""
    with transaction.atomic():
        played = models.GamePlayed.objects.filter(row__isnull=False).values_list("row", "number")
        models.NotKept.objects.bulk_create(
            [models.NotKept(row_id=row, number=number) for row, number in played], ignore_conflicts=True
        )
        models.GamePlayed.objects.all().delete()
        models.Person.objects.all().delete()
        standings.are_due()


def switch(is_on: bool) -> None:
    models.Wish.objects.update_or_create(id=1, defaults={"keeps_results": is_on})
