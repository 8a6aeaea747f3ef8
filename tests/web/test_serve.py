"""`make run`'s command, run as a host runs it: a process of its own, talked to over the network."""

import http.client
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import PATIENCE, free_port
from tests.web.conftest import ROOT
from tests.web.people import Person


class Served:
    """A running server and what it prints."""

    def __init__(self, process: subprocess.Popen[bytes], output: int) -> None:
        self.process, self.output, self.printed = process, output, ""

    def read_until(self, text: str) -> str:
        """What has been printed up to this text."""
        while text not in self.printed:
            self.printed += self.read() or pytest.fail(f"It ended without {text!r}:\n{self.printed}")
        return self.printed

    def read(self) -> str:
        try:
            return os.read(self.output, 65536).decode()
        except OSError:  # how a terminal says that nobody writes to it any more
            return ""

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        status = self.process.wait(timeout=PATIENCE)
        while more := self.read():
            self.printed += more
        return status


@contextmanager
def serving(data: Path, *options: str, terminal: bool = False) -> Iterator[Served]:
    output, child_end = pty.openpty() if terminal else os.pipe()
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--data", str(data), *options],
        cwd=ROOT,
        env={
            **environment,
            "DJANGO_SETTINGS_MODULE": "chanceit.settings",
            "PYTHONIOENCODING": "utf-8",
            "LANGUAGE": "en",
        },
        stdin=child_end if terminal else subprocess.DEVNULL,
        stdout=child_end,
        stderr=child_end,
        start_new_session=True,
    )
    os.close(child_end)
    try:
        yield Served(process, output)
    finally:
        process.kill()
        process.wait()
        os.close(output)


def get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that has been used before, so that the next start is quick."""
    return tmp_path_factory.mktemp("data")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_from_nothing_answers_and_ends_in_peace(tmp_path: Path, how: signal.Signals):
    port = free_port()
    with serving(tmp_path / "new", "--port", str(port)) as served:
        served.read_until("Ctrl-C")
        status, body = get(port, "/health")
        assert (status, json.loads(body)) == (200, {"database": "ok"})
        status, page = get(port, "/")
        assert status == 200
        styles = re.findall(r'href="(/static/css/[^"]+)"', page.decode())
        assert styles
        assert {get(port, style)[0] for style in styles} == {200}
        assert served.end(how) == 0
        assert "Traceback" not in served.printed
        assert "Warning" not in served.printed


def test_a_second_start_collects_nothing_again(data: Path):
    def start_and_end() -> int:
        with serving(data, "--port", str(free_port())) as served:
            served.read_until("Ctrl-C")
            assert served.end(signal.SIGINT) == 0
        return (data / "static" / "staticfiles.json").stat().st_mtime_ns

    assert start_and_end() == start_and_end()


def test_a_terminal_shows_a_qr_code_that_never_says_localhost(data: Path):
    with serving(data, "--port", str(free_port()), terminal=True) as served:
        printed = served.read_until("Ctrl-C")
        phones = re.search(r"Phones: +(\S+)", printed)
        assert phones
        if phones[1].startswith("http"):
            assert "127.0.0.1" not in phones[1]
            assert printed.count("█") > 100
        else:
            assert "█" not in printed  # a machine without a network has nothing to show


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        yield taken.getsockname()[1]


def test_a_taken_port_is_said_and_the_next_one_used(data: Path, taken_port: int):
    with serving(data, "--port", str(taken_port)) as served:
        printed = served.read_until("Ctrl-C")
        other = re.search(rf"Port {taken_port} is taken.*\s+Using (\d+) instead", printed)
        assert other
        assert get(int(other[1]), "/health")[0] == 200


def test_on_a_terminal_the_host_is_asked_about_another_port(data: Path, taken_port: int):
    with serving(data, "--port", str(taken_port), terminal=True) as served:
        served.read_until("[Y/n]")
        os.write(served.output, b"\n")
        served.read_until("Ctrl-C")


def test_a_host_who_wants_no_other_port_gets_none(data: Path, taken_port: int):
    with serving(data, "--port", str(taken_port), terminal=True) as served:
        served.read_until("[Y/n]")
        os.write(served.output, b"n\n")
        served.read_until("Not started")
        assert served.process.wait(timeout=PATIENCE) == 1


def test_ctrl_c_at_that_question_ends_it_too(data: Path, taken_port: int):
    with serving(data, "--port", str(taken_port), terminal=True) as served:
        served.read_until("[Y/n]")
        time.sleep(0.5)  # Python prints the question before it begins to wait for the answer
        assert served.end(signal.SIGINT) == 0
        assert "Traceback" not in served.printed


def test_it_can_listen_at_one_address_only(data: Path):
    port = free_port()
    with serving(data, "--port", str(port), "--address", "127.0.0.1") as served:
        printed = served.read_until("Ctrl-C")
        assert f"This machine: http://127.0.0.1:{port}/" in printed
        with socket.create_server(("127.0.0.2", port)):
            pass  # still free
        host = Person(SimpleNamespace(url=f"http://127.0.0.1:{port}"))  # type: ignore[arg-type]
        _, lobby = host.get(f"/{host.open_table(game='chance_it')}/table")
        assert set(re.findall(r'data-address="(http://[^/"]+)/', lobby)) == {f"http://127.0.0.1:{port}"}


def test_an_address_of_another_machine_is_refused_in_words(data: Path):
    with serving(data, "--address", "192.0.2.77") as served:
        assert "Cannot listen at 192.0.2.77" in served.read_until("\n")
        assert served.process.wait(timeout=PATIENCE) == 1
