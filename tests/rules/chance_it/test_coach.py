"""The coach of Chance It: every number in its sentences is counted again, by playing the round to its end in every way
there is; and nothing that a seat cannot see changes a word."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import Buy, Choose, Discard, LayOut, Reroll, Shuffle, Use, coach, events
from rules.chance_it.market import laying_out
from rules.chance_it.state import Turn
from rules.luck import Luck

from .random_games import odd_header, with_other_secrets
from .test_foresight import asked, seen

ENOUGH = 999
TOKENS = ("coins", "hearts", "stars")


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Its chances are those of the expert, which has tests of its own."""
    monkeypatch.setattr(coach, "ROUNDS", 6)
    monkeypatch.setattr(coach, "TIMES", {})
    monkeypatch.setattr(coach, "OTHERWISE", 1)


def advice(state, seat):
    return chance_it.advise(*seen(state, seat), Luck("x").lots("y"))


# Playing on, in every way


def on(state, pick):
    """Until somebody has to pick a card or the 1s are to be rerolled, or the round is over; nobody buys anything."""
    while True:
        if state.phase == "market":
            move = Discard(state.awaiting[0], state.market[0].id)
        elif state.phase == "shuffle":
            move = Shuffle(tuple(card.id for card in state.discard))
        elif state.phase == "lay_out":
            can = laying_out(state)
            move = LayOut((*can.must_lie, *[card for card in can.may_lie if card not in can.must_lie])[: can.to_lay])
        elif state.phase == "use" and pick == "none":
            move = Use(state.awaiting[0], None)
        else:
            return state
        state = chance_it.apply(state, move)[0]


def picks(state):
    return [chance_it.apply(state, move)[0] for move in chance_it.legal(state) if isinstance(move, Use)]


def every_end(state, ones=None):
    """Every state in which the round can end, by what is picked. `ones`: where the 1s come to lie."""
    state = on(state, "all")
    if state.phase == "use":
        for after in picks(state):
            yield from every_end(after, ones)
    elif state.phase == "reroll":
        for thrown in product((2, 3, 4, 5, 6) if ones is None else (ones,), repeat=state.dice.count(1)):
            yield from every_end(chance_it.apply(state, Reroll(thrown))[0], ones)
    else:
        yield state


def happened(state, pick="none", ones=6):
    """All events to the end of the round."""
    told = []
    while state.phase not in ("roll", "over", "start"):
        if state.phase == "reroll":
            move = Reroll((ones,) * state.dice.count(1))
        elif state.phase == "use":
            move = Use(state.awaiting[0], None)
        elif state.phase == "market":
            move = Discard(state.awaiting[0], state.market[0].id)
        elif state.phase == "shuffle":
            move = Shuffle(tuple(card.id for card in state.discard))
        else:
            can = laying_out(state)
            move = LayOut((*can.must_lie, *[card for card in can.may_lie if card not in can.must_lie])[: can.to_lay])
        state, more = chance_it.apply(state, move)
        told += more
    return state, told


def laid(state, **guides):
    """Everybody has laid: `guides` by "seat3", all others `others`; bound ones are IN."""
    free = [seat for seat in state.seats_in_game if not state.players[seat].bound]
    state = replace(
        state, players=tuple(player if player.bound else replace(player, guide=None) for player in state.players)
    )
    told = []
    for seat in free:
        state, more = chance_it.apply(state, Choose(seat, guides.get(f"seat{seat}", guides.get("others", "out"))))
        told += more
    return state, told


def with_participants(state, seat, count, guide="in"):
    """So many take part, this seat among them; None if that cannot be."""
    others = [other for other in state.seats_in_game if other != seat]
    bound = [other for other in others if state.players[other].bound]
    free = [other for other in others if other not in bound]
    extra = count - 1 - len(bound)
    if not 0 <= extra <= len(free):
        return None
    return laid(state, **{f"seat{seat}": guide}, **{f"seat{other}": "in" for other in free[:extra]})


def rich(state, seat, *, cards=False, me=True):
    """Nobody is eliminated and nobody ends the game; the others have no cards unless it is about these."""
    players = [
        player
        if not player.hearts or (other == seat and not me)
        else replace(
            player,
            hearts=ENOUGH,
            coins=ENOUGH,
            stars=0,
            cards=player.cards if cards or other == seat else (),
        )
        for other, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players), options=replace(state.options, stars_to_win=ENOUGH))


