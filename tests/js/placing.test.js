import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { newPlacing } from "../../static/js/second_chance/placing.js";
import { handleOf, heightOf, isSame, linesOf, mirrored, turned, widthOf } from "../../static/js/second_chance/tiles.js";

/** @typedef {second_chance.Cell} Cell */

/** @type {Cell[]} */
const L = [[0, 0], [1, 0], [2, 0], [2, 1]];
/** @type {Cell[]} */
const BAR = [[0, 0], [0, 1]];
const SIZE = 5;
const TILES = new Map(Object.entries({ L, bar: BAR }));

// `at` of a way: "1" for the squares at which its corner may lie.
/** @param {Cell[]} corners */
const at = (...corners) => Array.from({ length: SIZE ** 2 }, (_, square) => (corners.some(([row, column]) => row * SIZE + column === square) ? "1" : "0")).join("");

/** @type {any} */
const VIEW = {
  size: SIZE,
  game: 1,
  round: 1,
  phase: "draw",
  can: [
    { do: "draw", tile: "L", ways: [{ cells: L, at: at([0, 0], [2, 3]) }, { cells: turned(L), at: at([3, 0]) }] },
    { do: "draw", tile: "bar", ways: [{ cells: BAR, at: at([4, 3]) }] },
  ],
};

test("four turns, or two mirrors, give the tile again", () => {
  assert.deepEqual(turned(turned(turned(turned(L)))), L);
  assert.deepEqual(mirrored(mirrored(L)), L);
  assert.deepEqual(turned(L), [[0, 0], [0, 1], [0, 2], [1, 0]]);
  assert.deepEqual([heightOf(L), widthOf(L)], [3, 2]);
});

test("the order of the squares does not matter", () => {
  assert.ok(isSame(L, [...L].reverse()));
  assert.ok(!isSame(L, mirrored(L)));
});

test("a tile is held by the square nearest to its middle", () => {
  assert.deepEqual(handleOf(L), [1, 0]);
});

test("a drawing has its edges round it and its lines within", () => {
  assert.deepEqual(linesOf(BAR), { squares: "M0 0h1v1h-1zM1 0h1v1h-1z", edges: "M0 0h1M0 1h1M0 0v1M1 0h1M1 1h1M2 0v1", inner: "M1 0v1" });
});

/** @type {second_chance.Placing} */
let placing;
beforeEach(() => {
  placing = newPlacing();
  placing.ask(VIEW, TILES);
});

test("a new question lays everything back into the hand, the same one nothing", () => {
  placing.select("bar");
  placing.put([4, 4]);
  assert.equal(placing.ask(VIEW, TILES), false);
  assert.deepEqual([placing.tile, placing.at], ["bar", [4, 3]]);
  assert.equal(placing.ask({ ...VIEW, round: 2 }, TILES), true);
  assert.deepEqual([placing.tile, placing.at, placing.squares], ["L", null, []]);
});

test("pointing at a square holds it there, or in the nearest place that covers the square", () => {
  placing.put([1, 0]);
  assert.deepEqual([placing.at, placing.isOpen], [[0, 0], true]);
  placing.put([4, 4]);
  assert.deepEqual([placing.at, placing.isOpen], [[2, 3], true]);
  placing.put([1, 2]);
  assert.deepEqual([placing.at, placing.isOpen], [[0, 2], false]);
});

test("it stays on the paper", () => {
  placing.moveTo([-3, 9]);
  assert.deepEqual(placing.at, [0, SIZE - 2]);
  placing.moveBy(9, -9);
  assert.deepEqual(placing.at, [SIZE - 3, 0]);
});

test("with the keyboard it comes to the middle first", () => {
  placing.moveBy(1, 0);
  assert.deepEqual(placing.handle(), [2, 2]);
  placing.moveBy(1, 0);
  assert.deepEqual(placing.handle(), [3, 2]);
});

test("a turn keeps it where it is held, and its own places are open", () => {
  placing.put([1, 0]);
  placing.turn();
  assert.deepEqual(placing.corners, [[3, 0]]);
  assert.equal(placing.isOpen, false);
  assert.equal(placing.count, 3);
  placing.moveTo([3, 0]);
  assert.ok(placing.isOpen);
  placing.mirror();
  assert.equal(placing.isOpen, false);
});

test("only a tile that is offered can be selected", () => {
  placing.select("another");
  assert.equal(placing.tile, "L");
  assert.deepEqual(["L", "bar", "another"].map(placing.fits), [true, true, false]);
});
