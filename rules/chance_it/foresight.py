"""The expert: what may come of each choice, one round ahead, and how good a table that would leave.

It has what a seat sees and nothing else. Of that it makes tables as they may be (the pile in some order, the 1s
somewhere) and plays the round to its end by the real rules. Guide cards are chosen at the same time by all, so what
the others lay is reckoned with as what is best for them: regret matching, until nobody would rather have done
something else. What the table is worth afterwards says `worth`.

Its work is bounded by the rounds it plays, not by time: the same lots give the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.chance_it.action_round import candidates, carry_on
from rules.chance_it.box import Box, Card
from rules.chance_it.events import Events
from rules.chance_it.guide_cards import reveal
from rules.chance_it.market import laying_out
from rules.chance_it.moves import AnyMove, Buy, Choose, Discard, LayOut, Reroll, Shuffle, Use
from rules.chance_it.options import Options
from rules.chance_it.play import apply
from rules.chance_it.state import CHANCE_IT, ActionRound, Guide, Player, State, Turn
from rules.chance_it.views import Own, PlayerSeen, Shared
from rules.chance_it.worth import ONE, Judge, Learned
from rules.luck import Lots
from rules.refusals import IllegalMove

GUIDES: tuple[Guide, ...] = ("in", "out", "chance_it")
ROUNDS = 160
"""How many rounds are played for one choice."""
TIMES = 4
"""How often one joint choice is played at most: where the 1s go, and what the market brings, differs."""
LEARNING = 500
"""Steps of regret matching."""
LONGEST = 400
"""Moves in a round after which it is left as it is: with a strange box its market might go on and on."""
USES = 4
"""How often a card that stays is expected to work, for those whose purchases are only guessed."""

Joint: TypeAlias = tuple[int, ...]
"""What each player lays, by the number in GUIDES."""


class Thought(Struct, frozen=True):
    """What the expert makes of a table: the chance to win by choice, out of ONE, and what it would do."""

    chances: tuple[tuple[AnyMove, int], ...]
    move: AnyMove


class Chance:
    """A row of numbers that follows from one lot: the same everywhere, and cheap."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
        return (self._state >> 33) * bound >> 31

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        lie = list(cards)
        for last in range(len(lie) - 1, 0, -1):
            other = self.below(last + 1)
            lie[last], lie[other] = lie[other], lie[last]
        return lie


