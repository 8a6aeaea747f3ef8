"""The scripts of the pages, as far as they need no browser: *.test.js, run by Node.js."""

import os

import pytest

from tests.js import coverage, luck_vectors, protocol_types
from tests.js.tools import HERE, Missing, node


def test_the_types_of_the_protocol_are_up_to_date():
    run = "run: python -m tests.js.protocol_types"
    assert protocol_types.TYPES.read_text() == protocol_types.protocol_types(), run


def test_the_draws_to_compare_with_are_up_to_date():
    assert luck_vectors.VECTORS.read_text() == luck_vectors.vectors(), "run: python -m tests.js.luck_vectors"


@pytest.mark.parametrize("script", sorted(HERE.glob("*.test.js")), ids=lambda script: script.name)
def test_script(script):
    environment = os.environ | ({"NODE_V8_COVERAGE": coverage.FOLDER} if coverage.FOLDER else {})
    try:
        done = node("--test", script, capture_output=True, env=environment)
    except Missing as missing:
        pytest.fail(str(missing)) if os.environ.get("CI") else pytest.skip(str(missing))
    assert done.returncode == 0, done.stdout + done.stderr
