"""Events in plain English, for the log that whoever looks after the tables reads. The screens have sentences of their
own, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from rules.parts import Event

SEATS = ("seat", "winners")
"""Fields that hold seats in every game, whose owners' names are told instead."""
LEFT_OUT = ("rule",)


def plainly(event: Event, names: Sequence[str], seats: Sequence[str] = SEATS) -> str:
    """The event's name, then what it says. `seats`: the fields that hold a seat, or several."""
    details = ", ".join(in_detail(asdict(event), names, seats))
    word = str(event.__struct_config__.tag).replace("_", " ")
    return f"{word}: {details}" if details else word


def in_detail(fields: dict[str, Any], names: Sequence[str], seats: Sequence[str] = SEATS) -> Iterator[str]:
    for name, value in fields.items():
        if name in LEFT_OUT or value is None or value is False or value == ():
            continue
        if value is True:
            yield name
            continue
        words = " and ".join(names[seat] for seat in _several(value)) if name in seats else _plain(value)
        yield words if name == "seat" else f"{name} {words}"


def _several(value: Any) -> Sequence[int]:
    return value if isinstance(value, tuple) else (value,)


def _plain(value: Any) -> str:
    """Lists with spaces between their parts, squares as row/column."""
    if isinstance(value, tuple):
        return " ".join("/".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)
    return str(value).replace("_", " ")
