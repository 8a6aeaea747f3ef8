from typing import Any

from django.core.management.base import BaseCommand

from chanceit.management.commands.serve import prepare


class Command(BaseCommand):
    help = "Prepares database and static files. `serve` does it too, but several processes should not do it at once."
    requires_migrations_checks = False

    def handle(self, **_: Any) -> None:
        prepare()
