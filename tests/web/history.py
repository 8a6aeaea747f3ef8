"""What people at a table sent, heard and saw, held against the log that was stored: a checker in the manner of Jepsen.

Nothing here knows a server. `faults` gives a sentence for every promise of docs/protocol.md that a history breaks, and
nothing for one that keeps them all. `test_history.py` shows of each promise that breaking it is noticed.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.header import Header
from rules.luck import Luck
from rules.record import Playing
from rules.refusals import Refusal
from rules.shelf import GAMES

FINAL = ("no_such_table", "not_yours", "removed", "no_watching")
"""Codes of `closed` after which nobody comes back. Whoever has a seat or may watch must never hear them."""
BECOMES = {
    "begin": "begun",
    "again": "cleared_away",
    "rename": "renamed",
    "recolour": "recoloured",
    "lock": "locked",
    "pause": "paused",
    "pace": "paced",
    "undo": "undone",
    "consent": "consent_wanted",
}
"""What stands in the log for a command of `manage`."""


class Event(NamedTuple):
    """Something at a screen: a frame was `sent` or `got`, a socket was `lost`, or the page was `reloaded`."""

    at: float
    """By a clock that only grows."""
    who: str
    """A player's number, `game_master` or `spectator`: as in the log."""
    screen: int
    """A page, from its loading until it is reloaded, over as many sockets as that takes."""
    what: str
    text: str = ""

    @property
    def message(self) -> dict[str, Any]:
        return parsed(self.text)


@lru_cache(maxsize=20_000)
def parsed(text: str) -> dict[str, Any]:
    """Kept, because each check looks at all frames."""
    return json.loads(text)  # type: ignore[no-any-return]


class Entry(NamedTuple):
    """An entry of the log as it is stored."""

    number: int
    command: str
    by: str
    what: dict[str, Any]

    @property
    def id(self) -> str:
        """As it was sent; what stands before it says whose it is."""
        return self.command.rpartition(":")[2]

    @property
    def kind(self) -> str:
        return str(self.what["move"]["do"] if self.what["what"] == "played" else self.what["what"])


@dataclass
class History:
    """All that is known of one table."""

    code: str
    events: list[Event] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)
    fresh: dict[str, dict[str, Any]] = field(default_factory=dict)
    """At the very end: the view that each viewer gets from a server that has just read the log."""
    keys: list[str] = field(default_factory=list)
    """The secrets in the cookies of everybody here."""

    @property
    def got(self) -> list[tuple[Event, dict[str, Any]]]:
        return [(event, event.message) for event in self.events if event.what == "got"]

    @property
    def reloaded(self) -> set[int]:
        return {event.screen for event in self.events if event.what == "reloaded"}


def faults(history: History) -> list[str]:
    """What was promised and not kept, in sentences. Empty: nothing is wrong."""
    checks = (numbers, answers, views, ending, secrets)
    return [f"{history.code}: {fault}" for check in checks for fault in check(history)]


# The log


def numbers(history: History) -> Iterator[str]:
    """The log has no gap, and no command is in it twice."""
    has = [entry.number for entry in history.log]
    if has != list(range(1, len(has) + 1)):
        yield f"the log is not numbered from 1 without gaps: {has}"
    stored: dict[tuple[str, str], int] = {}
    for entry in history.log:
        first = stored.setdefault((entry.by, entry.id), entry.number)
        if first != entry.number:
            yield f"{entry.id} by {entry.by} is stored twice, at {first} and at {entry.number}"


