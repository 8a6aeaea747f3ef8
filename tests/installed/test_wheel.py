"""`pip install` of our wheel gives a command `chanceit` with which two games are played, from nothing."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rules.shelf import GAMES
from tests.installed.conftest import Installed, InstalledServer
from tests.web.people import ROOT, Party, Person
from tests.web.players import pick


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}


def test_everything_that_a_table_needs_is_inside(installed: Installed):
    """Templates, static files, catalogues, house boxes and code: all that git knows, and nothing else."""
    inside = {name for name in zipfile.ZipFile(installed.wheel).namelist() if ".dist-info/" not in name}
    expected = tracked("chanceit", "rules") | {f"chanceit/{name}" for name in tracked("templates", "static")}
    assert inside == expected
    for end in ("/templates/table/phone/door.html", ".mo", "house_box.json", "house_box.txt"):
        assert any(name.endswith(end) for name in inside), end


def told(requirement: str) -> tuple[str, frozenset[str], str]:
    read = Requirement(requirement)
    return canonicalize_name(read.name), frozenset(read.extras), str(read.specifier)


def test_it_requires_what_is_pinned_and_needs_no_compiler(installed: Installed):
    archive = zipfile.ZipFile(installed.wheel)
    [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    required = HeaderParser().parsestr(archive.read(metadata).decode()).get_all("Requires-Dist")
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = [line for line in lines if "==" in line]
    assert {told(line) for line in required} == {told(line) for line in pinned}
    assert installed.wheel.name.endswith("-py3-none-any.whl")


def test_the_sdist_has_its_sources_and_how_to_start_them(installed: Installed):
    with tarfile.open(installed.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked("chanceit", "rules", "templates", "static") <= names
    assert {"start.py", "start.cmd", "start.command", "requirements.txt", "README.md", "LICENSE"} <= names
    assert not any(name.startswith((".venv", "data/", "tests/")) for name in names)


def test_the_image_has_all_that_a_wheel_is_made_of(installed: Installed, tmp_path: Path):
    for line in (ROOT / "deploy" / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY") and "--from" not in line:
            *sources, where = line.split()[1:]
            for source in sources:
                target = tmp_path / where if (ROOT / source).is_dir() else tmp_path / where / Path(source).name
                target.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if (ROOT / source).is_dir() else shutil.copy)(ROOT / source, target)
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", str(tmp_path)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = tmp_path.glob("dist/*.whl")
    assert set(zipfile.ZipFile(wheel).namelist()) == set(zipfile.ZipFile(installed.wheel).namelist())


def test_its_commands_are_those_of_manage_py(installed: Installed, home: Path):
    told = installed.run("--help", home=home)
    assert (told.returncode, told.stderr) == (0, "")
    for command in ("serve", "migrate", "clear_tables", "export_record", "take_over"):
        assert f"    {command}\n" in told.stdout
    version = installed.run("--version", home=home).stdout
    assert version.split() == ["chanceit", installed.wheel.name.split("-")[1]]
    assert installed.run("migrate", home=home).returncode == 0
    cleared = installed.run("clear_tables", "--dry-run", home=home)
    assert cleared.stdout.startswith("0 table(s) would be cleared")
    assert (home / ".local" / "share" / "chanceit" / "chanceit.sqlite3").exists()


def test_a_data_folder_that_cannot_be_is_said_in_words(installed: Installed, home: Path):
    (home / "taken").touch()
    refused = installed.run("--data", str(home / "taken"), home=home)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"Nothing can be kept in {home / 'taken'} (")
    assert "Traceback" not in refused.stderr


async def play_a_round(party: Party) -> None:
    """Whatever is open, by lot, until the next round has begun or the game is over."""
    lots = random.Random(1)
    first = party.table.view["view"]["round"]
    while party.table.table["status"] == "playing" and party.table.view["view"]["round"] == first:
        await party.agree()
        moves = [(screen, move) for screen in party.all if (move := pick(screen.view, lots)) is not None]
        assert moves, party.table.game
        screen, move = moves[0]
        answer = await screen.play(move)
        assert answer["type"] == "done", (answer, move)
        await screen.until(lambda screen=screen, number=answer["number"]: screen.number >= number)


async def test_a_round_of_each_game_is_played_and_a_restart_keeps_the_tables(
    installed: Installed, home: Path, server: InstalledServer
):
    # Nothing of the checkout is used: it is not in this environment, and nobody stands in its folder.
    assert not list(installed.packages.glob("*chanceit*.pth"))
    assert str(home / ".local" / "share" / "chanceit") in server.read_log()

    status, page = Person(server).get("/")
    assert status == 200
    names = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert names
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", name), name
        assert Person(server).get(name)[0] == 200
    assert "Tisch öffnen" in Person(server, language="de").get("/")[1]

    parties = [Party(server, "Ann", "Bob").sit_down(game=game) for game in GAMES]
    numbers = []
    for party in parties:
        async with party.screens():
            assert (await party.table.manage("begin"))["type"] == "done"
            await party.agree()
            await play_a_round(party)
            numbers.append(await party.agree())

    assert server.stop() == 0
    await asyncio.to_thread(server.start)
    for party, number in zip(parties, numbers, strict=True):
        async with party.screens():
            assert party.table.number == number
            assert [player["name"] for player in party.table.table["players"]] == ["Ann", "Bob"]
