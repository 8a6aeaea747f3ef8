"""The pages that look back: who may see what, and what stands there."""

import csv
import io
import json
import re
import zipfile
import zlib
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import AsyncClient

from chanceit import models
from chanceit.keys import digest
from chanceit.live.house import house
from chanceit.live.room import LEFT_ALONE
from chanceit.table import commands as c
from chanceit.table import forgetting, records, replaying, results, storing
from chanceit.web import evening_files
from rules import record
from rules.parts import Outcome
from rules.refusals import Refusal
from rules.shelf import GAMES
from rules.verify import verify
from tests.web.evenings import ask, begin, evening, play_on, sit_down

pytestmark = pytest.mark.django_db(transaction=True)
STRANGER = "192.0.2.7"


@pytest.fixture
def public(settings):
    settings.EVENINGS = "own"


class AddressedClient(AsyncClient):
    def __init__(self, at: str, **options: object) -> None:
        super().__init__(**options)
        self.at = at

    def _base_scope(self, **request: object) -> dict:
        return super()._base_scope(**request) | {"client": [self.at, 4711]}


class Reader:
    """A browser, at the machine itself or somewhere in the same network."""

    def __init__(self, at: str = "127.0.0.1", language: str = "en", **cookies: str) -> None:
        self.client = AddressedClient(at)
        self.language = {"accept-language": language}
        for name, key in cookies.items():
            self.client.cookies[name] = key

    async def get(self, path: str, status: int = 200) -> str:
        answer = await self.client.get(path, headers=self.language)
        assert answer.status_code == status, answer.content.decode()[:2000]
        return answer.content.decode()

    async def post(self, path: str, status: int = 302, **fields: object) -> str:
        answer = await self.client.post(path, fields, headers=self.language)
        assert answer.status_code == status, answer.content.decode()[:2000]
        return answer.content.decode()


def played(*names: str, **how: str) -> models.GamePlayed:
    code = evening(*names, **how)
    return models.GamePlayed.objects.get(table=code)


def rows(page: str) -> list[str]:
    return re.findall(r'<li class="game-row.*?</li>', page, re.DOTALL)


async def test_all_games_of_the_house_with_who_has_won_and_why(sync):
    await sync(lambda: [evening("Ann", "Ben"), evening("Zoé", "Ben", game="second_chance")])
    page = await Reader().get("/games")
    second, first = rows(page)
    assert "Ann" in first
    assert "Zoé" in second
    winner = await sync(lambda: models.Result.objects.filter(has_won=True, game__game="second_chance").first().name)
    assert re.search(rf'class="has-won".*?{winner}', second, re.DOTALL)
    assert re.search("the fewest empty squares|a full grid", second, re.IGNORECASE)
    assert "/games" in await Reader().get("/")


async def test_names_are_found_without_their_accents(sync):
    await sync(lambda: [evening("Zoé", "Ben"), evening("Ann", "Ben")])
    for typed in ("zoe", "ZOÉ", " oé"):
        assert len(rows(await Reader().get(f"/games?name={typed.strip()}"))) == 1
    assert len(rows(await Reader().get("/games?name=ben"))) == 2
    assert rows(await Reader().get("/games?name=nobody%25")) == []


async def test_pages_of_thirty_and_any_number_of_a_page(sync):
    def many():
        game = played("Ann", "Ben")
        for number in range(40):
            game.pk, game.row, game.digest = None, None, f"{number}"
            game.save()

    await sync(many)
    assert len(rows(await Reader().get("/games"))) == 30
    assert len(rows(await Reader().get("/games?page=2"))) == 11
    for odd in ("0", "-1", "99999999999999999999", "x", "%00"):
        await Reader().get(f"/games?page={odd}&name=%00{odd}" if odd != "%00" else "/games?page=%00")
    await Reader().get(f"/games/{10**30}", 404)
    await Reader().get(f"/people/{10**30}", 404)


