"""The pen: writes lines in colour and with symbols, as far as the terminal can show them.

Lines are laid out as plain text and coloured last, so that columns stay straight with and without colours.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from typing import TextIO
from unicodedata import combining, east_asian_width

SYMBOLS = {"hearts": "♥", "coins": "●", "stars": "★"}
WITHOUT_SYMBOLS = str.maketrans({"━": "=", "▸": ">", "·": "|", "…": "~"})
WIDEST = 100

INKS = {
    "die": (r"\[[1-6]\]", "1;7"),
    "hearts": (r"[+-]?\d+ (?:♥|hearts?)", "31"),
    "coins": (r"[+-]?\d+ (?:●|coins?)", "33"),
    "stars": (r"[+-]?\d+ (?:★|stars?)", "36"),
    "chance_it": (r"\bCHANCE IT\b", "1;35"),
    "in": (r"\bIN\b", "1;32"),
    "out": (r"\bOUT\b", "1;34"),
    "you": (r"\b[Yy]ou\b|▸", "1"),
}
TO_INK = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _code) in INKS.items()))
BOLD, FAINT = "1", "2"


class Pen:
    def __init__(self, out: TextIO) -> None:
        self._out = out
        wants_none = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._has_colours = out.isatty() and not wants_none
        self._has_symbols = _can_write(out, "".join(SYMBOLS.values()) + "━▸·…")
        self.width = min(shutil.get_terminal_size().columns, WIDEST)

    def tokens(self, number: int, token: str) -> str:
        """`3 ♥`, or `3 hearts` where there is no such symbol; the space in it does not break."""
        if self._has_symbols:
            return f"{number}\u00a0{SYMBOLS[token]}"
        return f"{number}\u00a0{token if abs(number) != 1 else token.removesuffix('s')}"

    def column(self, number: int, token: str, sign: str = "") -> str:
        """The same for a column of numbers of up to two digits, or one and its sign."""
        tokens = self.tokens(number, token)
        return f"{sign}{number}".rjust(2) + tokens.removeprefix(str(number)).ljust(len(self.tokens(8, token)) - 1)

    def line(self, text: str = "", ink: str | None = None) -> None:
        """One line as it stands: in one ink, or each thing in its own."""
        print(self._inked(text, ink).rstrip(), file=self._out)

    def paragraph(self, text: str, margin: str = "  ") -> None:
        """Wrapped to the terminal's width; the margin is written once and then kept free."""
        free = " " * wide(margin)
        for line in textwrap.wrap(text, self.width, initial_indent=margin, subsequent_indent=free):
            self.line(line)

    def heading(self, left: str, right: str = "") -> None:
        """A line across the whole terminal, with air around."""
        end = f" {right} ━━" if right else ""
        self.line()
        self.line(padded(f"━━ {left} ", self.width - wide(end), "━") + end, BOLD)
        self.line()

    def prompt(self, text: str) -> None:
        print(self._inked(text, None), end="", file=self._out, flush=True)

    def _inked(self, text: str, ink: str | None) -> str:
        text = text.replace("\u00a0", " ")
        if not self._has_symbols:
            text = text.translate(WITHOUT_SYMBOLS)
        if not self._has_colours or not text:
            return text
        return f"\x1b[{ink}m{text}\x1b[0m" if ink else TO_INK.sub(_thing_inked, text)


def wide(text: str) -> int:
    """How many columns a text takes; some letters take two, some accents none."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def padded(text: str, width: int, fill: str = " ") -> str:
    return text + fill * (width - wide(text))


def _thing_inked(found: re.Match[str]) -> str:
    name = found.lastgroup or "you"
    text = f" {found[0][1]} " if name == "die" else found[0]
    return f"\x1b[{INKS[name][1]}m{text}\x1b[0m"


def _can_write(out: TextIO, text: str) -> bool:
    try:
        text.encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return True
