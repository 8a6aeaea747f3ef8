"""The record contract, line by line: what is a record, what is refused and with which line number."""

import copy
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.record import LineRefused, read, replay

ROOT = Path(__file__).parent.parent.parent

HEADER = {
    "format": "chanceit/1",
    "game": "chance_it",
    "players": ["Ann", "Bob"],
    "box": {
        "name": "example",
        "cards": [
            {"id": "a", "when": "2", "price": 1, "hearts": 1},
            {"id": "b", "when": "6", "price": 1, "market": 1},
            {"id": "c", "when": "flash", "price": 0, "coins": 0, "hearts": 0, "stars": 1, "hit": 1, "market": 0},
            {"id": "d", "when": "2", "price": 0, "coins": 1},
            {"id": "e", "when": "chance_it", "price": 0},
        ],
        "stakes": {str(n): {"out": [1] * (n - 1), "in": [1] * n} for n in range(2, 7)},
    },
    "options": {"coins": 8, "hearts": 8, "stars_to_win": 20, "ask_single_card": False},
}
MOVES = [
    {"do": "shuffle", "cards": ["a", "b", "c", "d", "e"]},
    {"do": "start", "seat": 0},
    {"do": "roll", "dice": [1, 6, 6, 2, 3]},
    {"do": "choose", "seat": 0, "guide": "in"},
    {"do": "choose", "seat": 1, "guide": "chance_it"},
    {"do": "reroll", "dice": [2]},
    {"do": "correct", "seat": 1, "token": "coins", "by": -2},
    {"do": "buy", "seat": 0, "card": "a"},
    {"do": "discard", "seat": 1, "card": "b"},
    {"do": "buy", "seat": 0, "card": "d"},
    {"do": "buy", "seat": 1, "card": "c"},
    {"do": "shuffle", "cards": ["c", "b"]},
    {"do": "roll", "dice": [2, 4, 4, 4, 4]},
    {"do": "choose", "seat": 0, "guide": "in"},
    {"do": "choose", "seat": 1, "guide": "in"},
    {"do": "use", "seat": 0, "card": None},
]
END_OF_GAME = [  # with one heart each, and both of them IN
    {"do": "shuffle", "cards": ["a", "b", "c", "d", "e"]},
    {"do": "start", "seat": 0},
    {"do": "roll", "dice": [3, 6, 6, 6, 6]},
    {"do": "choose", "seat": 0, "guide": "in"},
    {"do": "choose", "seat": 1, "guide": "in"},
]


def line(anything) -> bytes:
    return json.dumps(anything).encode() + b"\n"


def lines(*parts) -> list[bytes]:
    return [line(part) for part in parts]


def record(*moves, **changes) -> list[bytes]:
    return lines({**HEADER, **changes}, *moves)


def refused(record: list[bytes]) -> tuple[int, int]:
    """The line that is refused and how many were good before it."""
    good: list[int] = []
    with pytest.raises(LineRefused) as refusal:
        good.extend(len(playing.moves) for playing in replay(record))
    assert good == list(range(len(good)))
    assert str(refusal.value.refusal)
    return refusal.value.line, len(good)


def changed(*path, to):
    """The header with one thing in it set to something else."""
    header = copy.deepcopy(HEADER)
    part = header
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return header


def without(*path):
    header = copy.deepcopy(HEADER)
    part = header
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return header


