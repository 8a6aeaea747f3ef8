"""Every numbered line of the rules page has at least one test that names it."""

import re
from pathlib import Path

NUMBERS = {
    *(f"R{number}" for number in range(1, 36)),
    *(f"R29{letter}" for letter in "abcdef"),
    *(f"J{number}" for number in range(1, 21)),
}


def test_every_number_of_the_rules_page_is_named_by_a_test():
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"^def test_([RJ]\d+[a-f]?)_", tests, re.MULTILINE))
    assert named == NUMBERS
