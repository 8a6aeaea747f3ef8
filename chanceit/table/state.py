"""A table as its log has made it: replaying the entries gives the people, the seats and the game that is on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.table import log
from rules.header import Header
from rules.luck import Luck, commitment
from rules.parts import Box, Event, Move, State, Viewer
from rules.record import Playing
from rules.refusals import Refusal, _
from rules.shelf import GAMES, AnyGame


class Handed(Struct, frozen=True):
    """A phone that several share, while none of them has it: its curtain is closed."""

    players: tuple[int, ...]


Actor: TypeAlias = int | Handed | Literal["game_master", "spectator", "door", "table"]
"""Who asks: a player by number, a phone that is handed on, the game master, somebody who watches, somebody at the door,
or the table itself."""

Status: TypeAlias = Literal["lobby", "playing", "over"]

COLOURS = 6
GAME_MASTER_PLAYS = "game_master"
"""Instead of a computer player's name: the game master makes this seat's moves."""
NOBODY_PLAYS = "nobody"
"""Nobody does: the seat does what changes least."""
PERSON_PLAYS = "person"
COMPUTER_DECIDED = "computer"
"""The first word of a command that a computer player gives, or nobody: see `authority.own_command`."""
PLAYS_INSTEAD = "instead"
"""The last word of such a command if a weaker player has decided, because the other one could not think."""
MOST_SCREENS = 4
"""Devices that are game-master screens at the same time; one more, and the oldest of those that were added goes."""


class Seated(Struct, frozen=True):
    """Somebody at the table."""

    player: int
    name: str
    colour: int
    key: str
    computer: str | None = None
    removed: bool = False
    lost: int = 0
    """The entry by which a phone lost this seat last: it was closed, or given to another one."""
    empty: bool = False
    """It came with a record, and nobody has taken it yet."""
    printed: bool = False
    """They lay printed cards face down, whatever the others lay."""


class Asking(Struct, frozen=True):
    ask: int
    player: int
    key: str
    origin: str = ""


One = TypeVar("One")


class Pile(Struct, Generic[One], frozen=True):
    """One thing laid on others. What lies below is shared, so laying one more costs the same however many there are."""

    top: One
    below: Pile[One] | None = None


def in_order(pile: Pile[One] | None) -> tuple[One, ...]:
    """What lies on a pile, the lowest first."""
    found = []
    while pile is not None:
        found.append(pile.top)
        pile = pile.below
    return tuple(reversed(found))


class Standing(Struct, frozen=True, gc=False):
    """A move that stands, and those before it."""

    move: Move
    by: log.By
    number: int
    """Of its entry in the log."""
    count: int
    before: Standing | None
    decided: bool = True
    """A person made it: not the table, and not a computer player, who may sit where somebody plays by phone as well."""
    salt: str = ""
    typed: bool = False
    along: bool = False
    revealed: bool = False
    """It showed to all what nobody could have known before. Real dice and cards, typed in, are the table's own, but for
    what they turn up with them: a card that lies face down on a phone."""
    drawn: Standing | None = None
    """The newest draw before this move."""
    kept: tuple[State, int] | None = None
    """After every so many moves, the state then and the number of the next draw: taking back replays from there."""


KEEP = 16
"""Moves between two states that are kept."""
MOST_CONTINUED = 5_000
"""Moves that are made again when a game goes on after its end. A long evening of six has two thousand."""


class GameOn(Struct, frozen=True):
    """The game that is played at a table, or was played last."""

    header: Header
    box: Box
    options: Struct
    seed: str
    state: State
    last: Standing | None = None
    draws: int = 0
    """The number of the next draw."""
    thrown: dict[int, str] = {}
    """What was thrown in for draws that were taken back: the first bits for a draw count, whatever is done since."""
    noted: Pile[tuple[int, dict[str, Any]]] | None = None
    """What the record tells beside the moves that stand, each with the number of its entry, the newest on top."""
    pieces: dict[str, Any] = {}
    """Of what was noted last: who plays with what, see `TableState.pieces`."""
    continued_at: int = 0
    """So many moves are those of an earlier game, whose seed is public."""
    undone: Pile[tuple[Standing, ...]] | None = None
    """What was taken back since the last move, the newest on top: it can be made to stand again."""

    @property
    def count(self) -> int:
        """How many moves stand."""
        return 0 if self.last is None else self.last.count

    @property
    def notes(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        return in_order(self.noted)

    @property
    def taken_back(self) -> tuple[tuple[Standing, ...], ...]:
        return in_order(self.undone)

    def drawn(self) -> Iterator[Standing]:
        """The draws that stand, the newest first."""
        drawn = self.last
        if drawn is not None and not isinstance(drawn.move, GAMES[self.header.game].DRAWN):
            drawn = drawn.drawn
        while drawn is not None:
            yield drawn
            drawn = drawn.drawn

    @property
    def last_salt(self) -> str:
        """Of the newest draw that stands, for one that the table makes by itself."""
        return next((drawn.salt for drawn in self.drawn()), "")

    @property
    def typed_dice(self) -> int:
        """How many of the dice that lie there were typed in. A throw of fewer dice is one of some that lay there."""
        typed = thrown = 0
        for drawn in self.drawn():
            dice = len(getattr(drawn.move, "dice", ()))
            if thrown and 0 < dice <= thrown:
                break
            if dice:
                typed += (dice - thrown) * drawn.typed
                thrown = dice
        return typed

    def moves(self, since: int = 0) -> list[Standing]:
        """Those that stand, in order, without the first ones."""
        moves = []
        last = self.last
        while last is not None and last.count > since:
            moves.append(last)
            last = last.before
        return moves[::-1]


class Entry(Struct, frozen=True):
    """An entry as it goes into the log."""

    number: int
    command: str
    by: log.By
    what: log.AnyWhat
    events: tuple[Event, ...] = ()
    """What it brought about in the game; not stored, because replaying gives them again."""


class TableState(Struct, frozen=True):
    """A table as its log has made it."""

    id: int
    """Of its row in the database."""
    code: str
    game_name: str
    box: bytes
    options: bytes
    game_master_key: str
    number: int = 1
    players: tuple[Seated, ...] = ()
    """In seat order."""
    waiting: tuple[Seated, ...] = ()
    """Who came while a game was on, and sits down for the next one."""
    screens: tuple[str, ...] = ()
    """Keys of further game-master screens."""
    remotes: tuple[int, ...] = ()
    """Players whose phones may do what the game master may."""
    next_player: int = 1
    asking: tuple[Asking, ...] = ()
    locked: bool = False
    watching: bool = True
    paused: bool = False
    pace: log.Pace = "normal"
    games: int = 0
    on: GameOn | None = None
    seed: str = ""
    """Of the next game: the one that begins from the lobby, or that goes on after the end of this one."""
    consent: bool = True
    """The phones are asked before a reveal is taken back."""
    fun: bool = True
    """Phones may guess what comes, and react."""
    coach: bool = False
    """Phones may ask the coach."""
    odds: bool = False
    """The big screens show everybody's chance to win."""
    sharing: bool = False
    """Strangers may see the games of this table again."""
    own_dice: bool = False
    """Real dice are rolled, and the host types them in."""
    own_guides: log.Guides = "none"
    in_front: tuple[int, ...] = ()
    """Those who have the phone that they share with others; at most one of each phone."""
    parted: tuple[str, ...] = ()
    """Keys of phones that somebody shared in this game until their seat went elsewhere: they may still hold it."""
    closed: bool = False
    """For good: nobody comes in any more, and nothing can be done here."""
    previous: GameOn | None = None
    """The game that was cleared away last: its seed and its record are still to be had."""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.game_name]

    @property
    def status(self) -> Status:
        if self.on is None:
            return "lobby"
        return "playing" if self.on.state.result is None else "over"

    def seat_of(self, player: int) -> int | None:
        for seat, seated in enumerate(self.players):
            if seated.player == player:
                return seat
        return None

    @property
    def finished(self) -> GameOn | None:
        """The game that is over or was cleared away last: its seed and its record are no secrets."""
        return self.previous if self.on is None else self.on if self.status == "over" else None

    @property
    def everybody(self) -> tuple[Seated, ...]:
        """Also those who wait for the next game."""
        return self.players + self.waiting

    def is_host(self, actor: Actor) -> bool:
        """Whether this actor may do what the game master may."""
        return actor == "game_master" or actor in self.remotes

    def seated(self, player: int) -> Seated:
        for seated in self.everybody:
            if seated.player == player:
                return seated
        raise Refusal("no_such_player", _("There is no such player at this table."))

    def with_seated(self, seated: Seated) -> TableState:
        return replace(
            self,
            players=tuple([seated if s.player == seated.player else s for s in self.players]),
            waiting=tuple([seated if s.player == seated.player else s for s in self.waiting]),
        )

    def is_full(self) -> bool:
        return len(self.everybody) >= self.game.PLAYERS[-1]

    def has_printed(self, seated: Seated) -> bool:
        """Whether the cards that they lay face down are printed ones."""
        if seated.computer not in (None, GAME_MASTER_PLAYS):
            return False
        return seated.printed or self._is_printed_for(seated)

    def _is_printed_for(self, seated: Seated) -> bool:
        """Whether they are because those of many are."""
        return self.own_guides == "all" or (self.own_guides == "some" and seated.computer == GAME_MASTER_PLAYS)

    def with_printed(self, player: int, on: bool) -> TableState:
        """Whoever is the only one to leave a choice for many leaves it: from then on each of them has chosen."""
        seated = self.seated(player)
        table = self
        if not on and self._is_printed_for(seated):
            for other in self.everybody:
                table = table.with_seated(replace(other, printed=self.has_printed(other)))
            table = replace(table, own_guides="none")
        return table.with_seated(replace(seated, printed=on))

    @property
    def printed_guides(self) -> tuple[int, ...]:
        """The players who lay printed cards face down."""
        if not self.game.LAID or not self.has_any_printed:
            return ()
        return tuple([seated.player for seated in self.everybody if self.has_printed(seated)])

    @property
    def has_any_printed(self) -> bool:
        return self.own_guides != "none" or any(seated.printed for seated in self.players)

    def pieces(self) -> dict[str, Any]:
        """What is used beside screens and phones of one's own: real dice, and by seats printed guide cards, no phone,
        or one phone for several."""
        dice = {"dice": "printed"} if self.own_dice else {}
        guides = [seat for seat, seated in enumerate(self.players) if self.game.LAID and self.has_printed(seated)]
        no_phone = [seat for seat, seated in enumerate(self.players) if seated.computer == GAME_MASTER_PLAYS]
        keys = dict.fromkeys(seated.key for seated in self.players if seated.key)
        phones = [[seat for seat, seated in enumerate(self.players) if seated.key == key] for key in keys]
        by_seats = {"guides": guides, "no_phone": no_phone, "one_phone": [seats for seats in phones if len(seats) > 1]}
        return dice | {name: seats for name, seats in by_seats.items() if seats}

    def whose(self, key: str) -> Actor:
        """Who has this key's hash."""
        if key == self.game_master_key or key in self.screens:
            return "game_master"
        at_it = [seated for seated in self.everybody if seated.key and seated.key == key]
        if not at_it:
            return "door"
        play = tuple([seated.player for seated in at_it if not seated.removed]) or (at_it[0].player,)
        # Whoever's seat is closed, or went elsewhere, may still hold the phone that is the other's alone now.
        was_shared = len(at_it) > 1 or key in self.parted
        is_shared = len(play) > 1 or (was_shared and self.on is not None and not self.seated(play[0]).removed)
        if not is_shared:
            return play[0]
        return next((player for player in self.in_front if player in play), Handed(play))

    def at_phone_of(self, actor: Actor) -> tuple[int, ...]:
        """The players whose phone this is, in seat order. Mostly it is one."""
        if isinstance(actor, Handed):
            return actor.players
        if not isinstance(actor, int):
            return ()
        key = next((seated.key for seated in self.everybody if seated.player == actor), "")
        if not key:
            return (actor,)
        return tuple([s.player for s in self.everybody if s.key == key and not s.removed]) or (actor,)

    def viewer(self, actor: Actor) -> Viewer:
        """As whom the rules know this actor."""
        if isinstance(actor, int):
            seat = self.seat_of(actor)
            return "spectator" if seat is None else seat
        return "game_master" if actor == "game_master" else "spectator"


