"""All messages to a screen, as they are written; docs/protocol.md tells of them. What they say, the gate decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from chanceit.table import log
from rules.luck import Inputs
from rules.parts import Advised, Guess, Highlight


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


class AtPhone(Struct, frozen=True):
    """One of those who share a phone."""

    player: int
    acts: bool
    """They have something to do there now."""


class StandIn(Struct, frozen=True):
    """A seat that the game master plays for, and what it may do now."""

    player: int
    seat: int
    can: Sequence[Any]


class Lost(Struct, frozen=True):
    """So many choices of one person that are taken back. Whose they were is said by who made them then."""

    by: log.By
    moves: int


class TakenBack(Struct, frozen=True):
    """Moves that are taken back: whose the first of them was and of which kind, how many there are, and whose choices
    are lost."""

    by: log.By
    do: str
    moves: int
    lost: Sequence[Lost]


class Previous(Struct, frozen=True):
    """The game that was cleared away last. Its record can still be had."""

    ended: bool
    """Before it was over."""
    seed: str | None
    commitment: str | None


class OwnSeen(Struct, frozen=True):
    """What is one viewer's own."""

    you: int | None
    """None at the door, for who watches, and at a phone that is handed on."""
    at_phone: Sequence[AtPhone]
    """Who shares this phone, in seat order; empty if it is one person's."""
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
    printed: Sequence[StandIn]
    """For a host: the seats whose printed cards are to be entered by `show`, now that everybody else has chosen."""
    remote: Any
    """For a phone that is a remote: what is the game master's own in the game, while one is played; else None."""
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
    fun: bool
    """Phones may guess what comes, and react."""
    coach: bool
    """Phones may ask the coach."""
    odds: bool
    """The big screens show everybody's chance to win."""
    sharing: bool
    """Strangers may see the games of this table again."""
    own_dice: bool
    """This table rolls dice of its own: the host types in what they show, and nobody has the server roll."""
    own_guides: log.Guides
    """Whose cards that lie face down are printed ones; `some`: of those who play on the game-master screen."""
    printed_guides: Sequence[int]
    """The players of whom that is so, by this or because they have chosen so."""
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
    """Of an undo, also of one after the end: what it took back."""


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
    own_box: str | None
    """The name of the box if it is not that of the house."""
    options: Any
    """All of them, also those that were not chosen."""
    players: tuple[int, int]
    """The fewest and the most that can play."""
    lobby_notes: Sequence[str]
    """By how many sit there, from none to the most: the key of what the game has to say to them in the lobby, or ""."""
    computer_players: Sequence[str]
    has_odds: bool
    """Everybody's chance to win can be said in this game."""
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


class BestGuessers(Struct, frozen=True):
    """Who guessed right most often, and of those who with the fewest guesses."""

    names: Sequence[str]
    colours: Sequence[int]
    right: int
    of: int


class Story(Message, frozen=True):
    number: int
    entries: Sequence[Told]
    more: bool
    """There are further entries: ask again with the number of the last one."""
    highlights: Sequence[Highlight] = ()
    """When the game is over: what to remember of it."""
    best_guessers: BestGuessers | None = None
    """When the game is over, if anybody guessed anything right."""


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
    lost: Sequence[Lost]
    """Whose choices."""


class Undoing(Message, frozen=True):
    """What a host would take back now."""

    id: str
    number: int
    """Of the newest entry: `undo` says it again, so that nothing else is taken back than what was seen."""
    taken_back: TakenBack
    asks: bool
    """The phones are asked first."""
    anew: bool
    """A new game goes on from there."""


class Settled(Message, frozen=True):
    """What became of a question of consent."""

    ask: str
    agreed: bool


class Skip(Message, frozen=True):
    """The host has seen enough: everything up to this number is taken as told."""

    number: int


class Introduction(Message, frozen=True):
    """The big screens show how the game goes, before it begins; or no longer."""

    on: bool


class Guessed(Struct, frozen=True):
    what: str
    answer: int
    are_seats: bool
    came: tuple[int, ...] | None = None
    """The answers that were right; None until it is decided."""


class Guesses(Message, frozen=True):
    """For one phone: what its owner may guess now, and has guessed. A screen tells it when all up to this number is
    told."""

    number: int
    is_free: bool
    """The game has nothing for them to do now but guess."""
    open: Sequence[Guess]
    guessed: Sequence[Guessed]
    """What was decided last, and what is still open."""
    right: int
    """So many guesses were right in this game,"""
    of: int
    """of so many that are decided."""


class Advice(Message, frozen=True):
    """For one phone that has asked the coach: what its owner may choose, the best first."""

    id: str
    """Of the question."""
    number: int
    """Of the table when it was asked."""
    choices: Sequence[Advised]
    of: int
    """So many choices there are; of very many only the best few are told."""


class Reaction(Message, frozen=True):
    """Somebody claps, laughs ..."""

    player: int
    what: str


class Odds(Message, frozen=True):
    """For big screens: everybody's chance to win. A screen shows it when all up to this number is told."""

    number: int
    chances: Sequence[int]
    """By seat, in hundredths."""


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


MESSAGES = (
    *(Welcome, View, Presence, Done, Refused, Unknown, Story, Shake, Consent, Undoing, Settled, Skip, Introduction),
    *(Guesses, Advice, Reaction, Odds, Draws, Pong, Closed),
)
encode = msgspec.json.Encoder().encode
