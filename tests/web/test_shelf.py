"""The shelf: boxes that people make are theirs, are kept while they are made, and are given away by link or file."""

import copy
import json
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from chanceit import models
from chanceit.keys import digest
from chanceit.web import shelf
from rules.refusals import BadBox, Refusal
from rules.shelf import GAMES
from tests.web.people import Person, Server

CARD = {"id": "m01", "when": "2", "price": 1, "hearts": 1}


def house(game="chance_it"):
    return shelf.content_of(shelf.house_box(game))


def link_of(where):
    found = re.fullmatch(r"/boxes/([\w-]{22})", where)
    assert found, where
    return found[1]


def new_box(person, **fields):
    status, where = person.post("/boxes/new", **(fields or {"game": "chance_it"}))
    assert status == 302, where
    return link_of(where)


def save(person, link, version, box):
    status, told = person.post(f"/boxes/{link}/save", version=str(version), box=json.dumps(box))
    return status, json.loads(told)


def content(person, link):
    return json.loads(person.get(f"/boxes/{link}/box.json")[1])


# Its maker's, and nobody else's


def test_a_box_is_made_changed_and_played_with_and_the_table_keeps_it_as_it_was(server):
    ann = Person(server)
    link = new_box(ann)
    box = content(ann, link)
    assert box == {"name": "My box", "cards": [], "stakes": house()["stakes"]}
    assert ann.post("/open", shelf=link)[0] == 400, "there is no card in it yet"
    unfinished = box | {"cards": [{"id": "m01"}]}
    status, told = save(ann, link, 1, unfinished)
    assert (status, told["version"]) == (200, 2)
    assert [(mistake["code"], mistake["card"], mistake["key"]) for mistake in told["mistakes"]] == [
        ("missing_key", "m01", "when"),
        ("missing_key", "m01", "price"),
    ]
    assert save(ann, link, 2, box | {"name": "Ours", "cards": [CARD]}) == (200, {"version": 3, "mistakes": []})
    code = ann.open_table(shelf=link)
    assert save(ann, link, 3, box | {"name": "Later", "cards": [CARD]})[0] == 200
    _status, page = ann.get(f"/{code}/table")
    assert '"name": "Ours"' in page
    assert "Later" not in page


def test_what_is_wrong_in_a_file_is_said_in_the_words_of_the_editor(server):
    ann = Person(server)
    card = CARD | {"id": "m01"}
    wrong = [card, card | {"id": "m07", "hearts": -1}, card | {"id": "m08", "when": "noon"}]
    box = json.dumps(house() | {"cards": wrong})
    for path, field in (("/boxes/new", "file"), ("/open", "box")):
        status, page = ann.post(path, **{field: box})
        assert status == 400
        assert "Card 2: &quot;Hearts to take&quot; must be a whole number from 0 to 999." in page
        assert "Card 3: when it works must be one of Flash, 1, 2, 3, 4, 5, 6, CHANCE IT." in page
    tiles = house("second_chance")
    tiles["tiles"][4]["cells"] = "none"
    assert "Tile 5 (Puzzle Tiles): its squares must be" in ann.post("/boxes/new", file=json.dumps(tiles))[1]


def test_a_key_that_somebody_has_planted_opens_no_shelf(server):
    ann, bob = Person(server), Person(server)
    for person in (ann, bob):
        person.get("/")
        planted = copy.copy(next(iter(person.cookies)))
        planted.name, planted.value = "shelf", "planted"
        person.cookies.set_cookie(planted)
    link = new_box(ann)
    assert bob.post(f"/boxes/{link}/delete")[0] == 403


