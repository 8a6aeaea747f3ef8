"""The admin, through Django's client: a person can follow a game, and nothing secret is shown."""

import html
import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from chanceit import models
from chanceit.keys import digest
from chanceit.table import commands as c
from chanceit.table import storing
from tests.rules.recorded import GAMES
from tests.web.test_records import bring_in

KEYS = {"host": digest("host"), "Eva": digest("eva"), "John": digest("john")}


@pytest.fixture
def admin(client: Client, django_user_model: type[User]) -> Client:
    client.force_login(django_user_model.objects.create_superuser("keeper"))
    return client


@pytest.fixture
def table() -> models.Table:
    """Eva and John at a table with a game that is on: Eva has laid CHANCE IT, John has not decided yet."""
    code = storing.open_anywhere("chance_it", b"", b"{}", KEYS["host"])
    for name in ("Eva", "John"):
        storing.play(code, "door", c.Join(name, KEYS[name]), name)
    for number, (actor, request) in enumerate(
        [
            ("game_master", c.Begin()),
            (1, c.Play(b'{"do": "start", "seat": 0}')),
            ("game_master", c.Play(b'{"do": "roll", "dice": [2, 3, 4, 5, 6]}')),
            (1, c.Play(b'{"do": "choose", "seat": 0, "guide": "chance_it"}')),
        ]
    ):
        storing.play(code, actor, request, f"command-{number}")
    return models.Table.objects.get(code=code)


def page_of(admin: Client, row: models.Table) -> str:
    response = admin.get(f"/admin/chanceit/table/{row.pk}/change/")
    assert response.status_code == 200
    return response.content.decode()


def log_of(page: str) -> list[tuple[str, str]]:
    """By whom and what, line by line."""
    body = page.split("<h2>Log</h2>")[1]
    rows = re.findall(r"<tr><td>\d+</td><td.*?>[\d: -]+</td><td.*?>(.*?)</td><td>(.*?)</td></tr>", body)
    return [(html.unescape(who), html.unescape(what)) for who, what in rows]


@pytest.mark.django_db
def test_a_game_can_be_followed(admin: Client, table: models.Table):
    log = log_of(page_of(admin, table))
    assert [who for who, _what in log] == [
        *("game master", "table", "table", "game master", "table", "Eva", "game master", "Eva")
    ]
    told = [what for _who, what in log]
    assert told[:4] == ["opens the table for Chance It", "Eva sits down", "John sits down", "game 1 begins"]
    assert told[4].startswith("shuffle; ")
    assert told[5].startswith("start; starter found: Eva")
    assert "dice rolled: dice 2 3 4 5 6, starter Eva" in told[6]
    assert told[7] == "choose; guide laid: Eva"
    storing.play(table.code, 2, c.Play(b'{"do": "choose", "seat": 1, "guide": "out"}'), "last")
    assert "guides revealed: Eva chance it, John out" in log_of(page_of(admin, table))[8][1]


@pytest.mark.django_db
def test_players_are_shown_with_their_tokens(admin: Client, table: models.Table):
    eva = table.players.get(name="Eva")
    storing.play(table.code, "game_master", c.Play(b'{"do":"correct","seat":0,"token":"coins","by":37}'), "correct")
    page = page_of(admin, table)
    assert f"<p>{eva.coins + 37}</p>" in page
    assert f"Eva +37 coins, has {eva.coins + 37} (correction)" in page


@pytest.mark.django_db
def test_nothing_secret_is_shown_while_the_game_is_on(admin: Client, table: models.Table):
    pages = [page_of(admin, table), admin.get("/admin/chanceit/table/").content.decode()]
    seed = storing.load(table.code).table.on.seed
    shuffled = json.loads(table.log.get(number=5).what)["move"]["cards"]
    for page in pages:
        for secret in (*KEYS.values(), seed):
            assert secret not in page
        assert "record/1.jsonl" not in page
        assert " ".join(shuffled[5:]) not in page
    assert "chance it" not in pages[0].split("dice rolled")[1]
    assert admin.get(f"/admin/chanceit/table/{table.pk}/record/1.jsonl").status_code == 404


