"""What each viewer may see, and may do now.

A view starts empty and only what may be seen is put in; nothing is ever taken out of a state. Secret are the order of
the pile, the guide cards of others until the reveal, and the cards that others have picked until they work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from rules.chance_it.events import AnyEvent, DiceRerolled, DiceRolled, GuidesRevealed, MarketLaidOut, Row
from rules.chance_it.market import LayingOut, laying_out
from rules.chance_it.moves import AnyMove, Correct, Due, LayOut, Reroll, Roll, Start
from rules.chance_it.outlook import Outlook, outlook
from rules.chance_it.play import LAY_OUT, REROLL, ROLL, SHUFFLE, START, legal
from rules.chance_it.state import CHANCE_IT, Guide, Phase, Player, Result, State
from rules.parts import Tokens, Viewer

OF_WHO_HAS_THE_DICE = {"roll": ROLL, "reroll": REROLL, "lay_out": LAY_OUT}
"""R7, R17, J18: by phase, what the starting player or the game master does."""


class PlayerSeen(Struct, frozen=True, gc=False):
    coins: int
    hearts: int
    stars: int
    cards: tuple[str, ...]
    guide: Guide | Literal["face_down"] | None
    bound: bool
    in_game: bool


class View(Struct, frozen=True, gc=False):
    seat: int | None
    """Whose phone this is; None on the game-master screen and for spectators."""
    round: int
    phase: Phase
    awaiting: tuple[int, ...]
    starter: int | None
    dice: tuple[int, ...]
    row: Row | None
    """The row of the action board in work."""
    place: int | None
    """The die in work, counted along the board from 0; at the reroll the first of the 1s."""
    in_game: int
    """How many are still in the game: which stakes sheet applies (R6)."""
    players: tuple[PlayerSeen, ...]
    market: tuple[str, ...]
    pile: int
    """How many cards are left in the pile."""
    discard: tuple[str, ...]
    result: Result | None
    outlook: Outlook | None
    """For a phone whose owner may choose: what each guide card can cost or bring."""
    lay_out: LayingOut | None
    """J18: for those who may say which cards lie there now; they send a move `lay_out` with `cards`."""
    can: tuple[AnyMove | Due, ...]
    """What this viewer may do now. A screen offers this and nothing else."""


def view(state: State, viewer: Viewer) -> View:
    seat = viewer if isinstance(viewer, int) else None
    is_choosing = state.phase == "choose"
    row, place = _in_work(state)
    awaiting = state.awaiting
    return View(
        seat=seat,
        round=state.round,
        phase=state.phase,
        awaiting=awaiting,
        starter=state.starter,
        dice=state.dice,
        row=row,
        place=place,
        in_game=len(state.seats_in_game),
        players=tuple(
            [_player_seen(player, is_choosing and number != seat) for number, player in enumerate(state.players)]
        ),
        market=tuple([card.id for card in state.market]),
        pile=len(state.pile),
        discard=tuple([card.id for card in state.discard]),
        result=state.result,
        outlook=_outlook(state, seat) if is_choosing and seat is not None else None,
        lay_out=laying_out(state) if state.phase == "lay_out" and may(state, viewer, LAY_OUT) else None,
        can=tuple(_can(state, viewer)),
    )


def _in_work(state: State) -> tuple[Row | None, int | None]:
    """R16; R17: while the 1s wait for the reroll they are in work, although their cards have worked."""
    if state.action is None:
        return None, None
    place = 0 if state.phase == "reroll" else state.action.place
    return "chance_it" if place == CHANCE_IT else state.dice[place], place


def _player_seen(player: Player, is_hidden: bool) -> PlayerSeen:
    """Before the reveal a guide card lies face down, but for that of a bound player (J4)."""
    guide: Guide | Literal["face_down"] | None = player.guide
    if is_hidden and guide is not None and not player.bound:
        guide = "face_down"
    return PlayerSeen(
        player.coins,
        player.hearts,
        player.stars,
        tuple([card.id for card in player.cards]),
        guide,
        player.bound,
        player.hearts > 0,
    )


def _outlook(state: State, seat: int) -> Outlook | None:
    player = state.players[seat]
    return outlook(state, seat) if player.hearts and not player.bound else None


def _can(state: State, viewer: Viewer) -> Sequence[AnyMove | Due]:
    """The legal moves that are this viewer's."""
    if viewer == "spectator":
        return ()
    if state.phase == "start":  # R5
        return [Start(seat) for seat in range(len(state.players)) if viewer in (seat, "game_master")]
    due = OF_WHO_HAS_THE_DICE.get(state.phase)
    if due is not None:
        return (due,) if may(state, viewer, due) else ()
    return [move for move in legal(state) if getattr(move, "seat", None) == viewer]


def may(state: State, viewer: Viewer, move: AnyMove | Due) -> bool:
    """Whether this move is this viewer's to make, be it legal now or not.

    Seats move for themselves and may have the server roll when the dice are theirs, or say which of the own cards lie
    there (J18). The game master may also type in dice, name the starting player and correct tokens. Nobody brings a
    shuffle along: shuffles are always drawn.
    """
    if viewer == "spectator" or move in (START, SHUFFLE):
        return False
    if isinstance(move, Due | LayOut):
        return viewer == "game_master" or viewer == state.starter
    if viewer == "game_master":
        return isinstance(move, Start | Roll | Reroll | Correct)
    return getattr(move, "seat", None) == viewer and not isinstance(move, Correct)


def events_for(events: Sequence[AnyEvent], viewer: Viewer) -> list[AnyEvent]:
    """Everybody gets the same: no event of Chance It holds a secret."""
    return list(events)


def reveals(events: Sequence[AnyEvent]) -> bool:
    """Whether guide cards were revealed, dice came to lie, or cards of the pile were laid out.

    Printed cards (J18) lie on the real table, whatever somebody has said of them.
    """
    return any(
        isinstance(event, GuidesRevealed | DiceRolled | DiceRerolled)
        or (isinstance(event, MarketLaidOut) and event.rule != "J18")
        for event in events
    )


def laid_open(state: State) -> dict[str, Any]:
    """The whole state, secrets included, in the shape of the records: never for a viewer."""
    return {
        "round": state.round,
        "phase": state.phase,
        "awaiting": state.awaiting,
        "starter": state.starter,
        "dice": state.dice,
        "players": [
            {
                "coins": player.coins,
                "hearts": player.hearts,
                "stars": player.stars,
                "cards": [card.id for card in player.cards],
                "guide": player.guide,
                "bound": player.bound,
                "in_game": player.is_in_game,
            }
            for player in state.players
        ],
        "market": [card.id for card in state.market],
        "pile": [card.id for card in state.pile],
        "discard": [card.id for card in state.discard],
        "result": state.result,
    }


def tokens(state: State) -> list[Tokens]:
    """Coins, hearts and stars by seat."""
    return [Tokens(player.coins, player.hearts, player.stars) for player in state.players]


def is_automatic(state: State) -> bool:
    """Shuffles are drawn at once; dice wait for somebody to roll them."""
    return state.phase == "shuffle"
