import json
import logging
import sys

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from chanceit.reporting import JsonFormatter


@pytest.mark.django_db
def test_it_is_well(client: Client):
    response = client.get("/health")
    assert (response.status_code, response.json()) == (200, {"database": "ok"})
    assert "no-store" in response.headers["Cache-Control"]


def test_it_says_that_the_database_is_away_and_not_why(client: Client, monkeypatch: pytest.MonkeyPatch):
    def refuse():
        raise DatabaseError("password of eva is wrong")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/health")
    assert (response.status_code, response.json()) == (503, {"database": "unavailable"})


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
