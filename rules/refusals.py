"""How the rules say no: by a stable code for programs and a sentence for the person at the table."""

from __future__ import annotations

import re


def _(sentence: str) -> str:
    """Marks a sentence for translation; whoever shows it translates it (see `Refusal.sentence`)."""
    return sentence


class Refusal(Exception):
    """Something that was asked for and is not done. Nothing has changed.

    `code` never changes once it is published. `sentence` is English with `{placeholders}`, so that it can be
    looked up in a translation before `values` are filled in; `str()` gives the English sentence, filled in.

    >>> str(Refusal("too_dear", "It costs {price} coins.", price=7))
    'It costs 7 coins.'
    """

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        super().__init__(code, sentence, values)
        self.code = code
        self.sentence = sentence
        self.values = values

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


def not_json(error: Exception) -> Refusal:
    """Why a box is no JSON, in our own words: those of the library are English only."""
    found = re.search(r"\(byte (\d+)\)", str(error))
    if found:
        return Refusal("not_json", _("This is no box: it cannot be read from byte {byte} on."), byte=int(found[1]))
    return Refusal("not_json", _("This is no box, or not a whole one."))


class BadRecord(Refusal):
    """A line of a record that cannot be read."""


class BadBox(Refusal):
    """A box that cannot be played with; `mistakes` names every mistake in it, not only the first."""

    def __init__(self, mistakes: list[Refusal]) -> None:
        first = mistakes[0]
        super().__init__(first.code, first.sentence, **first.values)
        self.mistakes = mistakes

    def __str__(self) -> str:
        return " ".join(str(mistake) for mistake in self.mistakes)


class BadOptions(Refusal):
    """Options or a number of players that the game does not have."""


def unreadable_options(error: Exception) -> BadOptions:
    """Which option a game does not have or cannot take, in our own words."""
    told = str(error)
    if unknown := re.search(r"unknown field `(.*)`", told):
        return BadOptions("bad_options", _('There is no option "{option}".'), option=unknown[1])
    if bad := re.search(r" - at `\$\.(.*)`", told):
        return BadOptions("bad_options", _('The option "{option}" cannot have this value.'), option=bad[1])
    return BadOptions("bad_options", _("The options cannot be read."))


class IllegalMove(Refusal):
    """A move that can be read but is not allowed now."""
