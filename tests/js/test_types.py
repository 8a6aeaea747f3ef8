from tests.js.protocol_types import TYPES, protocol_types


def test_the_types_of_the_protocol_are_up_to_date():
    assert TYPES.read_text() == protocol_types(), "run: python -m tests.js.protocol_types"
