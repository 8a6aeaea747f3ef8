"""Everything about a table besides playing: who may do what, and which entry of the log it becomes."""

from __future__ import annotations

import unicodedata
from collections import Counter
from datetime import UTC, datetime

from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.state import COLOURS, GAME_MASTER_PLAYS, Actor, Refused, Standing, TableState, story
from rules.luck import new_seed
from rules.refusals import _

LONGEST_NAME = 20


def manage(table: TableState, actor: Actor, request: c.Request, brought: c.Brought = c.NOTHING) -> log.AnyWhat:
    match request:
        case c.Join(name, key):
            return _join(table, name, key)
        case c.Ask():
            return _ask(table, request)
        case c.TakeOver(key):
            return log.GameMasterMoved(key)
        case c.Rename(player, name):
            _only(actor, "game_master", player)
            table.seated(player)
            return log.Renamed(player, _free_name(table, name, player))
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
            return _may_begin(table, brought)
        case c.Again():
            if table.status != "over":
                raise Refused("not_over", _("The game is not over yet."))
            return log.ClearedAway(new_seed())
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
            return _undo(table, brought)
        case c.Consent(on):
            _in_lobby(table)
            return log.ConsentWanted(on)
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
    if not any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in name):
        raise Refused("bad_name", _("Nobody could read this name: it has no letter, digit or sign in it."))
    return name


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, as Unicode has it, that look like nothing at all."""


def same_name(name: str) -> str:
    """Two names are the same if they look the same when read aloud or in another case."""
    return unicodedata.normalize("NFKC", name).casefold()


def _free_name(table: TableState, name: str, player: int | None = None) -> str:
    """A name that nobody else at the table has."""
    name = clean_name(name)
    if any(same_name(seated.name) == same_name(name) for seated in table.players if seated.player != player):
        raise Refused("name_taken", _("Somebody at this table is called {name} already."), name=name)
    return name


def _join(table: TableState, name: str, key: str) -> log.Joined:
    if table.status != "lobby":
        raise Refused("game_is_on", _("The game is on already. You can watch, or ask for your own seat."))
    if table.locked:
        raise Refused("locked", _("The host has closed this table to newcomers."))
    return log.Joined(table.next_player, _free_name(table, name), _free_colour(table), key)


def _free_colour(table: TableState) -> int:
    if table.is_full():
        raise Refused("full", _("All seats at this table are taken."))
    taken = {seated.colour for seated in table.players}
    return next(colour for colour in range(COLOURS) if colour not in taken)


def _add_computer(table: TableState, mind: str) -> log.Joined:
    _in_lobby(table)
    if mind not in table.game.COMPUTER_PLAYERS:
        raise Refused("no_such_mind", _("There is no such computer player."))
    taken = {same_name(seated.name) for seated in table.players}
    name = next(name for name in COMPUTER_NAMES if same_name(name) not in taken)
    return log.Joined(table.next_player, name, _free_colour(table), computer=mind)


COMPUTER_NAMES = ("Ada", "Blaise", "Grace", "Konrad", "Emmy", "Alan", "Hedy")
"""More than there are seats. Names are not translated: they are people."""


MOST_ASKING = 2 * COLOURS


def _ask(table: TableState, request: c.Ask) -> log.Asked:
    """Whoever asks again, or asks for many seats, gives their own older request up, and nobody else's."""
    seated = table.seated(request.player)
    if seated.computer is not None and not seated.key:
        raise Refused("computer_seat", _("A computer player sits there."))
    return log.Asked(request.player, request.key, request.origin, _gives_way(table, request.origin))


def _gives_way(table: TableState, origin: str) -> int:
    """Which request is dropped for a new one: the older of the same address; if there are too many, the oldest of the
    address that has the most."""
    own = [asking.ask for asking in table.asking if asking.origin == origin]
    if origin and len(own) >= 2:
        return own[0]
    if len(table.asking) < MOST_ASKING:
        return 0
    origins = Counter(asking.origin for asking in table.asking)
    busiest = max(origins, key=lambda origin: origins[origin])
    return next(asking.ask for asking in table.asking if asking.origin == busiest)


def _may_begin(table: TableState, brought: c.Brought) -> log.Begun:
    _in_lobby(table)
    if len(table.players) not in table.game.PLAYERS:
        raise Refused(
            "bad_number_of_players",
            _("This game is for {fewest} to {most} players."),
            fewest=table.game.PLAYERS[0],
            most=table.game.PLAYERS[-1],
        )
    salt = brought.salt if brought.draw == (table.games + 1, 0) else ""
    return log.Begun(table.seed or new_seed(), _now(), salt=salt)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def still_standing(table: TableState) -> int:
    """How many moves stand once the last one that a person decided on is taken back, with all that followed it."""
    last: Standing | None = None if table.on is None else table.on.last
    while last is not None and not last.decided:
        last = last.before
    if last is None:
        raise Refused("nothing_to_undo", _("There is nothing to take back."))
    return last.count - 1


def takes_back_a_reveal(table: TableState, standing: int) -> bool:
    """Whether something that lay face down was shown by the moves that would be taken back."""
    return any(table.game.reveals(entry.events) for entry in story(table)[standing:])


def _undo(table: TableState, brought: c.Brought) -> log.Undone | log.Continued:
    standing = still_standing(table)
    assert table.on is not None
    if table.consent and brought.agreed_at != table.number and takes_back_a_reveal(table, standing):
        raise Refused("not_agreed", _("Cards were revealed since then, and the others at the table have not agreed."))
    if table.status == "playing" and standing >= table.on.continued_at:
        return log.Undone(standing)
    # The seed is public, or was: nothing is drawn from it any more.
    salt = brought.salt if brought.draw == (table.games + 1, 0) else ""
    return log.Continued(new_seed(), _now(), standing, salt)
