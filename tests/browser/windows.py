"""Windows of a browser: the host's screen and the guests' phones, used as people use them."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, CDPSession, Frame, Page, Request, expect

from tests.conftest import PATIENCE
from tests.js import coverage
from tests.web.people import Person, Server

PHONE = (360, 640)
SMALL_PHONE = (320, 568)
TV = (1920, 1080)
NAMES = ("Ann", "Bob", "Clémentine", "Di", "Eva", "Fay")
MILLISECONDS = PATIENCE * 1000
expect.set_options(timeout=MILLISECONDS)


class Window:
    """A page in a browser of its own, and everything it has complained about.

    Leaving a page cuts off what it was still loading, which is no complaint. So the window knows when its page is left,
    by a method of its own or by something tapped, and which requests were under way then.
    """

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.problems: list[str] = []
        self.frames: list[str] = []
        self._read = 0
        self._views: list[dict[str, Any]] = []
        self.expected: tuple[str, ...] = ()
        self._leaving = False
        self._under_way: set[Request] = set()
        self._left: set[Request] = set()
        self._counter: CDPSession | None = None
        self._listen(context.new_page())

    def _listen(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(MILLISECONDS)
        page.on("console", lambda message: message.type in ("error", "warning") and self._complain(message.text))
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("request", self._begins)
        page.on("requestfinished", lambda request: self._under_way.discard(request))
        page.on("requestfailed", self._fails)
        page.on("framenavigated", self._arrives)
        page.on(
            "response", lambda response: response.status >= 400 and self._complain(f"{response.url} {response.status}")
        )
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))
        self._count()

    def _count(self) -> None:
        """From here on Chromium counts which lines of the scripts are run, if somebody wants to know."""
        if coverage.FOLDER and isinstance(self.server, Server):
            self._counter = self.context.new_cdp_session(self.page)
            self._counter.send("Profiler.enable")
            self._counter.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    def _keep_count(self) -> None:
        if self._counter and not self._leaving:  # a page that is not there yet would not answer
            coverage.keep_served(self._counter.send("Profiler.takePreciseCoverage"), self.server)
            self._counter = None

    def _complain(self, what: str) -> None:
        # A page gives up a socket that takes long to open and tries again, as it should: the machine is busy.
        if not what.endswith("WebSocket is closed before the connection is established."):
            self.problems.append(what)

    def _begins(self, request: Request) -> None:
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self._leave()
        elif self._leaving:  # still asked for by the page that is left
            self._left.add(request)
        self._under_way.add(request)

    def _leave(self) -> None:
        self._leaving = True
        self._left |= self._under_way

    def _arrives(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self._leaving = False

    def _fails(self, request: Request) -> None:
        self._under_way.discard(request)
        if request in self._left and request.failure == "net::ERR_ABORTED":
            return
        if request.is_navigation_request():  # so the page stays
            self._leaving = False
        self._complain(f"{request.url} {request.failure}")

    def go(self, path: str) -> None:
        self._leave()
        self.page.goto(f"http://table.test:{self.server.port}{path}")

    def carry(self, person: Person) -> None:
        """The keys of somebody who has come in without a browser."""
        self.context.add_cookies(
            [
                {
                    "name": cookie.name,
                    "value": cookie.value or "",
                    "domain": "table.test",
                    "path": cookie.path,
                    "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
                }
                for cookie in person.cookies
            ]
        )

    def reload(self) -> None:
        self._leave()
        self.page.reload()

    def back(self) -> None:
        self._leave()
        self.page.go_back()

    def close(self) -> None:
        self._keep_count()
        self._leave()
        self.context.close()

    def tap(self, selector: str) -> None:
        """On a page that is there as a whole: what was tapped before may have led to it only now."""
        found = self.page.locator(selector)
        found.wait_for()
        self.page.wait_for_load_state()
        found.click()

    def sees(self, selector: str, text: str | None = None) -> None:
        """Waits until this is to be seen; of several, as notes are, whichever has the text."""
        found = self.page.locator(selector)
        expect((found if text is None else found.filter(has_text=text, visible=True)).first).to_be_visible()

    def scene(self, *names: str) -> None:
        """Waits until the screen shows one of these scenes."""
        self.page.wait_for_function("names => names.includes(document.body.dataset.scene)", arg=list(names))

    @property
    def view(self) -> dict[str, Any]:
        """The newest view that came over the socket, with what is this window's own in that of the game."""
        self._read_on()
        return self._views[-1]

    @property
    def number(self) -> int:
        """That of the newest view; 0 before the first one."""
        self._read_on()
        return int(self._views[-1]["number"]) if self._views else 0

    def _read_on(self) -> None:
        for frame in self.frames[self._read :]:
            if frame.startswith('{"type":"view"'):
                view = json.loads(frame)
                if view["view"]:
                    view["view"] |= view["own"]["game"]
                if not self._views or view["number"] > self._views[-1]["number"]:
                    self._views.append(view)
        self._read = len(self.frames)

    def until(self, condition: Callable[[], Any]) -> None:
        """Waits for something about what came over the socket."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.frames and condition():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"it never came true; problems: {self.problems}")

    def fits(self) -> None:
        """Nothing sticks out to the side."""
        sizes = self.page.evaluate(
            "() => [document.documentElement.scrollWidth, innerWidth, document.title, document.body.dataset.scene]"
        )
        assert sizes[0] <= sizes[1], sizes

    def read_qr(self, selector: str) -> str:
        """What a phone's camera reads from the picture on the screen."""
        self.page.locator(selector).wait_for()
        self.page.wait_for_function("selector => document.querySelector(selector).naturalWidth > 0", arg=selector)
        picture = Image.open(io.BytesIO(self.page.locator(selector).screenshot()))
        (code,) = zxingcpp.read_barcodes(picture)
        return str(code.text)