def answers(history: History) -> Iterator[str]:
    """`done` is stored at that number and is what was sent; `refused` is not stored; nobody waits for ever."""
    stored = {(entry.by, entry.id): entry for entry in history.log}
    commands: dict[tuple[str, str], dict[str, Any]] = {}
    copies: Counter[tuple[str, str]] = Counter()
    waiting: dict[tuple[str, str], int] = {}
    for event in history.events:
        if event.what == "sent" and "id" in event.message:
            command = event.message
            commands[event.who, command["id"]] = command
            copies[event.who, command["id"]] += 1
            waiting[event.who, command["id"]] = event.screen
    for event, answer in history.got:
        kind = answer["type"]
        if kind not in ("done", "refused", "unknown"):
            continue
        id, who = answer["id"], event.who
        if (who, id) not in commands:
            yield f"{who} was answered {kind} to {id}, which they have not sent"
            continue
        entry = stored.get((who, id))
        named = f"{id} by {who} ({told_short(commands[who, id])})"
        if kind != "unknown":
            waiting.pop((who, id), None)
        if kind == "refused" and entry is not None:
            times = copies[who, id]
            yield f"{named} was refused ({answer['code']}), and is stored at {entry.number}; sent {times} times"
        if kind == "done" and entry is None:
            yield f"{named} was done at {answer['number']}, and is not stored"
        elif kind == "done" and entry is not None:
            if entry.number != answer["number"]:
                yield f"{named} was done at {answer['number']}, and is stored at {entry.number}"
            if not is_that(entry.what, commands[who, id]):
                yield f"{named} is stored at {entry.number} as something else: {entry.kind}"
    for (who, id), screen in waiting.items():
        if screen not in history.reloaded:
            yield f"{id} by {who} ({told_short(commands[who, id])}) was never answered for good"


def is_that(what: dict[str, Any], command: dict[str, Any]) -> bool:
    """Whether an entry is what this command asked for."""
    if command["type"] == "play":
        if what["what"] != "played":
            return False
        move, asked = what["move"], command["move"]
        # Whoever lets the server roll does not know the outcome.
        return move["do"] == asked["do"] if asked.keys() == {"do"} else without_none(move) == without_none(asked)
    do = command["do"]
    if do["do"] == "undo" and what["what"] == "continued":  # after the end a new game goes on
        return True
    return what["what"] == BECOMES[do["do"]] and all(what[name] == do[name] for name in do if name != "do")


def without_none(move: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in move.items() if value is not None}


def told_short(command: dict[str, Any]) -> str:
    return str(command["move"]["do"] if command["type"] == "play" else command["do"]["do"])


# What was seen


def views(history: History) -> Iterator[str]:
    """Views grow, tell of what is stored and of nothing else, and say the same to the same viewer."""
    newest: dict[tuple[int, str], int] = {}
    shown: dict[tuple[str, int], tuple[Any, Any]] = {}
    for event, message in history.got:
        if message["type"] == "closed" and message["code"] in FINAL:
            yield f"{event.who} was sent away: {message['code']}"
        for told in told_entries(message):
            entry = history.log[told["number"] - 1] if 0 < told["number"] <= len(history.log) else None
            if entry is None or (entry.by, entry.kind) != (str(told["by"]), told["do"]):
                yield f"{event.who} was told of {told['do']} by {told['by']} at {told['number']}, which is not stored"
        if message["type"] != "view":
            continue
        number, page = message["number"], (event.screen, message.get("epoch", ""))
        if number < newest.get(page, 0):
            yield f"screen {event.screen} of {event.who} went back from {newest[page]} to {number}"
        newest[page] = max(number, newest.get(page, 0))
        if number > len(history.log):
            yield f"{event.who} was shown {number}, and only {len(history.log)} are stored"
        before = shown.setdefault((event.who, number), seen(message))
        if before != seen(message):
            yield f"{event.who} was shown two different views of {number}: {difference(before, seen(message))}"


def ending(history: History) -> Iterator[str]:
    """In the end all screens show the newest entry, and what somebody sees who comes just now."""
    last: dict[int, tuple[Event, dict[str, Any]]] = {}
    for event, message in history.got:
        if message["type"] == "view":
            last[event.screen] = event, message
    for screen, (event, message) in last.items():
        if screen in history.reloaded:
            continue
        if message["number"] != len(history.log):
            yield f"screen {screen} of {event.who} ended at {message['number']}, and the log at {len(history.log)}"
        elif event.who not in history.fresh:
            yield f"{event.who} found no view at the end"
        elif seen(message) != seen(history.fresh[event.who]):
            yield f"{event.who} sees another view when loading anew: " + difference(
                seen(message), seen(history.fresh[event.who])
            )


