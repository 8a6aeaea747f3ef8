"""`python -m rules.thinking`: a worker that thinks beside the server, about what takes its time.

Each question is a length of four bytes and then a pickle, made by the server that started it: the question's name and
what it holds. Each answer is a line of JSON, or null. It ends when its standard input does: so it never outlives
whoever started it, however that one ended.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any, BinaryIO, TypeAlias

import msgspec
from msgspec import Struct

from rules.luck import Lots, Luck
from rules.parts import Position, in_hundredths
from rules.shelf import GAMES


class ToThink(Struct, frozen=True):
    """What a computer player is asked: everything that it may know."""

    game: str
    mind: str
    view: Any
    own: Any
    box: Any
    options: Any
    seed: str
    lots: str
    """The name of its lots."""

    def answer(self) -> Any:
        """The move, or null."""
        mind = GAMES[self.game].COMPUTER_PLAYERS[self.mind]
        return mind(self.view, self.own, self.box, self.options, Luck(self.seed).lots(self.lots))


class ToAdvise(Struct, frozen=True):
    """What the coach is asked for a seat: everything that this seat may know."""

    game: str
    view: Any
    own: Any
    box: Any
    options: Any
    seed: str
    """Not that of the game, which nobody may know."""

    def answer(self) -> Any:
        """The advice, or null."""
        return GAMES[self.game].advise(self.view, self.own, self.box, self.options, Luck(self.seed).lots("coach"))


class ToWeigh(Struct, frozen=True):
    """Everybody's chance to win, from what lies open."""

    game: str
    view: Any
    box: Any
    options: Any

    def answer(self) -> Any:
        """By seat, in hundredths; null in a game that has none."""
        weigher = GAMES[self.game].weigher()
        if weigher is None:
            return None
        return in_hundredths(weigher.odds(self.view, self.box, self.options, open_lots()))


class ToLookBack(Struct, frozen=True):
    """One position of a game that is over."""

    game: str
    position: Position
    box: Any
    options: Any

    def answer(self) -> Any:
        """What there is to say of it; null in a game that cannot say it."""
        weigher = GAMES[self.game].weigher()
        return None if weigher is None else weigher.weigh(self.position, self.box, self.options, open_lots())


def open_lots() -> Lots:
    """What all are told follows from no seed of a table: it is the same wherever the same lies open."""
    return Luck("").lots("open to all")


Question: TypeAlias = ToThink | ToAdvise | ToWeigh | ToLookBack
QUESTIONS: dict[str, type[Question]] = {kind.__name__: kind for kind in (ToThink, ToAdvise, ToWeigh, ToLookBack)}


def answer(question: Question) -> bytes:
    return msgspec.json.encode(question.answer())


def packed(question: Question) -> bytes:
    content = pickle.dumps((type(question).__name__, msgspec.structs.astuple(question)))
    return len(content).to_bytes(4) + content


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    os.nice(5)  # people come first
    while length := questions.read(4):
        name, content = pickle.loads(questions.read(int.from_bytes(length)))
        answers.write(answer(QUESTIONS[name](*content)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
