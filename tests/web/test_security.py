from html.parser import HTMLParser

import pytest
from django.test import AsyncClient, Client


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
