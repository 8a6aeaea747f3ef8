"""A table's log in words, for whoever looks after the tables.

It tells what somebody who watched the table could know, and nothing else: a guide card that lies face down is told
when it is revealed, keys and seeds not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from chanceit import models
from chanceit.table import log
from chanceit.table.records import Step, steps
from chanceit.table.state import TableState
from rules.refusals import IllegalMove

SEATS = ("seat", "seats", "starter", "whose", "winners", "bound", "stuck")
"""Fields of events that hold seats, whose owners' names are told instead."""
LEFT_OUT = ("rule", "place")


class Line(Struct):
    number: int
    at: datetime
    who: str
    what: str
    is_move: bool
    is_taken_back: bool = False


def chronicle(row: models.Table) -> list[Line]:
    told: list[Line] = []
    standing: list[Line] = []
    try:
        for step in steps(row):
            what = step.entry.what
            is_move = isinstance(what, log.Played)
            line = Line(step.entry.number, step.at, _who(step), "; ".join(_in_words(step)), is_move)
            told.append(line)
            if is_move:
                standing.append(line)
            elif isinstance(what, log.Begun):
                standing = []
            elif isinstance(what, log.Continued):
                standing = standing[: what.standing]
            elif isinstance(what, log.Undone):
                for line in standing[what.standing :]:
                    line.is_taken_back = True
                del standing[what.standing :]
    except IllegalMove as refusal:
        last = told[-1]
        broken = f"From here on the log does not agree with the rules: {refusal}"
        told.append(Line(last.number + 1, last.at, "", broken, False))
    return told


def _who(step: Step) -> str:
    by = step.entry.by
    return _name(step.after, by) if isinstance(by, int) else by.replace("_", " ")


def _name(table: TableState, player: int) -> str:
    return next((seated.name for seated in table.players if seated.player == player), f"player {player}")


def _in_words(step: Step) -> Iterator[str]:
    """What was done, and what it brought about."""
    before, after, what = step.before, step.after, step.entry.what
    match what:
        case log.Opened(game):
            yield f"opens the table for {game.replace('_', ' ')}"
        case log.Joined(_, name, computer=None):
            yield f"{name} sits down"
        case log.Joined(_, name):
            yield f"{name} sits down, a computer player ({what.computer})"
        case log.Left(player):
            yield f"{_name(before, player)} leaves"
        case log.Renamed(player, name):
            yield f"{_name(before, player)} is called {name} now"
        case log.Recoloured(player):
            yield f"{_name(after, player)} has another colour"
        case log.Arranged():
            yield f"the seats are {', '.join(seated.name for seated in after.players)}"
        case log.Removed(player, on):
            yield f"{_name(after, player)}'s seat is {'closed' if on else 'open again'}"
        case log.Replaced(player, None):
            yield f"{_name(after, player)} plays again"
        case log.Replaced(player, computer):
            yield f"{str(computer).replace('_', ' ')} plays for {_name(after, player)}"
        case log.Asked(player):
            yield f"somebody with another phone asks for the seat of {_name(after, player)}"
        case log.Answered(ask, allowed):
            asking = next((asking for asking in before.asking if asking.ask == ask), None)
            verb = "gives" if allowed else "does not give"
            whose = "somebody who has left" if asking is None else _name(after, asking.player)
            yield f"{verb} the seat of {whose} to another phone"
        case log.Locked(on):
            yield "nobody can join any more" if on else "people can join again"
        case log.WatchingAllowed(on):
            yield "spectators are allowed" if on else "no spectators any more"
        case log.Paused(on):
            yield "pauses the game" if on else "goes on with the game"
        case log.Paced(pace):
            yield f"the pace is {pace}"
        case log.GameMasterMoved():
            yield "the game-master screen moves to another device"
        case log.Begun(imported=imported):
            yield f"game {after.games} begins{', as a record has it' if imported else ''}"
        case log.Continued(standing=standing):
            yield f"goes on after {standing} moves, as game {after.games}"
        case log.ConsentWanted(on):
            yield "a reveal is taken back only if the phones agree" if on else "reveals are taken back without asking"
        case log.Undone(standing):
            yield f"takes back: {standing} moves stand"
        case log.ClearedAway():
            yield "clears the game away"
        case log.Played():
            names = [seated.name for seated in after.players]
            yield log.kind(what).replace("_", " ") + (", typed in" if what.typed else "")
            for event in step.entry.events:
                yield told(event, names)


def told(event: Any, names: Sequence[str]) -> str:
    """An event of either game in words: its name, then what it says.

    >>> from rules.chance_it.events import CardBought, TokenChanged
    >>> told(CardBought(0, "m07", 3), ["Ann", "Bob"])
    'card bought: Ann, card m07, price 3'
    >>> told(TokenChanged(1, "hearts", -2, 6, "hit", "R21", whose=0), ["Ann", "Bob"])
    'Bob -2 hearts, has 6 (hit, whose Ann)'
    """
    fields = {name: value for name, value in asdict(event).items() if name not in LEFT_OUT}
    if "token" in fields:
        seat, token, by, left, cause = (fields.pop(name) for name in ("seat", "token", "by", "left", "cause"))
        return f"{names[seat]} {by:+d} {token}, has {left} ({', '.join([cause, *_details(fields, names)])})"
    word = str(event.__struct_config__.tag).replace("_", " ")
    details = ", ".join(_details(fields, names))
    return f"{word}: {details}" if details else word


def _details(fields: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    for name, value in fields.items():
        if value is None or value is False or value == ():
            continue
        if name == "guides":
            yield from (f"{names[seat]} {guide.replace('_', ' ')}" for seat, guide in enumerate(value) if guide)
        elif value is True:
            yield name
        else:
            words = " and ".join(names[seat] for seat in _several(value)) if name in SEATS else _plain(value)
            yield words if name == "seat" else f"{name} {words}"


def _several(value: Any) -> Sequence[int]:
    return value if isinstance(value, tuple) else (value,)


def _plain(value: Any) -> str:
    """Lists with spaces between their parts, squares as row/column."""
    if isinstance(value, tuple):
        return " ".join("/".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)
    return str(value).replace("_", " ")
