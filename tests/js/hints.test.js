import assert from "node:assert/strict";
import { test } from "node:test";

const { newHints, READING } = await import("../../static/js/table/phone/hints.js");
const { HINTS: CHANCE_IT } = await import("../../static/js/chance_it/phone/hints.js");
const { HINTS: SECOND_CHANCE } = await import("../../static/js/second_chance/phone/hints.js");

const ME = 1;
/** @param {object} more */
const changed = (more) => ({ event: "token_changed", seat: ME, token: "hearts", by: -1, left: 5, cause: "die", row: null, ...more });

// Which hint an event brings to somebody who knows nothing yet.
/** @param {table.Hint<any>[]} table @param {object} event */
function hintAfter(table, event) {
  const hints = newHints(table, new Set());
  hints.tell([event], ME);
  return hints.look(0, "", "moment");
}

test("each new thing in Chance It has its hint, on the phone that it concerns", () => {
  /** @param {object} event */
  const after = (event) => hintAfter(CHANCE_IT, event);
  assert.equal(after(changed({ cause: "stakes", token: "coins" })), "paid");
  assert.equal(after(changed({ cause: "stakes" })), "paid_hearts");
  assert.equal(after(changed({ cause: "stakes", token: "coins", by: 3 })), "out");
  assert.equal(after(changed({ cause: "stakes", token: "coins", seat: 0 })), null);
  assert.equal(after(changed({ cause: "all_out" })), "all_out");
  assert.equal(after({ event: "dice_rerolled", dice: [4], starter: 0 }), "rerolled");
  assert.equal(after(changed({ row: 2, by: 1 })), "two");
  assert.equal(after(changed({ row: 3, by: -2 })), "three");
  assert.equal(after(changed({ row: 3, by: -2, seat: 0 })), null);
  assert.equal(after(changed({ row: 4, token: "stars", by: 1 })), "star");
  assert.equal(after(changed({ row: 5, token: "coins", by: 1 })), null);
  assert.equal(after(changed({ cause: "chance_it", token: "coins", by: 2, row: "chance_it" })), "chance_it");
  assert.equal(after(changed({ cause: "hit", row: 2, whose: 0 })), "hit");
  assert.equal(after({ event: "card_used", seat: ME, card: "m01", row: 2 }), "card");
  assert.equal(after({ event: "card_used", seat: ME, card: "m01", row: "flash" }), "flash");
  assert.equal(after({ event: "card_used", seat: 0, card: "m01", row: 2 }), null);
  assert.equal(after({ event: "round_began", round: 2, starter: 0, bound: [0, ME] }), "bound");
  assert.equal(after({ event: "round_began", round: 2, starter: 0, bound: [0] }), null);
  assert.equal(after({ event: "eliminated", seat: ME }), "eliminated");
  assert.equal(after({ event: "eliminated", seat: 0 }), "elimination");
});

test("each new thing in Second Chance has its hint", () => {
  /** @param {object} event */
  const after = (event) => hintAfter(SECOND_CHANCE, event);
  assert.equal(after({ event: "dropped_out", seat: ME }), "dropped_out");
  assert.equal(after({ event: "dropped_out", seat: 0 }), "dropping_out");
  assert.equal(after({ event: "second_chance_dealt", seat: 0 }), "chance");
  assert.equal(after({ event: "second_chance_dealt", seat: ME }), null, "its owner is asked, and told then");
  assert.equal(after({ event: "one_written", seat: 0 }), "one");
  for (const scene of ["start", "draw", "stuck", "second_chance", "bonus", "next"]) {
    assert.equal(newHints(SECOND_CHANCE, new Set()).look(0, scene, scene), scene);
  }
});

/** @type {table.Hint<{name: string}>[]} */
const TABLE = [
  { hint: "pays", after: ({ name }) => name === "pays" },
  { hint: "hurts", after: ({ name }) => name === "hurts" },
  { hint: "choose", scene: "choose" },
  { hint: "change", scene: "choose" },
];
const pays = () => ({ name: "pays" });
const hurts = () => ({ name: "hurts" });

test("a thing is told once, and what is known is never told", () => {
  const known = new Set();
  const hints = newHints(TABLE, known);
  hints.tell([pays()], ME);
  assert.equal(hints.look(0, "", "a"), "pays");
  assert.equal(hints.look(1, "", "a"), "pays", "it stays");
  hints.close();
  assert.equal(hints.look(2, "", "a"), null);
  assert.deepEqual([...known], ["pays"]);
  hints.tell([pays()], ME);
  assert.equal(hints.look(3, "", "b"), null);
  assert.equal(newHints(TABLE, known).look(0, "choose", "a"), "choose");
});

test("an event that comes by two ways is one", () => {
  const known = new Set();
  const hints = newHints(TABLE, known);
  const event = pays();
  hints.tell([event], ME);
  hints.look(0, "", "a");
  hints.close();
  known.clear();
  hints.tell([event], ME);
  assert.equal(hints.look(1, "", "b"), null);
});

test("it goes when the next thing happens, but not before it could be read", () => {
  const hints = newHints(TABLE, new Set());
  hints.tell([pays()], ME);
  hints.look(0, "", "a");
  hints.tell([hurts()], ME);
  assert.equal(hints.look(READING - 1, "", "b"), "pays");
  assert.equal(hints.look(READING, "", "b"), null);
  hints.tell([hurts()], ME);
  assert.equal(hints.look(READING + 1, "", "c"), "hurts", "what was new meanwhile is told when it happens again");
});

test("whoever goes on has read it, if there was time to", () => {
  const known = new Set();
  const hints = newHints(TABLE, known);
  hints.look(0, "choose", "choose");
  hints.act(READING - 1);
  assert.equal(hints.look(READING - 1, "choose", "choose"), "choose");
  hints.act(READING);
  assert.equal(hints.look(READING, "choose", "choose"), null);
  assert.deepEqual([...known], ["choose"]);
});

test("without anything new it stays, however long that takes", () => {
  const hints = newHints(TABLE, new Set());
  hints.tell([pays()], ME);
  hints.look(0, "", "a");
  assert.equal(hints.look(9 * READING, "", "a"), "pays");
});

test("a question brings one hint at most, which goes with the question, and waits for one that is being read", () => {
  const hints = newHints(TABLE, new Set());
  assert.equal(hints.look(0, "choose", "choose"), "choose");
  hints.close();
  assert.equal(hints.look(1, "choose", "choose"), null);
  assert.equal(hints.look(2, "", "moment"), null);
  assert.equal(hints.look(3, "choose", "choose"), "change", "the next time the next one");
  assert.equal(hints.look(4, "", "moment"), null);
  const others = newHints(TABLE, new Set());
  others.tell([pays()], ME);
  others.look(0, "", "a");
  assert.equal(others.look(1, "choose", "choose"), "pays");
  assert.equal(others.look(READING, "choose", "choose"), "choose");
});
