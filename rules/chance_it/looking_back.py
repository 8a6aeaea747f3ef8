"""A game that is over, looked back on: what everybody's chances were, what changed them, and which decisions mattered.

Each decision is judged as its seat saw it, by the expert's own means (`foresight`), and each position from what lay
open (`odds`). From one position to the next everybody's chance changes. Of that
- what was their own choice is what it brought beside what they would have done as a rule, all else being the same;
- at a roll, a reroll and when cards are laid out the rest is luck; after a decision it is luck for whoever decided;
- everything else the others have done, or the host who has set something right.
So start, choices, luck and others add up to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.chance_it.box import Box, Card
from rules.chance_it.foresight import (
    GUIDES,
    Chance,
    as_it_may_be,
    outcome,
    play_out,
    who_choose,
    with_pile,
)
from rules.chance_it.moves import AnyMove, Buy, Choose, Correct, Discard, Use
from rules.chance_it.odds import NOBODY, follows_from, how_they_lay, odds, one_of
from rules.chance_it.options import Options
from rules.chance_it.play import apply
from rules.chance_it.state import State
from rules.chance_it.views import own, shared
from rules.chance_it.worth import ONE, Judge
from rules.luck import Lots
from rules.parts import (
    Account,
    Decision,
    Done,
    Judged,
    LookedBack,
    Position,
    RoundWeighed,
    Weighed,
    in_hundredths,
)
from rules.refusals import IllegalMove

SAMPLES = 32
"""How often the others lay guide cards, when everybody's are compared; and how often a round is played for a card."""
MATTERS = 2
"""Hundredths that a decision has to cost or win to be named."""
NAMED = 2
"""Decisions that are named of each player."""

__all__ = ["follows_from", "look_back", "odds", "positions", "weigh"]


def positions(states: Sequence[State], moves: Sequence[AnyMove]) -> list[Position]:
    """Every point at which something new could be seen, from the first round on."""
    found: list[Position] = []
    for at, state in enumerate(states):
        if at and isinstance(move := moves[at - 1], Use | Buy | Discard):
            found[-1] = replace(found[-1], own=own(states[at - 1], move.seat), move=move)
        elif at and isinstance(move := moves[at - 1], Correct):
            found[-1:] = [replace(last, move=move) for last in found[-1:]]
        if at and isinstance(move := moves[at - 1], Choose):
            if state.phase == "choose":
                continue
            before = states[at - 1].with_player(move.seat, replace(states[at - 1].players[move.seat], guide=move.guide))
            found[-1] = replace(found[-1], laid=tuple([player.guide for player in before.players]))
        if state.round:
            found.append(Position(at, follows_from(shared(state))))
    return found


# One position


def weigh(position: Position, box: Box, options: Options, lots: Lots) -> Weighed:
    chances = odds(position.view, box, options, lots)
    if position.laid is None and position.own is None:
        return Weighed(chances)
    judge = Judge(options.stars_to_win)
    chance = Chance(lots.one_of(1 << 48))
    try:
        if position.laid is not None:
            return Weighed(chances, tuple(_guides(position, box, options, judge, chance)))
        return Weighed(chances, tuple(_alone(position, box, options, judge, chance)))
    except IllegalMove:  # what was seen cannot be played on: then nobody is judged
        return Weighed(chances)


