"""Old tables are cleared: nobody comes back to a game of last winter."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from chanceit import models
from chanceit.keys import KEPT
from chanceit.table import storing
from chanceit.web import shelf


def days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 36_500:
        raise ArgumentTypeError("a whole number of days, at least 1")
    return int(text)


class Command(BaseCommand):
    help = (
        "Clears tables where nothing has happened for a long time, with their logs. "
        "The results of their games stay, and tables with a game that the host wants to keep."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--older-than", type=days, default=30, metavar="DAYS", help="days since the last entry (default: 30)"
        )
        parser.add_argument("--dry-run", action="store_true", help="only list what would be cleared")

    def handle(self, *, older_than: int, dry_run: bool, **_: Any) -> None:
        limit = timezone.now() - timedelta(days=older_than)
        kept = models.GamePlayed.objects.filter(is_kept=True, row=OuterRef("pk"))
        old = models.Table.objects.filter(~Exists(kept), touched__lt=limit).order_by("touched")
        cleared = 0
        for row in list(old):
            if dry_run or clear(row, old):
                self.stdout.write(f"{row.code}  {row.touched:%Y-%m-%d}  {row.game}  {row.status}, {row.number} entries")
                cleared += 1
        said = "would be cleared" if dry_run else "cleared"
        if not dry_run:
            cleared += storing.clear_closed()
        self.stdout.write(f"{cleared} table(s) {said}, without an entry for more than {older_than} day(s).")
        if not dry_run:
            # Boxes come with tables; only those of the house stay without one.
            models.Box.objects.filter(is_house_box=False, tables=None).delete()
            if settings.EVENINGS == "own":  # whoever might look has no key any more
                lost = timezone.now() - timedelta(seconds=KEPT)
                models.GamePlayed.objects.filter(row=None, began__lt=lost).delete()
                models.Person.objects.filter(written=None, results=None, others=None).delete()
            self.stdout.write(f"{shelf.clear()} box(es) cleared, not used for a year or deleted by their makers.")


def clear(row: models.Table, old: Any) -> bool:
    """Clears a table, unless somebody has come back to it since it was listed."""
    with transaction.atomic():
        # Locked, so that no entry can be added from here on.
        still_old = old.filter(pk=row.pk).select_for_update().first()
        if still_old is not None:
            still_old.delete()
        return still_old is not None