# Replaying the log


def first(row: int, code: str, opened: log.Opened) -> TableState:
    """A table that has just been opened."""
    return TableState(row, code, opened.game, bytes(opened.box), bytes(opened.options), opened.key, seed=opened.seed)


def _called_now(table: TableState, computer: str | None) -> str | None:
    """Who plays for a seat: old logs have other names for the computer players."""
    return None if computer is None else table.game.FORMERLY.get(computer, computer)


def follow(table: TableState, entry: Entry) -> tuple[TableState, list[Event]]:
    """The table after one more entry, and what happened in the game. Checks nothing but the rules of the game."""
    table, events = _follow(table, entry)
    return (_noting_pieces(table, entry.number), events) if isinstance(entry.what, PIECES_ENTRIES) else (table, events)


PIECES_ENTRIES = (
    *(log.Begun, log.Replaced, log.Removed, log.Answered, log.AllAllowed),
    *(log.OwnDiceRolled, log.OwnGuidesLaid, log.PrintedGuidesLaid),
)
"""After these somebody may play with other pieces than before."""


def _noting_pieces(table: TableState, number: int) -> TableState:
    """The record tells who plays with what beside their own phone, when it begins and whenever that changes."""
    on = table.on
    if on is None:
        return table
    pieces = table.pieces()
    if pieces == on.pieces:
        return table
    note = {"after": on.count, "what": "pieces", **pieces}
    return replace(table, on=replace(on, pieces=pieces, noted=Pile((number, note), on.noted)))


