"""The booklet's worked examples, with its names."""

from rules import chance_it
from rules.chance_it import events

from .table import Table, card

NAMES = ("Bridget", "Lea", "Tom", "John", "Eva")
SHEETS = {5: {"out": [4, 3, 2, 1], "in": [0, 1, 2, 3, 3]}}
CARDS = [
    card("a heart", "2", 1, hearts=1),
    card("a heart and a coin", "3", 1, hearts=1, coins=1),
    card("coins", "5", 1, coins=2),
    card("hearts", "5", 1, hearts=1),
]
HANDS = {"Bridget": ["a heart"], "John": ["a heart and a coin"], "Tom": ["coins", "hearts"]}
GUIDES = {"Bridget": "chance_it", "Lea": "chance_it", "Tom": "chance_it", "John": "in", "Eva": "out"}


def the_table() -> Table:
    return Table(*NAMES, cards=CARDS, hands=HANDS, sheets=SHEETS)


def test_eva_alone_out_takes_4_and_the_other_four_pay_3_each():
    table = the_table().round(1, 4, 4, 4, 4, **GUIDES)
    assert table.phase == "reroll", "the stakes are settled, the action round has not begun"
    assert [table[name].coins for name in NAMES] == [5, 5, 5, 5, 12]


def test_bridget_lea_and_tom_laid_chance_it_and_must_play_in_next_round():
    table = the_table().round(4, 4, 4, 4, 4, **GUIDES)
    assert [table[name].bound for name in NAMES] == [True, True, True, False, False]
    table.roll(4, 4, 4, 4, 4)
    assert table.awaiting == ["John", "Eva"]
    table.lay(John="out", Eva="out")
    assert table.happened(events.GuidesRevealed) == [events.GuidesRevealed(("in", "in", "in", "out", "out"))]


def test_one_die_at_row_2_everybody_gains_a_heart_and_bridget_2_because_of_her_card():
    table = the_table().round(2, 4, 4, 4, 4, **GUIDES)
    assert [table[name].hearts for name in NAMES] == [10, 9, 9, 9, 8]


def test_two_dice_at_row_3_johns_card_works_for_the_first_die_only():
    table = the_table().round(3, 3, 4, 4, 4, **GUIDES)
    assert [table[name].hearts for name in NAMES] == [4, 4, 4, 4 + 1, 8]
    assert table["John"].coins == 8 - 3 + 1
    assert [event.card for event in table.happened(events.CardUsed)] == ["a heart and a coin"]


def test_one_die_at_row_5_and_tom_holds_two_cards_of_die_5_so_he_chooses_one():
    table = the_table().round(5, 4, 4, 4, 4, **GUIDES)
    assert (table.phase, table.awaiting) == ("use", ["Tom"])
    assert table.usable("Tom") == {"coins", "hearts", None}
    table.use("Tom", "coins")
    assert table["Tom"].coins == 8 - 3 + 1 + 2 + 2, "stakes, the 5, his card, CHANCE IT"
    assert table["Tom"].hearts == 8


def test_six_players_four_out_take_2_each_while_two_take_part_for_1_each():
    names = (*NAMES, "Ann")
    table = Table(*names)
    table.state = chance_it.new_game(6, chance_it.house_box(), chance_it.Options())
    table.shuffle(*(card.id for card in chance_it.house_box().cards)).start("Ann")
    table.round(1, 4, 4, 4, 4, **dict.fromkeys(names[:4], "out"), **dict.fromkeys(names[4:], "in"))
    assert [table[name].coins for name in names] == [10, 10, 10, 10, 7, 7]
