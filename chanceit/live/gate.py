"""The one gate: what leaves the server for a screen.

A view has a part that all viewers of a table share, built and encoded once, and a small part of each viewer's own: a
secret can only be there. Both start empty and are filled with what may be seen. Logs, errors and pages use nothing
else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import msgspec
from django.utils import translation
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.table import authority, log
from chanceit.table.managing import can, first_taken_back
from chanceit.table.replaying import Point, Replay, unhurried
from chanceit.table.state import GAME_MASTER_PLAYS, Actor, Entry, GameOn, Handed, Seated, Standing, TableState, retraced
from rules.luck import Inputs, commitment
from rules.parts import Advised, Due, Guess, Highlight, Viewer, after, seat_of
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
ANOTHER_GAME = (log.Begun, log.Continued, log.ClearedAway, log.Ended, log.GameChosen)
WELCOMED_ANEW = (*ANOTHER_GAME, log.OptionsSet)
"""After these entries a welcome says something else."""
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
        has_odds=table.game.weigher() is not None,
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
        fun=table.fun,
        coach=table.coach,
        odds=table.odds,
        sharing=table.sharing,
        own_dice=table.own_dice,
        own_guides=table.own_guides,
        printed_guides=table.printed_guides,
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
        at_phone=_at_phone(table, actor),
        is_host=is_host,
        can=can(table, actor),
        takes_back=_takes_back(table, table.on) if is_host and table.on is not None else None,
        brings_back=taken_back(table, table.on.undone.top) if is_host and table.on and table.on.undone else None,
        asking=_asking(table) if is_host and table.asking else (),
        asking_for=next((asking.player for asking in table.asking if key and asking.key == key), None),
        stand_in=_stand_in(table) if is_playing else (),
        printed=_printed(table) if is_playing else (),
        remote=_remote(table) if is_playing and actor in table.remotes else None,
        rolls_for=authority.rolls_for(table, actor, free),
        game=None if table.on is None or actor == "door" else _own_game(table, table.on, actor),
    )


def _at_phone(table: TableState, actor: Actor) -> Sequence[AtPhone]:
    players = table.at_phone_of(actor)
    if len(players) < 2 and not isinstance(actor, Handed):
        return ()
    return [AtPhone(player, authority.acts(table, player)) for player in players]


def _own_game(table: TableState, on: GameOn, actor: Actor) -> Any:
    own: Any = table.game.own(on.state, table.viewer(actor))
    return replace(own, can=_on_screens(table, own.can)) if isinstance(actor, int) else own


def _on_screens(table: TableState, can: Sequence[Any]) -> Sequence[Any]:
    """Where real dice are rolled, a phone has nothing to roll, and where printed cards are laid, nothing to lay."""
    if not table.own_dice and not table.has_any_printed:
        return can
    return [move for move in can if not authority.is_done_by_hand(table, move)]


def _takes_back(table: TableState, on: GameOn) -> TakenBack | None:
    first = first_taken_back(on)
    return None if first is None else taken_back(table, on.moves(first.count - 1))


def taken_back(table: TableState, moves: Sequence[Standing]) -> TakenBack:
    lost = Counter(_whose(table, played) for played in moves if played.decided)
    return TakenBack(moves[0].by, _kind(moves[0]), len(moves), [Lost(by, count) for by, count in lost.items()])


def _whose(table: TableState, played: Standing) -> log.By:
    """A card that lay face down was its owner's choice, also if the host has entered it."""
    seat = seat_of(played.move) if isinstance(played.move, table.game.LAID) else None
    return played.by if seat is None or not played.typed else table.players[seat].player


def _kind(played: Standing) -> str:
    return str(played.move.__struct_config__.tag)


def seed_of(on: GameOn) -> str | None:
    """What the luck of a game was drawn from, secret until its end; None if the game came with a record."""
    return None if on.header.commitment is UNSET else on.seed


def _asking(table: TableState) -> list[AskingSeen]:
    names = {seated.player: seated.name for seated in table.everybody}
    return [AskingSeen(asking.ask, asking.player, names[asking.player]) for asking in table.asking]


def _remote(table: TableState) -> Any:
    assert table.on is not None
    own: Any = table.game.own(table.on.state, "game_master")
    return replace(own, can=[move for move in _on_screens(table, own.can) if _needs_no_outcome(table, move)])


def _needs_no_outcome(table: TableState, move: Any) -> bool:
    """Whether one tap is enough for it. Which cards lie on the real table has to be said."""
    return not isinstance(move, Due) or move.do in table.game.DUE


