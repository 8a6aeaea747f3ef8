"""Everything about a table besides playing: who may do what, and which entry of the log it becomes."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.state import (
    COLOURS,
    GAME_MASTER_PLAYS,
    NOBODY_PLAYS,
    PERSON_PLAYS,
    Actor,
    GameOn,
    Standing,
    Status,
    TableState,
)
from rules.luck import new_seed
from rules.refusals import Refusal, _
from rules.shelf import GAMES

LONGEST_NAME = 20
ANY: tuple[Status, ...] = ("lobby", "playing", "over")
LOBBY: tuple[Status, ...] = ("lobby",)

NOT_NOW: dict[tuple[Status, ...], tuple[str, str]] = {
    LOBBY: ("not_in_lobby", _("This can only be done before the game begins.")),
    ("over",): ("not_over", _("The game is not over yet.")),
    ("playing",): ("no_game", _("There is no game going on at this table.")),
    ("playing", "over"): ("no_game", _("There is no game going on at this table.")),
}


class Row(Struct, frozen=True):
    """One thing that can be asked of a table: who may, when, and which entry it becomes."""

    who: Literal["game master", "game master or oneself", "oneself", "door", "link"]
    """`oneself`: the player it is about. `door` and `link` come by HTTP: whoever comes in, whoever has a link."""
    when: tuple[Status, ...]
    becomes: Callable[[TableState, Actor, Any, c.Brought], log.AnyWhat]
    otherwise: tuple[str, str] | None = None
    """What is said at another time, by code and sentence, if there is more to say than `NOT_NOW` does."""

    def is_for(self, actor: Actor, *, is_host: bool, request: c.Request | None = None) -> bool:
        """Whether this is this actor's to ask for; without a request: of anybody, or for themself."""
        if self.who in ("door", "link") or (is_host and self.who != "oneself"):
            return True
        return isinstance(actor, int) and self.who != "game master" and getattr(request, "player", actor) == actor


def manage(table: TableState, actor: Actor, request: c.Request, brought: c.Brought = c.NOTHING) -> log.AnyWhat:
    """The entry that a request becomes. Raises a Refusal."""
    row = ROWS[type(request)]
    if not row.is_for(actor, is_host=table.is_host(actor), request=request):
        raise Refusal("not_yours", _("Only the host can do this."))
    if table.status not in row.when:
        code, sentence = row.otherwise or NOT_NOW[row.when]
        raise Refusal(code, sentence)
    if (player := getattr(request, "player", None)) is not None:
        table.seated(player)
    return row.becomes(table, actor, request, brought)


def can(table: TableState, actor: Actor) -> list[str]:
    """The commands that are open to this actor now."""
    if not isinstance(actor, int) and actor != "game_master":
        return []
    can = _CAN[isinstance(actor, int), table.is_host(actor)][table.status]
    closed = set() if table.on is not None and table.on.taken_back else {REDO}
    if table.on is not None and isinstance(actor, int) and table.seat_of(actor) is not None:
        closed.add(LEAVE)
    return [command for command in can if command not in closed]


# Each of these is one row's entry. Who may ask for it and when stands in `ROWS`.


def _begin(table: TableState, actor: Actor, request: c.Begin, brought: c.Brought) -> log.Begun:
    if len(table.players) not in table.game.PLAYERS:
        raise Refusal(
            "bad_number_of_players",
            _("This game is for {fewest} to {most} players."),
            fewest=table.game.PLAYERS[0],
            most=table.game.PLAYERS[-1],
        )
    salt = brought.salt if brought.draw == (table.games + 1, 0) else ""
    return log.Begun(table.seed or new_seed(), _now(), salt=salt, next_seed=new_seed())


def _recolour(table: TableState, actor: Actor, request: c.Recolour, brought: c.Brought) -> log.Recoloured:
    if any(seated.colour == request.colour for seated in table.everybody):
        raise Refusal("colour_taken", _("Somebody has this colour already."))
    return log.Recoloured(request.player, request.colour)


