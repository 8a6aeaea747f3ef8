"""Who is this? One answer for pages and sockets alike, by what the browser brings along.

Cookies, languages and hosts are read by Django's own functions: a socket's handshake is a request like any other.
"""

from __future__ import annotations

import io
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import translation

from chanceit.keys import digest
from chanceit.live.room import role_of
from chanceit.table.state import Actor, TableState
from chanceit.web import rates
from rules.refusals import Refusal

COOKIES = {"table": "gm", "phone": "seat"}
"""Which key a role needs. Whoever watches needs none."""


def handshake(scope: Any) -> ASGIRequest:
    """The request by which a browser asks for a socket."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    return ASGIRequest({**scope, "method": "GET", "scheme": scheme}, io.BytesIO())


class Visitor:
    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._cookies = request.COOKIES
        self.language: str = translation.get_language_from_request(request)

    @property
    def address(self) -> str:
        return rates.address_of(self._request.scope)  # type: ignore[attr-defined]

    def key(self, code: str, role: str) -> str:
        """The hash of the key for this role at that table; empty if the browser has none."""
        key = self._cookies.get(f"{COOKIES[role]}_{code}", "") if role in COOKIES else ""
        return digest(key) if key else ""

    def at(self, table: TableState, role: str) -> Actor | Refusal:
        """Who this is in that role, or why nobody."""
        return role_of(table, role, self.key(table.code, role))

    def has(self, table: TableState, role: str) -> bool:
        """Whether a game-master screen or a seat there is theirs."""
        actor = self.at(table, role)
        return isinstance(actor, int) or actor == "game_master"

    def counted_by(self, table: TableState, *roles: str) -> str:
        """Whoever has a key of this table is counted by it, everybody else by address: an invented cookie is no key."""
        return next((self.key(table.code, role) for role in roles if self.has(table, role)), self.address)

    def tables(self) -> list[tuple[str, str]]:
        """Role and code of the tables that this browser has a key for, whether it opens anything or not."""
        roles = {cookie: role for role, cookie in COOKIES.items()}
        found = [name.partition("_") for name in self._cookies]
        return [(roles[cookie], code) for cookie, _line, code in found if cookie in roles]
