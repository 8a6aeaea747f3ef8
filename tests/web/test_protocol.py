"""docs/protocol.md, docs/protocol.schema.json and docs/example_client.py: they must agree with the server."""

import asyncio
import copy
import json
import re
import sys
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from chanceit import urls
from chanceit.live import messages
from chanceit.table import commands as c
from chanceit.table.managing import ROWS
from chanceit.web import sockets
from chanceit.web.schema import page_of_commands, protocol_schema
from rules.shelf import GAMES
from tests.web.conftest import ROOT
from tests.web.people import Person, Server

DOCS = ROOT / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text()
SCHEMA = json.loads((DOCS / "protocol.schema.json").read_text())


def tag(struct: Any) -> str:
    return struct.__struct_config__.tag


def section(title: str) -> str:
    """What stands below a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(title)}$(.*?)(^#|\Z)", PROTOCOL, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without their heads."""
    lines = [line.strip().strip("|") for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)] for line in lines]
    return [row for row, below in zip(cells, [*cells[1:], [""]], strict=True) if "---" not in row[0] + below[0]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text.replace(r"\|", "|"))


# The schema


def test_the_schema_and_the_page_are_up_to_date():
    run = "run: python manage.py protocol"
    assert json.loads(json.dumps(protocol_schema())) == SCHEMA, run
    assert page_of_commands() in PROTOCOL, run


def test_every_command_has_its_row():
    assert {command for command in ROWS if issubclass(command, c.Command)} == set(get_args(c.AnyCommand))


def test_the_schema_is_one_and_every_name_in_it_leads_somewhere():
    Draft202012Validator.check_schema(SCHEMA)
    text = json.dumps(SCHEMA)
    for name in re.findall(r'"\$ref": "#/\$defs/([^"]+)"', text):
        assert name in SCHEMA["$defs"]


def strict(schema: Any) -> Any:
    """The same, but objects may have no fields besides those that it names."""
    if isinstance(schema, dict):
        schema = {key: strict(value) for key, value in schema.items()}
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    elif isinstance(schema, list):
        schema = [strict(part) for part in schema]
    return schema


def validator(definition: str) -> Draft202012Validator:
    schema = strict(copy.deepcopy(SCHEMA))
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})


# The page


def test_it_names_every_address_of_the_site_and_no_other():
    named = {
        match for row in rows(section("Ways in (HTTP)")) for match in re.findall(r"(?:GET|POST) (/[^\s`]*)", row[0])
    }
    routes = [route for route in urls.urlpatterns if route.callback is not urls.in_capitals]
    pages = {str(route.pattern) for route in routes} - {"admin/", "admin/login/", "language"}
    for part, name in (
        ("code:code", "ABCD"),
        ("slug:game", "GAME"),
        ("slug:link", "LINK"),
        ("slug:what", "WHAT"),
        ("int:game", "N"),
        ("int:number", "NUMBER"),
        ("slug:role", "ROLE"),
    ):
        pages = {page.replace(f"<{part}>", name) for page in pages}
    assert named == {f"/{page}" for page in pages}


def test_it_names_every_message_with_all_its_fields():
    told = {quoted(row[0])[0]: set(quoted(" ".join(row[1:]))) for row in rows(section("What the server sends"))}
    assert told.keys() == {tag(message) for message in messages.MESSAGES}
    for message in messages.MESSAGES:
        assert told[tag(message)] >= set(message.__struct_fields__), message


def test_it_names_every_frame_and_each_can_be_read():
    frames = [json.loads(text) for row in rows(section("What a screen sends")) for text in quoted(row[0])]
    assert {frame["type"] for frame in frames} == {tag(frame) for frame in get_args(sockets.AnyFrame)}
    for frame in frames:
        sockets.decode(json.dumps(frame))
        validator("frame").validate(frame)


def test_it_names_every_command_and_each_can_be_read():
    commands = [json.loads(text) for row in rows(section("`manage`")) for text in quoted(row[0])]
    assert {command["do"] for command in commands} == {tag(command) for command in get_args(c.AnyCommand)}
    for command in commands:
        frame = {"type": "manage", "id": "x", "do": command}
        sockets.decode(json.dumps(frame))
        validator("frame").validate(frame)


def test_its_examples_are_what_the_schema_says():
    examples = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)]
    assert len(examples) >= 3
    for example in examples:
        fits = [validator(name).is_valid(example) for name in ("frame", "message")]
        assert any(fits), example


def test_it_explains_every_field_of_the_table():
    text = section("`view`")
    for struct in (
        messages.TableSeen,
        messages.OwnSeen,
        messages.SeatedSeen,
        messages.Told,
        messages.AskingSeen,
        messages.StandIn,
    ):
        for field in struct.__struct_fields__:
            assert f"`{field}`" in text or f'"{field}":' in text, field


def test_it_names_every_refusal_of_a_table():
    named = set(quoted(section("Refusals")))
    for file in sorted((ROOT / "chanceit").rglob("*.py")):
        for code in re.findall(r'(?:Refusal|Uncertain)[(,]\s*"(\w+)"', file.read_text()):
            assert code in named, f"{code}, which {file.name} may answer"


# A real server


@pytest.mark.parametrize("game", GAMES)
async def test_the_example_client_plays_a_whole_game_and_all_messages_fit_the_schema(server: Server, game: str):
    host, watcher = Person(server), Person(server)
    code = host.open_table(game=game)
    async with host.screen(code, "table") as table, watcher.screen(code, "watch") as watch:
        guests = [await guest(server, code, name) for name in ("Robin", "Kim")]
        await table.until(lambda: table.view and len(table.table["players"]) == 2)
        assert (await table.manage("begin"))["type"] == "done"
        await table.send({"type": "ping"})
        ended = await asyncio.gather(*(process.communicate() for process in guests))
        for process, (out, errors) in zip(guests, ended, strict=True):
            assert process.returncode == 0, errors.decode()
            assert re.fullmatch(r"won by (nobody|(Robin|Kim)(, (Robin|Kim))?)\n", out.decode())
        await table.until(lambda: table.table["status"] == "over")
        await table.send({"type": "story", "since": 0})
        await table.until(lambda: any(message["type"] == "story" for message in table.messages))
        assert (await table.manage("begin"))["code"] == "not_in_lobby"
        fits = validator("message")
        for screen in (table, watch):
            for message in screen.messages[:150] + screen.messages[-20:]:
                fits.validate(message)
        assert {message["type"] for message in table.messages} == {
            *("welcome", "view", "presence", "done", "refused", "story", "pong")
        }


async def guest(server: Server, code: str, name: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(DOCS / "example_client.py"), server.url, code, name),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_a_socket_that_is_refused_says_why_in_a_message_of_the_schema(server: Server):
    async with Person(server).screen("BCDF", "phone") as screen:
        await screen.until(lambda: screen.is_closed)
        [closed] = screen.messages
        validator("message").validate(closed)
        assert closed["code"] == "no_such_table"


async def test_the_example_client_comes_back_after_a_restart(own_server: Server):
    host = Person(own_server)
    code = host.open_table()
    async with host.screen(code, "table") as table:
        guests = [await guest(own_server, code, name) for name in ("Robin", "Kim")]
        await table.until(lambda: table.view and len(table.table["players"]) == 2)
        await table.manage("begin")
        await table.until(lambda: table.number > 12)
    own_server.kill()
    own_server.start()
    for process in guests:
        out, errors = await asyncio.wait_for(process.communicate(), 60)
        assert out.startswith(b"won by"), errors.decode()