@pytest.mark.django_db
def test_after_the_end_it_leads_to_the_record_and_shows_the_seed(admin: Client, table: models.Table):
    hearts = table.players.get(name="John").hearts
    move = {"do": "correct", "seat": 1, "token": "hearts", "by": 1 - hearts}
    storing.play(table.code, "game_master", c.Play(json.dumps(move).encode()), "weak")
    number = 0
    while storing.load(table.code).table.status == "playing":
        on = storing.load(table.code).table.on
        for actor in ("game_master", 1, 2):
            viewer = actor if actor == "game_master" else actor - 1
            can = on_can(on, viewer)
            if can and (actor == "game_master" or viewer in on.state.awaiting):
                number += 1
                storing.play(table.code, actor, c.Play(can), f"move-{number}")
                break
    page = page_of(admin, table)
    on = storing.load(table.code).table.on
    assert on.seed in page
    for secret in KEYS.values():
        assert secret not in page
    [link] = re.findall(r'href="(/admin/chanceit/table/\d+/record/1\.jsonl)"', page)
    response = admin.get(link)
    assert response.headers["Content-Disposition"] == f'attachment; filename="{table.code}-1.jsonl"'
    lines = response.content.splitlines()
    assert json.loads(lines[0])["players"] == ["Eva", "John"]
    assert len(lines) == 1 + on.count
    assert admin.get(link.replace("/1.", "/2.")).status_code == 404
    assert admin.get(link.replace(f"/{table.pk}/", "/4711/")).status_code == 404


def on_can(on, viewer) -> bytes | None:
    """The last of the moves that are open: with CHANCE IT the game is over soon."""
    import msgspec

    from rules import chance_it

    can = chance_it.own(on.state, viewer).can
    return msgspec.json.encode(can[-1]) if can else None


@pytest.mark.django_db
def test_what_was_taken_back_is_struck_out(admin: Client, table: models.Table):
    storing.play(table.code, "game_master", c.Undo(), "undo")
    log = log_of(page_of(admin, table))
    assert log[7][1] == "<s>choose; guide laid: Eva</s>"
    assert log[8] == ("game master", "takes back: 3 moves stand")
    assert not log[6][1].startswith("<s>")


@pytest.mark.django_db
def test_all_that_can_happen_around_a_game_has_words(admin: Client, table: models.Table):
    requests = [
        ("game_master", c.Rename(1, "<Eva>")),
        (1, c.Recolour(1, 5)),
        ("game_master", c.Remove(2)),
        ("game_master", c.LetBack(2)),
        ("game_master", c.Replace(2, "game_master")),
        ("game_master", c.Replace(2, None)),
        ("door", c.Ask(2, digest("new"))),
        ("game_master", c.Lock(True)),
        ("game_master", c.Watch(False)),
        ("game_master", c.Pause(True)),
        ("game_master", c.Pause(False)),
        ("game_master", c.SetPace("fast")),
        ("game_master", c.TakeOver(digest("other"), KEYS["host"])),
    ]
    for number, (actor, request) in enumerate(requests):
        storing.play(table.code, actor, request, f"more-{number}")
    ask = storing.load(table.code).table.asking[0].ask
    storing.play(table.code, "game_master", c.Allow(ask), "allow")
    page = page_of(admin, table)
    assert "<Eva>" not in page
    assert digest("new") not in page
    assert log_of(page)[8:] == [
        ("game master", "Eva is called <Eva> now"),
        ("<Eva>", "<Eva> has another colour"),
        ("game master", "John's seat is closed"),
        ("game master", "John's seat is open again"),
        ("game master", "game master plays for John"),
        ("game master", "John plays again"),
        ("table", "somebody with another phone asks for the seat of John"),
        ("game master", "nobody can join any more"),
        ("game master", "no spectators any more"),
        ("game master", "pauses the game"),
        ("game master", "goes on with the game"),
        ("game master", "the pace is fast"),
        ("game master", "the game-master screen moves to another device"),
        ("game master", "gives the seat of John to another phone"),
    ]


