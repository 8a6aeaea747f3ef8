import os
import re
import shutil
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import AsyncClient, Client

from chanceit.management.commands.serve import collect_static
from chanceit.web.joining import join
from chanceit.web.static_files import KEPT, HashedStaticFiles, lean
from tests.js.tools import node
from tests.web.conftest import ROOT
from tests.web.people import Person, Server

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def test_a_hashed_file_may_be_kept_for_ever(client: Client):
    response = client.get(staticfiles_storage.url("css/base.css"))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == 'text/css; charset="utf-8"'
    assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"


@pytest.mark.parametrize("name", ["css/base.css", "css/base.0123456789ab.css", "\0.0123456789ab.css", "../x" * 99])
@pytest.mark.django_db
def test_there_is_nothing_without_its_hash(client: Client, name: str):
    assert client.get(f"/static/{name}").status_code == 404


def test_a_file_is_sent_compressed(client: Client):
    url = staticfiles_storage.url("css/base.css")
    plain, small = client.get(url), client.get(url, headers={"accept-encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content)


def test_a_file_the_browser_still_has_is_not_sent_again(client: Client):
    url = staticfiles_storage.url("css/base.css")
    again = client.get(url, headers={"if-none-match": client.get(url).headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_asgi_serves_files_without_streaming(async_client: AsyncClient):
    response = await async_client.get(staticfiles_storage.url("css/base.css"))
    assert not response.streaming
    assert int(response.headers["Content-Length"]) == len(response.content) > 0


PHONE = {
    "js/phone.js": """
import { deep, one as first } from "./shared/a.js";
import "./shared/b.js";
console.log(first, deep(), globalThis.ran);
import("./later/d.js").then(({ d, e }) => console.log(d, e(), globalThis.ran));
""",
    "js/shared/a.js": """
import {
deep,
} from "./level0.js";
export { deep } from "./level0.js";
export const one = "one";
""",
    "js/shared/b.js": 'globalThis.ran = "b";',
    **{f"js/shared/level{n}.js": f'export {{ deep }} from "./level{n + 1}.js";' for n in range(10)},
    "js/shared/level10.js": 'export function deep() {\nreturn "deep";\n}',
    "js/later/d.js": """
import { one } from "../shared/a.js";
import { own } from "./own.js";
import "../shared/b.js";
export const d = one;
export async function e() {
  return own;
}
globalThis.ran += "d";
""",
    "js/later/own.js": "export const own = 1;",
}


def test_scripts_of_a_page_are_one_file_that_runs_as_they_do(tmp_path: Path):
    def run(modules: dict[str, str], folder: Path) -> str:
        for name, text in {"package.json": '{"type": "module"}', **modules}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return node(folder / "js/phone.js", capture_output=True, check=True).stdout

    joined = join(PHONE)
    assert set(joined) == {"js/phone.js", "js/later/d.js"}
    assert "level10" not in joined["js/later/d.js"], "the page has taken it in"
    assert "own.js" in joined["js/later/d.js"]
    plain = run(PHONE, tmp_path / "plain")
    assert plain.splitlines()[0] == "one deep b"
    assert run(joined, tmp_path / "joined") == plain


def test_modules_that_import_each_other_in_a_circle_are_refused_by_name():
    with pytest.raises(RuntimeError, match=r"in a circle.*: a\.js, b\.js"):
        join({"page.js": 'import "./a.js";', "a.js": 'import "./b.js";', "b.js": 'import "./a.js";'})


@pytest.mark.parametrize(
    "line", ['import x from "./a.js";', 'export * from "./a.js";', "export default 1;", "export let a;"]
)
def test_what_cannot_be_joined_is_refused_by_name(line: str):
    with pytest.raises(RuntimeError, match=re.escape(f"page.js cannot be joined with others, because of: {line}")):
        join({"page.js": line, "a.js": ""})


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(RuntimeError, match=r"page\.js imports b\.js, which is not there"):
        join({"page.js": 'import { a } from "./b.js";'})


def test_what_is_loaded_later_is_loaded_by_its_hashed_name(settings):
    phone = staticfiles_storage.stored_name("js/chance_it/phone/phone.js")
    script = settings.STATIC_ROOT / phone
    later = re.findall(r'\bimport\("([^"]+)"\)', script.read_text())
    assert later
    for name in later:
        assert HASHED.search(name)
        assert (script.parent / name).is_file()


def test_what_only_people_read_stays_at_home(settings):
    for name, hashed in staticfiles_storage.hashed_files.items():
        if name.startswith(("js/", "css/")):
            text = (settings.STATIC_ROOT / hashed).read_text()
            assert not re.search(r"^([ \t]|//(?! js/[\w/]+\.js$)|/\*)", text, re.MULTILINE), name
    assert lean(b"// Why\n  let a; // goes\n  /** @type {x} */\nb('http://x'); // it's\n") == (
        b"let a;\nb('http://x'); // it's\n"
    )


def test_a_stylesheet_has_the_parts_that_it_names_in_it(tmp_path: Path, settings):
    root, settings.STATICFILES_DIRS = tmp_path / "collected", [tmp_path / "source"]
    settings.STATIC_ROOT = root
    parts = {
        "css/game/phone/phone.css": '/* Why */\n@import "../../table/a.css";\n@import "./all.css";\n.z { order: 3; }\n',
        "css/table/a.css": ".a {\n  order: 1;\n}\n",
        "css/game/phone/all.css": '@import "../b.css";\n',
        "css/game/b.css": ".b { order: 2; }\n",
    }
    for name, text in parts.items():
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text(text)
    collect_static()
    page = root / HashedStaticFiles(location=root).stored_name("css/game/phone/phone.css")
    assert " ".join(page.read_text().split()) == ".a { order: 1; } .b { order: 2; } .z { order: 3; }"
    (tmp_path / "source/css/game/b.css").unlink()
    with pytest.raises(RuntimeError, match=r"phone/all\.css names css/game/b\.css, which is not there"):
        collect_static()


def test_no_stylesheet_asks_for_another(settings):
    for name, hashed in staticfiles_storage.hashed_files.items():
        if name.startswith("css/"):
            assert "@import" not in (settings.STATIC_ROOT / hashed).read_text(), name


def test_no_text_in_a_script_goes_over_several_lines():
    """Its indentation would be part of it, and is left out of what a browser gets."""
    for script in (ROOT / "static/js").rglob("*.js"):
        for line in script.read_text().splitlines():
            assert line.lstrip().startswith(("//", "*", "/*")) or line.count("`") % 2 == 0, (script, line)


# Upgrades


@pytest.fixture
def other_version(tmp_path: Path, settings) -> Path:
    """A copy of our static files in which every script is different."""
    changed = tmp_path / "other-version"
    shutil.copytree(ROOT / "static", changed)
    for script in changed.rglob("*.js"):
        script.write_text(script.read_text() + '\n"of another version";\n')
    settings.STATICFILES_DIRS = [changed]
    return changed


def files_in(root: Path) -> set[str]:
    """What the version that was last collected there uses."""
    return set(HashedStaticFiles(location=root).hashed_files.values())


def test_in_an_upgrade_pages_of_both_versions_get_their_files_from_both_processes(
    own_server: Server, other_version: Path, settings
):
    root = settings.STATIC_ROOT = own_server.data / "static"
    ours = files_in(root)
    collect_static()
    others = files_in(root)
    person = Person(own_server)
    [script] = re.findall(r'src="/static/(js/start\.[^"]+)"', person.get("/")[1])
    assert script in ours - others, "a process that has not been restarted serves its own pages"

    def all_there() -> None:
        for name in {name for name in ours ^ others if name.startswith("js/")}:
            with person.browser.open(f"{own_server.url}/static/{name}") as answer:
                assert "immutable" in answer.headers["Cache-Control"]
                assert (name in others) == (b"of another version" in answer.read())

    all_there()
    # The next process has its own version collected again, so those of the other one are now the old ones.
    own_server.stop()
    own_server.start()
    assert files_in(root) == ours
    all_there()


def test_a_file_that_has_vanished_is_not_there(own_server: Server):
    person = Person(own_server)
    [script] = re.findall(r'src="(/static/js/start\.[^"]+)"', person.get("/")[1])
    assert person.get(script)[0] == 200
    for file in (own_server.data / "static/js").glob("start.*"):
        file.unlink()
    assert person.get(script)[0] == 404
    assert "Traceback" not in own_server.read_log()


def age(root: Path, seconds: int) -> None:
    for file in root.rglob("*.*"):
        os.utime(file, (time.time() - seconds,) * 2)


def test_a_file_is_kept_for_a_week_after_its_last_use(tmp_path: Path, other_version: Path, settings):
    root = settings.STATIC_ROOT = tmp_path / "collected"

    def collect_another(version: int) -> set[str]:
        (other_version / "js/start.js").write_text(f"// {version}")
        collect_static()
        return {file.name for file in root.glob("js/start.*.js")}

    first = collect_another(1)
    assert len(first) == 1
    age(root, 10 * KEPT)
    second = collect_another(2)
    assert len(second) == 2, "in use until now, however old it is"
    age(root, KEPT - 60)
    third = collect_another(3)
    assert third > second
    age(root, KEPT + 60)
    fourth = collect_another(4)
    assert len(fourth) == 2
    assert not fourth & second
    assert not list(tmp_path.glob("collecting-*"))


def test_an_icon_is_no_bare_outline():
    """That would be drawn black, and as large as it was made."""
    texts = [file.read_text() for file in (ROOT / "templates").rglob("*.html")]
    outlines = {name for text in texts for name in re.findall(r'<(?:path|g) id="([^"]+)"', text)}
    shown = {name for text in texts for name in re.findall(r'<svg class="icon[^>]*><use href="#([^"]+)"', text)}
    assert {"heart-outline", "star-outline"} <= outlines
    assert "hit" in shown
    assert not shown & outlines