def _arrange(table: TableState, actor: Actor, request: c.Arrange, brought: c.Brought) -> log.Arranged:
    if sorted(request.players) != sorted(seated.player for seated in table.players):
        raise Refusal("not_these_players", _("The order must name everybody at the table once."))
    return log.Arranged(request.players)


def _choose_game(table: TableState, actor: Actor, request: c.ChooseGame, brought: c.Brought) -> log.GameChosen:
    if request.game not in GAMES:
        raise Refusal("no_such_game", _("There is no such game on the shelf."))
    if request.game == table.game_name:
        raise Refusal("same_game", _("This game is on the table already."))
    game = GAMES[request.game]
    old, new = list(table.game.COMPUTER_PLAYERS), list(game.COMPUTER_PLAYERS)
    minds = [
        (seated.player, new[min(old.index(seated.computer), len(new) - 1)])
        for seated in table.players
        if seated.computer in old
    ]
    return log.GameChosen(
        request.game, msgspec.Raw(msgspec.json.encode(game.house_box())), msgspec.Raw(b"{}"), tuple(minds)
    )


def _remove(table: TableState, actor: Actor, request: c.Remove, brought: c.Brought) -> log.Left | log.Removed:
    if table.seat_of(request.player) is None or table.status == "lobby":
        return log.Left(request.player)
    return log.Removed(request.player, True, "" if request.mind is None else _mind(table, request.mind))


def _let_back(table: TableState, actor: Actor, request: c.LetBack, brought: c.Brought) -> log.Removed:
    return log.Removed(request.player, False, PERSON_PLAYS if table.seated(request.player).key else "")


def _leave(table: TableState, actor: Actor, request: c.Leave, brought: c.Brought) -> log.Left:
    assert isinstance(actor, int)
    if table.status != "lobby" and table.seat_of(actor) is not None:
        raise Refusal("seat_is_held", _("The game is on: your seat is held for you."))
    return log.Left(table.seated(actor).player)


def _replace(table: TableState, actor: Actor, request: c.Replace, brought: c.Brought) -> log.Replaced:
    return log.Replaced(request.player, None if request.mind is None else _mind(table, request.mind))


def _mind(table: TableState, mind: str) -> str:
    """Who plays for somebody."""
    if mind not in (GAME_MASTER_PLAYS, NOBODY_PLAYS) and mind not in table.game.COMPUTER_PLAYERS:
        raise Refusal("no_such_mind", _("There is no such computer player."))
    return mind


def _take_over(table: TableState, actor: Actor, request: c.TakeOver, brought: c.Brought) -> log.GameMasterMoved:
    if request.instead_of != table.game_master_key:
        raise Refusal("link_used", _("This link has been used or is too old. The host's screen shows a new one."))
    return log.GameMasterMoved(request.key)


def _answer(table: TableState, actor: Actor, request: c.Allow | c.Deny, brought: c.Brought) -> log.Answered:
    if not any(asking.ask == request.ask for asking in table.asking):
        raise Refusal("nobody_asks", _("Nobody is asking for this seat any more."))
    return log.Answered(request.ask, isinstance(request, c.Allow))


def _allow_all(table: TableState, actor: Actor, request: c.AllowAll, brought: c.Brought) -> log.AllAllowed:
    """For a seat that two ask for, the host has to look who it is."""
    wanted = Counter(asking.player for asking in table.asking)
    asks = [a.ask for a in table.asking if a.ask in request.asks and wanted[a.player] == 1]
    if not asks:
        raise Refusal("nobody_asks", _("Nobody is asking for this seat any more."))
    return log.AllAllowed(tuple(asks))


