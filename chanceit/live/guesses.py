"""What people guess while they have nothing to do: who takes part, who wins.

Just for fun, so it is no part of game, log or record: it is in memory, and lost with the room. Whatever goes wrong here
touches no turn. What may be guessed at, and what came of it, a game says; nobody is told the guess of another.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from chanceit.live import messages
from chanceit.table import log
from chanceit.table.state import Actor, Entry, TableState
from rules.parts import Guess
from rules.refusals import Refusal, _

if TYPE_CHECKING:
    from chanceit.live.room import Room, Screen

logger = logging.getLogger("chanceit.guesses")

RECENT = 20
"""Entries that are kept for a guess that comes late from another process."""
FORGETTING = (log.Begun, log.ClearedAway, log.Ended, log.GameChosen)
"""After these another game is on, or none."""


class Guesser:
    """Somebody's guesses in the game that is on: at most one of each kind is open."""

    def __init__(self) -> None:
        self.open: dict[str, messages.Guessed] = {}
        self.decided: tuple[messages.Guessed, ...] = ()
        """What was decided last."""
        self.right = 0
        self.of = 0

    def judge(self, decided: Sequence[messages.Guessed]) -> None:
        for guessed in decided:
            del self.open[guessed.what]
        self.decided = tuple(decided)
        self.right += sum(guessed.answer in (guessed.came or ()) for guessed in decided)
        self.of += len(decided)


class Guesses:
    """Those of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._guessers: dict[int, Guesser] = {}
        """By player: no more than sit there."""
        self._recent: deque[Entry] = deque(maxlen=RECENT)
        self._furthest = 0
        """So many moves have stood in this game: what was taken back is no guess any more."""
        self._sent: dict[int, messages.Guesses] = {}

    # What people do

    def guess(self, actor: Actor, what: str, answer: int) -> None:
        if not isinstance(actor, int):
            raise Refusal("not_yours", _("Only those who sit at the table can do this."))
        guess = next((guess for guess in self._open_to(self.room.table, actor) if guess.what == what), None)
        if guess is None or what in self._guesser(actor).open:
            raise Refusal("nothing_to_guess", _("There is nothing for you to guess now."))
        if answer not in guess.answers:
            raise Refusal("no_such_answer", _("This answer is not one of those to choose from."))
        self._keep(actor, messages.Guessed(what, answer, guess.are_seats))
        number = self.room.table.number
        self.room.house.neighbours.tell_guess(self.room, actor, what, answer, guess.are_seats, number)

    def hear(self, player: int, what: str, answer: int, are_seats: bool, number: int) -> None:
        """Somebody has guessed at another process, when the table was at this number: here it may be decided by now."""
        table = self.room.table
        if any(seated.player == player for seated in table.everybody):
            self._keep(player, messages.Guessed(what, answer, are_seats))
            for entry in self._recent:
                if entry.number > number:
                    self._judge(self._guessers[player], table, entry)
            self._tell(table, player)

    def _keep(self, player: int, guessed: messages.Guessed) -> None:
        guesser = self._guessers.setdefault(player, Guesser())
        guesser.open[guessed.what] = guessed
        guesser.decided = ()
        self._tell(self.room.table, player)

    def _guesser(self, player: int) -> Guesser:
        return self._guessers.get(player) or NOBODY

    def _open_to(self, table: TableState, player: int) -> tuple[Guess, ...]:
        if not table.fun or table.on is None or table.status != "playing" or table.on.count < self._furthest:
            return ()
        return table.game.guesses(table.on.state, table.seat_of(player))

    # What becomes of it

    def look(self, table: TableState, entries: Sequence[Entry]) -> None:
        """The table has changed."""
        try:
            for entry in entries:
                if isinstance(entry.what, FORGETTING):
                    self._guessers.clear()
                    self._recent.clear()
                    self._furthest = 0
                elif entry.events:
                    self._recent.append(entry)
                    for guesser in self._guessers.values():
                        self._judge(guesser, table, entry)
            self._furthest = max(self._furthest, 0 if table.on is None else table.on.count)
            here = {seated.player for seated in table.everybody}
            self._guessers = {player: guesser for player, guesser in self._guessers.items() if player in here}
            self._sent = {player: sent for player, sent in self._sent.items() if player in here}
            for player in {screen.actor for screen in self.room.screens if isinstance(screen.actor, int)}:
                self._tell(table, player)
        except Exception:
            logger.exception("guesses failed", extra={"table": self.room.code})

    @staticmethod
    def _judge(guesser: Guesser, table: TableState, entry: Entry) -> None:
        came = {what: table.game.came(what, entry.events) for what in guesser.open}
        decided = [replace(guesser.open[what], came=answers) for what, answers in came.items() if answers is not None]
        if decided:
            guesser.judge(decided)

    def best(self) -> messages.BestGuessers | None:
        """Who of those who sit there guessed best in the game that is over."""
        table = self.room.table
        if table.status != "over" or not table.fun:
            return None
        good = [(self._guessers[s.player], s) for s in table.everybody if s.player in self._guessers]
        best = max(((guesser.right, -guesser.of) for guesser, _seated in good), default=(0, 0))
        if not best[0]:
            return None
        seated = [seated for guesser, seated in good if (guesser.right, -guesser.of) == best]
        return messages.BestGuessers([s.name for s in seated], [s.colour for s in seated], best[0], -best[1])

    # What they are told

    def greet(self, screen: Screen) -> None:
        """A screen has come: it is told what its owner may guess, and has guessed."""
        try:
            if isinstance(screen.actor, int):
                told = self._told(self.room.table, screen.actor)
                if told != NOTHING:
                    self._sent[screen.actor] = told
                    screen.show(messages.encode(replace(told, number=self.room.table.number)))
        except Exception:
            logger.exception("guesses failed", extra={"table": self.room.code})

    def _tell(self, table: TableState, player: int) -> None:
        """To the phones of this player, if it is new."""
        told = self._told(table, player)
        if told == self._sent.get(player, NOTHING):
            return
        self._sent[player] = told
        message = messages.encode(replace(told, number=table.number))
        for screen in self.room.screens.copy():
            if screen.actor == player:
                screen.show(message)

    def _told(self, table: TableState, player: int) -> messages.Guesses:
        if not table.fun or table.on is None:
            return NOTHING
        guesser = self._guesser(player)
        open_now = self._open_to(table, player)
        if not open_now and guesser is NOBODY:
            return NOTHING
        return messages.Guesses(
            0,
            bool(open_now),
            tuple([guess for guess in open_now if guess.what not in guesser.open]),
            (*guesser.decided, *guesser.open.values()),
            guesser.right,
            guesser.of,
        )


NOBODY = Guesser()
NOTHING = messages.Guesses(0, False, (), (), 0, 0)