def think(
    view: Shared,
    own: Own,
    box: Box,
    options: Options,
    lots: Lots,
    rounds: int = ROUNDS,
    numbers: Learned | None = None,
) -> Thought | None:
    """None if this seat has nothing to choose. Raises IllegalMove if what it sees cannot be played on."""
    seat = own.seat
    choices = tuple([move for move in own.can if isinstance(move, Choose | Use | Buy | Discard)])
    if seat is None or not choices:
        return None
    chance = Chance(lots.one_of(1 << 48))
    table = as_it_may_be(view, own, box, options)
    judge = Judge(options.stars_to_win, numbers)
    if isinstance(choices[0], Choose):
        return _guide(table, seat, choices, judge, chance, rounds)
    return _one_by_one(table, seat, choices, judge, chance, max(1, min(rounds // 2 // len(choices), TIMES)))


# What lies there, from what is seen


def as_it_may_be(view: Shared, own: Own, box: Box, options: Options) -> State:
    """A table on which this seat would see the same. The pile has all that nobody has seen, in the order of the box."""
    by_id = {card.id: card for card in box.cards}
    seen = {*view.market, *view.discard, *[card for player in view.players for card in player.cards]}
    state = State(
        box,
        options,
        tuple([_player(player, by_id) for player in view.players]),
        round=view.round,
        phase=view.phase,
        starter=view.starter,
        dice=view.dice,
        market=tuple([by_id[card] for card in view.market]),
        pile=tuple([card for card in box.cards if card.id not in seen]),
        discard=tuple([by_id[card] for card in view.discard]),
    )
    if view.phase == "choose" or view.place is None:
        return state
    return replace(state, action=_action(state, view, own, by_id))


def _player(seen: PlayerSeen, by_id: dict[str, Card]) -> Player:
    guide = None if seen.guide == "face_down" else seen.guide
    cards = tuple([by_id[card] for card in seen.cards])
    return Player(seen.coins, seen.hearts, seen.stars, cards, guide, seen.bound, seen.out)


def _action(state: State, view: Shared, own: Own, by_id: dict[str, Card]) -> ActionRound:
    """How far the round has come. Which cards have worked and which are new is not seen: of those who decide now it
    follows from what they may do, of the others it is taken that none has."""
    place = view.place or 0
    if view.phase == "market":
        seat = view.awaiting[0]
        others: list[int] = []
        if view.row == 6:
            order = state.in_turn_order(state.participants)
            others = order[order.index(seat) + 1 :] if seat in order else []
        turns = (Turn(seat), *[Turn(other, card_first=True) for other in others])
        return ActionRound(place, has_worked=True, turns=turns)
    if not view.awaiting and view.phase != "reroll":  # the market is empty: who else has a turn there is not seen
        return ActionRound(place, has_worked=True)
    can = {move.card for move in own.can if isinstance(move, Use)}
    when = "chance_it" if place == CHANCE_IT else str(view.row)
    mine = [] if own.seat is None else state.players[own.seat].cards
    barred = tuple([card for card in mine if card.when == when and card.id not in can])
    if view.row == 6:
        order = state.in_turn_order(state.participants)
        turns = tuple([Turn(seat, card_first=True) for seat in order[order.index(view.awaiting[0]) :]])
        return ActionRound(place, has_worked=True, asked=view.awaiting, turns=turns, used=barred)
    return ActionRound(place, asked=view.awaiting, used=barred)


# A round to its end


def play_out(state: State, chance: Chance) -> State:
    """The round, and the tables' luck, as far as the next roll. The others decide by what things are usually worth."""
    for _move in range(LONGEST):
        phase = state.phase
        if phase in ("roll", "over", "choose"):
            break
        move: AnyMove
        if phase == "reroll":
            move = Reroll(tuple([2 + chance.below(5) for _one in range(state.dice.count(1))]))
        elif phase == "market":
            move = _usual_purchase(state)
        elif phase == "use":
            seat = state.running_action.asked[0]
            move = Use(seat, max(candidates(state, seat), key=lambda card: _usual(card, state.players[seat])).id)
        elif phase == "lay_out":
            can = laying_out(state)
            others = chance.shuffled([card for card in state.pile if card.id not in can.must_lie])
            others += chance.shuffled([card for card in state.discard if card.id in can.may_lie])
            move = LayOut((*can.must_lie, *[card.id for card in others])[: can.to_lay])
        else:
            move = Shuffle(tuple([card.id for card in chance.shuffled(state.discard)]))
        state = apply(state, move)[0]
    return state


def _usual(card: Card, player: Player) -> int:
    """What a card brings once, in tenths of a coin."""
    hearts = player.hearts
    heart = 40 if hearts <= 2 else 25 if hearts <= 5 else 13 if hearts <= 9 else 6
    return 10 * card.coins + heart * card.hearts + 32 * card.stars + 10 * card.hit + 15 * card.market


def _usual_purchase(state: State) -> Buy | Discard:
    seat = state.running_action.turns[0].seat
    player = state.players[seat]
    best, gain = None, 0
    for card in state.market:
        if card.price <= player.coins:
            brings = _usual(card, player) * (1 if card.when == "flash" else USES) - 9 * card.price
            if brings > gain:
                best, gain = card, brings
    if best is not None:
        return Buy(seat, best.id)
    return Discard(seat, max(state.market, key=lambda card: _usual(card, player) - 10 * card.price).id)


def with_pile(state: State, chance: Chance) -> State:
    return replace(state, pile=tuple(chance.shuffled(state.pile))) if not state.options.own_cards else state


# Choices that nobody else makes at the same time


def _one_by_one(
    table: State, seat: int, choices: tuple[AnyMove, ...], judge: Judge, chance: Chance, times: int
) -> Thought:
    """Each choice is followed to the end of the round, with the same luck for all."""
    sums = [0] * len(choices)
    for _time in range(times):
        state, lot = with_pile(table, chance), chance.below(1 << 30)
        for number, move in enumerate(choices):
            after = play_out(apply(state, move)[0], Chance(lot))
            sums[number] += judge.chances(after)[seat]
    chances = tuple([(move, total // times) for move, total in zip(choices, sums, strict=True)])
    best = max(range(len(choices)), key=lambda number: (sums[number], -number))
    return Thought(chances, choices[best])


# Guide cards


def _guide(table: State, seat: int, choices: tuple[AnyMove, ...], judge: Judge, chance: Chance, rounds: int) -> Thought:
    free = who_choose(table)
    payoff = payoff_of(table, free, judge, chance, rounds)
    ((mixed, expected),) = match_regrets(free, payoff, chance, [free.index(seat)])
    weights = as_laid(mixed)
    lot = chance.below(sum(weights))
    picked = 0
    while lot >= weights[picked]:
        lot -= weights[picked]
        picked += 1
    by_guide = {move.guide: move for move in choices if isinstance(move, Choose)}
    chances = tuple([(by_guide[guide], expected[number]) for number, guide in enumerate(GUIDES)])
    return Thought(chances, by_guide[GUIDES[picked]])


Payoff: TypeAlias = Callable[[int, int, list[int]], int]
"""For whom of those who choose, by place, with which guide card, while all lay this."""


def who_choose(table: State) -> list[int]:
    return [seat for seat in table.seats_in_game if not table.players[seat].bound]


def payoff_of(table: State, free: list[int], judge: Judge, chance: Chance, rounds: int) -> Payoff:
    """What the joint choices of those who choose would bring, from so many rounds."""
    joints = 3 ** len(free)
    times = 1 if is_sure(table) else TIMES
    luck = [(with_pile(table, chance), chance.below(1 << 30)) for _time in range(times)]
    if joints <= rounds:
        return _of_all_joints(table, free, judge, luck[: max(1, rounds // joints)])
    return _of_some_joints(table, free, judge, luck, chance, rounds)


def is_sure(table: State) -> bool:
    """No dice and no cards decide anything in this round any more."""
    return 1 not in table.dice and 6 not in table.dice


def outcome(table: State, free: list[int], joint: Joint, judge: Judge, lot: int) -> list[int]:
    players = list(table.players)
    for seat, guide in zip(free, joint, strict=True):
        players[seat] = replace(players[seat], guide=GUIDES[guide])
    events: Events = []
    revealed = carry_on(reveal(replace(table, players=tuple(players)), events), events)
    return judge.chances(play_out(revealed, Chance(lot)))


def _of_all_joints(table: State, free: list[int], judge: Judge, luck: list[tuple[State, int]]) -> Payoff:
    """So few choose that every joint choice can be played."""
    found: dict[Joint, list[int]] = {}
    for joint in product(range(3), repeat=len(free)):
        sums = [0] * len(table.players)
        for state, lot in luck:
            for number, value in enumerate(outcome(state, free, joint, judge, lot)):
                sums[number] += value
        found[joint] = [sums[seat] // len(luck) for seat in free]

    def payoff(place: int, guide: int, joint: list[int]) -> int:
        return found[(*joint[:place], guide, *joint[place + 1 :])][place]

    return payoff


def _of_some_joints(
    table: State, free: list[int], judge: Judge, luck: list[tuple[State, int]], chance: Chance, rounds: int
) -> Payoff:
    """So many choose that only some joint choices are played. What counts of the others is, above all, how many of
    them take part: each round that is played says something about everybody's choice at that number."""
    count = len(free)
    sums = [[[0] * count for _guide in GUIDES] for _place in free]
    times = [[[0] * count for _guide in GUIDES] for _place in free]
    for number in range(rounds):
        taking_part = number % (count + 1)
        joint = [1] * count
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = chance.below(last + 1)
            order[last], order[other] = order[other], order[last]
        for place in order[:taking_part]:
            joint[place] = 2 * (chance.below(3) == 0)
        state, lot = luck[number // (count + 1) % len(luck)]
        values = outcome(state, free, tuple(joint), judge, lot)
        for place, guide in enumerate(joint):
            others = taking_part - (guide != 1)
            sums[place][guide][others] += values[free[place]]
            times[place][guide][others] += 1
    table_of = [[_filled(sums[place][guide], times[place][guide]) for guide in range(3)] for place in range(count)]

    def payoff(place: int, guide: int, joint: list[int]) -> int:
        others = count - joint.count(1) - (joint[place] != 1)
        return table_of[place][guide][others]

    return payoff


def _filled(sums: list[int], times: list[int]) -> list[int]:
    """Means; where there is none, that of the nearest number that has one, and a half of it from each neighbour."""
    total, often = sum(sums), max(1, sum(times))
    # A little of the mean of all, so that a single round does not speak for a whole number.
    return [(of * 2 + total // often) // (n * 2 + 1) for of, n in zip(sums, times, strict=True)]


def match_regrets(
    free: list[int], payoff: Payoff, chance: Chance, whose: Sequence[int]
) -> list[tuple[list[int], list[int]]]:
    """For these of those who choose, by place: how often each guide card is laid once nobody regrets much, and what
    each would bring against that."""
    places = range(len(free))
    regrets = [[0, 0, 0] for _place in places]
    found = {place: ([0, 0, 0], [0, 0, 0]) for place in whose}
    for step in range(LEARNING):
        joint = []
        for place in places:
            first, second, third = (max(regret, 0) for regret in regrets[place])
            total = first + second + third
            if not total:
                joint.append(chance.below(3))
                continue
            lot = chance.below(1 << 30) * total >> 30
            joint.append(0 if lot < first else 1 if lot < first + second else 2)
        for place in places:
            values = [payoff(place, guide, joint) for guide in range(3)]
            got = values[joint[place]]
            regret = regrets[place]
            for guide in range(3):
                regret[guide] = max(regret[guide] + values[guide] - got, 0)
            if place in found:
                brought = found[place][1]
                for guide in range(3):
                    brought[guide] += values[guide]
        # The later steps count more: they have unlearned the first ones.
        for place, (laid, _brought) in found.items():
            mix = regrets[place]
            total = sum(mix)
            for guide in range(3):
                laid[guide] += step * (mix[guide] * 1000 // total if total else 333)
    return [(laid, [of // LEARNING for of in brought]) for laid, brought in found.values()]


def as_laid(mixed: list[int]) -> list[int]:
    """What is hardly ever laid is not laid at all: it is what the steps have not unlearned yet."""
    return [weight if weight * 8 >= sum(mixed) else 0 for weight in mixed]


__all__ = ["ONE", "IllegalMove", "Thought", "as_it_may_be", "think"]
