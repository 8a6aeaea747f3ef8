import os
import subprocess
import sys
from pathlib import Path

import pytest

from chanceit.management.commands.serve import collect_static
from tests.web.people import Server

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def collected_static_files():
    """Pages name static files by their hashes, as on a real table."""
    collect_static()


def run_python(
    *arguments: str, data: Path, folder: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in the project with these settings and no others."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**kept, "CHANCEIT_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server that runs as long as the tests do, for those that leave it as it is."""
    server = Server(tmp_path_factory.mktemp("server"), CHANCEIT_LOG_LEVEL="INFO", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def own_server(tmp_path):
    """A server of this test's own, to be mistreated."""
    server = Server(tmp_path, CHANCEIT_LOG_LEVEL="INFO", CHANCEIT_RATES="off").start()
    yield server
    if server.process.poll() is None:
        server.stop()
