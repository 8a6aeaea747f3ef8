import json
import logging
import sqlite3
import sys

import pytest
from django.db import DatabaseError
from django.test import Client

from chanceit.reporting import JsonFormatter
from chanceit.table import storing
from tests.web.people import Person, Server, wait_until


def health(server: Server) -> tuple[int, dict]:
    status, answer = Person(server).get("/health")
    return status, json.loads(answer)


def test_it_is_well(server: Server):
    assert health(server) == (200, {"database": "ok"})


def test_it_says_that_nothing_can_be_stored_and_not_why(own_server: Server):
    """A database that can be read but not written to is of no use to a table."""
    with sqlite3.connect(own_server.data / "chanceit.sqlite3", isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")
        wait_until(lambda: health(own_server) == (503, {"database": "unavailable"}))
        database.execute("ROLLBACK")
    wait_until(lambda: health(own_server)[0] == 200)


@pytest.mark.django_db
def test_a_disk_with_no_room_for_a_log_is_not_well(monkeypatch: pytest.MonkeyPatch):
    """SQLite may still find room for a small write in its own files."""
    storing.check_writing()
    monkeypatch.setattr(storing, "LITTLE", 10**18)
    with pytest.raises(DatabaseError):
        storing.check_writing()


@pytest.mark.django_db
def test_it_only_answers_questions(client: Client):
    assert client.post("/health").status_code == 405


def test_a_log_line_is_one_json_object_even_with_a_traceback():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("chanceit", logging.ERROR, __file__, 1, "table %s", ("BCDF",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"]) == ("error", "chanceit", "table BCDF")
    assert "ValueError: two\nlines" in entry["traceback"]
