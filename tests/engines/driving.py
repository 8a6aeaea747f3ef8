"""WebKit and Firefox, driven by what they bring along: WebKit by WebDriver (one browser for each window), Firefox by
WebDriver BiDi. Both take the same actions of a finger and answer scripts in JSON."""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from glob import glob
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.conftest import find_program, free_port

PATIENCE = 60.0
PHONE, BIG_SCREEN = (390, 760), (1280, 800)
MINI_BROWSER = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")
SETTINGS_OF_FIREFOX = """
user_pref("network.dns.forceResolve", "127.0.0.1");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("app.update.enabled", false);
"""
"""It finds table.test here. The rest keeps it from showing and asking for things of its own."""


PLACE = """(() => {
    const all = [...document.querySelectorAll(%s)];
    const found = all.find((one) => one.getClientRects().length);
    found.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = found.getBoundingClientRect();
    const at = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    const touched = document.elementFromPoint(...at);
    return (found.contains(touched) || touched?.contains(found)) && at;
})()"""


class Window:
    """A page, used as people use it."""

    def __init__(self, address: str) -> None:
        self.address = address

    # What each engine does in its own way

    def open(self, url: str) -> None:
        raise NotImplementedError

    def reload(self) -> None:
        raise NotImplementedError

    def back(self) -> None:
        raise NotImplementedError

    def run(self, script: str) -> Any:
        """What the script, an expression, comes to."""
        raise NotImplementedError

    def perform(self, *steps: dict[str, Any]) -> None:
        """A finger does this."""
        raise NotImplementedError

    def cover(self) -> None:
        """Another page is in front, as when somebody looks at something else on their phone."""
        raise NotImplementedError

    def uncover(self) -> None:
        raise NotImplementedError

    # What is the same for all

    def go(self, path: str) -> None:
        self.open(self.address + path)

    def until(self, script: str) -> Any:
        """Waits for a page on which this is true. While one page goes and the other comes there is none to ask."""
        deadline, problem = time.monotonic() + PATIENCE, None
        while time.monotonic() < deadline:
            with suppress(Gone):
                if came := self.run(f"(() => {{ try {{ return {script}; }} catch (error) {{ return null; }} }})()"):
                    return came
            time.sleep(0.05)
        with suppress(Gone):
            problem = self.run("[location.href, document.body.dataset.scene, document.body.innerText.slice(0, 600)]")
        raise AssertionError(f"it never came true: {script}; there was {problem}")

    def scene(self, *names: str) -> str:
        """Waits until the screen shows one of these."""
        return str(self.until(f"{json.dumps(names)}.find((name) => name === document.body.dataset.scene)"))

    def place(self, selector: str) -> list[float]:
        """Waits until this can be touched: nothing lies over it. Gives its middle."""
        return list(self.until(PLACE % json.dumps(selector)))

    def tap(self, selector: str) -> None:
        self.drag(self.place(selector))

    def tap_if_there(self, selector: str) -> bool:
        """Whether it could be touched."""
        at = self.run(
            f"(() => {{ try {{ return {PLACE % json.dumps(selector)}; }} catch (error) {{ return null; }} }})()"
        )
        if at:
            self.drag(at)
        return bool(at)

    def drag(self, begin: list[float], *way: list[float]) -> None:
        def move(at: list[float], duration: int = 0) -> dict[str, Any]:
            return {"type": "pointerMove", "x": int(at[0]), "y": int(at[1]), "duration": duration}

        moves = [move(at, 100) for at in way]
        self.perform(move(begin), {"type": "pointerDown", "button": 0}, *moves, {"type": "pointerUp", "button": 0})


class Gone(Exception):
    """There is no page just now that could answer."""


