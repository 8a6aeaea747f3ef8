"""What everybody sees, and what is each viewer's own: a secret, and what may be done now.

Both start empty and only what may be seen is put in; nothing is ever taken out of a state. Secret are the order of
the pile, the guide cards of others until the reveal, and the cards that others have picked until they work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.chance_it.events import AnyEvent, DiceRerolled, DiceRolled, GuidesRevealed, MarketLaidOut, Row
from rules.chance_it.market import LayingOut, laying_out
from rules.chance_it.moves import AnyMove, Correct, Due, LayOut, Reroll, Roll, Start
from rules.chance_it.outlook import Outlook, outlook
from rules.chance_it.play import LAY_OUT, REROLL, ROLL, SHUFFLE, START, legal
from rules.chance_it.ranking import Tie, ranking, tie_decided_by
from rules.chance_it.state import CHANCE_IT, DICE, Guide, Out, Phase, Player, Result, State
from rules.parts import Tokens, Viewer
from rules.ranking import Ranked

OF_WHO_HAS_THE_DICE = {"roll": ROLL, "reroll": REROLL, "lay_out": LAY_OUT}
"""R7, R17, J18: by phase, what the starting player or the game master does."""


class PlayerSeen(Struct, frozen=True, gc=False):
    coins: int
    hearts: int
    stars: int
    cards: tuple[str, ...]
    guide: Guide | Literal["face_down"] | None
    """Before the reveal it lies face down, but for that of a bound player (J4); its owner finds it in `secret`."""
    bound: bool
    in_game: bool
    out: Out | None
    """When this player lost the last heart."""


class Laid(Struct, frozen=True, gc=False):
    """How many laid what: which columns of the stakes sheet count (J6)."""

    taking_part: int
    out: int


class Shared(Struct, frozen=True, gc=False):
    """A table as everybody sees it."""

    round: int
    phase: Phase
    awaiting: tuple[int, ...]
    starter: int | None
    dice: tuple[int, ...]
    to_roll: int
    """How many dice are to be rolled now: all, or the 1s."""
    row: Row | None
    """The row of the action board in work."""
    place: int | None
    """The die in work, counted along the board from 0; those before it are done. At the reroll the first of the 1s."""
    in_work: tuple[int, ...]
    """The places of the dice in work: that one, or all 1s while they wait for the reroll (R17)."""
    in_game: int
    """How many are still in the game: which stakes sheet applies (R6)."""
    revealed: Laid | None
    """The guide cards of this round, once they are revealed."""
    players: tuple[PlayerSeen, ...]
    market: tuple[str, ...]
    pile: int
    """How many cards are left in the pile."""
    discard: tuple[str, ...]
    result: Result | None
    ranking: tuple[Ranked, ...]
    """When the game is over: everybody's place, the first first."""
    tie_decided_by: Tie | None
    """R33: what found the winner among players with as many stars."""


class Own(Struct, frozen=True, gc=False):
    """What is one viewer's own, and all that can hold a secret."""

    seat: int | None
    """Whose phone this is; None on the game-master screen and for spectators."""
    secret: Guide | None
    """The own guide card, while it lies face down."""
    outlook: Outlook | None
    """For a phone whose owner may choose: what each guide card can cost or bring, case by case."""
    lay_out: LayingOut | None
    """J18: for those who may say which cards lie there now; they send a move `lay_out` with `cards`."""
    can: tuple[AnyMove | Due, ...]
    """What this viewer may do now. A screen offers this and nothing else."""


def shared(state: State) -> Shared:
    is_choosing = state.phase == "choose"
    result = state.result
    row, place, in_work = _in_work(state)
    return Shared(
        round=state.round,
        phase=state.phase,
        awaiting=state.awaiting,
        starter=state.starter,
        dice=state.dice,
        to_roll=DICE if state.phase == "roll" else len(in_work) if state.phase == "reroll" else 0,
        row=row,
        place=place,
        in_work=in_work,
        in_game=len(state.seats_in_game),
        revealed=None if state.phase in ("roll", "choose") else laid([player.guide for player in state.players]),
        players=tuple([_player_seen(player, is_choosing) for player in state.players]),
        market=tuple([card.id for card in state.market]),
        pile=len(state.pile),
        discard=tuple([card.id for card in state.discard]),
        result=result,
        ranking=() if result is None else ranking(state.players, result.winners),
        tie_decided_by=None if result is None else tie_decided_by(state.players, result.winners, result.why),
    )


def own(state: State, viewer: Viewer) -> Own:
    is_choosing = state.phase == "choose"
    seat = viewer if isinstance(viewer, int) else None
    me = None if seat is None else state.players[seat]
    return Own(
        seat=seat,
        secret=me.guide if me is not None and is_choosing and not me.bound else None,
        outlook=_outlook(state, seat) if is_choosing and seat is not None else None,
        lay_out=laying_out(state) if state.phase == "lay_out" and may(state, viewer, LAY_OUT) else None,
        can=tuple(_can(state, viewer)),
    )


def opened(shown: Shared, owns: Sequence[Own]) -> Shared:
    """Guide cards that lie face down, turned up."""
    pairs = zip(shown.players, owns, strict=True)
    return replace(shown, players=tuple([replace(seen, guide=own.secret or seen.guide) for seen, own in pairs]))


def _in_work(state: State) -> tuple[Row | None, int | None, tuple[int, ...]]:
    """R16; R17: while the 1s wait for the reroll they are in work, although their cards have worked."""
    if state.action is None:
        return None, None, ()
    if state.phase == "reroll":
        return 1, 0, tuple(range(state.dice.count(1)))
    place = state.action.place
    return ("chance_it", place, ()) if place == CHANCE_IT else (state.dice[place], place, (place,))


def laid(guides: Sequence[Guide | None]) -> Laid | None:
    out = guides.count("out")
    all_laid = len(guides) - guides.count(None)
    return Laid(all_laid - out, out) if all_laid else None


def _player_seen(player: Player, is_choosing: bool) -> PlayerSeen:
    guide: Guide | Literal["face_down"] | None = player.guide
    if is_choosing and guide is not None and not player.bound:
        guide = "face_down"
    return PlayerSeen(
        player.coins,
        player.hearts,
        player.stars,
        tuple([card.id for card in player.cards]),
        guide,
        player.bound,
        player.hearts > 0,
        player.out,
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