def _open_to(table: TableState, viewer: Viewer) -> Sequence[Any]:
    assert table.on is not None
    return _on_screens(table, table.game.own(table.on.state, viewer).can)


def _stand_in(table: TableState) -> list[StandIn]:
    return [
        StandIn(seated.player, seat, _open_to(table, seat))
        for seat, seated in enumerate(table.players)
        if seated.computer == GAME_MASTER_PLAYS
    ]


def _printed(table: TableState) -> Sequence[StandIn]:
    on = table.on
    assert on is not None
    if not table.has_any_printed or not all(table.has_printed(table.players[seat]) for seat in on.state.awaiting):
        return ()
    found = []
    for seat in on.state.awaiting:
        can = [move for move in table.game.own(on.state, seat).can if isinstance(move, table.game.LAID)]
        found += [StandIn(table.players[seat].player, seat, can)] if can else []
    return found


def told(entries: Sequence[Entry]) -> list[Told]:
    """Entries for a story: no event holds a secret, so everybody is told the same."""
    return [_told(entry) for entry in entries]


def highlights(table: TableState, story: Iterable[Entry]) -> Sequence[Highlight]:
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
        back = None
        if number == 0 and isinstance(entry.what, log.Undone | log.Continued) and before.on is not None:
            back = taken_back(before, before.on.moves(entry.what.standing))
        retold.append(_told(entry, sets, back))
    return retold


# A game that is over, seen again

Viewpoint: TypeAlias = int | Literal["table", "open"]
"""As the table saw it, as a seat saw it, or with everything turned up that lay face down."""


class Moment(Struct, frozen=True):
    """What marks a point of a replay, said by the screens in the words of the game."""

    at: int
    what: str
    seats: Sequence[int]
    count: int


class Again(Struct, frozen=True):
    """A game that is over, for one viewpoint: what its screens are told, from the first point to the last."""

    welcome: Welcome
    views: Sequence[View]
    moments: Sequence[Moment]
    highlights: Sequence[Highlight]
    created: str | None
    """When the game began, as its record says."""


def again(replay: Replay, viewpoint: Viewpoint) -> Again:
    """All of a game that is over. Of the people at the table it has the names, and nothing of what the host can do."""
    points = [Point(point.entry, _for_looking(point.table)) for point in unhurried(replay.points)]
    last = points[-1].table
    before = [None, *(point.table for point in points)]
    story = [entry for entry, _table in retraced(last)]
    return Again(
        welcome(points[0].table),
        [_view_again(point, earlier, viewpoint) for point, earlier in unhurried(zip(points, before, strict=False))],
        _moments(points),
        highlights(last, story),
        _created(last),
    )


def _created(table: TableState) -> str | None:
    assert table.on is not None
    created = table.on.header.created
    return None if created is UNSET else created[:MOST_CREATED]


MOST_CREATED = 40
"""Letters of a date, however long a text a record has there."""


def _for_looking(table: TableState) -> TableState:
    on = table.on
    assert on is not None
    on = replace(on, header=replace(on.header, commitment=UNSET), undone=None)
    return replace(
        table,
        on=on,
        remotes=(),
        asking=(),
        waiting=(),
        screens=(),
        paused=False,
        locked=True,
        coach=False,
        odds=False,
        seed="",
        previous=None,
    )


def _view_again(point: Point, before: TableState | None, viewpoint: Viewpoint) -> View:
    table = point.table
    on = table.on
    assert on is not None
    seen = shown(table, [point.entry], before or table)
    if viewpoint == "open":
        owns = [table.game.own(on.state, seat) for seat in range(len(table.players))]
        seen = replace(seen, view=_encoded(table.game.opened(table.game.shared(on.state), owns)))
    actor: Actor = table.players[viewpoint].player if isinstance(viewpoint, int) else "spectator"
    whole = view(table, seen, actor)
    return replace(whole, own=replace(whole.own, can=()))


def _moments(points: Sequence[Point]) -> list[Moment]:
    """Who leads is told when that has changed."""
    found: list[Moment] = []
    lead: Sequence[int] = ()
    for at, (earlier, point) in enumerate(pairwise(points), start=1):
        was, on = earlier.table.on, point.table.on
        assert was is not None
        assert on is not None
        for moment in point.table.game.moments(was.state, point.entry.events, on.state):
            if moment.what == "lead":
                if tuple(moment.seats) == lead:
                    continue
                lead = tuple(moment.seats)
            found.append(Moment(at, moment.what, moment.seats, moment.count))
    return found


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
