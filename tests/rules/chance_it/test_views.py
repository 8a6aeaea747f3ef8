"""What each viewer may see and do, and what must stay hidden (R8, J4, J10 and the pile)."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import Choose, Correct, Due, Roll, Shuffle, Start, Use
from rules.chance_it.views import Laid

from .random_games import any_move, odd_header
from .table import Table
from .table import card as a_card

VIEWERS = (0, 1, 2, "game_master", "spectator")


def played(header, seed):
    """All states of a random game with the events that led there, and a small number of moves."""
    rng = random.Random(seed)
    box = chance_it.read_box(msgspec.json.encode(header["box"]))
    options = chance_it.read_options(msgspec.json.encode(header.get("options", {})), len(header["players"]))
    state = chance_it.new_game(len(header["players"]), box, options)
    for _move in range(150):
        yield state, rng
        if state.result is not None:
            return
        plain = any_move(rng, chance_it.laid_open(state), msgspec.to_builtins(chance_it.legal(state)), header)
        state, _events = chance_it.apply(state, msgspec.convert(plain, chance_it.TYPES.move))


def hidden_changes(state, viewer, rng):
    """The same state with something else in all the places that this viewer may not see."""
    changed = replace(state, pile=tuple(rng.sample(state.pile, len(state.pile))))
    if state.phase == "choose":
        players = [
            replace(player, guide=rng.choice(("in", "out", "chance_it")))
            if player.guide is not None and not player.bound and player.hearts and seat != viewer
            else player
            for seat, player in enumerate(state.players)
        ]
        changed = replace(changed, players=tuple(players))
    if state.phase == "use" and state.action.picks:
        asked_others = [pick for pick in state.action.picks if pick[0] == viewer]
        changed = replace(changed, action=replace(state.action, picks=tuple(asked_others)))
    return changed


@pytest.mark.parametrize("seed", range(60))
def test_changing_only_what_a_viewer_may_not_see_changes_neither_view_nor_events(seed):
    header = odd_header(random.Random(seed))
    for state, rng in played(header, seed):
        for viewer in [*range(len(state.players)), "game_master", "spectator"]:
            other = hidden_changes(state, viewer, rng)
            assert chance_it.shared(state) == chance_it.shared(other)
            assert chance_it.own(state, viewer) == chance_it.own(other, viewer)
            for move in chance_it.own(state, viewer).can:
                if isinstance(move, Choose) and len(state.awaiting) > 1:
                    after, events = chance_it.apply(state, move)
                    other_after, same_events = chance_it.apply(other, move)
                    assert events == same_events
                    assert chance_it.shared(after) == chance_it.shared(other_after)


@pytest.mark.parametrize("seed", range(60, 90))
def test_states_that_differ_only_in_secrets_of_anybody_have_the_same_shared_view(seed):
    header = odd_header(random.Random(seed))
    for state, rng in played(header, seed):
        assert chance_it.shared(state) == chance_it.shared(hidden_changes(state, None, rng))


def test_the_event_of_a_laid_guide_card_does_not_say_which():
    state = choosing(4)
    told = [chance_it.apply(state, Choose(1, guide))[1] for guide in ("in", "out", "chance_it")]
    assert told[0] == told[1] == told[2]


def choosing(players, **options):
    """Everybody may lay a guide card."""
    box = chance_it.house_box()
    state = chance_it.new_game(players, box, chance_it.Options(**options))
    for move in (Shuffle(tuple(card.id for card in box.cards)), Start(0), Roll((2, 2, 4, 5, 5))):
        state, _events = chance_it.apply(state, move)
    return state


def test_a_guide_card_lies_face_down_for_all_but_its_owner():
    state, _events = chance_it.apply(choosing(3), Choose(1, "chance_it"))
    assert chance_it.shared(state).players[1].guide == "face_down"
    assert chance_it.own(state, 1).secret == "chance_it"
    for viewer in (0, 2, "game_master", "spectator"):
        assert chance_it.own(state, viewer).secret is None


def test_a_guide_card_that_was_revealed_is_no_secret_any_more():
    state = choosing(2)
    for seat in (0, 1):
        state, _events = chance_it.apply(state, Choose(seat, "in"))
    assert [chance_it.own(state, viewer).secret for viewer in (0, 1, "game_master")] == [None, None, None]


def test_J4_a_bound_players_in_card_lies_open_for_everybody():
    state = choosing(3)
    bound = replace(state.players[2], guide="in", bound=True)
    state = state.with_player(2, bound)
    seen = chance_it.shared(state).players[2]
    assert (seen.guide, seen.bound) == ("in", True)
    assert chance_it.own(state, 2).secret is None


def test_no_view_holds_the_pile_or_a_card_of_it():
    state = choosing(3)
    hidden = {card.id for card in state.pile}
    for viewer in VIEWERS:
        text = msgspec.json.encode([chance_it.shared(state), chance_it.own(state, viewer)]).decode()
        assert not any(f'"{card}"' in text for card in hidden)


def test_each_viewer_is_offered_exactly_their_own_legal_moves():
    state = choosing(3)
    for seat in range(3):
        assert set(chance_it.own(state, seat).can) == {Choose(seat, guide) for guide in ("in", "out", "chance_it")}
    assert chance_it.own(state, "game_master").can == ()
    assert chance_it.own(state, "spectator").can == ()


@pytest.mark.parametrize("seed", range(40))
def test_what_is_offered_is_legal_and_nothing_legal_is_missing(seed):
    header = odd_header(random.Random(seed + 500))
    for state, _rng in played(header, seed):
        offered = {
            move
            for viewer in range(len(state.players))
            for move in chance_it.own(state, viewer).can
            if not isinstance(move, Due | Start)
        }
        legal = {move for move in chance_it.legal(state) if not isinstance(move, Due)}
        assert offered == legal
        for viewer in [*range(len(state.players)), "game_master"]:
            for move in chance_it.own(state, viewer).can:
                assert chance_it.may(state, viewer, move)


def test_R5_every_phone_may_grab_the_dice_and_the_game_master_may_name_anybody():
    box = chance_it.house_box()
    state, _events = chance_it.apply(
        chance_it.new_game(3, box, chance_it.Options()), Shuffle(tuple(card.id for card in box.cards))
    )
    assert chance_it.own(state, 1).can == (Start(1),)
    assert chance_it.own(state, "game_master").can == (Start(0), Start(1), Start(2))
    assert not chance_it.may(state, 1, Start(2))


def test_R7_the_starting_player_and_the_game_master_may_have_the_server_roll():
    state = replace(choosing(3), phase="roll", dice=())
    assert chance_it.own(state, 0).can == chance_it.own(state, "game_master").can == (Due("roll"),)
    assert chance_it.own(state, 1).can == ()
    assert not chance_it.may(state, 1, Due("roll"))
    assert not chance_it.may(state, 0, Roll((1, 2, 3, 4, 5))), "dice are typed in on the game-master screen alone"
    assert chance_it.may(state, "game_master", Roll((1, 2, 3, 4, 5)))


@pytest.mark.parametrize(
    ("viewer", "move"),
    [
        (0, Correct(0, "coins", 5)),
        (0, Choose(1, "in")),
        ("game_master", Choose(1, "in")),
        ("game_master", Shuffle(())),
        ("game_master", Due("shuffle")),
        ("spectator", Choose(0, "in")),
        ("spectator", Due("roll")),
    ],
)
def test_moves_that_are_not_this_viewers(viewer, move):
    assert not chance_it.may(choosing(3), viewer, move)


def test_a_pick_is_known_as_made_and_to_nobody_as_a_card():
    state = choosing(2)
    one, two = [card for card in state.box.cards if card.when == "2"][:2]
    for seat in (0, 1):
        hand = (one, two) if seat == 0 else tuple(card for card in state.box.cards if card.id in ("m04", "m06"))
        state = state.with_player(seat, replace(state.players[seat], cards=hand))
    for seat in (0, 1):
        state, _events = chance_it.apply(state, Choose(seat, "in"))
    assert state.phase == "use"
    state, events = chance_it.apply(state, Use(0, one.id))
    assert chance_it.shared(state).awaiting == (1,)
    assert not chance_it.own(state, 0).can
    assert one.id not in msgspec.json.encode(events).decode()


def test_a_view_survives_json():
    for viewer in VIEWERS:
        own = chance_it.own(choosing(3), viewer)
        assert msgspec.json.decode(msgspec.json.encode(own))["seat"] == (viewer if isinstance(viewer, int) else None)
    shared = chance_it.shared(choosing(3))
    assert msgspec.json.decode(msgspec.json.encode(shared), type=chance_it.Shared) == shared


def in_work(table):
    view = chance_it.shared(table.state)
    return view.row, view.place


@pytest.mark.parametrize("dice", [(1, 2, 4, 4, 4), (1, 1, 1, 5, 6), (1, 1, 1, 1, 1)])
def test_R17_row_1_is_in_work_while_the_1s_wait_for_the_reroll(dice):
    table = Table("Ann", "Bob").round(*dice, Ann="in", Bob="in")
    assert table.phase == "reroll"
    assert in_work(table) == (1, 0)
    view = chance_it.shared(table.state)
    assert [view.dice[place] for place in view.in_work] == [die for die in dice if die == 1], "all of them"
    assert view.to_roll == dice.count(1)


def test_R7_five_dice_are_to_be_rolled_and_none_once_they_lie_there():
    table = Table("Ann", "Bob")
    assert chance_it.shared(table.state).to_roll == 5
    assert chance_it.shared(table.roll(2, 2, 4, 5, 5).state).to_roll == 0


def test_J6_the_view_counts_what_was_revealed_until_the_next_round():
    table = Table("Ann", "Bob", "Cy")
    assert chance_it.shared(table.state).revealed is None
    table.round(1, 2, 4, 4, 4, Ann="in", Bob="out", Cy="chance_it")
    assert chance_it.shared(table.state).revealed == Laid(taking_part=2, out=1)
    table.reroll(5)
    assert chance_it.shared(table.state).revealed is None, "the next round has begun"


def test_R16_the_row_of_the_die_is_in_work_and_last_that_of_chance_it():
    cards = [a_card("a", "1"), a_card("b", "1"), a_card("c", "chance_it"), a_card("d", "chance_it")]
    table = Table("Ann", "Bob", cards=cards, hands={"Ann": ["a", "b", "c", "d"]})
    assert in_work(table) == (None, None)
    table.round(1, 1, 6, 4, 4, Ann="chance_it", Bob="out")
    assert (table.phase, *in_work(table)) == ("use", 1, 0)
    table.use("Ann", "a")
    assert (table.phase, *in_work(table)) == ("reroll", 1, 0), "the one card left was used without asking"
    table.reroll(2, 2)
    assert (table.phase, *in_work(table)) == ("market", 6, 4)
    table.discard("Ann", table.market[0])
    assert (table.phase, *in_work(table)) == ("use", "chance_it", 5)
