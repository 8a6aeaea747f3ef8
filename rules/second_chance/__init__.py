"""Second Chance. The rules stand in chapters, one module each; `rules.shelf.Game` says what this package offers.

Read `tiles` for how a tile can lie and `state` for what lies on the table, then follow a game: `setting_up`, `drawing`,
`second_chances`, `ending`. `play` is the door through which every move comes, and says what follows what.
"""

from rules.parts import Types
from rules.plain import CHOICES, LAID, in_a_terminal, printed, tokens, trial, weigher
from rules.second_chance import events
from rules.second_chance.at_the_table import BOUNDS, BOX_WORDS, NAME, SOLO, TITLE, lobby_note
from rules.second_chance.box import Box, house_box, is_unfinished, read_box
from rules.second_chance.coach import advise
from rules.second_chance.computer_players import COMPUTER_PLAYERS, FORMERLY, THINKERS, nobody
from rules.second_chance.draws import DRAWN, dealt_anew, draw, inputs, unseen
from rules.second_chance.guesses import came, guesses
from rules.second_chance.highlights import highlights
from rules.second_chance.moments import moments
from rules.second_chance.moves import AnyMove, Bonus, Draw, Due, Shuffle
from rules.second_chance.options import PLAYERS, Options, read_options
from rules.second_chance.outcome import BESTS, FIGURES, SCORE, WHYS, outcome
from rules.second_chance.play import SHUFFLE, apply, legal
from rules.second_chance.retelling import sets
from rules.second_chance.setting_up import new_game
from rules.second_chance.state import Player, Result, State
from rules.second_chance.telling import told
from rules.second_chance.tiles import Tile
from rules.second_chance.views import (
    Own,
    Shared,
    is_automatic,
    laid_open,
    may,
    opened,
    options_of_table,
    own,
    reveals,
    shared,
)

TYPES = Types(move=AnyMove, due=Due, event=events.AnyEvent, box=Box, options=Options, shared=Shared, own=Own)
DUE = {"shuffle": SHUFFLE}

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
    "Bonus",
    "Box",
    "Draw",
    "Due",
    "Options",
    "Own",
    "Player",
    "Result",
    "Shared",
    "Shuffle",
    "State",
    "Tile",
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
