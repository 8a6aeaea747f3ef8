"""`python -m tests.coverage`, after all tests: how much of the program they have run; fails below the floors.

The floor for Python is in pyproject.toml, that for the scripts in tests/js/coverage.py. Where a program is missing its
tests were skipped, and there is no floor.
"""

import subprocess
import sys

import pytest

from tests.conftest import CHROMIUM, find_program
from tests.js import coverage as scripts
from tests.web.people import ROOT


def nothing_was_skipped() -> bool:
    try:
        for names in (CHROMIUM, ("redis-server",), ("postgres",)):
            find_program(*names)
    except pytest.skip.Exception as missing:
        print(f"No floor for what is run, as {missing}.")
        return False
    return True


def main() -> int:
    has_floor = nothing_was_skipped()
    counting = [sys.executable, "-m", "coverage"]
    subprocess.run([*counting, "combine", "--quiet"], cwd=ROOT, check=True)
    report = subprocess.run([*counting, "report", *([] if has_floor else ["--fail-under=0"])], cwd=ROOT)
    print()
    percent = scripts.report(ROOT / ".coverage/scripts")
    if has_floor and percent < scripts.FLOOR:
        print(f"Coverage failure: the scripts are below their floor of {scripts.FLOOR}%")
        return 1
    return report.returncode


if __name__ == "__main__":
    sys.exit(main())
