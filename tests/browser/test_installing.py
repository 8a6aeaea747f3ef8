"""A site with a certificate can be installed. localhost counts as one, so these tests use it; all others do not."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.windows import Window
from tests.web.conftest import ROOT
from tests.web.people import Server

IS_THERE = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller?.state === 'activated')"


class SecureWindow(Window):
    def go(self, path: str) -> None:
        self._leave()
        self.page.goto(f"http://localhost:{self.server.port}{path}")


@pytest.fixture
def site(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.installable", CHANCEIT_RATES="off").start()
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def window(browser, site):
    window = SecureWindow(browser.new_context(locale="de-DE"), site)
    window.expected = ("ERR_CONNECTION_REFUSED", "503")
    yield window
    window.close()
    unexpected = [problem for problem in window.problems if not any(known in problem for known in window.expected)]
    assert unexpected == []


def test_without_a_connection_the_page_says_so_and_goes_on_when_there_is_one(window, site):
    window.go("/rules/chance_it")
    window.page.wait_for_function(IS_THERE)
    assert window.page.evaluate("isSecureContext")
    site.stop()
    for path in ("/", "/rules/second_chance"):
        window.go(path)
        window.scene("no-connection")
        expect(window.page.locator("html")).to_have_attribute("lang", "de")
        expect(window.page.locator("h1")).to_have_text("Keine Verbindung.")
        expect(window.page.locator("h1")).to_have_css("text-wrap", re.compile("balance"))  # it has its stylesheets
        window.fits()
    site.start()
    window.tap("main a")
    expect(window.page.locator("h1")).to_have_text("Second Chance")
    assert window.page.url.endswith("/rules/second_chance")


def test_an_old_script_never_meets_a_new_server(window, site, tmp_path):
    window.go("/")
    window.page.wait_for_function(IS_THERE)
    window.reload()
    kept = "() => caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => url))"
    old = window.page.evaluate(kept)
    assert old, "what is hashed is kept"
    assert all(re.search(r"/static/.*\.[0-9a-f]{12}\.\w+$", url) for url in old)
    site.stop()
    other = tmp_path / "other"
    shutil.copytree(ROOT / "static", other)
    with (other / "js/start.js").open("a") as script:
        script.write('document.documentElement.dataset.version = "new";\n')
    site.environment["OTHER_STATIC"] = str(other)
    site.start()
    window.reload()
    expect(window.page.locator("html")).to_have_attribute("data-version", "new")
    # The worker of the version before goes with all that it kept.
    window.page.wait_for_function(
        "old => caches.keys().then((names) => names.length === 1 && !names.includes(old))", arg=""
    )
    new = window.page.evaluate("() => caches.keys()")
    window.page.wait_for_function(
        "async (version) => (await (await fetch('/worker.js')).text()).includes(version)",
        arg=new[0].removeprefix("kept-"),
    )


def test_the_manifest_has_what_browsers_ask_for(window):
    window.go("/")
    answer = window.page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).text()")
    manifest = json.loads(answer)
    assert (manifest["name"], manifest["lang"], manifest["display"]) == ("Chance It", "de", "standalone")
    for icon in manifest["icons"]:
        size = window.page.evaluate(
            "async (src) => { const { width, height } = await createImageBitmap(await (await fetch(src)).blob());"
            " return `${width}x${height}`; }",
            icon["src"],
        )
        assert size == icon["sizes"]


def test_at_a_table_in_a_living_room_there_is_nothing_to_install(windows, server):
    window = windows.open()
    window.go("/")
    assert window.page.locator("link[rel=manifest], [data-worker]").count() == 0
    window.expected = ("404",)
    for path in ("/worker.js", "/manifest.webmanifest"):
        assert window.page.request.get(f"{server.url}{path}").status == 404