def _follow(table: TableState, entry: Entry) -> tuple[TableState, list[Event]]:
    table = replace(table, number=entry.number)
    what = entry.what
    match what:
        case log.Played():
            return _follow_move(table, entry, what)
        case log.Joined(player, name, colour, key, computer):
            is_empty = entry.by == "game_master" and bool(key)
            seated = Seated(player, name, colour, key, _called_now(table, computer), empty=is_empty)
            shares = [other.player for other in table.everybody if key and other.key == key]
            if len(shares) == 1:  # whoever has had this phone alone has it now
                table = replace(table, in_front=(*table.in_front, *shares))
            if table.on is None:
                table = replace(table, players=(*table.players, seated), next_player=player + 1)
            else:
                table = replace(table, waiting=(*table.waiting, seated), next_player=player + 1)
        case log.Left(player):
            table = replace(
                _part(table, table.seated(player)),
                players=tuple([seated for seated in table.players if seated.player != player]),
                waiting=tuple([seated for seated in table.waiting if seated.player != player]),
                asking=tuple([asking for asking in table.asking if asking.player != player]),
                remotes=tuple([remote for remote in table.remotes if remote != player]),
                in_front=tuple([other for other in table.in_front if other != player]),
            )
        case log.Renamed(player, name):
            table = table.with_seated(replace(table.seated(player), name=name))
        case log.Recoloured(player, colour):
            table = table.with_seated(replace(table.seated(player), colour=colour))
        case log.Arranged(players):
            table = replace(table, players=tuple([table.seated(player) for player in players]))
        case log.Removed(player, on, plays):
            seated = table.seated(player)
            computer = seated.computer if not plays else None if plays == PERSON_PLAYS else _called_now(table, plays)
            lost = entry.number if on and seated.key else seated.lost
            table = table.with_seated(replace(seated, removed=on, computer=computer, lost=lost))
            if on:
                table = replace(table, remotes=tuple([remote for remote in table.remotes if remote != player]))
                table = replace(table, in_front=tuple([other for other in table.in_front if other != player]))
        case log.Replaced(player, computer):
            table = table.with_seated(replace(table.seated(player), computer=_called_now(table, computer)))
        case log.Asked(player, key, origin, instead):
            others = tuple([asking for asking in table.asking if asking.ask != instead])
            table = replace(table, asking=(*others, Asking(entry.number, player, key, origin)))
        case log.Answered(ask, allowed):
            table = _answer(table, ask, allowed, entry.number)
        case log.AllAllowed(asks):
            for ask in asks:
                table = _answer(table, ask, True, entry.number)
        case log.RemoteGiven(player, on):
            remotes = tuple([remote for remote in table.remotes if remote != player])
            table = replace(table, remotes=(*remotes, player) if on else remotes)
        case log.ScreenAdded(key):
            table = replace(table, screens=(*table.screens, key)[1 - MOST_SCREENS :])
        case log.GameChosen(game, box, options, minds):
            table = replace(table, game_name=game, box=bytes(box), options=bytes(options), previous=None)
            for player, mind in minds:
                table = table.with_seated(replace(table.seated(player), computer=_called_now(table, mind)))
        case log.OptionsSet(options):
            table = replace(table, options=bytes(options))
        case log.Locked(on):
            table = replace(table, locked=on)
        case log.WatchingAllowed(on):
            table = replace(table, watching=on)
        case log.Paused(on):
            table = replace(table, paused=on)
        case log.Paced(pace):
            table = replace(table, pace=pace)
        case log.GameMasterMoved(key):
            table = replace(table, game_master_key=key, screens=())
        case log.Begun():
            table = replace(
                table,
                on=_begin(table, what),
                games=table.games + 1,
                paused=False,
                seed=what.next_seed,
                previous=None,
                in_front=(),
                parted=(),
            )
        case log.Undone(standing):
            assert table.on is not None
            table = replace(table, on=_take_back(table, table.on, standing, entry.number))
        case log.Continued():
            assert table.on is not None
            table = replace(
                table,
                on=_continue(table, table.on, what, entry.number),
                games=table.games + 1,
                paused=False,
                seed=what.next_seed,
            )
        case log.Redone():
            assert table.on is not None
            table = replace(table, on=_redo(table, table.on))
        case log.ClearedAway():
            table = _clear(table, table.on)
        case log.Ended():
            assert table.on is not None
            table = _clear(table, _ended(table.on, entry.number))
        case log.Closed():
            if table.on is not None:
                table = _clear(table, table.on if table.status == "over" else _ended(table.on, entry.number))
            table = replace(table, closed=True, asking=())
        case log.ConsentWanted(wanted):
            table = replace(table, consent=wanted)
        case log.GamesShared(on):
            table = replace(table, sharing=on)
        case log.FunAllowed(on):
            table = replace(table, fun=on)
        case log.CoachAllowed(on):
            table = replace(table, coach=on)
        case log.OddsShown(on):
            table = replace(table, odds=on)
        case log.OwnDiceRolled(on):
            table = replace(table, own_dice=on)
        case log.OwnGuidesLaid(of):
            table = replace(table, own_guides=of)
            for seated in table.everybody:
                table = table.with_seated(replace(seated, printed=False))
        case log.PrintedGuidesLaid(player, on):
            table = table.with_printed(player, on)
        case log.InFront(player):
            sharing = table.at_phone_of(player)
            table = replace(table, in_front=(*[other for other in table.in_front if other not in sharing], player))
        case log.HandedOn(player):
            table = replace(table, in_front=tuple([other for other in table.in_front if other != player]))
        case log.Opened():
            raise AssertionError("a table is opened once")
    return table, []