def test_nobody_else_can_change_or_delete_it_or_bring_it_back(server):
    ann, bob = Person(server), Person(server)
    link = new_box(ann)
    new_box(bob)
    for stranger in (bob, Person(server)):
        assert save(stranger, link, 1, house())[0] == 403
        assert stranger.post(f"/boxes/{link}/delete")[0] == 403
        status, page = stranger.get(f"/boxes/{link}")
        assert status == 200
        assert "data-save" not in page
    for _twice in range(2):  # as a double tap does
        assert ann.post(f"/boxes/{link}/delete")[1] == f"/boxes?deleted={link}"
    assert "is deleted." in ann.get(f"/boxes?deleted={link}")[1]
    for other in (bob, Person(server)):
        assert "is deleted." not in other.get(f"/boxes?deleted={link}")[1]
    assert bob.post(f"/boxes/{link}/bring-back")[0] == 403
    assert bob.get(f"/boxes/{link}")[0] == ann.get(f"/boxes/{link}")[0] == 404
    assert ann.post(f"/boxes/{link}/bring-back")[1] == "/boxes"
    assert content(bob, link)["name"] == "My box"


def test_the_key_is_in_no_page_and_only_its_hash_is_stored(server):
    ann = Person(server)
    link = new_box(ann)
    [cookie] = [cookie for cookie in ann.cookies if cookie.name == "shelf"]
    assert cookie.has_nonstandard_attr("HttpOnly")
    for path in ("/boxes", f"/boxes/{link}", f"/boxes/{link}/all", f"/boxes/{link}/box.json"):
        page = ann.get(path)[1]
        assert cookie.value not in page
        assert digest(cookie.value) not in page
    database = b"".join(file.read_bytes() for file in server.data.glob("chanceit.sqlite3*"))
    assert cookie.value.encode() not in database
    assert digest(cookie.value).encode() in database


def test_forms_of_other_sites_are_turned_away(server):
    ann = Person(server)
    link = new_box(ann)
    for path in (f"/boxes/{link}/save", f"/boxes/{link}/delete", f"/boxes/{link}/put", "/boxes/new"):
        assert ann.post(path, csrfmiddlewaretoken="x")[0] == 403
        assert ann.get(path)[0] in (404, 405)


# Two windows


def test_of_two_windows_the_late_one_is_told_and_can_take_either(server):
    ann = Person(server)
    link = new_box(ann)
    one, other = (content(ann, link) | {"name": name} for name in ("One", "Other"))
    assert save(ann, link, 1, one)[1]["version"] == 2
    status, told = save(ann, link, 1, other)
    assert (status, told["late"]["version"], told["late"]["content"]["name"]) == (409, 2, "One")
    assert content(ann, link)["name"] == "One"
    assert save(ann, link, 2, other)[1]["version"] == 3
    assert save(ann, link, 2, other)[1]["version"] == 3, "an answer that was lost is no reason to ask"


# Given away


def test_a_link_puts_it_on_another_shelf_to_be_played_with_and_copied(server):
    ann, bob = Person(server), Person(server)
    link = new_box(ann)
    save(ann, link, 1, house() | {"name": "Ann's own"})
    assert "Put it on my shelf" in bob.get(f"/boxes/{link}")[1]
    assert bob.post(f"/boxes/{link}/put") == (302, "/boxes")
    assert bob.post(f"/boxes/{link}/put") == (302, "/boxes"), "once is enough"
    assert bob.get("/boxes")[1].count("Ann&#x27;s own</b>") == 1
    bob.open_table(shelf=link)
    copy = new_box(bob, copy=link)
    assert content(bob, copy)["name"] == "Copy of Ann's own"
    assert save(bob, copy, 1, house())[0] == 200
    save(ann, link, 2, house() | {"name": "Better"})
    assert "Better</b>" in bob.get("/boxes")[1]
    assert bob.post(f"/boxes/{link}/take-off") == (302, "/boxes")
    assert "Better" not in bob.get("/boxes")[1]


