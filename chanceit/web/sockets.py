"""The socket of a screen: decodes what it sends, hands it to the room, and answers."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import parse_qs

import msgspec
from django.conf import settings
from msgspec import Meta, Struct

from chanceit.live import gate, messages, metrics
from chanceit.live.house import house
from chanceit.live.room import FAILED, UNKNOWN, Room, Uncertain, new_epoch
from chanceit.table import commands as c
from chanceit.table.authority import command_of, names_commands
from chanceit.table.state import Actor, Handed
from chanceit.web import rates
from chanceit.web.outlet import Outlet
from chanceit.web.visitors import Visitor, handshake
from rules.refusals import Refusal, _

logger = logging.getLogger("chanceit.sockets")

# A dollar alone would let a line break pass at the end.
CommandId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,40}$(?!\n)")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
AskId: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]
LONGEST = 8_000
"""Characters of a frame. The longest honest one, a drawing of many squares, is far below this."""
MOST_WAITING = 40
"""Commands of one socket that may wait for their answers."""
REFUSED_CONNECTION = 4000


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The base of all frames that a screen may send."""


class Play(Frame, frozen=True):
    """A move."""

    id: CommandId
    move: msgspec.Raw


class Manage(Frame, frozen=True):
    """Something about the table."""

    id: CommandId
    do: c.AnyCommand


class ReadStory(Frame, frozen=True, tag="story"):
    """What has happened after that number."""

    since: Number = 0


class LookAtUndoing(Frame, frozen=True, tag="undoing"):
    """For a host: what would be taken back by `undo` with that `before`? The answer, or a refusal, names the id."""

    id: CommandId
    before: Number


class ReadDraws(Frame, frozen=True, tag="draws"):
    """After a game: what its draws were made from, from that one on."""

    since: Number = 0


class Cup(Frame, frozen=True):
    """This device throws in random bits whenever the table draws."""


class Throw(Frame, frozen=True):
    """Its random bits, when it was asked for them."""

    ask: AskId
    bits: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]


class Agree(Frame, frozen=True):
    """Whether this player agrees to taking something back."""

    ask: AskId
    yes: bool


class Told(Frame, frozen=True):
    """This screen has told everything up to that number."""

    number: Number


class Skip(Frame, frozen=True):
    """The host has seen enough of what is told: all screens take everything up to that number as told."""

    number: Number


class Introduce(Frame, frozen=True):
    """In the lobby: the host has all screens show newcomers how the game goes, or ends that. It changes nothing."""

    on: bool


class Guess(Frame, frozen=True):
    """What this player thinks will come, of what they may guess at now. A refusal names the id; the answer is a message
    `guesses`."""

    id: CommandId
    what: Annotated[str, Meta(max_length=40)]
    answer: Annotated[int, Meta(ge=0, le=100)]


class React(Frame, frozen=True):
    """Shown to all at the table for a moment; `again`, the wish for another game, until it begins. A refusal names the
    id."""

    id: CommandId
    what: Literal["clap", "laugh", "gasp", "love", "cheer", "cry", "again"]


class Advise(Frame, frozen=True):
    """The coach is asked what they would do in this player's place. The answer is a message `advice` with this id, or a
    refusal."""

    id: CommandId


class Ping(Frame, frozen=True):
    pass


AnyFrame: TypeAlias = (
    Play
    | Manage
    | ReadStory
    | LookAtUndoing
    | ReadDraws
    | Cup
    | Throw
    | Agree
    | Told
    | Skip
    | Introduce
    | Guess
    | React
    | Advise
    | Ping
)
decode = msgspec.json.Decoder(AnyFrame).decode

BAD_FRAME = partial(Refusal, "bad_frame", _("This message cannot be read."))
NOT_FOR_YOU = partial(Refusal, "not_yours", _("Only those at the table, and those who may watch, can see this."))
_at_address: Counter[str] = Counter()


async def table_socket(scope: Any, receive: Any, send: Any) -> None:
    """One screen at one table, as an ASGI application."""
    socket = TableSocket(scope)
    try:
        while True:
            message = await receive()
            match message["type"]:
                case "websocket.receive":
                    socket.receive(message.get("text"))
                case "websocket.connect":
                    await send({"type": "websocket.accept"})
                    await socket.connect()
                case "websocket.disconnect":
                    return
    finally:
        socket.leave()