def pass_over(table: TableState, entry: Entry) -> tuple[TableState, list[Event]]:
    """Like `follow`, in a game that was cleared away and followed by another: nobody can ask for its moves any more."""
    what = entry.what
    if isinstance(what, log.Played | log.Undone | log.Redone):
        return replace(table, number=entry.number), []
    if isinstance(what, log.Continued):
        return replace(table, number=entry.number, games=table.games + 1, paused=False, seed=what.next_seed), []
    return follow(table, entry)


def _answer(table: TableState, ask: int, allowed: bool, number: int) -> TableState:
    asking = next((asking for asking in table.asking if asking.ask == ask), None)
    if allowed and asking is not None:
        seated = table.seated(asking.player)
        has_played_here = seated.computer == GAME_MASTER_PLAYS and not seated.key
        computer = None if has_played_here else seated.computer
        lost = number if seated.key else seated.lost
        table = _part(table, seated).with_seated(
            replace(seated, key=asking.key, removed=False, computer=computer, lost=lost, empty=False)
        )
        table = replace(table, in_front=tuple([player for player in table.in_front if player != asking.player]))
    return replace(table, asking=tuple([other for other in table.asking if other.ask != ask]))


def _part(table: TableState, seated: Seated) -> TableState:
    """Before their seat goes from its phone: the others' curtain closes if they share it in a game."""
    share = [other for other in table.everybody if seated.key and other.key == seated.key]
    if table.on is None or len(share) < 2 or seated.key in table.parted:
        return table
    return replace(table, parted=(*table.parted, seated.key))