class Windows:
    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.browser = browser
        self.server = server
        self.options = options
        self.all: list[Window] = []

    def open(self, size: tuple[int, int] = PHONE, language: str = "en-GB", **options: Any) -> Window:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=size[0] < 1000,
            **(self.options | options),
        )
        window = Window(context, self.server)
        self.all.append(window)
        return window

    def close(self) -> None:
        for window in self.all:
            window.close()
        for window in self.all:
            unexpected = [p for p in window.problems if not any(known in p for known in window.expected)]
            assert unexpected == [], unexpected


class Party:
    """A host's screen and phones at one table, all in windows."""

    def __init__(self, windows: Windows, names: Sequence[str] = NAMES[:3], **options: Any) -> None:
        self.windows = windows
        self.names = list(names)
        self.options = options
        self.phones: list[Window] = []

    def open_table(
        self,
        size: tuple[int, int] = TV,
        box: dict[str, Any] | None = None,
        game: str = "chance_it",
        by_hand: bool = False,
    ) -> Party:
        """As a host does it, on the start page, or, which is quicker, by the form alone that it sends."""
        self.table = self.windows.open(size, self.options.get("language", "en-GB"))
        if by_hand:
            self._fill_in_the_start_page(box, game)
        else:
            host = Person(self.windows.server)
            options = {option: value for option, value in self.options.items() if option != "language"}
            fields = {"box": json.dumps(box)} if box is not None else {}
            code = host.open_table(game=game, options=json.dumps(options), **fields)
            self.table.carry(host)
            self.table.go(f"/{code}/table")
        self.table.scene("lobby")
        self.code = self.table.page.url.split("/")[-2]
        return self

    def _fill_in_the_start_page(self, box: dict[str, Any] | None, game: str) -> None:
        self.table.go("/")
        form = f'form:has(button[name="game"][value="{game}"])'
        for option, value in self.options.items():
            if option != "language":
                if not self.table.page.locator(f"{form} details[open]").count():
                    self.table.tap(f"{form} summary")
                self.table.page.locator(f'{form} [data-option="{option}"]').fill(str(value))
        if box is not None:
            self.table.page.locator(f"{form} [data-box]").set_input_files(
                files=[{"name": "box.json", "mimeType": "application/json", "buffer": json.dumps(box).encode()}]
            )
        self.table.tap(f'{form} button[name="game"]:not([formaction])')

    def join(self, sizes: Sequence[tuple[int, int]] = (PHONE,), by_hand: bool = False) -> Party:
        """Everybody points a phone at the code on the screen and writes their name, or sends that form alone."""
        if by_hand:
            address = self.table.read_qr('.lobby [data-part="qr"]')
            assert "localhost" not in address
            assert address.endswith(f"/{self.code}")
        for number, name in enumerate(self.names):
            phone = self.windows.open(sizes[number % len(sizes)], self.options.get("language", "en-GB"))
            if by_hand:
                phone.go(f"/{self.code}")
                phone.page.locator('form[action$="/join"] input[name="name"]').fill(name)
                phone.tap('form[action$="/join"] button')
            else:
                guest = Person(self.windows.server)
                guest.join(self.code, name)
                phone.carry(guest)
                phone.go(f"/{self.code}")
            phone.scene("lobby")
            self.phones.append(phone)
        return self

    def set_pace(self, pace: str) -> None:
        """By the menu of the game-master screen."""
        self.table.tap('[data-dialog="menu"]')
        # Not `check`, which looks at once whether it is checked: the table decides that.
        self.table.page.locator(f'input[name="pace"][value="{pace}"]').click(force=True)
        self.table.until(lambda: self.table.view["table"]["pace"] == pace)
        self.table.page.keyboard.press("Escape")

    def begin(self, pace: str = "instant") -> Party:
        if pace != "normal":
            self.set_pace(pace)
        self.table.tap('[data-action="begin"]')
        for window in [self.table, *self.phones]:
            window.until(lambda window=window: window.view["view"])
        return self

    def grab(self, seat: int = 0) -> None:
        self.phones[seat].scene("grab")
        self.phones[seat].tap('[data-action="confirm"]')

    def type_dice(self, *dice: int) -> None:
        """The table rolls its own dice; the host types what they show."""
        self.table.sees('[data-action="own-dice"], [data-action="own-face"]')
        if not self.table.page.locator('[data-action="own-face"]').count():
            self.table.tap('[data-action="own-dice"]')
        self.table.sees('[data-action="own-face"]')
        for die in dice:
            self.table.page.keyboard.press(str(die))
        self.table.page.keyboard.press("Enter")

    def lay(self, seat: int, guide: str) -> None:
        """Select, then confirm elsewhere on the screen."""
        phone = self.phones[seat]
        phone.scene("choose")
        phone.tap(f'[data-action="select"][data-key="{guide}"]')
        phone.tap('[data-part="confirm"] [data-action="confirm"]')

    def lay_all(self, *guides: str | None) -> None:
        for seat, guide in enumerate(guides):
            if guide is not None:
                self.lay(seat, guide)

    def buy_or_discard(self, seat: int, choice: str) -> None:
        phone = self.phones[seat]
        phone.scene("market")
        phone.tap('[data-part="stage"] [data-action="select"] >> nth=0')
        phone.tap(f'[data-part="confirm"] [data-choice="{choice}"]')
        phone.until(lambda: seat not in phone.view["view"]["awaiting"])

    def phase(self, *phases: str) -> None:
        """Waits until everybody is there."""
        self.table.until(lambda: self.table.view["view"]["phase"] in phases)
        for phone in self.phones:
            phone.until(lambda phone=phone: phone.number >= self.table.number)
