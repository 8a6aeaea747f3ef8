"""The program as people install it: built once, and put once into an empty environment with no sources near."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.web.people import ROOT, Server, bare_environment


class Installed(NamedTuple):
    sdist: Path
    wheel: Path
    program: Path
    """The command `chanceit`."""
    packages: Path
    """The site-packages of its environment."""

    def run(self, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
        environment = {**bare_environment(), "HOME": str(home)}
        return subprocess.run(
            [self.program, *arguments], cwd=home, env=environment, capture_output=True, text=True, timeout=120
        )


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """By whichever of the test processes comes first; the others wait for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installed"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            install(folder)
            (folder / "done").touch()
    [sdist], [wheel] = folder.glob("dist/*.tar.gz"), folder.glob("dist/*.whl")
    [packages] = folder.glob("environment/lib/*/site-packages")
    return Installed(sdist, wheel, folder / "environment" / "bin" / "chanceit", packages)


def install(folder: Path) -> None:
    def run(*command: str | Path) -> None:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr

    # The wheel is built from the sdist, so that has all that is needed.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", ROOT)
    run(sys.executable, "-m", "venv", folder / "environment")
    [wheel] = folder.glob("dist/*.whl")
    python = folder / "environment" / "bin" / "python"
    run(python, "-m", "pip", "--disable-pip-version-check", "install", "--no-compile", wheel)


class InstalledServer(Server):
    """`chanceit`, started by somebody whose home is this folder, and who has no settings."""

    def __init__(self, installed: Installed, home: Path) -> None:
        super().__init__(home, HOME=str(home), CHANCEIT_DATA="", CHANCEIT_HOSTS="")
        self.program = (str(installed.program),)
        self.folder = home

    def prepare(self) -> None:
        """It does that by itself."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def server(installed: Installed, home: Path) -> Iterator[InstalledServer]:
    server = InstalledServer(installed, home)
    server.start()
    yield server
    assert server.stop() == 0
