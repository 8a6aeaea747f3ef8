"""A way back to a game-master screen whose device is lost, for whoever runs the server."""

from argparse import ArgumentParser
from typing import Any

from django.core import signing
from django.core.management.base import BaseCommand, CommandError

from chanceit.table import storing
from chanceit.table.state import TableState
from chanceit.web.pages import TAKE_OVER, TAKE_OVER_SECONDS


class Command(BaseCommand):
    help = "Prints a link that moves a table's game-master screen to the device that opens it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the table's code")
        add_site(parser)

    def handle(self, *, code: str, site: str, **_: Any) -> None:
        loaded = storing.load(code.upper())
        if loaded is None:
            raise CommandError(f"There is no table {code.upper()}.")
        self.stdout.write(way_in(loaded.table, site))


def add_site(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--site",
        metavar="URL",
        default="http://localhost:8000",
        help="where the server is reached (default: http://localhost:8000)",
    )


def way_in(table: TableState, site: str) -> str:
    """The link works once, and only for a while: see `chanceit.web.pages.take_over`."""
    ticket = signing.dumps([table.code, table.game_master_key], salt=TAKE_OVER)
    link = f"{site.rstrip('/')}/{table.code}/take-over#{ticket}"
    return f"The game-master screen is yours at this address, once, within {TAKE_OVER_SECONDS // 60} minutes:\n{link}"