def seen(message: dict[str, Any]) -> tuple[Any, ...]:
    """The present. What led to it differs from screen to screen."""
    return message["table"], message["view"], message["own"]


def told_entries(message: dict[str, Any]) -> list[dict[str, Any]]:
    return message.get("events" if message["type"] == "view" else "entries") or []


def difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Where two views differ, for whoever has to find out why."""
    parts = [
        f"{name} {here.get(name)!r:.200} / {there.get(name)!r:.200}"
        for here, there in zip(one, other, strict=True)
        if isinstance(here, dict) and isinstance(there, dict)
        for name in sorted(here.keys() | there.keys())
        if here.get(name) != there.get(name)
    ]
    return "; ".join(parts) or f"{one!r:.200} / {other!r:.200}"


# Secrets

FACE_DOWN = {"event", "seat", "again", "rule"}
"""What may be told of a guide card that was laid, or of a card that was picked."""


class Secret(NamedTuple):
    """What was hidden when an entry was the newest."""

    seats: list[str]
    """Whose seats, by player."""
    hands: dict[int, tuple[str, str]]
    """By seat: what only its owner sees, and that."""
    pile: str
    """The next cards or tiles, as they would stand in a frame."""
    is_over: bool


def is_put_away(history: History, number: int) -> bool:
    """Whether it is the lobby after a game, whose luck is no secret any more."""
    kinds = [entry.what["what"] for entry in history.log[:number]]
    games = [kind for kind in kinds if kind in ("begun", "continued", "cleared_away", "ended")]
    return games[-1:] in (["cleared_away"], ["ended"])


def secrets(history: History) -> Iterator[str]:
    """No key ever, no seed before the end, no order of a pile, and nothing of another's hand before it is revealed."""
    keys = [*history.keys, *(entry.what["key"] for entry in history.log if entry.what.get("key"))]
    seeds = [entry.what["seed"] for entry in history.log if entry.what["what"] in ("begun", "continued")]
    keys += [seed for entry in history.log if (seed := entry.what.get("seed", "")) and seed not in seeds]
    try:
        hidden = replay(history)
    except Refusal as refusal:
        yield f"the log cannot be replayed: {refusal}"
        return
    for event, message in history.got:
        if message.get("number", 0) > len(history.log):
            continue  # `views` names it; what it may hold nobody can say
        text = json.dumps(message, separators=(",", ":"))
        secret = hidden[message["number"]] if message["type"] == "view" else None
        named = f"{event.who} was sent, in {message['type']} {message.get('number', '')},"
        if any(key in text for key in keys):
            yield f"{named} a key"
        for game, seed in enumerate(seeds, start=1):
            is_public = secret is not None and (secret.is_over or is_put_away(history, message["number"]))
            if seed in text and not (is_public and message["table"]["games"] == game):
                yield f"{named} the seed of game {game}, which was not over"
        if secret is not None and secret.pile and secret.pile in text:
            yield f"{named} the order of the pile"
        for told in told_entries(message):
            yield from (f"{named} {leak}" for leak in leaks_of_events(told, hidden))
        if secret is not None and message["view"] is not None:
            yield from (f"{named} {leak}" for leak in leaks_of_hands(event.who, message, secret))


def leaks_of_hands(who: str, message: dict[str, Any], secret: Secret) -> Iterator[str]:
    """What all share holds no hand, and one's own only one's own."""
    for seat, (name, value) in secret.hands.items():
        if message["view"]["players"][seat][name] == value:
            yield f"the {name} of seat {seat}"
    own = message["own"]["game"]
    if own["secret"] is not None and (own["seat"] is None or secret.seats[own["seat"]] != who):
        yield f"the secret of seat {own['seat']}"