def counts_of_participants(state, seat):
    return [count for count in range(1, len(state.seats_in_game) + 1) if with_participants(state, seat, count)]


def changed(told, seat, *causes):
    """What these events brought somebody, without zeros."""
    sums = Counter()
    for event in told:
        if isinstance(event, events.TokenChanged) and event.seat == seat and event.cause in causes:
            sums[event.token] += event.by
    return {token: by for token, by in sums.items() if by}


def ways_to_lose(state, seat, count):
    """In how many ways the 1s can come to lie it loses the last heart, however well it picks its cards."""
    others_rich = rich(state, seat, me=False)
    others_rich = replace(others_rich, options=state.options)
    after, _told = with_participants(others_rich, seat, count)

    def ways(state, of):
        state = on(state, "all")
        if not state.players[seat].hearts:
            return of
        if state.phase == "use":
            return min(ways(after, of) for after in picks(state))
        if state.phase == "reroll":
            thrown = product((2, 3, 4, 5, 6), repeat=state.dice.count(1))
            return sum(ways(chance_it.apply(state, Reroll(dice))[0], 1) for dice in thrown)
        return 0

    return ways(after, 5 ** state.dice.count(1))


# Every sentence, counted again


def last_heart(state, seat, numbers, *, is_if, is_sure):
    of = 5 ** state.dice.count(1)
    if is_sure:
        assert "ways" not in numbers
    else:
        assert numbers["of"] == of
    ways = numbers.get("ways", of)
    assert is_sure == (ways == of)
    lost = {count: ways_to_lose(state, seat, count) for count in counts_of_participants(state, seat)}
    if is_if:
        assert lost[numbers["players"]] == ways == max(lost.values()) > min(lost.values())
    else:
        assert {*lost.values()} == {ways}
    assert ways


def dice(state, seat, numbers):
    base = rich(state, seat)
    if 6 not in state.dice:  # there the 1s will lie here, and bring nothing
        mine = tuple(card for card in state.players[seat].cards if card.when != "6")
        base = base.with_player(seat, replace(base.players[seat], cards=mine))
    after, told = laid(base, **{f"seat{seat}": "in"})
    assert changed(told + happened(after)[1], seat, "die", "card") == numbers


def pays(state, seat, coins):
    """By the number of participants, what this seat pays of each when it has so many coins."""
    base = rich(state, seat)
    base = base.with_player(seat, replace(base.players[seat], coins=coins))
    found = {}
    for count in counts_of_participants(state, seat):
        _after, told = with_participants(base, seat, count)
        found[count] = changed(told, seat, "stakes")
    return found


def stakes(state, seat, numbers):
    found = {count: -paid.get("coins", 0) for count, paid in pays(state, seat, ENOUGH).items()}
    assert max(found.values()) == numbers["coins"]
    assert min(count for count in found if found[count] == numbers["coins"]) == numbers["players"]
    missing = pays(state, seat, state.players[seat].coins)[numbers["players"]].get("hearts", 0)
    assert numbers.get("hearts", 0) == -missing


def takes(state, seat, numbers):
    free = [other for other in state.seats_in_game if other != seat and not state.players[other].bound]
    found = []
    for count in range(len(free) + 1):
        guides = {f"seat{other}": "out" if place < count else "in" for place, other in enumerate(free)}
        _after, told = laid(rich(state, seat), **{f"seat{seat}": "out"}, **guides)
        if any(isinstance(event, events.TokenChanged) and event.cause == "all_out" for event in told):
            continue
        found.append(changed(told, seat, "stakes").get("coins", 0))
    assert found[: len(numbers)] == [numbers["coins"], *([numbers["two"]] if "two" in numbers else [])]
    assert len(numbers) == min(len(found), 2)


def all_out(state, seat, numbers):
    after, told = laid(state, others="out")
    out = [event.seat for event in told if isinstance(event, events.TokenChanged) and event.cause == "all_out"]
    assert len(out) == numbers["players"]
    assert after.players[seat].hearts == state.players[seat].hearts - 1
    return after.players[seat].hearts


def hits(state, seat, numbers):
    base = rich(state, seat, cards=True)
    base = base.with_player(seat, replace(base.players[seat], cards=()))
    by_dice = state.dice.count(2) - 2 * state.dice.count(3)

    def lost(others):
        after, _told = laid(base, **{f"seat{seat}": "in"}, others=others)
        return max(ENOUGH + by_dice - end.players[seat].hearts for end in every_end(after))

    assert lost("chance_it") == numbers["hearts"]
    assert lost("in") <= numbers["hearts"]


