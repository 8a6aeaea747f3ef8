"""What a table needs to know of Second Chance around a game: what may be chosen, what the lobby says, what is kept."""

from __future__ import annotations

from rules.parts import Bound, Choice, Printed
from rules.refusals import _
from rules.second_chance.box import Box

NAME = "second_chance"
TITLE = "Second Chance"
SOLO = True
CHOICES: tuple[Choice, ...] = ()
BOUNDS = {
    "tiles": Bound(100, _("This box has too many Puzzle Tiles: it may have {most}.")),
    "starts": Bound(100, _("This box has too many Starting Tiles: it may have {most}.")),
}


def lobby_note(players: int) -> str:
    """R2, R18."""
    return {0: "seats_any", 1: "seats_alone"}.get(players, "")


def printed(box: Box) -> Printed:
    """Tiles are no market cards."""
    return Printed()


def in_a_terminal() -> None:
    """There is none."""
