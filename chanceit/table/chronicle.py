"""A table's log in words, for whoever looks after the tables.

It tells what somebody who watched the table could know, and nothing else: a guide card that lies face down is told
when it is revealed, keys and seeds not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from chanceit import models
from chanceit.table import log
from chanceit.table.records import Step, steps
from chanceit.table.state import PLAYS_INSTEAD, TableState
from rules.refusals import IllegalMove


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
    return next((seated.name for seated in table.everybody if seated.player == player), f"player {player}")


def _in_words(step: Step) -> Iterator[str]:
    """What was done, and what it brought about."""
    before, after, what = step.before, step.after, step.entry.what
    match what:
        case log.Opened():
            yield f"opens the table for {after.game.TITLE}"
        case log.Joined(_, name, computer=None):
            yield f"{name} sits down"
        case log.Joined(_, name, computer="game_master"):
            yield f"{name} sits down without a phone"
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
        case log.Removed(player, on, plays):
            yield f"{_name(after, player)}'s seat is {'closed' if on else 'open again'}"
            if on and plays:
                yield f"{plays.replace('_', ' ')} plays for {_name(after, player)}"
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
        case log.AllAllowed(asks):
            given = [asking.player for asking in before.asking if asking.ask in asks]
            yield f"gives the seats of {', '.join(_name(after, player) for player in given)} to other phones"
        case log.ScreenAdded():
            yield "one more device is a game-master screen"
        case log.RemoteGiven(player, on):
            yield f"{_name(after, player)}'s phone is {'a remote control' if on else 'no remote control any more'}"
        case log.GameChosen():
            yield f"the game is {after.game.TITLE} now"
        case log.OptionsSet(options):
            yield f"the options are {bytes(options).decode()}"
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
        case log.FunAllowed(on):
            yield "guesses and reactions are allowed" if on else "no guesses and reactions any more"
        case log.CoachAllowed(on):
            yield "the coach may be asked" if on else "no coach any more"
        case log.OddsShown(on):
            yield "the big screens show everybody's chance to win" if on else "nobody's chance to win is shown any more"
        case log.GamesShared(on):
            yield ("everybody with the link may see its games again" if on else "only those who sat there")
        case log.OwnDiceRolled(on):
            yield "real dice are rolled and typed in" if on else "the screen rolls the dice"
        case log.OwnGuidesLaid(of):
            yield f"printed guide cards are laid by {of}"
        case log.InFront(player):
            yield f"{_name(after, player)} has the phone that they share"
        case log.HandedOn(player):
            yield f"{_name(after, player)} hands the phone on"
        case log.Undone(standing):
            yield f"takes back: {standing} moves stand"
        case log.Redone():
            assert after.on is not None
            yield f"brings back: {after.on.count} moves stand"
        case log.Ended():
            yield "ends the game before it is over"
        case log.Closed():
            yield "closes the table for good"
        case log.ClearedAway():
            yield "clears the game away"
        case log.Played():
            names = [seated.name for seated in after.players]
            instead = ", by a weaker computer player" if step.entry.command.endswith(f".{PLAYS_INSTEAD}") else ""
            yield log.kind(what).replace("_", " ") + (", typed in" if what.typed else "") + instead
            for event in step.entry.events:
                yield after.game.told(event, names)
