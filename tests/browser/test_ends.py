"""Before and after a game: at every size, for any number of players, names and what can be pressed lie open."""

import pytest

from tests.browser.test_every_screen import AT_REST
from tests.browser.test_printed_pieces import sit_down
from tests.browser.test_second_chance import SMALL, draw, write_the_one
from tests.browser.windows import Party

BIG_SCREENS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
PHONES = ((320, 568), (390, 844))

# What is beyond the edge, or partly below something else.
COVERED = """(mayScroll) => [...document.querySelectorAll("button, a.button, .seat-name")].filter((one) => {
  if (!one.checkVisibility()) return false;
  if (mayScroll) one.scrollIntoView({ block: "center" });
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const [x, y, inset] = [(left + right) / 2, (top + bottom) / 2, 8];
  const points = [[left + inset, y], [right - inset, y], [x, top + inset], [x, bottom - inset]];
  return !points.every((point) => one.contains(document.elementFromPoint(...point)));
}).map((one) => one.textContent.trim())"""


def everything_lies_open(window, sizes, may_scroll):
    for width, height in sizes:
        window.page.set_viewport_size({"width": width, "height": height})
        window.page.evaluate(AT_REST)
        assert window.page.evaluate(COVERED, may_scroll) == [], (width, height)


def play_chance_it(party):
    party.phones[0].scene("grab")
    party.grab(0)
    party.type_dice(4, 4, 2, 5, 5)
    party.lay(0, "chance_it")


def play_second_chance(party):
    phone = party.phones[0]
    while phone.view["view"]["phase"] != "over":
        phone.scene("start", "draw", "second_chance", "bonus", "wait", "stuck", "out", "over")
        if not phone.view["view"]["can"]:
            phone.page.wait_for_timeout(25)  # the others have to do something
        elif phone.view["view"]["phase"] == "bonus":
            write_the_one(phone)
            phone.until(lambda: phone.view["view"]["phase"] != "bonus" or not phone.view["view"]["can"])
        else:
            draw(phone)


@pytest.mark.parametrize(("game", "play"), [("chance_it", play_chance_it), ("second_chance", play_second_chance)])
def test_with_two_to_six_players_everything_lies_open(windows, game, play):
    windows.options["reduced_motion"] = "reduce"
    options = {"stars_to_win": 1} if game == "chance_it" else {}
    party = Party(windows, ["Annabelle-Marie Long"], language="de-DE", **options)
    party.open_table(game=game, box=SMALL if game == "second_chance" else None).join()
    phone, table = party.phones[0], party.table
    party.set_pace("instant")
    for players in range(2, 7):
        table.tap('[data-action="add-computer"] >> nth=0')
        table.until(lambda players=players: len(table.view["table"]["players"]) == players)
        everything_lies_open(table, BIG_SCREENS, may_scroll=False)
        table.tap('[data-action="begin"]')
        for window in (table, phone):
            window.until(lambda window=window: window.view["table"]["status"] == "playing")
        play(party)
        table.scene("podium")
        phone.scene("over")
        everything_lies_open(table, BIG_SCREENS, may_scroll=False)
        everything_lies_open(phone, PHONES, may_scroll=True)
        table.tap('[data-action="again"]')
        for window in (table, phone):
            window.scene("lobby")


# A word that begins on one line and ends on the next.
BROKEN_WORDS = """() => [...document.querySelectorAll(".seat-name, .mat-name")].flatMap((one) => {
  if (!one.checkVisibility()) return [];
  const words = one.textContent.match(/[^\\s-]+/g);
  return words.filter((word) => {
    const range = document.createRange();
    const start = one.textContent.indexOf(word);
    range.setStart(one.firstChild, start);
    range.setEnd(one.firstChild, start + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
})"""


@pytest.mark.parametrize(("game", "language"), [("chance_it", "fr-FR"), ("second_chance", "de-DE")])
def test_without_a_phone_at_the_table_the_seats_lie_open_and_no_name_is_broken(windows, game, language):
    windows.options["reduced_motion"] = "reduce"
    table = Party(windows, (), language=language).open_table(game=game).table
    names = ("Clémentine", "Christopher", "Maximilian-Alexandr", "Oma Hannelore-Elisab", "Bob", "Wolfgangwilhelmmaxim")
    for name in (None, *names):
        if name:
            sit_down(table, name)
            assert not table.page.locator('[data-part="no-phone"]').is_visible()
        everything_lies_open(table, BIG_SCREENS[1:], may_scroll=False)
        assert table.page.evaluate(BROKEN_WORDS) == []
    table.tap('[data-action="begin"]')
    table.scene("play")
    for width, height in BIG_SCREENS[1:]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(BROKEN_WORDS) == []


