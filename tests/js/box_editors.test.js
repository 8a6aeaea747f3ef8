import assert from "node:assert/strict";
import { test } from "node:test";
import { doesNothing, duplicates, missing, sheetByFormula, within, withNumber } from "../../static/js/chance_it/box_editor/cards.js";
import { areCongruent, bySize, congruent, inTheCorner, inTheMiddle, toggled } from "../../static/js/second_chance/box_editor/shapes.js";

/** @param {string} id @returns {any} */
const card = (id, values = {}) => ({ id, when: "2", price: 1, ...values });

test("a card lacks its symbol or its price until they are set", () => {
  assert.deepEqual(missing({ id: "m01" }), ["when", "price"]);
  assert.deepEqual(missing({ id: "m01", when: "3" }), ["price"]);
  assert.deepEqual(missing({ id: "m01", when: "3", price: 0 }), []);
});

test("a card without an effect does nothing, whatever it costs", () => {
  assert.ok(doesNothing(card("m01", { hearts: 0 })));
  assert.ok(!doesNothing(card("m01", { market: 1 })));
});

test("cards of the same face are pointed out, whatever their ids; unfinished ones never", () => {
  const cards = [card("m01", { hearts: 1 }), card("m02", { hearts: 1, coins: 0 }), card("m03", { hearts: 2 }), { id: "m04" }, { id: "m05" }];
  assert.deepEqual([...duplicates(cards)], [["m01", 2], ["m02", 2]]);
  assert.equal(duplicates([card("m01"), card("m02", { when: "3" })]).size, 0);
});

test("an effect of 0 is left out, a price of 0 is a price, and numbers keep within their bounds", () => {
  assert.deepEqual(withNumber(card("m01", { hearts: 2 }), "hearts", 0), card("m01"));
  assert.deepEqual(withNumber({ id: "m01" }, "price", 0), { id: "m01", price: 0 });
  assert.deepEqual(withNumber(card("m01"), "price", null), { id: "m01", when: "2" });
  assert.deepEqual(withNumber(card("m01"), "market", 5), card("m01", { market: 1 }));
  assert.equal(withNumber(card("m01"), "coins", 1000).coins, 999);
  assert.equal(withNumber(card("m01", { coins: 1 }), "coins", -4).coins, undefined);
});

test("a number that was typed is whole and within its bounds", () => {
  assert.deepEqual([-3, 2.6, 7, 5000, Number("-")].map((number) => within(number, 999)), [0, 3, 7, 999, 0]);
});

test("the stakes sheets by the formula are those of the booklet", () => {
  assert.deepEqual(sheetByFormula(5), { out: [4, 3, 2, 1], in: [0, 1, 2, 3, 3] });
  assert.deepEqual(sheetByFormula(2), { out: [1], in: [0, 1] });
});

/** @type {[number, number][]} */
const L = [[0, 0], [1, 0], [2, 0], [2, 1]];
/** @type {[number, number][]} */
const J = [[0, 1], [1, 1], [2, 1], [2, 0]];
/** @type {[number, number][]} */
const T = [[0, 0], [0, 1], [0, 2], [1, 1]];
/** @param {[number, number][]} cells @param {number} down @param {number} right @returns {[number, number][]} */
const moved = (cells, down, right) => cells.map(([row, column]) => [row + down, column + right]);

test("where a Tile lies and how it is turned or mirrored does not matter", () => {
  assert.deepEqual(inTheCorner(moved(L, -4, 7)), L);
  assert.ok(areCongruent(L, moved(J, 5, -2)));
  assert.ok(areCongruent(L, [[0, 0], [0, 1], [0, 2], [1, 0]]));
  assert.ok(!areCongruent(L, T));
  assert.ok(!areCongruent(L, L.slice(1)));
});

test("Tiles that have their like are found, and counted by size", () => {
  /** @type {[number, number][][]} */
  const shapes = [L, T, J, [[3, 3]], [[0, 0], [0, 1]]];
  const tiles = shapes.map((cells, index) => ({ id: `t${index}`, cells }));
  assert.deepEqual([...congruent(tiles)], ["t0", "t2"]);
  assert.deepEqual(bySize(tiles), [[1, 1], [2, 1], [4, 3]]);
});

test("a square is tapped on and off, and a Tile lies in the middle of its paper", () => {
  assert.deepEqual(toggled(toggled([[1, 1]], [1, 2]), [1, 1]), [[1, 2]]);
  assert.deepEqual(inTheMiddle([[0, 0]], 9), [[4, 4]]);
  assert.deepEqual(inTheMiddle(L, 9), moved(L, 3, 3));
});
