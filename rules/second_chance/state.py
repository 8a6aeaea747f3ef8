"""What lies on the table and what everybody has drawn, and whose move it is.

Everything is frozen and shared: a move gives a new state and leaves the old one as it was.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.refusals import IllegalMove, _
from rules.second_chance.box import Box
from rules.second_chance.options import Options
from rules.second_chance.tiles import Tile

Phase: TypeAlias = Literal["shuffle", "start", "draw", "second_chance", "bonus", "over"]
"""What the table waits for."""
Why: TypeAlias = Literal["full", "fewest", "solo"]

EMPTY = "."
ONE = "1"
LETTERS = ascii_lowercase + ascii_uppercase
"""What a drawing is written with: `a` for the starting tile, then a letter for each round.

Whoever is still in the game draws exactly one tile in every round, so a drawing's number is that of its round. There
are letters enough: a round reveals two tiles, and a box has at most 100, so round 50 is the last, and its letter `Y`.
"""
_FILLED = str.maketrans({EMPTY: "0", ONE: "1"} | dict.fromkeys(LETTERS, "1"))


class Player(Struct, frozen=True, gc=False):
    grid: str
    """All squares in reading order: `.` empty, `1` the 1, else the letter of the drawing."""
    tile: Tile | None = None
    """The starting tile or the second chance that is to be drawn."""
    dropped: bool = False
    one: bool = False
    """R12: has written the 1."""

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.grid.count(EMPTY)

    @property
    def filled(self) -> int:
        """The squares that are not empty, as a set of `rules.second_chance.tiles`."""
        return int(self.grid.translate(_FILLED), 2)

    def has_drawn(self, round: int) -> bool:
        return LETTERS[round] in self.grid


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    why: Why


class State(Struct, frozen=True, gc=False):
    box: Box
    options: Options
    players: tuple[Player, ...]
    game: int = 1
    """R18: which of the three solo games; otherwise 1."""
    round: int = 0
    """0 until the first two tiles are revealed."""
    phase: Phase = "shuffle"
    awaiting: tuple[int, ...] = ()
    """The seats that have to move, ascending; empty when the table is to move or the game is over."""
    revealed: tuple[Tile, ...] = ()
    deck: tuple[Tile, ...] = ()
    totals: tuple[int, ...] = ()
    """R18: the empty squares of each solo game that is finished."""
    result: Result | None = None

    @property
    def seats_in_game(self) -> list[int]:
        """R11: those who have not dropped out."""
        return [seat for seat, player in enumerate(self.players) if not player.dropped]

    @property
    def is_at_rest(self) -> bool:
        """This game has ended or has not begun: nothing goes on by itself."""
        return self.phase in ("shuffle", "over")

    def tiles_for(self, seat: int) -> tuple[Tile, ...]:
        """What this seat may choose from now: the revealed tiles, or the one dealt to it."""
        if seat not in self.awaiting or self.phase == "bonus":
            return ()
        if self.phase == "draw":
            return self.revealed
        tile = self.players[seat].tile
        return () if tile is None else (tile,)

    def player_to_move(self, seat: int) -> Player:
        """Whoever sits there, if it is for them to move."""
        if not 0 <= seat < len(self.players):
            raise IllegalMove("no_such_seat", _("There is no seat {seat} at this table."), seat=seat)
        player = self.players[seat]
        if seat in self.awaiting:
            return player
        if self.phase == "bonus":  # R12
            raise IllegalMove("no_one_to_write", _("Only those who drop out first write a 1, and only one."))
        if player.dropped:
            raise IllegalMove("dropped_out", _("You have dropped out: you draw no more."))
        if self.phase == "draw" and not player.has_drawn(self.round):  # R9
            raise IllegalMove("wait", _("Neither Tile fits. When the others have drawn, you get your Second Chance."))
        raise IllegalMove("not_your_turn", _("There is nothing for you to do until the others are ready."))

    def has_moved(self, seat: int, player: Player) -> State:
        """The state once this seat, awaited until now, has become this player."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players, awaiting=tuple([other for other in self.awaiting if other != seat]))
