"""The rooms of scripts, templates and stylesheets, shared < table < a game: none knows a later one, no game another.
And nothing but the shelf names a game outside its own folders.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.shelf import GAMES
from tests.js.tools import ROOT

SCRIPTS = ROOT / "static/js"
TEMPLATES = ROOT / "templates"
IMPORT = re.compile(r"""^(?:import|export) [^"']*["'](\.[^"']+)["'];$""", re.MULTILINE)
LATER = re.compile(r"""\bimport\(["'](\.[^"']+)["']\)""")
MAY_KNOW = {"shared": {"shared"}, "table": {"shared", "table"}} | {game: {"shared", "table", game} for game in GAMES}
PRELOADS = re.compile(r'rel="modulepreload" href="{% static "js/([^"]+)" %}"')


def imports(script: Path, *patterns: re.Pattern[str]) -> list[Path]:
    text = script.read_text()
    return [(script.parent / address).resolve() for pattern in patterns for address in pattern.findall(text)]


def reached(script: Path) -> set[Path]:
    """All that a browser loads for it at once."""
    seen, todo = set(), imports(script, IMPORT)
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += imports(module, IMPORT)
    return seen


def room_of(script: Path) -> str:
    return script.relative_to(SCRIPTS).parts[0]


def test_every_script_is_in_a_room():
    assert {room_of(script) for script in SCRIPTS.glob("*/**/*.js")} == set(MAY_KNOW)
    assert {script.name for script in SCRIPTS.glob("*.js")} == {"start.js", "tv.js"}, "of no table and no game"


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


@pytest.mark.parametrize("folder", [*(f"{game}/{{}}" for game in GAMES), "table/plain"])
@pytest.mark.parametrize("screen", ["phone", "game_master"])
def test_the_browser_is_told_of_all_scripts_at_once(folder: str, screen: str):
    """Else it would find them one after the other, each with a way to the server and back."""
    script = SCRIPTS / folder.format(screen) / f"{screen}.js"
    source = f'src="{{% static "js/{folder.format(screen)}/{screen}.js" %}}"'
    [page] = [page for page in TEMPLATES.rglob("*.html") if source in page.read_text()]
    [listed] = re.findall(r'{% include "([^"]*modules\.html)" %}', page.read_text())
    told = PRELOADS.findall((TEMPLATES / listed).read_text())
    assert told == sorted(module.relative_to(SCRIPTS).as_posix() for module in reached(script))
