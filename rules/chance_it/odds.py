"""Everybody's chance to win, from what lies open on the table: like the odds of a game of cards on television.

They are reckoned from the shared view alone. So they give away nothing: whatever lies face down, they are the same.
Before the reveal everybody is taken to lay their guide card as is best for them while the others do so, too
(`foresight`); after it the round is played out again and again with other dice and other cards; between the rounds the
table itself is judged (`worth`). The work is counted, as that of the expert is.
"""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from rules.chance_it import foresight
from rules.chance_it.box import Box
from rules.chance_it.foresight import Chance, as_it_may_be, as_laid, outcome, play_out, who_choose, with_pile
from rules.chance_it.options import Options
from rules.chance_it.state import State
from rules.chance_it.views import Own, Shared
from rules.chance_it.worth import ONE, Judge
from rules.luck import Lots
from rules.refusals import IllegalMove

TIMES = 128
"""How often a round is played before the reveal, beside those in which the guide cards are found."""
PLAYED_OUT = 32
"""How often it is played to its end after the reveal."""

Mix = list[int]
"""How often somebody lays each of GUIDES."""
NOBODY = Own(seat=None, secret=None, outlook=None, lay_out=None, can=())


def odds(view: Shared, box: Box, options: Options, lots: Lots) -> tuple[int, ...]:
    """By seat, out of ONE, and ONE in all, or 0 if nobody can win. When the game is over the winners share it."""
    if view.result is not None:
        winners = view.result.winners
        return tuple([ONE // len(winners) if seat in winners else 0 for seat in range(len(view.players))])
    table = as_it_may_be(follows_from(view), NOBODY, box, options)
    judge = Judge(options.stars_to_win)
    chance = Chance(lots.one_of(1 << 48))
    try:
        sums = _sums(table, judge, chance)
    except IllegalMove:  # what is seen cannot be played on
        sums = judge.chances(table)
    total = sum(sums)  # 0: it is certain that nobody wins
    return tuple([of * ONE // max(total, 1) for of in sums])


def follows_from(view: Shared) -> Shared:
    """What the odds follow from: whether somebody has laid their guide card already changes nothing."""
    if view.phase != "choose":
        return view
    players = [replace(player, guide=player.guide if player.bound else None) for player in view.players]
    return replace(view, awaiting=(), players=tuple(players))


def _sums(table: State, judge: Judge, chance: Chance) -> list[int]:
    if table.phase == "choose":
        return _before_the_reveal(table, judge, chance)
    if table.action is None:
        return judge.chances(table)
    sums = [0] * len(table.players)
    for _time in range(PLAYED_OUT):
        after = play_out(with_pile(table, chance), Chance(chance.below(1 << 30)))
        add(sums, judge.chances(after))
    return sums


def _before_the_reveal(table: State, judge: Judge, chance: Chance) -> list[int]:
    free = who_choose(table)
    mixes = how_they_lay(table, free, judge, chance)
    sums = [0] * len(table.players)
    if foresight.is_sure(table) and len(free) <= 4:
        for joint in product(range(3), repeat=len(free)):
            often = 1
            for mix, guide in zip(mixes, joint, strict=True):
                often *= mix[guide]
            if often:
                add(sums, [often * of for of in outcome(table, free, joint, judge, 0)])
        return sums
    for _time in range(TIMES):
        state, lot = with_pile(table, chance), chance.below(1 << 30)
        joint = tuple([one_of(mix, chance) for mix in mixes])
        add(sums, outcome(state, free, joint, judge, lot))
    return sums


def how_they_lay(table: State, free: list[int], judge: Judge, chance: Chance) -> list[Mix]:
    """For each of those who choose: how often which guide card, in thousandths, or nearly so."""
    payoff = foresight.payoff_of(table, free, judge, chance, foresight.ROUNDS)
    matched = foresight.match_regrets(free, payoff, chance, range(len(free)))
    laid = [as_laid(mixed) for mixed, _expected in matched]
    return [[of * 1000 // sum(mix) for of in mix] for mix in laid]


def one_of(mix: Mix, chance: Chance) -> int:
    lot = chance.below(sum(mix))
    guide = 0
    while lot >= mix[guide]:
        lot -= mix[guide]
        guide += 1
    return guide


def add(sums: list[int], more: list[int]) -> None:
    for seat, of in enumerate(more):
        sums[seat] += of
