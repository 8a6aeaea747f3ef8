"""Asking the person: numbered choices, the Enter key, a little help, and a way out."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rules.chance_it.terminal.pen import FAINT, Pen

HELP = (
    "A round: the dice are rolled, then everybody lays a guide card in secret.",
    "OUT takes coins and is safe. IN and CHANCE IT pay coins and take part: each die works for them, from row 1 to "
    "row 6. CHANCE IT brings coins once more at the end; but if two or more lay it, they have to play IN next round.",
    "A flash card works at once, and once. Other cards stay and work with a die of their number, or with CHANCE IT, "
    "while their owner takes part.",
    "Coins that are missing are paid in hearts. Whoever loses the last heart is out of the game.",
    "Type the number of your choice, or just Enter where it says so; t shows the table, ? this help, q quits.",
)


class Leaving(Exception):
    """The person has had enough, or there is nobody to answer."""


class Asking:
    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self.show_table: Callable[[], None] = lambda: None

    def for_number(self, question: str, most: int) -> int:
        """A number from 1 to `most`."""
        while True:
            answer = self._answer(f"  {question} (? helps): ")
            if answer in map(str, range(1, most + 1)):
                return int(answer)
            self._pen.line(f"  Please type a number from 1 to {most}, or ? for help.", FAINT)

    def for_enter(self, prompt: str, *others: str) -> str:
        """The Enter key, which is the empty text, or one of these other answers."""
        while True:
            answer = self._answer(f"  {prompt} ")
            if answer in ("", *others):
                return answer
            known = " or ".join(["Just press Enter", *others])
            self._pen.line(f"  {known}, or ? for help.", FAINT)

    def _answer(self, prompt: str) -> str:
        """What was typed, once it is no question and no goodbye."""
        while True:
            self._pen.prompt(prompt)
            line = sys.stdin.readline() if sys.stdin else ""
            if not sys.stdin or not sys.stdin.isatty():  # nobody sees what they typed
                self._pen.line(line.rstrip("\n"))
            elif not line:
                self._pen.line()
            answer = line.strip().lower()
            if not line or answer in ("q", "quit"):
                raise Leaving
            if answer in ("?", "help"):
                self._help()
            elif answer == "t":
                self.show_table()
                self._pen.line()
            else:
                return answer

    def _help(self) -> None:
        for paragraph in HELP:
            self._pen.line()
            self._pen.paragraph(paragraph)
        self._pen.line()
