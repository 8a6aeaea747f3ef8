"""What a table may set differently (R4, R33, J10, J18), and how many may sit down (J2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from rules.chance_it.box import MOST, PLAYERS
from rules.plain import options_as
from rules.refusals import BadOptions, _


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    coins: Annotated[int, Meta(ge=0, le=MOST)] = 8
    hearts: Annotated[int, Meta(ge=1, le=MOST)] = 8
    stars_to_win: Annotated[int, Meta(ge=1, le=MOST)] = 20
    ask_single_card: bool = False
    """J10: ask also when there is just one card to use."""
    own_cards: bool = False
    """J18: the market cards lie on the real table, and somebody says which ones."""


def read_options(raw: bytes, players: int) -> Options:
    """Options from JSON, possibly partial. Raises BadOptions, also for a number of players that the game lacks."""
    if players not in PLAYERS:  # J2
        raise BadOptions(
            "bad_number_of_players",
            _("Chance It is for {fewest} to {most} players."),
            fewest=PLAYERS[0],
            most=PLAYERS[-1],
        )
    return options_as(Options, raw)
