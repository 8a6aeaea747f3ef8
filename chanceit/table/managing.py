"""Everything about a table besides playing: who may do what, and which entry of the log it becomes."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.state import (
    COLOURS,
    GAME_MASTER_PLAYS,
    MOST_CONTINUED,
    NOBODY_PLAYS,
    PERSON_PLAYS,
    Actor,
    GameOn,
    Handed,
    Standing,
    Status,
    TableState,
)
from rules.luck import new_seed
from rules.parts import seat_of
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

    who: Literal["screen", "game master", "game master or oneself", "oneself", "phone", "door", "link"]
    """`screen`: a game-master screen, but no remote: what that passes on would outlast it. `oneself`: the player it is
    about. `phone`: whoever is at a phone, also if it is handed on. `door` and `link` come by HTTP: whoever comes in,
    whoever has a link or a key."""
    when: tuple[Status, ...]
    becomes: Callable[[TableState, Actor, Any, c.Brought], log.AnyWhat | tuple[log.Played, ...]]
    otherwise: tuple[str, str] | None = None
    """What is said at another time, by code and sentence, if there is more to say than `NOT_NOW` does."""

    def is_for(self, actor: Actor, *, is_host: bool, request: c.Request | None = None) -> bool:
        """Whether this is this actor's to ask for; without a request: of anybody, or for themself."""
        if self.who == "phone":
            return isinstance(actor, int | Handed)
        if self.who == "screen":
            return actor == "game_master"
        if self.who in ("door", "link") or (is_host and self.who != "oneself"):
            return True
        return isinstance(actor, int) and self.who != "game master" and getattr(request, "player", actor) == actor


def manage(
    table: TableState, actor: Actor, request: c.Request, brought: c.Brought = c.NOTHING
) -> log.AnyWhat | tuple[log.Played, ...]:
    """The entry that a request becomes, or the moves. Raises a Refusal."""
    row = ROWS[type(request)]
    if not row.is_for(actor, is_host=table.is_host(actor), request=request):
        raise Refusal("not_yours", _("Only the host can do this."))
    if table.status not in row.when:
        code, sentence = row.otherwise or NOT_NOW[row.when]
        raise Refusal(code, sentence)
    if (player := getattr(request, "player", None)) is not None:
        table.seated(player)
    return row.becomes(table, actor, request, brought)


def can(table: TableState, actor: Actor) -> Sequence[str]:
    """The commands that are open to this actor now."""
    is_open = not table.locked and not table.is_full()
    if isinstance(actor, Handed):
        return [SIT_HERE, TAKE_PHONE] if is_open else [TAKE_PHONE]
    if not isinstance(actor, int) and actor != "game_master":
        return []
    return _can(
        isinstance(actor, int),
        table.is_host(actor),
        table.status,
        is_open,
        table.on is not None and table.on.undone is not None,
        len(table.at_phone_of(actor)) > 1,
        isinstance(actor, int) and table.on is not None and table.seat_of(actor) is not None,
    )


@cache
def _can(
    is_player: bool,
    is_host: bool,
    status: Status,
    is_open: bool,
    has_undone: bool,
    shares_phone: bool,
    plays: bool,
) -> Sequence[str]:
    closed = {TAKE_PHONE}
    if not has_undone:
        closed.add(REDO)
    if not shares_phone:
        closed.add(HAND_ON)
    if not is_open:
        closed.add(SIT_HERE)
    if plays:
        closed.add(LEAVE)
    return tuple([command for command in _CAN[is_player, is_host][status] if command not in closed])


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


def _set_option(table: TableState, actor: Actor, request: c.SetOption, brought: c.Brought) -> log.OptionsSet:
    """What a host may choose when opening a table can be chosen until the game begins."""
    if not any(choice.name == request.option for choice in table.game.CHOICES):
        raise Refusal("no_such_option", _('There is no option "{option}".'), option=request.option)
    options = msgspec.json.encode(msgspec.json.decode(table.options) | {request.option: request.value})
    table.game.read_options(options, table.game.PLAYERS[-1])
    return log.OptionsSet(msgspec.Raw(options))


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
    if request.mind is None and table.seated(request.player).removed:  # nobody could play there, and all would wait
        raise Refusal("removed", _("The host has closed this seat."))
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


