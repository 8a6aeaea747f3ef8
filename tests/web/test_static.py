import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import AsyncClient, Client

from chanceit.web.static_files import IMPORT, HashedStaticFiles

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def test_a_hashed_file_may_be_kept_for_ever(client: Client):
    response = client.get(staticfiles_storage.url("css/base.css"))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == 'text/css; charset="utf-8"'
    assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"


def test_a_plain_name_is_kept_for_a_minute(client: Client):
    assert client.get("/static/css/base.css").headers["Cache-Control"] == "max-age=60, public"


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