def clean_name(name: str) -> str:
    """A name as it is shown: text of 1 to 20 characters, without control characters and needless space."""
    visible = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in name)
    name = " ".join(visible.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal("bad_name", _("A name has 1 to {most} characters."), most=LONGEST_NAME)
    if not any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK for letter in name):
        raise Refusal("bad_name", _("Nobody could read this name: it has no letter, digit or sign in it."))
    return name


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, as Unicode has it, that look like nothing at all."""


def same_name(name: str) -> str:
    """Two names are the same if they look the same when read aloud or in another case."""
    return unicodedata.normalize("NFKC", name).casefold()


def _free_name(table: TableState, name: str, player: int | None = None) -> str:
    """A name that nobody else at the table has."""
    name = clean_name(name)
    if any(same_name(seated.name) == same_name(name) for seated in table.everybody if seated.player != player):
        raise Refusal("name_taken", _("Somebody at this table is called {name} already."), name=name)
    return name


def _join(table: TableState, actor: Actor, request: c.Join, brought: c.Brought) -> log.Joined:
    """While a game is on one waits for the next."""
    if table.locked:
        raise Refusal("locked", _("The host has closed this table to newcomers."))
    return log.Joined(table.next_player, _free_name(table, request.name), _free_colour(table), request.key)


def _free_colour(table: TableState) -> int:
    if table.is_full():
        raise Refusal("full", _("All seats at this table are taken."))
    taken = {seated.colour for seated in table.everybody}
    return next(colour for colour in range(COLOURS) if colour not in taken)


def _add_computer(table: TableState, actor: Actor, request: c.AddComputer, brought: c.Brought) -> log.Joined:
    mind = request.mind
    if mind not in table.game.COMPUTER_PLAYERS:
        raise Refusal("no_such_mind", _("There is no such computer player."))
    taken = {same_name(seated.name) for seated in table.everybody}
    name = next(name for name in COMPUTER_NAMES if same_name(name) not in taken)
    return log.Joined(table.next_player, name, _free_colour(table), computer=mind)


COMPUTER_NAMES = ("Ada", "Blaise", "Grace", "Konrad", "Emmy", "Alan", "Hedy")
"""More than there are seats. Names are not translated: they are people."""


MOST_ASKING = 2 * COLOURS


def _ask(table: TableState, actor: Actor, request: c.Ask, brought: c.Brought) -> log.Asked:
    """Whoever asks again, or asks for many seats, gives their own older request up, and nobody else's."""
    seated = table.seated(request.player)
    if seated.computer is not None and not seated.key:
        raise Refusal("computer_seat", _("A computer player sits there."))
    return log.Asked(request.player, request.key, request.origin, _gives_way(table, request))


def _gives_way(table: TableState, request: c.Ask) -> int:
    """Which request is dropped for a new one: an older one of the same address, if that asks for a seat twice already
    or for as many as there are; if there are too many in all, the oldest of the address that has the most."""
    own = [asking for asking in table.asking if asking.origin == request.origin] if request.origin else []
    same = [asking for asking in own if asking.player == request.player]
    if len(same) >= 2 or len(own) >= COLOURS:
        return (same if len(same) >= 2 else own)[0].ask
    if len(table.asking) < MOST_ASKING:
        return 0
    origins = Counter(asking.origin for asking in table.asking)
    busiest = max(origins, key=lambda origin: origins[origin])
    return next(asking.ask for asking in table.asking if asking.origin == busiest)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def still_standing(table: TableState) -> int:
    """How many moves stand once the last one that a person decided on is taken back, with all that followed it."""
    last = None if table.on is None else first_taken_back(table.on)
    if last is None:
        raise Refusal("nothing_to_undo", _("There is nothing to take back."))
    return last.count - 1


def first_taken_back(on: GameOn) -> Standing | None:
    """The last move that a person decided on: it is taken back first, with all that followed."""
    last = on.last
    while last is not None and not last.decided:
        last = last.before
    return last


def takes_back_a_reveal(table: TableState, standing: int) -> bool:
    """Whether something that lay face down was shown by the moves that would be taken back."""
    last = None if table.on is None else table.on.last
    while last is not None and last.count > standing:
        if last.revealed:
            return True
        last = last.before
    return False


def goes_on_anew(table: TableState, standing: int) -> bool:
    """Whether taking back so far begins a new game: the seed of these moves is public, so nothing is drawn from it."""
    assert table.on is not None
    return table.status == "over" or standing < table.on.continued_at


