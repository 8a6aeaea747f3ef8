"""Players without a phone: they see what a seat sees, like everybody, and answer with a move.

They are simple on purpose, good for trying out, for filling a chair and for the figures of the house box. What they
know of the game is the worth of things to somebody in their place (`Worth`) and what the dice on the board would bring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from rules.chance_it import foresight
from rules.chance_it.box import Box, Card
from rules.chance_it.effects import OF_THE_ROWS
from rules.chance_it.moves import AnyMove, Buy, Choose, Discard, Use
from rules.chance_it.options import Options
from rules.chance_it.views import Own, PlayerSeen, Shared
from rules.luck import Lots
from rules.refusals import IllegalMove

ComputerPlayer: TypeAlias = Callable[[Shared, Own, Box, Options, Lots], AnyMove | None]

USES = 3
"""How often a card that stays is expected to work before the game ends."""
A_TURN_IN_THE_MARKET = 1.5


class Worth(Struct, frozen=True):
    """What a token is worth to somebody who has so much: hearts count more the fewer are left."""

    coin: float
    heart: float
    star: float
    hit: float
    """A heart that all others lose."""

    def of(self, card: Card) -> float:
        return (
            card.coins * self.coin
            + card.hearts * self.heart
            + card.stars * self.star
            + card.hit * self.hit
            + card.market * A_TURN_IN_THE_MARKET
        )


def _worth(me: PlayerSeen, stars: float, hit: float) -> Worth:
    heart = 4.0 if me.hearts <= 2 else 2.5 if me.hearts <= 5 else 1.3 if me.hearts <= 9 else 0.6
    return Worth(coin=1.0 if me.coins < 8 else 0.6, heart=heart, star=stars, hit=hit)


def easy(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Takes part only when the dice are kind and the worst of them would leave some hearts. Never chances it."""
    me = _me(view, own)
    if me is None or not own.can:
        return None
    worth = _worth(me, stars=2.0, hit=0.2)
    if view.phase == "choose":
        price = box.sheet(view.in_game).participants[-1]
        is_safe = me.hearts > _hearts_lost(view, box, me) + view.dice.count(1)
        if is_safe and _brought_by_dice(view, box, me, worth) > price * worth.coin * 0.6:
            return _choice(own, "in")
        # With everybody OUT each loses a heart: now and then even the cautious go in, and to save the last one.
        return _choice(own, "in" if is_safe and (me.hearts == 1 or lots.one_of(4) == 0) else "out")
    return _use_or_buy(own, box, me, worth, keep=3)


