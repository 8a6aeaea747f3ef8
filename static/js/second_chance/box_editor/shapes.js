// Tiles as they are entered: where one lies on the paper and how it is turned never matters.

import { isSame, mirrored, turned } from "../tiles.js";

/** @typedef {{id: string, cells: second_chance.Cell[]}} Tile */

// Pushed into the corner, in reading order.
/** @param {second_chance.Cell[]} cells @returns {second_chance.Cell[]} */
export function inTheCorner(cells) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, column]) => column));
  return cells
    .map(([row, column]) => /** @type {second_chance.Cell} */ ([row - top, column - left]))
    .sort(([row, column], [otherRow, other]) => row - otherRow || column - other);
}

// Whether two are the same Tile, turned and mirrored at will.
/** @param {second_chance.Cell[]} one @param {second_chance.Cell[]} other */
export function areCongruent(one, other) {
  if (one.length !== other.length) return false;
  const shape = inTheCorner(other);
  let way = inTheCorner(one);
  for (let turn = 0; turn < 4; turn += 1) {
    if (isSame(way, shape) || isSame(mirrored(way), shape)) return true;
    way = turned(way);
  }
  return false;
}

// The ids of those that have their like among these.
/** @param {Tile[]} tiles */
export function congruent(tiles) {
  return new Set(
    tiles.filter(({ id, cells }) => tiles.some((other) => other.id !== id && areCongruent(cells, other.cells))).map(({ id }) => id),
  );
}

// How many there are of each size: [size, number], smallest first.
/** @param {Tile[]} tiles @returns {[number, number][]} */
export function bySize(tiles) {
  const sizes = [...new Set(tiles.map(({ cells }) => cells.length))].sort((one, other) => one - other);
  return sizes.map((size) => [size, tiles.filter(({ cells }) => cells.length === size).length]);
}

// A square more, or one less.
/** @param {second_chance.Cell[]} cells @param {second_chance.Cell} cell */
export function toggled(cells, [row, column]) {
  const rest = cells.filter(([otherRow, other]) => otherRow !== row || other !== column);
  return rest.length < cells.length ? rest : [...cells, /** @type {second_chance.Cell} */ ([row, column])];
}

// In the middle of a paper of that side, where there is room on all sides.
/** @param {second_chance.Cell[]} cells @param {number} side */
export function inTheMiddle(cells, side) {
  const shape = inTheCorner(cells);
  const down = Math.floor((side - 1 - Math.max(...shape.map(([row]) => row))) / 2);
  const right = Math.floor((side - 1 - Math.max(...shape.map(([, column]) => column))) / 2);
  return shape.map(([row, column]) => /** @type {second_chance.Cell} */ ([row + down, column + right]));
}