@pytest.mark.django_db
def test_so_has_all_that_can_happen_in_the_lobby(admin: Client):
    code = storing.open_anywhere("second_chance", b"", b"{}", KEYS["host"])
    mind = next(iter(storing.GAMES["second_chance"].COMPUTER_PLAYERS))
    requests = [
        ("door", c.Join("Eva", KEYS["Eva"])),
        ("game_master", c.AddComputer(mind)),
        ("game_master", c.Arrange((2, 1))),
        (1, c.Leave()),
    ]
    for number, (actor, request) in enumerate(requests):
        storing.play(code, actor, request, str(number))
    told = [what for _who, what in log_of(page_of(admin, models.Table.objects.get(code=code)))]
    assert told == [
        "opens the table for Second Chance",
        "Eva sits down",
        f"Pip sits down, a computer player ({mind})",
        "the seats are Pip, Eva",
        "Eva leaves",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("file", sorted(GAMES.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_recorded_game_can_be_told(admin: Client, file: Path):
    lines = file.read_bytes().splitlines()
    row = bring_in(*lines)
    log = log_of(page_of(admin, row))
    assert len(log) == row.number
    assert "game ended: " in log[-1][1]


@pytest.mark.django_db
def test_a_log_that_the_rules_no_longer_agree_with_is_shown_up_to_there(admin: Client, table: models.Table):
    entry = table.log.get(number=7)
    entry.what = entry.what.replace("2,3,4,5,6", "2,3,4,5")
    entry.save()
    log = log_of(page_of(admin, table))
    assert len(log) == 7
    assert log[-1][1].startswith("From here on the log does not agree with the rules")


@pytest.mark.django_db
def test_tables_are_found_by_code_name_and_status(admin: Client, table: models.Table):
    other = models.Table.objects.get(code=storing.open_anywhere("second_chance", b"", b"{}", "hash"))

    def found(query: str) -> set[str]:
        page = admin.get(f"/admin/chanceit/table/?{query}").content.decode()
        return set(re.findall(r'/change/[^"]*">([A-Z]{4})</a>', page))

    assert found("") == {table.code, other.code}
    assert found(f"q={table.code.lower()}") == {table.code}
    assert found("q=John") == {table.code}
    assert found("status__exact=lobby") == found("game__exact=second_chance") == {other.code}
    assert found("touched__gte=2000-01-01+00:00:00%2B00:00") == {table.code, other.code}
    assert found("touched__lt=2000-01-01+00:00:00%2B00:00") == set()
    assert "Eva, John" in admin.get("/admin/chanceit/table/").content.decode()


@pytest.mark.django_db
def test_a_box_is_shown_with_its_cards_and_sheets(admin: Client):
    box = models.Box.objects.get(game="chance_it")
    page = admin.get(f"/admin/chanceit/box/{box.pk}/change/").content.decode()
    for card in box.cards.all():
        assert f"<p>{card.card}</p>" in page
    assert page.count("[") >= 2 * box.sheets.count()
    assert admin.get("/admin/chanceit/box/").status_code == 200


@pytest.mark.django_db
def test_nothing_else_can_be_changed(admin: Client, table: models.Table):
    pages = [f"/admin/chanceit/table/{table.pk}/", f"/admin/chanceit/box/{table.box.pk}/"]
    for page in pages:
        assert admin.post(f"{page}change/", {"status": "over"}).status_code == 403
    assert admin.post(f"{pages[1]}delete/", {"post": "yes"}).status_code == 403
    assert admin.get("/admin/chanceit/table/add/").status_code == 403
    assert models.Table.objects.get(pk=table.pk).number == table.number


@pytest.mark.django_db
def test_a_table_is_closed_after_a_question_and_its_code_is_free_again(admin: Client, table: models.Table):
    address = f"/admin/chanceit/table/{table.pk}/delete/"
    question = admin.get(address).content.decode()
    assert table.code in question
    assert "Eva" not in question
    assert models.Table.objects.filter(pk=table.pk).exists()
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert storing.load(table.code) is None
    assert not models.Entry.objects.exists()
    storing.open_table(table.code, "chance_it", b"", b"{}", KEYS["host"])


@pytest.mark.django_db
def test_a_person_is_called_otherwise_through_the_log(admin: Client, table: models.Table):
    page = page_of(admin, table)
    [address] = re.findall(r'action="(/admin/chanceit/table/\d+/rename)"', page)
    assert 'form="rename"' in page
    assert admin.post(address, {"player": "1", "name": " Eve "}).status_code == 302
    assert [seated.name for seated in storing.load(table.code).table.players] == ["Eve", "John"]
    page = page_of(admin, table)
    assert log_of(page)[-1] == ("game master", "Eva is called Eve now")
    for player, name, said in (
        ("1", "john", "Somebody at this table is called john already."),
        ("1", "", "A name has 1 to 20 characters."),
        ("9" * 99, "Ann", "There is no such player at this table."),
        ("one", "Ann", "There is no such player at this table."),
    ):
        told = admin.post(address, {"player": player, "name": name}, follow=True).content.decode()
        assert said in html.unescape(told)
    assert [seated.name for seated in storing.load(table.code).table.players] == ["Eve", "John"]


@pytest.mark.django_db
def test_an_outsider_gets_the_door(client: Client, table: models.Table, django_user_model: type[User]):
    addresses = [f"/admin/chanceit/table/{table.pk}/change/", f"/admin/chanceit/table/{table.pk}/record/1.jsonl"]
    for address in addresses:
        assert client.get(address).url.startswith("/admin/login/")
    client.force_login(django_user_model.objects.create_user("clerk", is_staff=True))  # who may see no tables
    assert client.get(addresses[0]).status_code == 403
    assert client.get(addresses[1]).status_code == 404
    assert client.post(f"/admin/chanceit/table/{table.pk}/rename", {"player": "1", "name": "Eve"}).status_code == 404
