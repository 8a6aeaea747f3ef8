"""A game looked back on: what is said of it is recomputed here from the rules, and nobody is judged by what they could
not see."""

import random

import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import looking_back, odds, worth
from rules.chance_it.foresight import GUIDES, Chance
from rules.luck import Luck
from rules.parts import ODDS, in_hundredths

from .random_games import odd_header, played
from .test_foresight import asked
from .test_odds import permuted

SHORT = {"players": ["A", "B", "C"], "options": {"stars_to_win": 8, "hearts": 5}}


def lots():
    return Luck("").lots("x")


def weighed(positions, state):
    return [looking_back.weigh(position, state.box, state.options, lots()) for position in positions]


@pytest.fixture(scope="module")
def game():
    rng = random.Random(7)
    states, moves = played(rng, SHORT)
    assert states[-1].result is not None
    positions = looking_back.positions(states, moves)
    return states, moves, positions, weighed(positions, states[0])


@pytest.mark.parametrize("seed", range(5))
def test_any_game_can_be_looked_back_on_and_the_accounts_add_up(seed):
    rng = random.Random(seed)
    states, moves = played(rng, odd_header(rng), most=80)
    positions = looking_back.positions(states, moves)
    if not positions:
        return
    found = looking_back.look_back(positions, weighed(positions, states[0]))
    for account in found.accounts:
        assert account.start + account.choices + account.luck + account.others == account.end
    for decisions in found.decisions:
        assert len(decisions) <= looking_back.NAMED
        for decision in decisions:
            assert 0 <= decision.had <= decision.best <= 100
            cost = decision.best - decision.had if decision.is_mistake else decision.won
            assert cost >= looking_back.MATTERS


def test_the_chart_begins_with_the_first_round_and_ends_with_the_winner(game):
    states, _moves, positions, seen = game
    found = looking_back.look_back(positions, seen)
    for place in found.rounds[:-1]:
        state = states[place.at]
        assert (state.phase, state.round) == ("roll", place.round)
        judged = worth.Judge(8).chances(state)
        assert place.chances == in_hundredths([of * ODDS // sum(judged) for of in judged])
    assert [place.round for place in found.rounds[:-1]] == list(range(1, states[-1].round + 1))
    winners = states[-1].result.winners
    assert found.rounds[-1].chances == in_hundredths([ODDS // len(winners) * (seat in winners) for seat in range(3)])


def test_what_was_luck_is_recomputed_from_the_odds_before_and_after_it(game):
    states, moves, positions, seen = game
    found = looking_back.look_back(positions, seen)

    def chances(state):
        return odds.odds(chance_it.shared(state), state.box, state.options, lots())

    luck = [0, 0, 0]
    own = {position.at: now.judged[0].won for position, now in zip(positions, seen, strict=True) if position.own}
    for at, move in enumerate(moves):
        before, after = states[at], states[at + 1]
        seats = []
        if before.round and isinstance(move, chance_it.Roll | chance_it.Reroll | chance_it.Shuffle):
            seats = [0, 1, 2]
        elif isinstance(move, chance_it.Use | chance_it.Buy | chance_it.Discard):
            seats = [move.seat]
        for seat in seats:
            luck[seat] += chances(after)[seat] - chances(before)[seat]
            if isinstance(move, chance_it.Use | chance_it.Buy | chance_it.Discard):
                luck[seat] -= own[at]
    assert [account.luck for account in found.accounts] == [round(100 * of / ODDS) for of in luck]


def test_a_decision_about_a_card_is_the_judgement_of_the_table_that_it_leads_to():
    """The last turn in the market, the pile untouched: each choice leads to one table, by the real rules."""
    tried = 0
    for seed in range(6):
        states, moves = played(random.Random(f"card {seed}"), {"players": ["A", "B", "C"]}, most=60)
        for position in looking_back.positions(states, moves):
            if not isinstance(position.move, chance_it.Buy | chance_it.Discard):
                continue
            state = states[position.at]
            after = [chance_it.apply(state, move)[0] for move in chance_it.own(state, position.move.seat).can]
            if len(state.market) == 1 or any(table.phase != "roll" for table in after):
                continue
            tried += 1
            (judged,) = looking_back.weigh(position, state.box, state.options, lots()).judged
            values = [worth.Judge(20).chances(table)[judged.seat] for table in after]
            did = worth.Judge(20).chances(states[position.at + 1])[judged.seat]
            assert (judged.had, judged.best) == (did, max(values))
    assert tried > 3


def test_what_a_guide_card_won_is_recomputed_with_the_real_moves():
    """With dice that are sure: what it brought, less what this seat would have brought by what it lays as a rule."""
    tried = 0
    for asked_state, _seat in asked(SHORT, "guide"):
        state = asked_state
        if state.phase != "choose" or any(player.guide and not player.bound for player in state.players):
            continue
        state = replace(state, dice=((2, 2, 4, 5, 5), (2, 3, 3, 4, 5))[state.round % 2])
        free = state.awaiting
        rng = random.Random(state.round)
        laid = tuple([rng.choice(GUIDES) if seat in free else None for seat in range(len(state.players))])
        position = looking_back.Position(0, odds.follows_from(chance_it.shared(state)), laid=laid)
        judged = looking_back.weigh(position, state.box, state.options, lots()).judged
        judge = worth.Judge(state.options.stars_to_win)
        table = odds.as_it_may_be(position.view, odds.NOBODY, state.box, state.options)
        same = lots()
        mixes = odds.how_they_lay(table, list(free), judge, [Chance(same.one_of(1 << 48)) for _time in "12"][1])
        for one, mix in zip(judged, mixes, strict=True):
            values = []
            for guide in GUIDES:
                after = state
                for seat in free:
                    after, _events = chance_it.apply(
                        after, chance_it.Choose(seat, guide if seat == one.seat else laid[seat])
                    )
                values.append(judge.chances(after)[one.seat] if after.phase in ("roll", "over") else None)
            if None not in values:
                as_a_rule = sum(often * of for often, of in zip(mix, values, strict=True)) / sum(mix)
                assert abs(one.won - (values[GUIDES.index(laid[one.seat])] - as_a_rule)) <= 2
                tried += 1
    assert tried > 3


@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_judged_by_what_they_could_not_see(seed):
    """With other cards face down for all but the one who decides, they are told the same of their decision."""
    rng = random.Random(f"unseen {seed}")
    states, moves = played(rng, SHORT)
    compared = 0
    for position in looking_back.positions(states, moves):
        if position.laid is None and position.own is None:
            continue
        state = states[position.at]
        other = replace(position, view=odds.follows_from(chance_it.shared(permuted(state, rng))))
        if position.own is not None:
            other = replace(other, own=chance_it.own(permuted(state, rng), position.own.seat))
        now, then = (looking_back.weigh(one, state.box, state.options, lots()) for one in (position, other))
        if position.own is None:  # what the others laid is known by now: it says what came of it, not how good it was
            rest = replace(position, laid=tuple([guide and "in" for guide in position.laid]))
            all_in = looking_back.weigh(rest, state.box, state.options, lots())
            for mine, theirs in zip(now.judged, all_in.judged, strict=True):
                assert mine.best >= mine.had
                if mine.did == theirs.did:
                    assert (mine.had, mine.best) == (theirs.had, theirs.best)
        assert now == then
        compared += 1
    assert compared > 5
