"""The coach: the chance to win by each choice, as the expert reckons it, and why, in what can be counted.

It has what a seat sees and nothing else. The reasons leave out what nobody can know, and say so in their sentences:
what the others' cards do, what will be bought, and how many play the same.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from rules.chance_it.action_round import candidates
from rules.chance_it.box import Box, Card
from rules.chance_it.effects import OF_THE_ROWS
from rules.chance_it.foresight import as_it_may_be, think
from rules.chance_it.moves import AnyMove, Buy, Choose, Discard, Use
from rules.chance_it.options import Options
from rules.chance_it.outlook import TOKENS, Brings, Outlook
from rules.chance_it.state import CHANCE_IT, Guide, Player, State
from rules.chance_it.views import Own, Shared
from rules.chance_it.worth import ONE
from rules.luck import Lots
from rules.parts import Advice, Advised, Reason
from rules.refusals import IllegalMove

ROUNDS = 480
"""How many rounds are played each time it thinks: more than for a computer player, because people read the numbers."""
TIMES: dict[type, int] = {Choose: 2}
OTHERWISE = 8
"""How often it thinks, by what is to be chosen: the mean of so many is told."""
MOST_REASONS = 2
MOST_OF_OUT = 3
"""What it saves, what it costs if all are OUT, and what it takes."""
PER_THOUSAND = 1000
WORKS_IN = {**dict.fromkeys(("2", "3", "4", "5", "6"), (3125 - 1024, 3125)), "1": (7776 - 3125, 7776)}
"""R7, R17: by the row of a card, in how many of all rounds at least one die lies there. A 1 is rerolled, so in the end
each die lies at one of five rows."""


def advise(view: Shared, own: Own, box: Box, options: Options, lots: Lots) -> Advice | None:
    seat = own.seat
    choices = [move for move in own.can if isinstance(move, Choose | Use | Buy | Discard)]
    if seat is None or not choices:
        return None
    table = as_it_may_be(view, own, box, options)
    chances = _chances(view, own, box, options, lots, TIMES.get(type(choices[0]), OTHERWISE))
    advised = [
        Advised(move, chances.get(move), tuple(_reasons(table, seat, own, move)[: _most_reasons(move)]))
        for move in choices
    ]
    advised.sort(key=lambda one: (-_as_shown(one.chance or 0), _risk(one.reasons), -(one.chance or 0)))
    return Advice(tuple(advised), len(choices))


def _most_reasons(move: AnyMove) -> int:
    return MOST_OF_OUT if isinstance(move, Choose) and move.guide == "out" else MOST_REASONS


def _as_shown(chance: int) -> int:
    """A phone shows hundredths, and of the least and the most only that it is less and more than so much."""
    if chance in (0, PER_THOUSAND):
        return chance
    if chance < 10 or chance > 990:
        return 5 if chance < 10 else 995
    return (chance + 5) // 10 * 10


def _risk(reasons: tuple[Reason, ...]) -> int:
    """Of the last heart: by what is counted, where the chances are the same."""
    said = {reason.what for reason in reasons}
    if any(what.startswith("last_heart") for what in said):
        return 2
    return int("all_out" in said)


def _chances(view: Shared, own: Own, box: Box, options: Options, lots: Lots, times: int) -> dict[AnyMove, int]:
    """To win the game, in thousandths."""
    sums: dict[AnyMove, int] = {}
    try:
        for _time in range(times):
            thought = think(view, own, box, options, lots, ROUNDS)
            for move, chance in () if thought is None else thought.chances:
                sums[move] = sums.get(move, 0) + chance
    except IllegalMove:  # what is seen there cannot be played on: the reasons hold all the same
        return {}
    return {move: _in_thousandths(total, times * ONE) for move, total in sums.items()}


def _in_thousandths(chance: int, of: int) -> int:
    """Nothing but what is impossible is 0, and nothing but what is certain is all."""
    if chance in (0, of):
        return PER_THOUSAND * chance // of
    return min(max((2 * PER_THOUSAND * chance + of) // (2 * of), 1), PER_THOUSAND - 1)


def _reasons(table: State, seat: int, own: Own, move: AnyMove) -> list[Reason]:
    if isinstance(move, Choose):
        return [] if own.outlook is None else _of_guide(table, seat, own.outlook, move.guide)
    if isinstance(move, Use):
        return _of_use(table, seat, own, move.card)
    if isinstance(move, Buy):
        return _of_purchase(table, seat, move.card)
    return _of_discard(table, seat, move.card) if isinstance(move, Discard) else []


# Guide cards (R8 to R14)


def _of_guide(table: State, seat: int, outlook: Outlook, guide: Guide) -> list[Reason]:
    if guide == "out":
        return [*_safety(table, seat), *_all_out(table, seat), *_collects(outlook)]
    danger = _danger(table, seat)
    if guide == "chance_it":
        return [*danger, *_more(outlook.chance_it), *_bound(table, seat)]
    hit = _hits_now(table, seat)
    return [*danger, *_ends(table, seat, outlook), _dice(outlook), *hit, *_stakes(table, seat)]


def _last_hearts(table: State, seat: int) -> dict[int, int]:
    """By the number of participants, in how many ways the 1s can come to lie this seat would lose its last heart by the
    stakes and the dice (R30), used all its own cards as well as it can."""
    player = table.players[seat]
    ones, twos, threes = (table.dice.count(row) for row in (1, 2, 3))
    of_ones, of_twos, of_threes = (_hearts_of(player.cards, row) for row in (1, 2, 3))

    def is_lost(hearts: int, twos: int, threes: int) -> bool:
        """Row by row: hearts that come later save nobody."""
        if hearts <= 0:
            return True
        hearts += sum(of_ones[:ones]) + twos * OF_THE_ROWS[2][1] + sum(of_twos[:twos])
        for number in range(threes):
            hearts += OF_THE_ROWS[3][1] + sum(of_threes[number : number + 1])
            if hearts <= 0:
                return True
        return False

    lost = {}
    for participants in _participants(table):
        hearts = player.hearts - max(0, _price(table, participants) - player.coins)
        lost[participants] = sum(
            ways for (two, three), ways in _fall(ones).items() if is_lost(hearts, twos + two, threes + three)
        )
    return lost


@cache
def _fall(ones: int) -> Counter[tuple[int, int]]:
    """R17: of all the ways in which so many 1s can come to lie, how many bring so many 2s and so many 3s."""
    return Counter((thrown.count(2), thrown.count(3)) for thrown in product(range(2, 7), repeat=ones))


def _hearts_of(cards: tuple[Card, ...], row: int) -> list[int]:
    return sorted([card.hearts for card in cards if card.when == str(row)], reverse=True)


def _participants(table: State) -> range:
    """R10, R13: how many may take part if this seat does."""
    bound = sum(player.bound for player in table.players)
    return range(bound + 1, len(table.seats_in_game) + 1)


def _price(table: State, participants: int) -> int:
    return table.box.sheet(len(table.seats_in_game)).participants[participants - 1]


def _danger(table: State, seat: int) -> list[Reason]:
    if _may_end_first(table, seat):
        return []
    lost = _last_hearts(table, seat)
    ways, of = max(lost.values()), 5 ** table.dice.count(1)
    if not ways:
        return []
    players = min(count for count in lost if lost[count] == ways)
    # With the fewest already: then it does not matter how many take part.
    if min(lost.values()) == ways:
        return [Reason("last_heart_sure" if ways == of else "last_heart_ways", _ways(ways, of))]
    numbers = {"players": players, **_ways(ways, of)}
    return [Reason("last_heart_if" if ways == of else "last_heart_ways_if", numbers)]


def _may_end_first(table: State, seat: int) -> bool:
    """R33: whether own cards for the 1s and 2s could bring the stars that end the game before any 3."""
    player = table.players[seat]
    return (
        player.stars + sum(card.stars for card in player.cards if card.when in ("1", "2")) >= table.options.stars_to_win
    )


def _ways(ways: int, of: int) -> dict[str, int]:
    return {} if ways == of else {"ways": ways, "of": of}


def _safety(table: State, seat: int) -> list[Reason]:
    """What taking part may cost, OUT keeps."""
    return [Reason(f"out_{danger.what}", danger.numbers) for danger in _danger(table, seat)]


def _all_out(table: State, seat: int) -> list[Reason]:
    """R12."""
    in_game = len(table.seats_in_game)
    if any(player.bound for player in table.players):
        return []
    return [Reason("all_out" if table.players[seat].hearts == 1 else "all_out_heart", {"players": in_game})]


def _collects(outlook: Outlook) -> list[Reason]:
    """R11."""
    cases = [case for case in outlook.out if case.hearts == 0]
    if not cases:
        return []
    if len(cases) == 1:
        return [Reason("out_alone", {"coins": cases[0].coins})]
    return [Reason("out_takes", {"coins": cases[0].coins, "two": cases[1].coins})]


def _ends(table: State, seat: int, outlook: Outlook) -> list[Reason]:
    """R33: by what the dice bring for sure, if no 3 can take the last heart before."""
    goal = table.options.stars_to_win
    if table.players[seat].stars + outlook.dice.stars[0] < goal or max(_last_hearts(table, seat).values()):
        return []
    return [Reason("ends", {"goal": goal})]


def _dice(outlook: Outlook) -> Reason:
    brings = _sure(outlook.dice)
    return Reason("dice", brings) if brings else Reason("dice_nothing", {})


def _sure(brings: Brings) -> dict[str, int]:
    return {token: low for token in TOKENS if (low := getattr(brings, token)[0])}


def _hits_now(table: State, seat: int) -> list[Reason]:
    """R25: what the cards of the others can take, on the dice as they lie; not said while 1s are still to fall."""
    if 1 in table.dice:
        return []
    hearts = 0
    for other in table.seats_in_game:
        if other != seat:
            player = table.players[other]
            rows = [(str(row), table.dice.count(row)) for row in set(table.dice)]
            rows += [] if player.bound else [("chance_it", 1)]
            for row, times in rows:
                hearts += sum(sorted([card.hit for card in player.cards if card.when == row], reverse=True)[:times])
    return [Reason("hits", {"hearts": hearts})] if hearts else []


def _stakes(table: State, seat: int) -> list[Reason]:
    """R13, R14: at most, with the fewest who would make it so much."""
    prices = {count: _price(table, count) for count in _participants(table)}
    most = max(prices.values())
    players = min(count for count in prices if prices[count] == most)
    missing = most - table.players[seat].coins
    if missing > 0:
        return [Reason("stakes_short", {"players": players, "coins": most, "hearts": missing})]
    return [Reason("stakes", {"players": players, "coins": most})] if most else []


def _more(brings: Brings) -> list[Reason]:
    """R23."""
    return [Reason("more", _sure(brings))]


def _bound(table: State, seat: int) -> list[Reason]:
    """R10."""
    others = [other for other in table.seats_in_game if other != seat and not table.players[other].bound]
    return [Reason("bound", {"players": len(others)})] if others else [Reason("not_bound", {})]


# Own cards (R29)


def _of_use(table: State, seat: int, own: Own, chosen: str | None) -> list[Reason]:
    action = table.running_action
    cards = candidates(table, seat)
    reasons = []
    if card := next((card for card in cards if card.id == chosen), None):
        reasons += _brings("brings", card)
        if card.hit:
            reasons.append(Reason("hits_others", {"hearts": card.hit, "players": len(table.participants) - 1}))
    else:
        reasons.append(Reason("brings_nothing", {}))
    later = 0 if action.place == CHANCE_IT else table.dice[action.place + 1 :].count(table.dice[action.place])
    left = len(cards) - (card is not None)
    unused = max(0, left - later)
    if unused:
        reasons.append(Reason("unused", {"cards": unused}))
    elif later:
        reasons.append(Reason("later", {"dice": later}))
    return reasons


def _brings(what: str, card: Card) -> list[Reason]:
    brings: dict[str, int] = {token: count for token in TOKENS if (count := getattr(card, token))}
    return [Reason(what, brings)] if brings else []


# The market (R22, R26 to R28)


def _of_purchase(table: State, seat: int, bought: str) -> list[Reason]:
    card = next(card for card in table.market if card.id == bought)
    player = table.players[seat]
    if card.when == "flash":
        return [*_brings("brings", card), *_flash_hits(table, seat, card), *_leaves(table, player, card)]
    reasons = []
    if brings := _brings("each_time", card):
        reasons += brings
    elif card.hit:
        reasons.append(Reason("each_time_hits", {"hearts": card.hit}))
    if _pays_back(card):
        reasons.append(Reason("pays_back", {"times": -(-card.price // card.coins), **_often(card)}))
    else:
        short = [] if card.price == 0 else _short(table, player, card)
        reasons += short or (
            [Reason("works", _often(card))] if card.when in WORKS_IN else [Reason("works_chance_it", {})]
        )
    return reasons


def _pays_back(card: Card) -> bool:
    """Whether coins are all that it is about."""
    return bool(
        card.when in WORKS_IN
        and card.price
        and card.coins
        and not (card.hearts or card.stars or card.hit or card.market)
    )


def _often(card: Card) -> dict[str, int]:
    """In how many of a hundred rounds it has a die to work with."""
    ways, of = WORKS_IN[card.when]
    return {"row": int(card.when), "rounds": (200 * ways + of) // (2 * of)}


def _flash_hits(table: State, seat: int, card: Card) -> list[Reason]:
    others = [other for other in table.participants if other != seat]
    out = sum(table.players[other].hearts <= card.hit for other in others)
    if not card.hit or not others:
        return []
    if out:
        return [Reason("knocks_out", {"players": out})]
    return [Reason("hits_others", {"hearts": card.hit, "players": len(others)})]


def _short(table: State, player: Player, card: Card) -> list[Reason]:
    """R14: whether the coins that stay are too few for the highest stakes there can be with so many in the game."""
    left = player.coins - card.price
    stakes = max(table.box.sheet(len(table.seats_in_game)).participants)
    return [Reason("leaves_short", {"coins": left, "hearts": stakes - left})] if left < stakes else []


def _leaves(table: State, player: Player, card: Card) -> list[Reason]:
    left = player.coins - card.price + card.coins
    return [Reason("leaves", {"coins": left})]


def _of_discard(table: State, seat: int, thrown: str) -> list[Reason]:
    card = next(card for card in table.market if card.id == thrown)
    later = {turn.seat for turn in table.running_action.turns[1:]} - {seat}
    able = sum(table.players[other].coins >= card.price for other in later)
    reasons = [Reason("denies", {"players": able})] if able else []
    return [*reasons, Reason("keeps", {"coins": table.players[seat].coins})]
