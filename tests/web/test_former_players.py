"""A table whose log names the computer players of an earlier version, as that version stored it."""

from pathlib import Path

import msgspec

from chanceit.table import authority, log
from chanceit.table.state import Entry, first, follow

LOG = Path(__file__).with_name("former_players.jsonl")


def tables():
    """The table after each entry of the log."""
    opened, *entries = (msgspec.json.decode(line) for line in LOG.read_bytes().splitlines())
    table = first(1, "BCDF", log.decode(msgspec.json.encode(opened["what"]).decode()))
    for kept in entries:
        what = log.decode(msgspec.json.encode(kept["what"]).decode())
        table, _events = follow(table, Entry(kept["number"], kept["command"], log.read_by(str(kept["by"])), what))
        yield table


def test_they_are_those_of_the_same_strength_now():
    whole = LOG.read_text()
    assert all(name in whole for name in ("bold", "cautious", "reckoning", "keeps_room", "fits"))
    seen = {(table.game_name, *(seated.computer for seated in table.players)) for table in tables()}
    assert ("chance_it", "medium", "easy", "hard", "game_master") in seen
    assert ("chance_it", "medium", "easy", "hard", "hard") in seen
    assert ("second_chance", "hard", "easy", "hard", "hard") in seen


def test_they_play_on():
    *_, table = tables()
    assert table.status == "playing"
    for _move in range(8):
        player, move = authority.computer_move(table)
        entry = Entry(table.number + 1, "x", player, log.Played(msgspec.Raw(move)))
        table, _events = follow(table, entry)
