// Everybody's chance to win moves with the story, and is never ahead of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newOdds } from "../../static/js/table/game_master/odds.js";

const table = { odds: true, status: "playing" };
/** @param {number} number @param {number[]} chances @returns {any} */
const odds = (number, ...chances) => ({ type: "odds", number, chances });

test("what comes while the story is told waits until it has come there", () => {
  const shown = newOdds();
  shown.tell(4);
  assert.equal(shown.take(odds(4, 50, 50)), true);
  assert.equal(shown.take(odds(6, 80, 20)), false);
  assert.deepEqual(shown.now(table), [50, 50]);
  shown.tell(5);
  assert.deepEqual(shown.now(table), [50, 50]);
  shown.tell(6);
  assert.deepEqual(shown.now(table), [80, 20]);
});

test("of several points that are told at once the last one counts, and what comes late is shown at once", () => {
  const shown = newOdds();
  assert.equal(shown.now(table), null);
  shown.take(odds(1, 50, 50));
  shown.take(odds(2, 60, 40));
  shown.take(odds(3, 70, 30));
  shown.tell(2);
  assert.deepEqual(shown.now(table), [60, 40]);
  shown.tell(9);
  shown.take(odds(8, 10, 90));
  assert.deepEqual(shown.now(table), [10, 90]);
});

test("they are gone when the host has switched them off, in the lobby, and when the log was put back", () => {
  const shown = newOdds();
  for (const gone of [() => shown.now({ ...table, odds: false }), () => shown.now({ ...table, status: "lobby" }), () => shown.tell(1)]) {
    shown.tell(5);
    shown.take(odds(5, 50, 50));
    assert.deepEqual(shown.now(table), [50, 50]);
    gone();
    assert.equal(shown.now(table), null);
  }
});

test("a table that cannot be judged shows none", () => {
  const shown = newOdds();
  shown.tell(5);
  shown.take(odds(5));
  assert.equal(shown.now(table), null);
});