def leaks_of_events(told: dict[str, Any], hidden: dict[int, Secret]) -> Iterator[str]:
    secret = hidden[told["number"]]
    for sets in told.get("sets", ()):
        for seat, (name, value) in secret.hands.items():
            if sets.get(f"players.{seat}.{name}") == value:
                yield f"the {name} of seat {seat}"
    for event in told["events"]:
        match event["event"]:
            case "guide_laid" | "card_picked" if event.keys() - FACE_DOWN:
                yield f"more of {event['event']} than that it happened"
            case "guides_revealed" if secret.hands:
                yield "guide cards before all were laid"
            case "second_chance_dealt" if "tile" in event:
                yield f"the second chance of seat {event['seat']}"


def replay(history: History) -> dict[int, Secret]:
    """What was hidden at each number, by the rules and the log alone."""
    opened = history.log[0].what
    game = GAMES[opened["game"]]
    players: list[str] = []
    playing: Playing | None = None
    pile: list[str] = []
    hidden = {}
    for entry in history.log:
        what = entry.what
        is_fresh = entry.kind in ("shuffle", "begun", "continued")
        match what["what"]:
            case "joined":
                players.append(str(what["player"]))
            case "begun":
                playing = begin(opened, len(players))
            case "cleared_away" | "ended":
                playing = None
            case "played":
                assert playing is not None
                playing.play(msgspec.convert(what["move"], game.TYPES.move))
            case "undone" | "continued":
                assert playing is not None
                stand = playing.moves[: what["standing"]]
                playing = played(opened, len(players), stand)
                if what["what"] == "continued":
                    luck = Luck(what["seed"], what.get("salt", ""))
                    playing = played(opened, len(players), game.dealt_anew(stand, playing.state, luck))
        state = playing.state if playing is not None else None
        lies = pile_of(game.NAME, state)
        # What lay open before it was taken back is no secret any more.
        pile = lies if is_fresh else lies[len(lies) - same_end(pile, lies) :]
        hidden[entry.number] = hide(game.NAME, players, state, pile)
    return hidden


def played(opened: dict[str, Any], players: int, moves: list[Any]) -> Playing:
    playing = begin(opened, players)
    for move in moves:
        playing.play(move)
    return playing


def begin(opened: dict[str, Any], players: int) -> Playing:
    options = opened["options"] | GAMES[opened["game"]].options_of_table(players)
    return Playing(
        Header(
            format="chanceit/1",
            game=opened["game"],
            players=("",) * players,
            box=msgspec.Raw(msgspec.json.encode(opened["box"])),
            options=msgspec.Raw(msgspec.json.encode(options)),
        )
    )


def pile_of(game: str, state: Any) -> list[str]:
    if state is None or (game == "chance_it" and state.options.own_cards):
        return []  # J18: of printed cards nobody knows the order
    return [piece.id for piece in (state.pile if game == "chance_it" else state.deck)]


def same_end(one: list[str], other: list[str]) -> int:
    """How many at the end of both are the same."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return sum(1 for _pair in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def hide(game: str, players: list[str], state: Any, pile: list[str] | None = None) -> Secret:
    """`pile`: what of it nobody has seen; all, if nothing was taken back."""
    if pile is None:
        pile = pile_of(game, state)
    if state is None:
        return Secret(players.copy(), {}, "", False)
    hands = {}
    if game == "chance_it":
        if state.phase == "choose":
            hands = {
                seat: ("guide", player.guide)
                for seat, player in enumerate(state.players)
                if player.guide is not None and not player.bound
            }
    else:
        if state.phase == "second_chance":
            hands = {
                seat: ("tile", player.tile.id) for seat, player in enumerate(state.players) if player.tile is not None
            }
    # Four in a row are no accident.
    order = ",".join(f'"{piece}"' for piece in pile[:4]) if len(pile) >= 4 else ""
    return Secret(players.copy(), hands, order, state.result is not None)
