"""The schemas of all messages, made from the code that reads and writes them: docs/protocol.schema.json.

Definitions are named by where they belong: `frame.Play` is what a screen sends, `message.View` what it is sent,
`<game>.Shared` is a part of that game. Descriptions are the docstrings of the code.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from chanceit.live import messages
from chanceit.table.commands import Command
from chanceit.table.managing import ANY, LOBBY, ROWS, tag_of
from chanceit.web import sockets
from rules.shelf import GAMES

Schema = dict[str, Any]


def protocol_schema() -> Schema:
    frames, definitions = _group("frame", sockets.AnyFrame)
    shown, more = _group("message", *messages.MESSAGES, messages.TableSeen)
    definitions |= {"frame": frames[0], "message": {"anyOf": shown[: len(messages.MESSAGES)]}} | more
    for game in GAMES:
        definitions |= _of_game(game)
    _fill_in(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What screens and tables say to each other",
        "description": "Made by `python manage.py protocol`. See protocol.md.",
        "anyOf": [_ref("frame"), _ref("message")],
        "$defs": dict(sorted(definitions.items())),
    }


def _of_game(game: str) -> Schema:
    of = GAMES[game].TYPES
    own = _without_can(of.own)
    open_moves = get_args(get_args(get_type_hints(of.own)["can"])[0])
    types = [own, of.move, of.event, *open_moves, of.shared, of.box, of.options, of.due]
    (_own, move, event, *more), definitions = _group(game, *types, sources={own: of.own})
    definitions[f"{game}.Own"]["properties"]["can"] = {
        "type": "array",
        "items": {"anyOf": more[: len(open_moves)]},
        "description": definitions[f"{game}.Own"]["properties"]["can"].get("description", "What may be done now."),
    }
    return definitions | {f"{game}.move": move, f"{game}.event": event}


def _fill_in(definitions: Schema) -> None:
    """Where the code says "whatever the game has", the schema names what the games have."""

    def any_of(*names: str) -> Schema:
        return {"anyOf": [_ref(f"{game}.{name}") for game in GAMES for name in names]}

    def or_null(*names: str) -> Schema:
        return {"anyOf": [{"type": "null"}, *any_of(*names)["anyOf"]]}

    can = {"anyOf": [definitions[f"{game}.Own"]["properties"]["can"] for game in GAMES]}
    for message, field, schema in (
        ("frame.Play", "move", any_of("move", "Due")),
        ("message.Welcome", "box", any_of("Box")),
        ("message.Welcome", "options", any_of("Options")),
        ("message.View", "table", _ref("message.TableSeen")),
        ("message.View", "view", or_null("Shared")),
        ("message.View", "events", {"type": "array", "items": _ref("message.Told")}),
        ("message.OwnSeen", "game", or_null("Own")),
        ("message.Told", "events", {"type": "array", "items": any_of("event")}),
        ("message.StandIn", "can", can),
    ):
        open_part = definitions[message]["properties"][field]
        assert open_part.keys() <= {"type", "description"}, (message, field)
        definitions[message]["properties"][field] = {**open_part, **schema}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _group(group: str, *types: Any, sources: dict[type, type] | None = None) -> tuple[list[Schema], Schema]:
    """The schemas of these types, and those of everything in them, with names that begin with the group's."""
    schemas, components = msgspec.json.schema_components(types, ref_template=f"#/$defs/{group}.{{name}}")
    for struct in _structs(msgspec.inspect.multi_type_info(types)):
        told = _told((sources or {}).get(struct.cls, struct.cls))
        for field in struct.fields:
            if field.name in told:
                components[struct.cls.__name__]["properties"][field.encode_name]["description"] = told[field.name]
    return list(schemas), {f"{group}.{name}": schema for name, schema in components.items()}


def _structs(info: Any) -> Iterator[msgspec.inspect.StructType]:
    """All structs in a description of types."""
    if isinstance(info, msgspec.inspect.StructType):
        yield info
    if isinstance(info, Struct):
        info = msgspec.structs.astuple(info)
    if isinstance(info, tuple):
        for part in info:
            yield from _structs(part)


def _told(struct: type) -> dict[str, str]:
    """What stands below the fields of a struct, in quotes."""
    [parsed] = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    assert isinstance(parsed, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(str(below.value.value))
        for field, below in zip(parsed.body, parsed.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def _without_can(own: type) -> type[Struct]:
    """Without what may be done: moves with and without outcome are told apart by no tag, which msgspec wants."""
    hints: Iterable[tuple[str, Any]] = get_type_hints(own, include_extras=True).items()
    fields = [(name, Any if name == "can" else hint) for name, hint in hints]
    return msgspec.defstruct(own.__name__, fields, module=own.__module__, namespace={"__doc__": own.__doc__})


WHO = {"screen": "S", "game master": "G", "game master or oneself": "G P", "oneself": "P", "phone": "P"}
WHEN = {
    ANY: "always",
    LOBBY: "in the lobby",
    ("playing",): "in a game",
    ("over",): "after a game",
    ("playing", "over"): "in a game and after it",
}


def page_of_commands() -> str:
    """The table of all commands for docs/protocol.md: what to send, who may, when, and what it means."""
    lines = ["| `do` | who | when | meaning |", "|---|---|---|---|"]
    for command, row in ROWS.items():
        if issubclass(command, Command):
            example = json.dumps({"do": tag_of(command), **command.EXAMPLE})
            meaning = " ".join(inspect.cleandoc(command.__doc__ or "").split())
            lines.append(f"| `{example}` | {WHO[row.who]} | {WHEN[row.when]} | {meaning} |")
    return "\n".join(lines)