def finger(steps: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": list(steps)}]


# WebKit


class WebKitWindow(Window):
    def __init__(self, address: str, driver: str, program: str, size: tuple[int, int]) -> None:
        super().__init__(address)
        self.url = f"{driver}/session"
        options = {"binary": program, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.url += f"/{session['sessionId']}"
        self.size = {"width": size[0], "height": size[1] + 100}  # it has a bar of its own
        self.uncover()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Gone(error.read().decode()) from None

    def open(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def reload(self) -> None:
        self.ask("POST", "/refresh", {})

    def back(self) -> None:
        self.ask("POST", "/back", {})

    def run(self, script: str) -> Any:
        answer = self.ask("POST", "/execute/sync", {"script": f"return JSON.stringify({script}) ?? 'null'", "args": []})
        return json.loads(answer)

    def perform(self, *steps: dict[str, Any]) -> None:
        self.ask("POST", "/actions", {"actions": finger(steps)})

    def cover(self) -> None:
        self.ask("POST", "/window/minimize", {})

    def uncover(self) -> None:
        self.ask("POST", "/window/rect", self.size)

    def close(self) -> None:
        with suppress(Gone):
            self.ask("DELETE", "")


@contextmanager
def webkit(address: str, folder: Path) -> Iterator[Callable[[tuple[int, int]], Window]]:
    driver = find_program("WebKitWebDriver")
    program = find_program(*(path for pattern in MINI_BROWSER for path in glob(pattern)), "MiniBrowser")
    with ExitStack() as stack:
        display = stack.enter_context(screen())
        environment = os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        environment["XDG_DATA_HOME"] = environment["XDG_CACHE_HOME"] = str(folder)
        for name in ("WAYLAND_DISPLAY", "http_proxy", "https_proxy"):
            environment.pop(name, None)

        def window(size: tuple[int, int]) -> Window:
            """A driver has one session."""
            port = free_port()
            stack.enter_context(running([driver, f"--port={port}"], port, folder, environment))
            opened = WebKitWindow(address, f"http://127.0.0.1:{port}", program, size)
            stack.callback(opened.close)
            return opened

        yield window


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees: WebKitGTK opens windows only."""
    reading, writing = os.pipe()
    command = [find_program("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


# Firefox


class Firefox:
    """The connection to it. Answers come in the order of the questions, as long as one is asked at a time."""

    def __init__(self, socket: Connection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **params: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise Gone(answer["message"])
                return answer["result"]


class FirefoxWindow(Window):
    def __init__(self, address: str, firefox: Firefox, size: tuple[int, int]) -> None:
        super().__init__(address)
        self.firefox = firefox
        # With cookies of its own
        self.person = firefox.ask("browser.createUserContext")["userContext"]
        self.page = firefox.ask("browsingContext.create", type="window", userContext=self.person)["context"]
        viewport = {"width": size[0], "height": size[1]}
        firefox.ask("browsingContext.setViewport", context=self.page, viewport=viewport)

    def open(self, url: str) -> None:
        self.firefox.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def reload(self) -> None:
        self.firefox.ask("browsingContext.reload", context=self.page, wait="complete")

    def back(self) -> None:
        self.firefox.ask("browsingContext.traverseHistory", context=self.page, delta=-1)

    def run(self, script: str) -> Any:
        expression = f"JSON.stringify({script}) ?? 'null'"
        target = {"context": self.page}
        answer = self.firefox.ask("script.evaluate", expression=expression, target=target, awaitPromise=False)
        if answer["type"] != "success":
            raise Gone(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def perform(self, *steps: dict[str, Any]) -> None:
        self.firefox.ask("input.performActions", context=self.page, actions=finger(steps))

    def cover(self) -> None:
        self.other = self.firefox.ask(
            "browsingContext.create", type="tab", referenceContext=self.page, userContext=self.person
        )["context"]

    def uncover(self) -> None:
        self.firefox.ask("browsingContext.close", context=self.other)
        self.firefox.ask("browsingContext.activate", context=self.page)


@contextmanager
def firefox(address: str, folder: Path) -> Iterator[Callable[[tuple[int, int]], Window]]:
    (folder / "user.js").write_text(SETTINGS_OF_FIREFOX)
    port = free_port()
    program = find_program("firefox-esr", "firefox")
    command = [program, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
    environment = os.environ | {"HOME": str(folder), "MOZ_HEADLESS": "1"}
    with running(command, port, folder, environment), connect(f"ws://127.0.0.1:{port}/session", max_size=None) as ours:
        browser = Firefox(ours)
        yield lambda size: FirefoxWindow(address, browser, size)


@contextmanager
def running(command: list[str], port: int, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """A program that listens on this port soon."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > deadline:
                        pytest.fail(f"{command[0]} did not start:\n{(folder / 'log').read_text(errors='replace')}")
                    time.sleep(0.05)
            yield
        finally:
            process.terminate()
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


ENGINES = {"webkit": webkit, "firefox": firefox}
