"""What people can ask of a table, besides playing. Who may, and when, stands in `chanceit.table.managing.ROWS`."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta, Struct

from chanceit.table.log import Guides, Pace
from rules.parts import Move
from rules.shelf import GAMES
from rules.words import in_words

Name: TypeAlias = Annotated[str, Meta(max_length=200)]
"""Trimmed and checked in `chanceit.table.storing`, which answers a wrong one with a sentence."""
PlayerNumber: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=in_words):
    """The base of all commands, tagged by what to do. A docstring and an example stand on the protocol's page."""

    EXAMPLE: ClassVar[dict[str, Any]] = {}


class Begin(Command, frozen=True):
    """the game begins, with the players in this order"""


class Again(Command, frozen=True):
    """back to the lobby, with the same seats"""


class End(Command, frozen=True):
    """ends the game before it is over: back to the lobby, and its seed is told"""


class ChooseGame(Command, frozen=True):
    """another game with the same people, from its house box"""

    EXAMPLE = {"game": list(GAMES)[-1]}
    game: Annotated[str, Meta(max_length=40)]


class SetOption(Command, frozen=True):
    """another value for one of the options that a host may choose when opening a table"""

    EXAMPLE = {"option": "own_cards", "value": True}
    option: Annotated[str, Meta(max_length=40)]
    value: bool | int


class Rename(Command, frozen=True):
    """another name, of 1 to 20 characters"""

    EXAMPLE = {"player": 3, "name": "Ann"}
    player: PlayerNumber
    name: Name


class Recolour(Command, frozen=True):
    """another colour, 0 to 5, one that nobody has"""

    EXAMPLE = {"player": 3, "colour": 2}
    player: PlayerNumber
    colour: Annotated[int, Meta(ge=0, le=5)]


class Arrange(Command, frozen=True):
    """the seat order"""

    EXAMPLE = {"players": [3, 1, 2]}
    players: Annotated[tuple[PlayerNumber, ...], Meta(max_length=20)]


class Leave(Command, frozen=True):
    """gives the own seat up"""


class Remove(Command, frozen=True):
    """in the lobby the seat is freed; in a game it is closed, and `mind` plays on, as for `replace`"""

    EXAMPLE = {"player": 3, "mind": "nobody"}
    player: PlayerNumber
    mind: Annotated[str, Meta(max_length=40)] | None = None


class LetBack(Command, frozen=True):
    """a closed seat is opened again, and its person plays"""

    EXAMPLE = {"player": 3}
    player: PlayerNumber


class AddComputer(Command, frozen=True):
    """a computer player sits down; `mind` is one of `computer_players`"""

    EXAMPLE = {"mind": "medium"}
    mind: Annotated[str, Meta(max_length=40)]


class AddPlayer(Command, frozen=True):
    """somebody without a phone sits down, and plays on the game-master screen"""

    EXAMPLE = {"name": "Ben"}
    name: Name


class Replace(Command, frozen=True):
    """a computer player goes on for somebody; `game_master`: the game master does; `nobody`: nobody does, and the seat
    does what changes least; null: the person again"""

    EXAMPLE = {"player": 3, "mind": "medium"}
    player: PlayerNumber
    mind: Annotated[str, Meta(max_length=40)] | None


class Lock(Command, frozen=True):
    """nobody can join any more, or people can again"""

    EXAMPLE = {"on": True}
    on: bool


class Watch(Command, frozen=True):
    """whether spectators are allowed"""

    EXAMPLE = {"on": False}
    on: bool


class Pause(Command, frozen=True):
    """no moves while it lasts"""

    EXAMPLE = {"on": True}
    on: bool


class SetPace(Command, frozen=True, tag="pace"):
    """how fast the screens tell what happens: `slow`, `normal`, `fast`, `instant`"""

    EXAMPLE = {"pace": "slow"}
    pace: Pace


class Allow(Command, frozen=True):
    """gives a seat to the new phone that asks for it"""

    EXAMPLE = {"ask": 5}
    ask: Annotated[int, Meta(ge=0)]


class Deny(Command, frozen=True):
    """does not"""

    EXAMPLE = {"ask": 5}
    ask: Annotated[int, Meta(ge=0)]


class AllowAll(Command, frozen=True):
    """gives all these seats to the phones that ask for them"""

    EXAMPLE = {"asks": [5, 6]}
    asks: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=20)]


class Remote(Command, frozen=True):
    """whether this player's phone may do what the game master may"""

    EXAMPLE = {"player": 3, "on": True}
    player: PlayerNumber
    on: bool


class Undo(Command, frozen=True):
    """takes back the last move that somebody decided on, visibly; with `before`, the move of that number in the story
    and all that followed it, if `seen` is the newest number still. Past a reveal the phones are asked, which takes up
    to 12 seconds. After the end a new game goes on from there, with a seed of its own"""

    EXAMPLE = {"before": 12, "seen": 17}
    before: EntryNumber | None = None
    seen: EntryNumber | None = None


