"""What docs say of the protocol, made from the code that speaks it."""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from chanceit.web.schema import page_of_commands, protocol_schema

COMMANDS = re.compile(r"\| `do` \| who \|.*?(?=\n\n)", re.DOTALL)


class Command(BaseCommand):
    help = "Writes docs/protocol.schema.json, and the table of commands in docs/protocol.md."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        docs = Path(settings.BASE_DIR) / "docs"
        schema = json.dumps(protocol_schema(), indent=1, sort_keys=True, ensure_ascii=False)
        (docs / "protocol.schema.json").write_text(schema + "\n")
        page = docs / "protocol.md"
        page.write_text(COMMANDS.sub(lambda _found: page_of_commands(), page.read_text()))
