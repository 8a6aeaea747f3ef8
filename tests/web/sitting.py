"""Who sits where, said a second time and in plain words: what a table should be after what was asked of it.

Nothing here knows the server but the words of its commands. `Sitting.refusal` says whether something is granted,
`Sitting.granted` what becomes of it, and `Sitting.table_seen` and `Sitting.own_seen` what a screen is then told of the
table, with all others and by itself. The rules of the games are not said a second time: the moves that stand are played
again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from msgspec import convert

from chanceit.table import commands as c
from chanceit.table.state import Handed
from rules.luck import Luck, commitment
from rules.record import Playing
from rules.shelf import GAMES
from tests.web.history import Entry, Secret, begin, hide, played

ALWAYS = ("lobby", "playing", "over")
SCREEN, GAME_MASTER, ONESELF, PHONE = "a game-master screen", "game master", "oneself", "phone"

WHO_AND_WHEN: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "begin": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "again": ((GAME_MASTER,), ("over",), "not_over"),
    "end": ((GAME_MASTER,), ("playing",), "no_game"),
    "choose_game": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "set_option": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "rename": ((GAME_MASTER, ONESELF), ALWAYS, ""),
    "recolour": ((GAME_MASTER, ONESELF), ALWAYS, ""),
    "arrange": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "leave": ((ONESELF,), ALWAYS, ""),
    "remove": ((GAME_MASTER,), ALWAYS, ""),
    "let_back": ((GAME_MASTER,), ALWAYS, ""),
    "add_computer": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "add_player": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "replace": ((GAME_MASTER,), ALWAYS, ""),
    "lock": ((GAME_MASTER,), ALWAYS, ""),
    "watch": ((GAME_MASTER,), ALWAYS, ""),
    "pause": ((GAME_MASTER,), ("playing",), "no_game"),
    "pace": ((GAME_MASTER,), ALWAYS, ""),
    "allow": ((GAME_MASTER,), ALWAYS, ""),
    "deny": ((GAME_MASTER,), ALWAYS, ""),
    "allow_all": ((GAME_MASTER,), ALWAYS, ""),
    "remote": ((SCREEN,), ALWAYS, ""),
    "undo": ((GAME_MASTER,), ("playing", "over"), "no_game"),
    "redo": ((GAME_MASTER,), ("playing", "over"), "no_game"),
    "own_dice": ((GAME_MASTER,), ALWAYS, ""),
    "own_guides": ((GAME_MASTER,), ALWAYS, ""),
    "printed_guides": ((GAME_MASTER, ONESELF), ALWAYS, ""),
    "show": ((GAME_MASTER,), ("playing",), "no_game"),
    "sit_here": ((PHONE,), ALWAYS, ""),
    "take_phone": ((PHONE,), ALWAYS, ""),
    "hand_on": ((PHONE,), ALWAYS, ""),
    "consent": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "share": ((GAME_MASTER,), ALWAYS, ""),
    "fun": ((GAME_MASTER,), ALWAYS, ""),
    "coach": ((GAME_MASTER,), ALWAYS, ""),
    "odds": ((GAME_MASTER,), ALWAYS, ""),
}
"""Each command: whose it is, when, and what is said at another time."""
NOT_OFFERED = {"not_yours", "seat_is_held", "nothing_to_redo", "not_handed_on", "not_shared"} | {
    code for _who, _when, code in WHO_AND_WHEN.values() if code
}
"""How something is refused that `can` does not offer. What it offers may be refused for what was asked for in it."""

OPTION_TYPES = {"coins": int, "hearts": int, "stars_to_win": int, "ask_single_card": bool, "own_cards": bool}

BECOMES = {
    c.Join: "joined",
    c.AddComputer: "joined",
    c.AddPlayer: "joined",
    c.Leave: "left",
    c.LetBack: "removed",
    c.Replace: "replaced",
    c.Rename: "renamed",
    c.Recolour: "recoloured",
    c.Arrange: "arranged",
    c.Ask: "asked",
    c.Allow: "answered",
    c.Deny: "answered",
    c.AllowAll: "all_allowed",
    c.Remote: "remote_given",
    c.AddScreen: "screen_added",
    c.ChooseGame: "game_chosen",
    c.SetOption: "options_set",
    c.OwnDice: "own_dice_rolled",
    c.OwnGuides: "own_guides_laid",
    c.PrintedGuides: "printed_guides_laid",
    c.Show: "played",
    c.Lock: "locked",
    c.Watch: "watching_allowed",
    c.Pause: "paused",
    c.SetPace: "paced",
    c.SitHere: "joined",
    c.TakePhone: "in_front",
    c.HandOn: "handed_on",
    c.Consent: "consent_wanted",
    c.Share: "games_shared",
    c.Fun: "fun_allowed",
    c.Coach: "coach_allowed",
    c.Odds: "odds_shown",
    c.TakeOver: "game_master_moved",
    c.Begin: "begun",
    c.Again: "cleared_away",
    c.End: "ended",
    c.Redo: "redone",
    c.Play: "played",
}
"""What stands in the log for it. Removing is told by the status, undoing by whether a new game goes on."""


@dataclass
class Seat:
    player: int
    name: str
    colour: int
    key: str
    computer: str | None = None
    removed: bool = False
    lost: int = 0
    """When a phone lost it last."""
    printed: bool = False
    """Their guide cards are, whatever the others lay."""


@dataclass
class Request:
    """Somebody with a new phone asks for a seat."""

    ask: int
    player: int
    key: str
    origin: str


@dataclass
class Move:
    """One that stands."""

    move: Any
    by: str
    decided: bool
    """By a person."""
    revealed: bool
    typed: bool
    along: bool
    """Said together with the one before."""
    number: int


@dataclass
class Sitting:
    """A table as it should be."""

    code: str
    opened: dict[str, Any]
    """The game, its box and its options, as in the log."""
    game_master: str
    """The hash of the key, as all keys here."""
    screens: list[str] = field(default_factory=list)
    """Keys of further game-master screens."""
    seats: list[Seat] = field(default_factory=list)
    waiting: list[Seat] = field(default_factory=list)
    """Who came while a game was on."""
    remotes: list[int] = field(default_factory=list)
    asking: list[Request] = field(default_factory=list)
    number: int = 1
    players_so_far: int = 0
    locked: bool = False
    watching: bool = True
    paused: bool = False
    pace: str = "normal"
    consent: bool = True
    sharing: bool = False
    fun: bool = True
    coach: bool = False
    odds: bool = False
    own_dice: bool = False
    own_guides: str = "none"
    in_front: list[int] = field(default_factory=list)
    """Who has a phone that several share."""
    parted: list[str] = field(default_factory=list)
    """Phones from which in this game the seat of somebody who shared them went elsewhere."""
    games: int = 0
    playing: Playing | None = None
    moves: list[Move] = field(default_factory=list)
    taken_back: list[list[Move]] = field(default_factory=list)
    """What can be brought back, the newest last."""
    previous: dict[str, Any] | None = None
    """The game that was cleared away last."""
    continued_at: int = 0
    """So many moves are those of an earlier game."""
    seeds: list[str] = field(default_factory=list)
    """Of all games, those to come included."""
    seed: str = ""
    """Of the game that is on."""
    hidden: dict[int, Secret] = field(default_factory=dict)
    """What was secret when an entry was the newest."""
    public: dict[int, str | None] = field(default_factory=dict)
    """The seed that was no secret then."""

    def __post_init__(self) -> None:
        self.seeds.append(self.opened["seed"])
        self._hide()

    @property
    def game(self) -> Any:
        return GAMES[self.opened["game"]]

    @property
    def status(self) -> str:
        if self.playing is None:
            return "lobby"
        return "playing" if self.playing.state.result is None else "over"

    def seat(self, player: int) -> Seat | None:
        return next((seat for seat in self.everybody if seat.player == player), None)

    @property
    def everybody(self) -> list[Seat]:
        return self.seats + self.waiting

    def plays(self, who: Any) -> bool:
        """Whether they have a seat in the game, or will have one in the next."""
        return any(seat.player == who for seat in self.seats)

    def is_host(self, who: Any) -> bool:
        return who == "game_master" or who in self.remotes

    def plays_itself(self, seat: Seat) -> bool:
        return seat.computer in [*self.minds(), "nobody"]

    def minds(self) -> list[str]:
        return list(self.game.COMPUTER_PLAYERS)

    # Whose key opens what

    def who(self, role: str, key: str) -> Any:
        """Who a screen with this key is, or the code with which it is sent away, as a `Sent`."""
        if role == "watch":
            return "spectator" if self.watching else Sent("no_watching")
        if role == "table":
            return "game_master" if key in [self.game_master, *self.screens] else Sent("not_yours")
        at_it = [seat for seat in self.everybody if key and seat.key == key]
        if at_it:
            players = [seat.player for seat in at_it if not seat.removed]
            if not players:
                return Sent("removed")
            # In a game it stays with its curtain when others who share it are sent away or get a phone of their own:
            # they may hold it.
            if len(players) < 2 and (self.status == "lobby" or (len(at_it) < 2 and key not in self.parted)):
                return players[0]
            [has_it] = [player for player in self.in_front if player in players] or [Handed(tuple(players))]
            return has_it
        return "door" if any(asking.key == key for asking in self.asking) else Sent("not_yours")

    def at_phone_of(self, who: Any) -> list[int]:
        """Whose phone it is."""
        if isinstance(who, Handed):
            return list(who.players)
        seat = self.seat(who) if isinstance(who, int) else None
        if seat is None or not seat.key:
            return []
        return [other.player for other in self.everybody if other.key == seat.key and not other.removed]

    def acts(self, player: int) -> bool:
        """Whether they have something to do at their phone."""
        seat = self._of(player)
        if self.playing is None or self.status != "playing" or seat not in self.seats or seat.removed or seat.computer:
            return False
        number, state = self.seats.index(seat), self.playing.state
        can = self.game.own(state, number).can
        if state.awaiting:
            return number in state.awaiting and not (state.phase == "choose" and self.has_printed(seat))
        return any(not (self.own_dice and getattr(move, "do", "") in ("roll", "reroll")) for move in can)

    # What is granted

    def refusal(self, who: Any, request: Any, *, agreed: bool = True) -> str | None:
        """The code with which a request of this person is refused, or None. Of moves only what is not the rules'."""
        match request:
            case c.Play():
                return self._refusal_of_playing(who)
            case c.Join():
                return "locked" if self.locked else self._name_refused(request.name) or self._full()
            case c.Ask(player):
                seat = self.seat(player)
                if seat is None:
                    return "no_such_player"
                return "computer_seat" if seat.computer not in (None, "game_master") and not seat.key else None
            case c.TakeOver(_key, instead_of):
                return None if instead_of == self.game_master else "link_used"
            case c.AddScreen():
                return None if who == "game_master" else "not_yours"
            case c.SitHere() | c.TakePhone() | c.HandOn():
                return self._refusal_at_a_phone(who, request)
        whose, when, otherwise = WHO_AND_WHEN[tag(request)]
        is_oneself = isinstance(who, int) and getattr(request, "player", who) == who
        is_host = (self.is_host(who) and GAME_MASTER in whose) or (who == "game_master" and SCREEN in whose)
        if not (is_host or (is_oneself and ONESELF in whose)):
            return "not_yours"
        if self.status not in when:
            return otherwise
        if hasattr(request, "player") and self.seat(request.player) is None:
            return "no_such_player"
        if isinstance(request, c.Leave):
            return "seat_is_held" if self.status != "lobby" and self.plays(who) else None
        return self._refused_by_what_is_asked(request, agreed)

    def _refusal_at_a_phone(self, who: Any, request: Any) -> str | None:
        if not isinstance(who, int | Handed):
            return "not_yours"
        match request:
            case c.SitHere(name):
                return "locked" if self.locked else self._name_refused(name) or self._full()
            case c.TakePhone(player):
                if player not in self.at_phone_of(who):
                    return "not_yours" if self.seat(player) else "no_such_player"
                return None if isinstance(who, Handed) else "not_handed_on"
        return None if isinstance(who, int) and len(self.at_phone_of(who)) > 1 else "not_shared"

    def _refusal_of_playing(self, who: Any) -> str | None:
        if self.status != "playing":
            return "no_game"
        if self.paused:
            return "paused"
        seat = self.seat(who) if isinstance(who, int) else None
        return "removed" if seat is not None and seat.removed and not self.plays_itself(seat) else None

    def _refused_by_what_is_asked(self, request: Any, agreed: bool) -> str | None:
        match request:
            case c.Begin() if len(self.seats) not in self.game.PLAYERS:
                return "bad_number_of_players"
            case c.Rename(player, name):
                return self._name_refused(name, player)
            case c.Recolour(_player, colour) if any(seat.colour == colour for seat in self.everybody):
                return "colour_taken"
            case c.Arrange(players) if sorted(players) != sorted(seat.player for seat in self.seats):
                return "not_these_players"
            case c.AddComputer(mind):
                return self._full() if mind in self.minds() else "no_such_mind"
            case c.AddPlayer(name):
                return self._name_refused(name) or self._full()
            case c.Replace(_player, mind) if not self._can_play(mind):
                return "no_such_mind"
            case c.Replace(player, None) if any(seat.player == player and seat.removed for seat in self.everybody):
                return "removed"
            case c.Remove(player, mind) if self._closes_a_seat(player) and not self._can_play(mind):
                return "no_such_mind"
            case c.ChooseGame(game):
                return "no_such_game" if game not in GAMES else "same_game" if game == self.game.NAME else None
            case c.SetOption(option, value):
                if option not in [choice.name for choice in self.game.CHOICES]:
                    return "no_such_option"
                return "bad_options" if type(value) is not OPTION_TYPES[option] else None
            case c.Show(moves):
                return self._refusal_of_showing([json.loads(bytes(move)) for move in moves])
            case c.AllowAll(asks) if not self._allowed(asks):
                return "nobody_asks"
            case c.Redo() if not self.taken_back:
                return "nothing_to_redo"
            case c.Allow(ask) | c.Deny(ask) if not any(asking.ask == ask for asking in self.asking):
                return "nobody_asks"
            case c.Undo():
                if self.still_standing() is None:
                    return "nothing_to_undo"
                return "not_agreed" if self.needs_consent() and not (agreed and self.can_be_asked()) else None
        return None

    def _refusal_of_showing(self, moves: list[dict[str, Any]]) -> str | None:
        assert self.playing is not None
        if self.paused:
            return "paused"
        if not moves or any(move["do"] != "choose" for move in moves) or self.game.NAME != "chance_it":
            return "bad_move"
        if self.printed() is None:
            return "face_down"
        return None if sorted(move["seat"] for move in moves) == self.printed() else "not_these_players"

    def printed(self) -> list[int] | None:
        """The seats whose printed cards are to be turned up now; None while somebody else is to choose."""
        assert self.playing is not None
        waiting = list(self.playing.state.awaiting)
        return waiting if all(self.has_printed(self.seats[seat]) for seat in waiting) else None

    def lays_printed(self) -> bool:
        return any(self.has_printed(seat) for seat in self.seats)

    def has_printed(self, seat: Seat) -> bool:
        mine = {"none": [], "some": ["game_master"], "all": [None, "game_master"]}
        return seat.computer in mine[self.own_guides] or (seat.printed and seat.computer in mine["all"])

    def _can_play(self, mind: str | None) -> bool:
        return mind in [None, "game_master", "nobody", *self.minds()]

    def _closes_a_seat(self, player: int) -> bool:
        """Removing does while a game is on; otherwise the seat is free again."""
        return self.status != "lobby" and self.plays(player)

    def _allowed(self, asks: tuple[int, ...]) -> list[Request]:
        """Those of them who are the only ones to ask for their seat."""
        wanted = [asking.player for asking in self.asking]
        return [asking for asking in self.asking if asking.ask in asks and wanted.count(asking.player) == 1]

    def _full(self) -> str | None:
        return "full" if len(self.everybody) >= self.game.PLAYERS[-1] else None

    def _name_refused(self, name: str, player: int | None = None) -> str | None:
        name = " ".join(name.split())
        if not 1 <= len(name) <= 20:
            return "bad_name"
        others = [seat.name for seat in self.everybody if seat.player != player]
        return "name_taken" if name.casefold() in [other.casefold() for other in others] else None

    def still_standing(self) -> int | None:
        """How many moves an undo leaves, or None if there is nothing to take back."""
        decided = [count for count, move in enumerate(self.moves) if move.decided and not move.along]
        return decided[-1] if decided else None

    def needs_consent(self) -> bool:
        standing = self.still_standing()
        assert standing is not None
        return self.consent and any(move.revealed for move in self.moves[standing:])

    def can_be_asked(self) -> bool:
        """Nobody's phone has lost its seat since that was revealed."""
        standing = self.still_standing()
        assert standing is not None
        first = next(move.number for move in self.moves[standing:] if move.revealed)
        return all(seat.lost < first for seat in self.seats)

    def goes_on_anew(self) -> bool:
        standing = self.still_standing()
        return self.status == "over" or (standing is not None and standing < self.continued_at)

    # What becomes of it

    def granted(self, who: Any, request: Any, entries: list[Entry]) -> None:
        """The table after a request, which has become these entries: its own, then what the table does by itself."""
        first, *others = entries
        assert [entry.number for entry in entries] == [*range(self.number + 1, self.number + 1 + len(entries))]
        said_by = (
            request.player
            if isinstance(request, c.TakePhone)
            else self.at_phone_of(who)[0]
            if isinstance(who, Handed)
            else who
        )
        assert first.by == (str(said_by) if isinstance(said_by, int) or who == "game_master" else "table")
        assert first.what["what"] == self._becomes(request)
        if isinstance(request, c.Show):
            said, others = others[: len(request.moves) - 1], others[len(request.moves) - 1 :]
            assert all((entry.by, entry.what["what"]) == (first.by, "played") for entry in said)
        handing = [entry for entry in others if entry.what["what"] == "handed_on"]
        assert others[len(others) - len(handing) :] == handing
        assert all(entry.by == "table" for entry in others)
        assert all(entry.what["what"] == "played" for entry in others if entry not in handing)
        acted = {seat.player for seat in self.everybody if self.acts(seat.player)}
        had_phone = list(self.in_front)
        self._seat_people(who, request, first)
        for entry in entries:
            self._play(entry)
        self._look_at_phones(who if isinstance(request, c.Play) else None, had_phone, acted, handing)

    def _look_at_phones(self, moved: Any, had_phone: list[int], acted: set[int], handing: list[Entry]) -> None:
        """Whoever has done what they had a phone for has it no more if somebody else's turn it is, or something of
        theirs lies face down."""
        handed = [entry.what["player"] for entry in handing]
        for player in had_phone:
            if player not in [*self.in_front, *handed] or len(self.at_phone_of(player)) < 2:
                continue
            acting = [other for other in self.at_phone_of(player) if other != player and self.acts(other)]
            is_done = bool(set(acting) - acted) or (moved == player and (bool(acting) or self._has_secret(player)))
            assert (player in handed) == (is_done and not self.acts(player)), (player, acting, acted)

    def _has_secret(self, player: int) -> bool:
        if self.playing is None:
            return False
        seats = [seat.player for seat in self.seats]
        return self.game.own(self.playing.state, seats.index(player)).secret is not None

    def moved_by_computers(self, entries: list[Entry]) -> None:
        """Some time has passed: these moves were made by computer players, and by the table after them."""
        for entry in entries:
            seat = self.seat(int(entry.by)) if entry.by.isdigit() else None
            if entry.what["what"] == "handed_on":
                self._play(entry)
                continue
            assert entry.what["what"] == "played"
            assert entry.by == "table" or (seat is not None and self.plays_itself(seat)), entry
            assert (self.status, self.paused) == ("playing", False), entry
            self._play(entry)

    def _becomes(self, request: Any) -> str:
        if isinstance(request, c.Remove):
            return "removed" if self._closes_a_seat(request.player) else "left"
        if isinstance(request, c.Undo):
            return "continued" if self.goes_on_anew() else "undone"
        return BECOMES[type(request)]

    def _seat_people(self, who: Any, request: Any, entry: Entry) -> None:
        match request:
            case c.Join(name, key):
                self._sit_down(" ".join(name.split()), key, None)
            case c.SitHere(name):
                [key, *_others] = [self._of(player).key for player in self.at_phone_of(who)]
                self._sit_down(" ".join(name.split()), key, None)
            case c.TakePhone(player):
                self.in_front.append(player)
            case c.AddComputer(mind):
                self._sit_down(entry.what["name"], "", mind)
            case c.AddPlayer(name):
                self._sit_down(" ".join(name.split()), "", "game_master")
            case c.Leave():
                self._leave(int(entry.by))
            case c.Remove(player, mind) if self._closes_a_seat(player):
                seat = self._of(player)
                seat.removed, seat.computer = True, seat.computer if mind is None else mind
                seat.lost = entry.number if seat.key else seat.lost
                self._take_remote(player)
                self._take_phone_from(player)
            case c.Remove(player):
                self._leave(player)
            case c.LetBack(player):
                seat = self._of(player)
                seat.removed, seat.computer = False, None if seat.key else seat.computer
            case c.Replace(player, mind):
                self._of(player).computer = mind
            case c.Rename(player, name):
                self._of(player).name = " ".join(name.split())
            case c.Recolour(player, colour):
                self._of(player).colour = colour
            case c.Arrange(players):
                self.seats = [self._of(player) for player in players]
            case c.Ask(player, key, origin):
                self._make_room(player, origin)
                self.asking.append(Request(entry.number, player, key, origin))
            case c.Allow(ask) | c.Deny(ask):
                asked = next(asking for asking in self.asking if asking.ask == ask)
                if isinstance(request, c.Allow):
                    self._let_in(asked, entry.number)
                else:
                    self.asking.remove(asked)
            case c.AllowAll(asks):
                assert entry.what["asks"] == [asked.ask for asked in self._allowed(asks)]
                for asked in self._allowed(asks):
                    self._let_in(asked, entry.number)
            case c.Remote(player, on):
                self._take_remote(player)
                self.remotes += [player] if on else []
            case c.AddScreen(key):
                self.screens = [*self.screens, key][-3:]
            case c.ChooseGame(game):
                self._choose(game, entry)
            case c.SetOption(option, value):
                assert entry.what["options"] == self.opened["options"] | {option: value}
                self.opened = self.opened | {"options": entry.what["options"]}
            case c.OwnGuides(of):
                self.own_guides = of
                for seat in self.everybody:
                    seat.printed = False
            case c.PrintedGuides(player, on):
                seat = self._of(player)
                if not on and self.has_printed(seat):
                    for other in self.everybody:
                        other.printed = self.has_printed(other)
                    self.own_guides = "none"
                seat.printed = on
            case c.OwnDice(on):
                self.own_dice = on
            case c.Lock(on):
                self.locked = on
            case c.Watch(on):
                self.watching = on
            case c.Pause(on):
                self.paused = on
            case c.SetPace(pace):
                self.pace = pace
            case c.Consent(on):
                self.consent = on
            case c.Share(on):
                self.sharing = on
            case c.Fun(on):
                self.fun = on
            case c.Coach(on):
                self.coach = on
            case c.Odds(on):
                self.odds = on
            case c.TakeOver(key):
                self.game_master, self.screens = key, []

    def _of(self, player: int) -> Seat:
        seat = self.seat(player)
        assert seat is not None
        return seat

    def _sit_down(self, name: str, key: str, computer: str | None) -> None:
        self.players_so_far += 1
        colour = min({*range(6)} - {seat.colour for seat in self.everybody})
        sits = self.seats if self.status == "lobby" else self.waiting
        at_it = [seat.player for seat in self.everybody if key and seat.key == key]
        self.in_front += at_it if len(at_it) == 1 else []
        sits.append(Seat(self.players_so_far, name, colour, key, computer))

    def _let_in(self, asked: Request, number: int) -> None:
        self.asking.remove(asked)
        seat = self._of(asked.player)
        seat.computer = None if seat.computer == "game_master" and not seat.key else seat.computer
        seat.lost = number if seat.key else seat.lost
        self._part(seat)
        seat.key, seat.removed = asked.key, False
        self._take_phone_from(asked.player)

    def _part(self, seat: Seat) -> None:
        if self.status != "lobby" and seat.key and [other.key for other in self.everybody].count(seat.key) > 1:
            self.parted.append(seat.key)

    def _take_phone_from(self, player: int) -> None:
        self.in_front = [other for other in self.in_front if other != player]

    def _take_remote(self, player: int) -> None:
        self.remotes = [remote for remote in self.remotes if remote != player]

    def _choose(self, game: str, entry: Entry) -> None:
        """The same people; computer players become those of the other game, in order."""
        old = self.minds()
        self.opened = self.opened | {part: entry.what[part] for part in ("game", "box", "options")}
        assert self.opened["game"] == game
        for seat in self.seats:
            if seat.computer in old:
                seat.computer = self.minds()[min(old.index(seat.computer), len(self.minds()) - 1)]
        self.previous = None

    def _leave(self, player: int) -> None:
        self._part(self._of(player))
        self.seats = [seat for seat in self.seats if seat.player != player]
        self.waiting = [seat for seat in self.waiting if seat.player != player]
        self._take_remote(player)
        self._take_phone_from(player)
        self.asking = [asking for asking in self.asking if asking.player != player]

    def _make_room(self, player: int, origin: str) -> None:
        """Two may ask for a seat from one address, six for any, and twelve in all; then older ones give way."""
        own = [asking for asking in self.asking if origin and asking.origin == origin]
        same = [asking for asking in own if asking.player == player]
        if len(same) >= 2:
            self.asking.remove(same[0])
        elif len(own) >= 6:
            self.asking.remove(own[0])
        elif len(self.asking) >= 12:
            origins = [asking.origin for asking in self.asking]
            busiest = max(origins, key=origins.count)
            self.asking.remove(next(asking for asking in self.asking if asking.origin == busiest))

    # The game that is on

    def _play(self, entry: Entry) -> None:
        what = entry.what
        self.number = entry.number
        self.seeds += [what[name] for name in ("seed", "next_seed") if what.get(name)]
        match what["what"]:
            case "begun":
                self.playing, self.moves, self.continued_at = self._begin([]), [], 0
                self.taken_back, self.previous = [], None
                self.games, self.paused, self.seed = self.games + 1, False, what["seed"]
                self.in_front = []
            case "handed_on":
                self._take_phone_from(what["player"])
            case "cleared_away" | "ended":
                promised = {"seed": self.seed, "commitment": commitment(self.seed)}
                self.previous = {"ended": what["what"] == "ended", **promised}
                self.playing, self.moves, self.taken_back, self.paused = None, [], [], False
                self.seats, self.waiting, self.parted = self.everybody, [], []
            case "undone":
                assert what["standing"] == self.still_standing()
                self.taken_back.append(self.moves[what["standing"] :])
                self._take_back(what["standing"])
            case "redone":
                self.moves += self.taken_back.pop()
                self._take_back(len(self.moves))
            case "continued":
                assert what["standing"] == self.still_standing()
                self._take_back(what["standing"])
                assert self.playing is not None
                luck = Luck(what["seed"], what.get("salt", ""))
                dealt = self.game.dealt_anew([move.move for move in self.moves], self.playing.state, luck)
                for move, anew in zip(self.moves, dealt, strict=True):
                    move.move = anew
                self._take_back(what["standing"])
                self.continued_at, self.taken_back = what["standing"], []
                self.games, self.paused, self.seed = self.games + 1, False, what["seed"]
            case "played":
                assert self.playing is not None
                move = convert(what["move"], self.game.TYPES.move)
                typed = what.get("typed", False)
                is_the_tables = typed and not (isinstance(move, self.game.LAID) and self._lies_on_a_phone())
                revealed = self.game.reveals(self.playing.play(move)) and not is_the_tables
                along = what.get("along", False)
                self.moves.append(Move(move, entry.by, self._is_decided(entry), revealed, typed, along, entry.number))
                self.taken_back = []
        self._hide()

    def _lies_on_a_phone(self) -> bool:
        since = [
            number for number, move in enumerate(self.moves) if move.revealed or isinstance(move.move, self.game.DRAWN)
        ]
        laid = self.moves[since[-1] + 1 if since else 0 :]
        return any(isinstance(move.move, self.game.LAID) and move.decided and not move.typed for move in laid)

    def _is_decided(self, entry: Entry) -> bool:
        return entry.by != "table" and not entry.command.startswith("computer.")

    def _take_back(self, standing: int) -> None:
        self.moves = self.moves[:standing]
        self.playing = self._begin([move.move for move in self.moves])

    def _begin(self, moves: list[Any]) -> Playing:
        return played(self.opened, len(self.seats), moves) if moves else begin(self.opened, len(self.seats))

    def _hide(self) -> None:
        state = None if self.playing is None else self.playing.state
        self.hidden[self.number] = hide(self.game.NAME, [str(seat.player) for seat in self.seats], state)
        before = None if self.previous is None else self.previous["seed"]
        self.public[self.number] = {"lobby": before, "over": self.seed}.get(self.status)

    # What screens are told

    def can(self, who: Any) -> list[str]:
        whose = {GAME_MASTER} if self.is_host(who) else set()
        whose |= {ONESELF} if isinstance(who, int) else {SCREEN} if who == "game_master" else set()
        closed = set() if self.taken_back else {"redo"}
        is_open = not self.locked and not self._full()
        closed |= set() if is_open else {"sit_here"}
        if isinstance(who, Handed):
            return [name for name in ("sit_here", "take_phone") if name not in closed]
        whose |= {PHONE} if isinstance(who, int) else set()
        closed |= {"take_phone"} if len(self.at_phone_of(who)) > 1 else {"take_phone", "hand_on"}
        closed |= {"leave"} if self.status != "lobby" and self.plays(who) else set()
        return [
            name
            for name, (who_may, when, _code) in WHO_AND_WHEN.items()
            if whose & {*who_may} and self.status in when and name not in closed
        ]

    def table_seen(self) -> dict[str, Any]:
        """The table as everybody is told of it."""
        return {
            "code": self.code,
            "game": self.game.NAME,
            "status": self.status,
            "paused": self.paused,
            "locked": self.locked,
            "watching": self.watching,
            "pace": self.pace,
            "games": self.games,
            "players": [self._seated(seat) for seat in self.seats],
            "waiting": [self._seated(seat) for seat in self.waiting],
            "remotes": self.remotes,
            "seed": self.seed if self.status == "over" else None,
            "previous": self.previous if self.status == "lobby" else None,
            "next_commitment": commitment(self.seeds[-1]),
            "typed_dice": self.typed_dice(),
            "consent": self.consent,
            "fun": self.fun,
            "coach": self.coach,
            "odds": self.odds,
            "sharing": self.sharing,
            "own_dice": self.own_dice,
            "own_guides": self.own_guides,
            "printed_guides": [seat.player for seat in self.everybody if self.game.LAID and self.has_printed(seat)],
            "dice_of": self.dice_of(),
        }

    @staticmethod
    def _seated(seat: Seat) -> dict[str, Any]:
        names = ("player", "name", "colour", "computer", "removed")
        return {name: getattr(seat, name) for name in names}

    def own_seen(self, who: Any, key: str) -> dict[str, Any]:
        """What only this viewer is told, but for the game and its moves."""
        is_host, standing = self.is_host(who), self.still_standing()
        names = {seat.player: seat.name for seat in self.everybody}
        return {
            "you": who if isinstance(who, int) else None,
            "at_phone": self.at_phone(who),
            "is_host": is_host,
            "can": self.can(who),
            "takes_back": named(self.moves[standing:], self.seats) if is_host and standing is not None else None,
            "brings_back": named(self.taken_back[-1], self.seats) if is_host and self.taken_back else None,
            "asking": [{"ask": a.ask, "player": a.player, "name": names[a.player]} for a in self.asking if is_host],
            "asking_for": next((asking.player for asking in self.asking if asking.key == key), None),
        }

    def at_phone(self, who: Any) -> list[dict[str, Any]]:
        players = self.at_phone_of(who)
        is_shared = len(players) > 1 or isinstance(who, Handed)
        return [{"player": player, "acts": self.acts(player)} for player in players] if is_shared else []

    def stands_in_for(self, who: Any) -> list[int]:
        """The players for whom they play now."""
        if not self.is_host(who) or self.status != "playing":
            return []
        return [seat.player for seat in self.seats if seat.computer == "game_master"]

    def viewer(self, who: Any) -> Any:
        """As whom the rules know them."""
        seats = {seat.player: number for number, seat in enumerate(self.seats)}
        return seats.get(who, "spectator") if isinstance(who, int) else who

    def dice_of(self) -> int | None:
        """Who is to have the table roll."""
        if self.playing is None or self.status != "playing" or self.playing.state.awaiting:
            return None
        state = self.playing.state
        due = [move for move in self.game.DUE.values() if not self.own_dice or move.do == "shuffle"]
        able = [
            seat.player
            for number, seat in enumerate(self.seats)
            if any(move in due for move in self.game.own(state, number).can)
        ]
        assert len(able) <= 1
        return able[0] if able else None

    def computers_move(self) -> bool:
        """Whether time alone brings the game on."""
        if self.playing is None or self.status != "playing" or self.paused:
            return False
        awaited = [self.seats[seat] for seat in self.playing.state.awaiting]
        if (dice_of := self.dice_of()) is not None:
            awaited.append(self._of(dice_of))
        return any(self.plays_itself(seat) for seat in awaited)

    def typed_dice(self) -> int:
        """The newest throw of all dice, and what was thrown again since then."""
        lying: list[bool] = []
        for move in self.moves:
            dice = len(getattr(move.move, "dice", ()))
            if dice:
                lying = [move.typed] * dice + lying[dice:]
        return sum(lying)


@dataclass
class Sent:
    """Away, with this code."""

    code: str


def named(moves: list[Move], seats: list[Seat]) -> dict[str, Any]:
    """Moves that are taken or brought back, as a host is told of them."""

    def number_of(by: str) -> int | str:
        return int(by) if by.isdigit() else by

    lost: dict[int | str, int] = {}
    for move in moves:
        if move.decided:
            by = number_of(move.by)
            if move.typed and tag(move.move) == "choose":
                by = seats[move.move.seat].player
            lost[by] = lost.get(by, 0) + 1
    return {
        "by": number_of(moves[0].by),
        "do": tag(moves[0].move),
        "moves": len(moves),
        "lost": [{"by": by, "moves": count} for by, count in lost.items()],
    }


def tag(request: Any) -> str:
    return str(request.__struct_config__.tag)
