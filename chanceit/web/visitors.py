"""Who is this? One answer for pages and sockets alike, by what the browser brings along.

Cookies, languages and hosts are read by Django's own functions: a socket's handshake is a request like any other.
"""

from __future__ import annotations

import io
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import translation

from chanceit.keys import digest
from chanceit.live.room import role_of
from chanceit.table.state import Actor, Handed, TableState
from chanceit.web import rates
from chanceit.web.addresses import FORWARDED, is_of_this_machine
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

    @property
    def is_at_the_machine(self) -> bool:
        """Whether this browser runs on the machine that serves it: then whoever sits there has its files as well.

        Nobody can send from an address of this machine over a network. Behind a proxy all do, so there it is nobody.
        """
        if settings.HTTPS or any(name in self._request.headers for name in FORWARDED):
            return False
        client = self._request.scope.get("client")  # type: ignore[attr-defined]
        return bool(client) and is_of_this_machine(str(client[0]))

    def keys(self) -> list[tuple[str, str]]:
        """Code and hash of all keys that this browser has, whether they open anything or not."""
        return [(code, self.key(code, role)) for role, code in self.tables()]

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
        return isinstance(actor, int | Handed) or actor == "game_master"

    def may_see_again(self, table: TableState) -> bool:
        """Whether the games of this table that are over are theirs to see: if they sit there, if the host shows them to
        all, and at home if they sit at the machine itself. Those who have left since are known by the game."""
        if settings.EVENINGS == "house" and self.is_at_the_machine:
            return True
        return table.sharing or self.has(table, "table") or self.has(table, "phone")

    def counted_by(self, table: TableState, *roles: str) -> str:
        """Whoever has a key of this table is counted by it, everybody else by address: an invented cookie is no key."""
        return next((self.key(table.code, role) for role in roles if self.has(table, role)), self.address)

    def tables(self) -> list[tuple[str, str]]:
        """Role and code of the tables that this browser has a key for, whether it opens anything or not."""
        roles = {cookie: role for role, cookie in COOKIES.items()}
        found = [name.partition("_") for name in self._cookies]
        return [(roles[cookie], code) for cookie, _line, code in found if cookie in roles]
