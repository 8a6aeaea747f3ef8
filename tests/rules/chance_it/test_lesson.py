"""The prepared game of the lesson: it holds everything that is taught, with the numbers that its sentences name.

The sentences are in templates/chance_it/phone/lesson_sentences.html; whoever changes a move there finds here what has
to be said otherwise.
"""

from importlib.resources import files
from typing import Any

import pytest

from rules import record
from rules.chance_it import events as e
from rules.chance_it.moves import Buy, Choose, Correct, Reroll, Roll
from rules.chance_it.state import Player, State

YOU, ADA, BO = range(3)


class Game:
    """The lesson, played."""

    def __init__(self) -> None:
        lines = files("rules.chance_it").joinpath("lesson.jsonl").read_bytes().splitlines()
        self.playing = record.Playing(record.read_header(lines[0].decode()))
        self.states: list[State] = [self.playing.state]
        self.events: list[list[Any]] = [[]]
        for line in lines[1:]:
            self.events.append(self.playing.play(self.playing.read_move(line.decode())))
            self.states.append(self.playing.state)
        self.after = {note["step"]: note["after"] for note in self.playing.header.notes}

    def at(self, step: str) -> State:
        return self.states[self.after[step]]

    def next_move(self, step: str) -> Any:
        return self.playing.moves[self.after[step]]

    def between(self, step: str, later: str) -> list[Any]:
        return [event for count in range(self.after[step], self.after[later]) for event in self.events[count + 1]]

    def gained(self, step: str, later: str, seat: int = YOU) -> tuple[int, int, int]:
        before, after = self.at(step).players[seat], self.at(later).players[seat]
        return after.coins - before.coins, after.hearts - before.hearts, after.stars - before.stars


@pytest.fixture(scope="module")
def game() -> Game:
    return Game()


def changes(events: list[Any], seat: int, cause: str) -> list[tuple[str, int]]:
    return [(c.token, c.by) for c in events if isinstance(c, e.TokenChanged) and (c.seat, c.cause) == (seat, cause)]


def test_it_claims_no_fair_dice_and_plays_by_the_house_box_and_the_usual_options(game: Game):
    header = game.playing.header
    assert not header.commitment
    assert not header.box
    assert not header.options
    assert [game.at("roll").starter, game.at("roll").phase] == [YOU, "roll"]


def test_IN_pays_the_stake_of_two_and_takes_hearts_stars_and_a_coin(game: Game):
    assert game.at("in").dice == (2, 2, 4, 4, 5)
    assert game.next_move("in") == Choose(YOU, "in")
    told = game.between("in", "paid")
    assert changes(told, YOU, "stakes") == [("coins", -1)]
    assert changes(told, BO, "stakes") == [("coins", 2)], "OUT"
    assert game.gained("in", "paid") == (-1 + 1, 2, 2)
    assert game.at("paid").starter == ADA


def test_OUT_takes_two_coins_and_is_spared_six_hearts(game: Game):
    assert game.at("out").dice.count(3) == 3
    assert game.next_move("out") == Choose(YOU, "out")
    assert game.gained("out", "collected") == (2, 0, 0)
    assert [game.gained("out", "collected", seat)[1] for seat in (ADA, BO)] == [-6, -6]
    assert game.at("collected").starter == BO


def test_a_6_opens_the_market_and_a_flash_works_at_once(game: Game):
    assert game.at("in_again").dice == (2, 3, 4, 5, 6)
    told = game.between("in_again", "buy")
    assert changes(told, YOU, "stakes") == [("coins", -2)], "all three take part"
    assert changes(told, YOU, "die") == [("hearts", 1), ("hearts", -2), ("stars", 1), ("coins", 1)]
    assert changes(told, BO, "card") == [("hearts", 4)], "a flash card"
    cards = {card.id: card for card in game.playing.box.cards}
    market = [cards[card.id] for card in game.at("buy").market]
    assert [(card.stars, card.price) for card in market if card.when == "4"] == [(1, 4)], "the one with the 4"
    assert isinstance(game.next_move("buy"), Buy)
    assert cards[game.next_move("buy").card].when == "4"


def test_CHANCE_IT_brings_two_coins_the_card_a_star_and_the_1_is_rerolled(game: Game):
    assert isinstance(game.next_move("roll_again"), Roll)
    assert game.at("roll_again").starter == YOU
    assert game.at("chance_it").dice == (1, 2, 4, 4, 5)
    assert game.next_move("chance_it") == Choose(YOU, "chance_it")
    assert game.next_move("reroll") == Reroll((4,)), "a third 4"
    told = game.between("chance_it", "worked")
    assert changes(told, YOU, "stakes") == changes(told, ADA, "stakes") == [("coins", -1)]
    assert changes(told, BO, "stakes") == [("coins", 2)]
    assert changes(told, YOU, "card") == [("stars", 1)]
    assert game.gained("chance_it", "worked")[2] == 4
    assert changes(told, YOU, "chance_it") == [("coins", 2)]
    assert [player.bound for player in game.at("worked").players] == [True, True, False]


def test_who_is_bound_has_nothing_to_choose_and_who_loses_the_last_heart_is_eliminated(game: Game):
    assert game.at("bound").dice.count(3) == 2
    assert game.at("bound").awaiting == (BO,)
    told = game.between("bound", "eliminated")
    assert [event.seat for event in told if isinstance(event, e.Eliminated)] == [ADA]
    ada: Player = game.at("eliminated").players[ADA]
    assert (ada.coins, ada.hearts, ada.stars, ada.cards) == (0, 0, 0, ())


def test_time_passes_only_by_corrections_and_at_20_stars_it_is_won(game: Game):
    skipped = game.playing.moves[game.after["eliminated"] : game.after["later"]]
    assert skipped
    assert all(isinstance(move, Correct) for move in skipped)
    assert game.at("later").players[YOU].stars == game.at("last").players[YOU].stars == 18
    assert game.at("last").dice.count(4) == 1
    assert game.next_move("last") == Choose(YOU, "in")
    assert game.at("won").players[YOU].stars == game.playing.options.stars_to_win == 20
    assert (game.at("won").result.winners, game.at("won").result.why) == ((YOU,), "stars")
    assert game.after["won"] == len(game.playing.moves)
