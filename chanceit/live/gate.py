"""The one gate: what leaves the server for a screen.

A view has a part that all viewers of a table share, built and encoded once, and a small part of each viewer's own: a
secret can only be there. Both start empty and are filled with what may be seen. Logs, errors and pages use nothing
else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils import translation
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.table import authority, log
from chanceit.table.managing import can, first_taken_back
from chanceit.table.state import GAME_MASTER_PLAYS, Actor, Entry, GameOn, Seated, Standing, TableState
from rules.luck import Inputs, commitment
from rules.parts import Highlight, Viewer
from rules.refusals import Refusal
from rules.retelling import after


class SeatedSeen(Struct, frozen=True):
    player: int
    name: str
    colour: int
    computer: str | None
    removed: bool


class AskingSeen(Struct, frozen=True):
    ask: int
    player: int
    name: str


class StandIn(Struct, frozen=True):
    """A seat that the game master plays for, and what it may do now."""

    player: int
    seat: int
    can: Sequence[Any]


class TakenBack(Struct, frozen=True):
    """Moves that are taken back: whose the first of them was and of which kind, and how many there are."""

    by: log.By
    do: str
    moves: int


class Previous(Struct, frozen=True):
    """The game that was cleared away last. Its record can still be had."""

    ended: bool
    """Before it was over."""
    seed: str | None
    commitment: str | None


class OwnSeen(Struct, frozen=True):
    """What is one viewer's own."""

    you: int | None
    is_host: bool
    """This screen may do what the game master may."""
    can: Sequence[str]
    takes_back: TakenBack | None
    """For a host: what `undo` would take back."""
    brings_back: TakenBack | None
    """For a host: what `redo` would bring back."""
    asking: Sequence[AskingSeen]
    asking_for: int | None
    """For a phone that asks for a seat: whose."""
    stand_in: Sequence[StandIn]
    remote: Sequence[Any]
    """For a phone that is a remote: what the game master may do in the game now."""
    rolls_for: int | None
    """The player whose dice this phone may roll now, because they have lain there for a while."""
    game: Any
    """What is this viewer's own in the game; None in the lobby and at the door."""


class TableSeen(Struct, frozen=True):
    """The table as everybody sees it."""

    code: str
    game: str
    status: str
    paused: bool
    locked: bool
    watching: bool
    pace: str
    games: int
    players: Sequence[SeatedSeen]
    waiting: Sequence[SeatedSeen]
    """Who came while a game was on, and plays in the next one."""
    remotes: Sequence[int]
    """Players whose phones may do what the game master may."""
    seed: str | None
    previous: Previous | None
    """In the lobby: the game that was played here before."""
    next_commitment: str | None
    """Hash of the seed of the next game: one that goes on after the end of this one is that one."""
    typed_dice: int
    """So many of the dice that lie there were rolled by hand and typed in."""
    consent: bool
    """The phones are asked before a reveal is taken back."""
    own_dice: bool
    """This table rolls dice of its own: the host types in what they show, and nobody has the server roll."""
    dice_of: int | None
    """The player who is to have the server roll now. Screens say `told` when they have told how it came to that."""


class Told(Struct, frozen=True, omit_defaults=True):
    """An entry of the log, as everybody may know it."""

    number: int
    by: log.By
    do: str
    events: Sequence[Any]
    sets: Sequence[Mapping[str, Any]] = ()
    """In a view: what each of the events changes in it, by path."""
    player: int | None = None
    typed: bool = False
    """Dice that somebody rolled by hand and typed in."""
    taken_back: TakenBack | None = None
    """Of an undo: what it took back."""


