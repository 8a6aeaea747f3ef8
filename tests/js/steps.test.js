import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { steps } = await import("../../static/js/table/pacing.js");
const { CHANCE_IT, changesIn } = await import("../../static/js/chance_it/steps.js");

/** @param {number} row @param {number} place @returns {any} */
const began = (row, place) => ({ event: "action_began", row, place });
/** @param {number} seat @param {string} token @param {number} by @returns {any} */
const takes = (seat, token, by, more = {}) => ({ event: "token_changed", seat, token, by, left: 9, cause: "die", row: 2, card: null, whose: null, ...more });
const used = { event: "card_used", seat: 0, card: "m01", row: 2 };
/** @param {any[]} events @returns {any} */
const entry = (events) => ({ number: 1, events });
/** @param {any[]} events */
const told = (...events) => steps([entry(events)], CHANCE_IT).map(({ kind, events }) => [kind, events.length]);

test("equal dice are told in one step when nothing happens but what their row does", () => {
  const events = [began(2, 0), takes(0, "hearts", 1), takes(1, "hearts", 1), began(2, 1), takes(0, "hearts", 1), takes(1, "hearts", 1), began(4, 2), takes(0, "stars", 1)];
  assert.deepEqual(told(...events), [["actions", 6], ["action", 1], ["effects", 1]]);
});

test("three of them are one step, too, and 1s that wait for the reroll are", () => {
  assert.deepEqual(told(began(1, 0), began(1, 1), began(1, 2), { event: "table_waits" }), [["actions", 3], ["quiet", 1]]);
});

test("where a card works each die is told by itself", () => {
  assert.deepEqual(told(began(2, 0), takes(0, "hearts", 1), began(2, 1), takes(0, "hearts", 1), used, takes(0, "coins", 1, { cause: "card" })), [
    ["action", 1],
    ["effects", 1],
    ["action", 1],
    ["effects", 3],
  ]);
  assert.deepEqual(told(began(2, 0), takes(0, "hearts", 1), began(2, 1), takes(0, "hearts", 1), began(2, 2), used), [
    ["actions", 4],
    ["action", 1],
    ["effects", 1],
  ]);
});

test("somebody's last heart and turns in the market are told by themselves", () => {
  const gone = { event: "eliminated", seat: 1 };
  assert.deepEqual(told(began(3, 0), takes(1, "hearts", -2), gone, began(3, 1), takes(0, "hearts", -2)).map(([kind]) => kind), [
    "action",
    "effects",
    "elimination",
    "action",
    "effects",
  ]);
  assert.deepEqual(told(began(6, 0), { event: "market_turn_began", seat: 0 }).map(([kind]) => kind), ["action", "market_turn"]);
});

test("what equal dice brought is added up, by cause", () => {
  const sums = changesIn([began(2, 0), takes(0, "hearts", 1), takes(1, "hearts", 1), began(2, 1), takes(0, "hearts", 1), takes(0, "hearts", 1, { cause: "card" })]);
  assert.deepEqual(sums.map(({ seat, by, cause }) => [seat, by, cause]), [[0, 2, "die"], [1, 1, "die"], [0, 1, "card"]]);
});

test("the first two rounds are told in full, then it goes faster, but where a 1 went is held as long", () => {
  /** @param {string} kind @param {number} round */
  const length = (kind, round) => Object.values(CHANCE_IT.timesOf(kind, { round })).reduce((sum, time) => sum + time);
  for (const kind of ["roll", "reveal", "stakes", "effects", "purchase", "discard"]) {
    assert.equal(length(kind, 1), length(kind, 2));
    assert.ok(length(kind, 3) < 0.75 * length(kind, 2), kind);
  }
  for (const round of [1, 5]) assert.ok(CHANCE_IT.timesOf("reroll", { round }).hold >= 1500);
});
