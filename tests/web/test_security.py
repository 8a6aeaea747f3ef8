import asyncio
from html.parser import HTMLParser

import pytest
import websockets
from django.test import AsyncClient, Client

from tests.web.people import Party, Server


def policy(response) -> dict[str, str]:
    directives = response.headers["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/health", "/no-such-page", "/static/css/base.css", "/admin/login/"])
def test_every_answer_forbids_foreign_and_inline_script(client: Client, path: str):
    rules = policy(client.get(path))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["base-uri"] == rules["frame-ancestors"] == "'none'"


@pytest.mark.django_db(transaction=True)
async def test_it_is_the_same_over_asgi(async_client: AsyncClient):
    assert policy(await async_client.get("/health"))["script-src"] == "'self'"


@pytest.mark.django_db
def test_a_page_may_open_a_websocket_to_its_own_host_only(client: Client):
    assert policy(client.get("/", headers={"host": "localhost:8000"}))["connect-src"] == "'self' ws://localhost:8000"


@pytest.mark.django_db
def test_a_page_on_the_lan_has_no_header_that_asks_for_https(client: Client):
    response = client.get("/")
    assert response.status_code == 200
    assert "Strict-Transport-Security" not in response.headers
    assert "Cross-Origin-Opener-Policy" not in response.headers
    assert not any(cookie["secure"] for cookie in response.cookies.values())


def test_a_name_that_is_not_this_machines_is_refused(client: Client):
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 400


class InlineFinder(HTMLParser):
    """Gathers what the policy would block: script and style inside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        is_inline_script = tag == "script" and "src" not in names and names.get("type") != "application/json"
        if is_inline_script or tag == "style" or any(name == "style" or name.startswith("on") for name in names):
            self.found.append(self.get_starttag_text() or tag)


@pytest.mark.django_db
def test_no_page_contains_inline_script_or_style(client: Client):
    finder = InlineFinder()
    finder.feed(client.get("/").content.decode())
    assert finder.found == []


# Sockets


async def knock(server: Server, path: str, origin: str | None, **headers: str) -> int:
    """The status that somebody gets who asks for a socket."""
    try:
        line = await websockets.connect(
            f"ws://127.0.0.1:{server.port}{path}", origin=origin, additional_headers=headers or None
        )
    except websockets.InvalidStatus as refused:
        return refused.response.status_code
    await line.close()
    return 101


async def test_a_socket_is_for_pages_of_the_same_scheme_host_and_port(server: Server):
    code = Party(server).sit_down().code
    here = f"http://127.0.0.1:{server.port}"
    assert await knock(server, f"/ws/{code}/watch", here) == 101
    for origin in (
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        f"http://127.0.0.1:{server.port + 1}",
        f"https://127.0.0.1:{server.port}",
        f"ws://127.0.0.1:{server.port}",
        f"http://localhost:{server.port}",
        f"http://table.test:{server.port}",
        f"http://evil.example@127.0.0.1:{server.port}",
        f"{here}/",
        f"{here}?",
    ):
        assert await knock(server, f"/ws/{code}/watch", origin) == 403, origin
    for origin in (f"{here}, {here}", "http://127.0.0.1:port", "http://[127.0.0.1"):
        assert await knock(server, f"/ws/{code}/watch", origin) in (400, 403), origin


async def test_only_what_a_trusted_proxy_says_makes_it_https(tmp_path, server: Server):
    code = Party(server).sit_down().code
    secure = f"https://127.0.0.1:{server.port}"
    assert await knock(server, f"/ws/{code}/watch", secure, **{"X-Forwarded-Proto": "https"}) == 403
    site = Server(tmp_path, CHANCEIT_HTTPS="1").start()
    try:
        for host in ("table.test", "table.test:443"):
            told = {"X-Forwarded-Proto": "https", "Host": host}
            for origin in ("https://table.test", "https://table.test:443", "https://TABLE.test"):
                assert await knock_raw(site, origin, **told) == 101, (host, origin)
            for origin in (
                "http://table.test",
                "http://table.test:443",
                "https://table.test:80",
                "https://evil.example",
            ):
                assert await knock_raw(site, origin, **told) == 403, (host, origin)
        evil = {"X-Forwarded-Proto": "https", "Host": "evil.example"}
        assert await knock_raw(site, "https://evil.example", **evil) == 403
    finally:
        site.stop()


async def knock_raw(server: Server, origin: str, **headers: str) -> int:
    """As `knock`, with a Host of one's own. Nobody sits at this table, but that is told over the socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = {
        **{"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"},
        **{"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": origin, **headers},
    }
    asked = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"GET /ws/BCDF/watch HTTP/1.1\r\n{asked}\r\n".encode())
    answer = await asyncio.wait_for(reader.readline(), 20)
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1])


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/BCDF/kitchen", "/ws/bcdf/phone", "/ws/BCDF/phone/", "/admin/"])
async def test_a_socket_that_leads_nowhere_is_turned_away_quietly(server: Server, path: str):
    written = len(server.read_log())
    assert await knock(server, path, server.url) == 403
    assert "Traceback" not in server.read_log()[written:]
