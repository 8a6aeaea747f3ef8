"""The entries of a table's log: everything that has ever happened at a table, in the order in which it was stored.

A table is its log, as a game is its moves: replaying the entries gives the table. What is stored here never changes its
form; new kinds of entries may be added.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from rules.words import in_words

By: TypeAlias = int | Literal["game_master", "table"]
"""Whose doing: a player by number, the game master, or the table itself (shuffles)."""
Pace: TypeAlias = Literal["slow", "normal", "fast", "instant"]
Guides: TypeAlias = Literal["none", "some", "all"]
"""Whose cards that lie face down are printed ones; `some`: of those who play on the game-master screen."""


class What(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="what", tag=in_words):
    """The base of all entries, tagged by what happened."""


class Opened(What, frozen=True):
    game: str
    box: msgspec.Raw
    options: msgspec.Raw
    key: str
    """Hash of the game master's key."""
    seed: str = ""
    """Of the first game: its commitment is shown from the lobby on. It stays secret until that game's end."""


class GameMasterMoved(What, frozen=True):
    """The game-master screen was taken over by another device."""

    key: str


class Joined(What, frozen=True):
    player: int
    name: str
    colour: int
    key: str = ""
    """Hash of the seat key; computer players have none, and neither has who plays without a phone."""
    computer: str | None = None
    """As for `Replaced`."""


class Left(What, frozen=True):
    """In the lobby the seat is free again."""

    player: int


class Renamed(What, frozen=True):
    player: int
    name: str


class Recoloured(What, frozen=True):
    player: int
    colour: int


class Arranged(What, frozen=True):
    """The seat order."""

    players: tuple[int, ...]


class Removed(What, frozen=True):
    player: int
    on: bool
    """False: let back in."""
    plays: str = ""
    """Who plays on, as for `Replaced`; `person`: nobody but they; empty: whoever did before."""


class Replaced(What, frozen=True):
    """A computer player, the game master or nobody plays for somebody (or not any more)."""

    player: int
    computer: str | None


class Asked(What, frozen=True):
    """Somebody with a new phone asks for a seat. The entry's number is that of the request."""

    player: int
    key: str
    origin: str = ""
    """Which address it came from, as a hash: so that one address cannot ask in place of all others."""
    instead: int = 0
    """The request that had to give way to this one, because there may only be so many."""


class Answered(What, frozen=True):
    ask: int
    allowed: bool


class AllAllowed(What, frozen=True):
    """Many have new phones at once, as after the address of this machine has changed."""

    asks: tuple[int, ...]


class ScreenAdded(What, frozen=True):
    """One more device shows the game-master screen, such as a TV."""

    key: str


class RemoteGiven(What, frozen=True):
    """A player's phone may do what the game master may, or not any more."""

    player: int
    on: bool


class GameChosen(What, frozen=True):
    """Another game comes to the table, with the same people."""

    game: str
    box: msgspec.Raw
    options: msgspec.Raw
    minds: tuple[tuple[int, str], ...] = ()
    """Computer players by player: each game has its own."""


class OptionsSet(What, frozen=True):
    """The next game is played with these options."""

    options: msgspec.Raw


class Locked(What, frozen=True):
    on: bool


class WatchingAllowed(What, frozen=True):
    on: bool


class Paused(What, frozen=True):
    on: bool


class Paced(What, frozen=True):
    pace: Pace


class Begun(What, frozen=True):
    """A game began, with the players in seat order. The seed stays secret until the end."""

    seed: str
    created: str
    imported: bool = False
    """The moves that follow came with a record. Their luck is not that of the seed, so none of it is promised."""
    salt: str = ""
    """What the devices at the table threw in for the first draw."""
    next_seed: str = ""
    """Of the game after this one, so that it is promised before anybody throws in bits for it."""


