"""QR codes: the way to a table, and what must not stand in any address."""

import html
import re

import pytest
import segno

from chanceit.web.addresses import is_loopback
from tests.web.people import Person, Server


def addresses(page: str) -> list[str]:
    found = re.findall(r'src="(/[A-Z]{4}/qr\.svg\?address=[^"]+)"', page)
    return [html.unescape(address) for address in found]


def modules(text: str) -> int:
    """How many squares a side the code of this text has, with its margin."""
    return len(segno.make(text, error="m", micro=False).matrix) + 8


def test_the_game_master_screen_shows_a_code_that_never_says_localhost(server: Server):
    host = Person(server)
    code = host.open_table()
    _status, page = host.get(f"/{code}/table")
    pictures = addresses(page)
    assert pictures
    assert not any("localhost" in picture for picture in pictures)
    status, picture = host.get(pictures[0])
    assert status == 200
    assert picture.startswith("<svg")


@pytest.mark.parametrize("address", ["http://elsewhere.example", "javascript:alert(1)", "", "http://127.0.0.1:1"])
def test_no_code_leads_elsewhere(server: Server, address: str):
    host = Person(server)
    code = host.open_table()
    assert host.get(f"/{code}/qr.svg?address={address}")[0] == 404


def test_the_wifi_code_is_drawn_for_the_game_master_and_kept_nowhere(server: Server):
    host = Person(server)
    code = host.open_table()
    status, picture = host.post(f"/{code}/qr", network="Villa", password="ge;heim:42")
    assert status == 200
    size = modules(r"WIFI:T:WPA;S:Villa;P:ge\;heim\:42;;")
    assert f'viewBox="0 0 {size} {size}"' in picture
    assert "heim" not in server.read_log()
    assert Person(server).post(f"/{code}/qr", network="Villa", password="ge;heim:42")[0] == 403


def test_a_wifi_name_that_no_code_can_hold_is_refused_in_words(server: Server):
    host = Person(server)
    code = host.open_table()
    status, page = host.post(f"/{code}/qr", network="\N{HOUSE BUILDING}" * 500, password="\N{KEY}" * 500)
    assert status == 400
    assert "too long for a QR code" in page


def test_the_way_to_take_over_is_drawn_for_offered_addresses_only(server: Server):
    host = Person(server)
    code = host.open_table()
    assert host.post(f"/{code}/qr", **{"pass": "secret", "address": "http://elsewhere.example"})[0] == 404
    assert host.post(f"/{code}/qr", **{"pass": "", "address": server.url})[0] == 404


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://table.localhost", True),
        ("http://192.168.1.20:8000", False),
        ("https://play.example", False),
    ],
)
def test_loopback_is_told_by_name_and_number(address: str, expected: bool):
    assert is_loopback(address) is expected
