"""What each guide card can cost or bring now, as ranges: from the sheet, the dice and the own cards.

For a person who weighs IN against OUT, not for the rules. It knows only what that person sees, and leaves out what
nobody can know: what will be bought at a 6, and whom other players' cards hit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from rules.chance_it.box import Card
from rules.chance_it.effects import OF_THE_ROWS
from rules.chance_it.state import State, Token

Range: TypeAlias = tuple[int, int]


class Brings(Struct, frozen=True):
    """The least and the most of each token; below 0: so many are put back."""

    coins: Range
    hearts: Range
    stars: Range
    last_heart: bool = False
    """The last heart may be among those that are put back."""


class Outlook(Struct, frozen=True):
    taking_part: Brings = field(name="in")
    out: Brings
    chance_it: Brings


def outlook(state: State, seat: int) -> Outlook:
    player = state.players[seat]
    in_game = len(state.seats_in_game)
    bound = sum([other.bound for other in state.players])
    sheet = state.box.sheet(in_game)
    stakes = sheet.participants[bound:]  # with me there is at least one participant more than the bound
    taken = sheet.out[: in_game - max(bound, 1)]
    return _outlook(
        stakes, taken, bound > 0, player.coins, player.hearts, player.cards, state.dice, state.options.ask_single_card
    )


# It stays the same while the others choose, and every choice is a new view for everybody.
@lru_cache(maxsize=10_000)
def _outlook(
    stakes: tuple[int, ...],
    taken: tuple[int, ...],
    is_somebody_in: bool,
    coins: int,
    hearts: int,
    cards: tuple[Card, ...],
    dice: tuple[int, ...],
    ask_single_card: bool,
) -> Outlook:
    dearest, cheapest = max(stakes), min(stakes)
    of_dice = {token: _of_the_dice(dice, cards, token, ask_single_card) for token in ("coins", "hearts", "stars")}
    taking_part = Brings(
        coins=(of_dice["coins"][0] - min(dearest, coins), of_dice["coins"][1] - min(cheapest, coins)),
        hearts=(
            max(of_dice["hearts"][0] - max(dearest - coins, 0), -hearts),
            of_dice["hearts"][1] - max(cheapest - coins, 0),
        ),
        stars=of_dice["stars"],
    )
    # Everybody OUT gives nothing and costs a heart (R12); a bound player makes that impossible.
    out = Brings(
        coins=(min(taken) if is_somebody_in else 0, max(taken)),
        hearts=(0 if is_somebody_in else -1, 0),
        stars=(0, 0),
    )
    of_guides = (taking_part, out, _with_chance_it(taking_part, cards, ask_single_card))
    return Outlook(*[replace(brings, last_heart=hearts + brings.hearts[0] <= 0) for brings in of_guides])


def _of_the_dice(dice: tuple[int, ...], cards: tuple[Card, ...], token: Token, ask_single_card: bool) -> Range:
    """What the dice along the board do to this token of a participant, with the own cards; a 1 may become anything."""
    own = {row: by if of == token else 0 for row, (of, by, *_rest) in OF_THE_ROWS.items()}
    low = high = 0
    for row in set(dice):
        of_row = dice.count(row)
        low += of_row * own.get(row, 0)
        high += of_row * own.get(row, 0)
        brought = sorted([getattr(card, token) for card in cards if card.when == str(row)], reverse=True)
        high += sum(brought[:of_row])
        low += _without_asking(brought, ask_single_card)
    rerolled = dice.count(1)
    if rerolled:
        rows = [own.get(row, 0) for row in range(2, 7)]
        best = max([getattr(card, token) for card in cards if card.when in "23456"], default=0)
        low += rerolled * min(rows)
        high += rerolled * (max(rows) + best)
    return low, high


def _without_asking(brought: list[int], ask_single_card: bool) -> int:
    """J10: what a single card brings, which is used without asking; of several, and of one that is asked for, none need
    be used."""
    return brought[0] if len(brought) == 1 and not ask_single_card else 0


def _with_chance_it(taking_part: Brings, cards: tuple[Card, ...], ask_single_card: bool) -> Brings:
    """R23: two coins more, and one CHANCE IT card (R29e)."""
    mine = [card for card in cards if card.when == "chance_it"]

    def more(of: Range, token: Token, always: int) -> Range:
        brought = [getattr(card, token) for card in mine]
        least = _without_asking(brought, ask_single_card)
        return of[0] + always + least, of[1] + always + max(brought, default=0)

    return Brings(
        coins=more(taking_part.coins, "coins", 2),
        hearts=more(taking_part.hearts, "hearts", 0),
        stars=more(taking_part.stars, "stars", 0),
    )
