"""The worked records: short games of tricky moments, each with the states that it must give."""

import json
from pathlib import Path

import msgspec
import pytest

from rules.record import replay
from rules.shelf import GAMES

EXAMPLES = Path(__file__).parent.parent / "games" / "examples"
RECORDS = sorted(path for path in EXAMPLES.glob("*.jsonl") if not path.name.endswith(".states.jsonl"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_worked_record_gives_its_states(record):
    expected = [json.loads(line) for line in record.with_suffix(".states.jsonl").read_text("utf-8").splitlines()]
    given = []
    with record.open("rb") as lines:
        for playing in replay(lines):
            given.append(json.loads(msgspec.json.encode(playing.game.laid_open(playing.state))))
            assert given[-1] == expected[len(given) - 1], f"after line {len(given)}"
    assert len(given) == len(expected)


def test_all_fifteen_are_there_and_show_every_game_on_the_shelf():
    assert [record.name[:2] for record in RECORDS] == [f"{number:02}" for number in range(1, 16)]
    headers = [json.loads(record.read_bytes().splitlines()[0]) for record in RECORDS]
    assert {header["game"] for header in headers} == set(GAMES)
