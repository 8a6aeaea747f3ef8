"""Which templates show a game: those in the folder of its name, or the plain ones, which can show any game."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from rules.shelf import GAMES

PLAIN = "table/plain"


def of_game(game: str) -> dict[str, Any]:
    """What every page needs that shows something of a game."""
    return {
        "game": game,
        "title": GAMES[game].TITLE,
        "folder": folder_of(game),
        "has_rules": rules_of(game) is not None,
        "looks_back": GAMES[game].weigher() is not None,
        "teaches": later_of(game, "learning") is not None,
        "has_about": later_of(game, "about") is not None,
    }


def folder_of(game: str) -> str:
    return game if _exists(f"{game}/phone/phone.html") else PLAIN


def rules_of(game: str) -> str | None:
    """The rules page of a game, if there is one."""
    page = f"{game}/rules.html"
    return page if game in GAMES and _exists(page) else None


LATER = {
    "about": "about",
    "coach": "phone/coach",
    "fun": "fun",
    "introduction": "game_master/learning",
    "learning": "phone/learning",
    "replay": "replay",
}
FOR_ALL = {"sharing": "table/phone/sharing.html"}
"""The same in every game."""


def later_of(game: str, what: str) -> str | None:
    """What the screens of a game fetch later, if it has anything of that kind."""
    if game in GAMES and what in FOR_ALL:
        return FOR_ALL[what]
    if game not in GAMES or what not in LATER:
        return None
    pieces = f"{folder_of(game)}/{LATER[what]}.html"
    return pieces if _exists(pieces) else None


@cache
def _exists(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True


def site(request: HttpRequest) -> dict[str, Any]:
    """For all pages: the site is called after the first game on the shelf, and may be put on a home screen or not."""
    return {
        "site": next(iter(GAMES.values())).TITLE,
        "installable": settings.INSTALLABLE,
        "evenings": settings.EVENINGS,
    }