class TableSocket:
    """`role` is what the page says it is; the key in the cookie says whether it may be."""

    def __init__(self, scope: Any) -> None:
        self.visitor = Visitor(handshake(scope))
        self.role: str = scope["url_route"]["kwargs"]["role"]
        self.code: str = scope["url_route"]["kwargs"]["code"]
        self.key = self.visitor.key(self.code, self.role)
        self.language = self.visitor.language
        self.address = self.visitor.address
        self.seen = seen_of(scope["query_string"])
        self.actor: Actor = "door"
        self.has_cup = False
        self.has_told = 0
        self.epoch = ""
        self.room: Room | None = None
        self.outlet: Outlet = scope["outlet"]
        self._frames = rates.Bucket(rates.FRAMES)
        self._waiting: set[str] = set()
        self._reading: asyncio.Future[None] | None = None
        self._is_counted = False
        self._missed_a_view = False

    # Coming and going

    async def connect(self) -> None:
        self.outlet.on_ready = self._is_ready
        try:
            room, actor = await self._come_in()
        except Refusal as refusal:
            self.shut(refusal)
            return
        except Exception:
            logger.exception("a screen could not come in", extra={"table": self.code})
            self.shut(FAILED())
            return
        self.actor = actor
        self.room = room
        room.enter(self)

    async def _come_in(self) -> tuple[Room, Actor]:
        self._count()
        room = await house().room(self.code)
        if room is None:
            await rates.check(rates.SOCKETS, self.address)
            await rates.check(rates.MISSES, self.address)
            raise Refusal("no_such_table", _("There is no table {table}."), table=self.code)
        actor = self.visitor.at(room.table, self.role)
        if self.seen > room.table.number or isinstance(actor, Refusal):
            # Another process may know more.
            await house().caught_up(room)
            actor = self.visitor.at(room.table, self.role)
        await rates.check(rates.SOCKETS, self.visitor.counted_by(room.table, self.role))
        if isinstance(actor, Refusal):
            raise actor
        if settings.RATES:
            same = sum(screen.actor == actor for screen in room.screens)
            if same >= (rates.SPECTATORS_OF_TABLE if actor in ("spectator", "door") else rates.SOCKETS_OF_SEAT):
                raise rates.TooMany
        if room.is_gone or room.in_doubt:
            raise Refusal("busy", _("Too much is going on at this table. Try again."))
        if self.seen > room.table.number:
            # The log is the truth: if a screen has seen more than it holds, an older one was brought back.
            self.epoch = new_epoch()
        return room, actor

    def _count(self) -> None:
        if settings.RATES and _at_address[self.address] >= rates.SOCKETS_OF_ADDRESS:
            raise rates.TooMany
        _at_address[self.address] += 1
        metrics.SOCKETS.inc()
        self._is_counted = True

    def leave(self) -> None:
        self.outlet.done()
        if self._is_counted:
            self._is_counted = False
            metrics.SOCKETS.dec()
            _at_address[self.address] -= 1
            if not _at_address[self.address]:
                del _at_address[self.address]
        room, self.room = self.room, None
        if room is not None:
            room.leave(self)

    # What the screen is sent

    def show(self, message: bytes) -> None:
        self.outlet.send(message)

    def show_view(self, message: bytes) -> None:
        if self.outlet.is_full:
            self._missed_a_view = True
        else:
            self.outlet.send(message)

    def _is_ready(self) -> None:
        if self._missed_a_view and self.room is not None:
            self._missed_a_view = False
            self.show_view(self.room.encoded_view(self))

    def _answer(self, message: messages.Message) -> None:
        self.outlet.send(messages.encode(message))

    def shut(self, refusal: Refusal) -> None:
        """Says why, then closes; the page knows by the code whether to come back."""
        self.room = None
        metrics.REFUSALS.labels(refusal.code).inc()
        self._answer(gate.closed(refusal, self.language))
        self.outlet.close(REFUSED_CONNECTION)

    # What the screen sends

    def receive(self, text: str | None) -> None:
        room = self.room
        if room is None:
            return
        if settings.RATES and not self._frames.take():
            self.leave()
            self.shut(rates.TooMany())
            return
        try:
            if text is None or len(text) > LONGEST:
                raise BAD_FRAME()
            try:
                frame = decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise BAD_FRAME() from None
            self._take_up(room, frame)
        except Refusal as refusal:
            self._refuse(None, refusal)
        except Exception:
            logger.exception("a frame failed", extra={"table": room.code})
            self._refuse(None, FAILED())

    def _take_up(self, room: Room, frame: AnyFrame) -> None:
        match frame:
            case Play(id, move):
                self._carry_out(room, c.Play(move), id)
            case Manage(id, do):
                self._carry_out(room, do, id)
            case Ping():
                self.outlet.send(PONG)
            case Throw(ask, bits):
                room.answer(ask, self.actor, bits)
            case Agree(ask, yes):
                room.answer(ask, self.actor, yes)
            case Told(number):
                room.tell(self, number)
            case Skip(number):
                rates.check_here(rates.SKIPPING, self._who())
                room.skip(self.actor, number)
            case Introduce(on):
                rates.check_here(rates.SKIPPING, self._who())
                room.introduce(self.actor, on)
            case Guess(id, what, answer):
                self._for_fun(id, lambda: room.guesses.guess(self.actor, what, answer), (rates.GUESSING, self._who()))
            case React(id, what):
                bounds = (rates.REACTING, self._who()), (rates.REACTIONS, self.code)
                self._for_fun(id, lambda: room.react(self.actor, what), *bounds)
            case LookAtUndoing(id, before):
                self._look_at_undoing(room, id, before)
            case Advise(id):
                self._for_fun(id, lambda: room.coach.ask(self, id), (rates.ADVISING, self._who()))
            case Cup():
                if isinstance(self.actor, int | Handed) or self.actor == "game_master":
                    self.has_cup = True
            case ReadStory() | ReadDraws():
                if self.actor == "door":
                    raise NOT_FOR_YOU()
                rates.check_here(rates.READING, self._who())
                if self._reading is not None and not self._reading.done():
                    raise rates.TooMany
                self._reading = asyncio.ensure_future(self._read(room, frame))

    def _look_at_undoing(self, room: Room, id: str, before: int) -> None:
        try:
            rates.check_here(rates.READING, self._who())
            self._answer(room.look_at_undoing(self.actor, id, before))
        except Refusal as refusal:
            self._refuse(id, refusal)

    def _for_fun(self, id: str, do: Callable[[], None], *bounds: tuple[rates.Rate, str]) -> None:
        try:
            for rate, who in bounds:
                rates.check_here(rate, who)
            do()
        except Refusal as refusal:
            self._refuse(id, refusal)

    async def _read(self, room: Room, frame: ReadStory | ReadDraws) -> None:
        try:
            if isinstance(frame, ReadDraws):
                self._answer(await room.draws(frame.since))
            else:
                self._answer(await room.story(frame.since))
        except Refusal as refusal:
            self._refuse(None, refusal)
        except Exception as error:
            logger.error("a story could not be told", extra={"table": room.code, "reason": repr(error)})
            self._refuse(None, FAILED())

    def _who(self) -> str:
        """By what this screen is counted; see `Visitor.counted_by`."""
        return self.key if isinstance(self.actor, int | Handed) or self.actor == "game_master" else self.address

    def _carry_out(self, room: Room, request: c.Request, id: str) -> None:
        try:
            rates.check_here(rates.COMMANDS, self._who())
            if isinstance(request, c.Undo):
                rates.check_here(rates.UNDOING, self.code)
            if len(self._waiting) >= MOST_WAITING:
                raise rates.TooMany
        except Refusal as refusal:
            self._refuse(id, refusal)
            return
        self._waiting.add(id)
        name = command_of(names_commands(room.table, self.actor), id)
        answer = room.request(self.actor, request, name, self)
        if answer.done():
            self._answer_to(id, answer)
        else:
            answer.add_done_callback(lambda done: self._answer_to(id, done))

    def _answer_to(self, id: str, answer: asyncio.Future[int]) -> None:
        self._waiting.discard(id)
        error = answer.exception()
        if error is None:
            self._answer(messages.Done(id, answer.result()))
        elif isinstance(error, Uncertain):
            self._answer(gate.unknown(error, self.language, id))
        elif isinstance(error, Refusal):
            self._refuse(id, error)
        else:
            logger.error("a request failed", extra={"table": self.code, "reason": repr(error)})
            self._answer(gate.unknown(UNKNOWN(), self.language, id))

    def _refuse(self, id: str | None, refusal: Refusal) -> None:
        metrics.REFUSALS.labels(refusal.code).inc()
        self._answer(gate.refused(refusal, self.language, id))


PONG = messages.encode(messages.Pong())


def seen_of(query: bytes) -> int:
    """The newest number that this screen has had, as its address says: /ws/BCDF/phone?seen=17."""
    seen = parse_qs(query.decode("latin1")).get("seen", ["0"])[0]
    return int(seen) if seen.isdecimal() and len(seen) < 10 else 0