def run(command: str, file: str, given: bytes | None = None) -> tuple[int, list]:
    """The exit status and what `python -m rules` printed. It prints JSON and nothing else, whatever it is given."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", command, file],
        input=given,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def file(tmp_path):
    """Writes a record and gives its name."""

    def write(content: list[bytes] | bytes) -> str:
        path = tmp_path / "game.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else b"".join(content))
        return str(path)

    return write


# Lines.


def test_a_good_record_can_be_read():
    assert len(list(replay(record(*MOVES)))) == 1 + len(MOVES)


def test_lines_may_end_with_cr_lf():
    ended = [line.replace(b"\n", b"\r\n") for line in record(*MOVES)]
    assert read(ended).state == read(record(*MOVES)).state


def test_the_last_line_end_may_be_missing():
    for end in (b"", b"\r"):
        ended = record(*MOVES)
        ended[-1] = ended[-1].removesuffix(b"\n") + end
        assert read(ended).state == read(record(*MOVES)).state


def test_spaces_and_the_order_of_keys_do_not_matter():
    header = dict(reversed(HEADER.items()))
    spaced = [json.dumps(part, indent=1).replace("\n", "\t").encode() for part in (header, *MOVES)]
    assert read(spaced).state == read(record(*MOVES)).state


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b"  \n", b"\t\r\n"])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_blank_line_is_an_error(blank, at):
    broken = record(*MOVES[:2])
    broken.insert(at, blank)
    assert refused(broken) == (at + 1, at)


@pytest.mark.parametrize("at", [0, 1])
def test_a_byte_order_mark_is_an_error(at):
    broken = record(*MOVES)
    broken[at] = b"\xef\xbb\xbf" + broken[at]
    assert refused(broken) == (at + 1, at)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1"])
def test_another_encoding_is_an_error(encoding):
    assert refused([json.dumps({**HEADER, "players": ["é", "Bob"]}, ensure_ascii=False).encode(encoding)]) == (1, 0)


def test_an_empty_file_is_an_error_in_line_1():
    assert refused([]) == (1, 0)


@pytest.mark.parametrize("at", [0, 2])
@pytest.mark.parametrize(
    "nonsense",
    [
        b"{",
        b"}",
        b"null",
        b"0",
        b'"text"',
        b"[]",
        b"{}",
        b"{} {}",
        b"{'do': 'start', 'seat': 0}",
        b"\xff\xfe",
        b"\x00",
        b"\xc2\xa0",
        b"NaN",
        b"Infinity",
        b"-",
        b"1e999",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"do":"start","seat":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"do":"start","seat":' + b"9" * 5_000 + b"}",
        b'{"do":"start","seat":-' + b"9" * 5_000 + b"}",
        b'{"do":"start","seat":NaN}',
        b'{"do":"start","seat":1e999}',
        b'{"do":"start","seat":"\\ud800"}',
        b'{"do":"buy","seat":0,"card":"\\ud800"}',
        b'{"do":"buy","seat":0,"card":"\\udc00\\ud800"}',
        b'{"do":"buy","seat":0,"card":"\xff"}',
        b'{"do":"buy","seat":0,"card":"\x01"}',
    ],
    ids=lambda nonsense: nonsense[:24],
)
def test_nonsense_is_an_error_in_its_line(nonsense, at):
    broken = record(*MOVES)
    broken[at] = nonsense + b"\n"
    assert refused(broken) == (at + 1, at)


# The header.


@pytest.mark.parametrize(
    "header",
    [
        changed("players", to=["", "x" * 80]),
        changed("players", to=["Ann", "Ann"]),
        changed("players", to=["\U0001f3b2" * 80, '\u2028 {} \\ " \u0000']),
        changed("players", to=["A"] * 6),
        changed("id", to=""),
        changed("id", to="any text"),
        changed("created", to="2026-07-01"),
        changed("commitment", to="00" * 32),
        changed("salts", to=[]),
        changed("salts", to=["", "0f" * 16, "any text"]),
        changed("notes", to=[]),
        changed("notes", to=[{}, {"what": 7}, {"after": 2, "what": "undone", "moves": [{"do": "roll"}]}]),
        changed("options", to={}),
        changed("options", to={"ask_single_card": True}),
        changed("options", to={"own_cards": True}),
        changed("options", to={"coins": 0, "hearts": 1, "stars_to_win": 1}),
        changed("options", to={"coins": 999, "hearts": 999, "stars_to_win": 999}),
        changed("box", "name", to=""),
        changed("box", "name", to="x" * 80),
        changed("box", "cards", 0, "id", to="x" * 40),
        changed("box", "cards", 0, "id", to="\U0001f3b2" * 40),
        changed("box", "cards", 0, to={"id": "z", "when": "1", "price": 999}),
        changed("box", "cards", to=[{"id": "z", "when": "1", "price": 0, "hit": 999, "coins": 999}]),
        changed("box", "stakes", "2", to={"out": [999], "in": [0, 999]}),
        without("options"),
        without("box"),
    ],
    ids=lambda header: json.dumps(header)[-60:],
)
def test_a_good_header_is_read(header):
    playing = read(lines(header))
    assert list(playing.header.players) == header["players"]
    assert len(playing.state.players) == len(header["players"])


def test_salts_and_notes_change_no_state():
    beside = {"salts": ["a", "b"], "notes": [{"after": 1, "what": "continued"}, {"after": -1, "what": ["anything"]}]}
    noted = [playing.game.laid_open(playing.state) for playing in replay(record(*MOVES, **beside))]
    assert noted == [playing.game.laid_open(playing.state) for playing in replay(record(*MOVES))]


def test_options_may_be_partial_and_the_others_are_the_defaults():
    options = read(lines(changed("options", to={"hearts": 3}))).options
    assert (options.coins, options.hearts, options.stars_to_win, options.ask_single_card) == (8, 3, 20, False)
    assert read(lines(without("options"))).options == read(lines(changed("options", to={}))).options


def test_without_a_box_it_is_the_house_box():
    playing = read(lines(without("box")))
    assert playing.box == playing.game.house_box()


WRONG_NUMBERS = [-1, 1000, 10**30, True, 1.0, 1.5, "1", None, [1], {}]


@pytest.mark.parametrize(
    "header",
    [
        # wrong, missing and unknown things at the top
        changed("format", to="chanceit/2"),
        changed("format", to=None),
        without("format"),
        changed("game", to="chess"),
        changed("game", to="Chance_It"),
        changed("game", to=""),
        changed("game", to=1),
        changed("game", to=["chance_it"]),
        without("game"),
        changed("name", to="an unknown key"),
        changed("Players", to=["Ann", "Bob"]),
        changed("id", to=1),
        changed("id", to=None),
        changed("created", to=20260701),
        changed("created", to=None),
        changed("commitment", to=["00"]),
        changed("commitment", to=None),
        *(changed("salts", to=wrong) for wrong in (None, "", {}, 7, [7], [None], [["00"]])),
        *(changed("notes", to=wrong) for wrong in (None, "", {}, 7, [7], [None], ["typed"], [[]])),
        # players
        without("players"),
        changed("players", to=[]),
        changed("players", to=["Ann"]),
        changed("players", to=["A"] * 7),
        changed("players", to=2),
        changed("players", to="AB"),
        changed("players", to={"0": "Ann", "1": "Bob"}),
        changed("players", to=["Ann", None]),
        changed("players", to=["Ann", 7]),
        changed("players", to=["Ann", "x" * 81]),
        changed("players", to=["Ann", "\U0001f3b2" * 81]),
        # options
        changed("options", to=None),
        changed("options", to=[]),
        changed("options", to="{}"),
        changed("options", "solo", to=False),
        changed("options", "Coins", to=8),
        changed("options", "hearts", to=0),
        changed("options", "stars_to_win", to=0),
        *(changed("options", key, to=wrong) for key in ("coins", "hearts", "stars_to_win") for wrong in WRONG_NUMBERS),
        *(changed("options", "ask_single_card", to=wrong) for wrong in (0, 1, "true", None, [])),
        *(changed("options", "own_cards", to=wrong) for wrong in (0, 1, "true", None, [])),
        # the box
        *(changed("box", to=wrong) for wrong in (None, [], "{}", 1, {})),
        without("box", "name"),
        without("box", "cards"),
        without("box", "stakes"),
        changed("box", "comment", to="an unknown key"),
        changed("box", "name", to=None),
        changed("box", "name", to=1),
        changed("box", "name", to="x" * 81),
        # cards
        *(changed("box", "cards", to=wrong) for wrong in ([], {}, None, "a", [None], ["a"], [[]], [{}])),
        without("box", "cards", 0, "id"),
        without("box", "cards", 0, "when"),
        without("box", "cards", 0, "price"),
        changed("box", "cards", 0, "text", to="an unknown key"),
        changed("box", "cards", 0, "id", to=""),
        changed("box", "cards", 0, "id", to="x" * 41),
        changed("box", "cards", 0, "id", to="b"),
        *(changed("box", "cards", 0, "id", to=wrong) for wrong in (None, 1, True, ["a"], {})),
        *(changed("box", "cards", 0, "when", to=wrong) for wrong in (2, None, "", "0", "7", "02", "FLASH", ["2"], {})),
        *(
            changed("box", "cards", 0, key, to=wrong)
            for key in ("price", "coins", "hearts", "stars", "hit", "market")
            for wrong in WRONG_NUMBERS
        ),
        changed("box", "cards", 0, "market", to=2),
        changed("box", "cards", 2, "market", to=1),  # J13: it is a flash card
        # stakes sheets
        *(changed("box", "stakes", to=wrong) for wrong in (None, [], "", 1, {})),
        *(without("box", "stakes", str(players)) for players in range(2, 7)),
        changed("box", "stakes", "1", to={"out": [], "in": [0]}),
        changed("box", "stakes", "7", to={"out": [0] * 6, "in": [0] * 7}),
        *(changed("box", "stakes", "3", to=wrong) for wrong in (None, [], "", 1, {})),
        without("box", "stakes", "3", "in"),
        without("box", "stakes", "3", "out"),
        changed("box", "stakes", "3", "both", to=[]),
        *(changed("box", "stakes", "3", "out", to=wrong) for wrong in ([1], [1, 1, 1], [], None, 1, "11", {})),
        *(changed("box", "stakes", "3", "in", to=wrong) for wrong in ([1, 1], [1, 1, 1, 1], [], None, 1, "111", {})),
        *(changed("box", "stakes", "3", key, 0, to=wrong) for key in ("out", "in") for wrong in WRONG_NUMBERS),
    ],
    ids=lambda header: None,
)
def test_a_bad_header_is_refused_in_line_1(header):
    assert refused([*lines(header), *lines(*MOVES)]) == (1, 0)


@pytest.mark.parametrize(
    ("found", "put"),
    [
        (b'"coins": 8', b'"coins": NaN'),
        (b'"coins": 8', b'"coins": 1e999'),
        (b'"coins": 8', b'"coins": ' + b"8" * 5_000),
        (b'"coins": 8', b'"coins": ' + b"[" * 100_000 + b"]" * 100_000),
        (b'"price": 1,', b'"price": Infinity,'),
        (b'"price": 1,', b'"price": 1e999,'),
        (b'"price": 1,', b'"price": ' + b"1" * 5_000 + b","),
        (b'"price": 1,', b'"price": ' + b"[" * 100_000 + b"]" * 100_000 + b","),
        (b'"price": 1,', b'"price": 01,'),
        (b'"id": "a"', b'"id": "\\ud800"'),
        (b'"id": "a"', b'"id": "\xff"'),
        (b'"Ann"', b'"\\ud800"'),
        (b'"Ann"', b'"\\udc00x"'),
        (b'"Ann"', b'"\xed\xa0\x80"'),
        (b'"Ann"', b'"\xc0\x80"'),
        (b'"name"', b'"\\ud800"'),
    ],
    ids=lambda part: part[:24],
)
def test_a_header_that_json_or_utf_8_does_not_have_is_refused_in_line_1(found, put):
    good = line(HEADER)
    assert found in good
    assert refused([good.replace(found, put, 1)]) == (1, 0)


# Moves.


def at(do: str) -> int:
    """Where this move stands first in MOVES."""
    return next(number for number, move in enumerate(MOVES) if move["do"] == do)


BAD_MOVES = [
    ("shuffle", {"cards": ["a", "b", "c", "d"]}),
    ("shuffle", {"cards": ["a", "b", "c", "d", "d"]}),
    ("shuffle", {"cards": ["a", "b", "c", "d", "e", "e"]}),
    ("shuffle", {"cards": ["a", "b", "c", "d", "z"]}),
    ("shuffle", {"cards": []}),
    *(("shuffle", {"cards": wrong}) for wrong in (None, "abcde", {}, 5, [1, 2, 3, 4, 5], [None] * 5, [["a"]])),
    ("shuffle", {"cards": ["", "a", "b", "c", "d"]}),
    ("shuffle", {"cards": ["x" * 41]}),
    *(("start", {"seat": wrong}) for wrong in (2, *WRONG_NUMBERS)),
    *(("roll", {"dice": wrong}) for wrong in ([1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [], None, 12345, "12345", {})),
    *(("roll", {"dice": [1, 2, 3, 4, wrong]}) for wrong in (0, 7, *WRONG_NUMBERS)),
    *(("choose", {"guide": wrong}) for wrong in ("IN", "chance it", "", None, 1, ["in"])),
    *(("choose", {"seat": wrong}) for wrong in (2, *WRONG_NUMBERS)),
    *(("use", {"card": wrong}) for wrong in ("b", "c", "nowhere", "", "x" * 41, 1, False, ["a"], {})),
    *(("use", {"seat": wrong}) for wrong in (1, 2, -1, 1000, 0.0, False, "0", None)),
    *(("reroll", {"dice": wrong}) for wrong in ([], [2, 3], [1], [0], [7], [2.0], ["2"], [True], [None], None, 2, "2")),
    *(("buy", {"card": wrong}) for wrong in ("e", "nowhere", "", "x" * 41, None, 1, ["a"])),
    *(("buy", {"seat": wrong}) for wrong in (1, 2, -1, 1000, 0.0, False, "0", None)),
    *(("discard", {"card": wrong}) for wrong in ("a", "e", "nowhere", "", "x" * 41, None, 1, ["a"])),
    *(("discard", {"seat": wrong}) for wrong in (0, 2, -1, 1000, 1.0, True, "1", None)),
    *(("correct", {"by": wrong}) for wrong in (-1000, 1000, -999, 10**30, 1.0, True, "1", None, [1])),
    *(("correct", {"token": wrong}) for wrong in ("cards", "coin", "", None, 1)),
    *(("correct", {"seat": wrong}) for wrong in (2, -1, 1000, 1.0, True, "1", None)),
]


@pytest.mark.parametrize(("do", "change"), BAD_MOVES, ids=lambda part: None if isinstance(part, dict) else part)
def test_a_bad_move_is_refused_in_its_line(do, change):
    number = at(do)
    broken = record(*MOVES[:number], {**MOVES[number], **change}, *MOVES[number + 1 :])
    assert refused(broken) == (number + 2, number + 1)


@pytest.mark.parametrize("do", sorted({move["do"] for move in MOVES}))
def test_a_move_has_all_its_keys_and_no_other(do):
    number = at(do)
    good = MOVES[number]
    for key in good:
        broken = {other: value for other, value in good.items() if other != key}
        assert refused(record(*MOVES[:number], broken)) == (number + 2, number + 1), key
    for key in ("comment", "seat", "card", "Do"):
        if key not in good:
            assert refused(record(*MOVES[:number], {**good, key: 0})) == (number + 2, number + 1), key


BAD_LAY_OUTS = [[], "abcd", None, {}, 7, ["a", "b", "c"], list("abcde"), list("abca"), list("abcz"), ["a", "b", "c", 7]]


@pytest.mark.parametrize("cards", BAD_LAY_OUTS)
def test_a_bad_lay_out_of_own_cards_is_refused_in_its_line(cards):
    assert refused(record({"do": "lay_out", "cards": cards}, options={"own_cards": True})) == (2, 1)


def test_a_lay_out_is_a_move_of_own_cards_and_of_no_others():
    good = {"do": "lay_out", "cards": list("ebcd")}
    assert len(list(replay(record(good, *MOVES[1:3], options={"own_cards": True})))) == 4
    for broken in ({**good, "seat": 0}, {"do": "lay_out"}, {"do": "layout", "cards": list("abcd")}, MOVES[0], good):
        assert refused(record(good, broken, options={"own_cards": True})) == (3, 2)
    assert refused(record(good)) == (2, 1)


def test_legal_lists_a_lay_out_once():
    playing = read(record(options={"own_cards": True}))
    assert [move.do for move in playing.game.legal(playing.state)] == ["lay_out"]


@pytest.mark.parametrize("do", ["", "Start", "pass", "undo", "draw", "bonus", 1, None, True, ["start"]])
def test_there_is_no_other_move(do):
    assert refused(record(MOVES[0], {"do": do, "seat": 0})) == (3, 2)


@pytest.mark.parametrize("by", [-1, 0, 999])
def test_a_correction_may_be_negative(by):
    assert len(list(replay(record(*MOVES[:2], {"do": "correct", "seat": 0, "token": "coins", "by": by})))) == 4


def test_nothing_is_played_after_the_end():
    good = record(*END_OF_GAME, options={"hearts": 1})
    playing = read(good)
    assert playing.state.result.why == "nobody"
    for move in (*MOVES[:5], *MOVES[6:]):
        assert refused([*good, line(move)]) == (7, 6)


def test_a_move_that_is_not_listed_without_its_outcome_cannot_be_played():
    """`{"do": "roll"}` is how legal lists a roll, not a move."""
    for do in ("shuffle", "start", "roll", "reroll"):
        assert refused(record(*MOVES[: at(do)], {"do": do})) == (at(do) + 2, at(do) + 1)


def test_the_lines_of_a_playing_are_its_record():
    playing = read(record(*MOVES, id="1", created="today", commitment="00"))
    again = read(playing.lines())
    assert again.state == playing.state
    assert again.header == playing.header
    assert [json.loads(line) for line in playing.lines()] == [
        {**HEADER, "id": "1", "created": "today", "commitment": "00"},
        *MOVES,
    ]


# The commands.


def test_states_prints_a_line_for_the_header_and_for_each_move(file):
    status, printed = run("states", file(record(*MOVES)))
    assert status == 0
    assert [state["phase"] for state in printed[:4]] == ["shuffle", "start", "roll", "choose"]
    assert len(printed) == 1 + len(MOVES)
    assert {key for state in printed for key in state} == {
        *("round", "phase", "awaiting", "starter", "dice", "players", "market", "pile", "discard", "result")
    }


def test_a_bad_move_in_the_middle_gives_the_good_states_then_the_error(file):
    status, printed = run("states", file(record(*MOVES[:4], {"do": "roll", "dice": [1, 1, 1, 1, 1]}, *MOVES[4:])))
    assert status == 1
    assert len(printed) == 5 + 1
    assert all("phase" in state for state in printed[:-1])
    assert set(printed[-1]) == {"error", "line"}
    assert printed[-1]["line"] == 6
    assert isinstance(printed[-1]["error"], str)


def test_legal_prints_one_line_with_all_legal_moves_sorted_by_their_text(file):
    status, printed = run("legal", file(record(*MOVES[:7])))
    assert status == 0
    assert printed == [
        [{"do": do, "seat": 0, "card": card} for card in ("a", "b", "c", "d") for do in ("buy", "discard")]
    ]


def test_legal_sorts_by_escaped_text(file):
    """Everything beyond ASCII is escaped and so begins with a backslash: after "Z" and before "z"."""
    cards = [{"id": id, "when": "2", "price": 9} for id in ("é", "z", "Z", '"', "\U0001f3b2")]
    moves = [
        {"do": "shuffle", "cards": [card["id"] for card in cards]},
        {"do": "start", "seat": 1},
        {"do": "roll", "dice": [4, 4, 4, 4, 6]},
        {"do": "choose", "seat": 0, "guide": "out"},
        {"do": "choose", "seat": 1, "guide": "in"},
    ]
    status, (legal,) = run("legal", file(record(*moves, box={**HEADER["box"], "cards": cards})))
    assert status == 0
    assert [move["card"] for move in legal] == ["Z", '"', "é", "z"]
    assert legal == sorted(legal, key=lambda move: json.dumps(move, sort_keys=True, separators=(",", ":")))


@pytest.mark.parametrize(("moves", "due"), [(0, "shuffle"), (1, "start"), (2, "roll"), (5, "reroll"), (11, "shuffle")])
def test_legal_lists_a_move_of_the_table_once(moves, due):
    playing = read(record(*MOVES[:moves]))
    (move,) = playing.game.legal(playing.state)
    assert move.do == due


def test_legal_prints_nothing_but_the_error_of_a_bad_record(file):
    status, printed = run("legal", file(record(*MOVES[:4], {"do": "pass"})))
    assert status == 1
    assert [set(line) for line in printed] == [{"error", "line"}]
    assert printed[0]["line"] == 6


def test_legal_after_the_end_is_an_empty_list(file):
    assert run("legal", file(record(*END_OF_GAME, options={"hearts": 1}))) == (0, [[]])


@pytest.mark.parametrize("command", ["states", "legal"])
@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf" + line(HEADER), b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_record_is_an_error_in_line_1(file, command, content):
    status, printed = run(command, file(content))
    assert status == 1
    assert [(set(line), line["line"]) for line in printed] == [({"error", "line"}, 1)]


def test_a_blank_last_line_is_an_error_after_all_states(file):
    status, printed = run("states", file(b"".join(record(*MOVES)) + b"\r\n"))
    assert (status, len(printed), printed[-1]["line"]) == (1, 1 + len(MOVES) + 1, 1 + len(MOVES) + 1)


@pytest.mark.parametrize("command", ["states", "legal"])
def test_a_file_that_is_not_there_is_an_error_and_no_traceback(tmp_path, command):
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        status, printed = run(command, str(path))
        assert status == 1
        assert [(set(line), line["line"]) for line in printed] == [({"error", "line"}, 0)]


def test_cr_lf_and_a_missing_last_line_end_in_a_file(file):
    crlf = b"".join(record(*MOVES)).replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    assert run("states", file(crlf)) == run("states", file(record(*MOVES)))


@pytest.mark.parametrize("command", ["states", "legal"])
def test_standard_input_is_a_record_like_any_other(file, command):
    content = b"".join(record(*MOVES[:9]))
    assert run(command, "-", content) == run(command, file(content))


def test_standard_input_is_answered_line_by_line():
    """A program in any language can drive the rules: it writes a line, reads the answer, and only then decides."""
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "states", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as driven:
        phases = []
        for part in record(*MOVES[:4]):
            driven.stdin.write(part)
            driven.stdin.flush()
            phases.append(json.loads(driven.stdout.readline())["phase"])
        assert phases == ["shuffle", "start", "roll", "choose", "choose"]
        driven.stdin.write(line({"do": "pass"}))
        driven.stdin.flush()
        assert json.loads(driven.stdout.readline())["line"] == 6
        assert driven.wait(timeout=60) == 1, "the program stops there, though its input is still open"
        assert driven.stdout.read() == b""


def test_box_prints_the_house_box_in_the_shape_of_a_header():
    status, (box,) = run("box", "chance_it")
    assert status == 0
    assert read(lines({**HEADER, "box": box})).box == read(lines(without("box"))).box
    assert set(box) == {"name", "cards", "stakes"}


# Whatever is thrown at it.

FUZZ = settings(max_examples=400, derandomize=True, deadline=None, database=None)
GOOD = b"".join(record(*MOVES))


def only_refuses(content: bytes) -> None:
    """A record is played or refused; anything else that is raised fails the test."""
    good = 0
    refused = None
    try:
        for playing in replay(io.BytesIO(content)):
            good += 1
            assert len(playing.moves) == good - 1
    except LineRefused as refusal:
        refused = refusal
    if refused is not None:
        assert refused.line == good + 1
        assert str(refused.refusal)


@FUZZ
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(content):
    only_refuses(content)


@FUZZ
@given(
    st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.binary(max_size=4), st.integers(0, 6)), min_size=1, max_size=4)
)
def test_a_good_record_with_bytes_changed_is_played_or_refused(changes):
    content = GOOD
    for start, put, length in changes:
        content = content[:start] + put + content[start + length :]
    only_refuses(content)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2000, 2000) | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@FUZZ
@given(st.data())
def test_a_good_record_with_a_value_exchanged_is_played_or_refused(data):
    parts = copy.deepcopy([HEADER, *MOVES])
    part = data.draw(st.sampled_from(parts))
    while True:
        key = data.draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        if not part[key] or not isinstance(part[key], dict | list) or data.draw(st.booleans()):
            break
        part = part[key]
    part[key] = data.draw(ANYTHING)
    escaped = data.draw(st.booleans())
    texts = [json.dumps(part, ensure_ascii=escaped) for part in parts]
    only_refuses("\n".join(texts).encode("utf-8", "surrogatepass"))