def _close(table: TableState, actor: Actor, request: c.Close, brought: c.Brought) -> log.Closed:
    if request.key != table.game_master_key:
        raise Refusal("not_yours", _("Only the host can do this."))
    return log.Closed()


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
    name = _visible(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal("bad_name", _("A name has 1 to {most} characters."), most=LONGEST_NAME)
    if not _is_readable(name):
        raise Refusal("bad_name", _("Nobody could read this name: it has no letter, digit or sign in it."))
    return name


def _visible(name: str) -> str:
    letters = "".join(" " if unicodedata.category(letter)[0] in "CZ" or letter in BLANK else letter for letter in name)
    return PILED.sub(r"\1", " ".join(letters.split()))


def _is_readable(name: str) -> bool:
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in name)


def name_of_record(name: str, others: Sequence[str]) -> str:
    """A name that somebody may have beside these at a table. Records have longer ones, odd ones, and one twice."""
    visible = _visible(name)
    base = visible if _is_readable(visible) else "?"
    taken = {same_name(other) for other in others}
    numbered = (base, *(f"{base[: LONGEST_NAME - 2].strip()} {number}" for number in range(2, COLOURS + 2)))
    return next(name for name in (one[:LONGEST_NAME].strip() for one in numbered) if same_name(name) not in taken)


BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, as Unicode has it, that look like nothing at all."""
UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that choose how the letter before them looks, or do nothing."""
_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
PILED = re.compile(f"({_MARK}{{3}}){_MARK}+")
"""Marks piled on one letter, more than any language writes: they would stand over the lines above."""


def same_name(name: str) -> str:
    """Two names are the same if they look the same, are read aloud the same, or differ only in case."""
    return UNSEEN.sub("", unicodedata.normalize("NFKC", name)).translate(LOOKS_LIKE).casefold()


LOOKS_LIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιονρυϲ",
    "ABESIJKMHOPCTYXYGQWaesijopcyxhdqwABEZHIKMNOPTYXaiovpuc",
)
"""Letters of the Cyrillic and the Greek alphabet that look like Latin ones, letter by letter."""


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
    first = COMPUTER_NAMES.get(mind, "Ada")
    names = (first, *(f"{first} {number}" for number in range(2, COLOURS + 2)))
    name = next(name for name in names if same_name(name) not in taken)
    return log.Joined(table.next_player, name, _free_colour(table), computer=mind)


def _add_player(table: TableState, actor: Actor, request: c.AddPlayer, brought: c.Brought) -> log.Joined:
    name, colour = _free_name(table, request.name), _free_colour(table)
    return log.Joined(table.next_player, name, colour, computer=GAME_MASTER_PLAYS)


COMPUTER_NAMES = {"easy": "Pip", "medium": "Felix", "hard": "Rufus", "expert": "Minerva"}
"""By strength, the names of the chick, the cat, the fox and the owl: names are not translated."""


MOST_ASKING = 2 * COLOURS


def _ask(table: TableState, actor: Actor, request: c.Ask, brought: c.Brought) -> log.Asked:
    """Whoever asks again, or asks for many seats, gives their own older request up, and nobody else's."""
    seated = table.seated(request.player)
    if seated.computer not in (None, GAME_MASTER_PLAYS) and not seated.key:
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


def still_standing(table: TableState, request: c.Undo) -> int:
    """How many moves stand once the last one that a person decided on, or that of a line of the story, is taken back
    with all that followed it."""
    first = None if table.on is None else _first_of(table, table.on, request)
    if first is None:
        raise Refusal("nothing_to_undo", _("There is nothing to take back."))
    return first.count - 1


def _first_of(table: TableState, on: GameOn, request: c.Undo) -> Standing | None:
    if (request.before is not None or request.seen is not None) and request.seen != table.number:
        raise Refusal("moved_on", _("Something has happened at the table since then. Look again what is taken back."))
    if request.before is None:
        return first_taken_back(on)
    first = on.last
    while first is not None and first.number > request.before:
        first = first.before
    if first is None or first.number != request.before:
        raise Refusal("no_such_move", _("No move of this number stands in this game."))
    # What the table does by itself it would do again at once, and what was said together is taken back together.
    while first is not None and (first.along or first.by == "table"):
        first = first.before
    return first


