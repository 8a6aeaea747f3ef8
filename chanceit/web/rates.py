"""How much one address or one seat may ask for. Honest people never notice."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from chanceit.table.state import Refused
from rules.refusals import _

_limiter = FixedWindowRateLimiter(MemoryStorage())

OPENING = parse("20/minute")
JOINING = parse("60/minute")
SOCKETS = parse("300/minute")
COMMANDS = parse("40/second")


def check(rate: RateLimitItem, who: str) -> None:
    """Raises a Refusal when somebody asks too often."""
    if settings.RATES and not _limiter.hit(rate, who):
        raise Refused("too_many", _("That was too much at once. Wait a moment."))


class Rate:
    """The rate of one screen, counted in the key of its seat: two phones with one seat share it."""

    def __init__(self, rate: RateLimitItem, who: str) -> None:
        self.rate = rate
        self.who = who

    def check(self) -> None:
        check(self.rate, self.who)


def address_of(scope: Any) -> str:
    """The address of a screen or a browser, as the proxy in front gives it if there is one."""
    if settings.HTTPS:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.decode("latin1").split(",")[-1].strip())
    client = scope.get("client")
    return str(client[0]) if client else "nowhere"
