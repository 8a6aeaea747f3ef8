"""Doors: who comes in, who has to go, and what those outside can see."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import websockets

from tests.web.people import Party, Person


@pytest.mark.parametrize("odd", ['x={"a":1}', "a[b]=1; =; ;;", "y=\xff", 'z="unfinished'])
async def test_an_odd_cookie_of_another_program_loses_no_seat(server, odd):
    """Other programs on localhost set such cookies, and browsers send them along."""
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        pass
    for person, role in ((party.host, "table"), (party.guests[0], "phone")):
        cookies = "; ".join([odd, *(f"{cookie.name}={cookie.value}" for cookie in person.cookies)])
        async with websockets.connect(
            f"ws://127.0.0.1:{server.port}/ws/{party.code}/{role}",
            origin=server.url,
            additional_headers={"Cookie": cookies.encode("latin1").decode("latin1")},
        ) as screen:
            assert json.loads(await screen.recv())["type"] == "welcome"


async def test_spectators_go_when_the_host_does_not_want_them_any_more(server):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens(), Person(server).screen(party.code, "watch") as watcher:
        await watcher.until(lambda: watcher.view)
        assert (await party.table.manage("watch", on=False))["type"] == "done"
        await watcher.until(lambda: watcher.is_closed)
        assert watcher.messages[-1]["code"] == "no_watching"


async def test_whoever_only_asks_for_a_seat_learns_nothing_of_the_game(server):
    party = Party(server, "Ann", "Bob").sit_down()
    stranger = Person(server)
    async with party.screens():
        await party.begin()
        assert stranger.post(f"/{party.code}/ask", player="1")[0] == 302
        async with stranger.screen(party.code, "phone") as screen:
            await screen.until(lambda: screen.view)
            assert (await party.table.play({"do": "roll"}))["type"] == "done"
            await screen.until(lambda: screen.number >= party.table.number)
            await screen.send({"type": "story"})
            refused = await screen.until(lambda: next((m for m in screen.messages if m["type"] == "refused"), None))
            assert refused["code"] == "not_yours"
            for message in screen.messages:
                if message["type"] == "view":
                    assert message["view"] is None
                    assert message["events"] == []


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u0301", "\u200b", " \u115f "])
async def test_a_name_that_nobody_can_see_is_refused(server, name):
    party = Party(server, "Ann", "Bob").sit_down()
    assert Person(server).post(f"/{party.code}/join", name=name)[0] == 400
    async with party.screens():
        answer = await party.phones[0].manage("rename", player=1, name=name)
        assert answer["code"] == "bad_name"


async def test_marks_do_not_pile_up_over_the_lines_above(server):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        assert (await party.phones[0].manage("rename", player=1, name="Zoe" + 17 * "\u0301"))["type"] == "done"
        await party.table.until(lambda: party.table.table["players"][0]["name"] == "Zoe" + 3 * "\u0301")


LOOK_ALIKE = ["B\u043eb", "\u0412\u041e\u0412", "\u0392\u03bfb"]  # Cyrillic and Greek letters


@pytest.mark.parametrize(
    "name", ["Bob", "BOB", "\uff22\uff4f\uff42", " bob ", "Bob\ufe0f", "\u034fBob", "Bob\u2800", *LOOK_ALIKE]
)
async def test_nobody_takes_the_name_of_somebody_else(server, name):
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        assert (await party.phones[0].manage("rename", player=1, name=name))["code"] == "name_taken"
        assert (await party.phones[1].manage("rename", player=2, name="BoB"))["type"] == "done"


async def test_a_screen_that_has_seen_more_than_the_log_holds_starts_afresh(own_server):
    """An older backup was brought back: phones must not wait until the numbers have caught up."""
    party = Party(own_server, "Ann", "Bob").sit_down()
    backup = own_server.data / "chanceit.sqlite3"
    own_server.stop()
    kept = backup.read_bytes()
    own_server.start()
    async with party.screens():
        for turn in range(5):
            assert (await party.table.manage("rename", player=1, name=f"Ann{turn}"))["type"] == "done"
        await party.agree()
        seen, epoch = party.phones[0].number, party.phones[0].view["epoch"]
    own_server.stop()
    for file in own_server.data.glob("chanceit.sqlite3*"):
        file.unlink()
    backup.write_bytes(kept)
    own_server.start()
    async with party.guests[0].screen(f"{party.code}", f"phone?seen={seen}") as phone:
        await phone.until(lambda: phone.view)
        assert phone.number < seen
        assert phone.view["epoch"] != epoch


@pytest.mark.parametrize(
    ("language", "words"), [("en", "digits and all"), ("de", "mit allen Ziffern"), ("fr", "chiffres")]
)
def test_a_name_of_the_laptop_that_it_does_not_know_is_said_in_words(server, language, words):
    asked = Request(server.url, headers={"Host": "laptop.fritz.box", "Accept-Language": language})
    with pytest.raises(HTTPError) as refused:
        urlopen(asked)
    assert refused.value.code == 400
    page = refused.value.read().decode()
    assert words in page
    assert 'href="/"' not in page
