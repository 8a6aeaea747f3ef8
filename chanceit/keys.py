"""Keys: 128 random bits in an HttpOnly cookie. Only their hashes are stored, so a stolen database opens no seat."""

from __future__ import annotations

import secrets
from hashlib import sha256

from django.conf import settings
from django.http import HttpResponse

KEPT = 60 * 60 * 24 * 60
"""Seconds that a phone keeps its key: longer than any game."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of table codes: no vowels, so that no words come up, and no look-alikes."""


def new_key() -> str:
    return secrets.token_hex(16)


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(4))


def is_code(text: str) -> bool:
    return len(text) == 4 and all(letter in LETTERS for letter in text)


def digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def give(response: HttpResponse, name: str, key: str, kept: int = KEPT) -> None:
    response.set_cookie(name, key, max_age=kept, httponly=True, samesite="Lax", secure=settings.HTTPS)