def first_taken_back(on: GameOn) -> Standing | None:
    """The last move that a person decided on: it is taken back first, with all that followed."""
    last = on.last
    while last is not None and (last.along or not last.decided):
        last = last.before
    return last


def reveal_taken_back(table: TableState, standing: int) -> int | None:
    """The entry that first showed what lay face down, of those that would be taken back."""
    first = None
    last = None if table.on is None else table.on.last
    while last is not None and last.count > standing:
        if last.revealed:
            first = last.number
        last = last.before
    return first


def needs_consent(table: TableState, standing: int) -> bool:
    """Whether the phones are asked before so much is taken back. Raises a Refusal if they cannot be any more: nobody
    is sent away, or another phone put in their place, so that they need not be asked."""
    revealed = reveal_taken_back(table, standing) if table.consent else None
    if revealed is not None and any(seated.lost > revealed for seated in table.players):
        raise NOT_AGREED()
    return revealed is not None


def NOT_AGREED() -> Refusal:
    return Refusal("not_agreed", _("Not taken back: cards were revealed, and the others have not agreed."))


def goes_on_anew(table: TableState, standing: int) -> bool:
    """Whether taking back so far begins a new game: the seed of these moves is public, so nothing is drawn from it."""
    assert table.on is not None
    return table.status == "over" or standing < table.on.continued_at


def _undo(table: TableState, actor: Actor, request: c.Undo, brought: c.Brought) -> log.Undone | log.Continued:
    standing = still_standing(table, request)
    assert table.on is not None
    if needs_consent(table, standing) and brought.agreed_at != table.number:
        raise NOT_AGREED()
    if not goes_on_anew(table, standing):
        return log.Undone(standing)
    if standing > MOST_CONTINUED:
        raise Refusal("too_long", _("This game is too long to go on after its end. A new one can begin."))
    salt = brought.salt if brought.draw == (table.games + 1, 0) else ""
    return log.Continued(table.seed or new_seed(), _now(), standing, salt, new_seed())


def _redo(table: TableState, actor: Actor, request: c.Redo, brought: c.Brought) -> log.Redone:
    if table.on is None or table.on.undone is None:
        raise Refusal("nothing_to_redo", _("There is nothing to bring back."))
    return log.Redone()


def _show(table: TableState, actor: Actor, request: c.Show, brought: c.Brought) -> tuple[log.Played, ...]:
    """Printed cards lie face down until all others have chosen. Then all of them are turned up, and entered at once."""
    assert table.on is not None
    if table.paused:
        raise Refusal("paused", _("The game is paused."))
    try:
        moves = [msgspec.json.decode(raw, type=table.game.TYPES.move) for raw in request.moves]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        moves = [None]
    if not moves or not all(isinstance(move, table.game.LAID) for move in moves):
        raise Refusal("bad_move", _("This is no move of the game."))
    waiting = [seat for seat in table.on.state.awaiting if table.has_printed(table.players[seat])]
    if len(waiting) < len(table.on.state.awaiting):
        raise Refusal("face_down", _("Printed cards lie face down until everybody else has chosen."))
    if sorted([seat_of(move) or 0 for move in moves]) != waiting:
        raise Refusal("not_these_players", _("Everybody's printed card has to be named once."))
    return tuple(
        [
            log.Played(msgspec.Raw(msgspec.json.encode(move)), typed=True, along=number > 0)
            for number, move in enumerate(moves)
        ]
    )


def _sit_here(table: TableState, actor: Actor, request: c.SitHere, brought: c.Brought) -> log.Joined:
    if table.locked:
        raise Refusal("locked", _("The host has closed this table to newcomers."))
    name, colour = _free_name(table, request.name), _free_colour(table)
    return log.Joined(table.next_player, name, colour, table.seated(table.at_phone_of(actor)[0]).key)


