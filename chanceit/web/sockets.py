"""The socket: decodes what a screen sends, hands it to the room, and answers."""

from __future__ import annotations

import logging
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Any, TypeAlias

import msgspec
from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.conf import settings
from django.utils import translation
from msgspec import Meta, Struct

from chanceit.keys import digest
from chanceit.live import gate
from chanceit.live.house import FAILED, Room, house, role_of
from chanceit.table import commands as c
from chanceit.table.state import Actor, Refused, story
from chanceit.web import rates
from rules.refusals import Refusal, _

logger = logging.getLogger("chanceit.web.sockets")

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
LONGEST = 8_000
"""Characters of a frame. The longest honest one is a tile of Second Chance, far below this."""


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


class Story(Frame, frozen=True):
    """What has happened after that number."""

    since: Annotated[int, Meta(ge=0)] = 0


class Ping(Frame, frozen=True):
    pass


AnyFrame: TypeAlias = Play | Manage | Story | Ping
decode = msgspec.json.Decoder(AnyFrame).decode


class TableConsumer(AsyncConsumer):
    """One screen at one table. `role` is what the page says it is; the key in the cookie says whether it may be."""

    room: Room | None = None
    actor: Actor = "door"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Nothing arrives from a channel layer here (rooms do that), so there is no need for the tasks and the
        # thread hop that the base class spends on every message.
        self.scope = scope
        self.base_send = send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "websocket.receive":
                await self.receive(message)
            case "websocket.connect":
                await self.connect()
            case "websocket.disconnect":
                raise StopConsumer

    # Coming and going

    async def connect(self) -> None:
        self.role: str = self.scope["url_route"]["kwargs"]["role"]
        code: str = self.scope["url_route"]["kwargs"]["code"]
        cookies = read_cookies(self.scope)
        self.language = language_of(self.scope, cookies)
        name = f"gm_{code}" if self.role == "table" else f"seat_{code}"
        self.key = digest(cookies[name]) if name in cookies else ""
        await self.base_send({"type": "websocket.accept"})
        self.rate = rates.Rate(rates.COMMANDS, self.key or rates.address_of(self.scope))
        try:
            rates.check(rates.SOCKETS, rates.address_of(self.scope))
            room = await house().room(code)
            if room is None:
                raise Refused("no_such_table", _("There is no table {table}."), table=code)
            actor = role_of(room.table, self.role, self.key)
            if isinstance(actor, Refusal):
                raise actor
        except Refusal as refusal:
            await self.shut(refusal)
            return
        except Exception:
            logger.exception("a screen could not come in", extra={"table": code})
            await self.shut(FAILED)
            return
        self.actor = actor
        self.room = room
        await room.enter(self)

    async def leave(self) -> None:
        room, self.room = self.room, None
        if room is not None:
            await room.leave(self)

    async def show(self, message: bytes) -> None:
        """Sends. A socket that is gone is no reason to keep the others waiting: its own disconnect follows."""
        try:
            await self.base_send({"type": "websocket.send", "text": message.decode()})
        except Exception as error:
            logger.info("not sent", extra={"reason": repr(error)})

    async def shut(self, refusal: Refusal) -> None:
        """Says why, then closes; the page knows by the code whether to come back."""
        self.room = None
        await self.show(gate.encode(gate.closed(refusal, self.language)))
        await self.base_send({"type": "websocket.close", "code": 4000})

    # What the screen sends

    async def receive(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        room = self.room
        if room is None:
            return
        command = None
        try:
            if text is None or len(text) > LONGEST:
                raise Refused("bad_frame", _("This message cannot be read."))
            try:
                frame = decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise Refused("bad_frame", _("This message cannot be read.")) from None
            match frame:
                case Ping():
                    await self.show(PONG)
                case Play(command, move):
                    self.rate.check()
                    await self.carry_out(room, c.Play(move), command)
                case Manage(command, do):
                    self.rate.check()
                    await self.carry_out(room, do, command)
                case Story(since):
                    self.rate.check()
                    entries = gate.told(room.table, self.actor, story(room.table, since))
                    await self.show(gate.encode(gate.Story(room.table.number, entries)))
        except Refusal as refusal:
            await self.show(gate.encode(gate.refused(refusal, self.language, command)))
        except Exception:
            logger.exception("a frame failed", extra={"table": room.code})
            await self.show(gate.encode(gate.refused(FAILED, self.language, command)))

    async def carry_out(self, room: Room, request: c.Request, command: str) -> None:
        number = await room.request(self.actor, request, command)
        await self.show(gate.encode(gate.Done(command, number)))


PONG = gate.encode(gate.Pong())


def read_cookies(scope: Any) -> dict[str, str]:
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                return {key: morsel.value for key, morsel in SimpleCookie(value.decode("latin1")).items()}
            except CookieError:
                return {}
    return {}


def language_of(scope: Any, cookies: dict[str, str]) -> str:
    """As Django finds it for pages: the cookie of the language switch, else what the browser prefers."""
    wanted = [cookies.get(settings.LANGUAGE_COOKIE_NAME, "")]
    for name, value in scope["headers"]:
        if name == b"accept-language":
            wanted += [
                language
                for language, _quality in translation.trans_real.parse_accept_lang_header(value.decode("latin1"))
            ]
    for language in wanted:
        try:
            return translation.get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
