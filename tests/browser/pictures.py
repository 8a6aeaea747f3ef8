"""Pictures of the screens in their states, to be looked at: `make pictures`, into data/pictures.

make pictures ARGS="--language de --dark"
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM_ARGUMENTS
from tests.browser.test_second_chance import draw
from tests.browser.windows import NAMES, PHONE, SMALL_PHONE, TV, Party, Window, Windows
from tests.web.people import ROOT, Server

FOLDER = ROOT / "data" / "pictures"


class Album:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, window: Window, name: str) -> None:
        window.page.wait_for_timeout(700)  # for what still moves; a picture is no test
        window.page.screenshot(path=self.folder / f"{name}.png")
        print(self.folder / f"{name}.png")


def chance_it(windows: Windows, album: Album, language: str) -> None:
    party = Party(windows, NAMES, language=language, hearts=6, stars_to_win=6).open_table()
    album.take(party.table, "table-lobby-empty")
    door = windows.open(SMALL_PHONE, language)
    door.go(f"/{party.code}")
    album.take(door, "phone-door")
    party.join(sizes=(PHONE, SMALL_PHONE, (390, 844), (667, 375)))
    album.take(party.table, "table-lobby")
    album.take(party.phones[0], "phone-lobby")
    party.begin(pace="fast")
    party.phones[0].scene("grab")
    album.take(party.phones[0], "phone-grab")
    album.take(party.table, "table-grab")
    party.grab(0)
    party.phones[0].scene("throw")
    album.take(party.phones[0], "phone-throw")
    album.take(party.table, "table-roll")
    party.type_dice(6, 1, 4, 5, 2)
    for number in range(4):
        party.phones[number].scene("choose")
        album.take(party.phones[number], f"phone-choose-{number + 1}")
    album.take(party.table, "table-choose")
    party.phones[0].tap('[data-action="select"][data-key="chance_it"]')
    album.take(party.phones[0], "phone-selected")
    party.lay_all("chance_it", "chance_it", "in", "out", "out", "in")
    album.take(party.table, "table-reveal")
    party.table.page.wait_for_timeout(4000)
    party.type_dice(6)
    party.phones[0].scene("market")
    album.take(party.phones[0], "phone-market")
    album.take(party.table, "table-market")
    for sheet in ("everybody", "market", "story", "help"):
        party.phones[0].tap(f'nav [data-sheet="{sheet}"]')
        album.take(party.phones[0], f"phone-sheet-{sheet}")
        party.phones[0].page.keyboard.press("Escape")
    party.table.tap('[data-dialog="menu"]')
    album.take(party.table, "table-menu")
    party.table.page.keyboard.press("Escape")
    for _six in range(2):
        for seat in (0, 1, 2, 5):
            party.buy_or_discard(seat, "buy" if seat == 0 and not _six else "discard")
    party.phase("roll")
    party.table.page.wait_for_timeout(3000)
    party.type_dice(3, 3, 3, 3, 3)
    party.phones[0].scene("laid")
    album.take(party.phones[0], "phone-bound")
    party.lay_all(None, None, "out", "out", "out", "out")
    party.phones[0].scene("farewell")
    album.take(party.phones[0], "phone-farewell")
    party.phase("roll")
    party.table.page.wait_for_timeout(3000)
    album.take(party.table, "table-after-elimination")
    for dice in ((4, 4, 4, 4, 2), (4, 4, 4, 4, 4)):
        party.type_dice(*dice)
        party.lay_all(None, None, "in", "in", "out", "out")
        party.phase("roll", "over")
        party.table.page.wait_for_timeout(6000)
    party.table.scene("podium")
    album.take(party.table, "table-podium")
    party.phones[2].scene("over")
    album.take(party.phones[2], "phone-over")


def second_chance(windows: Windows, album: Album, language: str) -> None:
    party = Party(windows, NAMES[:4], language=language).open_table(game="second_chance").join().begin()
    party.phones[0].scene("start")
    album.take(party.phones[0], "second-chance-phone-start")
    album.take(party.table, "second-chance-table-start")
    for _round in range(3):
        for phone in party.phones:
            phone.scene("start", "draw")
            draw(phone)
    party.phones[0].scene("draw")
    party.phones[0].tap('[data-part="paper"] [data-row="1"][data-column="1"]')
    album.take(party.phones[0], "second-chance-phone-draw")
    album.take(party.table, "second-chance-table-draw")


def pages(windows: Windows, album: Album, language: str) -> None:
    for size, name in ((TV, "tv"), (SMALL_PHONE, "phone")):
        for path in ("", "rules/chance_it", "rules/second_chance", "ZZZZ"):
            window = windows.open(size, language)
            window.go(f"/{path}")
            album.take(window, f"page-{path.replace('/', '-') or 'start'}-{name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", default="en-GB", help="en-GB, fr-FR or de-DE (default en-GB)")
    parser.add_argument("--dark", action="store_true", help="as at night")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to (default data/pictures)")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        parser.error("Chromium is not installed")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), CHANCEIT_RATES="off").start()
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        try:
            for make in (pages, chance_it, second_chance):
                windows = Windows(browser, server, color_scheme="dark" if options.dark else "light")
                make(windows, Album(options.folder), options.language)
                for window in windows.all:
                    window.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
