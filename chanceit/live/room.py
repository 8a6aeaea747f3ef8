"""A live table: its screens, the requests that come from them, and the views that go out to them.

Everything here that goes out to a screen returns at once, and a screen that fails is shut by itself: whatever one
screen does, the others do not feel it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec.structs import replace

from chanceit.live import gate, messages
from chanceit.live.coach import Coach
from chanceit.live.dice import Dice
from chanceit.live.draws import draws_of
from chanceit.live.guesses import Guesses
from chanceit.live.odds import Odds
from chanceit.live.questions import AGREEING, SHAKING, Question, Who
from chanceit.live.thinkers import GivenUp
from chanceit.table import authority, log, storing
from chanceit.table import commands as c
from chanceit.table.managing import goes_on_anew, manage, needs_consent, still_standing
from chanceit.table.state import COMPUTER_DECIDED, PLAYS_INSTEAD, Actor, Entry, Handed, TableState, story
from rules.parts import Highlight
from rules.refusals import Refusal, _
from rules.thinking import ToThink

if TYPE_CHECKING:
    from chanceit.live.house import House, Waiting

logger = logging.getLogger("chanceit.room")

THINKING = {"slow": 1.6, "normal": 0.9, "fast": 0.4, "instant": 0.0}
"""Seconds that a computer player takes, by the table's pace."""
TELLING = {"slow": 9.0, "normal": 6.0, "fast": 3.0, "instant": 0.0}
"""Seconds after a reveal in which a big screen may still be telling it, by the table's pace."""
CHANGING = 8.0
"""Seconds after something was taken back in which computer players wait: it can still be brought back."""
LINGER = 20.0
"""Seconds that a room stays after its last visitor has gone: a phone that wakes up finds it warm."""
BREATH = 0.25
"""Seconds between two messages about who is there: of a crowd that comes or goes nobody is told one by one."""
PAGE = 100
"""Entries of a story, or draws, that are sent at a time."""


class Uncertain(Refusal):
    """Nobody knows what became of a request. Unlike all other refusals it does not say that nothing has changed."""


# Made anew each time: an exception that is raised again and again keeps every frame that it has passed.
FAILED = partial(Refusal, "failed", _("Something went wrong here. Nothing has changed."))
UNKNOWN = partial(
    Uncertain, "unknown", _("It is not certain yet whether this was stored. It is tried again by itself.")
)
LEFT_ALONE = partial(Refusal, "failed", _("Something went wrong at this table. Every move that was accepted is kept."))
NOT_LET_IN = partial(Refusal, "not_yours", _("The host has not let you in."))
CLOSED = partial(Refusal, "closed", _("The host has closed this table for good."))
NO_SUCH_TABLE = partial(Refusal, "no_such_table", _("This table has been cleared away."))


class Screen(Protocol):
    """A socket, as a room knows it."""

    role: str
    key: str
    actor: Actor
    language: str
    epoch: str
    """See `messages.View`."""
    has_cup: bool
    """It throws in bits when the table draws."""
    has_told: int
    """The number up to which it has told what happened."""

    def show(self, message: bytes) -> None: ...

    def show_view(self, message: bytes) -> None:
        """Like `show`, but a socket that is slow may leave it out, and asks for the newest when it is ready again."""

    def shut(self, refusal: Refusal) -> None: ...


