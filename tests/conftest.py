"""Real servers and a real browser for the tests that want them.

Each fixture starts a program of its own on a free loopback port and ends exactly that one. Where the
program is not installed the test is skipped, saying why; in CI, where nothing may be skipped, it fails.
"""

import contextlib
import glob
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hypothesis
import psycopg
import pytest
import redis
from coverage import Coverage

# A red CI must be red again on the next run, and a slow machine is not a wrong answer.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")


WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = itertools.cycle(12_000 + 1_000 * WORKER + (os.getpid() + number) % 1_000 for number in range(1_000))
"""For each worker its own; another run on the same machine begins elsewhere."""
PATIENCE = 120.0
"""Seconds after which something that must happen is given up on: many, because a machine may be busy."""
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


FOLDERS = ("engines", "installed", "browser", "web", "js", "rules")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take long begin first. So at the end there are many short ones, and no core waits for another."""
    items.sort(key=lambda item: FOLDERS.index(item.path.relative_to(Path(__file__).parent).parts[0]))


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores: now and then a test waits, for a page, a server or a clock."""
    return min((os.cpu_count() or 1) + 1, 8)


@pytest.fixture(scope="module", autouse=True)
def random_playthroughs_are_not_counted(request: pytest.FixtureRequest) -> Iterator[None]:
    """They come by every line of the rules, so they would say nothing; and counting them takes as long as playing."""
    counting = Coverage.current() if request.module.__name__.endswith("test_playthroughs") else None
    if counting:
        counting.stop()
    yield
    if counting:
        counting.start()


def find_program(*names: str) -> str:
    """The path of the first of these programs that is installed; without any the test ends here."""
    debian_postgresql = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: float(Path(path).parts[4]))
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *reversed(debian_postgresql)])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    missing = f"{' or '.join(names)} is not installed"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def free_port() -> int:
    """One that nobody takes before it is used: of this worker's own, below those that the system hands out."""
    for port in PORTS:
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("the ports never end")


@contextmanager
def running(*command: str, ready: Callable[[], object], stop: signal.Signals, **options: Any) -> Iterator[None]:
    """Keep a server running; `ready` raises for as long as it does not answer yet."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, **options)
        try:
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    ready()
                    break
                except Exception as error:
                    if process.poll() is not None or time.monotonic() > deadline:
                        log.seek(0)
                        pytest.fail(f"{command[0]} did not start: {error}\n{log.read().decode()}")
                    time.sleep(0.05)
            yield
        finally:
            process.send_signal(stop)
            process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server of this test run's own, as a DATABASE_URL."""
    initdb, postgres = find_program("initdb"), find_program("postgres")
    # PostgreSQL refuses to run as root.
    user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="chanceit-postgres-") as folder:
        if user:
            shutil.chown(folder, "postgres", "postgres")
        subprocess.run(
            [
                initdb,
                "--pgdata",
                folder,
                "--username",
                "chanceit",
                "--auth",
                "trust",
                "--encoding",
                "UTF8",
                "--no-sync",
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            **user,
        )
        port = free_port()
        url = f"postgresql://chanceit@127.0.0.1:{port}/postgres"
        settings = ["listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "fsync=off"]
        with running(
            postgres,
            *("-D", folder),
            *(word for setting in settings for word in ("-c", setting)),
            ready=lambda: psycopg.connect(url).close(),
            stop=signal.SIGINT,
            cwd=folder,
            **user,
        ):
            yield url


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server of this test run's own, as a REDIS_URL."""
    server, port = find_program("redis-server"), free_port()
    url = f"redis://127.0.0.1:{port}/0"
    folder = tmp_path_factory.mktemp("redis")
    with running(
        server,
        *("--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)),
        ready=redis.Redis.from_url(url).ping,
        stop=signal.SIGTERM,
    ):
        yield url


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the installed Chromium, for Playwright's executable_path."""
    return os.environ.get("CHROMIUM") or find_program(*CHROMIUM)
