"""A real Chromium on real pages, by a name that is no secure context: as on a phone in the living room."""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.windows import Windows
from tests.js import coverage
from tests.web.people import Server

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--host-resolver-rules=MAP table.test 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_sessionfinish():
    coverage.write()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    server = Server(folder, DJANGO_SETTINGS_MODULE="tests.web.patient", CHANCEIT_RATES="off").start()
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="package")
def browser(chromium):
    """Not for the whole session: while Playwright works its event loop runs, and asynchronous tests want their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def windows(browser, server):
    """Windows to open; at the end of the test none may have complained."""
    windows = Windows(browser, server)
    yield windows
    windows.close()
