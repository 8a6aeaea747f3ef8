"""What lies on the table and in the hands, and whose move it is.

Everything is frozen and shared: a move gives a new state and leaves the old one as it was. What follows from the
rest is not stored but asked for (`awaiting`, `is_in_game` ...).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.chance_it.box import Box, Card
from rules.chance_it.options import Options
from rules.refusals import IllegalMove, _

Guide: TypeAlias = Literal["in", "out", "chance_it"]
Token: TypeAlias = Literal["coins", "hearts", "stars"]
Why: TypeAlias = Literal["stars", "last_heart", "nobody"]
Phase: TypeAlias = Literal[
    "shuffle", "lay_out", "start", "roll", "choose", "use", "reroll", "market", "over", "running"
]
"""What the table waits for. `running` is seen only while a move is carried out: the rules go on by themselves."""

DICE = 5
CHANCE_IT = DICE
"""The place of the CHANCE IT action: after the five dice, which have the places 0 to 4."""


class Out(Struct, frozen=True, gc=False):
    """When somebody lost the last heart (R30)."""

    round: int
    number: int
    """1 for whoever went first, and so on; those who went by the same action have the same."""


class Player(Struct, frozen=True, gc=False):
    coins: int
    hearts: int
    stars: int = 0
    cards: tuple[Card, ...] = ()
    """Lying open in front of the player, in the order in which they were bought (R29)."""
    guide: Guide | None = None
    bound: bool = False
    """R10: IN is forced in this round."""
    out: Out | None = None

    @property
    def is_in_game(self) -> bool:
        """R30: whoever has no heart is out, and nobody in the game has none."""
        return self.hearts > 0


class Turn(Struct, frozen=True, gc=False):
    """Somebody's turn in the market: to buy or discard one card."""

    seat: int
    card_first: bool = False
    """J11: a turn at a 6 begins with the player's die-6 card."""


class ActionRound(Struct, frozen=True, gc=False):
    """How far the action round has come (R16)."""

    place: int = 0
    """The die in work, counted along the board from 0; then CHANCE_IT."""
    has_worked: bool = False
    """The action itself is done, only turns in the market may be left of it."""
    asked: tuple[int, ...] = ()
    """Seats that still have to pick a card for this action (J10)."""
    picks: tuple[tuple[int, Card], ...] = ()
    """Cards picked, with their seats, that wait for the others' picks."""
    turns: tuple[Turn, ...] = ()
    used: tuple[Card, ...] = ()
    """R29b: cards that have worked for a die of this round."""
    acquired: tuple[Card, ...] = ()
    """R29f: cards bought in this action round."""


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    why: Why


class State(Struct, frozen=True, gc=False):
    box: Box
    options: Options
    players: tuple[Player, ...]
    round: int = 0
    phase: Phase = "shuffle"
    starter: int | None = None
    dice: tuple[int, ...] = ()
    """As they lie along the board, ascending; none before the roll."""
    market: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    """Top first; J18: with own cards nobody knows the order, and they lie ascending by id."""
    discard: tuple[Card, ...] = ()
    action: ActionRound | None = None
    result: Result | None = None

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that have to move, ascending; empty when the table is to move or the game is over."""
        if self.phase == "choose":
            return tuple([seat for seat, player in enumerate(self.players) if player.guide is None and player.hearts])
        if self.phase == "use":
            return self.running_action.asked
        if self.phase == "market":
            return (self.running_action.turns[0].seat,)
        return ()

    @property
    def running_action(self) -> ActionRound:
        assert self.action is not None, "only asked for while an action round is under way"
        return self.action

    @property
    def row(self) -> int | None:
        """The row of the die in work; None for CHANCE IT."""
        place = self.running_action.place
        return None if place == CHANCE_IT else self.dice[place]

    @property
    def seats_in_game(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.hearts]

    @property
    def participants(self) -> list[int]:
        """R9, R15: those the action round is about, in seat order, once the guide cards are revealed."""
        return [seat for seat, player in enumerate(self.players) if player.hearts and player.guide != "out"]

    def in_turn_order(self, seats: list[int]) -> list[int]:
        """R24: clockwise from the starting player; J20: also if that player is not among them."""
        starter = self.starter or 0
        return [seat for seat in seats if seat >= starter] + [seat for seat in seats if seat < starter]

    def with_player(self, seat: int, player: Player) -> State:
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def player_at(self, seat: int) -> Player:
        """Whoever sits there, if they are still in the game."""
        if not 0 <= seat < len(self.players):
            raise IllegalMove("no_such_seat", _("There is no seat {seat} at this table."), seat=seat)
        player = self.players[seat]
        if not player.hearts:
            raise IllegalMove("out_of_the_game", _("A player who has lost the last heart is eliminated."))
        return player
