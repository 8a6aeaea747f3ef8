import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { newProgress } = await import("../../static/js/table/progress.js");

/** @type {any[]} */
const said = [];
/** @param {number} number @param {number | null} dice_of @returns {any} */
const message = (number, dice_of) => ({ number, table: { dice_of } });

test("a screen says how far it has told, once, and only when somebody's dice wait for it", () => {
  let isOpen = true;
  const progress = newProgress((frame) => isOpen && Boolean(said.push(frame)));
  progress.tell(message(7, null));
  assert.deepEqual(said, []);
  for (const number of [8, 8, 7]) progress.tell(message(number, 2));
  assert.deepEqual(said, [{ type: "told", number: 8 }]);
  isOpen = false;
  progress.tell(message(9, 2));
  isOpen = true;
  progress.tell(message(9, 2));
  progress.forget();
  progress.tell(message(9, 2));
  assert.deepEqual(said.map(({ number }) => number), [8, 9, 9]);
});
