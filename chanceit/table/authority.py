"""The one authority: whatever changes a table passes `carry_out`, is stored by `chanceit.table.storing`, and only then
told.

`carry_out` checks a request against the table and gives the entries it becomes. It is pure but for the seed of a new
game. `chanceit.live` does this for live tables, many at a time; `storing.play` for one, for commands and imports.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from msgspec.structs import replace

from chanceit.table import commands as c
from chanceit.table import log
from chanceit.table.managing import goes_on_anew, manage, still_standing, tag_of
from chanceit.table.state import (
    GAME_MASTER_PLAYS,
    NOBODY_PLAYS,
    Actor,
    Entry,
    Handed,
    Seated,
    TableState,
    follow,
    moves_of,
)
from rules.luck import Luck, new_seed
from rules.parts import Due, Move, Viewer, seat_of
from rules.refusals import Refusal, _
from rules.thinking import ToThink


def carry_out(
    table: TableState, actor: Actor, request: c.Request, command: str, brought: c.Brought = c.NOTHING
) -> tuple[TableState, list[Entry]]:
    """Checks a request and gives the table after it, with the entries to be stored. Raises a Refusal.

    What the table does by itself, such as a shuffle that is due, follows at once in entries of its own.
    """
    entries: list[Entry] = []
    before = table
    if table.closed:
        raise Refusal("closed", _("The host has closed this table for good."))
    if table.number >= settings.MOST_ENTRIES:
        raise Refusal("too_long", _("So much has happened at this table that it is full. Please open a new one."))
    if isinstance(request, c.Import):
        table = _import(table, entries, request, command)
    else:
        if isinstance(request, c.Play):
            what: log.AnyWhat | tuple[log.Played, ...] = _play(table, actor, request, brought)
        else:
            what = manage(table, actor, request, brought)
        for number, one in enumerate(what if isinstance(what, tuple) else (what,)):
            name = own_command(command, number) if number else command
            by = one.player if isinstance(one, log.InFront) else by_whom(actor)
            table = append(table, entries, Entry(table.number + 1, name, by, one))
    while table.status == "playing" and not table.paused and table.game.is_automatic(table.on.state):  # type: ignore[union-attr]
        number = table.number + 1
        drawn = _drawn(table, table.on.last_salt)  # type: ignore[union-attr]
        table = append(table, entries, Entry(number, own_command("table", number), "table", drawn))
    for player in _done_with_phone(before, table, entries):
        number = table.number + 1
        table = append(table, entries, Entry(number, own_command("phone", number), "table", log.HandedOn(player)))
    return table, entries


def _done_with_phone(before: TableState, table: TableState, entries: list[Entry]) -> list[int]:
    """Who has done what they had a shared phone for: it is handed on by itself.

    Unless they have more to do, that is when something of theirs lies face down now, or when it is another's turn. Who
    looks at what lies there, out of turn, is not disturbed by others who play elsewhere.
    """
    done = []
    for player in table.in_front:
        others = [other for other in table.at_phone_of(player) if other != player]
        if not others or player not in before.in_front or acts(table, player):
            continue
        acting = [other for other in others if acts(table, other)]
        has_moved = any(entry.by == player and isinstance(entry.what, log.Played) for entry in entries)
        is_new = any(not acts(before, other) for other in acting)
        if is_new or (has_moved and (acting or _has_secret(table, player))):
            done.append(player)
    return done


def acts(table: TableState, player: int) -> bool:
    """Whether it is for this person, at their phone, to do something in the game."""
    seat = table.seat_of(player)
    if table.on is None or table.status != "playing" or seat is None or seat >= len(table.on.header.players):
        return False
    seated, awaiting = table.players[seat], table.on.state.awaiting
    if seated.removed or seated.computer is not None or (awaiting and seat not in awaiting):
        return False
    own: Any = table.game.own(table.on.state, seat)
    return any(not is_done_by_hand(table, move) for move in own.can)


def _has_secret(table: TableState, player: int) -> bool:
    seat = table.seat_of(player)
    if table.on is None or seat is None or seat >= len(table.on.header.players):
        return False
    own: Any = table.game.own(table.on.state, seat)
    return getattr(own, "secret", None) is not None


def by_whom(actor: Actor) -> log.By:
    if isinstance(actor, Handed):
        return actor.players[0]
    return actor if isinstance(actor, int) else "game_master" if actor == "game_master" else "table"


def command_of(actor: Actor, id: str) -> str:
    """The name of a person's command in the log. Nobody can name somebody else's, nor one of the server's own."""
    return f"{actor}:{id}"


def names_commands(table: TableState, actor: Actor) -> Actor:
    """After whom this actor's commands are named. For a shared phone it is always the same one of them: what is sent
    again is the same command, whoever has the phone by then."""
    return min(table.at_phone_of(actor), default=actor)