def more(state, seat, numbers):
    sums = []
    for guide in ("chance_it", "in"):
        after, told = laid(rich(state, seat), **{f"seat{seat}": guide})
        sums.append(changed(told + happened(after)[1], seat, "die", "card", "chance_it"))
    brought = {token: sums[0].get(token, 0) - sums[1].get(token, 0) for token in TOKENS}
    assert {token: by for token, by in brought.items() if by} == numbers


def bound(state, seat, numbers):
    others = [
        move.seat
        for move in chance_it.legal(state)
        if isinstance(move, Choose) and move.seat != seat and move.guide == "chance_it"
    ]
    assert len(others) == numbers.get("players", 0)
    for other in others:
        after, _told = laid(rich(state, seat), **{f"seat{seat}": "chance_it", f"seat{other}": "chance_it"})
        assert happened(after)[0].players[seat].bound
    after, _told = laid(rich(state, seat), **{f"seat{seat}": "chance_it", "others": "in"})
    assert not happened(after)[0].players[seat].bound


def ends(state, seat, numbers):
    assert state.options.stars_to_win == numbers["goal"]
    others_rich = replace(rich(state, seat, me=False), options=state.options)
    for count in counts_of_participants(state, seat):
        after, _told = with_participants(others_rich, seat, count)
        for thrown in (2, 3, 6):
            over = happened(after, ones=thrown)[0]
            assert over.result is not None
            assert over.players[seat].stars >= numbers["goal"]


def used(state, seat, card):
    """What a card changes when it works now: for its owner, and the hearts of each of the others."""
    place = state.running_action.place
    state, told = chance_it.apply(rich(state, seat, cards=True), Use(seat, card))
    while state.phase == "use" and state.running_action.place == place and state.awaiting[0] != seat:
        if any(isinstance(event, events.CardUsed) and event.card == card for event in told):
            break
        state, more = chance_it.apply(state, Use(state.awaiting[0], None))
        told += more
    told = [event for event in told if isinstance(event, events.TokenChanged) and event.card == card]
    return changed(told, seat, "card"), [-event.by for event in told if event.cause == "hit"]


def later(state, seat, move, numbers):
    after, told = chance_it.apply(rich(state, seat, cards=True), move)
    told += happened(after)[1]
    row, place = state.row, state.running_action.place
    begun = [event for event in told if isinstance(event, events.ActionBegan)]
    assert sum(event.row == row and event.place > place for event in begun) == numbers["dice"]


def unused(state, seat, move, numbers):
    mine = [card for card in (other.card for other in chance_it.legal(state) if other.seat == seat) if card is not None]

    def used_in_all(state, told=()):
        """The most of them that can have worked when the round is over."""
        if state.phase == "use" and state.awaiting[0] == seat:
            found = []
            for pick in [other for other in chance_it.legal(state) if other.seat == seat]:
                after, more = chance_it.apply(state, pick)
                found.append(used_in_all(after, (*told, *more)))
            return max(found)
        if state.phase in ("roll", "over", "start"):
            return len({event.card for event in told if isinstance(event, events.CardUsed) and event.card in mine})
        if state.phase == "reroll":
            step = Reroll((2 if state.row != 2 else 4,) * state.dice.count(1))
        elif state.phase == "use":
            step = Use(state.awaiting[0], None)
        else:
            return used_in_all(on_once(state), told) if state.phase != "market" else used_in_market(state, told)
        after, more = chance_it.apply(state, step)
        return used_in_all(after, (*told, *more))

    def used_in_market(state, told):
        after, more = chance_it.apply(state, Discard(state.awaiting[0], state.market[0].id))
        return used_in_all(after, (*told, *more))

    def on_once(state):
        if state.phase == "shuffle":
            return chance_it.apply(state, Shuffle(tuple(card.id for card in state.discard)))[0]
        can = laying_out(state)
        cards = (*can.must_lie, *[card for card in can.may_lie if card not in can.must_lie])[: can.to_lay]
        return chance_it.apply(state, LayOut(cards))[0]

    base = rich(state, seat, cards=True)
    after, told = chance_it.apply(base, move)
    assert len(mine) - used_in_all(after, tuple(told)) == numbers["cards"]


