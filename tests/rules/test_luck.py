"""Luck: unbiased, the same everywhere, and to be recomputed by anybody with a hash tool."""

import doctest
import hashlib
from collections import Counter

import pytest

import rules.chance_it.telling
import rules.luck
import rules.refusals
import rules.second_chance.telling
import rules.words
from rules.luck import Luck, commitment, new_seed

SEED = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    "module",
    [rules.luck, rules.refusals, rules.words, rules.chance_it.telling, rules.second_chance.telling],
    ids=lambda module: module.__name__,
)
def test_the_examples_in_the_docstrings_run(module):
    assert doctest.testmod(module).failed == 0


def test_a_roll_can_be_recomputed_by_hand():
    """As the module describes it, with nothing but SHA-256."""
    row = hashlib.sha256(f"{SEED}:3:0".encode()).digest() + hashlib.sha256(f"{SEED}:3:1".encode()).digest()
    dice = [byte % 6 + 1 for byte in row if byte < 252][:5]
    assert Luck(SEED).throw(3, dice=5) == dice


def test_a_reroll_throws_each_die_until_it_shows_no_1():
    row = b"".join(hashlib.sha256(f"{SEED}:7:{block}".encode()).digest() for block in range(3))
    thrown = [byte % 6 + 1 for byte in row if byte < 252]
    assert Luck(SEED).throw(7, dice=4, again=[1]) == [die for die in thrown if die != 1][:4]


def test_a_shuffle_can_be_recomputed_by_hand():
    row = iter(b"".join(hashlib.sha256(f"{SEED}:0:{block}".encode()).digest() for block in range(10)))
    things = list("abcdefghijkl")
    for i in range(len(things) - 1, 0, -1):
        while True:
            byte = next(row)
            if byte < 256 - 256 % (i + 1):
                break
        j = byte % (i + 1)
        things[i], things[j] = things[j], things[i]
    assert Luck(SEED).shuffle(0, "abcdefghijkl") == [things]


def test_a_draw_with_a_salt_can_be_recomputed_by_hand():
    salt = "0f" * 16 + "." + "a5" * 16
    row = b"".join(hashlib.sha256(f"{SEED}:3:{salt}:{block}".encode()).digest() for block in range(2))
    dice = [byte % 6 + 1 for byte in row if byte < 252][:5]
    assert Luck(SEED, salt).throw(3, dice=5) == dice != Luck(SEED).throw(3, dice=5)
    assert Luck(SEED, "").throw(3, dice=5) == Luck(SEED).throw(3, dice=5)


def test_every_salt_gives_other_dice():
    assert len({tuple(Luck(SEED, f"{bits:032x}").throw(0, dice=5)) for bits in range(300)}) > 250


def test_the_lots_of_a_computer_player_have_no_salt():
    salted, plain = Luck(SEED, "salt").lots("12-3"), Luck(SEED).lots("12-3")
    assert [salted.one_of(100) for _lot in range(20)] == [plain.one_of(100) for _lot in range(20)]


def test_two_piles_of_one_draw_take_their_lots_one_after_the_other():
    both = Luck(SEED).shuffle(0, "abcdef", "uvwxyz")
    assert both[0] == Luck(SEED).shuffle(0, "abcdef")[0]
    assert both[1] != Luck(SEED).shuffle(0, "uvwxyz")[0]


def test_all_faces_are_as_likely():
    """60,000 dice: each face within four standard deviations of a sixth."""
    faces = Counter(die for number in range(12_000) for die in Luck(SEED).throw(number, dice=5))
    assert set(faces) == set(range(1, 7))
    deviation = (60_000 * (1 / 6) * (5 / 6)) ** 0.5
    assert all(abs(count - 10_000) < 4 * deviation for count in faces.values())


def test_all_orders_are_as_likely():
    orders = Counter("".join(Luck(SEED).shuffle(number, "abc")[0]) for number in range(12_000))
    assert len(orders) == 6
    deviation = (12_000 * (1 / 6) * (5 / 6)) ** 0.5
    assert all(abs(count - 2_000) < 4 * deviation for count in orders.values())


def test_more_than_256_things_are_shuffled_too():
    (shuffled,) = Luck(SEED).shuffle(0, range(1000))
    assert sorted(shuffled) == list(range(1000))
    assert max(Luck(SEED).lots("x").one_of(1000) for _try in range(3)) < 1000


def test_seeds_are_fresh_and_a_commitment_is_the_hash_of_the_seed():
    assert len({new_seed() for _seed in range(100)}) == 100
    assert len(new_seed()) == 64
    assert commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()
