"""What happened, in plain English: see `rules.telling`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict

from rules.chance_it.events import ActionBegan, AnyEvent, GuidesRevealed, TokenChanged
from rules.telling import SEATS, in_detail, plainly

OF_SEATS = (*SEATS, "starter", "whose", "bound")


def told(event: AnyEvent, names: Sequence[str]) -> str:
    """
    >>> from rules.chance_it.events import CardBought
    >>> told(CardBought(0, "m07", 3), ["Ann", "Bob"])
    'card bought: Ann, card m07, price 3'
    >>> told(TokenChanged(1, "hearts", -2, 6, "hit", "R21", whose=0), ["Ann", "Bob"])
    'Bob -2 hearts, has 6 (hit, whose Ann)'
    >>> told(GuidesRevealed(("in", "chance_it")), ["Ann", "Bob"])
    'guides revealed: Ann in, Bob chance it'
    """
    if isinstance(event, TokenChanged):
        about = {name: value for name, value in asdict(event).items() if name in ("row", "card", "whose")}
        why = ", ".join([event.cause, *in_detail(about, names, OF_SEATS)])
        return f"{names[event.seat]} {event.by:+d} {event.token}, has {event.left} ({why})"
    if isinstance(event, GuidesRevealed):
        laid = [f"{names[seat]} {guide.replace('_', ' ')}" for seat, guide in enumerate(event.guides) if guide]
        return f"guides revealed: {', '.join(laid)}"
    if isinstance(event, ActionBegan):
        return f"action began: row {str(event.row).replace('_', ' ')}"
    return plainly(event, names, OF_SEATS)
