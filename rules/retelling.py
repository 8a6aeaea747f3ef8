"""What is shown, along the events: each brings what it changes, and whoever shows it sets that.

A game's `sets(shown, event)` names what an event changes in the shared view, by path: `{"market": ("m02",),
"players.2.coins": 5}`. Set one after another, the events of a move lead from the shared view before it to exactly the
one after it. So a screen can show a move step by step and needs to know nothing of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

Shown = TypeVar("Shown")


def after(shown: Shown, sets: Mapping[str, Any]) -> Shown:
    """The shared view with these paths set."""
    for path, value in sets.items():
        shown = _set(shown, path.split("."), value)
    return shown


def _set(whole: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    name, *rest = path
    if isinstance(whole, tuple):
        place = int(name)
        return (*whole[:place], _set(whole[place], rest, value), *whole[place + 1 :])
    return replace(whole, **{name: _set(getattr(whole, name), rest, value)})
