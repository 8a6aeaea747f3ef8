"""Sockets are for this site's own pages: a page of another site could use a visitor's cookies to play for them.

Browsers say in `Origin` which page opens a socket. It must be the address that the socket itself is asked at: the same
scheme, host and port, as Django makes them out for pages.
"""

import re
from typing import Any

from django.core.exceptions import DisallowedHost

from chanceit.web.visitors import handshake

ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<host>[\w.-]+|\[[\da-f:.]+\])(:(?P<port>\d{1,5}))?", re.ASCII)
PORTS = {"http": 80, "https": 443}


class OwnPagesOnly:
    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await (self.application if comes_from_here(scope) else turn_away)(scope, receive, send)


async def turn_away(scope: Any, receive: Any, send: Any) -> None:
    """No socket: the visitor gets status 403."""
    await receive()
    await send({"type": "websocket.close"})


def comes_from_here(scope: Any) -> bool:
    request = handshake(scope)
    try:
        here = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    origin = parts(request.headers.get("Origin", ""))
    return origin is not None and origin == parts(here)


def parts(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; nothing if this is no origin."""
    found = ORIGIN.fullmatch(origin.lower())
    return found and (found["scheme"], found["host"], int(found["port"] or PORTS[found["scheme"]]))
