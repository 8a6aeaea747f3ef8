import random
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from asgiref.sync import sync_to_async

from chanceit.management.commands.serve import collect_static
from tests.web.people import PATIENCE, Server, bare_environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def collected_static_files():
    """Pages name static files by their hashes, as on a real table."""
    collect_static()


def run_python(
    *arguments: str, data: Path, folder: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in the project with these settings and no others."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**bare_environment(), "CHANCEIT_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture(scope="session")
def migrated(postgres_url, tmp_path_factory):
    """The name of a database with our tables, to be copied: migrating takes a second, copying a moment."""
    name = "migrated"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    data, url = tmp_path_factory.mktemp("migrated"), postgres_url.rsplit("/", 1)[0] + f"/{name}"
    assert run_python("manage.py", "migrate", "--verbosity", "0", data=data, DATABASE_URL=url).returncode == 0
    return name


@pytest.fixture
def database(postgres_url, migrated):
    """A database of this test's own, as a DATABASE_URL."""
    name = f"t{random.SystemRandom().getrandbits(40)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {migrated}")
    return postgres_url.rsplit("/", 1)[0] + f"/{name}"


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


@pytest.fixture
def sync():
    """Work with the database, from a test that awaits."""
    return lambda work: sync_to_async(work)()
