"""How much of the scripts of the pages was run, by lines: what Node.js ran in its tests, and Chromium on the pages.

Both count by the same engine. A line is run if any part of it was; comments and brackets alone are no lines. What a
page ran before its window went on to another page may be missing.
"""

import json
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from chanceit.web.static_files import lean
from tests.web.people import Server

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static/js"
FLOOR = 87.0
"""Percent: today's figure, rounded down."""
FOLDER = os.environ.get("CHANCEIT_SCRIPT_COVERAGE")
"""Where it is kept; nothing is counted without."""
HASHED = re.compile(r"/static/js/.+\.[0-9a-f]{12}\.js$")
JOINED = re.compile(r"// js/(.+\.js)$")

run_lines: dict[str, set[int]] = {}
"""By the name of the script, in this process."""


@cache
def lines_of(script: str) -> dict[int, str]:
    """The lines that a browser gets, by their numbers in the source."""
    source = (SCRIPTS / script).read_bytes()
    numbered = enumerate(source.decode().splitlines(), start=1)
    served = lean(source).decode().splitlines()
    return {next(n for n, line in numbered if lean(line.encode()).decode() == wanted): wanted for wanted in served}


def was_run(text: str, functions: Iterable[dict[str, Any]]) -> list[bool]:
    """For each line of this text, by what V8 counted: ranges inside of ranges, the inner ones are right."""
    ranges = [part for function in functions for part in function["ranges"]]
    counted = bytearray(len(text.encode("utf-16-le")) // 2)
    for part in sorted(ranges, key=lambda part: (part["startOffset"], -part["endOffset"])):
        length = min(part["endOffset"], len(counted)) - part["startOffset"]
        counted[part["startOffset"] : part["startOffset"] + length] = (b"\1" if part["count"] else b"\0") * length
    lines, start = [], 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip()
        before, end = len(bare) - len(bare.lstrip()), start + len(bare.encode("utf-16-le")) // 2
        lines.append(any(counted[start + before : end]))
        start += len(line.encode("utf-16-le")) // 2
    return lines


def keep_served(counted: dict[str, Any], server: Server) -> None:
    """What a browser ran of the files that this server gave it: modules joined, each behind a line with its name."""
    for script in counted["result"]:
        if HASHED.search(script["url"]):
            text = (server.data / "static" / script["url"].partition("/static/")[2]).read_text()
            run = was_run(text, script["functions"])
            for number, line in enumerate(text.splitlines()):
                if found := JOINED.match(line):
                    numbers = list(lines_of(found[1]))
                    first = number + 2  # behind its name and the beginning of its scope
                    keep(found[1], numbers, run[first : first + len(numbers)])


def keep(name: str, numbers: Iterable[int], run: list[bool]) -> None:
    run_lines.setdefault(name, set()).update(number for number, yes in zip(numbers, run, strict=True) if yes)


def write() -> None:
    if FOLDER and run_lines:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
        lines = {name: sorted(numbers) for name, numbers in run_lines.items()}
        (Path(FOLDER) / f"lines-{os.getpid()}.json").write_text(json.dumps(lines))


def add_up(folder: Path) -> None:
    for file in folder.glob("lines-*.json"):
        for name, numbers in json.loads(file.read_text()).items():
            run_lines.setdefault(name, set()).update(numbers)
    for file in folder.glob("coverage-*.json"):  # by Node.js, of the sources themselves
        for script in json.loads(file.read_text())["result"]:
            path = Path(script["url"].removeprefix("file://"))
            if path.is_relative_to(SCRIPTS):
                text = path.read_text()
                keep(
                    str(path.relative_to(SCRIPTS)),
                    range(1, len(text.splitlines()) + 1),
                    was_run(text, script["functions"]),
                )


def report(folder: Path) -> float:
    """Prints what was not run, and returns the percentage that was."""
    add_up(folder)
    all_run = all_lines = 0
    for path in sorted(SCRIPTS.rglob("*.js")):
        name = str(path.relative_to(SCRIPTS))
        lines = {number for number, line in lines_of(name).items() if re.search(r"\w", line)}
        run = lines & run_lines.get(name, set())
        all_run, all_lines = all_run + len(run), all_lines + len(lines)
        if run != lines:
            print(f"{name:60} {len(lines):5} {len(lines) - len(run):5} {100 * len(run) / len(lines):4.0f}%")
    percent = 100 * all_run / all_lines
    print(f"{'static/js':60} {all_lines:5} {all_lines - all_run:5} {percent:6.1f}%")
    return percent
