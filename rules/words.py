"""Names of classes as the words that stand in JSON."""

from __future__ import annotations


def in_words(name: str) -> str:
    """How a struct is tagged.

    >>> in_words("DiceRolled")
    'dice_rolled'
    """
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
