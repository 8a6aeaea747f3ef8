"""Who sits where, said a second time and in plain words: what a table should be after what was asked of it.

Nothing here knows the server but the words of its commands. `Sitting.refusal` says whether something is granted,
`Sitting.granted` what becomes of it, and `Sitting.table_seen` what a screen is then told of the table. The rules of the
games are not said a second time: the moves that stand are played again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec import convert

from chanceit.table import commands as c
from rules.luck import Luck
from rules.record import Playing
from rules.shelf import GAMES
from tests.web.history import Entry, Secret, begin, hide, played

ALWAYS = ("lobby", "playing", "over")
GAME_MASTER, ONESELF = "game master", "oneself"

WHO_AND_WHEN: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "begin": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "again": ((GAME_MASTER,), ("over",), "not_over"),
    "rename": ((GAME_MASTER, ONESELF), ALWAYS, ""),
    "recolour": ((GAME_MASTER, ONESELF), ALWAYS, ""),
    "arrange": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "leave": ((ONESELF,), ("lobby",), "seat_is_held"),
    "remove": ((GAME_MASTER,), ALWAYS, ""),
    "let_back": ((GAME_MASTER,), ALWAYS, ""),
    "add_computer": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
    "replace": ((GAME_MASTER,), ALWAYS, ""),
    "lock": ((GAME_MASTER,), ALWAYS, ""),
    "watch": ((GAME_MASTER,), ALWAYS, ""),
    "pause": ((GAME_MASTER,), ("playing",), "no_game"),
    "pace": ((GAME_MASTER,), ALWAYS, ""),
    "allow": ((GAME_MASTER,), ALWAYS, ""),
    "deny": ((GAME_MASTER,), ALWAYS, ""),
    "undo": ((GAME_MASTER,), ("playing", "over"), "no_game"),
    "consent": ((GAME_MASTER,), ("lobby",), "not_in_lobby"),
}
"""Each command: whose it is, when, and what is said at another time."""
NOT_OFFERED = {"not_yours"} | {code for _who, _when, code in WHO_AND_WHEN.values() if code}
"""How something is refused that `can` does not offer. What it offers may be refused for what was asked for in it."""

BECOMES = {
    c.Join: "joined",
    c.AddComputer: "joined",
    c.Leave: "left",
    c.LetBack: "removed",
    c.Replace: "replaced",
    c.Rename: "renamed",
    c.Recolour: "recoloured",
    c.Arrange: "arranged",
    c.Ask: "asked",
    c.Allow: "answered",
    c.Deny: "answered",
    c.Lock: "locked",
    c.Watch: "watching_allowed",
    c.Pause: "paused",
    c.SetPace: "paced",
    c.Consent: "consent_wanted",
    c.TakeOver: "game_master_moved",
    c.Begin: "begun",
    c.Again: "cleared_away",
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
    decided: bool
    """By a person."""
    revealed: bool
    typed: bool


@dataclass
class Sitting:
    """A table as it should be."""

    code: str
    opened: dict[str, Any]
    """The game, its box and its options, as in the log."""
    game_master: str
    """The hash of the key, as all keys here."""
    seats: list[Seat] = field(default_factory=list)
    asking: list[Request] = field(default_factory=list)
    number: int = 1
    players_so_far: int = 0
    locked: bool = False
    watching: bool = True
    paused: bool = False
    pace: str = "normal"
    consent: bool = True
    games: int = 0
    playing: Playing | None = None
    moves: list[Move] = field(default_factory=list)
    continued_at: int = 0
    """So many moves are those of an earlier game."""
    seeds: list[str] = field(default_factory=list)
    """Of all games, those to come included."""
    seed: str = ""
    """Of the game that is on."""
    hidden: dict[int, Secret] = field(default_factory=dict)
    """What was secret when an entry was the newest."""

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
        return next((seat for seat in self.seats if seat.player == player), None)

    def minds(self) -> list[str]:
        return list(self.game.COMPUTER_PLAYERS)

    # Whose key opens what

    def who(self, role: str, key: str) -> Any:
        """Who a screen with this key is, or the code with which it is sent away, as a `Sent`."""
        if role == "watch":
            return "spectator" if self.watching else Sent("no_watching")
        if role == "table":
            return "game_master" if key == self.game_master else Sent("not_yours")
        for seat in self.seats:
            if key and seat.key == key:
                return Sent("removed") if seat.removed else seat.player
        return "door" if any(asking.key == key for asking in self.asking) else Sent("not_yours")

    # What is granted

    def refusal(self, who: Any, request: Any, *, agreed: bool = True) -> str | None:
        """The code with which a request of this person is refused, or None. Of moves only what is not the rules'."""
        match request:
            case c.Play():
                return self._refusal_of_playing(who)
            case c.Join():
                if self.status != "lobby":
                    return "game_is_on"
                return "locked" if self.locked else self._name_refused(request.name) or self._full()
            case c.Ask(player):
                seat = self.seat(player)
                if seat is None:
                    return "no_such_player"
                return "computer_seat" if seat.computer is not None and not seat.key else None
            case c.TakeOver(_key, instead_of):
                return None if instead_of == self.game_master else "link_used"
        whose, when, otherwise = WHO_AND_WHEN[tag(request)]
        is_oneself = isinstance(who, int) and getattr(request, "player", who) == who
        if not ((who == "game_master" and GAME_MASTER in whose) or (is_oneself and ONESELF in whose)):
            return "not_yours"
        if self.status not in when:
            return otherwise
        if hasattr(request, "player") and self.seat(request.player) is None:
            return "no_such_player"
        return self._refused_by_what_is_asked(request, agreed)

    def _refusal_of_playing(self, who: Any) -> str | None:
        if self.status != "playing":
            return "no_game"
        if self.paused:
            return "paused"
        seat = self.seat(who) if isinstance(who, int) else None
        return "removed" if seat is not None and seat.removed and seat.computer not in self.minds() else None

    def _refused_by_what_is_asked(self, request: Any, agreed: bool) -> str | None:
        match request:
            case c.Begin() if len(self.seats) not in self.game.PLAYERS:
                return "bad_number_of_players"
            case c.Rename(player, name):
                return self._name_refused(name, player)
            case c.Recolour(_player, colour) if any(seat.colour == colour for seat in self.seats):
                return "colour_taken"
            case c.Arrange(players) if sorted(players) != sorted(seat.player for seat in self.seats):
                return "not_these_players"
            case c.AddComputer(mind):
                return self._full() if mind in self.minds() else "no_such_mind"
            case c.Replace(_player, mind) if mind is not None and mind not in [*self.minds(), "game_master"]:
                return "no_such_mind"
            case c.Allow(ask) | c.Deny(ask) if not any(asking.ask == ask for asking in self.asking):
                return "nobody_asks"
            case c.Undo():
                if self.still_standing() is None:
                    return "nothing_to_undo"
                return "not_agreed" if self.needs_consent() and not agreed else None
        return None

    def _full(self) -> str | None:
        return "full" if len(self.seats) >= self.game.PLAYERS[-1] else None

    def _name_refused(self, name: str, player: int | None = None) -> str | None:
        name = " ".join(name.split())
        if not 1 <= len(name) <= 20:
            return "bad_name"
        others = [seat.name for seat in self.seats if seat.player != player]
        return "name_taken" if name.casefold() in [other.casefold() for other in others] else None

    def still_standing(self) -> int | None:
        """How many moves an undo leaves, or None if there is nothing to take back."""
        decided = [count for count, move in enumerate(self.moves) if move.decided]
        return decided[-1] if decided else None

    def needs_consent(self) -> bool:
        standing = self.still_standing()
        assert standing is not None
        return self.consent and any(move.revealed for move in self.moves[standing:])

    def goes_on_anew(self) -> bool:
        standing = self.still_standing()
        return self.status == "over" or (standing is not None and standing < self.continued_at)

    # What becomes of it

    def granted(self, who: Any, request: Any, entries: list[Entry]) -> None:
        """The table after a request, which has become these entries: its own, then what the table does by itself."""
        first, *others = entries
        assert [entry.number for entry in entries] == [*range(self.number + 1, self.number + 1 + len(entries))]
        assert first.by == (str(who) if isinstance(who, int) or who == "game_master" else "table")
        assert first.what["what"] == self._becomes(request)
        assert all((entry.by, entry.what["what"]) == ("table", "played") for entry in others)
        self._seat_people(request, first)
        for entry in entries:
            self._play(entry)

    def moved_by_computers(self, entries: list[Entry]) -> None:
        """Some time has passed: these moves were made by computer players, and by the table after them."""
        for entry in entries:
            seat = self.seat(int(entry.by)) if entry.by.isdigit() else None
            assert entry.what["what"] == "played"
            assert entry.by == "table" or (seat is not None and seat.computer in self.minds()), entry
            self._play(entry)

    def _becomes(self, request: Any) -> str:
        if isinstance(request, c.Remove):
            return "left" if self.status == "lobby" else "removed"
        if isinstance(request, c.Undo):
            return "continued" if self.goes_on_anew() else "undone"
        return BECOMES[type(request)]

    def _seat_people(self, request: Any, entry: Entry) -> None:
        match request:
            case c.Join(name, key):
                self._sit_down(" ".join(name.split()), key, None)
            case c.AddComputer(mind):
                self._sit_down(entry.what["name"], "", mind)
            case c.Leave():
                self._leave(int(entry.by))
            case c.Remove(player) if self.status == "lobby":
                self._leave(player)
            case c.Remove(player):
                self._of(player).removed = True
            case c.LetBack(player):
                self._of(player).removed = False
            case c.Replace(player, mind):
                self._of(player).computer = mind
            case c.Rename(player, name):
                self._of(player).name = " ".join(name.split())
            case c.Recolour(player, colour):
                self._of(player).colour = colour
            case c.Arrange(players):
                self.seats = [self._of(player) for player in players]
            case c.Ask(player, key, origin):
                self._make_room(origin)
                self.asking.append(Request(entry.number, player, key, origin))
            case c.Allow(ask) | c.Deny(ask):
                asked = next(asking for asking in self.asking if asking.ask == ask)
                self.asking.remove(asked)
                if isinstance(request, c.Allow):
                    seat = self._of(asked.player)
                    seat.key, seat.removed = asked.key, False
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
            case c.TakeOver(key):
                self.game_master = key

    def _of(self, player: int) -> Seat:
        seat = self.seat(player)
        assert seat is not None
        return seat

    def _sit_down(self, name: str, key: str, computer: str | None) -> None:
        self.players_so_far += 1
        colour = min({*range(6)} - {seat.colour for seat in self.seats})
        self.seats.append(Seat(self.players_so_far, name, colour, key, computer))

    def _leave(self, player: int) -> None:
        self.seats.remove(self._of(player))
        self.asking = [asking for asking in self.asking if asking.player != player]

    def _make_room(self, origin: str) -> None:
        """Two may ask from one address, and twelve in all; then the older ones of the busiest address give way."""
        own = [asking for asking in self.asking if asking.origin == origin]
        if origin and len(own) >= 2:
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
                self.games, self.paused, self.seed = self.games + 1, False, what["seed"]
            case "cleared_away":
                self.playing, self.moves = None, []
            case "undone":
                assert what["standing"] == self.still_standing()
                self._take_back(what["standing"])
            case "continued":
                assert what["standing"] == self.still_standing()
                self._take_back(what["standing"])
                assert self.playing is not None
                luck = Luck(what["seed"], what.get("salt", ""))
                dealt = self.game.dealt_anew([move.move for move in self.moves], self.playing.state, luck)
                for move, anew in zip(self.moves, dealt, strict=True):
                    move.move = anew
                self._take_back(what["standing"])
                self.continued_at = what["standing"]
                self.games, self.paused, self.seed = self.games + 1, False, what["seed"]
            case "played":
                assert self.playing is not None
                move = convert(what["move"], self.game.MOVE)
                typed = what.get("typed", False)
                revealed = self.game.reveals(self.playing.play(move)) and not typed
                self.moves.append(Move(move, self._is_decided(entry.by), revealed, typed))
        self._hide()

    def _is_decided(self, by: str) -> bool:
        return by == "game_master" or (by.isdigit() and self._of(int(by)).computer not in self.minds())

    def _take_back(self, standing: int) -> None:
        self.moves = self.moves[:standing]
        self.playing = self._begin([move.move for move in self.moves])

    def _begin(self, moves: list[Any]) -> Playing:
        return played(self.opened, len(self.seats), moves) if moves else begin(self.opened, len(self.seats))

    def _hide(self) -> None:
        state = None if self.playing is None else self.playing.state
        self.hidden[self.number] = hide(self.game.NAME, [str(seat.player) for seat in self.seats], state)

    # What screens are told

    def can(self, who: Any) -> list[str]:
        whose = GAME_MASTER if who == "game_master" else ONESELF if isinstance(who, int) else ""
        return [
            name for name, (who_may, when, _code) in WHO_AND_WHEN.items() if whose in who_may and self.status in when
        ]

    def table_seen(self, who: Any, key: str) -> dict[str, Any]:
        """The table as this viewer is told of it, but for what follows from the game's luck."""
        names = {seat.player: seat.name for seat in self.seats}
        is_game_master = who == "game_master"
        return {
            "code": self.code,
            "game": self.game.NAME,
            "status": self.status,
            "paused": self.paused,
            "locked": self.locked,
            "watching": self.watching,
            "pace": self.pace,
            "games": self.games,
            "players": [
                {"player": s.player, "name": s.name, "colour": s.colour, "computer": s.computer, "removed": s.removed}
                for s in self.seats
            ],
            "you": who if isinstance(who, int) else None,
            "can": self.can(who),
            "asking": [{"ask": a.ask, "player": a.player, "name": names[a.player]} for a in self.asking]
            if is_game_master
            else [],
            "asking_for": next((asking.player for asking in self.asking if asking.key == key), None),
            "consent": self.consent,
            "seed": self.seed if self.status == "over" else None,
        }

    def stands_in_for(self) -> list[int]:
        """The players for whom the game master plays now."""
        return [seat.player for seat in self.seats if seat.computer == "game_master" and self.status == "playing"]

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


def tag(request: Any) -> str:
    return str(request.__struct_config__.tag)
