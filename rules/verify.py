"""Checking the luck of a record after the game: is every draw what its seed and its salt give?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from rules.luck import Luck, commitment
from rules.notes import Notes
from rules.record import LineRefused, Playing, replay
from rules.refusals import BadRecord


def verify(lines: Iterable[bytes], seed: str) -> Iterator[dict[str, Any]]:
    """A line for each draw of the table, whether the seed gives it, for each note, and one for the whole at the end.

    Raises LineRefused for a bad record, and for a note that it needs and cannot read.
    """
    checking: Checking | None = None
    for playing in replay(lines):
        if checking is None:
            checking = Checking(playing, seed)
        yield from checking.next_step()
    assert checking is not None, "a record without a line is refused"
    yield from checking.close()


class Checking:
    """A record on its way through `verify`."""

    def __init__(self, playing: Playing, seed: str) -> None:
        header = playing.header
        try:
            self._notes = Notes(() if header.notes is UNSET else header.notes)
        except BadRecord as refusal:
            raise LineRefused(refusal, 1) from None
        self._playing = playing
        self._seed = seed
        self._before = playing.state
        self._salts = iter(() if header.salts is UNSET else header.salts)
        self._draws = self._differing = self._typed = 0

    def next_step(self) -> Iterator[dict[str, Any]]:
        """What is to be told after the header, and again after each move."""
        moves, game = self._playing.moves, self._playing.game
        if moves and isinstance(moves[-1], game.DRAWN):
            yield self._told_of_draw()
        self._before = self._playing.state
        for note in self._notes.after(len(moves)):
            yield {"note": note}
        continued = self._notes.continued
        if continued is not None and continued.after == len(moves):
            anew = game.dealt_anew(moves, self._playing.state, Luck(self._seed, continued.salt))
            yield {"line": len(moves) + 1, **self._checked(anew == moves), "dealt_anew": True}

    def _told_of_draw(self) -> dict[str, Any]:
        moves, game = self._playing.moves, self._playing.game
        told: dict[str, Any] = {"line": len(moves) + 1}
        salt = next(self._salts, "")
        is_typed = len(moves) - 1 in self._notes.typed
        continued = self._notes.continued
        if continued is not None and len(moves) <= continued.after:  # another seed's
            told["earlier"] = True
        elif is_typed:
            told["draw"] = self._draws
            self._draws += 1
            self._typed += 1
        else:
            told |= self._checked(game.draw(self._before, Luck(self._seed, salt), self._draws) == moves[-1])
        if is_typed:
            told["typed"] = True
        return {**told, "move": moves[-1]}

    def _checked(self, is_drawn: bool) -> dict[str, Any]:
        told = {"draw": self._draws, "ok": is_drawn}
        self._draws += 1
        self._differing += not is_drawn
        return told

    def close(self) -> Iterator[dict[str, Any]]:
        moves, promised = len(self._playing.moves), self._playing.header.commitment
        continued = self._notes.continued
        if continued is not None and continued.after > moves:
            refusal = BadRecord(
                "bad_note",
                "The game was continued after {after} moves, but there are only {moves}.",
                after=continued.after,
                moves=moves,
            )
            raise LineRefused(refusal, 1)
        for note in self._notes.rest(moves):
            yield {"note": note}
        yield {
            "draws": self._draws,
            "differing": self._differing,
            "typed": self._typed,
            "commitment_ok": None if promised is UNSET else promised == commitment(self._seed),
            "continued": continued is not None,
        }
