"""Games for the tests of results: played to their ends at tables in the database, without any screen."""

from __future__ import annotations

import itertools

import msgspec

from chanceit.keys import digest
from chanceit.table import commands as c
from chanceit.table import storing
from chanceit.table.state import TableState
from rules.luck import Luck
from rules.parts import Move

_numbers = itertools.count()


def ask(code: str, actor: int | str, request: c.Request) -> TableState:
    return storing.play(code, actor, request, f"test{next(_numbers)}")


def sit_down(*names: str, game: str = "chance_it", options: bytes = b'{"stars_to_win": 4}', computers: str = "") -> str:
    """A table with these people, and so many computer players as names are given."""
    code = storing.open_anywhere(game, b"", options if game == "chance_it" else b"{}", digest(f"host of {names}"))
    for name in names:
        ask(code, "door", c.Join(name, digest(f"seat of {name}")))
    for mind in computers.split():
        ask(code, "game_master", c.AddComputer(mind))
    return code


def begin(code: str) -> TableState:
    return ask(code, "game_master", c.Begin())


def play_on(code: str) -> TableState:
    """To the end, as computer players would. The same table plays the same way."""
    table = storing.load(code).table
    while table.status == "playing":
        state, game = table.on.state, table.game
        if not state.awaiting:
            due = next(move for seat in range(len(table.players)) for move in game.own(state, seat).can)
            who = table.players[0].player if isinstance(due, Move) else "game_master"
            table = ask(code, who, c.Play(msgspec.json.encode(due)))
            continue
        seat = state.awaiting[0]
        mind = next(iter(game.COMPUTER_PLAYERS.values()))
        lots = Luck(table.on.seed).lots(f"{table.on.count}-{seat}")
        move = mind(game.shared(state), game.own(state, seat), table.on.box, table.on.options, lots)
        table = ask(code, table.players[seat].player, c.Play(msgspec.json.encode(move)))
    return table


def evening(*names: str, **how: str) -> str:
    code = sit_down(*names, **how)
    begin(code)
    play_on(code)
    return code
