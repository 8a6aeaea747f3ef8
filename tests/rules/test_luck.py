"""Luck: unbiased, the same everywhere, and to be recomputed by anybody with a hash tool."""

import doctest
import hashlib
import json
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

import rules.luck
import rules.refusals
import rules.words
from rules import chance_it, second_chance
from rules.luck import Luck, commitment, new_seed

SEED = "0123456789abcdef" * 4


@pytest.mark.parametrize("module", [rules.luck, rules.refusals, rules.words])
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


def played_record(seed, game, header, choose):
    """A whole record whose draws come from the seed."""
    box, options = (
        game.house_box(),
        game.read_options(json.dumps(header.get("options", {})).encode(), len(header["players"])),
    )
    state = game.new_game(len(header["players"]), box, options)
    luck = Luck(seed)
    lines = [json.dumps({"format": "chanceit/1", "commitment": commitment(seed), **header})]
    draws = 0
    for number in range(4000):
        if state.result is not None:
            break
        move = game.draw(state, luck, draws)
        if move is not None:
            draws += 1
        else:
            move = choose(state, number)
        state, _events = game.apply(state, move)
        lines.append(msgspec.json.encode(move).decode())
    return lines


def chance_it_record(seed):
    def choose(state, number):
        if state.phase == "start":
            return chance_it.Start(0)
        seat = state.awaiting[0]
        return chance_it.COMPUTER_PLAYERS["bold"](chance_it.view(state, seat), state.box, Luck("x").lots(number))

    return played_record(seed, chance_it, {"game": "chance_it", "players": ["Ann", "Bob", "Cy"]}, choose)


def second_chance_record(seed):
    def choose(state, number):
        seat = state.awaiting[0]
        mind = second_chance.COMPUTER_PLAYERS["fits"]
        return mind(second_chance.view(state, seat), state.box, Luck("x").lots(number))

    header = {"game": "second_chance", "players": ["Ann", "Bob"]}
    return played_record(seed, second_chance, header, choose)


def verify(lines, seed):
    run = subprocess.run(
        [sys.executable, "-m", "rules", "verify", "-", seed], input="\n".join(lines), capture_output=True, text=True
    )
    assert run.stderr == ""
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("record", [chance_it_record, second_chance_record])
def test_verify_recomputes_every_draw_of_a_record(record):
    lines = record(SEED)
    status, told = verify(lines, SEED)
    assert status == 0
    assert told[-1]["differing"] == 0
    assert told[-1]["commitment_ok"] is True
    drawn = sum(json.loads(line)["do"] in ("shuffle", "roll", "reroll") for line in lines[1:])
    assert told[-1]["draws"] == drawn == len(told) - 1


def test_verify_finds_a_roll_that_was_changed():
    lines = chance_it_record(SEED)
    number = next(n for n, line in enumerate(lines) if '"do":"roll"' in line)
    roll = json.loads(lines[number])
    roll["dice"] = [6 if die != 6 else 5 for die in roll["dice"]]
    changed = [*lines[:number], json.dumps(roll)]
    status, told = verify(changed, SEED)
    assert status == 1
    assert [entry["line"] for entry in told[:-1] if not entry["ok"]] == [number + 1]


def test_verify_finds_a_seed_that_was_not_promised():
    status, told = verify(chance_it_record(SEED)[:2], "f" * 64)
    assert status == 1
    assert told[-1]["commitment_ok"] is False


def test_verify_ends_with_the_error_line_for_a_bad_record():
    status, told = verify(["{}"], SEED)
    assert status == 1
    assert told[-1]["line"] == 1
