"""What is in the box, and how many may sit down to it (R1, R2, R25, J1, J2, J13)."""

import msgspec
import pytest

from rules import chance_it
from rules.refusals import BadBox, BadOptions

from .table import Table, box_of, card


def sheet_of(players: int) -> chance_it.Sheet:
    return chance_it.house_box().stakes[str(players)]


def test_R1_the_house_box_has_30_market_cards_each_with_an_id_of_its_own():
    cards = chance_it.house_box().cards
    assert len(cards) == 30
    assert len({card.id for card in cards}) == 30


def test_R1_there_is_a_side_of_a_stakes_sheet_for_every_number_of_players():
    for players in chance_it.PLAYERS:
        assert len(sheet_of(players).out) == players - 1
        assert len(sheet_of(players).participants) == players
    assert set(chance_it.house_box().stakes) == {"2", "3", "4", "5", "6"}


def test_the_house_box_has_the_numbers_that_the_booklet_shows():
    assert sheet_of(5).out == (4, 3, 2, 1)
    assert sheet_of(5).participants[4 - 1] == 3
    assert sheet_of(6).out[4 - 1] == 2
    assert sheet_of(6).participants[2 - 1] == 1
    assert sheet_of(6).participants[6 - 1] == 3


def test_the_house_box_follows_what_the_booklets_numbers_have_in_common():
    for players in chance_it.PLAYERS:
        assert sheet_of(players).out == tuple(players - out for out in range(1, players))
        assert sheet_of(players).participants == tuple(min(n - 1, 3) for n in range(1, players + 1))


@pytest.mark.parametrize("price", range(9))
def test_R2_any_number_of_coins_can_be_paid_whatever_tokens_they_are_drawn_with(price):
    """8 coins are one big and three small tokens: 4 of them need a swap."""
    table = Table("Ann", "Bob", sheets={2: {"out": [0], "in": [0, price]}})
    table.round(4, 4, 4, 4, 4, Ann="in", Bob="in")
    assert table["Ann"].coins == 8 - price


@pytest.mark.parametrize(
    ("token", "printed"), [("coins", 25 + 12 * 5), ("hearts", 24 + 12 * 5), ("stars", 25 + 19 * 5)]
)
def test_J1_the_supply_never_runs_dry(token, printed):
    """One card gives more than the whole printed supply, and gives it again."""
    rich = card("a", "5", **{token: printed + 1})
    table = Table("Ann", "Bob", cards=[rich], hands={"Ann": ["a"]}, stars_to_win=999)
    before = getattr(table["Ann"], token)
    for _ in range(2):
        table.round(4, 4, 4, 4, 5, Ann="in", Bob="out")
        assert printed + 1 in table.changes("Ann", token)
    assert getattr(table["Ann"], token) >= before + 2 * (printed + 1)


def test_J1_the_supply_does_not_refuse_a_correction_either():
    table = Table("Ann", "Bob")
    table.correct("Ann", "stars", 999).correct("Ann", "stars", 999)
    assert table["Ann"].stars == 1998


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_J2_two_to_six_may_sit_down(players):
    assert players in chance_it.PLAYERS
    assert chance_it.read_options(b"{}", players) == chance_it.Options()


@pytest.mark.parametrize("players", [0, 1, 7, 100])
def test_J2_any_other_number_of_players_is_refused(players):
    assert players not in chance_it.PLAYERS
    with pytest.raises(BadOptions):
        chance_it.read_options(b"{}", players)


@pytest.mark.parametrize("when", ["flash", "1", "2", "3", "4", "5", "6", "chance_it"])
def test_R25_a_card_works_on_a_flash_a_die_or_chance_it(when):
    (read,) = box_of([card("a", when, 3, coins=1, hearts=2, stars=3, hit=4)]).cards
    assert (read.when, read.price, read.coins, read.hearts, read.stars, read.hit) == (when, 3, 1, 2, 3, 4)


@pytest.mark.parametrize("when", ["0", "7", "", "Flash", "chance it"])
def test_R25_there_is_no_other_moment_for_a_card(when):
    with pytest.raises(BadBox):
        box_of([card("a", when)])


def test_J13_a_flash_card_cannot_carry_discard_or_buy_another():
    with pytest.raises(BadBox) as refusal:
        box_of([card("a", "flash", market=1)])
    assert [mistake.code for mistake in refusal.value.mistakes] == ["flash_with_market"]


@pytest.mark.parametrize("when", ["1", "2", "3", "4", "5", "6", "chance_it"])
def test_J13_every_other_card_can(when):
    assert box_of([card("a", when, market=1)]).cards[0].market == 1


def test_J13_a_flash_card_may_say_that_it_does_not():
    raw = msgspec.json.decode(msgspec.json.encode(box_of([card("a", "flash")])))
    raw["cards"][0]["market"] = 0
    assert chance_it.read_box(msgspec.json.encode(raw)).cards == (card("a", "flash"),)


def test_a_bad_box_names_every_mistake_in_it():
    raw = msgspec.json.decode(msgspec.json.encode(box_of([card("a", "2"), card("b", "2"), card("c", "2")])))
    raw["cards"][0]["price"] = 1000
    raw["cards"][1]["id"] = "a"
    raw["cards"][2] |= {"id": "", "hit": -1}
    del raw["stakes"]["4"]
    with pytest.raises(BadBox) as refusal:
        chance_it.read_box(msgspec.json.encode(raw))
    mistakes = [(mistake.code, mistake.values) for mistake in refusal.value.mistakes]
    assert [(code, values.get("card", values.get("number", values.get("players")))) for code, values in mistakes] == [
        ("bad_number", "a"),
        ("id_used_twice", "a"),
        ("bad_id", 3),
        ("bad_number", 3),  # without an id it is called by its place
        ("no_sheet", 4),
    ]