def own_command(*words: object) -> str:
    """The name of a command that the server gives itself. Ids of people have no dot."""
    return ".".join(map(str, words))


def append(table: TableState, entries: list[Entry], entry: Entry) -> TableState:
    table, events = follow(table, entry)
    entries.append(replace(entry, events=tuple(events)))
    return table


def _import(table: TableState, entries: list[Entry], request: c.Import, command: str) -> TableState:
    """Everybody sits down with the name in the record, the game begins, and the moves are made as they stand there."""
    if table.number != 1:
        raise Refusal("not_new", _("A record can only be laid out at a table that has just been opened."))

    def add(by: log.By, what: log.AnyWhat) -> None:
        nonlocal table
        number = table.number + 1
        table = append(table, entries, Entry(number, own_command(command, number), by, what))

    computers = dict(request.computers)
    for seat, join in enumerate(request.players):
        computer = computers.get(seat)
        add("game_master", log.Joined(seat + 1, join.name, seat, "" if computer else join.key, computer))
    add("game_master", log.Begun(new_seed(), request.created, imported=True))
    for move in request.moves:
        add(_whose_move(table, move), log.Played(msgspec.Raw(msgspec.json.encode(move))))
    if request.goes_on:
        standing = len(request.moves)
        add(
            "game_master",
            log.Continued(new_seed(), request.created, standing, next_seed=new_seed(), commitment=request.commitment),
        )
        if request.own_dice:
            add("game_master", log.OwnDiceRolled(True))
        for seat in request.printed:
            add("game_master", log.PrintedGuidesLaid(seat + 1, True))
        add("game_master", log.Paused(True))
    return table


def _whose_move(table: TableState, move: Move) -> log.By:
    """Who makes such a move at a table; a record does not say who rolled."""
    assert table.on is not None
    seat = seat_of(move)
    if seat is not None and table.game.may(table.on.state, seat, move):
        return table.players[seat].player
    return "game_master" if table.game.may(table.on.state, "game_master", move) else "table"


def _drawn(table: TableState, salt: str) -> log.Played:
    """The table's move that is due, as its seed gives it with this salt, or with the one first thrown in for it."""
    on = table.on
    assert on is not None
    salt = on.thrown.get(on.draws, salt)
    move = table.game.draw(on.state, Luck(on.seed, salt), on.draws)
    if move is None:
        raise Refusal("nothing_to_draw", _("There is nothing to roll or to shuffle now."))
    return log.Played(msgspec.Raw(msgspec.json.encode(move)), salt)


def _play(table: TableState, actor: Actor, request: c.Play, brought: c.Brought) -> log.Played:
    """A move of a phone, of the game-master screen or of a computer player."""
    if table.on is None or table.status != "playing":
        raise Refusal("no_game", _("There is no game going on at this table."))
    if table.paused:
        raise Refusal("paused", _("The game is paused."))
    game = table.game
    viewer = _who_plays(table, actor)
    try:
        data = msgspec.json.decode(request.move)
        due = game.DUE.get(data["do"]) if isinstance(data, dict) and data.keys() == {"do"} else None
        move: Move | Due = due if due is not None else moves_of(table.game_name).decode(request.move)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError):
        raise Refusal("bad_move", _("This is no move of the game.")) from None
    if is_rolled_by_hand(table, move):
        raise Refusal("own_dice", _("Real dice are rolled at this table. The host types them in."))
    if is_laid_by_hand(table, move):
        raise Refusal("own_guides", _("The guide cards are printed ones here. The host enters what they show."))
    if not (
        game.may(table.on.state, viewer, move)
        or (actor in table.remotes and game.may(table.on.state, "game_master", move))
        or _stands_in(table, actor, move)
        or (due is not None and rolls_for(table, actor, brought.free) is not None)
    ):
        if due is not None and _sits_here(table, actor) and has_dice(table) is not None:
            raise Refusal("not_yet", _("Somebody else has the dice. If they lie there for a while, you may roll them."))
        raise Refusal("not_yours", _("It is not your move."))
    if due is not None:
        if brought.draw is not None and brought.draw != (table.games, table.on.draws):
            raise Refusal("moved_on", _("Something else came first. Try again."))
        drawn = _drawn(table, brought.salt)
        if log.kind(drawn) != data["do"]:  # a late tap on "reroll" must not roll the next round's dice
            raise Refusal("not_now", _("It is too late, or too early, for that."))
        return drawn
    return log.Played(msgspec.Raw(msgspec.json.encode(move)), typed=isinstance(move, game.DRAWN))


