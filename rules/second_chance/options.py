"""What a table may set (R18), and how many may sit down (R2)."""

from __future__ import annotations

from msgspec import Struct

from rules.plain import options_as
from rules.refusals import BadOptions, _

PLAYERS = range(1, 7)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    solo: bool = False
    """R18: three games in a row, for one player."""


def read_options(raw: bytes, players: int) -> Options:
    """Options from JSON, possibly partial. Raises BadOptions, also for a number of players that the game lacks."""
    if players not in PLAYERS:  # R2
        sentence = _("Second Chance is for {fewest} to {most} players.")
        raise BadOptions("bad_number_of_players", sentence, fewest=PLAYERS[0], most=PLAYERS[-1])
    options = options_as(Options, raw)
    if players == 1 and not options.solo:
        raise BadOptions("solo_needed", _("One player plays alone: the option solo must be on."))
    if players > 1 and options.solo:
        raise BadOptions("solo_refused", _("Solo is for one player."))
    return options
