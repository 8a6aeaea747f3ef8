"""The one gate: what leaves the server for a screen, built for that viewer and nobody else.

Everything here starts empty and is filled with what this viewer may see. Logs, errors and pages use nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils import translation
from msgspec import UNSET, Struct

from chanceit.table import log
from chanceit.table.managing import can
from chanceit.table.state import GAME_MASTER_PLAYS, Actor, Entry, GameOn, TableState
from rules.luck import Inputs, commitment
from rules.refusals import Refusal


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


class TableSeen(Struct, frozen=True):
    code: str
    game: str
    status: str
    paused: bool
    locked: bool
    watching: bool
    pace: str
    games: int
    players: Sequence[SeatedSeen]
    you: int | None
    can: Sequence[str]
    asking: Sequence[AskingSeen]
    asking_for: int | None
    """For a phone that asks for a seat: whose."""
    stand_in: Sequence[StandIn]
    seed: str | None
    next_commitment: str | None
    """Hash of the seed of the next game: one that goes on after the end of this one is that one."""
    typed_dice: bool
    """The dice that lie there were rolled by hand and typed in."""
    consent: bool
    """The phones are asked before a reveal is taken back."""


class Told(Struct, frozen=True, omit_defaults=True):
    """An entry of the log, as everybody may know it."""

    number: int
    by: log.By
    do: str
    events: Sequence[Any]
    player: int | None = None
    typed: bool = False
    """Dice that somebody rolled by hand and typed in."""


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
    table: TableSeen
    view: Any
    events: Sequence[Told]


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


MESSAGES = (Welcome, View, Presence, Done, Refused, Unknown, Story, Shake, Consent, Settled, Draws, Pong, Closed)
encode = msgspec.json.Encoder().encode


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


def view(table: TableState, actor: Actor, entries: Sequence[Entry], key: str = "", epoch: str = "") -> View:
    """The present for this viewer, with the entries that led there. `key`: that of a phone which asks for a seat.

    Whoever is only at the door sees who sits there, and nothing of the game.
    """
    if actor == "door":
        return View(table.number, epoch, table_seen(table, actor, key), None, ())
    seen = None if table.on is None else table.game.view(table.on.state, table.viewer(actor))
    return View(table.number, epoch, table_seen(table, actor, key), seen, told(table, actor, entries))


def table_seen(table: TableState, actor: Actor, key: str = "") -> TableSeen:
    is_game_master = actor == "game_master"
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
        players=[SeatedSeen(s.player, s.name, s.colour, s.computer, s.removed) for s in table.players],
        you=actor if isinstance(actor, int) else None,
        can=can(table, actor),
        asking=_asking(table) if is_game_master and table.asking else (),
        asking_for=next((asking.player for asking in table.asking if key and asking.key == key), None),
        stand_in=_stand_in(table) if is_game_master and status == "playing" else (),
        seed=seed_of(table.on) if table.on is not None and status == "over" else None,
        next_commitment=commitment(table.seed) if table.seed else None,
        typed_dice=table.on is not None and table.on.typed_dice,
        consent=table.consent,
    )


def seed_of(on: GameOn) -> str | None:
    """What the luck of a game was drawn from, secret until its end; None if the game came with a record."""
    return None if on.header.commitment is UNSET else on.seed


def _asking(table: TableState) -> list[AskingSeen]:
    names = {seated.player: seated.name for seated in table.players}
    return [AskingSeen(asking.ask, asking.player, names[asking.player]) for asking in table.asking]


def _stand_in(table: TableState) -> list[StandIn]:
    assert table.on is not None
    return [
        StandIn(seated.player, seat, table.game.view(table.on.state, seat).can)
        for seat, seated in enumerate(table.players)
        if seated.computer == GAME_MASTER_PLAYS
    ]


def told(table: TableState, actor: Actor, entries: Sequence[Entry]) -> list[Told]:
    viewer = table.viewer(actor)
    return [
        Told(
            entry.number,
            entry.by,
            log.kind(entry.what),
            table.game.events_for(entry.events, viewer),
            getattr(entry.what, "player", None),
            getattr(entry.what, "typed", False),
        )
        for entry in entries
    ]


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