def _who_plays(table: TableState, actor: Actor) -> Viewer:
    """A closed seat plays no more by its phone; a computer player who sits there does."""
    if isinstance(actor, int):
        seated = table.seated(actor)
        if seated.removed and not plays_itself(table, seated):
            raise Refusal("removed", _("The host has closed this seat."))
    return table.viewer(actor)


def _stands_in(table: TableState, actor: Actor, move: Move | Due) -> bool:
    """The game master plays for somebody who has left."""
    seat = seat_of(move)
    return (
        table.is_host(actor)
        and seat is not None
        and seat < len(table.players)
        and table.players[seat].computer == GAME_MASTER_PLAYS
        and table.game.may(table.on.state, seat, move)  # type: ignore[union-attr]
    )


def plays_itself(table: TableState, seated: Seated) -> bool:
    """Whether a computer player sits there, or nobody does."""
    return seated.computer == NOBODY_PLAYS or seated.computer in table.game.COMPUTER_PLAYERS


def is_rolled_by_hand(table: TableState, move: Move | Due) -> bool:
    """Whether real dice are rolled for this, which the host types in. Whatever is shuffled, the server shuffles."""
    if not table.own_dice or not isinstance(move, Due):
        return False
    return any(tag_of(drawn) == move.do and "dice" in drawn.__struct_fields__ for drawn in table.game.DRAWN)


def is_laid_by_hand(table: TableState, move: object) -> bool:
    """Whether a printed card is laid for this, which is entered with all others when they are turned up."""
    if not table.has_any_printed or not isinstance(move, table.game.LAID):
        return False
    seat = seat_of(move)
    return seat is not None and seat < len(table.players) and table.has_printed(table.players[seat])


def is_done_by_hand(table: TableState, move: Move | Due) -> bool:
    return is_rolled_by_hand(table, move) or is_laid_by_hand(table, move)


def has_dice(table: TableState) -> tuple[int, str] | None:
    """The player who is to have the table roll now, and what that is called; None where real dice are rolled."""
    if table.on is None or table.status != "playing" or table.on.state.awaiting:
        return None
    for seat, seated in enumerate(table.players):
        for move in table.game.own(table.on.state, seat).can:
            if isinstance(move, Due) and move.do in table.game.DUE and not is_rolled_by_hand(table, move):
                return seated.player, move.do
    return None


def rolls_for(table: TableState, actor: Actor, free: tuple[int, int] | None) -> int | None:
    """The player whose dice this actor may roll, because they have lain there for a while: see `Brought.free`."""
    if table.on is None or free != (table.games, table.on.draws) or not _sits_here(table, actor):
        return None
    lie_with = has_dice(table)
    return None if lie_with is None or lie_with[0] == actor else lie_with[0]


def _sits_here(table: TableState, actor: Actor) -> bool:
    return isinstance(actor, int) and table.seat_of(actor) is not None and not table.seated(actor).removed


def draw_asked_for(table: TableState, request: c.Request) -> tuple[int, int] | None:
    """The draw that this request makes the table do, as game and number: the devices throw in their bits for it.

    None if it asks for none, or if bits were thrown in for it before, so that they count.
    """
    on = table.on
    if isinstance(request, c.Begin):
        return table.games + 1, 0
    if isinstance(request, c.Undo):
        anew = on is not None and on.last is not None and goes_on_anew(table, still_standing(table, request))
        return (table.games + 1, 0) if anew else None
    if not isinstance(request, c.Play) or on is None or on.draws in on.thrown:
        return None
    try:
        data = msgspec.json.decode(request.move)
    except msgspec.DecodeError:
        return None
    is_due = isinstance(data, dict) and data.keys() == {"do"} and isinstance(data["do"], str)
    return (table.games, on.draws) if is_due and data["do"] in table.game.DUE else None


def computer_move(table: TableState, is_given_up: bool = False) -> tuple[int, bytes | ToThink] | None:
    """The next move of a computer player: whose, and the move. They see what a phone sees.

    Of one who takes its time, what it is to be asked; if that was given up, the move of whoever plays instead.
    """
    if table.status != "playing" or table.paused or table.on is None:
        return None
    minds = table.game.COMPUTER_PLAYERS
    for seat in table.on.state.awaiting:
        seated = table.players[seat]
        name = seated.computer or ""
        if is_given_up:
            name = table.game.THINKERS.get(name, name)
        mind = table.game.nobody if name == NOBODY_PLAYS else minds.get(name)
        if mind is not None:
            state, lots = table.on.state, f"{table.on.count}-{seat}"
            seen = table.game.shared(state), table.game.own(state, seat), table.on.box, table.on.options
            if name in table.game.THINKERS:
                return seated.player, ToThink(table.game_name, name, *seen, table.on.seed, lots)
            move = mind(*seen, Luck(table.on.seed).lots(lots))
            if move is not None:
                return seated.player, msgspec.json.encode(move)
    return None
