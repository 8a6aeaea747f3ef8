"""Notes in the header of a record: what happened beside the moves that stand.

They change no state, and a record may hold any. Those known here say something about its draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from rules.refusals import BadRecord
from rules.words import in_words


class Note(Struct, frozen=True, tag_field="what", tag=in_words):
    """The base of the known notes; `after` is how many moves stood then."""

    after: Annotated[int, Meta(ge=0)]


class Typed(Note, frozen=True):
    """The move that follows was typed in: real dice, which no seed gives."""


class Undone(Note, frozen=True):
    """These moves came then and were taken back."""

    moves: tuple[Any, ...] = ()


class Continued(Note, frozen=True):
    """Up to here it is an earlier game, with that commitment. What nobody had seen was dealt anew with this salt."""

    commitment: str = ""
    salt: str = ""


class Ended(Note, frozen=True):
    """The game was ended before it was over."""


KNOWN: dict[str, type[Note]] = {"typed": Typed, "undone": Undone, "continued": Continued, "ended": Ended}


class Notes:
    """The notes of one record, as far as they are known. Raises BadRecord for a known one that is malformed."""

    def __init__(self, notes: Sequence[dict[str, Any]]) -> None:
        self.typed: set[int] = set()
        """After how many moves one was typed in that still stands."""
        self.continued: Continued | None = None
        """The last time that the game was continued."""
        self._told: list[tuple[int | None, dict[str, Any]]] = []
        for number, note in enumerate(notes, start=1):
            known = _read(number, note)
            if isinstance(known, Typed):
                self.typed.add(known.after)
                continue
            if isinstance(known, Undone):
                self.typed = {after for after in self.typed if after < known.after}
            elif isinstance(known, Continued):
                if not known.after:
                    raise _bad_note(number, "a game that has not begun cannot be continued")
                self.continued = known
            after = note.get("after")
            self._told.append((after if type(after) is int and after >= 0 else None, note))

    def after(self, moves: int) -> list[dict[str, Any]]:
        """What is to be told when so many moves stand, in order; how a move was made is told with the move."""
        return [note for after, note in self._told if after == moves]

    def rest(self, moves: int) -> list[dict[str, Any]]:
        """What else is to be told in the end, when no more than so many moves stand."""
        return [note for after, note in self._told if after is None or after > moves]


def _read(number: int, note: dict[str, Any]) -> Note | None:
    what = note.get("what")
    if not isinstance(what, str) or what not in KNOWN:
        return None
    try:
        return msgspec.convert(note, KNOWN[what])
    except msgspec.ValidationError as error:
        raise _bad_note(number, str(error)) from None


def _bad_note(number: int, error: str) -> BadRecord:
    return BadRecord("bad_note", "Note {number} of the header is malformed: {error}.", number=number, error=error)
