"""Screens that wait to become a game-master screen: each shows a short code, and a host types it.

They wait in the database, so that any process can answer the screen and the host, also after a restart. A code is good
for a quarter of an hour. It opens nothing by itself: whoever types it must be a host, and the screen proves with its
own key that it is the one.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import DatabaseError, IntegrityError
from django.utils import timezone

from chanceit.models import Television
from rules.refusals import Refusal, _

DIGITS = 6
GOOD_FOR = timedelta(minutes=15)
MOST_WAITING = 1000
"""Of a million codes: so few that a mistyped one leads nowhere."""


async def waiting(key: str) -> Television | None:
    """The screen with this key's hash, if it waits and its code is still good."""
    return await Television.objects.filter(key=key, since__gt=timezone.now() - GOOD_FOR).afirst()


async def wait(key: str) -> Television:
    """A screen begins to wait, with a new code. Those that have waited too long go."""
    now = timezone.now()
    await Television.objects.filter(since__lte=now - GOOD_FOR).adelete()
    if await Television.objects.acount() >= MOST_WAITING:
        raise Refusal("busy", _("Very many screens are waiting just now. Try again in a few minutes."))
    for _try in range(5):
        code = "".join(secrets.choice("0123456789") for _digit in range(DIGITS))
        try:
            return await Television.objects.acreate(code=code, key=key, since=now)
        except IntegrityError:  # another screen has this code, or this one has just been given one
            found = await waiting(key)
            if found is not None:
                return found
    raise DatabaseError("no code was free")


async def claim(code: str, table: str) -> str:
    """The hash of the key of the screen that shows this code, which is this table's from now on."""
    good = Television.objects.filter(code=code, table__in=("", table), since__gt=timezone.now() - GOOD_FOR)
    if len(code) == DIGITS and code.isascii() and code.isdecimal() and await good.aupdate(table=table):
        found = await good.afirst()
        if found is not None:
            return found.key
    raise Refusal("no_such_tv", _("No TV shows this code now. Look at the six digits once more."))


async def forget(key: str) -> None:
    await Television.objects.filter(key=key).adelete()