# What of the open dialog is beyond its edge.
BEYOND = """() => {
  const dialog = document.querySelector("dialog[open]");
  const edge = dialog.getBoundingClientRect();
  return [...dialog.querySelectorAll("button, a, label")].filter((one) => one.checkVisibility()).filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < edge.left || top < edge.top || right > edge.right || bottom > edge.bottom;
  }).map((one) => one.textContent.trim());
}"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_the_hosts_menu_shows_all_at_once_and_keeps_its_way_out(windows, language):
    windows.options["reduced_motion"] = "reduce"
    party = Party(windows, ("Ann",), language=language).open_table()
    sit_down(party.table, "Maximilian-Alexandr", "Oma Hannelore-Elisab", "Clémentine", "Bob", "Eva")
    table = party.join().begin().table
    table.tap('[data-dialog="menu"]')
    for width, height in BIG_SCREENS[1:]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(BEYOND) == [], (width, height)
    table.page.set_viewport_size({"width": 1366, "height": 400})
    table.page.locator("#dialog-menu").evaluate("menu => menu.scrollTo(0, menu.scrollHeight)")
    table.tap('#dialog-menu [data-action="open-person"] >> nth=5')
    table.sees("#replace-computer")
    for width, height in BIG_SCREENS[1:]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(BEYOND) == [], (width, height)
    table.page.set_viewport_size({"width": 1366, "height": 400})
    table.page.locator("#dialog-person").evaluate("dialog => dialog.scrollTo(0, dialog.scrollHeight)")
    assert table.page.evaluate(BEYOND.replace("button, a, label", "header button")) == []
    table.tap('#dialog-person [data-action="close-dialog"]')


# Five honours, each shared by as many as can share one, in the words of the page.
FIVE_AWARDS = """() => {
  const words = (key) => [...document.querySelectorAll("template[data-sentences]")]
    .map((one) => one.content.querySelector(`[data-key="${key}"]`)?.textContent).find(Boolean) ?? "";
  const names = [...document.querySelectorAll("[data-part=ranking] .name")].map((one) => one.textContent).slice(0, 3);
  const shapes = [...document.querySelectorAll("[data-part=ranking] .player svg")].slice(0, 3);
  const list = document.querySelector("[data-slot=highlights]");
  list.replaceChildren(...["bravest", "luckiest", "one_heart", "shopper", "cautious"].map((what) => {
    const line = document.createElement("li");
    const [title, whose] = [document.createElement("b"), document.createElement("span")];
    title.textContent = words(`highlight_${what}`);
    const told = words(`highlight_${what}_whose`) || words(`highlight_${what}_whose_other`) || "{names}";
    whose.textContent = told.replace("{names}", names.join(", ")).replace("{count}", "8");
    line.append(...shapes.map((one) => one.cloneNode(true)), title, whose);
    return line;
  }));
  document.querySelector("[data-slot=highlights-panel]").hidden = false;
}"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
def test_the_end_lies_open_with_five_awards(windows, language):
    windows.options["reduced_motion"] = "reduce"
    party = Party(windows, ["Clementine"], language=language, stars_to_win=1).open_table().join()
    phone, table = party.phones[0], party.table
    party.set_pace("instant")
    for players in (2, 6):
        while len(table.view["table"]["players"]) < players:
            before = table.number
            table.tap('[data-action="add-computer"] >> nth=0')
            table.until(lambda before=before: table.number > before)
        table.tap('[data-action="begin"]')
        for window in (table, phone):
            window.until(lambda window=window: window.view["table"]["status"] == "playing")
        play_chance_it(party)
        table.scene("podium")
        table.sees(".highlights li")
        table.page.evaluate(FIVE_AWARDS)
        everything_lies_open(table, BIG_SCREENS, may_scroll=False)
        for width, height in BIG_SCREENS[1:]:
            table.page.set_viewport_size({"width": width, "height": height})
            assert table.page.locator('[data-part="chart"]').bounding_box()["height"] > 0.15 * height
            dice = table.page.locator(".histogram-panel").bounding_box()
            last = table.page.locator(".histogram .icon").last.bounding_box()
            assert last["x"] + last["width"] < dice["x"] + dice["width"]
            assert last["y"] + last["height"] < dice["y"] + dice["height"]
            panel = table.page.locator(".highlights").bounding_box()
            assert dice["y"] + dice["height"] < panel["y"]
            ends = [line.bounding_box() for line in table.page.locator(".highlights li").all()]
            assert len(ends) == 5
            assert all(end["y"] + end["height"] < panel["y"] + panel["height"] for end in ends)
        table.tap('[data-action="again"]')
        for window in (table, phone):
            window.scene("lobby")
