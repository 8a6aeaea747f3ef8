"""Which templates show a game: those in the folder of its name, or the plain ones, which can show any game."""

from __future__ import annotations

from functools import cache
from typing import Any

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
    }


def folder_of(game: str) -> str:
    return game if _exists(f"{game}/phone/phone.html") else PLAIN


def rules_of(game: str) -> str | None:
    """The rules page of a game, if there is one."""
    page = f"{game}/rules.html"
    return page if game in GAMES and _exists(page) else None


@cache
def _exists(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True


def site(request: HttpRequest) -> dict[str, str]:
    """For all pages: the site is called after the first game on the shelf."""
    return {"site": next(iter(GAMES.values())).TITLE}
