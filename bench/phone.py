"""What a page costs a slow phone in a poor Wi-Fi: `python -m bench.phone` (`make bench-phone`), in Chromium.

Its processor is slowed down four times; the network carries 1.6 Mbit/s, with 150 ms until the first byte of an answer.
Each page is opened by its address with nothing in the cache, at a table of three. Then a phone looks on, and one plays.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.windows import NAMES, TV, Party, Window, Windows
from tests.conftest import CHROMIUM
from tests.web.people import Server

SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
PHONE = (390, 844)
SCENES = {"chance_it": "choose", "second_chance": "start"}
WATCH = """
window.shifts = []; window.paints = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput)
    .map(({ value, startTime, sources }) => ({ value, at: startTime, what: (sources ?? []).map(({ node }) =>
        node ? `${node.nodeName} ${node.className?.baseVal ?? node.className ?? ""} ${node.dataset?.part ?? ""}` : "")
})))).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => window.paints.push(...list.getEntries().map(({ startTime, element }) =>
    ({ at: startTime, what: element?.outerHTML.slice(0, 80) }))))
    .observe({ type: "largest-contentful-paint", buffered: true });
"""
ANIMATED = """() => document.getAnimations().flatMap((one) => one.effect.getKeyframes().flatMap((frame) =>
    Object.keys(frame).filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))
        .map((name) => [name, `${one.animationName ?? "transition"} of ${one.effect.target?.className}`])))"""
COMPOSITED = {"transform", "opacity", "rotate", "scale", "translate", "filter"}
"""What browsers animate without the page's own thread."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pushes", type=int, default=300, help="how many views the phone gets in the long game (300)")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds it looks on (5)")
    parser.add_argument("--repetitions", type=int, default=3, help="how often each page is opened (3)")
    parser.add_argument("--say", action="store_true", help="what was painted, moved and loaded")
    options = parser.parse_args()
    program = next(path for name in CHROMIUM if (path := shutil.which(name)))
    with tempfile.TemporaryDirectory(prefix="chanceit-phone-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder), DJANGO_SETTINGS_MODULE="tests.web.patient", CHANCEIT_RATES="off").start()
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        windows = Windows(browser, server)
        print(f"{'':32}{'paint ms':>22}{'shift':>8}{'requests':>10}{'kB':>7}")
        for game in SCENES:
            if options.repetitions:
                measure(windows, game, options)
            if options.rounds:
                told(windows, game, options)
            if options.pushes:
                play_on(windows, game, options)
        browser.close()
        server.stop()


def measure(windows: Windows, game: str, options: argparse.Namespace) -> None:
    party = Party(windows, NAMES[:3]).open_table(game=game).join()
    first = party.phones[0]
    opened(windows, f"{game}, phone in the lobby", first, PHONE, f"/{party.code}", options)
    opened(windows, f"{game}, big screen, lobby", party.table, TV, f"/{party.code}/table", options)
    party.begin()
    if game == "chance_it":
        party.grab(0)
        party.type_dice(2, 2, 4, 5, 5)
    first.scene(SCENES[game])
    opened(windows, f"{game}, phone in play", first, PHONE, f"/{party.code}", options)
    knows = 'localStorage.setItem("chanceit-hints", "false");'
    opened(windows, f"{game}, who knows the game", first, PHONE, f"/{party.code}", options, knows)
    opened(windows, f"{game}, big screen in play", party.table, TV, f"/{party.code}/table", options)
    for window in windows.all:
        window.close()
    windows.all.clear()


def slowed(window: Window) -> CDPSession:
    inside = window.context.new_cdp_session(window.page)
    inside.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    inside.send("Network.enable")
    inside.send("Network.emulateNetworkConditions", NETWORK)
    inside.send("Performance.enable")
    return inside


def opened(
    windows: Windows, name: str, whose: Window, size: tuple[int, int], path: str, options: Any, before: str = ""
) -> None:
    """The page of somebody who is there already, opened by a browser that has never seen it."""
    paints, shifts, counts, sizes = [], [], [], []
    for _time in range(options.repetitions):
        window = windows.open(size)
        window.context.add_cookies(whose.context.cookies())
        inside = slowed(window)
        loaded: dict[str, float] = {}
        names: dict[str, str] = {}
        inside.on("Network.requestWillBeSent", lambda e, n=names: n.update({e["requestId"]: e["request"]["url"]}))
        inside.on("Network.loadingFinished", lambda e, n=loaded: n.update({e["requestId"]: e["encodedDataLength"]}))
        window.page.add_init_script(WATCH + before)
        window.go(path)
        window.until(lambda window=window: window.number)
        window.page.wait_for_timeout(4000)  # what is loaded later is loaded by then
        seen = window.page.evaluate("({ shifts, paints })")
        paints.append(seen["paints"][-1]["at"])
        shifts.append(sum(shift["value"] for shift in seen["shifts"]))
        counts.append(len(loaded))
        sizes.append(sum(loaded.values()) / 1000)
        if options.say and _time == 0:
            print(*seen["paints"], *seen["shifts"], sep="\n  ")
            for request, size_of in sorted(loaded.items(), key=lambda pair: -pair[1]):
                print(f"  {size_of / 1000:6.1f} kB {names.get(request, '')}")
        window.close()
        windows.all.remove(window)
    told = f"{statistics.median(paints):.0f} ({min(paints):.0f} to {max(paints):.0f})"
    print(f"{name:32}{told:>22}{max(shifts):8.3f}{max(counts):10}{max(sizes):7.1f}", flush=True)


def told(windows: Windows, game: str, options: Any) -> None:
    """What others do, drawn by a phone that only looks on: how long a view keeps the page's thread."""
    party = Party(windows, NAMES[:3]).open_table(game=game).join().begin()
    if game == "chance_it":
        party.grab(0)
        steps = [lambda: party.type_dice(2, 2, 5, 5, 5), *(lambda seat=seat: party.lay(seat, "out") for seat in (0, 1))]
    else:
        steps = [lambda seat=seat: place(party.phones[seat]) for seat in (0, 1)]
    phone = party.phones[2]
    inside = slowed(phone)
    times: list[float] = []
    for _round in range(options.rounds):
        for step in steps:
            begun, before = thread_time(inside), phone.number
            step()
            phone.until(lambda before=before: phone.number > before)
            phone.page.wait_for_timeout(700)
            times.append(1000 * (thread_time(inside) - begun))
        if game == "chance_it":
            party.lay(2, "out")
            party.phase("roll")
        else:
            place(phone)
            phone.page.wait_for_timeout(700)
    told = f"{statistics.median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})"
    print(f"{game}: a view keeps the page's thread {told}", flush=True)
    for window in windows.all:
        window.close()
    windows.all.clear()


def play_on(windows: Windows, game: str, options: Any) -> None:
    """A long game against computer players: what moves, and what stays in memory."""
    party = Party(windows, NAMES[:1]).open_table(game=game).join()
    table, phone = party.table, party.phones[0]
    for _seat in range(2):
        table.tap('[data-action="add-computer"] >> nth=0')
    table.sees('[data-part="seats-title"]', "3")
    party.begin(pace="instant")
    inside = slowed(phone)
    memory: list[float] = []
    first, until = phone.number, phone.number + options.pushes
    while phone.number < until:
        act(table, phone, game)
        phone.page.wait_for_timeout(50)
        if phone.number - first >= 50 * len(memory):
            inside.send("HeapProfiler.collectGarbage")
            memory.append(metrics(inside)["JSHeapUsedSize"] / 1e6)
    party.set_pace("normal")
    animated: dict[str, str] = {}
    until = phone.number + 20
    while phone.number < until:
        act(table, phone, game)
        animated |= dict(phone.page.evaluate(ANIMATED))
    painted = ", ".join(f"{name} ({whose})" for name, whose in sorted(animated.items()) if name not in COMPOSITED)
    print(f"  animated beside the compositor: {painted or 'nothing'}")
    print(f"  memory every 50 views, MB: {', '.join(f'{size:.1f}' for size in memory)}", flush=True)
    for window in windows.all:
        window.close()
    windows.all.clear()


def act(table: Window, phone: Window, game: str) -> None:
    """What the phone is asked for, done at once; and once more when the game is over."""
    scene = phone.page.evaluate("document.body.dataset.scene")
    if scene in ("over", "podium"):
        table.tap('[data-action="again"]')
        table.scene("lobby")
        table.tap('[data-action="begin"]')
        phone.until(lambda: phone.view["view"] and phone.view["view"]["phase"] != "over")
    elif game == "second_chance" and scene in ("start", "draw", "second_chance", "bonus"):
        place(phone)
    else:
        phone.page.evaluate("""() => {
            const tap = (selector) => [...document.querySelectorAll(selector)]
                .find((one) => one.getClientRects().length && one.ariaDisabled !== "true")?.click();
            tap('[data-action="watch-on"]');
            tap('[data-part="confirm"] [data-action="confirm"]');
            tap('[data-part="stage"] [data-action="select"]');
        }""")


def place(phone: Window) -> None:
    """The Tile, wherever it may lie."""
    phone.page.evaluate("""() => {
        const button = document.querySelector('[data-part="confirm-button"]');
        const isReady = () => button.ariaDisabled === "false";
        const squares = () => document.querySelectorAll('[data-part="paper"] [data-row]');
        for (const tile of document.querySelectorAll('[data-part="tray"] [data-tile]')) {
            tile.click();
            for (let turn = 0; turn < 8 && !isReady(); turn += 1) {
                for (let at = 0; at < squares().length && !isReady(); at += 1) {
                    squares()[at].dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
                }
                if (isReady()) break;
                document.querySelector(`[data-action="${turn === 3 ? "mirror" : "turn"}"]`).click();
            }
            if (isReady()) break;
        }
        button.click();
    }""")


def metrics(inside: CDPSession) -> dict[str, float]:
    return {one["name"]: one["value"] for one in inside.send("Performance.getMetrics")["metrics"]}


def thread_time(inside: CDPSession) -> float:
    """Seconds of processor time that the page's thread has worked, without what was asked of it here."""
    now = metrics(inside)
    return now["ThreadTime"] - now["DevToolsCommandDuration"]


if __name__ == "__main__":
    begun = time.monotonic()
    main()
    print(
        f"in {time.monotonic() - begun:.0f} s; load of the machine: {os.getloadavg()[1]:.1f}, cores: {os.cpu_count()}"
    )
