"""What a table needs to know of Chance It around a game: what a host may choose, what the lobby says, what is kept."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.chance_it.box import PLAYERS, Box
from rules.chance_it.options import Options
from rules.parts import Bound, Printed, Terminal, Trial, Weigher, choices
from rules.refusals import _

NAME = "chance_it"
TITLE = "Chance It"
SOLO = ("easy", "medium", "hard")
CHOICES = choices(
    Options,
    coins=_("Coins at the start"),
    hearts=_("Hearts at the start"),
    stars_to_win=_("Stars that end the game"),
    ask_single_card=_("Ask before using a card, even if there is only one to use"),
    own_cards=_("Our printed market cards lie on the table, and we say which ones"),
)
BOUNDS = {"cards": Bound(200, _("This box has too many cards: it may have {most}."))}
BOX_WORDS = {
    "cards": _("Market cards"),
    "stakes": _("Stakes sheets"),
    "name": _("Name of the box"),
    "when": _("When it works"),
    "price": _("Price in coins"),
    "hearts": _("Hearts to take"),
    "coins": _("Coins to take"),
    "stars": _("Stars to take"),
    "hit": _("Hearts that everyone else puts back"),
    "market": _("Buy or discard another card"),
    "in": _("IN"),
    "out": _("OUT"),
    "flash": _("Flash"),
    "chance_it": _("CHANCE IT"),
}


def lobby_note(players: int) -> str:
    """J2: a table of two is a variant."""
    if players < PLAYERS[0]:
        return "seats_wait"
    return "seats_two" if players == 2 else ""


def printed(box: Box) -> Printed:
    """The market cards and the stakes sheets, in the words of `chanceit.models`."""
    cards: list[dict[str, Any]] = [msgspec.to_builtins(card) for card in box.cards]
    return Printed(
        [{"card": card.pop("id"), **card} for card in cards],
        [
            {"players": int(players), "out": sheet.out, "participants": sheet.participants}
            for players, sheet in box.stakes.items()
        ],
    )


def in_a_terminal() -> Terminal:
    from rules.chance_it import terminal  # it knows all of this package

    return terminal


def trial() -> Trial:
    from rules.chance_it import balance  # likewise

    return balance


def weigher() -> Weigher:
    from rules.chance_it import looking_back  # likewise

    return looking_back