def _take_phone(table: TableState, actor: Actor, request: c.TakePhone, brought: c.Brought) -> log.InFront:
    """Only from a phone that is handed on: nobody else's secrets come to it before whoever has it says so."""
    if request.player not in table.at_phone_of(actor):
        raise Refusal("not_yours", _("This seat belongs to another phone."))
    if not isinstance(actor, Handed):
        raise Refusal("not_handed_on", _("Somebody has this phone already. They hand it on first."))
    return log.InFront(request.player)


def _hand_on(table: TableState, actor: Actor, request: c.HandOn, brought: c.Brought) -> log.HandedOn:
    if not isinstance(actor, int) or len(table.at_phone_of(actor)) < 2:
        raise Refusal("not_shared", _("Nobody else plays on this phone, or it is handed on already."))
    return log.HandedOn(actor)


GAME_MASTER: Literal["game master"] = "game master"
OR_ONESELF: Literal["game master or oneself"] = "game master or oneself"

ROWS: dict[type, Row] = {
    c.Begin: Row(GAME_MASTER, LOBBY, _begin),
    c.Again: Row(GAME_MASTER, ("over",), lambda table, actor, request, brought: log.ClearedAway()),
    c.End: Row(GAME_MASTER, ("playing",), lambda table, actor, request, brought: log.Ended()),
    c.ChooseGame: Row(GAME_MASTER, LOBBY, _choose_game),
    c.SetOption: Row(GAME_MASTER, LOBBY, _set_option),
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
    c.AddPlayer: Row(GAME_MASTER, LOBBY, _add_player),
    c.Replace: Row(GAME_MASTER, ANY, _replace),
    c.Lock: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.Locked(request.on)),
    c.Watch: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.WatchingAllowed(request.on)),
    c.Pause: Row(GAME_MASTER, ("playing",), lambda table, actor, request, brought: log.Paused(request.on)),
    c.SetPace: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.Paced(request.pace)),
    c.Allow: Row(GAME_MASTER, ANY, _answer),
    c.Deny: Row(GAME_MASTER, ANY, _answer),
    c.AllowAll: Row(GAME_MASTER, ANY, _allow_all),
    c.Remote: Row("screen", ANY, lambda table, actor, request, brought: log.RemoteGiven(request.player, request.on)),
    c.Undo: Row(GAME_MASTER, ("playing", "over"), _undo),
    c.Redo: Row(GAME_MASTER, ("playing", "over"), _redo),
    c.OwnDice: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.OwnDiceRolled(request.on)),
    c.OwnGuides: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.OwnGuidesLaid(request.of)),
    c.PrintedGuides: Row(
        OR_ONESELF,
        ANY,
        lambda table, actor, request, brought: log.PrintedGuidesLaid(request.player, request.on),
    ),
    c.Show: Row(GAME_MASTER, ("playing",), _show),
    c.SitHere: Row("phone", ANY, _sit_here),
    c.TakePhone: Row("phone", ANY, _take_phone),
    c.HandOn: Row("phone", ANY, _hand_on),
    c.Consent: Row(GAME_MASTER, LOBBY, lambda table, actor, request, brought: log.ConsentWanted(request.on)),
    c.Share: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.GamesShared(request.on)),
    c.Fun: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.FunAllowed(request.on)),
    c.Coach: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.CoachAllowed(request.on)),
    c.Odds: Row(GAME_MASTER, ANY, lambda table, actor, request, brought: log.OddsShown(request.on)),
    # By HTTP, because they set a cookie
    c.Join: Row("door", ANY, _join),
    c.Ask: Row("door", ANY, _ask),
    c.TakeOver: Row("link", ANY, _take_over),
    c.AddScreen: Row("screen", ANY, lambda table, actor, request, brought: log.ScreenAdded(request.key)),
    c.Close: Row("link", ANY, _close),
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
SIT_HERE, TAKE_PHONE, HAND_ON = tag_of(c.SitHere), tag_of(c.TakePhone), tag_of(c.HandOn)
_CAN = {
    (False, True): _open_to("game_master", True),
    (True, False): _open_to(1, False),
    (True, True): _open_to(1, True),
}
"""By whether it is a player, and whether they may do what the game master may."""
