"""The rules without any screen: `python -m rules states | legal | box | verify | play`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.record import LineRefused, read, replay
from rules.refusals import BadRecord
from rules.shelf import GAMES
from rules.verify import verify as checked


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, told in (
        ("states", states, "print the whole state after the header and after each move"),
        ("legal", legal, "print all legal moves after the whole record"),
    ):
        sub = commands.add_parser(name, help=told)
        sub.add_argument("file", metavar="FILE", help="a record, or - for standard input")
        sub.set_defaults(command=command)
    sub = commands.add_parser("box", help="print a game's house box")
    sub.add_argument("game", metavar="GAME", choices=sorted(GAMES))
    sub.set_defaults(command=box)
    sub = commands.add_parser("verify", help="recompute every roll and shuffle of a record from its seed")
    sub.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    sub.add_argument("seed", metavar="SEED", help="the seed that was shown after the game")
    sub.set_defaults(command=verify)
    sub = commands.add_parser("play", help="play in the terminal against computer players")
    terminal = next(played for game in GAMES.values() if (played := game.in_a_terminal()) is not None)
    terminal.add_arguments(sub)
    sub.set_defaults(command=terminal.play)
    options = parser.parse_args(arguments)
    try:
        status: int = options.command(options)
    except BrokenPipeError:  # whoever read our output has had enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def states(options: argparse.Namespace) -> int:
    try:
        for playing in replay(_lines(options.file)):
            _print(playing.game.laid_open(playing.state))
    except LineRefused as refused:
        return _refuse(refused)
    return 0


def legal(options: argparse.Namespace) -> int:
    try:
        playing = read(_lines(options.file))
    except LineRefused as refused:
        return _refuse(refused)
    _print(sorted(playing.game.legal(playing.state), key=_sorting_text))
    return 0


def box(options: argparse.Namespace) -> int:
    _print(GAMES[options.game].house_box())
    return 0


def verify(options: argparse.Namespace) -> int:
    told: dict[str, Any] = {}
    try:
        for told in checked(_lines(options.file), options.seed):
            _print(told)
    except LineRefused as refused:
        return _refuse(refused)
    return 0 if not told["differing"] and told["commitment_ok"] is not False else 1


def _sorting_text(move: Any) -> str:
    """JSON with sorted keys, no spaces and everything beyond ASCII escaped."""
    return json.dumps(msgspec.to_builtins(move), sort_keys=True, separators=(",", ":"))


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from iter(sys.stdin.buffer.readline, b"")
        return
    try:
        with open(file, "rb") as record:
            yield from record
    except OSError as error:
        unreadable = BadRecord("unreadable", "The file cannot be read: {error}.", error=error.strerror)
        raise LineRefused(unreadable, 0) from None


def _print(anything: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(anything) + b"\n")
    sys.stdout.buffer.flush()


def _refuse(refused: LineRefused) -> int:
    _print({"error": str(refused.refusal), "line": refused.line})
    return 1


if __name__ == "__main__":
    sys.exit(main())