class DrawSeen(Struct, frozen=True):
    number: int
    """The draw's, from 0."""
    entry: int
    """The number of its entry in the table's log."""
    do: str
    salt: str
    typed: bool
    made_from: Inputs
    gave: Sequence[Any]


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of all messages to a screen."""


class Welcome(Message, frozen=True):
    """What does not change while a game lasts."""

    game: str
    box: msgspec.Raw
    options: Any
    """All of them, also those that were not chosen."""
    players: tuple[int, int]
    """The fewest and the most that can play."""
    lobby_notes: Sequence[str]
    """By how many sit there, from none to the most: the key of what the game has to say to them in the lobby, or ""."""
    computer_players: Sequence[str]
    commitment: str | None
    """Hash of the seed of this game; in the lobby, of the next one."""


class View(Message, frozen=True):
    number: int
    epoch: str
    """Within one epoch the number only grows. Another one says that the log was put back to an earlier point."""
    table: msgspec.Raw
    view: msgspec.Raw
    """The game as everybody sees it; null in the lobby and at the door."""
    events: msgspec.Raw
    own: OwnSeen


class Presence(Message, frozen=True):
    connected: Sequence[int]
    watching: int


class Done(Message, frozen=True):
    id: str
    number: int


class Refused(Message, frozen=True):
    id: str | None
    code: str
    sentence: str


class Unknown(Message, frozen=True):
    """Nobody knows whether the command was stored. It may be sent again with the same id, and should be."""

    id: str
    code: str
    sentence: str


class Story(Message, frozen=True):
    number: int
    entries: Sequence[Told]
    more: bool
    """There are further entries: ask again with the number of the last one."""
    highlights: Sequence[Highlight] = ()
    """When the game is over: what to remember of it."""


class Shake(Message, frozen=True):
    """The cup goes round: throw in some random bits for this draw."""

    ask: str
    game: int
    draw: int


class Consent(Message, frozen=True):
    """The game master wants to take back what was revealed: do these players agree?"""

    ask: str
    seconds: float
    asked: Sequence[int]
    by: log.By
    """Whose move is the first to be taken back."""
    do: str
    moves: int
    """How many moves are taken back in all."""


class Settled(Message, frozen=True):
    """What became of a question of consent."""

    ask: str
    agreed: bool


class Skip(Message, frozen=True):
    """The host has seen enough: everything up to this number is taken as told."""

    number: int


class Draws(Message, frozen=True):
    """After a game: what each draw was made from, and what it gave, so that anybody can make it again."""

    seed: str
    draws: Sequence[DrawSeen]
    more: bool


class Pong(Message, frozen=True):
    pass


class Closed(Message, frozen=True):
    code: str
    sentence: str


MESSAGES = (Welcome, View, Presence, Done, Refused, Unknown, Story, Shake, Consent, Settled, Skip, Draws, Pong, Closed)
encode = msgspec.json.Encoder().encode
ANOTHER_GAME = (log.Begun, log.Continued, log.ClearedAway, log.Ended, log.GameChosen)
LAID_ANEW = (*ANOTHER_GAME, log.Undone, log.Redone)
"""After these entries the game does not stand where the events before them have led."""


def welcome(table: TableState) -> Welcome:
    on = table.on
    return Welcome(
        game=table.game_name,
        box=msgspec.Raw(table.box),
        options=table.game.read_options(table.options, table.game.PLAYERS[-1]) if on is None else on.options,
        players=(table.game.PLAYERS[0], table.game.PLAYERS[-1]),
        lobby_notes=[table.game.lobby_note(count) for count in range(table.game.PLAYERS[-1] + 1)],
        computer_players=list(table.game.COMPUTER_PLAYERS),
        commitment=_promised(table),
    )


def _promised(table: TableState) -> str | None:
    if table.on is None:
        return commitment(table.seed) if table.seed else None
    return None if table.on.header.commitment is UNSET else table.on.header.commitment


class Shown(Struct, frozen=True):
    """What all viewers of a table see, encoded once for all of them."""

    number: int
    table: msgspec.Raw
    view: msgspec.Raw
    events: msgspec.Raw


NO_VIEW = msgspec.Raw(b"null")
NO_EVENTS = msgspec.Raw(b"[]")


def shown(table: TableState, entries: Sequence[Entry] = (), before: TableState | None = None) -> Shown:
    """The present, with the entries that led there from the table as it was before."""
    return Shown(
        table.number,
        _encoded(table_seen(table)),
        NO_VIEW if table.on is None else _encoded(table.game.shared(table.on.state)),
        _encoded(_retold(entries, before)) if entries and before is not None else NO_EVENTS,
    )


def _encoded(seen: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(seen))


def view(
    table: TableState,
    shown: Shown,
    actor: Actor,
    key: str = "",
    epoch: str = "",
    free: tuple[int, int] | None = None,
) -> View:
    """A view of what is shown, with what is this viewer's own. `key`: that of a phone which asks for a seat. `free`:
    see `Brought`.

    Whoever is only at the door sees who sits there, and nothing of the game.
    """
    own = _own(table, actor, key, free)
    if actor == "door":
        return View(shown.number, epoch, shown.table, NO_VIEW, NO_EVENTS, own)
    return View(shown.number, epoch, shown.table, shown.view, shown.events, own)


def table_seen(table: TableState) -> TableSeen:
    status = table.status
    return TableSeen(
        code=table.code,
        game=table.game_name,
        status=status,
        paused=table.paused,
        locked=table.locked,
        watching=table.watching,
        pace=table.pace,
        games=table.games,
        players=[_seated(seated) for seated in table.players],
        waiting=[_seated(seated) for seated in table.waiting],
        remotes=table.remotes,
        seed=seed_of(table.on) if table.on is not None and status == "over" else None,
        previous=None if table.on is not None or table.previous is None else _previous(table.previous),
        next_commitment=commitment(table.seed) if table.seed else None,
        typed_dice=0 if table.on is None else table.on.typed_dice,
        consent=table.consent,
        own_dice=table.own_dice,
        dice_of=None if (has_dice := authority.has_dice(table)) is None else has_dice[0],
    )


def _seated(seated: Seated) -> SeatedSeen:
    return SeatedSeen(seated.player, seated.name, seated.colour, seated.computer, seated.removed)


def _previous(on: GameOn) -> Previous:
    promised = None if on.header.commitment is UNSET else on.header.commitment
    return Previous(on.state.result is None, seed_of(on), promised)


def _own(table: TableState, actor: Actor, key: str, free: tuple[int, int] | None) -> OwnSeen:
    is_host = table.is_host(actor)
    is_playing = is_host and table.status == "playing"
    return OwnSeen(
        you=actor if isinstance(actor, int) else None,
        is_host=is_host,
        can=can(table, actor),
        takes_back=_takes_back(table.on) if is_host and table.on is not None else None,
        brings_back=_taken_back(table.on.taken_back[-1]) if is_host and table.on and table.on.taken_back else None,
        asking=_asking(table) if is_host and table.asking else (),
        asking_for=next((asking.player for asking in table.asking if key and asking.key == key), None),
        stand_in=_stand_in(table) if is_playing else (),
        remote=_remote(table) if is_playing and actor in table.remotes else (),
        rolls_for=authority.rolls_for(table, actor, free),
        game=None if table.on is None or actor == "door" else _own_game(table, table.on, actor),
    )


def _own_game(table: TableState, on: GameOn, actor: Actor) -> Any:
    own: Any = table.game.own(on.state, table.viewer(actor))
    return replace(own, can=_without_dice(table, own.can)) if table.own_dice and isinstance(actor, int) else own


def _without_dice(table: TableState, can: Sequence[Any]) -> Sequence[Any]:
    """Where real dice are rolled, a phone has nothing to roll."""
    return [move for move in can if not authority.is_rolled_by_hand(table, move)] if table.own_dice else can


def _takes_back(on: GameOn) -> TakenBack | None:
    last = first_taken_back(on)
    return None if last is None else TakenBack(last.by, _kind(last), on.count - last.count + 1)


def _taken_back(moves: Sequence[Standing]) -> TakenBack:
    return TakenBack(moves[0].by, _kind(moves[0]), len(moves))


def _kind(played: Standing) -> str:
    return str(played.move.__struct_config__.tag)


def seed_of(on: GameOn) -> str | None:
    """What the luck of a game was drawn from, secret until its end; None if the game came with a record."""
    return None if on.header.commitment is UNSET else on.seed


def _asking(table: TableState) -> list[AskingSeen]:
    names = {seated.player: seated.name for seated in table.everybody}
    return [AskingSeen(asking.ask, asking.player, names[asking.player]) for asking in table.asking]


def _remote(table: TableState) -> Sequence[Any]:
    return _open_to(table, "game_master")


def _open_to(table: TableState, viewer: Viewer) -> Sequence[Any]:
    assert table.on is not None
    return _without_dice(table, table.game.own(table.on.state, viewer).can)


def _stand_in(table: TableState) -> list[StandIn]:
    return [
        StandIn(seated.player, seat, _open_to(table, seat))
        for seat, seated in enumerate(table.players)
        if seated.computer == GAME_MASTER_PLAYS
    ]


def told(entries: Sequence[Entry]) -> list[Told]:
    """Entries for a story: no event holds a secret, so everybody is told the same."""
    return [_told(entry) for entry in entries]


def highlights(table: TableState, story: Sequence[Entry]) -> Sequence[Highlight]:
    """What to remember of a game that is over, from all of its story."""
    if table.status != "over":
        return ()
    return table.game.highlights(len(table.players), [event for entry in story for event in entry.events])


def _told(entry: Entry, sets: Sequence[Mapping[str, Any]] = (), taken_back: TakenBack | None = None) -> Told:
    return Told(
        entry.number,
        entry.by,
        log.kind(entry.what),
        entry.events,
        sets,
        getattr(entry.what, "player", None),
        getattr(entry.what, "typed", False),
        taken_back,
    )


def _retold(entries: Sequence[Entry], before: TableState) -> list[Told]:
    """Entries for a view: their events bring what they change.

    But not behind an entry that lays the game out anew or takes back: there a screen goes straight to the present.
    """
    shown = None if before.on is None else before.game.shared(before.on.state)
    last: Mapping[str, Any] = {}
    retold = []
    for number, entry in enumerate(entries):
        if isinstance(entry.what, LAID_ANEW):
            shown = None
        sets: list[Mapping[str, Any]] = []
        if shown is not None:
            for event in entry.events:
                shown = after(shown, last)
                last = before.game.sets(shown, event)
                sets.append(last)
        taken_back = None
        if number == 0 and isinstance(entry.what, log.Undone) and before.on is not None:
            taken_back = _taken_back(before.on.moves()[entry.what.standing :])
        retold.append(_told(entry, sets, taken_back))
    return retold


def sentence(refusal: Refusal, language: str) -> str:
    """What a person reads when something is refused."""
    with translation.override(language):
        return translation.gettext(refusal.sentence).format(**refusal.values)


def refused(refusal: Refusal, language: str, command: str | None) -> Refused:
    return Refused(command, refusal.code, sentence(refusal, language))


def closed(refusal: Refusal, language: str) -> Closed:
    return Closed(refusal.code, sentence(refusal, language))


def unknown(refusal: Refusal, language: str, command: str) -> Unknown:
    return Unknown(command, refusal.code, sentence(refusal, language))
