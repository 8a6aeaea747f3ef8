"""The record of a game, as JSON Lines: for an archive, a bug report, or another server's `import_record`."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from chanceit import models
from chanceit.table import records


class Command(BaseCommand):
    help = "Writes the record of a game into a new file, or prints it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the table's code")
        parser.add_argument("file", metavar="FILE", nargs="?", help="a new file (default: print it)")
        parser.add_argument(
            "--game", type=int, metavar="N", help="which of the table's games, from 1 (default: the last)"
        )
        parser.add_argument(
            "--even-if-running", action="store_true", help="also while it is played, though it holds what was chosen"
        )

    def handle(self, *, code: str, file: str | None, game: int | None, even_if_running: bool, **_: Any) -> None:
        row = models.Table.objects.filter(code=code.upper()).first()
        if row is None:
            raise CommandError(f"There is no table {code.upper()}.")
        games = records.games_of(row)
        if not games:
            raise CommandError(f"No game has begun at table {row.code} yet.")
        on = games.get(max(games) if game is None else game)
        if on is None:
            raise CommandError(f"Table {row.code} has had {max(games)} game(s); there is no number {game}.")
        if on.state.result is None and not even_if_running:
            raise CommandError(
                f"The game at table {row.code} is going on, and its record holds secrets. "
                "Wait for its end, or say --even-if-running."
            )
        content = b"".join(records.lines(on))
        if file is None:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
            return
        try:
            with open(file, "xb") as new:
                new.write(content)
        except OSError as error:
            raise CommandError(f"The record cannot be written to {file}: {error.strerror}.") from None
