import json
from typing import Any

from django.core.management.base import BaseCommand

from chanceit.web.schema import protocol_schema


class Command(BaseCommand):
    help = "Prints the schemas of all messages: what docs/protocol.schema.json must be."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        self.stdout.write(json.dumps(protocol_schema(), indent=1, sort_keys=True, ensure_ascii=False))
