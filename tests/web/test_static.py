import os
import re
import shutil
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import AsyncClient, Client

from chanceit.management.commands.serve import collect_static
from chanceit.web.static_files import IMPORT, KEPT, HashedStaticFiles, lean
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


def modules_reached_from(module: Path) -> set[Path]:
    """All modules a browser would load, each of which must be there, under a hashed name."""
    seen, todo = set(), [module]
    while todo:
        module = todo.pop().resolve()
        if module not in seen:
            seen.add(module)
            assert HASHED.search(module.name), f"{module.name} is not hashed"
            todo += [module.parent / found["url"] for found in re.finditer(IMPORT, module.read_text())]
    return seen


def test_modules_import_each_other_by_hashed_names(tmp_path: Path, settings):
    source, settings.STATIC_ROOT = tmp_path / "source", tmp_path / "collected"
    settings.STATICFILES_DIRS = [source]
    modules = {
        "js/phone.js": """
            // What we import here, we export again from elsewhere.
            import { a } from "./shared/a.js";
            import './shared/b.js'
            export * from "./shared/c.js";
            export const later = () => import("./shared/d.js");
        """,
        "js/shared/a.js": """import {
            deep,
        } from "./level0.js";""",
        "js/shared/b.js": 'import{deep}from"../shared/level3.js"',
        "js/shared/c.js": "",
        "js/shared/d.js": "",
        **{f"js/shared/level{n}.js": f'export {{ deep }} from "./level{n + 1}.js";' for n in range(10)},
        "js/shared/level10.js": "export const deep = 1;",
    }
    for name, text in modules.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    call_command("collectstatic", verbosity=0, interactive=False)

    storage = HashedStaticFiles(location=settings.STATIC_ROOT)
    reached = modules_reached_from(settings.STATIC_ROOT / storage.stored_name("js/phone.js"))
    assert len(reached) == len(modules)


def test_modules_that_import_each_other_in_a_circle_are_refused_by_name(tmp_path: Path, settings):
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "collected", [tmp_path / "source"]
    (tmp_path / "source").mkdir()
    (tmp_path / "source/a.js").write_text('import "./b.js";')
    (tmp_path / "source/b.js").write_text('import "./a.js";')
    with pytest.raises(RuntimeError, match=r"in a circle.*: a\.js, b\.js"):
        call_command("collectstatic", verbosity=0, interactive=False)


def test_all_our_modules_are_hashed(settings):
    for name, hashed in staticfiles_storage.hashed_files.items():
        if name.startswith("js/") and name.endswith(".js"):
            modules_reached_from(settings.STATIC_ROOT / hashed)


def test_what_only_people_read_stays_at_home(settings):
    for name, hashed in staticfiles_storage.hashed_files.items():
        if name.startswith(("js/", "css/")):
            text = (settings.STATIC_ROOT / hashed).read_text()
            assert not re.search(r"^([ \t]|//|/\*)", text, re.MULTILINE), name
    assert lean(b"// Why\n  let a; // goes\n  /** @type {x} */\nb('http://x'); // it's\n") == (
        b"let a;\nb('http://x'); // it's\n"
    )


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
