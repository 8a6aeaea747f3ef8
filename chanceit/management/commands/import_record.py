"""A record becomes a table: to look at a game again, or to play on where it stopped."""

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from chanceit.keys import digest, new_key
from chanceit.management.commands import take_over
from chanceit.table import records
from rules.record import LineRefused
from rules.refusals import Refusal


class Command(BaseCommand):
    help = "Opens a new table where the game of this record has been played so far."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
        take_over.add_site(parser)

    def handle(self, *, file: str, site: str, **_: Any) -> None:
        with ExitStack() as opened:
            try:
                lines = sys.stdin.buffer if file == "-" else opened.enter_context(open(file, "rb"))
                # Nobody has this key: the game-master screen is had by the link below.
                table = records.bring_in(lines, digest(new_key()))
            except OSError as error:
                raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
            except LineRefused as refused:
                raise CommandError(f"{file}, line {refused.line}: {refused.refusal} Nothing was imported.") from None
            except (Refusal, DatabaseError, ValueError) as error:
                raise CommandError(f"{file} cannot be kept: {error} Nothing was imported.") from None
        assert table.on is not None
        self.stdout.write(f"Table {table.code}: {table.on.count} moves, {table.status}.")
        self.stdout.write(take_over.way_in(table, site))
