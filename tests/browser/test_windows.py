"""The windows themselves: what counts as a page's complaint, and what the test has cut off by leaving."""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from tests.browser.windows import Window, Windows
from tests.web.people import PATIENCE

PAGE = b"""<!doctype html><link rel="icon" href="data:,"><a href="/other">on</a>
<form method="post" action="/moved"><button>join</button></form>"""


class Slow(BaseHTTPRequestHandler):
    """Pages at once, /slow not before the test ends, and /reset with a hung-up line."""

    protocol_version = "HTTP/1.1"
    ended: threading.Event
    asked: threading.Semaphore

    def do_GET(self) -> None:
        if self.path == "/reset":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        if self.path == "/slow":
            self.asked.release()
            self.ended.wait()
        self.answer(200, PAGE)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(302, b"", Location="/other")

    def answer(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def window(browser) -> Iterator[Window]:
    handler = type("Handler", (Slow,), {"ended": threading.Event(), "asked": threading.Semaphore(0)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    window = Windows(browser, SimpleNamespace(port=server.server_port)).open()
    window.asked = handler.asked
    window.go("/")
    yield window
    window.close()
    handler.ended.set()
    server.shutdown()
    server.server_close()


def load_slowly(window: Window) -> None:
    window.page.evaluate("new Image().src = '/slow'; undefined")
    assert window.asked.acquire(timeout=PATIENCE)


LEAVING = {
    "another page": lambda window: window.go("/other"),
    "reload": Window.reload,
    "a link": lambda window: window.tap("a"),
    "a form": lambda window: window.tap("button"),
    "the page itself": lambda window: window.page.evaluate("location = '/other'"),
}


@pytest.mark.parametrize("how", LEAVING)
def test_what_leaving_cuts_off_is_no_complaint(window: Window, how: str):
    load_slowly(window)
    with window.page.expect_event("requestfailed") as failed:
        LEAVING[how](window)
    assert failed.value.url.endswith("/slow")
    assert window.problems == []


def test_nor_is_what_going_back_cuts_off(window: Window):
    window.go("/other")
    load_slowly(window)
    window.back()
    load_slowly(window)
    window.close()
    assert window.problems == []


def test_a_line_that_the_server_hangs_up_is_a_complaint_also_while_leaving(window: Window):
    with window.page.expect_event("requestfailed"):
        window.page.evaluate("new Image().src = '/reset'; undefined")
    [problem, *_told_by_the_console_too] = window.problems
    assert "/reset net::ERR_" in problem
    window.problems.clear()
    with window.page.expect_event("requestfailed"):
        window.page.evaluate("new Image().src = '/reset'; location = '/slow'")
    assert any("/reset net::ERR_" in problem for problem in window.problems)


def test_what_a_page_cuts_off_while_it_stays_is_a_complaint(window: Window):
    window.reload()
    window.page.evaluate(
        "window.line = new AbortController(); fetch('/slow', {signal: line.signal}).catch(() => {}); undefined"
    )
    assert window.asked.acquire(timeout=PATIENCE)
    with window.page.expect_event("requestfailed"):
        window.page.evaluate("line.abort()")
    [problem] = window.problems
    assert problem.endswith("/slow net::ERR_ABORTED")
