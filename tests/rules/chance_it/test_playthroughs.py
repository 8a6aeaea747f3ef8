"""Random games of all sizes, with the house box and with odd ones: what must hold in every position of every game.

`test_the_rules_agree_with_the_book` plays them beside a second implementation, which was written from the rules page.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from rules import chance_it
from rules.chance_it import events
from rules.parts import after
from rules.record import Playing, read, read_header
from rules.refusals import IllegalMove

from .by_the_book import Book, NotAllowed
from .random_games import NAMES, Plain, any_attempt, any_correction, any_move, odd_header

PLAYERS = [2, 3, 4, 5, 6]
LONG_ENOUGH = 250
"""Moves after which a game with an odd box is left: such a box may well give a game without an end."""


def plain(anything: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(anything))


def as_move(move: Plain) -> Any:
    return msgspec.convert(move, chance_it.TYPES.move)


def opened(header: Plain) -> Playing:
    return Playing(read_header(json.dumps(header)))


def laid_open(playing: Playing) -> Plain:
    return plain(chance_it.laid_open(playing.state))


def in_order(moves: list[Any]) -> list[bytes]:
    return sorted(msgspec.json.encode(move, order="sorted") for move in moves)


def played(
    rng: Random, header: Plain, limit: int = LONG_ENOUGH, corrections: float = 0.01
) -> Iterator[tuple[Playing, Plain | None, list[events.AnyEvent]]]:
    """A random game: the playing after the header and after each move, with the move and its events."""
    playing = opened(header)
    yield playing, None, []
    while playing.state.result is None and len(playing.moves) < limit:
        state, legal = laid_open(playing), plain(chance_it.legal(playing.state))
        move = any_correction(rng, state) if rng.random() < corrections else any_move(rng, state, legal, header)
        try:
            happened = playing.play(as_move(move))
        except IllegalMove:
            assert move["do"] == "correct", f"refused: {move}"
            continue
        yield playing, move, happened


def as_record(playing: Playing) -> str:
    """To be pasted into a file: the game in which the two disagree."""
    return b"\n".join(playing.lines()).decode()


def odd_games(players: int, seeds: range) -> Iterator[tuple[Random, Plain]]:
    for seed in seeds:
        rng = Random(f"{players} players, game {seed}")
        yield rng, odd_header(rng, players)


# The same game, by the book.


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rules_agree_with_the_book(players):
    """States, legal moves and refusals, after every move."""
    seen = Counter()
    for rng, header in odd_games(players, range(400)):
        book = Book(header)
        for playing, move, happened in played(rng, header):
            if move is not None:
                book.play(move)
            seen.update(type(event).__name__ for event in happened)
            shuffled = [event.rule for event in happened if isinstance(event, events.PileShuffled)]
            seen["own discards"] += shuffled.count("J18")
            assert laid_open(playing) == book.state(), as_record(playing)
            assert in_order(chance_it.legal(playing.state)) == in_order(book.legal()), as_record(playing)
            if rng.random() < 0.3:
                for attempt in (any_attempt(rng, header), any_correction(rng, book.state())):
                    both = is_allowed(playing.state, attempt), is_allowed_by(book, attempt)
                    assert both in ((True, True), (False, False)), (attempt, as_record(playing))
        seen[playing.state.result and playing.state.result.why] += 1
    # What is rare at a real table must have happened here, or the two have agreed on nothing much.
    rare = [events.MarketTurnSkipped, events.Eliminated, events.CardPicked, events.DiceRerolled, events.PileShuffled]
    assert all(seen[kind.__name__] > 100 for kind in rare), seen
    assert seen["own discards"] > 100, seen
    assert all(seen[why] > 5 for why in ("stars", "last_heart", "nobody")), seen


def is_allowed(state: chance_it.State, move: Plain) -> bool:
    try:
        chance_it.apply(state, as_move(move))
    except IllegalMove:
        return False
    return True


def is_allowed_by(book: Book, move: Plain) -> bool:
    """Asks without playing."""
    if move["do"] != "correct":
        return book.is_allowed(move)
    try:
        book.correct(move)
    except NotAllowed:
        return False
    book.correct({**move, "by": -move["by"]})
    return True


def test_the_book_refuses_what_it_should():
    """It is the measure of the others, so it is measured a little itself."""
    header = odd_header(Random(1), players=3, own_cards=False)
    book = Book(header)
    for move in ({"do": "start", "seat": 0}, {"do": "roll", "dice": [1, 2, 3, 4, 5]}, {"do": "shuffle", "cards": []}):
        with pytest.raises(NotAllowed):
            book.play(move)
    book.play({"do": "shuffle", "cards": [card["id"] for card in header["box"]["cards"]]})
    with pytest.raises(NotAllowed):
        book.play({"do": "start", "seat": 3})
    book.play({"do": "start", "seat": 2})
    assert (book.state()["phase"], book.state()["starter"]) == ("roll", 2)


def test_J18_the_book_knows_what_can_lie_there():
    header = odd_header(Random(2), players=3, own_cards=True)
    header["box"]["cards"] = [{"id": card, "when": "flash", "price": 0} for card in "abcdef"]
    book = Book(header)
    assert (book.state()["phase"], book.state()["pile"]) == ("lay_out", list("abcdef"))
    for cards in ("abc", "abca", "abcx", "abcdef"):
        with pytest.raises(NotAllowed):
            book.play({"do": "lay_out", "cards": list(cards)})
    book.play({"do": "lay_out", "cards": list("fbda")})
    assert (book.state()["market"], book.state()["pile"]) == (list("fbda"), ["c", "e"])
    book.market, book.discard = [], list("fbda")
    assert book.can_lie_there(list("cefb"))
    assert not book.can_lie_there(list("cfbd")), "the pile is used up first"


# What must always hold.


@pytest.mark.parametrize("players", PLAYERS)
def test_somebody_is_to_move_until_the_end_and_nobody_after(players):
    for rng, header in odd_games(players, range(1000, 1040)):
        for playing, _, _ in played(rng, header):
            state, legal = playing.state, chance_it.legal(playing.state)
            if state.result is None:
                assert legal
                seats = {move.seat for move in legal if hasattr(move, "seat")}
                assert set(state.awaiting) <= seats
                assert bool(seats) == bool(state.awaiting), "either the table is to move or some seats are"
                assert all(state.players[seat].hearts > 0 for seat in seats)
            else:
                assert (state.phase, state.awaiting, legal) == ("over", (), [])


@pytest.mark.parametrize("players", PLAYERS)
def test_each_legal_move_applies_and_others_are_refused_without_change(players):
    applied = refused = 0
    for rng, header in odd_games(players, range(2000, 2030)):
        for playing, _, _ in played(rng, header, limit=120):
            state, before = playing.state, msgspec.json.encode(playing.state)
            legal = chance_it.legal(state)
            for move in legal:
                if not isinstance(move, chance_it.Due):
                    after, _ = chance_it.apply(state, move)
                    applied += 1
                    assert after is not state
            due = {move.do for move in legal if isinstance(move, chance_it.Due)}
            for _ in range(4):
                move = as_move(any_attempt(rng, header))
                if move in legal or any_name(move) in due:
                    continue
                refused += 1
                with pytest.raises(IllegalMove):
                    chance_it.apply(state, move)
            assert msgspec.json.encode(state) == before
    assert applied > 1000
    assert refused > 1000


def any_name(move: Any) -> str:
    return msgspec.to_builtins(move)["do"]


@pytest.mark.parametrize("players", PLAYERS)
def test_no_token_appears_or_vanishes_without_an_event(players):
    for rng, header in odd_games(players, range(3000, 3060)):
        tally: dict[tuple[int, str], int] = {}
        for playing, move, happened in played(rng, header, corrections=0.05):
            if move is None:
                for seat, player in enumerate(playing.state.players):
                    tally |= {(seat, "coins"): player.coins, (seat, "hearts"): player.hearts, (seat, "stars"): 0}
            for event in happened:
                if isinstance(event, events.TokenChanged):
                    assert event.by != 0
                    tally[event.seat, event.token] += event.by
                    assert event.left == tally[event.seat, event.token] >= 0
            for seat, player in enumerate(playing.state.players):
                assert (player.coins, player.hearts, player.stars) == (
                    tally[seat, "coins"],
                    tally[seat, "hearts"],
                    tally[seat, "stars"],
                )


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_in_two_places_or_in_none(players):
    for rng, header in odd_games(players, range(4000, 4060)):
        box = sorted(card["id"] for card in header["box"]["cards"])
        for playing, _, _ in played(rng, header):
            state = laid_open(playing)
            hands = [card for player in state["players"] for card in player["cards"]]
            everywhere = sorted(state["market"] + state["pile"] + state["discard"] + hands)
            is_in_the_box = (state["phase"], state["round"]) == ("shuffle", 0)
            assert everywhere == ([] if is_in_the_box else box)
            assert len(state["market"]) <= 4


@pytest.mark.parametrize("players", PLAYERS)
def test_whoever_is_out_has_nothing_and_stays_out(players):
    for rng, header in odd_games(players, range(5000, 5040)):
        out: set[int] = set()
        for playing, _, happened in played(rng, header):
            out |= {event.seat for event in happened if isinstance(event, events.Eliminated)}
            for seat, player in enumerate(playing.state.players):
                assert player.is_in_game == (player.hearts > 0) == (seat not in out)
                if seat in out:
                    assert (player.coins, player.hearts, player.stars, player.cards) == (0, 0, 0, ())


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_ends_as_its_result_says(players):
    for rng, header in odd_games(players, range(6000, 6080)):
        *_, (playing, _, happened) = played(rng, header)
        state = playing.state
        if state.result is None:
            continue
        ended = [event for event in happened if isinstance(event, events.GameEnded)]
        assert [(event.winners, event.why) for event in ended] == [(state.result.winners, state.result.why)]
        alive = tuple(seat for seat, player in enumerate(state.players) if player.hearts)
        match state.result.why:
            case "nobody":
                assert alive == state.result.winners == ()
            case "last_heart":
                assert alive == state.result.winners
                assert len(alive) == 1
            case "stars":
                assert len(alive) > 1
                best = {(state.players[seat].stars, state.players[seat].hearts) for seat in state.result.winners}
                assert len(best) == 1, "those who share a victory are equal"
                assert max((state.players[seat].stars, state.players[seat].hearts) for seat in alive) in best
                assert max(state.players[seat].stars for seat in alive) >= state.options.stars_to_win


@pytest.mark.parametrize("players", PLAYERS)
def test_saving_and_replaying_agrees(players):
    for rng, header in odd_games(players, range(7000, 7040)):
        *_, (playing, _, _) = played(rng, header)
        again = read(playing.lines())
        assert again.state == playing.state
        assert again.moves == playing.moves
        assert laid_open(again) == laid_open(playing)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_move_changes_the_state_unless_it_says_again_what_was_said(players):
    repeated = 0
    for rng, header in odd_games(players, range(8000, 8020)):
        before = None
        for playing, move, _ in played(rng, header, corrections=0):
            if before == playing.state:
                assert move["do"] == "choose"
                assert before.players[move["seat"]].guide == move["guide"]
                repeated += 1
            before = playing.state
    assert repeated


@pytest.mark.parametrize("players", PLAYERS)
def test_J18_own_cards_are_never_shuffled_and_the_pile_is_what_lies_nowhere_else(players):
    """So there is nothing secret about it: its cards follow from those that everybody sees."""
    for seed in range(9000, 9040):
        rng = Random(f"{players} players, game {seed}")
        header = odd_header(rng, players, own_cards=True)
        for playing, move, _ in played(rng, header):
            state = laid_open(playing)
            assert "shuffle" not in (state["phase"], move and move["do"])
            hands = [card for player in state["players"] for card in player["cards"]]
            open_to_all = {*state["market"], *state["discard"], *hands}
            assert state["pile"] == sorted({card["id"] for card in header["box"]["cards"]} - open_to_all)
            assert (state["phase"] == "lay_out") <= (state["market"] == [])


@pytest.mark.parametrize("players", PLAYERS)
def test_J18_exactly_what_the_view_offers_can_be_laid_out(players):
    asked = 0
    for seed in range(9100, 9115):
        rng = Random(f"{players} players, game {seed}")
        header = odd_header(rng, players, own_cards=True)
        box = [card["id"] for card in header["box"]["cards"]]
        for playing, _, _ in played(rng, header, limit=80):
            can = chance_it.own(playing.state, "game_master").lay_out
            assert (can is not None) == (playing.state.phase == "lay_out")
            if can is None:
                continue
            asked += 1
            for cards in combinations(box, can.to_lay):
                is_offered = set(can.must_lie) <= set(cards) <= set(can.may_lie)
                assert is_offered == is_allowed(playing.state, {"do": "lay_out", "cards": cards}), as_record(playing)
    assert asked > 20


@pytest.mark.parametrize("players", PLAYERS)
def test_events_lead_from_the_view_before_a_move_to_exactly_the_one_after_it(players):
    told = Counter()
    for rng, header in odd_games(players, range(9200, 9280)):
        shown = chance_it.shared(opened(header).state)
        for playing, _, happened in played(rng, header, corrections=0.03):
            for event in happened:
                shown = after(shown, chance_it.sets(shown, event))
            assert shown == chance_it.shared(playing.state), as_record(playing)
            told.update(type(event) for event in happened)
    assert told.keys() == set(get_args(events.AnyEvent)), "each event has been told"


@pytest.mark.parametrize("players", PLAYERS)
def test_the_ranking_follows_from_the_result_and_from_who_went_out_when(players):
    for rng, header in odd_games(players, range(9300, 9340)):
        gone: list[set[int]] = []  # those of each action together
        steps = list(played(rng, header))
        for _, _, happened in steps:
            is_same = False
            for event in happened:
                if isinstance(event, events.Eliminated):
                    if is_same:
                        gone[-1].add(event.seat)
                    else:
                        gone.append({event.seat})
                    is_same = True
                elif not (isinstance(event, events.TokenChanged) and event.cause == "elimination"):
                    is_same = False
        state = steps[-1][0].state
        ranking = chance_it.shared(state).ranking
        if state.result is None:
            assert ranking == ()
            continue
        places = {one.seat: one.place for one in ranking}
        assert sorted(places) == list(range(players))
        assert [one.place for one in ranking] == sorted(places.values())
        assert all(places[seat] == 1 for seat in state.result.winners)
        alive = [seat for seat, player in enumerate(state.players) if player.hearts]
        wealth = [(stars, hearts, coins) for coins, hearts, stars in chance_it.tokens(state)]
        for one, other in combinations(alive, 2):
            assert (places[one] < places[other]) == (wealth[one] > wealth[other])
            assert (places[one] == places[other]) == (wealth[one] == wealth[other])
        behind = len(alive)
        for together in reversed(gone):
            assert {places[seat] for seat in together} == {behind + 1}
            behind += len(together)


@pytest.mark.parametrize("own_cards", [False, True])
@pytest.mark.parametrize("ask_single_card", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_with_the_house_box_ends(players, ask_single_card, own_cards):
    """The stakes eat up the coins and then the hearts, or the stars come together first."""
    header = {"format": "chanceit/1", "game": "chance_it", "players": list(NAMES[:players])}
    drawn_from = {**header, "box": plain(chance_it.house_box())}
    for seed in range(6):
        rng = Random(f"house box, {players} players, game {seed}")
        playing = opened({**header, "options": {"ask_single_card": ask_single_card, "own_cards": own_cards}})
        while playing.state.result is None:
            legal = plain(chance_it.legal(playing.state))
            playing.play(as_move(any_move(rng, laid_open(playing), legal, drawn_from)))
            assert len(playing.moves) < 2000
