"""Luck: dice and shuffles drawn from a seed, so that anybody can check them after the game.

This is the only module of the rules where chance comes in, and the only one that may ask the machine for it
(`new_seed`). Everything else follows from a seed, the number of the draw and the salt thrown in by the devices at the
table.

How a draw is made, exactly
---------------------------
- The seed is a text of 64 hexadecimal digits, in small letters. Its commitment, shown before the first draw, is the
  SHA-256 of that text, in hexadecimal.
- The moves that the table draws in a game (shuffle, roll, reroll) are numbered 0, 1, 2 ... in the order
  in which they stand in the record. `start` is not drawn and has no number.
- Draw number n has an endless row of bytes: the 32 bytes of SHA-256 of the text `seed:n:0`, then those of `seed:n:1`,
  and so on; seed as above, the numbers in decimal. On any machine: `printf '%s' "$SEED:3:0" | sha256sum`.
- A draw may have a salt, a text: the random bits that the devices at the table threw in. Then its row of bytes is
  that of `seed:n:salt:0`, `seed:n:salt:1`, and so on. So neither the host, who may know the seed, nor a player knows a
  roll before it is made. With an empty salt it is made from the seed alone, as above. The lots of computer players
  never have a salt.
- One of k things (k up to 256): take the next byte; if it is not below the largest multiple of k up to 256, drop it and
  take the next (so that no outcome is favoured); the remainder of the byte divided by k is the answer, from 0.
  For k over 256 as many bytes as k - 1 needs are taken at a time, the first one the most significant, and the largest
  multiple of k up to 256, 65536 ... is the bound.
- A roll: five times one of 6, plus 1. A reroll: for each die one of 6, plus 1, again and again until it is not a 1.
- A shuffle of m things, given in the box's order at the start and oldest discard first later: for i = m-1, m-2 ... 1
  pick j as one of i + 1, and swap the things at places i and j (counted from 0). The thing at place 0 is the top. A
  game with two piles shuffles one after the other with the same row of bytes.

The number of the draw, and not of the move, is what counts: after an undo the same roll gives the same dice, whatever
the players did otherwise in between (the first salt of a draw stays with it). So an undo can not be used to fish for
better dice.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from msgspec import Struct

Thing = TypeVar("Thing")


def new_seed() -> str:
    """A fresh seed of 256 random bits."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown of a seed before the game.

    >>> commitment("00" * 32)
    '60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55'
    """
    return sha256(seed.encode()).hexdigest()


class Lots:
    """An endless row of lots to draw, named by a text: the bytes of SHA-256 of `seed:name:0`, `seed:name:1` ..."""

    def __init__(self, seed: str, name: str) -> None:
        self._bytes = self._endless(seed, name)

    @staticmethod
    def _endless(seed: str, name: str) -> Iterator[int]:
        block = 0
        while True:
            yield from sha256(f"{seed}:{name}:{block}".encode()).digest()
            block += 1

    def one_of(self, things: int) -> int:
        """A number from 0 to things - 1, each as likely as the others."""
        width = max(1, ((things - 1).bit_length() + 7) // 8)
        bound = 256**width - 256**width % things
        while True:
            drawn = 0
            for _ in range(width):
                drawn = drawn * 256 + next(self._bytes)
            if drawn < bound:
                return drawn % things


class Inputs(Struct, frozen=True, omit_defaults=True):
    """What a draw is made from, beside its lots: either dice that are thrown or piles that are shuffled."""

    dice: int = 0
    again: tuple[int, ...] = ()
    """The faces with which a die is thrown again."""
    piles: tuple[tuple[str, ...], ...] = ()
    """The ids in each pile, in the order before shuffling."""


class Luck:
    """All the draws that one seed holds, by number; with a salt, as they are if this salt is thrown in.

    >>> luck = Luck("00" * 32)
    >>> luck.throw(1, dice=5), luck.throw(2, dice=5)
    ([2, 5, 1, 5, 2], [1, 6, 3, 1, 5])
    >>> Luck("00" * 32, "0f" * 16 + "." + "a5" * 16).throw(1, dice=5)
    [5, 1, 2, 3, 2]
    """

    def __init__(self, seed: str, salt: str = "") -> None:
        self.seed = seed
        self.salt = salt

    def lots(self, name: int | str) -> Lots:
        """The lots of a draw, by its number, or those of a computer player, by any other name and without the salt."""
        is_salted = self.salt and isinstance(name, int)
        return Lots(self.seed, f"{name}:{self.salt}" if is_salted else str(name))

    def throw(self, number: int, dice: int, again: Sequence[int] = ()) -> list[int]:
        """Where so many dice come to lie when each is thrown until it shows none of the faces in `again`."""
        lots = self.lots(number)
        lie: list[int] = []
        while len(lie) < dice:
            die = lots.one_of(6) + 1
            if die not in again:
                lie.append(die)
        return lie

    def shuffle(self, number: int, *piles: Sequence[Thing]) -> list[list[Thing]]:
        """Each pile shuffled, top first; several piles of one draw take their lots one after the other."""
        lots = self.lots(number)
        shuffled = []
        for pile in piles:
            things = list(pile)
            for i in range(len(things) - 1, 0, -1):
                j = lots.one_of(i + 1)
                things[i], things[j] = things[j], things[i]
            shuffled.append(things)
        return shuffled
