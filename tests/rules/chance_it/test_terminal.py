"""Playing in a terminal: the real command, through a pseudo-terminal and through pipes."""

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import chance_it
from rules.__main__ import main
from rules.chance_it.events import ActionBegan, AnyEvent, CardBought, Eliminated, GuidesRevealed, TokenChanged
from rules.chance_it.state import Why
from rules.chance_it.terminal.cards import Cards
from rules.chance_it.terminal.ending import tell_the_end
from rules.chance_it.terminal.pen import Pen
from rules.chance_it.terminal.story import Story
from rules.luck import commitment
from rules.record import read

ROOT = Path(__file__).parents[3]
COLUMNS, LINES = 80, 24
PROMPT = re.compile(r"^  .*(?:\(\? helps\): |lots: |end: |Press Enter to [a-z0-9 ]+\. )\Z", re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[\d;]*m")
GUIDE_OF_SOMEBODY = re.compile(r"♥ .*● .*★ +(?:IN|OUT|CHANCE IT)(?! \(bound\)|:)")


class Terminal:
    """Somebody at `python -m rules play`, who reads up to the next question and then types."""

    def __init__(self, *arguments: str, is_tty: bool = True, **environment: str) -> None:
        plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        plain |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment}
        command = [sys.executable, "-m", "rules", "play", *arguments]
        if is_tty:
            self._reading, theirs = pty.openpty()
            self._writing = self._reading
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            given = taken = theirs
        else:
            given, self._writing = os.pipe()
            self._reading, taken = os.pipe()
        self.process = subprocess.Popen(command, stdin=given, stdout=taken, stderr=taken, cwd=ROOT, env=plain)
        for end in {given, taken}:
            os.close(end)
        self.raw = ""

    @property
    def text(self) -> str:
        """All that was shown, without colours."""
        return COLOUR.sub("", self.raw).replace("\r", "")

    def shows_more_within(self, seconds: float) -> bool:
        return bool(select.select([self._reading], [], [], seconds)[0])

    def read(self) -> str:
        """What is shown up to the next question, or to the end."""
        fresh = b""
        while not PROMPT.search(shown := COLOUR.sub("", fresh.decode(errors="ignore")).replace("\r", "")):
            ready, _, _ = select.select([self._reading], [], [], 30)
            assert ready, f"it neither asks nor ends: {shown}"
            try:
                part = os.read(self._reading, 65536)
            except OSError:  # so a pseudo-terminal says that the other side is gone
                part = b""
            if not part:
                break
            fresh += part
        self.raw += fresh.decode()
        return shown

    def type(self, answer: str) -> str:
        os.write(self._writing, f"{answer}\n".encode())
        return self.read()

    def end_of_input(self) -> None:
        if self._writing == self._reading:
            os.write(self._writing, b"\x04")
        else:
            os.close(self._writing)
            self._writing = -1
        self.read()

    def play(self, guides: str = "1123") -> None:
        """Answers every question to the end: with these guide cards in turn, and the first of all other choices."""
        shown, laid = self.text, 0
        while PROMPT.search(shown):
            answer = ""
            if "Your guide card" in shown.rpartition("\n")[2]:
                assert not GUIDE_OF_SOMEBODY.search(shown), "no guide card may be seen before the reveal"
                answer = guides[laid % len(guides)]
                laid += 1
            elif "Your choice" in shown.rpartition("\n")[2]:
                answer = "1"
            shown = self.type(answer)

    def status(self) -> int:
        return self.process.wait(timeout=30)

    def leave(self) -> None:
        """Ends the process if a test has left it running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in {self._reading, self._writing} - {-1}:
            os.close(end)


@pytest.fixture
def sit_down() -> Iterator[Callable[..., Terminal]]:
    """Opens a terminal and reads up to the first question."""
    opened: list[Terminal] = []

    def sit_down(*arguments: str, **options: Any) -> Terminal:
        opened.append(Terminal(*arguments, **options))
        opened[-1].read()
        return opened[-1]

    yield sit_down
    for terminal in opened:
        terminal.leave()


SitDown = Callable[..., Terminal]


def shown_seed(text: str) -> str:
    found = re.search(r"^ +seed +([0-9a-f]{64})$", text, re.MULTILINE)
    assert found
    return found[1]


# Whole games


@pytest.mark.parametrize(("players", "seed"), [(2, "1"), (3, "29"), (4, "5"), (6, "8")])
def test_a_whole_game_in_a_terminal(sit_down: SitDown, tmp_path: Path, players: int, seed: str) -> None:
    record = tmp_path / "game.jsonl"
    terminal = sit_down("--players", str(players), "--seed", seed, "--record", str(record))
    terminal.play()
    assert terminal.status() == 0
    text = terminal.text
    assert "Traceback" not in text
    assert "The game is over" in text
    assert COLOUR.search(terminal.raw)
    too_wide = [line for line in text.splitlines() if len(line) > COLUMNS and str(tmp_path) not in line]
    assert not too_wide

    with record.open("rb") as lines:
        played = read(lines)
    assert played.header.players == ("You", "Bob", "Cleo", "Dan", "Eva", "Finn")[:players]
    assert played.state.result is not None
    names = ("You", *played.header.players[1:])
    first = re.search(r"^  1\.  (\w+) ", text, re.MULTILINE)
    assert (
        first is None
        if not played.state.result.winners
        else first and first[1] == names[played.state.result.winners[0]]
    )


def test_the_commitment_comes_first_and_the_seed_last_and_the_record_can_be_verified(
    sit_down: SitDown, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    record = tmp_path / "game.jsonl"
    terminal = sit_down("--record", str(record))
    promised = re.search(r"^  ([0-9a-f]{64})$", terminal.text, re.MULTILINE)
    assert promised
    terminal.play()
    seed = shown_seed(terminal.text)
    assert commitment(seed) == promised[1]
    assert seed not in terminal.text[: terminal.text.index("FAIR DICE")]
    assert f"python -m rules verify {record} \\\n      {seed}" in terminal.text
    assert main(["verify", str(record), seed]) == 0
    last = msgspec.json.decode(capsysbinary.readouterr().out.splitlines()[-1])
    assert last["differing"] == 0
    assert last["commitment_ok"] is True


def test_a_whole_game_through_pipes_is_the_same_as_in_a_terminal_without_colours(
    sit_down: SitDown, tmp_path: Path
) -> None:
    records = [tmp_path / "terminal.jsonl", tmp_path / "pipes.jsonl"]
    terminals = [
        sit_down("--seed", "c0ffee", "--record", str(record), is_tty=is_tty, **no_colour)
        for record, is_tty, no_colour in zip(records, (True, False), ({"NO_COLOR": "1"}, {}), strict=True)
    ]
    for terminal in terminals:
        terminal.play("2113")
        assert terminal.status() == 0
    in_terminal, through_pipes = terminals
    assert "\x1b" not in through_pipes.raw
    assert records[0].read_bytes() == records[1].read_bytes()
    assert in_terminal.text.replace("terminal.jsonl", "pipes.jsonl") == through_pipes.text


def test_who_is_out_may_watch_or_go_to_the_end(sit_down: SitDown) -> None:
    terminal = sit_down("--seed", "8", "--players", "6")
    shown = terminal.text
    while "You are out." not in shown:
        shown = terminal.type(
            "3" if "guide card" in shown.rpartition("\n")[2] else "1" if "Your choice" in shown else ""
        )
    assert "You have no heart left and are out of the game." in terminal.text
    terminal.type("")
    shown = terminal.type("e")
    assert not PROMPT.search(shown), "nothing more is asked"
    assert terminal.status() == 0
    assert re.search(r"[2-6]\.  You +out of the game", terminal.text)


# Leaving


def test_q_quits_kindly(sit_down: SitDown) -> None:
    terminal = sit_down("--seed", "AB")
    terminal.type("1")
    terminal.type("")
    terminal.type("q")
    assert terminal.status() == 0
    assert "Goodbye" in terminal.text
    assert shown_seed(terminal.text) == "ab".zfill(64)


@pytest.mark.parametrize("is_tty", [True, False])
def test_the_end_of_the_input_ends_the_game(sit_down: SitDown, is_tty: bool) -> None:
    terminal = sit_down(is_tty=is_tty)
    terminal.type("1")
    terminal.end_of_input()
    assert terminal.status() == 0
    assert "Goodbye" in terminal.text
    assert "Traceback" not in terminal.text


def test_ctrl_c_ends_the_game(sit_down: SitDown, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    terminal = sit_down("--record", str(record))
    terminal.type("1")
    terminal.process.send_signal(signal.SIGINT)
    # In the moment before it waits for a key, Python itself may miss it: whoever sees nothing presses again.
    while not terminal.shows_more_within(5):
        terminal.process.send_signal(signal.SIGINT)
    terminal.read()
    assert terminal.status() == 130
    assert "Goodbye" in terminal.text
    assert "Traceback" not in terminal.text
    with record.open("rb") as lines:
        assert len(read(lines).moves) == 2


# Answers


def test_bad_answers_are_asked_for_again_and_are_no_moves(sit_down: SitDown, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    terminal = sit_down("--seed", "5", "--record", str(record))
    assert "Just press Enter or 1" in terminal.type("dice")
    terminal.type("1")
    assert "Just press Enter," in terminal.type("7")
    assert "Your guide card" in terminal.type("")
    for bad in ("", "0", "4", "-1", "x", "1 2", "²", "9" * 1000, "0000002", "\x1b[A"):
        assert "Please type a number from 1 to 3" in terminal.type(bad), bad
    assert "Your guide card" in terminal.text.rpartition("\n")[2]
    moves = len(record.read_bytes().splitlines())
    terminal.type("2")
    mine = msgspec.json.decode(record.read_bytes().splitlines()[moves])
    assert mine == {"do": "choose", "seat": 0, "guide": "out"}


def test_help_and_the_table_are_shown_on_demand(sit_down: SitDown) -> None:
    terminal = sit_down()
    assert "A round:" in terminal.type("?")
    table = terminal.type("t")
    for part in ("ACTION BOARD", "STAKES", "MARKET", "8 ♥", "8 ●", "0 ★"):
        assert part in table


def test_the_choices_in_the_market_are_those_of_the_view(sit_down: SitDown, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    terminal = sit_down("--seed", "5", "--record", str(record))
    shown = terminal.text
    while "buy  discard" not in shown:
        shown = terminal.type("1" if "Your" in shown.rpartition("\n")[2] else "")
    with record.open("rb") as lines:
        can = chance_it.own(read(lines).state, 0).can
    assert f"Your choice, 1 to {len(can)} " in shown
    numbers = re.findall(r"^ +(\d|-) +(\d) +\S.*● ", shown, re.MULTILINE)
    assert sorted(int(number) for row in numbers for number in row if number != "-") == list(range(1, len(can) + 1))
    terminal.type(numbers[0][1])
    assert 'You discard "' in terminal.text


# What is shown, and how


@pytest.mark.parametrize("seed", ["1", "5", "c"])
def test_nothing_shown_before_the_reveal_depends_on_what_others_have_laid(
    sit_down: SitDown, tmp_path: Path, seed: str
) -> None:
    shown, laid = [], []
    for temper in ("medium", "easy"):
        record = tmp_path / f"{temper}.jsonl"
        terminal = sit_down("--seed", seed, "--against", temper, "--record", str(record))
        terminal.type("1")
        assert "Your guide card" in terminal.type("")
        laid.append([line for line in record.read_bytes().splitlines() if b'"choose"' in line])
        shown.append(terminal.text.replace(temper, "TEMPER"))
    assert len(laid[0]) == len(laid[1]) == 3
    assert laid[0] != laid[1]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(sit_down: SitDown, environment: dict[str, str]) -> None:
    terminal = sit_down(**environment)
    terminal.type("1")
    terminal.type("")
    terminal.type("q")
    assert "\x1b" not in terminal.raw
    assert "[1]" in terminal.raw or "[2]" in terminal.raw or "[3]" in terminal.raw


def test_words_instead_of_symbols_where_they_cannot_be_printed(sit_down: SitDown) -> None:
    terminal = sit_down("--seed", "8", "--players", "6", "--name", "Zoë Müller-Lüdenscheidt", PYTHONIOENCODING="ascii")
    terminal.play("1")
    assert terminal.status() == 0
    assert terminal.text.isascii()
    assert "8 hearts" in terminal.text
    assert "(you)" in terminal.text
    assert max(len(line) for line in terminal.text.splitlines()) <= COLUMNS


def test_the_same_seed_and_answers_give_the_same_game(sit_down: SitDown) -> None:
    told = []
    for _ in range(2):
        terminal = sit_down("--seed", "7", "--players", "3", is_tty=False)
        terminal.play()
        told.append(terminal.text)
    assert told[0] == told[1]


def test_a_table_for_two_is_called_a_variant(sit_down: SitDown) -> None:
    assert "variant" in sit_down("--players", "2").text
    assert "variant" not in sit_down("--players", "3").text


def test_the_computer_players_take_the_tempers_in_turn(sit_down: SitDown) -> None:
    text = sit_down("--players", "4", "--against", "medium", "--against", "hard", "--name", "Bob").text
    assert "Cleo (medium), Dan (hard), Eva (medium)" in text


# Arguments


@pytest.mark.parametrize(
    "arguments",
    [["--players", "7"], ["--seed", "xyz"], ["--seed", "0" * 65], ["--against", "lucky"], ["--name", "\x07 "]],
)
def test_bad_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["play", *arguments])
    assert refused.value.code == 2


def test_a_record_is_never_overwritten(sit_down: SitDown, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("something dear")
    terminal = sit_down("--record", str(record))
    assert terminal.status() == 1
    assert "cannot be written" in terminal.text
    assert record.read_text() == "something dear"


# The story and the end


def written(write: Callable[[Pen, Story], None]) -> list[str]:
    """The lines that are written for Ann, who has seat 0."""
    page = io.BytesIO()
    pen = Pen(io.TextIOWrapper(page, "ascii", write_through=True))
    write(pen, Story(pen, Cards(pen, chance_it.house_box()), ("Ann", "Bob", "Cleo", "Dan"), seat=0))
    return [line.strip() for line in page.getvalue().decode().splitlines() if line.strip()]


def told(*events: AnyEvent) -> list[str]:
    return written(lambda pen, story: story.tell(events))


def told_at_the_end(players: Sequence[tuple[int, int, int]], winners: tuple[int, ...], why: Why = "stars") -> list[str]:
    """Players as stars, hearts and coins."""
    state = chance_it.State(
        chance_it.house_box(),
        chance_it.Options(),
        tuple(chance_it.Player(stars=stars, hearts=hearts, coins=coins) for stars, hearts, coins in players),
        phase="over",
        result=chance_it.Result(winners, why),
    )
    return written(lambda pen, story: tell_the_end(pen, story, chance_it.shared(state)))[1:]


def test_the_story_names_the_cause() -> None:
    assert told(ActionBegan(3, 0, "R19"), TokenChanged(1, "hearts", -2, 4, "die", "R19", 3)) == [
        "[3]  Bob puts back 2 hearts (die 3)."
    ]


def test_the_story_tells_alike_things_in_one_sentence() -> None:
    assert told(
        TokenChanged(0, "coins", -2, 0, "stakes", "R13"),
        TokenChanged(0, "hearts", -1, 5, "stakes", "R14"),
        TokenChanged(1, "coins", 3, 9, "stakes", "R11"),
        TokenChanged(2, "coins", -3, 4, "stakes", "R13"),
        TokenChanged(3, "coins", -3, 4, "stakes", "R13"),
    ) == [
        "You pay 2 coins and 1 heart (stakes).",
        "Bob takes 3 coins (stakes).",
        "Cleo and Dan pay 3 coins each (stakes).",
    ]


def test_the_story_says_whose_card_hits() -> None:
    assert told(
        CardBought(2, "m28", 2),
        TokenChanged(2, "coins", -2, 3, "price", "R26", card="m28"),
        TokenChanged(2, "coins", 1, 4, "card", "R28", None, "m28", 2),
        TokenChanged(0, "hearts", -1, 0, "hit", "R25", None, "m28", 2),
        Eliminated(0),
    ) == [
        'Cleo buys "flash: take 1 coin, all others put back 1 heart" for 2 coins.',
        "Cleo takes 1 coin (flash card).",
        "You put back 1 heart (Cleo's flash card).",
        "You have no heart left and are out of the game.",
    ]


def test_the_story_shows_the_guide_cards_side_by_side() -> None:
    assert told(GuidesRevealed(("in", "chance_it", "in", None))) == ["IN         You and Cleo", "CHANCE IT  Bob"]


def test_the_end_says_why_somebody_has_won() -> None:
    assert told_at_the_end([(20, 1, 0), (19, 9, 9)], (0,))[0] == "You win with the most stars, 20 stars."
    assert (
        told_at_the_end([(20, 1, 0), (20, 2, 0)], (1,))[0]
        == "Bob wins: others have 20 stars as well, but fewer hearts."
    )
    assert (
        told_at_the_end([(20, 2, 0), (20, 2, 1)], (1,))[0] == "Bob wins: others have 20 stars as well, but fewer coins."
    )
    assert told_at_the_end([(0, 0, 0), (3, 2, 1)], (1,), "last_heart")[0] == "Bob wins: nobody else has a heart left."
    assert told_at_the_end([(0, 0, 0), (0, 0, 0)], (), "nobody")[0] == "Nobody wins: nobody has a heart left."


def test_the_ranking_gives_equal_players_the_same_place() -> None:
    assert told_at_the_end([(21, 3, 2), (0, 0, 0), (4, 9, 9), (21, 3, 2)], (0, 3)) == [
        "You and Dan share the victory with 21 stars, and equal in hearts and coins.",
        "1.  You    21 stars    3 hearts    2 coins",
        "1.  Dan    21 stars    3 hearts    2 coins",
        "3.  Cleo    4 stars    9 hearts    9 coins",
        "4.  Bob    out of the game",
    ]
