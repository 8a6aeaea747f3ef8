"""People for the tests: a real server process, and hosts and guests who use it as browsers do, by HTTP and sockets."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import functools
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import websockets

from tests.conftest import PATIENCE, free_port

ROOT = Path(__file__).resolve().parents[2]


def wait_until(condition: Callable[[], Any]) -> None:
    """For something that becomes true in another process."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)


def bare_environment() -> dict[str, str]:
    """What a program of ours is left with of the environment: nothing that could be a setting."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "COVERAGE_PROCESS_CONFIG")
    return {name: os.environ[name] for name in kept if name in os.environ}


@functools.cache
def prepared() -> Path:
    """A data folder as the first start leaves it. Copying it takes a moment; migrating and hashing take a second."""
    folder = Path(tempfile.mkdtemp(prefix="chanceit-prepared-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    prepare = "import django; django.setup(); from chanceit.management.commands.serve import prepare; prepare()"
    environment = {"DJANGO_SETTINGS_MODULE": "chanceit.settings", "CHANCEIT_DATA": str(folder)}
    subprocess.run([sys.executable, "-c", prepare], cwd=ROOT, env=bare_environment() | environment, check=True)
    (folder / "secret-key").unlink()
    return folder


class Server:
    """`manage.py serve` in a process of its own, on a free port, with a data folder of its own."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0
        self.program: tuple[str, ...] = (sys.executable, "manage.py")
        self.folder = ROOT

    def start(self, port: int = 0) -> Server:
        self.port = port or self.port or free_port()
        self.prepare()
        self.log = (self.data / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*self.program, "serve", "--no-browser", "--address", "127.0.0.1", "--port", str(self.port)],
            cwd=self.folder,
            env={
                **bare_environment(),
                "CHANCEIT_DATA": str(self.data),
                "CHANCEIT_HOSTS": "table.test",
                **self.environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        self.wait_until_ready()
        return self

    def prepare(self) -> None:
        if not (self.data / "static").exists():
            shutil.copytree(prepared(), self.data, dirs_exist_ok=True)

    def wait_until_ready(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2) as answer:
                    assert answer.status == 200
                    return
            except OSError:
                assert self.process is not None
                if self.process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(f"the server did not start:\n{self.read_log()}") from None
                time.sleep(0.05)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def read_log(self) -> str:
        return (self.data / "server.log").read_text()

    def kill(self) -> None:
        """As when somebody pulls the plug."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.log.close()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE)
        self.log.close()
        return status


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


class Person:
    """Somebody with a browser: cookies, pages, forms and sockets."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.language = language
        self.cookies = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), NoRedirect)

    def get(self, path: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.server.url + path))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """A form, with the token that the start page gave."""
        if not any(cookie.name == "csrftoken" for cookie in self.cookies):
            self.get("/")
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        return self._ask(urllib.request.Request(self.server.url + path, form))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        request.add_header("Accept-Language", self.language)
        try:
            with self.browser.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                where = answer.headers.get("Location")
                return answer.code, where if where is not None else answer.read().decode()

    def open_table(self, **fields: str) -> str:
        status, where = self.post("/open", **fields)
        assert status == 302, where
        found = re.fullmatch(r"/([A-Z]{4})/table", where)
        assert found, where
        return found[1]

    def join(self, code: str, name: str) -> None:
        status, where = self.post(f"/{code}/join", name=name)
        assert (status, where) == (302, f"/{code}"), where

    @contextlib.asynccontextmanager
    async def screen(self, code: str, role: str, origin: str | None = None) -> Any:
        """A socket at a table, open while the context lasts."""
        screen = Screen(self, code, role, origin)
        await screen.connect()
        try:
            yield screen
        finally:
            await screen.close()


