"""How much one address or one seat may ask for. Honest people never notice.

Whoever has a seat is counted by it, everybody else by address, an IPv6 address by its /64, which is what one household
has. What comes by HTTP is counted together by all processes, in Redis, where there is one; if it does not answer at
once, each process counts by itself. Frames of a socket are counted where the socket is. The clock here never jumps.
"""

from __future__ import annotations

import asyncio
import time
from ipaddress import IPv6Address, ip_address
from typing import Any
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from msgspec import Struct

from chanceit.live import metrics
from rules.refusals import Refusal, _


class Rate(Struct, frozen=True):
    """So many at once, and as many again within that time."""

    name: str
    most: int
    seconds: float


OPENING = Rate("opening", 20, 60)
OPENING_A_DAY = Rate("opening_a_day", settings.TABLES_A_DAY, 60 * 60 * 24)
JOINING = Rate("joining", 60, 60)
PAGES = Rate("pages", 600, 60)
MISSES = Rate("misses", 30, 60)
"""Codes that lead to no table: somebody who tries them all is stopped soon."""
SOCKETS = Rate("sockets", 300, 60)
SCREENS = Rate("screens", 10, 60)
"""Screens that begin to wait for a host."""
LOOKING = Rate("looking", 120, 60)
"""How often such screens ask whether a host has come."""
SCREEN_CODES = Rate("screen_codes", 10, 60)
"""Codes of such screens that hosts type, right or wrong."""
BOXES = Rate("boxes", 30, 3600)
"""Boxes that are made or put on a shelf."""
SAVING = Rate("saving", 300, 60)
"""Changes to boxes; whoever types saves about once a second."""
REPLAYS = Rate("replays", 60, 60)
"""Record files that are shown, once for each viewpoint."""
TRIALS = Rate("trials", 6, 600)
"""Boxes that computer players try."""
TAKING = Rate("taking", 10, 600)
"""Files with all games."""
LOGINS = Rate("logins", 10, 300)
COMMANDS = Rate("commands", 40, 1)
UNDOING = Rate("undoing", 10, 10)
"""Takes back at one table: each may ask all phones."""
SKIPPING = Rate("skipping", 10, 5)
"""Each goes to all screens of a table."""
GUESSING = Rate("guessing", 10, 10)
ADVISING = Rate("advising", 20, 60)
"""Questions of one seat to the coach."""
REACTING = Rate("reacting", 8, 40)
"""Of one seat. Each goes to all screens of a table."""
REACTIONS = Rate("reactions", 20, 40)
"""Of all at one table."""
REQUESTS = Rate("requests", 3000, 60)
"""Anything at all that an address asks for by HTTP; a page with its files is about fifty."""
READING = Rate("reading", 20, 1)
"""Pages of a story, or of the draws."""
FRAMES = Rate("frames", 200, 2)
"""Anything at all that one socket sends. Over that it is dropped."""

SOCKETS_OF_ADDRESS = 1000
SOCKETS_OF_SEAT = 8
SPECTATORS_OF_TABLE = 100


class TooMany(Refusal):
    def __init__(self) -> None:
        super().__init__("too_many", _("That was too much at once. Wait a moment."))


class Bucket:
    """Fills up with time, and each thing asked for takes a drop out of it."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.drops = float(rate.most)
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.drops = min(self.rate.most, self.drops + (now - self.at) * self.rate.most / self.rate.seconds)
        self.at = now
        if self.drops < 1:
            return False
        self.drops -= 1
        return True

    def is_full(self, now: float) -> bool:
        return now - self.at >= self.rate.seconds


MOST_BUCKETS = 20_000
_buckets: dict[tuple[str, str], Bucket] = {}


def check_here(rate: Rate, who: str) -> None:
    """Counts in this process alone. Raises TooMany."""
    if settings.RATES and not _bucket(rate, who).take():
        raise TooMany


def _bucket(rate: Rate, who: str) -> Bucket:
    bucket = _buckets.get((rate.name, who))
    if bucket is None:
        if len(_buckets) >= MOST_BUCKETS:
            _throw_away_full_ones()
        bucket = _buckets[rate.name, who] = Bucket(rate)
    return bucket


def _throw_away_full_ones() -> None:
    """A full bucket is as good as a new one. If that is not enough, the oldest go: memory has its bound first."""
    now = time.monotonic()
    for name in [name for name, bucket in _buckets.items() if bucket.is_full(now)]:
        del _buckets[name]
    while len(_buckets) >= MOST_BUCKETS:
        del _buckets[next(iter(_buckets))]


async def check(rate: Rate, who: str) -> None:
    """Counts together with the other processes, if there are any. Raises TooMany."""
    if not settings.RATES:
        return
    check_here(rate, who)
    if settings.REDIS_URL and await _counted(rate, who) > rate.most:
        raise TooMany


PATIENCE = 0.3
"""Seconds that Redis has to answer."""
PAUSE = 5.0
"""Seconds that it is left alone when it has not."""
_redis: WeakKeyDictionary[asyncio.AbstractEventLoop, redis.asyncio.Redis] = WeakKeyDictionary()
_asked_again_at = 0.0


async def _counted(rate: Rate, who: str) -> int:
    """How often this was asked for in the present stretch of time, at all processes; 0 if nobody can say."""
    global _asked_again_at
    if time.monotonic() < _asked_again_at:
        return 0
    loop = asyncio.get_running_loop()
    if loop not in _redis:
        _redis[loop] = redis.asyncio.from_url(settings.REDIS_URL, socket_timeout=PATIENCE)
    name = f"chanceit.rate.{rate.name}.{who}"
    try:
        async with asyncio.timeout(PATIENCE):
            async with _redis[loop].pipeline() as pipeline:
                # The stretch begins with the first of them; it is Redis's clock that ends it.
                pipeline.incr(name)
                pipeline.expire(name, int(rate.seconds), nx=True)
                counted, _expires = await pipeline.execute()
        return int(counted)
    except Exception:
        _asked_again_at = time.monotonic() + PAUSE
        metrics.REFUSALS.labels("redis_away").inc()
        return 0


def address_of(scope: Any) -> str:
    """The address of a screen or a browser, as the proxy in front gives it if there is one."""
    if settings.HTTPS:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return household(value.decode("latin1").split(",")[-1].strip())
    client = scope.get("client")
    return household(str(client[0])) if client else "nowhere"


def household(address: str) -> str:
    """An address, or the /64 that an IPv6 address belongs to.

    >>> household("192.168.1.20"), household("2001:db8:1:2:aaaa::1"), household("::ffff:192.168.1.20")
    ('192.168.1.20', '2001:db8:1:2::', '192.168.1.20')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
