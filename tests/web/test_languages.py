import gettext
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import AsyncClient, Client
from django.utils import translation

from chanceit.live import gate
from rules.refusals import BadBox, Refusal
from rules.shelf import GAMES
from tests.conftest import find_program
from tests.web.conftest import ROOT, run_python

TRANSLATIONS = [code for code, _ in settings.LANGUAGES if code != "en"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wanted", "given"),
    [("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("de-AT", "de"), ("en-GB", "en"), ("pl, it;q=0.5", "en")],
)
def test_a_phone_gets_its_own_language_if_we_speak_it(client: Client, wanted: str, given: str):
    response = client.get("/", headers={"accept-language": wanted})
    assert response.headers["Content-Language"] == given
    assert f'<html lang="{given}">' in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/rules/chance_it", "/learn/chance_it", "/tv"])
async def test_every_page_is_described_in_every_language(async_client: AsyncClient, page: str):
    found = {}
    for language in ("en", "fr", "de"):
        response = await async_client.get(page, headers={"accept-language": language})
        described = re.findall('<meta name="description" content="([^"]{40,160})">', response.content.decode())
        found[language] = described
    assert all(len(descriptions) == 1 for descriptions in found.values()), found
    assert len({description for (description,) in found.values()}) == 3


@pytest.mark.django_db
def test_a_language_can_be_chosen_and_stays(client: Client):
    response = client.post("/language", {"language": "de", "next": "/"}, headers={"accept-language": "fr"})
    assert (response.status_code, response.url) == (302, "/")
    assert client.get("/", headers={"accept-language": "fr"}).headers["Content-Language"] == "de"


@pytest.mark.django_db
def test_choosing_a_language_leads_to_no_other_site(client: Client):
    response = client.post("/language", {"language": "de", "next": "https://evil.example/"})
    assert response.url == "/"


@pytest.mark.parametrize(
    ("language", "forms"),
    [("en", ["{count} heart", "{count} hearts"]), ("fr", ["{count} cœur", "{count} cœurs"])],
)
def test_a_sentence_that_a_number_decides_has_every_form_of_the_language(language: str, forms: list[str]):
    with translation.override(language):
        page = render_to_string("chance_it/sentences.html")
    found = re.findall(r'<p data-key="hearts" data-form="(\w+)">(.*)</p>', page)
    assert found == list(zip(("one", "other"), forms, strict=True))


def options_of(game: str) -> Callable[[bytes], object]:
    return lambda raw: GAMES[game].read_options(raw, 3)


@pytest.mark.parametrize(
    ("read", "given", "told"),
    [
        (GAMES["chance_it"].read_box, b"[1", "Das ist keine Schachtel oder keine vollständige."),
        (GAMES["chance_it"].read_box, b"[1,]", "Das ist keine Schachtel: Ab Byte 3 lässt sich nichts lesen."),
        (GAMES["chance_it"].read_box, b"{}", "Die Schachtel: „name“ fehlt."),
        (GAMES["second_chance"].read_box, b'{"colour": 1}', "Die Schachtel: „colour“ ist nicht bekannt."),
        (options_of("chance_it"), b'{"hats": 1}', "Es gibt keine Option „hats“."),
        (options_of("chance_it"), b'{"hearts": "many"}', "Die Option „hearts“ kann diesen Wert nicht haben."),
        (options_of("second_chance"), b"{", "Die Optionen sind nicht lesbar."),
    ],
)
def test_what_is_wrong_with_a_box_or_an_option_is_said_in_the_readers_language(
    read: Callable[[bytes], object], given: bytes, told: str
):
    with pytest.raises(Refusal) as refused:
        read(given)
    mistakes = refused.value.mistakes if isinstance(refused.value, BadBox) else [refused.value]
    assert told in [gate.sentence(mistake, "de") for mistake in mistakes]


@pytest.fixture(scope="module")
def fresh_catalogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The translations as `make messages` would leave them now."""
    find_program("msgfmt"), find_program("xgettext")
    copy = tmp_path_factory.mktemp("messages")
    for folder in ("chanceit", "rules", "templates"):
        shutil.copytree(ROOT / folder, copy / folder)
    shutil.copy(ROOT / "manage.py", copy)
    for command in ("makemessages", "--all", "--no-obsolete"), ("compilemessages",):
        result = run_python("manage.py", *command, data=copy / "data", folder=copy)
        assert result.returncode == 0, result.stderr
    return copy / "chanceit" / "locale"


def texts(file: Path) -> dict:
    with file.open("rb") as opened:
        catalog = gettext.GNUTranslations(opened)._catalog
    return {original: text for original, text in catalog.items() if original}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_text_is_translated(fresh_catalogs: Path, language: str):
    catalog = fresh_catalogs / language / "LC_MESSAGES" / "django.po"
    statistics = subprocess.run(
        ["msgfmt", "--check", "--statistics", "--output-file", os.devnull, catalog],
        check=True,
        capture_output=True,
        text=True,
    ).stderr
    assert re.fullmatch(r"\d+ translated messages?\.", statistics.strip()), "run `make messages` and translate"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_compiled_translations_are_up_to_date(fresh_catalogs: Path, language: str):
    """They are kept in the repository, because a host need not have gettext."""
    name = Path(language) / "LC_MESSAGES" / "django.mo"
    kept, fresh = texts(settings.LOCALE_PATHS[0] / name), texts(fresh_catalogs / name)
    stale = sorted(str(text) for text in kept.keys() | fresh.keys() if kept.get(text) != fresh.get(text))
    assert stale == [], "run `make messages`"
