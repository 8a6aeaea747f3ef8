"""How soon any point of a long game is drawn in a replay: `python -m bench.replaying`, in Chromium.

A game of a thousand moves is dropped on `/replay`. A finger lets go of the time line at points drawn by lot; counted is
until the screens within the page have changed for the last time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from playwright.sync_api import Frame, sync_playwright

from rules.header import Header
from rules.luck import Luck
from rules.parts import Move
from rules.record import Playing
from rules.shelf import GAMES
from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.windows import Window, Windows
from tests.conftest import CHROMIUM
from tests.web.people import Server

SIZES = {"laptop": (1366, 768), "phone": (390, 844)}
LONG = {"chance_it": {"stars_to_win": 999, "hearts": 400, "coins": 400}, "second_chance": {}}
STILL = 400
"""Milliseconds without any change: then it is drawn."""
WATCH = """() => {
  window.changed = 0;
  new MutationObserver(() => (window.changed = performance.timeOrigin + performance.now()))
    .observe(document, { subtree: true, childList: true, characterData: true });
}"""
LET_GO = """to => {
  const line = document.querySelector("[data-part=at]");
  const now = performance.timeOrigin + performance.now();
  line.value = String(to);
  line.dispatchEvent(new Event("input", { bubbles: true }));
  return now;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=1000, help="how long the game is (1000)")
    parser.add_argument("--jumps", type=int, default=20, help="how often the finger lets go (20)")
    parser.add_argument("--profile", type=Path, help="a file for what the thread did, for Chromium's own tools")
    options = parser.parse_args()
    program = next(path for name in CHROMIUM if (path := shutil.which(name)))
    record = long_game("chance_it", options.moves)
    with tempfile.TemporaryDirectory(prefix="chanceit-replay-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder), CHANCEIT_RATES="off").start()
        file = Path(folder) / "long.jsonl"
        file.write_bytes(record)
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        windows = Windows(browser, server)
        print(f"{'':28}{'drawn after ms':>26}")
        for name, size in SIZES.items():
            for seen in ("table", "0"):
                window = windows.open(size)
                measure(window, f"{name}, {'the table' if seen == 'table' else 'a seat'}", file, seen, options)
                window.close()
                windows.all.remove(window)
        browser.close()
        server.stop()


def long_game(game: str, moves: int) -> bytes:
    """As easy computer players would play it, with so much of everything that it does not end."""
    options = msgspec.Raw(msgspec.json.encode(LONG[game]))
    playing = Playing(Header(format="chanceit/1", game=game, players=("Ann", "Ben", "Cy", "Di"), options=options))
    rules, luck, draws = GAMES[game], Luck("0" * 32), 0
    mind = next(iter(rules.COMPUTER_PLAYERS.values()))
    while playing.state.result is None and len(playing.moves) < moves:
        state = playing.state
        if state.awaiting:
            seat = state.awaiting[0]
            lots = luck.lots(f"{len(playing.moves)}-{seat}")
            move = mind(rules.shared(state), rules.own(state, seat), playing.box, playing.options, lots)
        else:
            move = rules.draw(state, luck, draws)
            if move is None:
                move = next(one for one in rules.own(state, 0).can if isinstance(one, Move))
            draws += isinstance(move, rules.DRAWN)
        playing.play(move)
    lines = [playing.header, *playing.moves]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def measure(window: Window, name: str, file: Path, seen: str, options: argparse.Namespace) -> None:
    window.go("/replay")
    sent: list[bytes] = []
    window.page.on("response", lambda answer: sent.append(answer.body()) if "/replay/file" in answer.url else None)
    window.page.locator("[data-part=file]").set_input_files(file)
    window.page.wait_for_function("() => document.querySelector('[data-state=open]')")
    if seen != "table":
        window.page.locator("[data-part=viewpoint]").select_option(seen)
    window.page.wait_for_timeout(2000)
    frames = [window.page.main_frame, *(frame for frame in window.page.frames if "/screen/" in frame.url)]
    for frame in frames:
        frame.evaluate(WATCH)
    inside = window.context.new_cdp_session(window.page)
    if options.profile:
        inside.send("Profiler.enable")
        inside.send("Profiler.start")
    lots, drawn = Random(1), []
    for _time in range(options.jumps):
        at = window.page.evaluate(LET_GO, lots.randrange(options.moves))
        drawn.append(settled(frames, at) - at)
    if options.profile:
        options.profile.with_suffix(f".{name.replace(', ', '-').replace(' ', '-')}.cpuprofile").write_text(
            json.dumps(inside.send("Profiler.stop")["profile"])
        )
    print(f"{name:28}{told(drawn):>26}")
    if seen == "table":
        print(f"  sent: {len(sent[0]) / 1e6:.1f} MB, {len(gzip.compress(sent[0])) / 1e3:.0f} kB with gzip")


def settled(frames: list[Frame], since: float) -> float:
    """When the last change was made, once nothing changes any more."""
    while True:
        last = max(float(frame.evaluate("() => window.changed")) for frame in frames)
        if last > since and time.time() * 1000 - last > STILL:
            return last
        time.sleep(0.05)


def told(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"


if __name__ == "__main__":
    main()
