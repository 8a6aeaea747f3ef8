"""Static files: hashed names, and versions side by side, so that an upgrade breaks no page that is open."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder, get_finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from chanceit.web.joining import join, join_stylesheets

HASHED = re.compile(r"[\w./-]+\.[0-9a-f]{12}\.\w+", re.ASCII)
KEPT = 60 * 60 * 24 * 7
"""Seconds that a file stays after the last version that used it: pages stay open, and may come back after days."""

# The file name in: import("./d.js"). Other imports are gone when scripts are joined.
IMPORT = r"""(?P<matched>(?P<words>\bimport\()"(?P<url>\.{1,2}/[^"]+)"\))"""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files with their content's hash in the name, so that a browser may keep them for ever. A script loads
    others later by name, so those names are hashed too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.js", ((IMPORT, '%(words)s"%(url)s")'),)),
    )

    def post_process(self, *args: Any, **options: Any) -> Iterator[tuple[str, str | None, Any]]:
        for name, hashed_name, processed in super().post_process(*args, **options):
            if isinstance(processed, RuntimeError):
                # The passes were not enough: a hash cannot depend on itself.
                processed = RuntimeError(f"Modules import each other in a circle, among these: {name}")
            yield name, hashed_name, processed


def lean(source: bytes) -> bytes:
    """A script or stylesheet of ours without what only people read, as far as a line tells it apart from code: comments
    on lines of their own, types, comments behind code that have no quotes, indentation. A phone need not load them.

    >>> lean(b"// Why\\n  let a; // goes\\n/** @type {x} */\\nb(/** @type {y} */ (c), 'http://x'); // it's\\n")
    b"let a;\\nb((c), 'http://x'); // it's\\n"
    """
    source = re.sub(rb"^[ \t]*/\*.*?\*/[ \t]*\n", b"", source, flags=re.DOTALL | re.MULTILINE)
    source = re.sub(rb"^[ \t]*//.*\n", b"", source, flags=re.MULTILINE)
    source = re.sub(rb"/\*\* @type \{[^\n]*?\} \*/ ?", b"", source)
    source = re.sub(rb"[ \t]+// [^\"'`\n]*$", b"", source, flags=re.MULTILINE)
    return re.sub(rb"^[ \t]+", b"", source, flags=re.MULTILINE)


def collect(root: Path) -> None:
    """Puts this version's files beside those of earlier ones, whole and at once, while processes serve from there."""
    root.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=root.parent, prefix="collecting-") as folder:
        fresh = Path(folder)
        storage = HashedStaticFiles(location=fresh)
        found: dict[str, bytes] = {}
        scripts: dict[str, str] = {}
        stylesheets: dict[str, str] = {}
        for finder in get_finders():
            ours = {".js": scripts, ".css": stylesheets} if isinstance(finder, FileSystemFinder) else {}
            for path, source in finder.list([".*", "*~"]):
                with source.open(path) as file:
                    content = file.read()
                if (same := ours.get(Path(path).suffix)) is not None:
                    same[path] = lean(content).decode()
                else:
                    found.setdefault(path, content)
        for path, text in {**join(scripts), **join_stylesheets(stylesheets)}.items():
            found[path] = text.encode()
        for path, content in found.items():
            storage.save(path, ContentFile(content))
        for _name, _hashed, processed in storage.post_process({path: (storage, path) for path in found}):
            if isinstance(processed, Exception):
                raise processed
        for name in used_in(root):
            os.utime(root / name)  # used until now
        used = set(used_in(fresh))
        for name in used:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(fresh / name, root / name)
        os.replace(fresh / HashedStaticFiles.manifest_name, root / HashedStaticFiles.manifest_name)
    used.add(HashedStaticFiles.manifest_name)
    for file in root.rglob("*"):
        if file.is_file() and str(file.relative_to(root)) not in used and file.stat().st_mtime < time.time() - KEPT:
            file.unlink()


def used_in(root: Path) -> Iterator[str]:
    """The files of the version that was last collected here, compressed ones too."""
    for name in HashedStaticFiles(location=root).hashed_files.values():
        yield from (name + end for end in ("", ".gz", ".br") if (root / (name + end)).exists())
