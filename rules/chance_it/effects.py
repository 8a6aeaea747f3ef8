"""What dice and cards do to people (R18 to R21, R23, R25), all of one action added up (J8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from rules.chance_it.box import Card
from rules.chance_it.events import CardUsed, Cause, Events, Row, TokenChanged
from rules.chance_it.hearts import eliminate_the_heartless
from rules.chance_it.state import Player, State, Token

OwnEffect: TypeAlias = tuple[Token, int, Cause, str]

OF_THE_ROWS: dict[Row, OwnEffect] = {
    2: ("hearts", 1, "die", "R18"),
    3: ("hearts", -2, "die", "R19"),
    4: ("stars", 1, "die", "R20"),
    5: ("coins", 1, "die", "R21"),
    "chance_it": ("coins", 2, "chance_it", "R23"),
}
"""What a row of the action board does by itself; rows 1 and 6 change no token."""


def carry_out(state: State, row: Row | Literal["flash"], cards: Sequence[tuple[int, Card]], events: Events) -> State:
    """Carries out a row's own effect and the cards used with it, each given with its owner's seat.

    J8: everything that happens to a player is added up. Taking before putting back gives the same sum, and each event
    says truly how many tokens moved, because hearts never go below 0 (J17).
    J17: a card that hits works even if its owner loses the last heart in the same action.
    """
    participants = state.participants
    players = list(state.players)
    own = OF_THE_ROWS.get(row) if row != "flash" else None
    where = None if row == "flash" else row
    if own is not None and own[1] > 0:
        token, by, cause, rule = own
        for seat in participants:
            if row != "chance_it" or players[seat].guide == "chance_it":
                _change(players, seat, events, token, by, cause, rule, where)
    for owner, card in cards:
        rule = "R28" if row == "flash" else "R29"
        events.append(CardUsed(owner, card.id, row, rule))
        if card.coins:
            _change(players, owner, events, "coins", card.coins, "card", rule, where, card.id, owner)
        if card.hearts:
            _change(players, owner, events, "hearts", card.hearts, "card", rule, where, card.id, owner)
        if card.stars:
            _change(players, owner, events, "stars", card.stars, "card", rule, where, card.id, owner)
    if own is not None and own[1] < 0:
        token, by, cause, rule = own
        for seat in participants:
            _change(players, seat, events, token, by, cause, rule, where)
    for owner, card in cards:
        if card.hit:
            for seat in participants:
                if seat != owner:
                    _change(players, seat, events, "hearts", -card.hit, "hit", "R25", where, card.id, owner)
    return eliminate_the_heartless(replace(state, players=tuple(players)), participants, events)


def _change(
    players: list[Player],
    seat: int,
    events: Events,
    token: Token,
    by: int,
    cause: Cause,
    rule: str,
    row: Row | None,
    card: str | None = None,
    whose: int | None = None,
) -> None:
    player = players[seat]
    had: int = getattr(player, token)
    left = max(had + by, 0)
    if left != had:
        players[seat] = replace(player, **{token: left})
        events.append(TokenChanged(seat, token, left - had, left, cause, rule, row, card, whose))