def medium(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Goes in, chances it every third time, and buys what brings stars or hits. Only the last hearts make it think."""
    me = _me(view, own)
    if me is None or not own.can:
        return None
    worth = _worth(me, stars=4.0, hit=1.5)
    if view.phase == "choose":
        if me.hearts <= _hearts_lost(view, box, me):
            return _choice(own, "out")
        return _choice(own, "chance_it" if lots.one_of(3) == 0 else "in")
    return _use_or_buy(own, box, me, worth, keep=0)


def hard(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Weighs what the dice would bring against the stakes, for each guide card, expecting a third of the others OUT."""
    me = _me(view, own)
    if me is None or not own.can:
        return None
    worth = _worth(me, stars=3.0, hit=0.7)
    if view.phase != "choose":
        return _use_or_buy(own, box, me, worth, keep=2)
    sheet = box.sheet(view.in_game)
    others = view.in_game - 1
    out = max(1, round(others / 3))
    price = sheet.participants[others - out] if out <= others else sheet.participants[0]
    missing = max(0, price - me.coins)
    taking_part = _brought_by_dice(view, box, me, worth) - (price - missing) * worth.coin - missing * worth.heart
    if me.hearts <= _hearts_lost(view, box, me):
        taking_part -= 50
    coins = 2 + max([card.coins for card in _cards(me, box) if card.when == "chance_it"], default=0)
    bound_afterwards = 1.5
    if_all_are_out = 3.0 if me.hearts == 1 else 0.0
    chances = {
        "in": taking_part,
        "out": sheet.out[min(out, others - 1)] * worth.coin - if_all_are_out,
        "chance_it": taking_part + coins * worth.coin - bound_afterwards,
    }
    # A little unsteadiness, or three of them would always do the same.
    best = max(chances, key=lambda guide: chances[guide] + lots.one_of(100) / 50)
    return _choice(own, best)


def expert(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """Looks ahead; where that leads nowhere, it plays like hard."""
    try:
        thought = foresight.think(view, own, box, options, lots)
    except IllegalMove:
        return hard(view, own, box, options, lots)
    return None if thought is None else thought.move


COMPUTER_PLAYERS: dict[str, ComputerPlayer] = {"easy": easy, "medium": medium, "hard": hard, "expert": expert}
QUICK = ("easy", "medium", "hard")
"""Those who decide in no time: for trying out boxes, and for whatever else plays thousands of games."""
THINKERS = {"expert": "hard"}
FORMERLY = {"cautious": "easy", "bold": "medium", "reckoning": "hard"}


def _me(view: Shared, own: Own) -> PlayerSeen | None:
    return None if own.seat is None else view.players[own.seat]


def _choice(own: Own, guide: str) -> AnyMove:
    return next(move for move in own.can if isinstance(move, Choose) and move.guide == guide)


@lru_cache(maxsize=8)
def _by_id(cards: tuple[Card, ...]) -> dict[str, Card]:
    return {card.id: card for card in cards}


def _cards(me: PlayerSeen, box: Box) -> list[Card]:
    by_id = _by_id(box.cards)
    return [by_id[card] for card in me.cards]


def _brought_by_dice(view: Shared, box: Box, me: PlayerSeen, worth: Worth) -> float:
    """What taking part would bring: the dice as they lie, each 1 as the average of what it may become, own cards."""
    rows = {row: _of_row(row, worth) for row in range(2, 7)}
    rows[1] = sum(rows.values()) / 5
    brought = sum(rows[die] for die in view.dice)
    for row in set(view.dice):
        mine = sorted((worth.of(card) for card in _cards(me, box) if card.when == str(row)), reverse=True)
        brought += sum(mine[: view.dice.count(row)])
    return brought


def _hearts_lost(view: Shared, box: Box, me: PlayerSeen) -> int:
    """Hearts that taking part would cost if two thirds did, before any 1 is rerolled and without cards."""
    participants = round(view.in_game * 2 / 3)
    stakes = max(0, box.sheet(view.in_game).participants[participants - 1] - me.coins)
    return max(stakes, stakes + 2 * view.dice.count(3) - view.dice.count(2))


def _of_row(row: int, worth: Worth) -> float:
    if row == 6:
        return A_TURN_IN_THE_MARKET
    token, by, _cause, _rule = OF_THE_ROWS[row]
    return by * {"coins": worth.coin, "hearts": worth.heart, "stars": worth.star}[token]


def _use_or_buy(own: Own, box: Box, me: PlayerSeen, worth: Worth, keep: int) -> AnyMove | None:
    """The card worth most is used; the best bargain is bought if `keep` coins stay; else the best card goes."""
    by_id = _by_id(box.cards)
    uses = [move for move in own.can if isinstance(move, Use)]
    if uses:
        return max(uses, key=lambda move: worth.of(by_id[move.card]) if move.card else 0.0)
    bargains = []
    for move in own.can:
        if isinstance(move, Buy):
            card = by_id[move.card]
            gain = worth.of(card) * (1 if card.when == "flash" else USES)
            bargains.append((gain - card.price * worth.coin, card.price, move))
    gain, price, bargain = max(bargains, key=lambda it: it[0], default=(0.0, 0, None))
    if bargain is not None and gain > 0 and (me.coins - price >= keep or gain > 6):
        return bargain
    discards = [move for move in own.can if isinstance(move, Discard)]
    return max(discards, key=lambda move: worth.of(by_id[move.card]) - by_id[move.card].price, default=None)


def nobody(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> AnyMove | None:
    """For a seat that nobody plays: OUT, no card, and of the market the cheapest card to the discards."""
    if not own.can:
        return None
    if view.phase == "choose":
        return _choice(own, "out")
    if view.phase == "use":
        return next((move for move in own.can if isinstance(move, Use) and move.card is None), None)
    by_id = _by_id(box.cards)
    discards = [move for move in own.can if isinstance(move, Discard)]
    return min(discards, key=lambda move: by_id[move.card].price, default=None)
