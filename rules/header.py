"""The header of a record: which game, who plays, and with what. See docs/records.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record. Box and options stay as they were written; the game reads them."""

    format: Literal["chanceit/1"]
    game: str
    players: tuple[Annotated[str, Meta(max_length=80)], ...]
    box: msgspec.Raw | UnsetType = UNSET
    options: msgspec.Raw | UnsetType = UNSET
    id: str | UnsetType = UNSET
    created: str | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    salts: tuple[str, ...] | UnsetType = UNSET
    """What the devices threw in, one for each draw of the table in order (see `rules.luck`)."""
    notes: tuple[dict[str, Any], ...] | UnsetType = UNSET
    """What happened beside the moves that stand. They change no state."""
