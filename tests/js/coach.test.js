// What the coach says: shares in words, and sentences with counted tokens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({
  coach_in: "{some} in {all}",
  coach_hardly: "hardly",
  coach_nearly: "nearly",
  hearts: ["{count} heart", "{count} hearts"],
  coins: ["{count} coin", "{count} coins"],
  stars: ["{count} star", "{count} stars"],
  coach_dice: "Dice: {tokens}.",
  coach_out_takes: "Alone {coins}, two {two}.",
  coach_hits_others: ["The other loses {hearts}.", "{count} others lose {hearts}."],
  coach_pays_back: ["{count} use, a {row} in {rounds}.", "{count} uses, a {row} in {rounds}."],
  coach_together: ["{count} square, {sides} sides.", "{count} squares, {sides} sides."],
});
const { inFigures, inGroups, inWords, isAhead } = await import("../../static/js/table/phone/coach.js");
const { reason } = await import("../../static/js/chance_it/phone/coach.js");
const second = await import("../../static/js/second_chance/phone/coach.js");

test("a chance is said as the simplest share that is near enough", () => {
  const shares = [0, 9, 10, 50, 100, 250, 340, 500, 520, 660, 750, 900, 950, 990, 991, 1000].map(inWords);
  const words = ["hardly", "hardly", "1 in 100", "1 in 20", "1 in 10", "1 in 4", "1 in 3", "1 in 2", "1 in 2", "2 in 3", "3 in 4", "9 in 10", "19 in 20", "99 in 100", "nearly", "nearly"];
  assert.deepEqual(shares, words);
});

test("only what is impossible or certain is 0 or all in figures", () => {
  assert.deepEqual([0, 1, 9, 10, 14, 15, 505, 990, 991, 999, 1000].map(inFigures), ["0%", "<1%", "<1%", "1%", "1%", "2%", "51%", "99%", ">99%", ">99%", "100%"]);
});

test("choices of which the same is said are one row, if they belong together", () => {
  const reasons = [{ what: "keeps", numbers: { coins: 3 } }];
  /** @param {string} card @param {number} chance @returns {any} */
  const discard = (card, chance) => ({ move: { do: "discard", seat: 0, card }, chance, reasons });
  const all = [discard("a", 253), discard("b", 251), discard("c", 240), { ...discard("d", 250), reasons: [] }];
  assert.deepEqual(inGroups(all, () => true).map((group) => group.length), [2, 1, 1]);
  assert.deepEqual(inGroups(all, () => false).map((group) => group.length), [1, 1, 1, 1]);
});

test("none is marked as the best where the same chance is shown", () => {
  /** @param {(number | null)[]} chances @param {any[]} [reasons] @returns {any} */
  const groups = (chances, reasons = []) => chances.map((chance, index) => [{ move: {}, chance, reasons: reasons[index] ?? [] }]);
  assert.equal(isAhead(groups([0, 0, 0])), false);
  assert.equal(isAhead(groups([244, 236])), false);
  assert.equal(isAhead(groups([1, 0])), true);
  assert.equal(isAhead(groups([246, 244])), true);
  assert.equal(isAhead(groups([300])), true);
  assert.equal(isAhead(groups([null, null])), false);
  assert.equal(isAhead(groups([null, null], [[1], [2]])), true);
});

test("numbers of tokens are said in words, gains and losses with their sign", () => {
  assert.equal(reason({ what: "dice", numbers: { stars: 1, hearts: -4 } }), "Dice: −4 hearts and +1 star.");
  assert.equal(reason({ what: "out_takes", numbers: { coins: 2, two: 1 } }), "Alone 2 coins, two 1.");
  assert.equal(reason({ what: "hits_others", numbers: { hearts: 1, players: 1 } }), "The other loses 1 heart.");
  assert.equal(reason({ what: "hits_others", numbers: { hearts: 2, players: 3 } }), "3 others lose 2 hearts.");
  assert.equal(reason({ what: "pays_back", numbers: { times: 1, row: 4, rounds: 67 } }), "1 use, a 4 in 67.");
  assert.equal(second.reason({ what: "together", numbers: { count: 2, sides: 6 } }), "2 squares, 6 sides.");
});