def _undo(table: TableState, actor: Actor, request: c.Undo, brought: c.Brought) -> log.Undone | log.Continued:
    standing = still_standing(table)
    assert table.on is not None
    if table.consent and brought.agreed_at != table.number and takes_back_a_reveal(table, standing):
        raise Refusal("not_agreed", _("Cards were revealed since then, and the others at the table have not agreed."))
    if not goes_on_anew(table, standing):
        return log.Undone(standing)
    salt = brought.salt if brought.draw == (table.games + 1, 0) else ""
    return log.Continued(table.seed or new_seed(), _now(), standing, salt, new_seed())


def _redo(table: TableState, actor: Actor, request: c.Redo, brought: c.Brought) -> log.Redone:
    if table.on is None or not table.on.taken_back:
        raise Refusal("nothing_to_redo", _("There is nothing to bring back."))
    return log.Redone()


GAME_MASTER: Literal["game master"] = "game master"
OR_ONESELF: Literal["game master or oneself"] = "game master or oneself"

ROWS: dict[type, Row] = {
    c.Begin: Row(GAME_MASTER, LOBBY, _begin),
    c.Again: Row(GAME_MASTER, ("over",), lambda table, actor, request, brought: log.ClearedAway()),
    c.End: Row(GAME_MASTER, ("playing",), lambda table, actor, request, brought: log.Ended()),
    c.ChooseGame: Row(GAME_MASTER, LOBBY, _choose_game),
    c.Rename: Row(
        OR_ONESELF,
        ANY,
        lambda table, actor, request, brought: log.Renamed(
            request.player, _free_name(table, request.name, request.player)
        ),
    ),
    c.Recolour: Row(OR_ONESELF, ANY, _recolour),
    c.Arrange: Row(GAME_MASTER, LOBBY, _arrange),
    c.Leave: Row("oneself", ANY, _leave),
    c.Remove: Row(GAME_MASTER, ANY, _remove),
    c.LetBack: Row(GAME_MASTER, ANY, _let_back),
    c.AddComputer: Row(GAME_MASTER, LOBBY, _add_computer),
    c.Replace: Row(GAME_MASTER, ANY, _replace),
    c.Lock: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.Locked(request.on)),
    c.Watch: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.WatchingAllowed(request.on)),
    c.Pause: Row(GAME_MASTER, ("playing",), lambda table, actor, request, brought: log.Paused(request.on)),
    c.SetPace: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.Paced(request.pace)),
    c.Allow: Row(GAME_MASTER, ANY, _answer),
    c.Deny: Row(GAME_MASTER, ANY, _answer),
    c.AllowAll: Row(GAME_MASTER, ANY, _allow_all),
    c.Remote: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.RemoteGiven(request.player, request.on)),
    c.Undo: Row(GAME_MASTER, ("playing", "over"), _undo),
    c.Redo: Row(GAME_MASTER, ("playing", "over"), _redo),
    c.OwnDice: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.OwnDiceRolled(request.on)),
    c.Consent: Row(GAME_MASTER, LOBBY, lambda table, actor, request, brought: log.ConsentWanted(request.on)),
    # By HTTP, because they set a cookie
    c.Join: Row("door", ANY, _join),
    c.Ask: Row("door", ANY, _ask),
    c.TakeOver: Row("link", ANY, _take_over),
    c.AddScreen: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.ScreenAdded(request.key)),
}
"""All that can be asked of a table, besides playing. What screens are told that they can do, what is checked, and the
table on the protocol's page come from here."""


def tag_of(command: type) -> str:
    return str(command.__struct_config__.tag)  # type: ignore[attr-defined]


def _open_to(actor: Actor, is_host: bool) -> dict[Status, list[str]]:
    """By status. What comes by HTTP is no command of a socket."""
    by_socket = {tag_of(command): row for command, row in ROWS.items() if issubclass(command, c.Command)}
    return {
        status: [tag for tag, row in by_socket.items() if status in row.when and row.is_for(actor, is_host=is_host)]
        for status in ANY
    }


REDO, LEAVE = tag_of(c.Redo), tag_of(c.Leave)
_CAN = {
    (False, True): _open_to("game_master", True),
    (True, False): _open_to(1, False),
    (True, True): _open_to(1, True),
}
"""By whether it is a player, and whether they may do what the game master may."""