def test_boxes_are_numbered_that_would_have_the_same_name(server):
    ann = Person(server, language="fr")
    copies = [new_box(ann, copy=f"house-{game}") for game in GAMES for _twice in (1, 2)]
    titles = [GAMES[game].TITLE for game in GAMES]
    assert [content(ann, link)["name"] for link in copies] == [
        f"Copie de {title}{number}" for title in titles for number in ("", " 2")
    ]
    again = [new_box(ann, copy=copies[0]), new_box(ann, copy=copies[0])]
    assert [content(ann, link)["name"] for link in again] == [
        f"Copie de Copie de {titles[0]}",
        f"Copie de Copie de {titles[0]} 2",
    ]
    new = [new_box(ann, game=game) for game in GAMES]
    assert [content(ann, link)["name"] for link in new] == ["Ma boîte", "Ma boîte 2"]


@pytest.mark.parametrize("game", GAMES)
def test_a_file_comes_back_as_the_same_box(server, game):
    ann, bob = Person(server), Person(server)
    link = new_box(ann, copy=f"house-{game}")
    file = ann.get(f"/boxes/{link}/box.json")[1]
    again = new_box(bob, file=file)
    assert content(bob, again) == json.loads(file)
    bob.open_table(shelf=again)
    assert "<svg" in bob.get(f"/boxes/{again}/qr.svg")[1]
    assert bob.get(f"/boxes/{again}/all")[0] == 200


@pytest.mark.parametrize("file", ["", "{", "[]", '"box"', "{}", '{"format": "chanceit/1"}', "PNG"])
def test_a_wrong_file_is_refused_in_words(server, file):
    status, page = Person(server, language="de").post("/boxes/new", file=file or " ")
    assert status == 400
    assert 'class="problem"' in page
    assert "This file" not in page


