"""What each guide card can cost or bring now, case by case: from the sheet, the dice and the own cards.

For a person who weighs IN against OUT, not for the rules. It knows only what that person sees, and leaves out what
nobody can know: where a 1 will lie, what will be bought at a 6, and whom other players' cards hit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct, field

from rules.chance_it.box import Card
from rules.chance_it.effects import OF_THE_ROWS
from rules.chance_it.events import Row
from rules.chance_it.state import Guide, State, Token

Range: TypeAlias = tuple[int, int]

TOKENS: tuple[Token, ...] = ("coins", "hearts", "stars")


class Case(Struct, frozen=True):
    """What the stakes do if so many play the same, me among them; below 0: so many are paid or put back."""

    players: int
    coins: int
    hearts: int


class Brings(Struct, frozen=True):
    """Of each token what is sure, and the most there can be if the own cards that one is asked about are used."""

    coins: Range
    hearts: Range
    stars: Range


class Outlook(Struct, frozen=True):
    taking_part: tuple[Case, ...] = field(name="in")
    """R13, R14: what IN and CHANCE IT cost, by the number of participants."""
    out: tuple[Case, ...]
    """R11, R12: what OUT brings, by the number of OUT players; the last one may be everybody."""
    dice: Brings
    """What the dice on the board do to a participant, the 1s apart."""
    rerolled: int
    """R17: how many 1s will lie elsewhere."""
    market: int
    """R22: how many turns in the market."""
    chance_it: Brings
    """R23: what CHANCE IT brings beside all that."""
    last_heart: tuple[Guide, ...]
    """R30: the guide cards by which the last heart may go."""


def outlook(state: State, seat: int) -> Outlook:
    player = state.players[seat]
    in_game = len(state.seats_in_game)
    bound = sum([other.bound for other in state.players])
    sheet = state.box.sheet(in_game)
    return _outlook(
        sheet.participants,
        sheet.out,
        bound,
        player.coins,
        player.hearts,
        player.cards,
        state.dice,
        state.options.ask_single_card,
    )


# It stays the same while the others choose, and every choice is a new view for everybody.
@lru_cache(maxsize=10_000)
def _outlook(
    stakes: tuple[int, ...],
    taken: tuple[int, ...],
    bound: int,
    coins: int,
    hearts: int,
    cards: tuple[Card, ...],
    dice: tuple[int, ...],
    ask_single_card: bool,
) -> Outlook:
    in_game = len(stakes)
    # With me there is at least one participant more than the bound.
    # R14: one heart for each coin that is missing, as far as they go.
    paying = [
        Case(count, -price, 0) if price <= coins else Case(count, -coins, -min(price - coins, hearts))
        for count, price in enumerate(stakes[bound:], start=bound + 1)
    ]
    out = [Case(count, taken[count - 1], 0) for count in range(1, in_game - max(bound, 1) + 1)]
    if not bound:
        out.append(Case(in_game, 0, -1))
    fatal: list[Guide] = []
    if _may_take_the_last_heart(max([-case.hearts for case in paying]), hearts, cards, dice, ask_single_card):
        fatal += ["in", "chance_it"]
    if not bound and hearts == 1:
        fatal.append("out")
    return Outlook(
        taking_part=tuple(paying),
        out=tuple(out),
        dice=Brings(*[_of_the_dice(dice, cards, token, ask_single_card) for token in TOKENS]),
        rerolled=dice.count(1),
        market=dice.count(6),
        chance_it=Brings(*[_of_chance_it(cards, token, ask_single_card) for token in TOKENS]),
        last_heart=tuple(fatal),
    )


def _of_row(row: Row, token: Token) -> int:
    """What a row does by itself, for each die."""
    own = OF_THE_ROWS.get(row)
    return own[1] if own is not None and own[0] == token else 0


def _of_the_dice(dice: tuple[int, ...], cards: tuple[Card, ...], token: Token, ask_single_card: bool) -> Range:
    low = high = 0
    for row in set(dice):
        of_row = dice.count(row)
        of_the_row = of_row * _of_row(row, token)
        brought = _brought(cards, str(row), token)
        low += of_the_row + _without_asking(brought, ask_single_card)
        high += of_the_row + sum(brought[:of_row])
    return low, high


def _of_chance_it(cards: tuple[Card, ...], token: Token, ask_single_card: bool) -> Range:
    """R23, and one CHANCE IT card (R29e)."""
    brought = _brought(cards, "chance_it", token)
    always = _of_row("chance_it", token)
    return always + _without_asking(brought, ask_single_card), always + sum(brought[:1])


def _brought(cards: tuple[Card, ...], when: str, token: Token) -> list[int]:
    """What the own cards for this row bring, the best first."""
    return sorted([getattr(card, token) for card in cards if card.when == when], reverse=True)


def _without_asking(brought: list[int], ask_single_card: bool) -> int:
    """J10: what a single card brings, which is used without asking; of several, and of one that is asked for, none need
    be used."""
    return brought[0] if len(brought) == 1 and not ask_single_card else 0


def _may_take_the_last_heart(
    paid: int, hearts: int, cards: tuple[Card, ...], dice: tuple[int, ...], ask_single_card: bool
) -> bool:
    """R30: it goes at once, so what comes later saves nobody. At worst every 1 comes to lie at row 3."""

    def sure(row: int) -> int:
        return _without_asking(_brought(cards, str(row), "hearts"), ask_single_card)

    left = hearts - paid
    if left <= 0:
        return True
    left += sum([sure(row) for row in (1, 2) if row in dice]) + dice.count(2) * _of_row(2, "hearts")
    losses = dice.count(3) + dice.count(1)
    return losses > 0 and left + sure(3) + losses * _of_row(3, "hearts") <= 0