def _guides(position: Position, box: Box, options: Options, judge: Judge, chance: Chance) -> list[Judged]:
    """What each guide card seemed to bring, while the others do what is best for them; and what it brought beside
    what was really laid."""
    table = as_it_may_be(position.view, NOBODY, box, options)
    free = who_choose(table)
    mixes = how_they_lay(table, free, judge, chance)
    seemed = [[0, 0, 0] for _seat in free]
    was = [[0, 0, 0] for _seat in free]
    really = tuple([GUIDES.index(position.laid[seat]) for seat in free])
    for _time in range(SAMPLES):
        state, lot = with_pile(table, chance), chance.below(1 << 30)
        _compare(state, free, tuple([one_of(mix, chance) for mix in mixes]), judge, lot, seemed)
        if _time % 4 == 0:
            _compare(state, free, really, judge, lot, was)
    judged = []
    for place, seat in enumerate(free):
        mix, did = mixes[place], really[place]
        best = max(range(3), key=lambda guide: (seemed[place][guide], guide == did))
        as_a_rule = sum([often * of for often, of in zip(mix, was[place], strict=True)]) // sum(mix)
        won = (was[place][did] - as_a_rule) // (SAMPLES // 4)
        chances = [of // SAMPLES for of in seemed[place]]
        judged.append(Judged(seat, _guide(did), chances[did], _guide(best), chances[best], won))
    return judged


def _compare(
    state: State, free: list[int], joint: tuple[int, ...], judge: Judge, lot: int, sums: list[list[int]]
) -> None:
    """Everybody's guide cards, one after the other, while the others lay the same and the dice fall the same."""
    base = outcome(state, free, joint, judge, lot)
    for place, seat in enumerate(free):
        for guide in range(3):
            if guide == joint[place]:
                sums[place][guide] += base[seat]
            else:
                other = (*joint[:place], guide, *joint[place + 1 :])
                sums[place][guide] += outcome(state, free, other, judge, lot)[seat]


def _alone(position: Position, box: Box, options: Options, judge: Judge, chance: Chance) -> list[Judged]:
    """Each choice is followed to the end of the round, with the same luck for all, and beside what is usual."""
    seen, move = position.own, position.move
    table = as_it_may_be(position.view, seen, box, options)
    choices = [other for other in seen.can if isinstance(other, Use | Buy | Discard)]
    follow: list[Callable[[State], State]] = [lambda state: state]
    follow += [lambda state, other=other: apply(state, other)[0] for other in choices]  # type: ignore[misc]
    sums = [0] * len(follow)
    times = max(4, min(SAMPLES, 4 * SAMPLES // len(follow)))
    for _time in range(times):
        state, lot = with_pile(table, chance), chance.below(1 << 30)
        for number, follow_it in enumerate(follow):
            sums[number] += judge.chances(play_out(follow_it(state), Chance(lot)))[seen.seat]
    usual, *chances = [of // times for of in sums]
    did = choices.index(move)
    best = max(range(len(choices)), key=lambda number: (chances[number], number == did))
    cards = {card.id: card for card in box.cards}
    return [
        Judged(
            seen.seat,
            _with_card(move, cards),
            chances[did],
            _with_card(choices[best], cards),
            chances[best],
            chances[did] - usual,
        )
    ]


def _guide(guide: int) -> Done:
    return Done(f"guide_{GUIDES[guide]}")


def _with_card(move: Use | Buy | Discard, cards: dict[str, Card]) -> Done:
    do = str(type(move).__struct_config__.tag)
    if move.card is None:
        return Done(f"{do}_none")
    card = cards[move.card]
    values = {"price": card.price}
    return (
        Done(f"{do}_{card.when}", values)
        if not card.when.isdecimal()
        else Done(f"{do}_row", values | {"row": int(card.when)})
    )


# All of them


def look_back(positions: Sequence[Position], weighed: Sequence[Weighed]) -> LookedBack:
    seats = range(len(weighed[0].chances))
    choices, luck = [0 for _seat in seats], [0 for _seat in seats]
    for position, now, after in zip(positions, weighed, weighed[1:], strict=False):
        won = {judged.seat: judged.won for judged in now.judged}
        for seat in seats:
            own_part = won.get(seat, 0)
            choices[seat] += own_part
            if _is_luck(position, seat):
                luck[seat] += after.chances[seat] - now.chances[seat] - own_part
    first, last = in_hundredths(weighed[0].chances), in_hundredths(weighed[-1].chances)
    accounts = []
    for seat in seats:
        by_choices, by_luck = _hundredths(choices[seat]), _hundredths(luck[seat])
        others = last[seat] - first[seat] - by_choices - by_luck
        accounts.append(Account(first[seat], by_choices, by_luck, others, last[seat]))
    return LookedBack(
        tuple(_rounds(positions, weighed)),
        tuple(accounts),
        tuple([tuple(_that_mattered(positions, weighed, seat)) for seat in seats]),
    )


def _is_luck(position: Position, seat: int) -> bool:
    """Whether what changed after this, beside one's own choice, was dice and cards."""
    if position.move is not None:
        return position.own is not None and position.own.seat == seat
    return position.laid is None and position.view.phase != "choose"


def _hundredths(chance: int) -> int:
    return round(100 * chance / ONE)


def _rounds(positions: Sequence[Position], weighed: Sequence[Weighed]) -> list[RoundWeighed]:
    last = len(positions) - 1
    return [
        RoundWeighed(position.view.round, position.at, in_hundredths(now.chances))
        for number, (position, now) in enumerate(zip(positions, weighed, strict=True))
        if position.view.phase == "roll" or number == last
    ]


def _that_mattered(positions: Sequence[Position], weighed: Sequence[Weighed], seat: int) -> list[Decision]:
    found = []
    for position, now in zip(positions, weighed, strict=True):
        for judged in now.judged:
            if judged.seat == seat:
                had, best, won = (_hundredths(of) for of in (judged.had, judged.best, judged.won))
                is_mistake = best - had > won
                decision = Decision(
                    position.at, position.view.round, judged.did, had, judged.better, best, won, is_mistake
                )
                if _matter(decision) >= MATTERS:
                    found.append(decision)
    return sorted(found, key=lambda decision: (-_matter(decision), decision.at))[:NAMED]


def _matter(decision: Decision) -> int:
    return decision.best - decision.had if decision.is_mistake else decision.won
