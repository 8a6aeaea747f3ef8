"""The protocol's types for the scripts: `python -m tests.js.protocol_types` writes protocol.d.ts from the schema.

A definition like `message.View` becomes the type `protocol.message.View`, to be named in a JSDoc comment.
"""

import json
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCHEMA = HERE.parent.parent / "docs/protocol.schema.json"
TYPES = HERE / "protocol.d.ts"
OPENING = "// Written by tests/js/protocol_types.py from docs/protocol.schema.json.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return "protocol." + schema["$ref"].removeprefix("#/$defs/")
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(type_of, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
        return f"Array<{type_of(schema.get('items', {}))}>"
    if kind == "object":
        if "properties" not in schema:
            return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
        return f"{{\n{fields_of(schema)}\n}}"
    return PLAIN[kind] if kind else "any"


def fields_of(schema: dict[str, Any]) -> str:
    required = schema["required"]
    fields = [
        f"{name}{'' if name in required else '?'}: {type_of(field)};" for name, field in schema["properties"].items()
    ]
    return textwrap.indent("\n".join(fields), "  ")


def protocol_types() -> str:
    rooms: dict[str, list[str]] = {}
    for name, schema in json.loads(SCHEMA.read_text())["$defs"].items():
        room, _, own = name.rpartition(".")
        rooms.setdefault(room, []).append(f"type {own} = {type_of(schema)};")
    namespaces = [
        f"declare namespace protocol{'.' if room else ''}{room} {{\n{textwrap.indent(chr(10).join(types), '  ')}\n}}\n"
        for room, types in sorted(rooms.items())
    ]
    return "\n".join([OPENING, *namespaces])


if __name__ == "__main__":
    TYPES.write_text(protocol_types())
