"""start.py, as a host starts it: in a folder of its own, by this Python, by none and by too old a one."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import start
from chanceit.settings import LANGUAGES
from tests.conftest import free_port
from tests.web.conftest import ROOT
from tests.web.people import Server, bare_environment

STARTERS = ("start.py", "start.cmd", "start.command")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What start.py needs of a checkout, with requirements that are met in a moment."""
    for name in (*STARTERS, "chanceit/__init__.py", "chanceit/persons_language.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "requirements.txt").write_text("# none\n")
    (tmp_path / "manage.py").write_text("import sys; print('started', *sys.argv[1:])\n")
    return tmp_path


def begin(folder: Path, *arguments: str, python: str = sys.executable, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [python, str(folder / "start.py"), *arguments],
        env={**bare_environment(), "LANG": "C", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def printed(process: subprocess.Popen[str]) -> str:
    return process.communicate()[0]


def test_every_word_is_there_in_every_language():
    assert set(start.WORDS) == {language for language, _name in LANGUAGES}
    for words in start.WORDS.values():
        assert words.keys() == start.WORDS["en"].keys()
        for key, text in words.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", start.WORDS["en"][key])), key
    assert set(re.findall(r'say\("(\w+)"', (ROOT / "start.py").read_text())) == set(start.WORDS["en"])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:en"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, environment: dict, language: str):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert start.persons_language() == language


@pytest.mark.parametrize("name", ["start.py", "chanceit/__init__.py", "chanceit/persons_language.py"])
def test_an_old_python_can_read_that_it_is_too_old(name: str):
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


def test_too_old_a_python_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 6))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit, match=r"dies ist Python 3\.9\.6.*python\.org"):
        start.main()


def test_the_first_start_sets_up_and_the_second_only_starts(folder: Path):
    first = printed(begin(folder, "--port", "9000"))
    assert first.splitlines() == [start.WORDS["en"]["setting_up"], "started serve --port 9000"]
    # Nothing can be made any more, and nothing has to.
    made = (folder / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    assert printed(begin(folder, PATH="")).splitlines() == ["started serve"]
    assert (folder / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == made
    # Other requirements are fetched into what is there.
    (folder / "requirements.txt").write_text("# still none\n")
    assert printed(begin(folder, "--only-set-up")).splitlines() == [start.WORDS["en"]["updating"]]
    # What cannot be fetched is said, and tried again from nothing.
    (folder / "requirements.txt").write_text("chanceit-needs-this==1.0\n")
    offline = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": ""}
    process = begin(folder, LANG="fr_FR.UTF-8", PIP_RETRIES="0", PIP_CONFIG_FILE=os.devnull, **offline)
    assert start.WORDS["fr"]["not_fetched"] in printed(process)
    assert process.returncode == 1
    (folder / "requirements.txt").write_text("# none\n")
    assert printed(begin(folder)).splitlines() == [start.WORDS["en"]["setting_up"], "started serve"]


def test_who_starts_twice_at_once_after_an_upgrade_of_python_gets_one_new_environment(folder: Path):
    venv, gone = folder / ".venv", Path("/usr/bin/python3.10-that-was-here")
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(gone)
    (venv / "pyvenv.cfg").write_text(f"executable = {gone}\n")
    (venv / "run.stamp").write_text("# none\n")
    both = [printed(process) for process in [begin(folder), begin(folder)]]
    assert [text.splitlines()[-1] for text in both] == ["started serve"] * 2
    assert sum(start.WORDS["en"]["setting_up"] in text for text in both) == 1


def test_a_folder_that_cannot_be_written_to_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(start, "VENV", Path("/proc/.venv"))  # where not even root may
    monkeypatch.setattr(start, "PYTHON", Path("/proc/.venv/bin/python"))
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit, match=rf"In {ROOT} kann nichts geschrieben werden \(.+\)"):
        start.main()


def test_a_python_without_its_environments_is_said(folder: Path):
    """As Debian ships it without python3-venv."""
    (folder / "ensurepip.py").write_text("raise ImportError\n")
    process = begin(folder, PYTHONPATH=str(folder))
    assert start.WORDS["en"]["no_venv"] in printed(process)
    assert process.returncode == 1
    assert not (folder / ".venv").exists()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_mac_without_python_is_told_where_to_get_it(folder: Path, tmp_path: Path, language: str):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname"))
    result = subprocess.run(
        ["/bin/sh", str(folder / "start.command")], env={"PATH": str(tools), "LANG": language}, capture_output=True
    )
    assert result.returncode == 1
    told = start.WORDS[language]["too_old"].split("{version}. ")[1]
    assert told in result.stdout.decode()
    assert told in (ROOT / "start.cmd").read_text()


def test_a_double_click_on_a_mac_starts_it(folder: Path, tmp_path: Path):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").write_text('#!/bin/sh\necho "python3 $*"\n')
    (tools / "python3").chmod(0o755)
    (tools / "dirname").symlink_to(shutil.which("dirname"))
    starter = [str(folder / "start.command"), "--port", "9000"]
    result = subprocess.run(starter, env={"PATH": str(tools)}, capture_output=True, text=True, cwd="/")
    assert result.stdout == "python3 start.py --port 9000\n"


def test_windows_reads_its_file_by_lines_of_its_own():
    attributes = subprocess.run(
        ["git", "check-attr", "eol", "start.cmd"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert attributes.stdout.strip() == "start.cmd: eol: crlf"


def test_the_server_speaks_the_language_of_who_starts_it(tmp_path: Path):
    server = Server(tmp_path, LANG="de_DE.UTF-8").start(free_port())
    assert server.stop() == 0
    assert "Handys:" in server.read_log()
    assert f"bleibt in {tmp_path}" in server.read_log()