class Redo(Command, frozen=True):
    """what was taken back last stands again, unless something was played since"""


class OwnDice(Command, frozen=True):
    """whether the table rolls real dice, which the host types in: then nobody has the server roll"""

    EXAMPLE = {"on": True}
    on: bool


class OwnGuides(Command, frozen=True):
    """whose cards that lie face down are printed ones: `none`, `some`: of those who play on the game-master screen,
    or `all`"""

    EXAMPLE = {"of": "all"}
    of: Guides


class PrintedGuides(Command, frozen=True):
    """whether this player's cards that lie face down are printed ones, whatever the others lay"""

    EXAMPLE = {"player": 3, "on": True}
    player: PlayerNumber
    on: bool


class Show(Command, frozen=True):
    """what the printed cards show that were turned up on the real table: a move for each who is still to choose"""

    EXAMPLE = {"moves": [{"do": "choose", "seat": 0, "guide": "in"}]}
    moves: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=20)]


class SitHere(Command, frozen=True):
    """somebody else sits down at this phone; who has it is said by `take_phone` and `hand_on`"""

    EXAMPLE = {"name": "Ben"}
    name: Name


class TakePhone(Command, frozen=True):
    """of those who share this phone, this player has it now; nobody else may have it"""

    EXAMPLE = {"player": 3}
    player: PlayerNumber


class HandOn(Command, frozen=True):
    """a phone that several share is handed on: nobody has it"""


class Consent(Command, frozen=True):
    """whether the phones are asked before a reveal is taken back"""

    EXAMPLE = {"on": False}
    on: bool


class Share(Command, frozen=True):
    """whether everybody who has the link of a finished game may see it again, or only those who sat at the table"""

    EXAMPLE = {"on": True}
    on: bool


class Fun(Command, frozen=True):
    """whether phones may guess what comes, and react, just for fun"""

    EXAMPLE = {"on": False}
    on: bool


class Coach(Command, frozen=True):
    """whether phones may ask the coach what they would do"""

    EXAMPLE = {"on": True}
    on: bool


class Odds(Command, frozen=True):
    """whether the big screens show everybody's chance to win"""

    EXAMPLE = {"on": True}
    on: bool


AnyCommand: TypeAlias = (
    Begin
    | Again
    | End
    | ChooseGame
    | SetOption
    | Rename
    | Recolour
    | Arrange
    | Leave
    | Remove
    | LetBack
    | AddComputer
    | AddPlayer
    | Replace
    | Lock
    | Watch
    | Pause
    | SetPace
    | Allow
    | Deny
    | AllowAll
    | Remote
    | Undo
    | Redo
    | OwnDice
    | OwnGuides
    | PrintedGuides
    | Show
    | SitHere
    | TakePhone
    | HandOn
    | Consent
    | Share
    | Fun
    | Coach
    | Odds
)


# These come by HTTP, because they set a cookie.


class Join(Struct, frozen=True):
    name: str
    key: str
    """Hash of the seat key that the phone was given."""


class Ask(Struct, frozen=True):
    """Asks for a seat that is taken, from a new phone."""

    player: int
    key: str
    origin: str = ""
    """Hash of the address that it comes from."""


class TakeOver(Struct, frozen=True):
    """The game-master screen moves to another device."""

    key: str
    instead_of: str
    """The key that the link was made for: it works once."""


class AddScreen(Struct, frozen=True):
    """One more device becomes a game-master screen."""

    key: str


class Close(Struct, frozen=True):
    """The table is closed for good."""

    key: str
    """Of the host's own device: no other may."""


class Play(Struct, frozen=True):
    """A move, as it came over the wire."""

    move: msgspec.Raw


# This comes from `manage.py import_record`, and from a replay that is played on.


class Import(Struct, frozen=True):
    """A record is laid out at a table that has just been opened for it: who sits there, and the moves in order."""

    players: tuple[Join, ...]
    moves: tuple[Move, ...]
    created: str
    goes_on: bool = False
    """With luck of its own from here, paused until people have taken their seats."""
    commitment: str = ""
    """Of the game that it goes on from."""
    computers: tuple[tuple[int, str], ...] = ()
    """By seat: computer players, and the game master for those without a phone."""
    own_dice: bool = False
    printed: tuple[int, ...] = ()
    """The seats that lay printed cards."""


class Brought(Struct, frozen=True):
    """What the devices at the table have added to a request before it is carried out."""

    salt: str = ""
    draw: tuple[int, int] | None = None
    """What the salt was thrown for: the table's so many-th game, and the number of the draw in it."""
    agreed_at: int | None = None
    """The phones agreed to take a reveal back when the table was at this number."""
    free: tuple[int, int] | None = None
    """The draw, as for `draw`, that anybody at the table may ask for: its dice have lain there for a while."""


NOTHING = Brought()

Request: TypeAlias = AnyCommand | Join | Ask | TakeOver | AddScreen | Close | Play | Import
