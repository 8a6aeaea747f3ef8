"""Boxes and options that come in by the web: anybody may send one, so they have bounds that a file on one's own machine
need not have. `python -m rules` keeps to what docs/records.md says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from django.utils.translation import gettext

from rules.refusals import BadBox, Refusal, _
from rules.shelf import GAMES

LARGEST = 100_000
"""Bytes of a box; the house boxes have less than 8,000."""
LARGEST_OPTIONS = 2_000
DEEPEST = 8


def check_size(game: str, box: bytes, options: bytes) -> None:
    """Raises a Refusal that says what is too much. What the game itself does not like, the game refuses."""
    if len(options) > LARGEST_OPTIONS:
        raise Refusal(
            "options_too_large", _("These options are too long: {most} bytes are enough."), most=LARGEST_OPTIONS
        )
    if len(box) > LARGEST:
        raise Refusal("box_too_large", _("This box is too large: it may have {most} bytes."), most=LARGEST)
    if not box:
        return
    try:
        content = msgspec.json.decode(box)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NOT_A_BOX() from None
    if game in GAMES:
        for name, listed in _lists(content, DEEPEST):
            bound = GAMES[game].BOUNDS.get(name)
            if bound is not None and len(listed) > bound.most:
                raise Refusal("box_too_large", bound.sentence, most=bound.most)
    if any(not text.isprintable() for text in _texts(content, DEEPEST)):
        raise Refusal("bad_text", _("A name or an id in this box has characters that cannot be read."))


def NOT_A_BOX() -> Refusal:
    return Refusal("not_a_box", _("This file is no box. A box is a .json file that was saved from a shelf like this."))


def in_words(game: str, box: bytes, bad: BadBox) -> BadBox:
    """The same mistakes for somebody who knows the box but not the file: cards by their place in it, fields by the
    words of the editor. The words are looked up when the sentence is, in its language."""
    content = msgspec.json.decode(box)
    lists = (
        {key: value for key, value in content.items() if isinstance(value, list)} if isinstance(content, dict) else {}
    )
    places = {
        thing["id"]: (key if len(lists) > 1 else "", number)
        for key, things in lists.items()
        for number, thing in enumerate(things, start=1)
        if isinstance(thing, dict) and isinstance(thing.get("id"), str)
    }
    words = GAMES[game].BOX_WORDS

    def told(value: object) -> object:
        if not isinstance(value, str):
            return value
        if value in places:
            key, number = places[value]
            return Later(lambda: f"{number} ({gettext(words.get(key, key))})" if key else str(number))
        return Later(lambda: ", ".join(gettext(words[part]) if part in words else part for part in value.split(", ")))

    return BadBox(
        [
            Refusal(mistake.code, mistake.sentence, **{name: told(value) for name, value in mistake.values.items()})
            for mistake in bad.mistakes
        ]
    )


class Later:
    """A text that is asked for when somebody reads it."""

    def __init__(self, text: Callable[[], str]) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text()


def _lists(content: Any, depth: int) -> Iterator[tuple[str, list[Any]]]:
    """All lists that have a name, the outer ones first."""
    if depth and isinstance(content, dict):
        for name, value in content.items():
            if isinstance(value, list):
                yield name, value
            yield from _lists(value, depth - 1)
    elif depth and isinstance(content, list):
        for value in content:
            yield from _lists(value, depth - 1)


def _texts(content: Any, depth: int) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif depth and isinstance(content, dict):
        for key, value in content.items():
            yield from _texts(key, depth - 1)
            yield from _texts(value, depth - 1)
    elif depth and isinstance(content, list):
        for value in content:
            yield from _texts(value, depth - 1)
