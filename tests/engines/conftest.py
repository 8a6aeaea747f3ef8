"""A server, and the engines in turn, by a name that is no secure context: as on a phone in the living room."""

import os
import socket

import pytest

from tests.engines.driving import ENGINES
from tests.web.people import Server

NAME = "table.test"


def insecure_name() -> str:
    """A name that leads here. Browsers call localhost and 127.0.0.1 secure, so those would be no test."""
    for name in (NAME, socket.gethostname()):
        try:
            if socket.gethostbyname(name).startswith("127."):
                return name
        except OSError:
            continue
    missing = f"no name but localhost leads to this machine: put '127.0.0.1 {NAME}' into /etc/hosts"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("engines")
    server = Server(folder, DJANGO_SETTINGS_MODULE="tests.web.patient", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def window(engine, server, tmp_path_factory):
    """Opens windows of this engine."""
    name = NAME if engine == "firefox" else insecure_name()
    with ENGINES[engine](f"http://{name}:{server.port}", tmp_path_factory.mktemp(engine)) as window:
        yield window
