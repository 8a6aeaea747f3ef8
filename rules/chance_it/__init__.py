"""Chance It. The rules stand in chapters, one module each; `rules.shelf.Game` says what this package offers.

Read `state` for what lies on the table, then follow a round: `setting_up`, `guide_cards`, `stakes`, `action_round`,
`effects`, `market`, `hearts`. `play` is the door through which every move comes.
"""

from rules.chance_it import events
from rules.chance_it.at_the_table import (
    BOUNDS,
    BOX_WORDS,
    CHOICES,
    NAME,
    SOLO,
    TITLE,
    in_a_terminal,
    lobby_note,
    printed,
    trial,
    weigher,
)
from rules.chance_it.box import PLAYERS, Box, Card, Sheet, house_box, is_unfinished, read_box
from rules.chance_it.coach import advise
from rules.chance_it.computer_players import COMPUTER_PLAYERS, FORMERLY, THINKERS, nobody
from rules.chance_it.draws import DRAWN, dealt_anew, draw, inputs, unseen
from rules.chance_it.guesses import came, guesses
from rules.chance_it.highlights import highlights
from rules.chance_it.moments import moments
from rules.chance_it.moves import AnyMove, Buy, Choose, Correct, Discard, Due, LayOut, Reroll, Roll, Shuffle, Start, Use
from rules.chance_it.options import Options, read_options
from rules.chance_it.outcome import BESTS, FIGURES, SCORE, WHYS, outcome
from rules.chance_it.play import REROLL, ROLL, apply, legal
from rules.chance_it.retelling import sets
from rules.chance_it.setting_up import new_game
from rules.chance_it.state import Player, Result, State
from rules.chance_it.telling import told
from rules.chance_it.views import (
    Own,
    Shared,
    is_automatic,
    laid_open,
    may,
    opened,
    own,
    reveals,
    shared,
    tokens,
)
from rules.parts import Types
from rules.plain import options_of_table

TYPES = Types(move=AnyMove, due=Due, event=events.AnyEvent, box=Box, options=Options, shared=Shared, own=Own)
DUE = {"roll": ROLL, "reroll": REROLL}
LAID = (Choose,)

__all__ = [
    "BESTS",
    "BOUNDS",
    "BOX_WORDS",
    "CHOICES",
    "COMPUTER_PLAYERS",
    "DRAWN",
    "DUE",
    "FIGURES",
    "FORMERLY",
    "LAID",
    "NAME",
    "PLAYERS",
    "SCORE",
    "SOLO",
    "THINKERS",
    "TITLE",
    "TYPES",
    "WHYS",
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
    "advise",
    "apply",
    "came",
    "dealt_anew",
    "draw",
    "events",
    "guesses",
    "highlights",
    "house_box",
    "in_a_terminal",
    "inputs",
    "is_automatic",
    "is_unfinished",
    "laid_open",
    "legal",
    "lobby_note",
    "may",
    "moments",
    "new_game",
    "nobody",
    "opened",
    "options_of_table",
    "outcome",
    "own",
    "printed",
    "read_box",
    "read_options",
    "reveals",
    "sets",
    "shared",
    "tokens",
    "told",
    "trial",
    "unseen",
    "weigher",
]