class Room:
    def __init__(self, house: House, loaded: storing.Loaded) -> None:
        self.house = house
        self.table: TableState = loaded.table
        self.commands = loaded.commands
        self.screens: list[Screen] = []
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who is there in other processes."""
        self.questions: dict[str, Question] = {}
        self.is_gone = False
        # How the room stands to the log; `chanceit.live.house` keeps these.
        self.is_storing = False
        self.is_behind = False
        self.in_doubt = False
        """What became of the last page is not known: until the log could be read, nothing is certain here."""
        self.refreshing: asyncio.Task[None] | None = None
        self.held: list[Waiting] = []
        """Requests that wait until the log was read."""
        self._under_way: dict[str, asyncio.Future[int]] = {}
        self._is_agreeing = False
        self._shaking: dict[tuple[int, int], asyncio.Future[str]] = {}
        self._highlights: tuple[Any, Sequence[Highlight]] = (None, ())
        """Of a game that is over, and the state at its end."""
        self._draws: tuple[Any, list[messages.DrawSeen]] | None = None
        self.dice = Dice(self)
        self.guesses = Guesses(self)
        self.coach = Coach(self)
        self.odds = Odds(self)
        self._skipped = 0
        """The number up to which the host did not want to be told."""
        self._revealed: tuple[float, TableState, gate.Shown] | None = None
        """When something was revealed last, the table before it, and what was shown then."""
        self._thinking: asyncio.TimerHandle | None = None
        self._asking: tuple[int, asyncio.Task[None]] | None = None
        """The number at which a computer player was asked who thinks beside the server."""
        self._gave_up_at = 0
        self._undone_at = float("-inf")
        """When something was taken back last."""
        self._is_waiting = False
        """Computer players think only when that was long enough ago."""
        self._leaving: asyncio.TimerHandle | None = None
        self._breath: asyncio.TimerHandle | None = None
        self._untold: bool | None = None
        """Presence has changed since it was told; whether other processes are to know."""
        self.linger()

    @property
    def code(self) -> str:
        return self.table.code

    # Requests

    def request(
        self, actor: Actor, request: c.Request, command: str, screen: Screen | None = None
    ) -> asyncio.Future[int]:
        """The number of the entry that a request became, once it is stored; or a Refusal, or Uncertain.

        What comes from a screen is carried out if its key still opens what it did: another process may know more.
        A command that is sent again while it is under way is the same one. Whoever may be cancelled shields it.
        """
        under_way = self._under_way.get(command)
        if under_way is None:
            if command not in self.commands and self._needs_the_table(request):
                under_way = asyncio.ensure_future(self._request(actor, request, command, screen))
            else:
                under_way = self.house.put(self, actor, request, command, self._nothing(), screen)
            self._under_way[command] = under_way
            under_way.add_done_callback(lambda done: self._is_done(command, done))
        return under_way

    def _is_done(self, command: str, done: asyncio.Future[int]) -> None:
        del self._under_way[command]
        if not done.cancelled():
            done.exception()  # looked at, also if whoever asked has gone

    def _nothing(self) -> c.Brought:
        """What comes with a request for which nobody was asked."""
        return c.Brought(free=self.dice.free)

    def _needs_the_table(self, request: c.Request) -> bool:
        return isinstance(request, c.Undo) or authority.draw_asked_for(self.table, request) is not None

    async def _request(self, actor: Actor, request: c.Request, command: str, screen: Screen | None) -> int:
        brought = await self._bring(actor, request, command)
        return await self.house.put(self, actor, request, command, brought, screen)

    async def _bring(self, actor: Actor, request: c.Request, command: str) -> c.Brought:
        """Asks the devices at the table what a request needs of them, if it would be carried out at all."""
        table, brought = self.table, self._nothing()
        try:
            draw = authority.draw_asked_for(table, request)
            authority.carry_out(table, actor, request, command, replace(brought, agreed_at=table.number))
        except Refusal:  # it will be refused again, by whoever may say so
            return brought
        agreed = not isinstance(request, c.Undo) or await self._agree(table, request)
        salt = await self._shake(draw) if draw is not None and agreed else ""
        return replace(brought, salt=salt, draw=draw, agreed_at=table.number if agreed else None)

    def look_at_undoing(self, actor: Actor, id: str, before: int) -> messages.Undoing:
        """What a host would take back by choosing that line of the story now. Raises a Refusal."""
        table = self.table
        request = c.Undo(before, table.number)
        manage(table, actor, request, c.Brought(agreed_at=table.number))
        standing = still_standing(table, request)
        assert table.on is not None
        return messages.Undoing(
            id,
            table.number,
            gate.taken_back(table, table.on.moves(standing)),
            asks=needs_consent(table, standing),
            anew=goes_on_anew(table, standing),
        )

    # Questions to the devices at the table

    async def _shake(self, draw: tuple[int, int]) -> str:
        """The bits of all devices for this draw, in seat order; what has not come in time is left out."""
        shaking = self._shaking.get(draw)
        if shaking is None:
            shaking = self._shaking[draw] = asyncio.ensure_future(self._throw(draw))
            shaking.add_done_callback(lambda _done: self._shaking.pop(draw, None))
        return await asyncio.shield(shaking)

    async def _throw(self, draw: tuple[int, int]) -> str:
        holders: set[Any] = self.cups_here()
        holders.update(*(elsewhere.cups for elsewhere in self.elsewhere.values()))
        order: list[Any] = [*(seated.player for seated in self.table.players), "game_master"]
        question = Question(who for who in order if who in holders)
        thrown = await self._ask(question, messages.Shake(question.ask, *draw), SHAKING, only_cups=True)
        return ".".join(thrown[who] for who in order if who in thrown)

    async def _agree(self, table: TableState, request: c.Undo) -> bool:
        """Whether nobody who is there minds that a reveal is taken back, and somebody has said so."""
        standing = still_standing(table, request)
        if not needs_consent(table, standing):
            return True
        if self._is_agreeing:  # one question at a time is enough for a table
            return False
        if self.house.neighbours.is_cut_off:  # somebody may be there who cannot be asked
            return False
        here = set(self.presence().connected)
        asked = [seated.player for seated in table.players if seated.player in here and not seated.removed]
        assert table.on is not None
        question = Question(asked, stops_at=False)
        what = gate.taken_back(table, table.on.moves(standing))
        told = messages.Consent(question.ask, AGREEING, asked, what.by, what.do, what.moves, what.lost)
        self._is_agreeing = True
        try:
            answers = await self._ask(question, told, AGREEING)
        finally:
            self._is_agreeing = False
        is_agreed = not asked or (any(answers.values()) and all(answers.values()))
        if asked:
            self._tell_screens(messages.Settled(question.ask, is_agreed))
        return is_agreed

    async def _ask(
        self, question: Question, message: messages.Message, seconds: float, *, only_cups: bool = False
    ) -> dict[Who, Any]:
        if not question.expected:
            return {}
        self.questions[question.ask] = question
        encoded = question.message = messages.encode(message)
        try:
            self.put_to_screens(encoded, only_cups=only_cups)
            self.house.neighbours.tell_question(self, encoded, only_cups=only_cups)
            return await question.wait(seconds)
        finally:
            del self.questions[question.ask]

    def put_to_screens(self, message: bytes, *, only_cups: bool) -> None:
        for screen in self.screens.copy():
            if screen.actor != "door" and (screen.has_cup or not only_cups):
                screen.show(message)

    def answer(self, ask: str, who: Actor, answer: Any) -> None:
        """A device has answered a question, of this process or of another one, for all whose it is."""
        question = self.questions.get(ask)
        for one in self._asked_at(who):
            if question is not None:
                question.answer(one, answer)
            else:
                self.house.neighbours.tell_answer(self, ask, one, answer)

    def _asked_at(self, actor: Actor) -> tuple[Who, ...]:
        """For whom a device answers questions."""
        return ("game_master",) if actor == "game_master" else self.table.at_phone_of(actor)

    def players_here(self) -> set[int]:
        """Players whose phones are connected to this process."""
        return {player for screen in self.screens for player in self.table.at_phone_of(screen.actor)}

    def cups_here(self) -> set[Who]:
        """Devices that throw in bits, each by one whose it is."""
        return {who for screen in self.screens if screen.has_cup for who in self._asked_at(screen.actor)[:1]}

    # Screens

    def enter(self, screen: Screen) -> None:
        self._stay()
        self.screens.append(screen)
        screen.show(messages.encode(gate.welcome(self.table)))
        screen.show(self.encoded_view(screen))
        if self._breath is not None:
            screen.show(messages.encode(self.presence()))
        self.tell_presence()
        self._ask_again(screen)
        self.guesses.greet(screen)
        self.odds.greet(screen)
        self._let_think()
        self.dice.look()

    def _ask_again(self, screen: Screen) -> None:
        """A phone that was away for a moment finds the question that is still open."""
        for question in self.questions.values():
            waiting = [who for who in self._asked_at(screen.actor) if question.waits_for(who)]
            if waiting:
                screen.show(question.message)

    def leave(self, screen: Screen) -> None:
        if screen in self.screens:
            self.screens.remove(screen)
            self._forget(screen.actor)
            self.tell_presence()
            self.dice.look()
        self.linger()

    def _forget(self, actor: Actor) -> None:
        """Nobody waits for an answer from somebody who has gone."""
        still_here = {who for screen in self.screens for who in self._asked_at(screen.actor)}
        for who in self._asked_at(actor):
            if who not in still_here:
                for question in list(self.questions.values()):
                    question.does_not_wait_for(who)

    def linger(self) -> None:
        """Stays for a while, and longer if somebody comes: a table with no visitor costs nothing."""
        if not self.screens and not self.is_gone:
            self._stay()
            self._leaving = asyncio.get_running_loop().call_later(LINGER, self._empty)

    def _stay(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _empty(self) -> None:
        self._leaving = None
        if self.is_storing or self.refreshing is not None or self._under_way:
            self.linger()
        elif not self.screens:
            self.house.let_go(self, LEFT_ALONE())

    def go(self, refusal: Refusal) -> None:
        """The house lets this room go: whoever is still there is told why, and may come back to a fresh one."""
        self.is_gone = True
        self._stay()
        self._stop_thinking()
        self.coach.stop()
        self.odds.stop()
        self.dice.stop()
        for screen in self.screens.copy():
            self._shut(screen, refusal)
        self.screens.clear()

    def _shut(self, screen: Screen, refusal: Refusal) -> None:
        if screen in self.screens:
            self.screens.remove(screen)
        try:
            screen.shut(refusal)
        except Exception:
            logger.exception("a screen could not be shut", extra={"table": self.code})

    def encoded_view(self, screen: Screen) -> bytes:
        shown = gate.shown(self.table)
        return messages.encode(gate.view(self.table, shown, screen.actor, screen.key, screen.epoch, self.dice.free))

    def first_views(self, actor: Actor, key: str) -> list[messages.View]:
        """What a page is drawn from.

        A phone that comes while the big screen may still be telling a reveal gets what was seen before it as well, and
        tells it too. Otherwise it would show where the dice lie that still tumble there.
        """
        table = self.table
        if self._revealed is not None and isinstance(actor, int):
            when, before, shown = self._revealed
            if shown.number == table.number and asyncio.get_running_loop().time() - when < TELLING[table.pace]:
                earlier = gate.view(before, gate.shown(before), actor, key)
                return [earlier, gate.view(table, shown, actor, key)]
        return [gate.view(table, gate.shown(table), actor, key)]

    def presence(self) -> messages.Presence:
        connected = self.players_here()
        watching = sum(screen.actor == "spectator" for screen in self.screens)
        for elsewhere in self.elsewhere.values():
            connected.update(elsewhere.players)
            watching += elsewhere.watching
        return messages.Presence(sorted(connected), watching)

    def tell_presence(self, *, to_others: bool = True) -> None:
        """To everybody: at once, or when the breath after the last time is over."""
        self._untold = to_others or bool(self._untold)
        if self._breath is None:
            self._say_presence()

    def _say_presence(self) -> None:
        self._breath = None
        to_others, self._untold = self._untold, None
        if to_others is None or self.is_gone:
            return
        self._breath = asyncio.get_running_loop().call_later(BREATH, self._say_presence)
        message = messages.encode(self.presence())
        for screen in self.screens.copy():
            screen.show(message)
        if to_others:
            self.house.neighbours.tell_presence(self)

    # How far the screens have told

    def tell(self, screen: Screen, number: int) -> None:
        """A screen has told everything up to this number."""
        if screen.has_told < number <= self.table.number:
            screen.has_told = number
            self.dice.look()
            self.house.neighbours.tell_told(self)

    def told_here(self, role: str) -> list[int]:
        """How far each screen of this process has told: the game-master screens, or the phones of those who play."""
        return [
            screen.has_told
            for screen in self.screens
            if screen.role == role and (screen.actor == "game_master" or isinstance(screen.actor, int | Handed))
        ]

    def told_by(self, role: str) -> list[int]:
        """The same of all processes."""
        return self.told_here(role) + [
            told for elsewhere in self.elsewhere.values() for told in elsewhere.told.get(role, ())
        ]

    def skip(self, actor: Actor, number: int) -> None:
        """The host has seen enough of what happened up to this number, so all screens go on from there."""
        if not self.table.is_host(actor):
            raise Refusal("not_yours", _("Only the host can do this."))
        if self._skipped < number <= self.table.number:
            self._skipped = number
            self._tell_screens(messages.Skip(number))
        if number == self.table.number and self.may_change:
            self._undone_at = float("-inf")
            self._let_think()
            self.dice.go_on()

    def introduce(self, actor: Actor, on: bool) -> None:
        """Somebody is new: all screens show how the game goes, until the host has them stop. Nothing waits for it."""
        if not self.table.is_host(actor):
            raise Refusal("not_yours", _("Only the host can do this."))
        if self.table.status == "lobby":
            self._tell_screens(messages.Introduction(on))

    def _tell_screens(self, message: messages.Message) -> None:
        encoded = messages.encode(message)
        self.put_to_screens(encoded, only_cups=False)
        self.house.neighbours.tell_question(self, encoded, only_cups=False)

    def react(self, actor: Actor, what: str) -> None:
        """Somebody at the table shows all screens how they feel, while a game is told."""
        table = self.table
        if not isinstance(actor, int):
            raise Refusal("not_yours", _("Only those who sit at the table can do this."))
        if not table.fun or table.on is None or (table.pace == "instant" and what != "again"):
            raise Refusal("no_reactions", _("There are no reactions at this table now."))
        message = messages.encode(messages.Reaction(actor, what))
        self.put_to_screens(message, only_cups=False)
        self.house.neighbours.tell_question(self, message, only_cups=False)

    # After something was stored

    def take(self, table: TableState, entries: list[Entry]) -> None:
        """The table is this now: the entries are in the log."""
        self.table = table
        if any(isinstance(entry.what, HANDING_ENTRIES) for entry in entries):
            self._hand_on()
        if any(isinstance(entry.what, log.Joined) for entry in entries):
            self.tell_presence()  # somebody may have sat down at a phone that is here
        if any(isinstance(entry.what, log.Undone) for entry in entries):
            self._undone_at = asyncio.get_running_loop().time()
        for entry in entries:
            self.commands[entry.command] = entry.number

    def _hand_on(self) -> None:
        """Somebody else has a phone that several share. From now on nothing goes there that is not theirs."""
        for screen in self.screens:
            if screen.role == "phone":
                actor = role_of(self.table, screen.role, screen.key)
                if not isinstance(actor, Refusal) and actor != screen.actor:
                    screen.actor = actor
                    self.guesses.greet(screen)

    def show(self, before: TableState, table: TableState, entries: list[Entry]) -> None:
        """The view after these entries to everybody: what all see is encoded once, and the whole once a viewer."""
        if any(isinstance(entry.what, KEY_ENTRIES) for entry in entries):
            self._look_at_keys()
        self.dice.look()
        shown = gate.shown(table, entries, before)
        if table.on is not None and any(table.game.reveals(entry.events) for entry in entries):
            self._revealed = asyncio.get_running_loop().time(), before, shown
        is_another = any(isinstance(entry.what, gate.WELCOMED_ANEW) for entry in entries)
        greeting = messages.encode(gate.welcome(table)) if is_another else None
        encoded: dict[tuple[Actor, str], bytes] = {}
        for screen in self.screens.copy():
            try:
                if greeting is not None:
                    screen.show(greeting)
                viewer = screen.actor, screen.epoch
                message = encoded.get(viewer)
                if message is None:
                    message = messages.encode(
                        gate.view(table, shown, screen.actor, screen.key, screen.epoch, self.dice.free)
                    )
                    if screen.actor != "door":  # each of them asks for a seat of their own
                        encoded[viewer] = message
                screen.show_view(message)
            except Exception:
                logger.exception("a screen failed", extra={"table": self.code})
                self._shut(screen, LEFT_ALONE())
        self.guesses.look(table, entries)
        self.coach.look(table, entries)
        self.odds.look()
        self._let_think()

    def show_again(self) -> None:
        """Nothing new has happened, but those at the table may do more than before."""
        for screen in self.screens.copy():
            if isinstance(screen.actor, int | Handed):
                screen.show_view(self.encoded_view(screen))

    def _look_at_keys(self) -> None:
        """Somebody's key was given to another phone, or a seat was closed: each screen is what its key says now."""
        for screen in self.screens.copy():
            actor = role_of(self.table, screen.role, screen.key)
            if isinstance(actor, Refusal):
                self._shut(screen, NOT_LET_IN() if screen.actor == "door" and not self.table.closed else actor)
            elif actor != screen.actor:
                screen.actor = actor
        self.tell_presence()

    # What happened so far

    async def story(self, since: int) -> messages.Story:
        """The next entries of the story after this number, and at the end of a game its highlights."""
        table = self.table
        page = await self.house.read(lambda: list(story(table, since, PAGE + 1)))
        if table.status == "over" and self._highlights[0] is not table.on:
            self._highlights = table.on, await self.house.read(lambda: gate.highlights(table, story(table)))
        highlights = self._highlights[1] if table.status == "over" else ()
        return messages.Story(table.number, gate.told(page[:PAGE]), len(page) > PAGE, highlights, self.guesses.best())

    async def draws(self, since: int) -> messages.Draws:
        """What the draws of the last game were made from, once its seed is public."""
        on = self.table.finished
        seed = None if on is None else gate.seed_of(on)
        if on is None or seed is None:
            raise Refusal("not_over", _("The game is not over yet."))
        if self._draws is None or self._draws[0] is not on:
            self._draws = (on, await self.house.read(partial(draws_of, on)))
        draws = self._draws[1][since : since + PAGE]
        return messages.Draws(seed, draws, since + PAGE < len(self._draws[1]))

    # Computer players

    @property
    def may_change(self) -> float:
        """Seconds in which computer players still wait, because what was taken back may be brought back."""
        if self.table.on is None or self.table.on.undone is None:
            return 0.0
        return max(0.0, self._undone_at + CHANGING - asyncio.get_running_loop().time())

    def _let_think(self) -> None:
        waits = self.may_change
        if self._thinking is not None and self._is_waiting and not waits:
            self._thinking.cancel()
            self._thinking = None
        if (
            self._thinking is None
            and not self._is_asking()
            and self.screens
            and self._gave_up_at != self.table.number
            and any(seated.computer for seated in self.table.players)
        ):
            self._is_waiting = waits > 0
            pause = max(THINKING[self.table.pace], waits)
            self._thinking = asyncio.get_running_loop().call_later(pause, self._think)

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._stop_asking()

    def _is_asking(self) -> bool:
        """Somebody else's move, or an undo, is the end of a question that is not answered yet."""
        if self._asking is not None and self._asking[0] != self.table.number:
            self._stop_asking()
        return self._asking is not None

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking[1].cancel()
            self._asking = None

    async def _ask_thinker(self, player: int, question: ToThink, number: int) -> None:
        """Has a computer player think beside the server; or the next weaker one here, and its command says so."""
        try:
            move = await self.house.thinkers.ask(question)
        except GivenUp:
            move = b""
        if self.table.number != number:  # and whoever came first has it thought about anew
            return
        self._asking = None
        if not move:
            self._think(is_given_up=True)
        elif move.strip() != b"null":
            self._put_decided(player, move, number)

    def _think(self, is_given_up: bool = False) -> None:
        self._thinking = None
        if self.may_change:
            self._let_think()
            return
        number = self.table.number
        try:
            decided = authority.computer_move(self.table, is_given_up)
        except Exception:
            logger.exception("a computer player failed", extra={"table": self.code})
            self._gave_up_at = number
            return
        if decided is None:
            return
        player, move = decided
        if isinstance(move, ToThink):
            self._asking = number, asyncio.ensure_future(self._ask_thinker(player, move, number))
        else:
            self._put_decided(player, move, number, is_given_up)

    def _put_decided(self, player: int, move: bytes, number: int, is_instead: bool = False) -> None:
        # Named by the number it should become: if another process lets the same player think, only one is stored.
        words = (PLAYS_INSTEAD,) if is_instead else ()
        command = authority.own_command(COMPUTER_DECIDED, number + 1, *words)
        task = asyncio.ensure_future(self.request(player, c.Play(msgspec.Raw(move)), command))
        task.add_done_callback(lambda done: self._thought(done, number))

    def _thought(self, task: asyncio.Future[int], number: int) -> None:
        if not task.cancelled() and task.exception() is not None:
            # Nothing would be different the next time, until something else happens at the table.
            self._gave_up_at = number
            logger.info("a computer player was refused", extra={"table": self.code, "reason": str(task.exception())})
        self._let_think()