GOOD = house()
HOSTILE = {
    "huge": json.dumps(GOOD | {"name": "x" * 200_000}),
    "deep": "[" * 50_000,
    "deep within": '{"name": "x", "cards": ' + "[" * 20_000 + "]" * 20_000 + ', "stakes": {}}',
    "thousands of cards": json.dumps(GOOD | {"cards": [CARD | {"id": str(n)} for n in range(1500)]}),
    "an absurd number": json.dumps(GOOD | {"cards": [CARD | {"price": 10**400}]}),
    "not whole": json.dumps(GOOD | {"cards": [CARD | {"price": 1.5}]}),
    "no list": json.dumps(GOOD | {"cards": "m01"}),
    "no cards in it": json.dumps(GOOD | {"cards": [1, None, []]}),
    "an invisible name": json.dumps(GOOD | {"name": "a\u202eb"}),
    "nothing as a letter": json.dumps(GOOD | {"name": "a\u0000b"}),
    "half a letter": '{"name": "\\ud800", "cards": [], "stakes": {}}',
    "an unknown key": json.dumps(GOOD | {"script": 1}),
    "without sheets": json.dumps({key: GOOD[key] for key in ("name", "cards")}),
    "thousands of keys": json.dumps(GOOD | {str(number): 0 for number in range(5000)}),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_box_is_refused_and_named_and_changes_nothing(server, what):
    box = HOSTILE[what]
    ann = Person(server)
    link = new_box(ann)
    before = content(ann, link)
    status, told = ann.post(f"/boxes/{link}/save", version="1", box=box)
    assert status == 400, what
    refused = json.loads(told)["refused"]
    assert 0 < len(refused["sentences"]) <= 20
    assert content(ann, link) == before
    assert ann.post("/boxes/new", file=box)[0] == 400


def test_markup_in_a_name_is_text(server):
    ann = Person(server)
    link = new_box(ann)
    save(ann, link, 1, house() | {"name": "</script><img src=x>"})
    for path in ("/boxes", f"/boxes/{link}", f"/boxes/{link}/all"):
        page = ann.get(path)[1]
        assert "<img src=x>" not in page
        assert "</script><" not in page.replace("</script></head>", "")


def test_only_what_an_editor_leaves_unfinished_is_kept():
    start = house("second_chance")
    apart = {"id": "s01", "cells": [[0, 0], [2, 0]]}
    checked = shelf.check("second_chance", json.dumps(start | {"starts": [apart], "tiles": []}).encode())
    assert [mistake.code for mistake in checked.mistakes] == ["not_connected"]
    with pytest.raises(BadBox):
        shelf.check("second_chance", json.dumps(start | {"starts": [apart | {"cells": []}]}).encode())
    with pytest.raises(Refusal):
        shelf.check("bridge", b"{}")


# How many


@pytest.mark.django_db
def test_a_shelf_has_an_end_and_what_was_deleted_makes_room(monkeypatch):
    monkeypatch.setattr(shelf, "MOST_MADE", 3)
    box = shelf.check("chance_it", json.dumps(house()).encode())
    links = [shelf.make("ann", box) for _box in range(3)]
    with pytest.raises(Refusal, match="shelf is full"):
        shelf.make("ann", box)
    shelf.make("bob", box)
    shelf.delete(links[0], "ann")
    shelf.delete(links[1], "ann")
    shelf.make("ann", box)
    assert [box.link for box in shelf.deleted("ann")] == [links[1]]


@pytest.mark.django_db
def test_a_shelf_of_given_boxes_has_an_end(monkeypatch):
    monkeypatch.setattr(shelf, "MOST_GIVEN", 1)
    box = shelf.check("chance_it", json.dumps(house()).encode())
    one, other = (shelf.make("ann", box) for _box in range(2))
    shelf.put(one, "bob")
    with pytest.raises(Refusal, match="shelf is full"):
        shelf.put(other, "bob")
    with pytest.raises(Refusal, match="not here"):
        shelf.put("nothing", "cy")


@pytest.mark.django_db
def test_the_operator_says_how_many_there_are_in_all(settings):
    settings.MOST_BOXES = 1
    box = shelf.check("chance_it", json.dumps(house()).encode())
    shelf.make("ann", box)
    with pytest.raises(Refusal, match="no room"):
        shelf.make("bob", box)


def test_one_address_cannot_make_boxes_without_end(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    try:
        answers = [Person(server).post("/boxes/new", game="chance_it")[0] for _box in range(32)]
        assert answers[0] == 302
        assert answers[-1] == 429
    finally:
        server.stop()


# Housekeeping


@pytest.mark.django_db
def test_clearing_takes_only_what_nobody_has_used_for_a_year_and_what_was_deleted():
    box = shelf.check("chance_it", json.dumps(house()).encode())
    used, unused, deleted, just_deleted, given = (shelf.make("ann", box) for _box in range(5))
    now = timezone.now()
    shelf.put(unused, "bob")
    models.MadeBox.objects.filter(link__in=[unused, given]).update(used=now - timedelta(days=370))
    models.MadeBox.objects.filter(link=used).update(used=now - timedelta(days=360))
    models.MadeBox.objects.filter(link=deleted).update(deleted=now - timedelta(days=40))
    shelf.delete(just_deleted, "ann")
    shelf.put(given, "cy")
    call_command("clear_tables", "--older-than", "1", verbosity=0)
    assert set(models.MadeBox.objects.values_list("link", flat=True)) == {used, just_deleted, given}
    assert [box.link for box in shelf.given("bob")] == []
    assert shelf.to_play_with(used)[0] == "chance_it"


def test_links_that_lead_nowhere_and_moves_that_there_are_none(server):
    ann = Person(server)
    for path in (
        "/boxes/nothing",
        "/boxes/house-bridge",
        "/boxes/house-",
        "/boxes/nothing/all",
        "/boxes/nothing/qr.svg",
    ):
        assert ann.get(path)[0] == 404, path
    assert ann.post("/boxes/house-chance_it/burn")[0] == 404
    assert ann.post("/boxes/new", game="bridge")[0] == 400
    assert ann.post("/boxes/nothing/put")[0] == 400
    assert ann.post("/open", shelf="nothing")[0] == 400
    assert ann.get("/boxes/house-chance_it")[0] == 200
    assert ann.post("/open", shelf="house-second_chance")[0] == 302
