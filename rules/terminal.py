"""Playing in a terminal against computer players: `python -m rules play`."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def play(options: argparse.Namespace) -> int:
    return 0
