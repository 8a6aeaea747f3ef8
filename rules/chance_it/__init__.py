"""Chance It. The rules stand in chapters, one module each; `rules.shelf.Game` says what this package offers.

Read `state` for what lies on the table, then follow a round: `setting_up`, `guide_cards`, `stakes`, `action_round`,
`effects`, `market`, `hearts`. `play` is the door through which every move comes.
"""

from rules.chance_it import events
from rules.chance_it.box import PLAYERS, Box, Card, Sheet, house_box, read_box
from rules.chance_it.computer_players import COMPUTER_PLAYERS
from rules.chance_it.draws import DRAWN, dealt_anew, draw, inputs, unseen
from rules.chance_it.moves import AnyMove as MOVE
from rules.chance_it.moves import Buy, Choose, Correct, Discard, Due, LayOut, Reroll, Roll, Shuffle, Start, Use
from rules.chance_it.options import Options, read_options
from rules.chance_it.play import REROLL, ROLL, apply, legal
from rules.chance_it.retelling import sets
from rules.chance_it.setting_up import new_game
from rules.chance_it.state import Player, Result, State
from rules.chance_it.views import (
    Own,
    Shared,
    is_automatic,
    laid_open,
    may,
    options_of_table,
    own,
    reveals,
    shared,
    tokens,
)

NAME = "chance_it"
DUE = {"roll": ROLL, "reroll": REROLL}

__all__ = [
    "COMPUTER_PLAYERS",
    "DRAWN",
    "DUE",
    "MOVE",
    "NAME",
    "PLAYERS",
    "Box",
    "Buy",
    "Card",
    "Choose",
    "Correct",
    "Discard",
    "Due",
    "LayOut",
    "Options",
    "Own",
    "Player",
    "Reroll",
    "Result",
    "Roll",
    "Shared",
    "Sheet",
    "Shuffle",
    "Start",
    "State",
    "Use",
    "apply",
    "dealt_anew",
    "draw",
    "events",
    "house_box",
    "inputs",
    "is_automatic",
    "laid_open",
    "legal",
    "may",
    "new_game",
    "options_of_table",
    "own",
    "read_box",
    "read_options",
    "reveals",
    "sets",
    "shared",
    "tokens",
    "unseen",
]
