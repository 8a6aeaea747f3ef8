"""The lesson, as somebody alone with a phone takes it: doing what the teacher says."""

from playwright.sync_api import expect

from tests.browser.test_every_screen import check
from tests.browser.windows import SMALL_PHONE, Window

SELECTED = ".stage [aria-pressed=true]"
POINTED_AT = """() => {
  const [rule] = document.querySelector("#lesson-look").sheet.cssRules;
  return document.querySelector(rule.selectorText)?.dataset.key ?? null;
}"""


class Learner:
    """Taps what the screen says, and skips what is told."""

    def __init__(self, phone: Window) -> None:
        self.phone = phone

    def hears(self, words: str) -> None:
        """Waits for it, and cuts short what is told on the way."""
        said = self.phone.page.locator(".teacher [role=status]")
        skip = self.phone.page.locator("[data-action=lesson-skip]")
        for _step in range(20):
            expect(skip.or_(said.filter(has_text=words)).first).to_be_visible()
            if said.filter(has_text=words).count():
                return
            # At once, if it is still there: the telling may come to its end by itself.
            self.phone.page.evaluate("document.querySelector('[data-action=lesson-skip]:not([hidden])')?.click()")
        raise AssertionError(f"{words!r} was never said, but {said.text_content()!r}")

    def goes_on(self) -> None:
        self.phone.tap("[data-action=lesson-on]")

    def confirms(self) -> None:
        self.phone.page.locator(".confirm .button.is-main:not([aria-disabled=true])").tap()

    def plays_what_is_pointed_at(self, key: str) -> None:
        self.phone.page.wait_for_function(f"key => ({POINTED_AT})() === key", arg=key)
        self.phone.page.locator(f".stage [data-key={key}]").tap()
        self.confirms()


def test_the_whole_lesson_is_taken_on_a_small_phone_by_doing_what_it_says(windows):
    phone = windows.open(SMALL_PHONE)
    phone.go("/")
    phone.tap('a[href="/learn/chance_it"]')
    learner = Learner(phone)
    learner.hears("prepared dice")
    check(phone)
    learner.goes_on()
    learner.hears("Be quicker")
    learner.confirms()
    learner.hears("roll all five")
    learner.confirms()

    learner.hears("Play IN to take part")
    phone.page.locator(".stage [data-key=out]").tap()
    learner.hears("This time, play IN")
    expect(phone.page.locator(SELECTED)).to_have_count(0)
    learner.plays_what_is_pointed_at("in")
    learner.hears("You paid 1 coin")
    learner.goes_on()

    learner.hears("Play OUT")
    check(phone)
    phone.reload()
    learner.hears("Play OUT")  # where it was
    phone.page.locator(".confirm .button").tap(force=True)  # before anything is selected
    learner.hears("This time, play OUT")
    learner.plays_what_is_pointed_at("out")
    learner.hears("2 coins for you")
    learner.goes_on()

    learner.hears("a 6 opens the market")
    learner.plays_what_is_pointed_at("in")
    learner.hears("Buy the one with the 4")
    phone.page.locator(".stage [data-key=m11]").tap()
    phone.tap("[data-choice=discard]")
    learner.hears("This time, buy")
    phone.tap("[data-choice=buy]")
    learner.hears("Your turn to roll")
    learner.confirms()
    learner.hears("Dare it!")
    learner.plays_what_is_pointed_at("chance_it")
    learner.hears("reroll it")
    learner.confirms()
    learner.hears("4 stars and 2 coins more")
    learner.goes_on()
    learner.hears("nothing to choose")
    learner.goes_on()
    learner.hears("Ada is eliminated")
    learner.goes_on()
    learner.hears("18 stars")
    learner.goes_on()
    learner.hears("that makes 20")
    learner.plays_what_is_pointed_at("in")
    learner.hears("Bravo!")
    phone.scene("over")
    assert phone.frames == [], "no table was asked for anything"
    phone.fits()
    phone.tap('.teacher form[action="/solo"] .is-main')
    phone.scene("grab")
    assert phone.page.url.endswith("#alone")


def test_it_can_be_left_and_started_again_at_any_time(windows):
    phone = windows.open(SMALL_PHONE, "de-DE")
    phone.go("/learn/chance_it")
    phone.tap("[data-action=lesson-on]")
    learner = Learner(phone)
    learner.hears("Sei schneller!")
    phone.tap("[data-action=lesson-again]")
    learner.hears("Hallo!")
    phone.tap(".lesson-bar a")
    phone.sees("a[href='/learn/chance_it']")
