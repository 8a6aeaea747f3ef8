"""The results of all games again, from the logs of the tables that are kept."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from chanceit import models
from chanceit.table import results, standings


class Command(BaseCommand):
    help = "Makes the results of all games again from the logs. Those whose tables were cleared stay as they are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--missing", action="store_true", help="only of tables that have none, the newest first")
        parser.add_argument("--seconds", type=float, help="stop after so many, and say how many tables are left")

    def handle(self, *, missing: bool, seconds: float | None, **_: Any) -> str | None:
        rows = models.Table.objects.filter(games__gt=0).order_by("id")
        if missing:
            have = models.GamePlayed.objects.filter(row__isnull=False).values("row")
            rows = rows.exclude(pk__in=have).order_by("-id")
        until = time.monotonic() + seconds if seconds is not None else None
        games = broken = 0
        numbers = list(rows.values_list("pk", flat=True))
        left = len(numbers)
        for number in numbers:
            if until is not None and time.monotonic() > until:
                break
            left -= 1
            row = models.Table.objects.filter(pk=number).first()
            if row is None:  # cleared away meanwhile
                continue
            try:
                games += results.rebuild(row)
            except Exception as error:  # of a log that the rules no longer agree with
                broken += 1
                self.stderr.write(f"{row.code}: its log cannot be followed, so its results stay as they are. {error}")
        standings.are_due()
        standings.add_up()
        self.stdout.write(f"{games} game(s) from logs. {broken} log(s) could not be followed.")
        return f"{left} table(s) left." if left else None
