"""What lies on the table: action board, stakes sheet, market and players, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rules.chance_it import Box, Buy, Discard, Own, Shared, Use
from rules.chance_it.effects import OF_THE_ROWS
from rules.chance_it.events import Row
from rules.chance_it.terminal.cards import Cards
from rules.chance_it.terminal.pen import BOLD, FAINT, Pen, padded, wide

ROWS: tuple[Row, ...] = (1, 2, 3, 4, 5, 6, "chance_it")
GUIDES = {"in": "IN", "out": "OUT", "chance_it": "CHANCE IT", "face_down": "face down"}
LONGEST_NAME = 12
NARROWEST = 36
"""Columns that cards need beside their owner; with less room they are written below."""


class Table:
    def __init__(self, pen: Pen, cards: Cards, box: Box, names: tuple[str, ...]) -> None:
        self._pen = pen
        self._cards = cards
        self._sheet = box.sheet
        self._names = [f"{_short(names[0])} (you)" if names[0] != "You" else "You", *names[1:]]

    def show(self, view: Shared, own: Own) -> None:
        """All of it."""
        self._pen.line()
        left, right = self._action_board(view), self._stakes_sheet(view)
        beside = max(wide(line) for line in left) + 3
        for number, (row, stakes) in enumerate(zip_longest(left, right, fillvalue="")):
            self._pen.line(f"  {padded(row, beside)}{stakes}", BOLD if number == 0 else None)
        self.show_market(view, own)
        self.show_players(view)

    def show_market(self, view: Shared, own: Own) -> None:
        """The cards in words, each with its numbers for buying and discarding if the seat may do so now."""
        numbers = {move: str(number) for number, move in enumerate(in_order(own), start=1)}
        seat = own.seat or 0
        is_turn = any(isinstance(move, Discard) for move in numbers)
        title = "buy  discard   MARKET" if is_turn else "MARKET"
        self._pen.line()
        self._pen.line(f"    {title}, {view.pile} more in the pile", BOLD)
        for card_id in view.market:
            margin = "    "
            if is_turn:
                margin += f"{numbers.get(Buy(seat, card_id), '-'):>2}  {numbers[Discard(seat, card_id)]:>6}     "
            self._cards.show(card_id, margin)
        if not view.market:
            self._pen.line("    no card anywhere", FAINT)

    def show_cards(self, choices: Sequence[str | None]) -> None:
        """The person's own cards to pick from; None stands for none of them."""
        self._pen.line()
        self._pen.line("    Which of your cards works?", BOLD)
        for number, card in enumerate(choices, start=1):
            if card:
                self._cards.show(card, f"    {number}   ")
            else:
                self._pen.line(f"    {number}   none")

    def show_players(self, view: Shared) -> None:
        self._pen.line()
        longest = max(wide(name) for name in self._names)
        guides = [self._guide(view, seat) for seat in range(len(self._names))]
        for seat, player in enumerate(view.players):
            mark = "▸" if seat == view.starter else " "
            line = f"  {mark} {padded(self._names[seat], longest)}"
            if not player.in_game:
                self._pen.line(f"{line}   out of the game", FAINT)
                continue
            for token, number in (("hearts", player.hearts), ("coins", player.coins), ("stars", player.stars)):
                line += f"   {self._pen.column(number, token)}"
            if any(guides):
                line += f"   {guides[seat]:<{max(map(len, guides))}}"
            cards = " · ".join(self._cards.in_short(card) for card in player.cards)
            if cards and self._pen.width - wide(line) >= NARROWEST:
                self._pen.paragraph(cards, margin=f"{line}   ")
            else:
                self._pen.line(line)
                self._pen.paragraph(cards, margin=" " * 6)

    def show_dice(self, view: Shared) -> None:
        """How far the action round has come."""
        dice = [("▸" if place == view.place else " ") + f"[{die}]" for place, die in enumerate(view.dice)]
        chance_it = ("▸" if view.row == "chance_it" else " ") + "CHANCE IT"
        self._pen.line(f"   {' '.join(dice)}  {chance_it}")

    def _guide(self, view: Shared, seat: int) -> str:
        player = view.players[seat]
        if player.guide is None or not player.in_game:
            return ""
        return f"{GUIDES[player.guide]} (bound)" if player.bound else GUIDES[player.guide]

    def _action_board(self, view: Shared) -> list[str]:
        lines = ["  ACTION BOARD"]
        for row in ROWS:
            mark = "▸" if row == view.row else " "
            dice = " ".join(f"[{die}]" for die in view.dice if die == row)
            lines.append(f"{mark} {'CHANCE IT' if row == 'chance_it' else f'{row}  {dice}':<22}  {self._meaning(row)}")
        return lines

    def _meaning(self, row: Row) -> str:
        if row == 1:
            return "roll every 1 again"
        if row == 6:
            return "buy or discard 1 card"
        token, by, _cause, _rule = OF_THE_ROWS[row]
        told = f"{'take' if by > 0 else 'put back'} {self._pen.tokens(abs(by), token)}"
        return f"{told} if laid" if row == "chance_it" else told

    def _stakes_sheet(self, view: Shared) -> list[str]:
        """For each number of players what OUT brings and taking part costs; all OUT cost a heart each."""
        sheet = self._sheet(view.in_game)
        lines = ["STAKES for each", f"players  {'OUT':<8}  take part"]
        for players in range(1, view.in_game + 1):
            price = self._pen.column(-sheet.participants[players - 1], "coins")
            if players < view.in_game:
                out = self._pen.column(sheet.out[players - 1], "coins", sign="+")
            else:
                out = self._pen.column(-1, "hearts")
            lines.append(f"{players:<7}  {out:<9} {price}")
        return lines


def _short(name: str) -> str:
    if wide(name) <= LONGEST_NAME:
        return name
    while wide(name) >= LONGEST_NAME:
        name = name[:-1]
    return name + "…"


def in_order(own: Own) -> list[Any]:
    """What the seat may do, as it is numbered on the screen: discarding and doing without come last."""
    return sorted(own.can, key=lambda move: isinstance(move, Discard) or (isinstance(move, Use) and move.card is None))
