import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, drawAgain, judge } from "../../static/js/table/luck.js";
import { hex, sha256 } from "../../static/js/shared/sha256.js";

const SEEDS = JSON.parse(readFileSync(new URL("./luck_vectors.json", import.meta.url), "utf8"));
const SEED = SEEDS[1].seed;

test("SHA-256 is that of everybody else, whatever the length", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "aé€😀".repeat(length).slice(0, length);
    assert.equal(hex(sha256(text)), createHash("sha256").update(text).digest("hex"));
  }
});

test("a commitment is that of rules/luck.py", () => {
  for (const { seed, commitment } of SEEDS) assert.equal(commitmentOf(seed), commitment);
});

test("every draw is that of rules/luck.py: dice, rerolls, piles, with and without salts", () => {
  for (const { seed, draws } of SEEDS) {
    for (const draw of draws) assert.deepEqual(drawAgain(seed, draw), draw.gave, JSON.stringify(draw.made_from));
  }
});

// A game of three rolls, into the second of which this device has thrown.
const BITS = "0f".repeat(16);
function game() {
  const draws = ["", BITS, ""].map((salt, number) => {
    const draw = { number, entry: 10 + number, do: "roll", salt, typed: false, made_from: { dice: 5 } };
    return { ...draw, gave: drawAgain(SEED, draw) };
  });
  return { seed: SEED, draws, promise: { commitment: commitmentOf(SEED), at: 5 }, thrown: { 1: [BITS] }, seen: {} };
}

test("a fair game is found fair", () => {
  assert.deepEqual(judge(game()), { isKept: true, checked: 3, differing: [], typed: 0, early: 0, hand: 1, late: [] });
});

test("another seed than the promised one, or no promise at all", () => {
  assert.equal(judge({ ...game(), promise: { commitment: commitmentOf("another"), at: 5 } }).isKept, false);
  assert.equal(judge({ ...game(), promise: null }).isKept, null);
});

test("dice that do not follow from the seed, or are not those that were shown", () => {
  const changed = game();
  changed.draws[2].gave = [[1, 1, 1, 1, 1]];
  assert.deepEqual(judge(changed).differing, [changed.draws[2]]);
  const shown = game();
  shown.seen = { 11: [1, 1, 1, 1, 1], 12: [...shown.draws[2].gave[0]].reverse() };
  assert.deepEqual(judge(shown).differing, [shown.draws[1]]);
});

test("a draw that is left out is noticed", () => {
  const { draws, ...rest } = game();
  assert.equal(judge({ ...rest, draws: [draws[0], draws[2]] }).differing.length, 1);
});

test("typed dice are counted and not made again", () => {
  const typed = game();
  Object.assign(typed.draws[0], { typed: true, gave: [[6, 6, 6, 6, 6]] });
  const { checked, differing, typed: count } = judge(typed);
  assert.deepEqual([checked, differing, count], [2, [], 1]);
});

test("bits that came too late, and draws from before the promise", () => {
  const late = { ...game(), thrown: { 1: [BITS], 2: ["a5".repeat(16)] }, promise: { commitment: commitmentOf(SEED), at: 10 } };
  const { late: missed, early, hand } = judge(late);
  assert.deepEqual([missed.map(({ number }) => number), early, hand], [[2], 1, 1]);
});
