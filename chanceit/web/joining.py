"""Scripts and stylesheets joined for the way to a phone: one file for a page instead of fifty.

What is in the repository is what one reads, and what a browser would run as it is. When static files are collected, a
module that nobody imports (a page names it) takes in all that it imports, by following their imports. Each keeps a
scope of its own and gives what it exports:

    const modules = (globalThis.modules ??= {});
    // shared/pieces.js
    modules["shared/pieces.js"] ??= (() => {
    ...
    return { piece, find };
    })();

A module that is loaded later, by `import("./luck.js")`, is a file of its own in the same way. What every page that
loads it has taken in is left out of it, and what two files have both taken in runs once.

A page's stylesheet names its parts by `@import "./a.css";`, and they are put there.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache

# import { a, b as c } from "./a.js", import "./b.js" and export { d } from "./c.js"
TAKEN = re.compile(r'^(?P<word>import|export) (?:\{(?P<names>[^}]*)\} from )?"(?P<url>\.[^"]+)";', re.MULTILINE)
LATER = re.compile(r'\bimport\("(?P<url>\.[^"]+)"\)')
GIVEN = re.compile(r"^export (?=(?:async )?(?:function|const|class)\*? (?P<name>\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b(?! ?\().*", re.MULTILINE)
PART = re.compile(r'^@import "(?P<url>\.[^"]+)";$', re.MULTILINE)
REGISTRY = "const modules = (globalThis.modules ??= {});\n"


def join(sources: Mapping[str, str]) -> dict[str, str]:
    """By their paths: the modules that pages name and those that are loaded later, with all that they take in."""
    needs = {path: [_found(path, url) for url in _urls(TAKEN, source)] for path, source in sources.items()}
    later = {path: {_found(path, url) for url in _urls(LATER, source)} for path, source in sources.items()}
    imported = {needed for all_needed in needs.values() for needed in all_needed}

    @cache
    def taken_in(path: str) -> tuple[str, ...]:
        """What a module needs, itself included, each behind what it needs itself."""
        return tuple(dict.fromkeys(_in_order(path, needs, ())))

    @cache
    def loaders(path: str) -> frozenset[str]:
        """The files that may load this one later."""
        return frozenset(file for file in files if any(path in later[module] for module in taken_in(file)))

    def is_there(path: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
        """What has run before this file is loaded, whichever loads it."""
        sets = [is_there(f, seen | {path}) | set(taken_in(f)) for f in loaders(path) - seen - {path}]
        return frozenset.intersection(*sets) if sets else frozenset()

    loaded_later = {path for paths in later.values() for path in paths}
    files = loaded_later | {path for path in sources if path not in imported}
    joined = {}
    for file in files:
        left_out = is_there(file) if file in loaded_later else frozenset()
        modules = [module for module in taken_in(file) if module not in left_out or module == file]
        parts = [_part(module, sources[module], file) for module in modules]
        given = ", ".join(_given(file, sources[file]))
        end = f'export const {{ {given} }} = modules["{file}"];\n' if file in loaded_later else ""
        joined[file] = REGISTRY + "".join(parts) + end
    return joined


def _urls(pattern: re.Pattern[str], source: str) -> list[str]:
    return [found["url"] for found in pattern.finditer(source)]


def _found(path: str, url: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), url))


def _in_order(path: str, needs: Mapping[str, list[str]], above: tuple[str, ...]) -> Iterator[str]:
    if path in above:
        raise RuntimeError(f"Modules import each other in a circle, among these: {', '.join(sorted({*above}))}")
    if path not in needs:
        raise RuntimeError(f"{above[-1]} imports {path}, which is not there")
    for needed in needs[path]:
        yield from _in_order(needed, needs, (*above, path))
    yield path


def _given(path: str, source: str) -> dict[str, str]:
    """What a module exports: under which names, and where it is in its scope."""
    given = {found["name"]: found["name"] for found in GIVEN.finditer(source)}
    for found in TAKEN.finditer(source):
        if found["word"] == "export":
            for name in filter(None, map(str.strip, found["names"].split(","))):
                theirs, _as, ours = name.partition(" as ")
                given[ours or theirs] = f'modules["{_found(path, found["url"])}"].{theirs}'
    return given


def _part(path: str, source: str, file: str) -> str:
    """A module in a scope of its own, line by line as it was."""

    def take(found: re.Match[str]) -> str:
        if found["word"] == "export" or found["names"] is None:
            return "\n" * found[0].count("\n")
        return f'const {{{found["names"].replace(" as ", ": ")}}} = modules["{_found(path, found["url"])}"];'

    def load(found: re.Match[str]) -> str:
        url = posixpath.relpath(_found(path, found["url"]), posixpath.dirname(file))
        return f'import("{url if url.startswith(".") else f"./{url}"}")'

    given = ", ".join(f"{name}: {place}" if name != place else name for name, place in _given(path, source).items())
    source = LATER.sub(load, GIVEN.sub("", TAKEN.sub(take, source)))
    if unread := LEFT.search(source):
        raise RuntimeError(f"{path} cannot be joined with others, because of: {unread[0]}")
    end = "" if source.endswith("\n") else "\n"
    return f'// {path}\nmodules["{path}"] ??= (() => {{\n{source}{end}return {{ {given} }};\n}})();\n'


def join_stylesheets(sources: Mapping[str, str]) -> dict[str, str]:
    """By their paths: the stylesheets, each with the parts that it names."""

    def whole(path: str, named_by: str = "") -> str:
        if path not in sources:
            raise RuntimeError(f"{named_by} names {path}, which is not there")
        return PART.sub(lambda part: whole(_found(path, part["url"]), path), sources[path])

    return {path: whole(path) for path in sources}
