"""`python -m rules verify`: whether the draws of a record are those of its seed and salts, whatever its notes say."""

import json
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import chance_it, second_chance
from rules.luck import Luck, commitment
from rules.record import LineRefused, read
from rules.verify import verify as told_of

from .recorded import GAMES as RECORDED

SEED, EARLIER = "0123456789abcdef" * 4, "fedcba9876543210" * 4
GAMES = {
    "chance_it": (chance_it, {"players": ["Ann", "Bob", "Cy"]}, "medium"),
    "second_chance": (second_chance, {"players": ["Ann", "Bob"]}, "easy"),
    "solo": (second_chance, {"players": ["Ann"], "options": {"solo": True}}, "easy"),
}
every_game = pytest.mark.parametrize("name", GAMES)


def salt_of(draw: int) -> str:
    """Some draws have no salt."""
    return "" if draw % 5 == 3 else f"{draw:032x}.{draw + 1:032x}"


def opened(name):
    game, header, _mind = GAMES[name]
    options = game.read_options(json.dumps(header.get("options", {})).encode(), len(header["players"]))
    return game, game.new_game(len(header["players"]), game.house_box(), options)


def play_on(name, moves, luck_of, typed=()):
    """The game played to its end by computer players, with luck by the number of the draw in the record; `typed` draws
    are those of real dice."""
    game, state = opened(name)
    moves, draws = list(moves), 0
    for move in moves:
        state, _events = game.apply(state, move)
        draws += isinstance(move, game.DRAWN)
    while state.result is None:
        luck, number = luck_of(draws)
        move = game.draw(state, Luck("real dice") if draws in typed else luck, number)
        if move is not None:
            draws += 1
        elif not state.awaiting:
            move = chance_it.Start(0)
        else:
            seat = state.awaiting[0]
            mind = game.COMPUTER_PLAYERS[GAMES[name][2]]
            move = mind(game.shared(state), game.own(state, seat), state.box, state.options, Luck("x").lots(len(moves)))
        state, _events = game.apply(state, move)
        moves.append(move)
    return moves


def as_lines(name, moves, **header):
    game, about, _mind = GAMES[name]
    head = {"format": "chanceit/1", "game": game.NAME, "commitment": commitment(SEED), **about, **header}
    return [json.dumps(head).encode(), *(msgspec.json.encode(move) for move in moves)]


def record(name, **header):
    return as_lines(name, play_on(name, [], lambda draw: (Luck(SEED), draw)), **header)


def salted(name, **header):
    """Its draws have salts, but the last ones."""
    salts = [salt_of(draw) for draw in range(20)]
    moves = play_on(name, [], lambda draw: (Luck(SEED, salts[draw] if draw < len(salts) else ""), draw))
    return as_lines(name, moves, salts=salts, **header)


def continued(name, stood):
    """A game of another seed up to so many moves, then continued with ours; the notes as the server writes them."""
    game, state = opened(name)
    moves = play_on(name, [], lambda draw: (Luck(EARLIER, salt_of(draw)), draw))[:stood]
    for move in moves:
        state, _events = game.apply(state, move)
    before = sum(isinstance(move, game.DRAWN) for move in moves)
    moves = game.dealt_anew(moves, state, Luck(SEED, "for the pile"))
    moves = play_on(name, moves, lambda draw: (Luck(SEED, salt_of(draw)), draw - before + 1))
    drawn = sum(isinstance(move, game.DRAWN) for move in moves)
    note = {"after": stood, "what": "continued", "commitment": commitment(EARLIER), "salt": "for the pile"}
    return as_lines(name, moves, salts=[salt_of(draw) for draw in range(drawn)], notes=[note])


def told(lines, seed=SEED):
    return list(told_of(lines, seed))


def noted(lines, *notes):
    """The record with these notes instead of its own."""
    return [json.dumps({**json.loads(lines[0]), "notes": notes}).encode(), *lines[1:]]


def verify(lines, seed):
    """The exit status and what was printed by the command itself."""
    run = subprocess.run(
        [sys.executable, "-m", "rules", "verify", "-", seed], input=b"\n".join(lines), capture_output=True, check=False
    )
    assert run.stderr == b""
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def number_of(lines, do, nth=0):
    """The place of a move in the record; the header is 0, so it is also how many moves stand after it."""
    return [n for n, line in enumerate(lines) if n and json.loads(line)["do"] == do][nth]


