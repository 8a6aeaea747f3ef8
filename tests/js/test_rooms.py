"""The rooms of scripts, templates and stylesheets, shared < table, shelf < a game, and shared < evenings: none knows a
later one, no game another. And nothing but the shelf names a game outside its own folders.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.shelf import GAMES
from tests.js.tools import ROOT

SCRIPTS = ROOT / "static/js"
STYLES = ROOT / "static/css"
TEMPLATES = ROOT / "templates"
IMPORT = re.compile(r"""^(?:import|export) [^"']*["'](\.[^"']+)["'];$""", re.MULTILINE)
LATER = re.compile(r"""\bimport\(["'](\.[^"']+)["']\)""")
MAY_KNOW = {"shared": {"shared"}, "table": {"shared", "table"}, "shelf": {"shared", "shelf"}}
MAY_KNOW |= {"evenings": {"shared", "evenings"}}
MAY_KNOW |= {game: {"shared", "table", "shelf", game} for game in GAMES}


def imports(script: Path, *patterns: re.Pattern[str]) -> list[Path]:
    text = script.read_text()
    return [(script.parent / address).resolve() for pattern in patterns for address in pattern.findall(text)]


def room_of(script: Path) -> str:
    return script.relative_to(SCRIPTS).parts[0]


def test_every_script_is_in_a_room():
    assert {room_of(script) for script in SCRIPTS.glob("*/**/*.js")} == set(MAY_KNOW)
    assert {script.name for script in SCRIPTS.glob("*.js")} == {"start.js", "tv.js"}, "of no table and no game"


PART = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)


@pytest.mark.parametrize("room", [room for room in MAY_KNOW if (STYLES / room).is_dir()])
def test_stylesheets_name_parts_of_their_own_room_and_of_earlier_ones(room: str):
    for sheet in (STYLES / room).rglob("*.css"):
        for part in imports(sheet, PART):
            assert part.is_file(), f"{sheet}: {part}"
            assert part.relative_to(STYLES).parts[0] in MAY_KNOW[room], f"{sheet} imports {part}"


@pytest.mark.parametrize("room", MAY_KNOW)
def test_imports_point_one_way(room: str):
    for script in (SCRIPTS / room).rglob("*.js"):
        for module in imports(script, IMPORT, LATER):
            assert module.is_file(), f"{script}: {module}"
            assert room_of(module) in MAY_KNOW[room], f"{script} imports {module}"


def outside_the_games() -> Iterator[Path]:
    """All modules, templates, scripts and stylesheets that are in no game's folder, the shelf apart."""
    for folder, kind in (
        ("chanceit", "py"),
        ("rules", "py"),
        ("templates", "html"),
        ("static", "js"),
        ("static", "css"),
    ):
        for file in (ROOT / folder).rglob(f"*.{kind}"):
            if file != ROOT / "rules/shelf.py" and not {*file.relative_to(ROOT).parts} & {*GAMES, "migrations"}:
                yield file


def test_nothing_outside_a_games_folders_names_it():
    """A guide card may be called like the game, with its icon and its colour: `guide-chance_it`, `--chance_it`."""
    names = [name for game in GAMES.values() for name in (game.NAME, game.TITLE)]
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(names)})\b")
    files = list(outside_the_games())
    assert len(files) > 100
    for file in files:
        assert not named.search(file.read_text()), file


NAMED = re.compile(r'{% static "(?:js|css)/(\w+)/|(?:{% (?:include|extends) |=)"(\w+)/[\w/]+\.html"')


@pytest.mark.parametrize("room", MAY_KNOW)
def test_templates_name_files_of_their_own_room_and_of_earlier_ones(room: str):
    for template in (TEMPLATES / room).rglob("*.html"):
        for names in NAMED.findall(template.read_text()):
            assert {*names} - {""} <= MAY_KNOW[room], f"{template}: {names}"
