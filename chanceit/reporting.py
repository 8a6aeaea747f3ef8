"""Logs: one JSON object a line, with the table's code and the entry's number, and without anything secret."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from chanceit.table import log

FIELDS = ("table", "tables", "number", "what", "by", "reason", "status_code")
"""What a line may carry besides its message, by the names given in `extra`. Nothing else gets in."""
SECRET = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32,}(?![0-9A-Za-z])")
"""How keys, their hashes and seeds look. No line of ours has any, but an error of somebody else's may quote one."""

entries_logger = logging.getLogger("chanceit.entries")


class JsonFormatter(logging.Formatter):
    """One JSON object per line: readable by people, and by whatever collects the lines of a big site."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: vars(record)[name] for name in FIELDS if name in vars(record)}
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        try:
            line = msgspec.json.encode(entry, enc_hook=str).decode()
        except UnicodeEncodeError:  # an address with bytes that are no text
            line = json.dumps(entry, default=str)
        return SECRET.sub("(secret)", line)


def tell_stored(code: str, entries: Iterable[Any]) -> None:
    """A line for each entry that a table's log has now: which kind and whose, never what was chosen."""
    if entries_logger.isEnabledFor(logging.INFO):
        for entry in entries:
            about = {"table": code, "number": entry.number, "what": log.kind(entry.what), "by": entry.by}
            entries_logger.info("stored", extra=about)