class Screen:
    """A socket of a page: keeps the newest view, as the pages do, and everything that came."""

    def __init__(self, person: Person, code: str, role: str, origin: str | None = None) -> None:
        self.person = person
        self.code = code
        self.role = role
        self.origin = origin
        self.messages: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Condition()

    async def connect(self) -> None:
        server = self.person.server
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.person.cookies)
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{server.port}/ws/{self.code}/{self.role}",
            origin=self.origin or server.url,
            additional_headers={"Cookie": cookies, "Accept-Language": self.person.language},
            max_size=2**24,
            open_timeout=PATIENCE,
        )
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(websockets.ConnectionClosed, OSError):
            async for frame in self.socket:
                message = json.loads(frame)
                self.frames.append(str(frame))
                self.messages.append(message)
                if message["type"] == "view" and message["number"] >= self.number:
                    self.view = message
                if message.get("id"):
                    self.answers[message["id"]] = message
                async with self._news:
                    self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    @property
    def number(self) -> int:
        return int(self.view.get("number", 0))

    @property
    def game(self) -> dict[str, Any]:
        """The game as this screen sees it: what all share, and its own."""
        return self.view["view"] | self.view["own"]["game"]  # type: ignore[no-any-return]

    @property
    def table(self) -> dict[str, Any]:
        """The table as this screen sees it: what all share, and its own."""
        return self.view["own"] | self.view["table"]  # type: ignore[no-any-return]

    @property
    def is_closed(self) -> bool:
        return self._reading.done()

    async def until(self, condition: Callable[[], Any]) -> Any:
        """Waits for something to become true."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: condition())
        return condition()

    async def until_or_lost(self, condition: Callable[[], Any]) -> None:
        """The same; but if the socket goes before, there is nothing more to wait for."""
        await self.until(lambda: condition() or self.is_closed)
        if not condition():
            raise ConnectionError("the socket is lost")

    async def send(self, frame: Any) -> None:
        await self.socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    async def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        frame.setdefault("id", secrets.token_hex(8))
        self.answers.pop(frame["id"], None)
        await self.send(frame)
        await self.until(lambda: frame["id"] in self.answers or self.is_closed)
        return self.answers.get(frame["id"], {"type": "closed"})

    async def play(self, move: dict[str, Any], id: str | None = None) -> dict[str, Any]:
        return await self.ask({"type": "play", "move": move, **({"id": id} if id else {})})

    async def manage(self, do: str, **values: Any) -> dict[str, Any]:
        return await self.ask({"type": "manage", "do": {"do": do, **values}})

    async def close(self) -> None:
        await self.socket.close()
        await self._reading


class Party:
    """A host and guests at one table, each with a screen."""

    def __init__(self, server: Server, *names: str) -> None:
        self.server = server
        self.names = names or ("Ann", "Bob", "Cy")
        self.host = Person(server)
        self.guests = [Person(server) for _name in self.names]
        self.code = ""

    def sit_down(self, **fields: str) -> Party:
        self.code = self.host.open_table(**fields)
        for guest, name in zip(self.guests, self.names, strict=True):
            guest.join(self.code, name)
        return self

    @contextlib.asynccontextmanager
    async def screens(self) -> Any:
        async with contextlib.AsyncExitStack() as stack:
            self.table = await stack.enter_async_context(self.host.screen(self.code, "table"))
            self.phones = [await stack.enter_async_context(g.screen(self.code, "phone")) for g in self.guests]
            for screen in self.all:
                await screen.until_or_lost(lambda screen=screen: screen.view)
            yield self

    @property
    def all(self) -> list[Screen]:
        return [self.table, *self.phones]

    async def begin(self) -> None:
        answer = await self.table.manage("begin")
        assert answer["type"] == "done", answer
        answer = await self.phones[0].play({"do": "start", "seat": 0})
        assert answer["type"] == "done", answer
        await self.agree()

    async def agree(self, screens: list[Screen] | None = None) -> int:
        """Waits until all screens show the same number, which is the newest."""
        screens = screens or self.all
        newest = max(screen.number for screen in screens)
        for screen in screens:
            await screen.until_or_lost(lambda screen=screen: screen.number >= newest)
        return newest

    async def step(self, pick: Callable[[list[Any]], Any] = lambda moves: moves[0]) -> bool:
        """One move by whoever is to move; False when the game is over."""
        await self.agree()
        if self.table.table["status"] != "playing":
            return False
        for screen in [*self.phones, self.table]:
            if screen.game["can"] and self._is_to_move(screen):
                answer = await screen.play(pick(screen.game["can"]))
                assert answer["type"] == "done", (answer, screen.game)
                await screen.until(lambda screen=screen, number=answer["number"]: screen.number >= number)
                return True
        raise AssertionError(f"nobody can move: {self.table.game}")

    @staticmethod
    def _is_to_move(screen: Screen) -> bool:
        game = screen.game
        return not game["awaiting"] or game["seat"] in game["awaiting"]
