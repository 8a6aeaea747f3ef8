"""What a table needs to know of Second Chance around a game: what may be chosen, what the lobby says, what is kept."""

from __future__ import annotations

from rules.parts import Bound
from rules.refusals import _

NAME = "second_chance"
TITLE = "Second Chance"
SOLO = ()
BOUNDS = {
    "tiles": Bound(100, _("This box has too many Puzzle Tiles: it may have {most}.")),
    "cells": Bound(12, _("A Tile of this box has too many squares: it may have {most}.")),
    "starts": Bound(100, _("This box has too many Starting Tiles: it may have {most}.")),
}
BOX_WORDS = {"name": _("Name of the box"), "starts": _("Starting Tiles"), "tiles": _("Puzzle Tiles")}


def lobby_note(players: int) -> str:
    """R2, R18."""
    return {0: "seats_any", 1: "seats_alone"}.get(players, "")