@every_game
def test_verify_recomputes_every_draw_of_a_record(name):
    lines = record(name)
    status, printed = verify(lines, SEED)
    assert status == 0
    drawn = sum(json.loads(line)["do"] in ("shuffle", "roll", "reroll") for line in lines[1:])
    assert drawn == len(printed) - 1
    assert [entry["draw"] for entry in printed[:-1]] == list(range(drawn))
    assert printed[-1] == {"draws": drawn, "differing": 0, "typed": 0, "commitment_ok": True, "continued": False}


def test_verify_finds_a_roll_that_was_changed():
    lines = record("chance_it")
    number = number_of(lines, "roll")
    roll = json.loads(lines[number])
    roll["dice"] = [6 if die != 6 else 5 for die in roll["dice"]]
    status, printed = verify([*lines[:number], json.dumps(roll).encode()], SEED)
    assert status == 1
    assert [entry["line"] for entry in printed[:-1] if not entry["ok"]] == [number + 1]


def test_verify_finds_a_seed_that_was_not_promised():
    status, printed = verify(record("chance_it")[:2], "f" * 64)
    assert status == 1
    assert printed[-1]["commitment_ok"] is False


def test_verify_ends_with_the_error_line_for_a_bad_record():
    status, printed = verify([b"{}"], SEED)
    assert status == 1
    assert printed[-1]["line"] == 1


# Salts.


@every_game
def test_each_draw_is_made_with_its_salt_and_missing_ones_count_as_none(name):
    assert told(salted(name))[-1]["differing"] == 0
    assert verify(salted(name), SEED)[0] == 0


def test_verify_finds_a_salt_that_was_changed():
    lines = salted("chance_it")
    header = json.loads(lines[0])
    header["salts"][1] = "another"
    printed = told([json.dumps(header).encode(), *lines[1:]])
    assert [entry["draw"] for entry in printed[:-1] if not entry["ok"]] == [1]


# Typed in.


def test_draws_that_were_typed_in_are_marked_and_no_failure():
    moves = play_on("chance_it", [], lambda draw: (Luck(SEED), draw), typed=[1, 3])
    plain = as_lines("chance_it", moves)
    places = [number for number, move in enumerate(moves) if isinstance(move, chance_it.DRAWN)]
    lines = noted(plain, *({"after": places[draw], "what": "typed"} for draw in (1, 3)))
    status, printed = verify(lines, SEED)
    assert status == 0
    assert [entry["draw"] for entry in printed[:-1] if entry.get("typed")] == [1, 3]
    assert [entry["line"] for entry in printed[:-1] if entry.get("typed")] == [places[1] + 2, places[3] + 2]
    assert (printed[-1]["draws"], printed[-1]["differing"], printed[-1]["typed"]) == (len(places), 0, 2)
    assert told(plain)[-1]["differing"] == 2


def test_a_typed_in_roll_that_was_undone_marks_no_other():
    lines = record("chance_it")
    roll = number_of(lines, "roll")
    typed = {"after": roll - 1, "what": "typed"}
    undone = {"after": roll - 1, "what": "undone", "moves": [{"do": "roll", "dice": [6, 6, 6, 6, 6]}]}
    assert told(noted(lines, typed))[-1]["typed"] == 1
    assert told(noted(lines, typed, undone))[-1]["typed"] == 0
    assert told(noted(lines, undone, typed))[-1]["typed"] == 1


# Notes are told.


def test_notes_are_told_at_their_place_or_before_the_end():
    lines = record("chance_it")
    roll = number_of(lines, "roll")
    undone = {"after": roll, "what": "undone", "moves": []}
    paused, ended = {"after": 0, "what": "paused"}, {"after": len(lines) - 1, "what": "ended"}
    odd = [{}, {"what": ["x"]}, {"after": "soon", "what": "rain"}, {"after": 10**30, "what": "far away"}]
    status, printed = verify(noted(lines, undone, paused, *odd, ended), SEED)
    assert status == 0
    assert printed[0] == {"note": paused}
    at = printed.index({"note": undone})
    assert printed[at - 1]["line"] == roll + 1
    assert [entry.get("note") for entry in printed[-6:-1]] == [ended, *odd]


# Continued games.


