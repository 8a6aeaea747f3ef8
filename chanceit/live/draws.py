"""What the draws of a game were made from: sent after its end, so that every phone can make them again by itself."""

from __future__ import annotations

import msgspec

from chanceit.live import messages
from chanceit.table import log
from chanceit.table.state import GameOn
from rules.luck import Inputs
from rules.shelf import GAMES


def draws_of(on: GameOn) -> list[messages.DrawSeen]:
    """The draws of a game that is over, from the first one that this game's seed gave."""
    game = GAMES[on.header.game]
    seen: list[messages.DrawSeen] = []
    state = game.new_game(len(on.header.players), on.box, on.options)
    for played in on.moves():
        move = played.move
        if played.count > on.continued_at and isinstance(played.move, game.DRAWN):
            kind = log.kind(log.Played(msgspec.Raw(msgspec.json.encode(move))))
            made_from = game.inputs(state) or Inputs()
            gave = [list(part) for part in msgspec.structs.astuple(move)]
            seen.append(messages.DrawSeen(len(seen), played.number, kind, played.salt, played.typed, made_from, gave))
        state, _events = game.apply(state, move)
        if played.count == on.continued_at:
            lies, in_box_order = game.unseen(state)
            salt = next((note.get("salt", "") for _, note in reversed(on.notes) if note["what"] == "continued"), "")
            made_from = Inputs(piles=(in_box_order,))
            seen.append(messages.DrawSeen(0, played.number, "continued", salt, False, made_from, [list(lies)]))
    return seen
