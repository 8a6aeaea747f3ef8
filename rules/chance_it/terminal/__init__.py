"""Playing Chance It in a terminal against computer players: `python -m rules play`.

There are no rules here. What is shown comes from the view and the events, and what can be typed is what is open to the
person's seat. `table` draws what lies there, `story` tells what happened, `asking` waits for the person.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from contextlib import ExitStack

from rules import chance_it
from rules.chance_it.terminal.pen import Pen
from rules.chance_it.terminal.sitting import Sitting

LONGEST_NAME = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tempers = list(chance_it.COMPUTER_PLAYERS)
    fewest, most = chance_it.PLAYERS[0], chance_it.PLAYERS[-1]
    parser.add_argument(
        "--players",
        type=int,
        choices=chance_it.PLAYERS,
        default=4,
        metavar="N",
        help=f"how many play, you among them: {fewest} to {most} (usually 4)",
    )
    parser.add_argument("--name", type=_name, default="You", help="your name, for the table and the record")
    parser.add_argument(
        "--against",
        action="append",
        choices=tempers,
        metavar="|".join(tempers),
        help="how the computer players play, in turn; may be given again (usually a mixture)",
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="HEX", help="the seed of all luck: the same one deals the same again"
    )
    parser.add_argument("--record", metavar="FILE", help="write the game's record into this new file, move by move")


def _name(text: str) -> str:
    name = "".join(letter for letter in text if letter.isprintable()).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise argparse.ArgumentTypeError(f"a name has 1 to {LONGEST_NAME} letters")
    return name


def _seed(text: str) -> str:
    """A short seed is filled up with zeros in front."""
    if not re.fullmatch("[0-9a-f]{1,64}", text.lower()):
        raise argparse.ArgumentTypeError("a seed has up to 64 hexadecimal digits")
    return text.lower().zfill(64)


def play(options: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with ExitStack() as opened:
        try:
            record = opened.enter_context(open(options.record, "xb", buffering=0)) if options.record else None
        except OSError as error:
            print(f"The record cannot be written to {options.record}: {error.strerror}.", file=sys.stderr)
            return 1
        return Sitting(options, Pen(sys.stdout), record).play()