def _ended(on: GameOn, number: int) -> GameOn:
    """Before it was over, as its record says."""
    return replace(on, noted=Pile((number, {"after": on.count, "what": "ended"}), on.noted))


def _clear(table: TableState, on: GameOn | None) -> TableState:
    """Back to the lobby. Whoever has waited for it sits down."""
    return replace(table, on=None, previous=on, players=table.everybody, waiting=(), paused=False)


@cache
def moves_of(game: str) -> msgspec.json.Decoder[Move]:
    """Reads moves of this game. Made once: making it takes longer than reading."""
    return msgspec.json.Decoder(GAMES[game].TYPES.move)


def _follow_move(table: TableState, entry: Entry, what: log.Played) -> tuple[TableState, list[Event]]:
    assert table.on is not None
    move = moves_of(table.game_name).decode(what.move)
    is_decided = _is_decided(entry)
    played = Standing(move, entry.by, entry.number, 0, None, is_decided, what.salt, what.typed, what.along)
    on, events = _with_move(table.game, table.on, played)
    return replace(table, on=replace(on, undone=None) if on.undone is not None else on), events


def _is_decided(entry: Entry) -> bool:
    return entry.by != "table" and not entry.command.startswith(f"{COMPUTER_DECIDED}.")


def _with_move(game: AnyGame, on: GameOn, played: Standing) -> tuple[GameOn, list[Event]]:
    """One move more stands. What it has from those before it is set here."""
    state, events = game.apply(on.state, played.move)
    revealed = game.reveals(events) and (
        not played.typed or (isinstance(played.move, game.LAID) and _lies_on_a_phone(on))
    )
    before, count = on.last, on.count + 1
    # What came with an earlier game was not drawn from this seed. Draw 0 was the new order of what nobody had seen.
    draws = 1 if count == on.continued_at else on.draws + isinstance(played.move, game.DRAWN)
    last = replace(
        played,
        count=count,
        before=before,
        revealed=revealed,
        drawn=before if before is None or isinstance(before.move, game.DRAWN) else before.drawn,
        kept=None if count % KEEP else (state, draws),
    )
    return replace(on, state=state, last=last, draws=draws), events