async def test_a_game_with_its_record_and_a_link_for_bg_stats(sync):
    game = await sync(lambda: played("Ann", "Bén & Co", computers="easy"))
    page = await Reader().get(f"/games/{game.pk}")
    record = (await Reader().get(f"/games/{game.pk}/record.jsonl")).splitlines()
    assert json.loads(record[0])["players"][:2] == ["Ann", "Bén & Co"]
    assert len(record) == game.moves + 1
    link = re.search(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?[^"]+)"', page)[1]
    [data] = parse_qs(urlsplit(link.replace("&amp;", "&")).query)["data"]
    play = json.loads(data)
    assert play["game"]["name"] == "Chance It"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert {"Ann", "Bén & Co"} < {player["name"] for player in play["players"]}
    assert all(isinstance(player["winner"], bool) for player in play["players"])


async def test_nothing_of_a_game_that_is_played(sync):
    def half_a_game():
        code = sit_down("Ann", "Ben")
        begin(code)
        return code

    code = await sync(half_a_game)
    assert rows(await Reader().get("/games")) == []
    await Reader().get("/games/1", 404)
    await sync(lambda: play_on(code))
    game = await sync(lambda: models.GamePlayed.objects.get())
    await Reader().get(f"/games/{game.pk}/record.jsonl")
    await sync(lambda: ask(code, "game_master", c.Undo()))
    assert rows(await Reader().get("/games")) == []
    await Reader().get(f"/games/{game.pk}", 404)
    await Reader().get(f"/games/{game.pk}/record.jsonl", 404)
    assert "Ann" not in await Reader().get("/people")


async def test_a_result_without_its_table_has_no_record(sync):
    game = await sync(lambda: played("Ann", "Ben"))
    await sync(lambda: models.Table.objects.all().delete())
    assert "cleared" in await Reader().get(f"/games/{game.pk}")
    await Reader().get(f"/games/{game.pk}/record.jsonl", 404)


def places_of(game: models.GamePlayed) -> tuple[int, int]:
    own = dict(game.results.values_list("name", "place"))
    return own["Ann"], own["Ben"]


async def test_people_stand_in_the_order_of_the_ratings_that_are_shown(sync):
    def games():
        game = played("Ann", "Ben")
        people = [models.Person.objects.create(name=name, key=name, plain=name) for name in ("Cy", "Dan", "Eva", "Fay")]
        for who, mu, sigma, rated in zip(people, (26, 27, 27, 40), (1, 8, 2, 8), (9, 2, 2, 1), strict=True):
            least = mu - 2 * sigma
            models.Standing.objects.create(
                person=who, game=game.game, mu=mu, sigma=sigma, rated=rated, least=least, games=9
            )

    await sync(games)
    page = await Reader().get("/people")
    found = re.findall(r'<th scope="row">(?:<span class="place">(\d)\.</span> )?<a href="/people/\d+">([^<]+)<', page)
    assert found[:3] == [("1", "Eva"), ("1", "Dan"), ("3", "Cy")]
    assert ("", "Fay") in found[3:], "one game alone is no rating"


async def test_those_who_are_equally_good_share_a_record_of_the_house(sync):
    def games():
        game = played("Ann", "Ben", computers="easy")
        own = list(game.results.order_by("seat"))
        for result in own:
            result.counts |= {"stars_in_a_round": 97}
        game.marks.all().delete()
        outcome = Outcome("stars", (1, 2, 3), (), {"rounds": 98})
        models.Mark.objects.bulk_create(results.marks(game, GAMES["chance_it"], outcome, own))
        for _evening in range(3):
            evening("Cy", "Dan")

    await sync(games)
    page = await Reader().get("/house-records")
    best = re.search(r"The most stars in one round.*?</ol>", page, re.DOTALL)[0]
    assert best.count("<li>") == 3
    assert "97</b><span>Ann, Ben<small>" in best
    assert "98</b>" in page


async def test_people_and_their_pages_and_the_records_of_the_house(sync):
    await sync(lambda: [evening("Ann", "Ben", computers="easy") for _evening in range(3)])
    await sync(lambda: evening("Ann", game="second_chance"))
    page = await Reader().get("/people")
    assert sorted(re.findall(r'href="/people/\d+">([^<]+)<', page)) == ["Ann", "Ben"], "no computer player"
    ann = await sync(lambda: models.Person.objects.get(name="Ann").pk)
    page = await Reader().get(f"/people/{ann}")
    against = re.search(r"Head to head.*?</table>", page, re.DOTALL)[0]
    games, before, behind = map(int, re.findall(r'<td class="number">(\d+)</td>', against))
    places = await sync(lambda: [places_of(game) for game in models.GamePlayed.objects.filter(game="chance_it")])
    assert (games, before, behind) == (3, sum(a < b for a, b in places), sum(a > b for a, b in places))
    assert "1s that became a star in the reroll" in page or "reroll" not in page
    drawn = json.loads(re.search(r'<script id="drawn" type="application/json">(.*?)</script>', page)[1])
    assert sum(drawn["chance_it"]["places"]) == 3
    assert len(drawn["chance_it"]["line"]) == 3
    assert sum(share["share"] for share in drawn["chance_it"]["shares"]) == pytest.approx(1)
    page = await Reader().get("/house-records")
    assert "The longest game" in page
    assert "The best game alone" in page


@pytest.mark.parametrize("language", ["de", "fr"])
async def test_it_is_said_in_the_readers_language(sync, language):
    game = await sync(lambda: played("Ann", "Ben"))
    said = {"de": ("Alle Partien dieses Hauses", "Hausrekorde"), "fr": ("Toutes les parties", "Records de la maison")}
    assert said[language][0] in await Reader(language=language).get("/games")
    assert said[language][1] in await Reader(language=language).get("/house-records")
    winners = "Siege" if language == "de" else "Victoires"
    assert winners in await Reader(language=language).get("/people")
    longest = {"de": "Die längste Partie", "fr": "La partie la plus longue"}
    assert longest[language] in await Reader(language=language).get("/house-records")
    await Reader(language=language).get(f"/games/{game.pk}")


@pytest.mark.usefixtures("public")
async def test_on_a_public_site_there_are_only_the_games_that_a_browser_has_a_key_for(sync):
    def two_tables():
        code = storing.open_anywhere("second_chance", b"", b"{}", digest("host"))
        for name in ("Ann", "Ben"):
            ask(code, "door", c.Join(name, digest(name)))
        begin(code)
        play_on(code)
        return models.GamePlayed.objects.get(table=code), played("Chloé", "Dirk")

    mine, other = await sync(two_tables)
    for browser in (
        Reader(STRANGER, **{f"gm_{mine.table}": "host"}),
        Reader(STRANGER, **{f"seat_{mine.table}": "Ann"}),
    ):
        [row] = rows(await browser.get("/games"))
        assert "Ann" in row
        assert rows(await browser.get("/games?name=chloe")) == []
        await browser.get(f"/games/{mine.pk}/record.jsonl")
        for path in (f"/games/{other.pk}", f"/games/{other.pk}/record.jsonl", "/people", "/people/1", "/house-records"):
            await browser.get(path, 404)
    for nobody in (
        Reader(STRANGER),
        Reader(STRANGER, **{f"gm_{other.table}": "host"}),
        Reader(STRANGER, **{f"seat_{mine.table}": ""}),
    ):
        assert rows(await nobody.get("/games")) == []
        await nobody.get(f"/games/{mine.pk}", 404)


async def test_switched_off_there_is_no_page_at_all(settings):
    settings.EVENINGS = "off"
    for path in ("/games", "/games/1", "/games/1/record.jsonl", "/people", "/people/1", "/house-records"):
        await Reader().get(path, 404)
    assert "/games" not in await Reader().get("/")


def let_go(code: str) -> None:
    """Somebody else has written to its log."""
    house().let_go(house().rooms[code], LEFT_ALONE())


async def test_a_replay_and_a_record_are_for_those_who_sat_there_and_for_whom_the_host_shows_them_to(sync, public):
    def table():
        code = evening("Ann", "Ben", game="second_chance")
        return code, models.GamePlayed.objects.get(table=code).number

    code, number = await sync(table)
    paths = (f"/{code}/record.jsonl", f"/replay/{code}/{number}", f"/replay/{code}/{number}/views")
    there = (
        Reader(STRANGER, **{f"gm_{code}": "host of ('Ann', 'Ben')"}),
        Reader(STRANGER, **{f"seat_{code}": "seat of Ben"}),
    )
    for path in paths:
        for browser in there:
            await browser.get(path)
        for nobody in (Reader(STRANGER), Reader(), Reader(STRANGER, **{f"seat_{code}": "seat of Eve"})):
            await nobody.get(path, 403)
    await sync(lambda: (ask(code, "game_master", c.Again()), ask(code, 2, c.Leave())))
    let_go(code)
    await Reader(STRANGER).get(paths[0], 403)
    await there[1].get(paths[0])
    assert "data-sees-again" not in await Reader(STRANGER).get(f"/{code}/watch")
    await sync(lambda: ask(code, "game_master", c.Share(True)))
    let_go(code)
    await Reader(STRANGER).get(paths[0])
    await Reader(STRANGER).get(paths[1])


async def test_at_home_the_browser_at_the_machine_sees_every_game_again(sync):
    game = await sync(lambda: played("Ann", "Ben"))
    for path in (f"/{game.table}/record.jsonl", f"/replay/{game.table}/1", f"/replay/{game.table}/1/views"):
        await Reader().get(path)
        await Reader(STRANGER).get(path, 403)
        answer = await Reader().client.get(path, headers={"x-forwarded-for": STRANGER})
        assert answer.status_code == 403, "behind a proxy all connections come from the machine itself"


# Taken along


async def streamed(reader: Reader, path: str) -> bytes:
    """As browsers ask. Of what would come compressed piece by piece some browsers read the first piece only."""
    answer = await reader.client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    return b"".join([piece async for piece in answer.streaming_content])


async def test_a_table_for_a_spreadsheet_in_which_no_name_is_a_formula(sync):
    def games():
        game = played("Ann", "Ben")
        for seat, name in enumerate(("=HYPERLINK(1)", 'x";+1+1')):
            game.results.filter(seat=seat).update(name=name)

    await sync(games)
    text = (await streamed(Reader(), "/games.csv")).decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert {"game", "name", "place", "won", "score"} <= set(lines[0])
    assert {line["name"] for line in lines} == {"'=HYPERLINK(1)", "x\";'+1+1"}
    for cell in re.split(r"[;,\r\n]+", text):
        assert cell.strip('" ')[:1] not in ("=", "+", "-", "@")


async def test_a_zip_of_all_records_is_taken_in_elsewhere_and_only_once(sync):
    def games():
        evening("Ann", "Zoé", computers="easy")
        evening("Zoé", "Ann", game="second_chance")

    def seen():
        played = models.GamePlayed.objects.order_by("digest")
        return [
            (
                game.digest,
                game.began,
                game.ended,
                game.why,
                game.is_counted,
                list(game.results.order_by("seat").values_list("name", "computer", "place", "has_won", "counts")),
            )
            for game in played
        ]

    await sync(games)
    before = await sync(seen)
    packed = await streamed(Reader(), "/games.zip")
    assert len(zipfile.ZipFile(io.BytesIO(packed)).namelist()) == 4

    async def take_in() -> str:
        return await Reader().post("/games/take-in", 200, zip=io.BytesIO(packed))

    assert "2 were here already" in await take_in()
    assert await sync(seen) == before
    await sync(lambda: [models.Table.objects.all().delete(), models.GamePlayed.objects.all().delete()])
    assert "2 games were taken in." in await take_in()
    assert await sync(seen) == before
    assert "2 were here already" in await take_in()
    again = await streamed(Reader(), "/games.zip")
    assert len(zipfile.ZipFile(io.BytesIO(again)).namelist()) == 4, "what came as a record can be taken along again"
    assert "Zoé" in await Reader().get("/people")


async def test_a_game_that_came_as_a_record_is_seen_again_from_its_page(sync):
    for game in ("chance_it", "second_chance"):
        await sync(lambda game=game: evening("Ann", "Ben", game=game))
    packed = await streamed(Reader(), "/games.zip")
    games = await sync(lambda: list(models.GamePlayed.objects.order_by("pk")))
    seen = [json.loads(await Reader().get(f"/replay/{game.table}/1/views?as=open")) for game in games]
    for game in games:
        await Reader().get(f"/games/{game.pk}/replay", 404)
    await sync(lambda: [models.Table.objects.all().delete(), models.GamePlayed.objects.all().delete()])
    await Reader().post("/games/take-in", 200, zip=io.BytesIO(packed))
    for game, before in zip(games, seen, strict=True):
        here = await sync(lambda game=game: models.GamePlayed.objects.get(digest=game.digest))
        page = await Reader(STRANGER).get(f"/games/{here.pk}")
        assert f'href="/games/{here.pk}/replay"' in page
        assert (f'href="/games/{here.pk}/how"' in page) == (game.game == "chance_it")
        assert f'href="/games/{here.pk}"' in await Reader(STRANGER).get(f"/games/{here.pk}/replay")
        again = json.loads(await Reader(STRANGER).get(f"/games/{here.pk}/replay/views?as=open"))
        assert [view["view"] for view in again["views"]] == [view["view"] for view in before["views"]]
        on = await Reader().client.post(f"/games/{here.pk}/replay/play-on?at=3", headers={"accept-language": "en"})
        assert re.fullmatch("/[A-Z]{4}/table", on.json()["table"])
        status = 200 if game.game == "chance_it" else 400
        told = json.loads(await Reader().get(f"/games/{here.pk}/how/data", status))
        assert told.get("names") == (["Ann", "Ben"] if status == 200 else None)
    await Reader().get("/games/999/replay", 404)


async def test_a_replay_leads_back_to_where_its_link_was_followed(sync):
    game = await sync(lambda: played("Ann", "Ben"))
    page = await Reader().get(f"/games/{game.pk}")
    for path in (f"/replay/{game.table}/1", f"/replay/{game.table}/1/how"):
        assert f'href="{path}?from={game.pk}"' in page
    ways = {"table": f"/{game.table}/table", "phone": f"/{game.table}", game.pk: f"/games/{game.pk}"}
    for came_from, back in ways.items():
        for short, path in (("replay", ""), ("how", "/how")):
            answer = await Reader().client.get(f"/{game.table}/{short}?from={came_from}")
            assert answer["Location"] == f"/replay/{game.table}/1{path}?from={came_from}"
            assert f'data-part="back" href="{back}"' in await Reader().get(answer["Location"])
    for odd in ("//evil.example", "%00", "1" * 30, "tv"):
        assert 'data-part="back" href="/"' in await Reader().get(f"/replay/{game.table}/1?from={odd}")


async def test_a_zip_carries_who_is_one_person_and_leaves_out_who_was_forgotten(sync):
    def people():
        return {one.name: one.same_as and one.same_as.name for one in models.Person.objects.select_related("same_as")}

    def games():
        evening("Ann", "Zoé")
        evening("Anna", "Zoé", game="second_chance")
        known = {one.name: one for one in models.Person.objects.all()}
        forgetting.merge(known["Anna"], known["Ann"])
        forgetting.forget_person(known["Zoé"])

    await sync(games)
    packed = await streamed(Reader(), "/games.zip")
    await sync(lambda: [models.Table.objects.all().delete(), forgetting.delete_all()])
    for _again in range(2):
        await Reader().post("/games/take-in", 200, zip=io.BytesIO(packed))
        assert await sync(people) == {"Ann": None, "Anna": "Ann"}
        page = await Reader().get("/people")
        assert "Anna" not in page
        assert "Incognito" not in page
    assert "Incognito" in await Reader().get("/games"), "somebody has played there"
    again = zipfile.ZipFile(io.BytesIO(await streamed(Reader(), "/games.zip")))
    assert json.loads(again.read("people.json")) == [{"name": "Anna", "same_as": "Ann"}]
    # What was said about a name here stands, and an odd list says nothing.
    old = io.BytesIO()
    with zipfile.ZipFile(old, "w") as without:
        for name in again.namelist():
            without.writestr(name, b"[[" if name == "people.json" else again.read(name))
    await sync(forgetting.delete_all)
    old.seek(0)
    await Reader().post("/games/take-in", 200, zip=old)
    assert await sync(people) == {"Ann": None, "Anna": None}


def packed(**files: bytes) -> io.BytesIO:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    written.seek(0)
    return written


HEADER = b'{"format": "chanceit/1", "game": "second_chance", "players": ["Ann", "Ben"]}\n'


async def test_a_zip_that_holds_too_much_or_nonsense_is_refused_and_nothing_is_kept(sync, monkeypatch):
    reader = Reader()
    for nonsense in (io.BytesIO(b"PK\x03\x04 no zip"), io.BytesIO(b""), packed(readme__txt=b"hello")):
        assert "no zip" in await reader.post("/games/take-in", 400, zip=nonsense)
    assert "no zip" in await reader.post("/games/take-in", 400)
    for much in (packed(a__jsonl=HEADER + b" " * 2_000_001), packed(a__jsonl=HEADER + b"0" * 1_000_000)):
        assert "too large" in await reader.post("/games/take-in", 400, zip=much)
    monkeypatch.setattr(evening_files, "MOST_GAMES", 1)
    assert "too large" in await reader.post(
        "/games/take-in", 400, zip=packed(a__jsonl=HEADER, b__jsonl=b"", c=b"", d=b"")
    )
    for broken in (b"", b"\xff", b"{}", HEADER + b'{"do": "roll"}', HEADER.replace(b"Ann", b"\\u202eAnn"), b"[" * 5000):
        page = await reader.post("/games/take-in", 200, zip=packed(a__jsonl=broken))
        assert "0 games were taken in." in page
        assert "a.jsonl:" in page
    assert not await sync(lambda: models.GamePlayed.objects.exists())


# Privacy


async def test_only_whoever_sits_at_the_machine_changes_anything(sync):
    game = await sync(lambda: played("Ann", "Ben"))
    ann = await sync(lambda: models.Person.objects.get(name="Ann").pk)
    ways = [f"/games/{game.pk}/delete", f"/games/{game.pk}/keep", f"/people/{ann}/forget", f"/people/{ann}/merge"]
    for way in [*ways, "/games/take-in", "/evenings/off", "/evenings/delete"]:
        await Reader(STRANGER).post(way, 403)
        forwarded = await Reader().client.post(way, {}, headers={"x-forwarded-for": "127.0.0.1"})
        assert forwarded.status_code == 403
    assert "Forget" in await Reader().get(f"/people/{ann}")
    assert "Forget" not in await Reader(STRANGER).get(f"/people/{ann}")
    assert await sync(lambda: models.Person.objects.filter(name="Ann").exists())


async def test_two_names_are_one_person_and_two_again(sync):
    await sync(lambda: [evening("Ann", "Ben"), evening("Anne", "Ben"), evening("Ann", "Anne")])
    ann, anne = await sync(lambda: [models.Person.objects.get(name=name).pk for name in ("Ann", "Anne")])

    async def games_of_ann() -> int:
        return await sync(lambda: models.Standing.objects.get(person=ann, game="chance_it").games)

    assert await games_of_ann() == 2
    await Reader().post(f"/people/{anne}/merge", other=ann)
    assert await games_of_ann() == 4
    assert "also as Anne" in await Reader().get(f"/people/{ann}")
    assert "also as Anne" in await Reader().get(f"/people/{anne}"), "the other name leads there"
    await sync(lambda: evening("Anne", "Ben"))
    assert await games_of_ann() == 5, "the next evening, too"
    await Reader().post(f"/people/{ann}/part", other=anne)
    assert await games_of_ann() == 2
    assert await sync(lambda: models.Standing.objects.get(person=anne).games) == 3
    for odd in ("", "0", "999999", "x", str(ann)):
        await Reader().post(f"/people/{ann}/merge", 302 if odd == str(ann) else 404, other=odd)


async def test_a_forgotten_name_is_nowhere_and_the_record_is_still_fair(sync):
    def games():
        elsewhere = played("Zoraida", "Ben")
        lines = records.of_game(elsewhere)
        elsewhere.row.delete()
        elsewhere.delete()
        sitters = [results.Sitter("Zoraida"), results.Sitter("Ben")]
        results.keep_record(record.read(lines.splitlines(keepends=True)), elsewhere.began, None, sitters)
        return played("Zoraida", "Ann")

    def everywhere():
        tables = (models.Entry, models.Player, models.Result, models.Person, models.GamePlayed)
        texts = [str(row) for table in tables for row in table.objects.values()]
        texts += [zlib.decompress(kept.lines).decode() for kept in models.KeptRecord.objects.all()]
        return "\n".join(texts)

    game = await sync(games)
    assert "Zoraida" in await sync(everywhere)
    zoe = await sync(lambda: models.Person.objects.get(name="Zoraida").pk)
    page = await Reader().get(f"/{game.table}/watch")
    assert "Zoraida" in page
    before = (await Reader().get(f"/games/{game.pk}/record.jsonl")).splitlines()
    await Reader().post(f"/people/{zoe}/forget")
    assert "Zoraida" not in await sync(everywhere)
    for path in ("/games", "/people", "/house-records", f"/games/{game.pk}", f"/{game.table}/watch"):
        assert "Zoraida" not in await Reader().get(path), path
    after = (await Reader().get(f"/games/{game.pk}/record.jsonl")).splitlines()
    assert after[1:] == before[1:]
    seed = await sync(lambda: storing.load(game.table).table.on.seed)
    *_draws, verdict = verify([line.encode() + b"\n" for line in after], seed)
    assert verdict["differing"] == 0
    assert verdict["commitment_ok"]
    await sync(lambda: call_command("rebuild_results"))
    assert "Zoraida" not in await sync(everywhere)
    assert await sync(lambda: models.GamePlayed.objects.count()) == 2


async def test_a_deleted_game_does_not_come_back(sync):
    def two_games_at_a_table():
        alone = played("Ann", "Ben")
        code = evening("Ann", "Ben")
        ask(code, "game_master", c.Again())
        begin(code)
        play_on(code)
        return alone, code

    alone, code = await sync(two_games_at_a_table)
    first = await sync(lambda: models.GamePlayed.objects.get(table=code, number=1).pk)
    assert await sync(lambda: replaying.of_table(code, 1)) is not None
    await Reader().post(f"/games/{first}/delete")
    with pytest.raises(Refusal, match="no such game"):
        await sync(lambda: replaying.of_table(code, 1))
    await Reader().post(f"/games/{alone.pk}/delete")
    assert not await sync(lambda: models.Table.objects.filter(code=alone.table).exists()), "there was nothing else"
    await sync(lambda: call_command("rebuild_results"))
    assert await sync(lambda: list(models.GamePlayed.objects.values_list("table", "number"))) == [(code, 2)]


async def test_all_of_it_is_switched_off_and_on_and_deleted(sync):
    await sync(lambda: evening("Ann", "Ben"))
    await Reader().post("/evenings/off")
    assert rows(await Reader().get("/games")) == []
    assert "Ann" not in await Reader().get("/people")
    await Reader().get("/games/1", 404)
    await sync(lambda: evening("Chloé", "Dirk"))
    await Reader().post("/evenings/on")
    assert len(rows(await Reader().get("/games"))) == 1
    await Reader().post("/evenings/delete")
    await sync(lambda: call_command("rebuild_results"))
    assert rows(await Reader().get("/games")) == []
    assert not await sync(lambda: models.Person.objects.exists())


async def test_a_game_to_be_kept(sync):
    game = await sync(lambda: played("Ann", "Ben"))
    for way, kept in (("keep", True), ("let-go", False)):
        await Reader().post(f"/games/{game.pk}/{way}")
        assert await sync(lambda: models.GamePlayed.objects.get().is_kept) is kept
    await Reader().post(f"/games/{game.pk}/other", 404)
