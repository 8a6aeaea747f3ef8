"""What may be guessed at while there is nothing to do, and what came of it: in every recorded game."""

import pytest

from rules.chance_it import Choose
from rules.chance_it import events as e
from rules.record import replay
from rules.second_chance import events as s
from rules.shelf import GAMES
from tests.rules.recorded import RECORDS, game_at


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_only_those_guess_who_have_nothing_to_do_and_the_winners_are_guessed_right(record):
    events, before, offered = [], None, {}
    with record.open("rb") as lines:
        for playing in replay(lines):
            game, state = playing.game, playing.state
            events = game.apply(before, playing.moves[-1])[1] if playing.moves else []
            before = state
            for what, answers in offered.items():
                assert set(game.came(what, events) or ()) <= answers, "what can come is offered"
            offered = {guess.what: set(guess.answers) for guess in game.guesses(state, None)}
            for seat in (*range(len(state.players)), None):
                guesses = game.guesses(state, seat)
                assert not guesses or (seat not in state.awaiting and state.result is None)
                for guess in guesses:
                    answers = range(len(state.players) + (not guess.are_seats))
                    assert set(guess.answers) <= set(answers)
    assert game.came("winner", events) == (None if state.result is None else state.result.winners)


def test_what_somebody_has_laid_changes_nothing_in_what_is_offered():
    """R8: a guide card is secret until the reveal."""
    game = GAMES["chance_it"]
    before = next(
        playing.state
        for moves in range(1, 10)
        if (playing := game_at("chance_it-3-players-stars", moves)).state.awaiting == (0, 1, 2)
    )
    laid = [game.apply(before, Choose(0, guide))[0] for guide in ("in", "out", "chance_it")]
    for seat in (0, 1, 2, None):
        first, *others = [game.guesses(state, seat) for state in laid]
        assert others == [first, first]
        assert bool(first) == (seat in (0, None))


def test_whoever_must_play_IN_takes_part_in_every_guess():
    """R10, J4: two are bound, so nobody can guess that fewer than two take part."""
    state = next(
        playing.state
        for moves in range(1, 17)
        if (playing := game_at("examples/04-R10-J5-J4-bound", moves)).state.phase == "choose"
        and any(player.bound for player in playing.state.players)
    )
    bound = sum(player.bound for player in state.players)
    taking_part, *_others = GAMES["chance_it"].guesses(state, None)
    assert bound > 0
    assert taking_part.answers == tuple(range(bound, len(state.seats_in_game) + 1))


def test_what_came_of_it():
    came = GAMES["chance_it"].came
    assert came("taking_part", [e.GuidesRevealed(("in", "out", None, "chance_it"))]) == (2,)
    assert came("taking_part", [e.GuideLaid(0)]) is None
    assert came("winner", [e.GameEnded((), "nobody", "R35")]) == ()
    came = GAMES["second_chance"].came
    dropped = [s.DroppedOut(1), s.DroppedOut(2), s.TilesRevealed(4, ("7A", "7B"), (0,), "R5")]
    assert came("first_out", dropped) == (1, 2)
    assert came("stuck", dropped) == (1,)
    assert came("winner", dropped) is None


def test_alone_there_is_nothing_to_guess_at():
    playing = game_at("second_chance-1-player-solo-won", 3)
    assert playing.game.guesses(playing.state, None) == ()
