"""What every game on the shelf offers to those who do not know it, seen along the recorded games."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.luck import Inputs, Luck
from rules.parts import Due, Move, State
from rules.record import Playing, read, replay
from rules.refusals import IllegalMove
from rules.shelf import GAMES, AnyGame

from .recorded import RECORDS, game_at

SEED = "fedcba9876543210" * 4
every_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)


def steps(record):
    with record.open("rb") as lines:
        yield from replay(lines)


def by_hand(made_from: Inputs, luck: Luck, number: int) -> list[tuple]:
    """A draw as somebody makes it who has the inputs and the luck, and does not know the game."""
    if made_from.piles:
        return [tuple(pile) for pile in luck.shuffle(number, *made_from.piles)]
    return [tuple(luck.throw(number, made_from.dice, made_from.again))]


@every_record
def test_a_draw_can_be_made_from_its_inputs_without_knowing_the_game(record):
    luck = Luck(SEED, "some salt")
    for playing in steps(record):
        drawn = playing.game.draw(playing.state, luck, 7)
        made_from = playing.game.inputs(playing.state)
        assert (made_from is None) == (drawn is None)
        if made_from is not None:
            assert list(msgspec.structs.astuple(drawn)) == by_hand(made_from, luck, 7)


@every_record
def test_inputs_are_there_exactly_when_a_draw_is_due(record):
    for playing in steps(record):
        due = [move.do for move in playing.game.legal(playing.state) if isinstance(move, Due)]
        is_drawn = due not in ([], ["start"], ["lay_out"])
        assert (playing.game.inputs(playing.state) is not None) == is_drawn


def test_inputs_are_small_in_json():
    at_the_roll, at_the_shuffle = game_at("chance_it-2-players-stars", 2), game_at("chance_it-2-players-stars", 0)
    assert msgspec.json.encode(chance_it.inputs(at_the_roll.state)) == b'{"dice":5}'
    assert msgspec.to_builtins(chance_it.inputs(at_the_shuffle.state)) == {
        "piles": ((tuple(card.id for card in at_the_shuffle.box.cards)),),
    }


# What nobody has seen.


def unseen(state) -> tuple:
    return state.pile if isinstance(state, chance_it.State) else state.deck


def without_unseen(state):
    return replace(state, pile=()) if isinstance(state, chance_it.State) else replace(state, deck=())


def has_own_cards(playing: Playing) -> bool:
    return getattr(playing.options, "own_cards", False)


def played_again(playing: Playing, moves: list) -> Playing:
    again = Playing(playing.header)
    for move in moves:
        again.play(move)
    return again


@every_record
def test_moves_dealt_anew_lead_to_the_same_state_but_for_the_order_of_the_unseen(record):
    changed = most_unseen = 0
    for playing in steps(record):
        anew = playing.game.dealt_anew(playing.moves, playing.state, Luck(SEED))
        if has_own_cards(playing):
            assert anew == playing.moves, "nothing was shuffled here"
            continue
        again = played_again(playing, anew)
        assert without_unseen(again.state) == without_unseen(playing.state)
        in_the_box = [
            thing
            for thing in getattr(playing.box, "cards", None) or playing.box.tiles
            if thing in unseen(playing.state)
        ]
        assert [list(unseen(again.state))] == Luck(SEED).shuffle(0, in_the_box)
        assert len(anew) == len(playing.moves)
        assert sum(now != before for now, before in zip(anew, playing.moves, strict=True)) <= 1
        changed += anew != playing.moves
        most_unseen = max(most_unseen, len(unseen(playing.state)))
    assert changed or most_unseen < 3


@every_record
def test_moves_dealt_anew_twice_are_the_same(record):
    """The order before does not matter, so anybody who has the record can deal it again."""
    for playing in steps(record):
        once = playing.game.dealt_anew(playing.moves, playing.state, Luck(SEED))
        again = played_again(playing, once)
        assert playing.game.dealt_anew(once, again.state, Luck(SEED)) == once


@every_record
def test_nothing_is_dealt_anew_before_the_first_move(record):
    playing = next(steps(record))
    assert playing.game.dealt_anew([], playing.state, Luck(SEED)) == []


# What was shown.


def revealing_moves(record) -> list:
    """The moves after which something that lay face down is seen by all."""
    whole = read(record.read_bytes().splitlines())
    playing = Playing(whole.header)
    return [move for move in whole.moves if playing.game.reveals(playing.play(move))]


@every_record
def test_what_nobody_could_know_is_revealed(record):
    """Guide cards, dice and cards of the pile in Chance It, the next tiles in Second Chance; no correction does."""
    kinds = {type(move) for move in revealing_moves(record)}
    assert kinds
    assert not kinds & {chance_it.Correct, chance_it.Start, chance_it.LayOut}


def test_of_the_guide_cards_only_the_last_one_reveals():
    box, options = chance_it.house_box(), chance_it.Options()
    state = chance_it.new_game(2, box, options)
    moves = [
        chance_it.Shuffle(tuple(card.id for card in box.cards)),
        chance_it.Start(0),
        chance_it.Roll((5, 5, 5, 5, 5)),
        chance_it.Choose(0, "in"),
        chance_it.Choose(1, "in"),
    ]
    revealed = []
    for move in moves:
        state, happened = chance_it.apply(state, move)
        revealed.append(chance_it.reveals(happened))
    assert revealed == [True, False, True, False, True]


# A move of the table without its outcome.


@every_record
def test_whatever_is_legal_can_be_played_or_is_refused_by_name(record):
    for playing in steps(record):
        for move in playing.game.legal(playing.state)[:50]:
            if isinstance(move, Due):
                with pytest.raises(IllegalMove) as refusal:
                    playing.game.apply(playing.state, move)
                assert refusal.value.code == "no_outcome"
            else:
                playing.game.apply(playing.state, move)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_draw_that_may_be_asked_for_is_refused_without_its_outcome(game):
    players = game.PLAYERS[-1]
    state = game.new_game(players, game.house_box(), game.read_options(b"{}", players))
    for due in game.DUE.values():
        with pytest.raises(IllegalMove):
            game.apply(state, due)


def all_are_played_or_refused(game: AnyGame, state: State, moves: Sequence[Move | Due]) -> None:
    for move in moves:
        if isinstance(move, Due):
            with pytest.raises(IllegalMove, match=r"needs its outcome|The game is over"):
                game.apply(state, move)
        else:
            game.apply(state, move)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_in_random_games_every_legal_move_is_played_or_refused_by_name(game: AnyGame, seed: int):
    rng = Random(seed)
    players = rng.choice(game.PLAYERS)
    options = game.read_options(msgspec.json.encode(game.options_of_table(players)), players)
    state, draws = game.new_game(players, game.house_box(), options), 0
    while state.result is None:
        moves = game.legal(state)
        all_are_played_or_refused(game, state, [*moves, *game.DUE.values()])
        move = rng.choice(moves)
        if isinstance(move, Due):
            drawn = game.draw(state, Luck(SEED), draws)
            draws += drawn is not None
            move = drawn or chance_it.Start(0)
        state, _events = game.apply(state, move)
    assert game.legal(state) == []
    all_are_played_or_refused(game, state, list(game.DUE.values()))
