"""One game at the terminal: whose move it is, and where it comes from."""

from __future__ import annotations

import argparse
import io
import sys
from itertools import cycle, islice
from typing import Any

import msgspec

from rules import chance_it
from rules.chance_it import Choose, Due, Own, Roll, Shared, Start, Use
from rules.chance_it.terminal.asking import Asking, Leaving
from rules.chance_it.terminal.cards import Cards
from rules.chance_it.terminal.ending import show_the_seed, tell_the_end
from rules.chance_it.terminal.pen import Pen
from rules.chance_it.terminal.story import Story
from rules.chance_it.terminal.table import GUIDES, Table, in_order
from rules.header import Header
from rules.luck import Luck, commitment, new_seed

YOU = 0
"""The person's seat; the computer players sit clockwise from there."""
NAMES = ("Bob", "Cleo", "Dan", "Eva", "Finn", "Gina")


class Sitting:
    """One game from the welcome to the goodbye."""

    def __init__(self, options: argparse.Namespace, pen: Pen, record: io.FileIO | None) -> None:
        others = [name for name in NAMES if name != options.name][: options.players - 1]
        names = (options.name, *others)
        self._tempers = ["", *islice(cycle(options.against or chance_it.COMPUTER_PLAYERS), len(others))]
        self._luck = Luck(options.seed or new_seed())
        header = Header("chanceit/1", chance_it.NAME, names, commitment=commitment(self._luck.seed))
        self._box, self._options = chance_it.house_box(), chance_it.Options()
        self._state = chance_it.new_game(len(names), self._box, self._options)
        self._moves = self._draws = 0
        self._is_watching = True
        self._pen = pen
        cards = Cards(pen, self._box)
        self._table = Table(pen, cards, self._box, names)
        self._story = Story(pen, cards, names, YOU)
        self._asking = Asking(pen)
        self._asking.show_table = lambda: self._table.show(self._view(), self._own())
        self._record = record
        self._record_name = options.record
        self._write(header)

    def play(self) -> int:
        """The status for the shell: 0 also for whoever leaves early, 130 after Ctrl-C."""
        status = 0
        try:
            self._welcome()
            while self._view().result is None:
                self._carry_out(self._next_move())
            tell_the_end(self._pen, self._story, self._view())
        except Leaving:
            self._pen.heading("Goodbye, and thank you for playing")
        except KeyboardInterrupt:
            self._pen.line()
            self._pen.heading("Goodbye, and thank you for playing")
            status = 130
        show_the_seed(self._pen, self._luck.seed, self._record_name)
        return status

    def _view(self) -> Shared:
        return chance_it.shared(self._state)

    def _own(self) -> Own:
        return chance_it.own(self._state, YOU)

    def _welcome(self) -> None:
        pen = self._pen
        others = range(1, len(self._tempers))
        told = [f"{self._story.who([seat])} ({self._tempers[seat]})" for seat in others]
        stars = pen.tokens(self._options.stars_to_win, "stars")
        pen.heading("Chance It")
        pen.paragraph(f"At the table with you: {', '.join(told)}.")
        if len(told) == 1:
            pen.paragraph("The box is made for 3 to 6 players; two is a variant.")
        pen.paragraph(f"{stars} end the game, and the most stars win. Without a heart you are out.")
        pen.paragraph("Type ? for help whenever you are asked, q to quit.")
        pen.line()
        pen.paragraph("All luck follows from a seed that you will see after the game. Its SHA-256 is")
        pen.line(f"  {commitment(self._luck.seed)}")
        pen.line()

    def _next_move(self) -> Any:
        """The computer players are quick: the person lays the last guide card and picks last."""
        view, own = self._view(), self._own()
        for seat in view.awaiting:
            if seat != YOU:
                return self._computer_move(seat)
        if view.phase == "start":
            return self._start(view, own)
        if view.phase == "roll":
            self._wait_for_the_roll(view, own)
        elif view.phase == "reroll" and own.can:
            self._asking.for_enter("Press Enter to roll every 1 again.")
        if own.can and not isinstance(own.can[0], Due):
            return self._ask(view, own)
        return self._draw()

    def _computer_move(self, seat: int) -> Any:
        state, number = self._state, self._moves
        computer_player = chance_it.COMPUTER_PLAYERS[self._tempers[seat]]
        seen = chance_it.shared(state), chance_it.own(state, seat)
        return computer_player(*seen, self._box, self._options, self._luck.lots(f"{number}-{seat}"))

    def _draw(self) -> Any:
        self._draws += 1
        return chance_it.draw(self._state, self._luck, self._draws - 1)

    def _start(self, view: Shared, own: Own) -> Any:
        answer = self._asking.for_enter("Who starts? 1 grabs the dice, Enter leaves it to lots:", "1")
        if answer == "1":
            return own.can[0]
        return Start(self._luck.lots("start").one_of(len(view.players)))

    def _wait_for_the_roll(self, view: Shared, own: Own) -> None:
        """Also the moment to read on: the story of the last round ends here."""
        if own.can:
            self._asking.for_enter("Press Enter to roll the dice.")
        elif view.players[YOU].in_game:
            self._asking.for_enter("Press Enter to go on.")
        elif self._is_watching:
            answer = self._asking.for_enter("You are out. Enter watches the next round, e goes to the end:", "e")
            self._is_watching = answer != "e"

    def _ask(self, view: Shared, own: Own) -> Any:
        """One of the moves that are open."""
        moves = in_order(own)
        self._pen.line()
        if isinstance(moves[0], Choose):
            guides = [f"{number} {GUIDES[move.guide]}" for number, move in enumerate(moves, start=1)]
            return moves[self._asking.for_number(f"Your guide card: {', '.join(guides)}", len(moves)) - 1]
        self._table.show_dice(view)
        self._table.show_players(view)
        if isinstance(moves[0], Use):
            self._table.show_cards([move.card for move in moves])
        else:
            self._table.show_market(view, own)
        self._pen.line()
        number = self._asking.for_number(f"Your choice, 1 to {len(moves)}", len(moves))
        self._pen.line()
        return moves[number - 1]

    def _carry_out(self, move: Any) -> None:
        self._state, events = chance_it.apply(self._state, move)
        self._moves += 1
        self._write(move)
        self._story.tell(events)
        view = self._view()
        if view.phase == "choose" and isinstance(move, Roll) and self._is_watching:
            self._table.show(view, self._own())

    def _write(self, line: object) -> None:
        if self._record is None:
            return
        try:
            self._record.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            sys.exit(f"The record cannot be written to {self._record_name}: {error.strerror}.")
