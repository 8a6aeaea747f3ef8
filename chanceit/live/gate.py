"""The one gate: what leaves the server for a screen.

A view has a part that all viewers of a table share, built and encoded once, and a small part of each viewer's own: a
secret can only be there. Both start empty and are filled with what may be seen. Logs, errors and pages use nothing
else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.utils import translation
from msgspec import UNSET, Struct
from msgspec.structs import replace

from chanceit.live.messages import (
    AskingSeen,
    AtPhone,
    Closed,
    Lost,
    OwnSeen,
    Previous,
    Refused,
    SeatedSeen,
    StandIn,
    TableSeen,
    TakenBack,
    Told,
    Unknown,
    View,
    Welcome,
    encode,
)
from chanceit.table import authority, log
from chanceit.table.managing import can, first_taken_back
from chanceit.table.state import GAME_MASTER_PLAYS, Actor, Entry, GameOn, Handed, Seated, Standing, TableState
from rules.luck import commitment
from rules.parts import Due, Highlight, Viewer, after, seat_of
from rules.refusals import Refusal

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
        own_box=own_box(table),
        options=table.game.read_options(table.options, table.game.PLAYERS[-1]) if on is None else on.options,
        players=(table.game.PLAYERS[0], table.game.PLAYERS[-1]),
        lobby_notes=[table.game.lobby_note(count) for count in range(table.game.PLAYERS[-1] + 1)],
        computer_players=list(table.game.COMPUTER_PLAYERS),
        has_odds=table.game.weigher() is not None,
        commitment=_promised(table),
    )


def own_box(table: TableState) -> str | None:
    if table.box == msgspec.json.encode(table.game.house_box()):
        return None
    return table.game.read_box(table.box).name


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
        encoded(table_seen(table)),
        NO_VIEW if table.on is None else encoded(table.game.shared(table.on.state)),
        encoded(_retold(entries, before)) if entries and before is not None else NO_EVENTS,
    )


def encoded(seen: Any) -> msgspec.Raw:
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