@every_game
@pytest.mark.parametrize("stood", [1, 2, 9, 14])
def test_a_continued_game_is_checked_from_where_it_was_continued(name, stood):
    lines = continued(name, stood)
    status, printed = verify(lines, SEED)
    assert status == 0
    assert printed[-1]["continued"] is True
    assert printed[-1]["commitment_ok"] is True
    earlier = [entry for entry in printed if entry.get("earlier")]
    assert all(entry["line"] <= stood + 1 for entry in earlier)
    assert not any("ok" in entry for entry in earlier)
    checked = [entry for entry in printed if "draw" in entry]
    assert [entry["draw"] for entry in checked] == list(range(printed[-1]["draws"]))
    assert checked[0] == {"line": stood + 1, "draw": 0, "ok": True, "dealt_anew": True}
    assert json.loads(lines[0])["notes"][0] in [entry.get("note") for entry in printed]


@every_game
def test_verify_finds_an_order_of_the_unseen_that_is_not_draw_0(name):
    lines = continued(name, 9)
    note = json.loads(lines[0])["notes"][0]
    del note["salt"]
    printed = told(noted(lines, note))
    assert [entry["draw"] for entry in printed if entry.get("ok") is False] == [0]


def test_of_several_continuations_the_last_one_counts():
    lines = continued("chance_it", 9)
    note = json.loads(lines[0])["notes"][0]
    first = {"after": 4, "what": "continued", "commitment": "of another game"}
    assert told(noted(lines, first, note))[-1]["differing"] == 0
    assert told(noted(lines, note, first))[-1]["differing"] > 0


def test_a_record_that_was_not_continued_differs_if_it_says_so():
    lines = record("chance_it")
    assert told(noted(lines, {"after": 9, "what": "continued", "commitment": ""}))[-1]["differing"] > 0


def test_a_game_with_own_cards_can_be_continued_although_nothing_was_shuffled():
    own = RECORDED / "chance_it-5-players-stars-own-cards.jsonl"
    lines = own.read_bytes().splitlines()
    note = {"after": 3, "what": "continued", "commitment": commitment(EARLIER)}
    printed = told(noted(lines, note))
    assert {"line": 4, "draw": 0, "ok": True, "dealt_anew": True} in printed
    assert "lay_out" not in [entry["move"].__struct_config__.tag for entry in printed if "move" in entry]


# Notes that cannot be right.


@pytest.mark.parametrize(
    "note",
    [
        *({"what": what} for what in ("typed", "undone", "ended", "continued")),
        *({"after": after, "what": "typed"} for after in (-1, "1", None, 1.5, [], True)),
        *({"after": after, "what": "continued"} for after in (-1, "1", None, 1.5, [], 0, 10**6)),
        {"after": 1, "what": "continued", "salt": 7},
        {"after": 1, "what": "continued", "commitment": None},
        {"after": 1, "what": "undone", "moves": "all"},
    ],
    ids=json.dumps,
)
def test_a_malformed_note_is_refused_by_name(note):
    status, printed = verify(noted(record("chance_it")[:4], note), SEED)
    assert status == 1
    assert printed[-1]["line"] == 1
    assert "ote" in printed[-1]["error"] or "continued" in printed[-1]["error"]
    assert read(noted(record("chance_it")[:4], note))  # the other commands take any note


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.integers(0, 12),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=3), part, max_size=3),
    max_leaves=5,
)
WHATS = st.sampled_from(["typed", "undone", "continued", "ended", "other"])
NOTE = st.fixed_dictionaries(
    {},
    optional={
        "after": st.integers(-2, 14) | ANYTHING,
        "what": WHATS | ANYTHING,
        "salt": st.text(max_size=3) | ANYTHING,
        "moves": ANYTHING,
        "commitment": ANYTHING,
    },
)
SHORT = {name: record(name)[:12] for name in GAMES}


@given(name=st.sampled_from(sorted(GAMES)), notes=st.lists(NOTE, max_size=4), salts=st.lists(st.text(), max_size=8))
@settings(max_examples=300, deadline=None)
def test_whatever_stands_in_notes_is_told_or_refused(name, notes, salts):
    header = {**json.loads(SHORT[name][0]), "notes": notes, "salts": salts}
    try:
        lines = told([json.dumps(header).encode(), *SHORT[name][1:]])
    except LineRefused as refusal:
        refused = refusal
    else:
        refused = None
    if refused is not None:
        assert refused.line == 1
        assert str(refused.refusal)
    else:
        assert set(lines[-1]) == {"draws", "differing", "typed", "commitment_ok", "continued"}
        marks = [note for note in notes if note.get("what") == "typed"]
        assert sum("note" in line for line in lines) == len(notes) - len(marks)
        assert msgspec.json.encode(lines)