def _lies_on_a_phone(on: GameOn) -> bool:
    """Whether somebody has laid a card on their phone since the table drew last."""
    game = GAMES[on.header.game]
    last = on.last
    while last is not None and not last.revealed and not isinstance(last.move, game.DRAWN):
        if isinstance(last.move, game.LAID) and last.decided and not last.typed:
            return True
        last = last.before
    return False


def _header(table: TableState, created: str, seed: str | None) -> Header:
    options = msgspec.json.decode(table.options) | table.game.options_of_table(len(table.players))
    return Header(
        format="chanceit/1",
        game=table.game_name,
        players=tuple([seated.name for seated in table.players]),
        box=msgspec.Raw(table.box),
        options=msgspec.Raw(msgspec.json.encode(options)),
        id=f"{table.code}-{table.games + 1}",
        created=created,
        commitment=UNSET if seed is None else commitment(seed),
    )


def _begin(table: TableState, begun: log.Begun) -> GameOn:
    header = _header(table, begun.created, None if begun.imported else begun.seed)
    playing = Playing(header)
    thrown = {0: begun.salt} if begun.salt else {}
    return GameOn(header, playing.box, playing.options, begun.seed, playing.state, thrown=thrown)


def replayed(table: TableState, on: GameOn, moves: Iterable[Standing]) -> GameOn:
    """The game from its beginning with these moves."""
    fresh = replace(on, state=table.game.new_game(len(on.header.players), on.box, on.options), last=None, draws=0)
    for played in moves:
        fresh, _events = _with_move(table.game, fresh, played)
    return fresh


def as_it_stood(game: AnyGame, on: GameOn, standing: int) -> GameOn:
    """The game when so many moves stood: undoing is replaying less, from the last state that was kept."""
    last = on.last
    while last is not None and last.count > standing:
        last = last.before
    again: list[Move] = []
    kept = last
    while kept is not None and kept.kept is None:
        again.append(kept.move)
        kept = kept.before
    if kept is None or kept.kept is None:
        state, draws, count = game.new_game(len(on.header.players), on.box, on.options), 0, 0
    else:
        (state, draws), count = kept.kept, kept.count
    for move in reversed(again):
        count += 1
        state, _events = game.apply(state, move)
        draws = 1 if count == on.continued_at else draws + isinstance(move, game.DRAWN)
    return replace(on, state=state, last=last, draws=draws)