class Elsewhere(msgspec.Struct):
    """Who is at a table in another process, as that process said a moment ago."""

    heard: float
    said: int
    """Counted by that process: what it said last counts."""
    players: list[int]
    watching: int
    cups: list[Any]
    told: dict[str, list[int]]
    """By role, how far each of its screens has told."""


KEY_ENTRIES = (
    *(log.Asked, log.Answered, log.AllAllowed, log.Left, log.Removed),
    *(log.GameMasterMoved, log.ScreenAdded, log.WatchingAllowed, log.Closed),
)
"""After these a key may open something else. Whoever asks may do so instead of somebody who asked before."""
HANDING_ENTRIES = (*KEY_ENTRIES, log.Joined, log.InFront, log.HandedOn, log.Begun)
"""After these somebody else may have a phone that several share, or nobody."""


def role_of(table: TableState, role: str, key: str) -> Actor | Refusal:
    """Who a screen is, by its role and key, or why it is nobody."""
    if table.closed:
        return CLOSED()
    if role == "watch":
        if not table.watching:
            return Refusal("no_watching", _("The host does not want spectators at this table."))
        return "spectator"
    actor = table.whose(key) if key else "door"
    if role == "table":
        if actor == "game_master":
            return actor
        return Refusal("not_yours", _("This host's screen belongs to another device."))
    if isinstance(actor, Handed):
        return actor
    if isinstance(actor, int):
        if table.seated(actor).removed:
            return Refusal("removed", _("The host has closed this seat."))
        return actor
    if key and any(asking.key == key for asking in table.asking):
        return "door"
    return Refusal("not_yours", _("This phone has no seat at this table any more."))


def new_epoch() -> str:
    return secrets.token_hex(4)