class Continued(What, frozen=True):
    """A game goes on as a new one: the moves that still stand, and from there on the luck of a fresh seed."""

    seed: str
    created: str
    standing: int
    salt: str = ""
    """What the devices threw in for the new order of what nobody had seen."""
    next_seed: str = ""
    commitment: str = ""
    """Of the game before, if that was played elsewhere."""


class Played(What, frozen=True):
    """A move, as in the record."""

    move: msgspec.Raw
    salt: str = ""
    """Of a draw: what the devices at the table threw in, or, if the table drew by itself, that of the draw before."""
    typed: bool = False
    """Somebody rolled real dice, or turned up real cards, and typed in what they show."""
    along: bool = False
    """Said together with the move before, and taken back with it."""


class Undone(What, frozen=True):
    """So many moves still stand."""

    standing: int


class Redone(What, frozen=True):
    """What was taken back last stands again."""


class ClearedAway(What, frozen=True):
    """Back to the lobby after a game, with the same seats."""


class Ended(What, frozen=True):
    """The game was ended before it was over, and it is back to the lobby."""


class Closed(What, frozen=True):
    """The host has closed the table for good: nothing comes after this."""


class OwnDiceRolled(What, frozen=True):
    """Whether the table rolls real dice, which are typed in."""

    on: bool


class OwnGuidesLaid(What, frozen=True):
    """Whose cards that lie face down are printed ones."""

    of: Guides


class PrintedGuidesLaid(What, frozen=True):
    """Whether the cards that this player lays face down are printed ones, whatever the others lay."""

    player: int
    on: bool


class InFront(What, frozen=True):
    """One of those who share a phone has it now."""

    player: int


class HandedOn(What, frozen=True):
    """They have it no more, and nobody has, until somebody says who they are."""

    player: int


class ConsentWanted(What, frozen=True):
    """Whether the phones are asked before a reveal is taken back."""

    on: bool


class GamesShared(What, frozen=True):
    """Strangers may see the games of this table again, or only those who sat there."""

    on: bool


class FunAllowed(What, frozen=True):
    """Whether phones may guess what comes, and react."""

    on: bool


class CoachAllowed(What, frozen=True):
    """Whether phones may ask the coach."""

    on: bool


class OddsShown(What, frozen=True):
    """Whether the big screens show everybody's chance to win."""

    on: bool


AnyWhat: TypeAlias = (
    Opened
    | GameMasterMoved
    | Joined
    | Left
    | Renamed
    | Recoloured
    | Arranged
    | Removed
    | Replaced
    | Asked
    | Answered
    | AllAllowed
    | ScreenAdded
    | RemoteGiven
    | GameChosen
    | OptionsSet
    | Locked
    | WatchingAllowed
    | Paused
    | Paced
    | Begun
    | Continued
    | Played
    | Undone
    | Redone
    | ClearedAway
    | Ended
    | Closed
    | OwnDiceRolled
    | OwnGuidesLaid
    | PrintedGuidesLaid
    | InFront
    | HandedOn
    | ConsentWanted
    | FunAllowed
    | OddsShown
    | GamesShared
    | CoachAllowed
)
"""All kinds of entries. The wire shows only what `chanceit.live.gate` puts there."""

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyWhat).decode


class Unreadable(Exception):
    """An entry that this version of the program does not know: a newer one has written it."""


def decode(what: str) -> AnyWhat:
    try:
        read: AnyWhat = _decode(what)
    except msgspec.MsgspecError as error:
        raise Unreadable(str(error)) from None
    return read


def read_by(text: str) -> By:
    """Whose doing, as it stands in the database."""
    if text.isdigit():
        return int(text)
    return "game_master" if text == "game_master" else "table"


class _Move(Struct):
    do: str


def kind(what: AnyWhat) -> str:
    """The word for an entry; of a move only which kind it was, because what was chosen may be a secret."""
    if isinstance(what, Played):
        return msgspec.json.decode(what.move, type=_Move).do
    return str(what.__struct_config__.tag)
