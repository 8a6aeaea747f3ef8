"""Everything about a table besides playing: who may do what, and which entry of the log it becomes."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.state import COLOURS, GAME_MASTER_PLAYS, Actor, Refused, Standing, TableState
from rules.luck import new_seed
from rules.refusals import _

LONGEST_NAME = 20


def manage(table: TableState, actor: Actor, request: c.Request) -> log.AnyWhat:
    match request:
        case c.Join(name, key):
            return _join(table, name, key)
        case c.Ask(player, key):
            return _ask(table, player, key)
        case c.TakeOver(key):
            return log.GameMasterMoved(key)
        case c.Rename(player, name):
            _only(actor, "game_master", player)
            table.seated(player)
            return log.Renamed(player, clean_name(name))
        case c.Recolour(player, colour):
            _only(actor, "game_master", player)
            table.seated(player)
            if any(seated.colour == colour for seated in table.players):
                raise Refused("colour_taken", _("Somebody has this colour already."))
            return log.Recoloured(player, colour)
        case c.Leave():
            if not isinstance(actor, int):
                raise Refused("not_yours", _("Only somebody at the table can leave it."))
            if table.status != "lobby":
                raise Refused("seat_is_held", _("The game is on: your seat is held for you."))
            return log.Left(table.seated(actor).player)
    _only(actor, "game_master")
    match request:
        case c.Begin():
            return _may_begin(table)
        case c.Again():
            if table.status != "over":
                raise Refused("not_over", _("The game is not over yet."))
            return log.ClearedAway()
        case c.Arrange(players):
            _in_lobby(table)
            if sorted(players) != sorted(seated.player for seated in table.players):
                raise Refused("not_these_players", _("The order must name everybody at the table once."))
            return log.Arranged(players)
        case c.Remove(player):
            table.seated(player)
            return log.Left(player) if table.status == "lobby" else log.Removed(player, True)
        case c.LetBack(player):
            table.seated(player)
            return log.Removed(player, False)
        case c.AddComputer(mind):
            return _add_computer(table, mind)
        case c.Replace(player, mind):
            table.seated(player)
            if mind is not None and mind != GAME_MASTER_PLAYS and mind not in table.game.COMPUTER_PLAYERS:
                raise Refused("no_such_mind", _("There is no such computer player."))
            return log.Replaced(player, mind)
        case c.Lock(on):
            return log.Locked(on)
        case c.Watch(on):
            return log.WatchingAllowed(on)
        case c.Pause(on):
            return log.Paused(on)
        case c.SetPace(pace):
            return log.Paced(pace)
        case c.Allow(ask) | c.Deny(ask):
            if not any(asking.ask == ask for asking in table.asking):
                raise Refused("nobody_asks", _("Nobody is asking for this seat any more."))
            return log.Answered(ask, isinstance(request, c.Allow))
        case c.Undo():
            return _undo(table)
    raise AssertionError(request)


def _only(actor: Actor, *these: Actor) -> None:
    if actor not in these:
        raise Refused("not_yours", _("Only the game master can do this."))


def _in_lobby(table: TableState) -> None:
    if table.status != "lobby":
        raise Refused("not_in_lobby", _("This can only be done before the game begins."))


def clean_name(name: str) -> str:
    """A name as it is shown: text of 1 to 20 characters, without control characters and needless space."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in name)
    name = " ".join(visible.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("bad_name", _("A name has 1 to {most} characters."), most=LONGEST_NAME)
    return name


def _join(table: TableState, name: str, key: str) -> log.Joined:
    if table.status != "lobby":
        raise Refused("game_is_on", _("The game is on already. You can watch, or ask for your own seat."))
    if table.locked:
        raise Refused("locked", _("The host has closed this table to newcomers."))
    name = clean_name(name)
    if any(seated.name.casefold() == name.casefold() for seated in table.players):
        raise Refused("name_taken", _("Somebody at this table is called {name} already."), name=name)
    return log.Joined(table.next_player, name, _free_colour(table), key)


def _free_colour(table: TableState) -> int:
    if table.is_full():
        raise Refused("full", _("All seats at this table are taken."))
    taken = {seated.colour for seated in table.players}
    return next(colour for colour in range(COLOURS) if colour not in taken)


def _add_computer(table: TableState, mind: str) -> log.Joined:
    _in_lobby(table)
    if mind not in table.game.COMPUTER_PLAYERS:
        raise Refused("no_such_mind", _("There is no such computer player."))
    taken = {seated.name for seated in table.players}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    return log.Joined(table.next_player, name, _free_colour(table), computer=mind)


COMPUTER_NAMES = ("Ada", "Blaise", "Grace", "Konrad", "Emmy", "Alan", "Hedy")
"""More than there are seats. Names are not translated: they are people."""


def _ask(table: TableState, player: int, key: str) -> log.Asked:
    seated = table.seated(player)
    if seated.computer is not None and not seated.key:
        raise Refused("computer_seat", _("A computer player sits there."))
    if len(table.asking) >= 2 * COLOURS:
        raise Refused("too_many_ask", _("Too many people are asking for a seat. Try again later."))
    return log.Asked(player, key)


def _may_begin(table: TableState) -> log.Begun:
    _in_lobby(table)
    if len(table.players) not in table.game.PLAYERS:
        raise Refused(
            "bad_number_of_players",
            _("This game is for {fewest} to {most} players."),
            fewest=table.game.PLAYERS[0],
            most=table.game.PLAYERS[-1],
        )
    return log.Begun(new_seed(), datetime.now(UTC).isoformat(timespec="seconds"))


def _undo(table: TableState) -> log.Undone:
    """Takes back the last move that somebody decided on, and what the table and computer players did after it."""
    if table.on is None or table.on.last is None:
        raise Refused("nothing_to_undo", _("There is nothing to take back."))
    last: Standing | None = table.on.last
    while last is not None and not _was_decided(table, last):
        last = last.before
    if last is None:
        raise Refused("nothing_to_undo", _("There is nothing to take back."))
    return log.Undone(last.count - 1)


def _was_decided(table: TableState, played: Standing) -> bool:
    if isinstance(played.by, int):
        return table.seated(played.by).computer not in table.game.COMPUTER_PLAYERS
    return played.by == "game_master"
