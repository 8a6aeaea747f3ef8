// Which moves stand at a point of a replay: see standing.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { standingAt } from "../../static/js/table/replay/standing.js";

/** @param {number} number @param {string} what @param {number} [moves] @returns {any} */
const entry = (number, what, moves) => ({ number, by: "table", do: what, events: [], taken_back: moves ? { by: 1, do: "roll", moves } : undefined });

test("what was taken back does not stand, and stands again when it was brought back", () => {
  const all = [entry(5, "begun"), entry(6, "roll"), entry(7, "choose"), entry(8, "undone", 2), entry(9, "redone"), entry(10, "undone", 1), entry(11, "buy")];
  const numbersAt = (/** @type {number} */ at) => standingAt(all, at).map(({ number }) => number);
  assert.deepEqual(numbersAt(0), []);
  assert.deepEqual(numbersAt(2), [6, 7]);
  assert.deepEqual(numbersAt(3), []);
  assert.deepEqual(numbersAt(4), [6, 7]);
  assert.deepEqual(numbersAt(5), [6]);
  assert.deepEqual(numbersAt(6), [6, 11]);
});