def bought(state, seat, card):
    """What buying it changes at once: events that name it, from a purchase that nobody's last heart cuts short."""
    told = chance_it.apply(rich(state, seat, cards=True), Buy(seat, card.id))[1]
    return [
        event for event in told if isinstance(event, events.TokenChanged) and event.card == card.id and not event.row
    ]


def one_use(state, seat, card):
    """A round in which it can work once: what it brings beside one without it, and what it takes from the others."""
    found = []
    for cards in ((card,), ()):
        base = rich(state, seat)
        base = base.with_player(seat, replace(base.players[seat], cards=cards, bound=False))
        row = 4 if card.when in ("flash", "chance_it") else int(card.when)
        lie = tuple(sorted((row, *((5,) * 4 if row != 5 else (4,) * 4))))
        base = replace(
            base, phase="choose", dice=lie, action=None, options=replace(base.options, ask_single_card=False)
        )
        guide = "chance_it" if card.when == "chance_it" else "in"
        after, told = laid(base, **{f"seat{seat}": guide, "others": "in"})
        _end, more = happened(after, ones=4)
        told += more
        others = [other for other in state.seats_in_game if other != seat]
        hit = [-changed(told, other, "hit").get("hearts", 0) for other in others]
        found.append((changed(told, seat, "card"), hit))
    assert found[1][0] == {}
    return found[0]


def rounds_in_a_hundred(row):
    """Of all that five dice can show, and all that 1s can be rerolled to: how often one lies at that row."""
    ways = of = 0
    for roll in product(range(1, 7), repeat=5):
        ones = roll.count(1)
        weight = 5 ** (5 - ones)  # so that each roll counts the same
        for thrown in product(range(2, 7), repeat=ones):
            of += weight
            ways += weight * (row in roll if row == 1 else row in roll or row in thrown)
    return round(100 * ways / of)


OFTEN = {row: rounds_in_a_hundred(row) for row in range(1, 7)}


def leaves_short(state, seat, card, numbers):
    spent = changed(chance_it.apply(state, Buy(seat, card.id))[1][:2], seat, "price").get("coins", 0)
    left = state.players[seat].coins + spent
    assert left == numbers["coins"]
    base = replace(
        state,
        phase="choose",
        action=None,
        dice=(5, 5, 5, 5, 5),
        players=tuple(replace(player, bound=False) for player in state.players),
    )
    assert max(-paid.get("hearts", 0) for paid in pays(base, seat, left).values()) == numbers["hearts"]


def denies(state, seat, card, numbers):
    action = state.running_action
    able = set()
    for other in {turn.seat for turn in action.turns[1:]} - {seat}:
        theirs = replace(state, action=replace(action, turns=(Turn(other),)))
        able |= {move.seat for move in chance_it.legal(theirs) if move == Buy(other, card.id)}
    assert len(able) == numbers["players"]


def knocks_out(state, seat, card, numbers):
    told = chance_it.apply(state, Buy(seat, card.id))[1]
    assert sum(isinstance(event, events.Eliminated) and event.seat != seat for event in told) == numbers["players"]