def _take_back(table: TableState, on: GameOn, standing: int, number: int) -> GameOn:
    moves = on.moves(standing)
    before = as_it_stood(table.game, on, standing)
    thrown = _thrown(table, before, moves)
    return replace(
        before,
        thrown=on.thrown | thrown if thrown else on.thrown,
        noted=_noted(on, moves, standing, number),
        undone=Pile(tuple(moves), on.undone),
    )


def _without_undone(noted: Pile[tuple[int, dict[str, Any]]] | None) -> Pile[tuple[int, dict[str, Any]]] | None:
    """Notes without that of what was taken back last. Others may have been made since."""
    since = []
    while noted is not None and noted.top[1]["what"] != "undone":
        since.append(noted.top)
        noted = noted.below
    assert noted is not None
    kept = noted.below
    for note in reversed(since):
        kept = Pile(note, kept)
    return kept


def _redo(table: TableState, on: GameOn) -> GameOn:
    """What was taken back last stands again, and the record tells nothing of it."""
    assert on.undone is not None
    again = on.undone.top
    on = replace(on, undone=on.undone.below, noted=_without_undone(on.noted))
    for played in again:
        on, _events = _with_move(table.game, on, played)
    return on


def _thrown(table: TableState, before: GameOn, taken_back: list[Standing]) -> dict[int, str]:
    """The salts of the draws that are taken back, unless there were earlier ones."""
    drawn = [played for played in taken_back if isinstance(played.move, table.game.DRAWN)]
    return {
        draw: played.salt
        for draw, played in enumerate(drawn, start=before.draws)
        if played.salt and played.by != "table" and draw not in before.thrown
    }


def _noted(
    on: GameOn, taken_back: list[Standing], standing: int, number: int
) -> Pile[tuple[int, dict[str, Any]]] | None:
    if not taken_back:
        return on.noted
    note = {"after": standing, "what": "undone", "moves": [played.move for played in taken_back]}
    return Pile((number, note), on.noted)


def _continue(table: TableState, on: GameOn, what: log.Continued, number: int) -> GameOn:
    """After the end the seed is public, so a game that goes on is a new one: what nobody had seen is drawn anew."""
    moves = on.moves()
    kept = moves[: what.standing]
    until = as_it_stood(table.game, on, what.standing)
    dealt = table.game.dealt_anew([played.move for played in kept], until.state, Luck(what.seed, what.salt))
    note: dict[str, Any] = {"after": what.standing, "what": "continued"}
    if promised := what.commitment or (on.header.commitment or ""):
        note["commitment"] = promised
    if what.salt:
        note["salt"] = what.salt
    begun = replace(
        on,
        header=_header(table, what.created, what.seed),
        seed=what.seed,
        thrown={},
        noted=Pile((number, note), _noted(on, moves[what.standing :], what.standing, number)),
        continued_at=what.standing,
        undone=None,
    )
    return replayed(table, begun, [replace(played, move=move) for played, move in zip(kept, dealt, strict=True)])


def retraced(table: TableState) -> Iterator[tuple[Entry, TableState]]:
    """The moves that stand, one by one: each as an entry, with what it brought about, and the table after it."""
    if table.on is None:
        return
    on = as_it_stood(table.game, table.on, 0)
    for played in table.on.moves():
        on, events = _with_move(table.game, on, played)
        what = log.Played(msgspec.Raw(msgspec.json.encode(played.move)), played.salt, played.typed, played.along)
        entry = Entry(played.number, "", played.by, what, tuple(events))
        yield entry, replace(table, number=played.number, on=on)


def story(table: TableState, since: int = 0, most: int | None = None) -> Iterator[Entry]:
    """The moves that stand after the entry of this number, with what they brought about; so many at the most."""
    if table.on is None:
        return
    last = table.on.last
    further: list[Standing] = []
    while last is not None and last.number > since:
        further.append(last)
        last = last.before
    on = as_it_stood(table.game, table.on, table.on.count - len(further))
    for played in further[: -most - 1 : -1] if most is not None else reversed(further):
        state, events = table.game.apply(on.state, played.move)
        on = replace(on, state=state)
        what = log.Played(msgspec.Raw(msgspec.json.encode(played.move)), played.salt, played.typed, played.along)
        yield Entry(played.number, "", played.by, what, tuple(events))
