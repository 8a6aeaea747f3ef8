"""What the attacks share: a server of their own on loopback, browsers by the thousand, and one line of figures."""

from __future__ import annotations

import asyncio
import json
import resource
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psutil
import websockets

from tests.web.people import Server


@contextmanager
def serving(**environment: str) -> Iterator[Server]:
    """A server with a data folder of its own, as long as this lasts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    # Not among the temporary files: those may be in memory, and this is about a disk.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix="scratch-") as folder:
        server = Server(Path(folder), **environment).start()
        try:
            yield server
        finally:
            if server.process is not None and server.process.poll() is None:
                server.kill()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def megabytes(server: Server) -> float:
    """What the server has in memory."""
    assert server.process is not None
    return round(psutil.Process(server.process.pid).memory_info().rss / 2**20, 1)


def errors(server: Server) -> list[str]:
    """The lines of the server's log that tell of something that must not happen."""
    found = []
    for line in server.read_log().splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            if "Traceback" in line:
                found.append(line)
        else:
            if isinstance(entry, dict) and entry.get("level") in ("error", "critical"):
                found.append(f"{entry['message']}: {entry.get('traceback', '')[-300:]}")
    return found


def report(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


class Browser:
    """Cookies and forms, without waiting for each other."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies = {"csrftoken": secrets.token_hex(16)}

    async def post(self, path: str, **fields: str) -> str:
        """Where a form leads."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}).encode()
        status, headers, page = await self._ask("POST", path, body)
        if status != 302:
            raise RuntimeError(f"{path}: {status} {page[:300]!r}")
        return next(value for name, value in headers if name == "location")

    async def get(self, path: str) -> tuple[int, str]:
        status, _headers, page = await self._ask("GET", path, b"")
        return status, page.decode()

    async def _ask(self, method: str, path: str, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nConnection: close\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await reader.read()
        writer.close()
        head, _, page = answer.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin1").split("\r\n")
        headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        for name, value in headers:
            if name == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return int(first.split()[1]), headers, page

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def open_table(self, game: str = "chance_it") -> str:
        return (await self.post("/open", game=game))[1:5]

    async def join(self, code: str, name: str) -> None:
        await self.post(f"/{code}/join", name=name)

    def screen(self, code: str, role: str, **options: Any) -> websockets.connect:
        """A socket at a table, to be awaited or entered."""
        return websockets.connect(
            f"ws://127.0.0.1:{self.server.port}/ws/{code}/{role}",
            origin=self.server.url,
            additional_headers={"Cookie": self.cookie},
            max_size=2**24,
            compression=None,
            open_timeout=30,
            **{"close_timeout": 1, **options},
        )