def check(state, seat, move, reason):
    """Counts every number of this sentence again."""
    what, numbers = reason.what, reason.numbers
    by_id = {card.id: card for card in state.box.cards}
    card = by_id.get(getattr(move, "card", None) or "")
    if "last_heart" in what:
        assert (move.guide == "out") == what.startswith("out_")
        is_sure = not what.removesuffix("_if").endswith("_ways") and "ways" not in what
        last_heart(state, seat, numbers, is_if=what.endswith("_if"), is_sure=is_sure)
    elif what == "dice_nothing":
        dice(state, seat, {})
    elif what in ("stakes", "stakes_short"):
        assert ("hearts" in numbers) == (what == "stakes_short")
        stakes(state, seat, numbers)
    elif what in ("out_takes", "out_alone"):
        takes(state, seat, numbers)
    elif what in ("bound", "not_bound"):
        bound(state, seat, numbers)
    elif what in ("all_out", "all_out_heart"):
        assert (all_out(state, seat, numbers) == 0) == (what == "all_out")
    elif what in ("dice", "hits", "more", "ends"):
        {"dice": dice, "hits": hits, "more": more, "ends": ends}[what](state, seat, numbers)
    elif what == "brings" and isinstance(move, Use):
        assert used(state, seat, move.card)[0] == numbers
    elif what == "hits_others" and isinstance(move, Use):
        assert used(state, seat, move.card)[1] == [numbers["hearts"]] * numbers["players"]
    elif what == "brings_nothing":
        assert move.card is None
    elif what == "later":
        later(state, seat, move, numbers)
    elif what == "unused":
        unused(state, seat, move, numbers)
    elif what == "brings":
        assert changed(bought(state, seat, card), seat, "card") == numbers
    elif what == "hits_others":
        hearts = [event.by for event in bought(state, seat, card) if event.cause == "hit" and event.seat != seat]
        assert hearts == [-numbers["hearts"]] * numbers["players"]
    elif what == "knocks_out":
        knocks_out(state, seat, card, numbers)
    elif what == "each_time":
        assert one_use(state, seat, card)[0] == numbers
    elif what == "each_time_hits":
        assert {*one_use(state, seat, card)[1]} == {numbers["hearts"]}
    elif what == "pays_back":
        coins = one_use(state, seat, card)[0]["coins"]
        assert (numbers["times"] - 1) * coins < card.price <= numbers["times"] * coins
        assert numbers["rounds"] == OFTEN[numbers["row"]]
    elif what == "works":
        assert str(numbers["row"]) == card.when
        assert numbers["rounds"] == OFTEN[numbers["row"]]
    elif what == "works_chance_it":
        assert (card.when, numbers) == ("chance_it", {})
    elif what == "leaves":
        spent = changed(chance_it.apply(state, Buy(seat, card.id))[1][:2], seat, "price").get("coins", 0)
        by_card = changed(bought(state, seat, card), seat, "card").get("coins", 0)
        assert state.players[seat].coins + spent + by_card == numbers["coins"]
    elif what == "leaves_short":
        leaves_short(state, seat, card, numbers)
    elif what == "denies":
        denies(state, seat, card, numbers)
    else:
        assert what == "keeps"
        assert not changed(chance_it.apply(state, move)[1], seat, "price")
        assert state.players[seat].coins == numbers["coins"]


ALL = {
    *("last_heart_sure", "last_heart_ways", "last_heart_if", "last_heart_ways_if", "out_last_heart_sure"),
    *("out_last_heart_ways", "out_last_heart_if", "out_last_heart_ways_if", "dice", "dice_nothing", "stakes"),
    *(
        "stakes_short",
        "out_takes",
        "out_alone",
        "all_out",
        "all_out_heart",
        "hits",
        "more",
        "bound",
        "not_bound",
        "ends",
        "brings",
    ),
    *("brings_nothing", "hits_others", "later", "unused", "knocks_out", "each_time", "each_time_hits", "pays_back"),
    *("works", "works_chance_it", "leaves", "leaves_short", "denies", "keeps"),
}
"""All sentences there are."""


def situations():
    """Of many games, with odd boxes and with that of the house, some of what somebody has to decide."""
    lots = random.Random(1)
    headers = [{}, {"players": [*"AB"]}, {"players": [*"ABCDEF"]}, {"options": {"hearts": 2, "coins": 1}}]
    headers += [odd_header(lots) for _header in range(24)]
    for number, header in enumerate(headers):
        for state, seat in asked(header, f"coach {number}"):
            if state.dice.count(1) <= 2:
                yield state, seat


def test_every_number_of_every_sentence_is_what_playing_it_shows():
    said = Counter()
    for state, seat in situations():
        given = advice(state, seat)
        mine = [move for move in chance_it.own(state, seat).can if isinstance(move, Choose | Use | Buy | Discard)]
        assert {one.move for one in given.choices} == {*mine}
        assert given.of == len(mine)
        for one in given.choices:
            is_out = getattr(one.move, "guide", None) == "out"
            assert len(one.reasons) <= 2 + is_out
            if is_out and not any(player.bound for player in state.players):
                assert any(reason.what.startswith("all_out") for reason in one.reasons)
            for reason in one.reasons:
                check(state, seat, one.move, reason)
                said[reason.what] += 1
    assert {*said} == ALL


