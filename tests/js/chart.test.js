import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { historyOf } = await import("../../static/js/chance_it/game_master/history.js");
const { inColumns, widthFor } = await import("../../static/js/table/chart.js");

test("Chance It: the chart has what everybody had after each round", () => {
  /** @param {number} seat @param {string} token @param {number} left @returns {any} */
  const changed = (seat, token, left) => ({ event: "token_changed", seat, token, left });
  /** @type {any} */
  const began = { event: "round_began" };
  const events = [began, changed(0, "coins", 5), changed(1, "stars", 2), began, changed(0, "coins", 4)];
  const history = historyOf(events, 2, { hearts: 3, coins: 8 });
  assert.deepEqual(history.map((tokens) => tokens.map(({ stars, hearts, coins }) => [stars, hearts, coins])), [
    [[0, 3, 8], [0, 3, 8]],
    [[0, 3, 5], [2, 3, 8]],
    [[0, 3, 4], [2, 3, 8]],
  ]);
});

test("Chance It: the chart is as wide as its place, within reason", () => {
  const place = (/** @type {number} */ clientWidth, /** @type {number} */ clientHeight) => /** @type {Element} */ ({ clientWidth, clientHeight });
  assert.equal(widthFor(place(700, 140)), 1500);
  assert.equal(widthFor(place(300, 300)), 800);
  assert.equal(widthFor(place(9000, 100)), 2400);
  assert.equal(widthFor(place(700, 0)), 800);
});

test("each sign stands at the height of its line's end, and beside another one that is there", () => {
  const ends = [264, 16, 266, 262, 250, 100].map((y, colour) => ({ colour, y }));
  const placed = inColumns(ends);
  assert.deepEqual(placed.map(({ colour, y, column }) => [colour, y, column]), [
    [1, 16, 0],
    [5, 100, 0],
    [4, 250, 0],
    [3, 262, 1],
    [0, 264, 2],
    [2, 266, 3],
  ]);
});
