"""Draws as rules/luck.py makes them, for luck.test.js: `python -m tests.js.luck_vectors` writes luck_vectors.json."""

import json
from pathlib import Path
from typing import Any

from rules.luck import Luck, commitment

VECTORS = Path(__file__).parent / "luck_vectors.json"
SEEDS = ["00" * 32, "0123456789abcdef" * 4]
SALTS = ["", "0f" * 16, ".".join(["0f" * 16, "a5" * 16])]
CARDS = [f"card-{number}" for number in range(40)]
MANY = [str(number) for number in range(300)]


def draws(seed: str) -> list[dict[str, Any]]:
    found = []
    for number, salt in enumerate(SALTS * 2):
        luck = Luck(seed, salt)
        made: list[tuple[dict[str, Any], list[Any]]] = [
            ({"dice": 5}, [luck.throw(number, dice=5)]),
            ({"dice": 4, "again": [1]}, [luck.throw(number, dice=4, again=[1])]),
            ({"piles": [CARDS]}, luck.shuffle(number, CARDS)),
            ({"piles": [CARDS[:7], CARDS[7:]]}, luck.shuffle(number, CARDS[:7], CARDS[7:])),
        ]
        if number == 0:
            made.append(({"piles": [MANY]}, luck.shuffle(number, MANY)))  # more than a byte can tell apart
        found += [{"number": number, "salt": salt, "made_from": how, "gave": gave} for how, gave in made]
    return found


def vectors() -> str:
    seeds = [{"seed": seed, "commitment": commitment(seed), "draws": draws(seed)} for seed in SEEDS]
    return json.dumps(seeds, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    VECTORS.write_text(vectors())