def test_OUT_keeps_alive_whoever_one_more_3_would_kill():
    """As the coach of the booklet's hope says it: two 3s on the board, 5 hearts, and a 1 that is still to fall."""
    box = chance_it.house_box()
    players = tuple(chance_it.Player(8, hearts) for hearts in (5, 8, 8))
    state = chance_it.State(
        box, chance_it.Options(), players, 1, "choose", 0, (1, 3, 3, 5, 6), box.cards[:4], box.cards[4:]
    )
    out = next(one for one in advice(state, 0).choices if one.move.guide == "out")
    assert [(reason.what, reason.numbers) for reason in out.reasons] == [
        ("out_last_heart_ways", {"ways": 1, "of": 5}),
        ("all_out_heart", {"players": 3}),
        ("out_takes", {"coins": 2, "two": 1}),
    ]


@pytest.mark.parametrize(
    ("chances", "order"),
    [
        ({"in": 4, "out": 1, "chance_it": 9}, ["out", "chance_it", "in"]),
        ({"in": 0, "out": 0, "chance_it": 0}, ["out", "in", "chance_it"]),
        ({"in": 124, "out": 116, "chance_it": 122}, ["out", "in", "chance_it"]),
        ({"in": 126, "out": 124, "chance_it": 114}, ["in", "out", "chance_it"]),
        ({"in": 1, "out": 0, "chance_it": 0}, ["in", "out", "chance_it"]),
    ],
)
def test_where_chances_look_the_same_what_keeps_the_last_heart_stands_first(monkeypatch, chances, order):
    """One heart, two 3s on the board, and a 1 that is still to fall."""
    box = chance_it.house_box()
    players = tuple(chance_it.Player(8, hearts) for hearts in (1, 8, 8))
    state = chance_it.State(
        box, chance_it.Options(), players, 1, "choose", 0, (1, 3, 3, 5, 6), box.cards[:4], box.cards[4:]
    )
    monkeypatch.setattr(
        coach, "_chances", lambda *_seen: {Choose(0, guide): chance for guide, chance in chances.items()}
    )
    assert [one.move.guide for one in advice(state, 0).choices] == order


def test_only_what_cannot_be_has_no_chance_at_all():
    tell = coach._in_thousandths
    assert [tell(chance, 1 << 20) for chance in (0, 1, 524, 525, 1 << 19, (1 << 20) - 1, 1 << 20)] == [
        *(0, 1, 1, 1, 500, 999, 1000)
    ]


@pytest.mark.parametrize("seed", range(2))
def test_what_a_seat_cannot_see_changes_no_word_of_it(seed):
    lots = random.Random(seed)
    changed = 0
    for state, seat in asked({}, f"peek at the coach {seed}"):
        other = with_other_secrets(state, lots, seat)
        if state.phase == "use":  # what others have picked lies face down until the last one has
            picks = tuple(pick for pick in state.action.picks if lots.random() < 0.5)
            other = replace(other, action=replace(state.action, picks=picks))
        changed += other != state
        assert advice(other, seat) == advice(state, seat)
    assert changed > 20


def test_the_best_choice_stands_first_with_the_chance_that_the_expert_reckons(monkeypatch):
    monkeypatch.undo()
    state, seat = list(asked({}, "order"))[20]
    given = advice(state, seat)
    chances = [one.chance for one in given.choices]
    shown = [round(chance / 10) for chance in chances]
    assert shown == sorted(shown, reverse=True)
    assert all(0 <= chance <= 1000 for chance in chances)
    assert advice(state, seat) == given


def test_where_nothing_can_be_reckoned_the_reasons_stand_alone(monkeypatch):
    def lost(*_seen):
        raise coach.IllegalMove("lost", "Lost.")

    monkeypatch.setattr(coach, "think", lost)
    state, seat = list(asked({}, "weaker"))[3]
    given = advice(state, seat)
    assert all(one.chance is None and one.reasons for one in given.choices)


def test_whoever_has_nothing_to_choose_gets_no_advice():
    for state, _seat in list(asked({}, "nothing"))[:12]:
        for other in {*range(len(state.players))} - {*state.awaiting}:
            if state.phase != "choose":
                assert advice(state, other) is None
        for viewer in ("game_master", "spectator"):
            assert chance_it.advise(*seen(state, viewer), Luck("x").lots("y")) is None


def test_it_can_be_written_as_json():
    state, seat = list(asked({}, "json"))[5]
    assert msgspec.json.decode(msgspec.json.encode(advice(state, seat)))["choices"][0].keys() == {
        *("move", "chance", "reasons")
    }
