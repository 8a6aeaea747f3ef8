import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOf } from "../../static/js/shared/box_file.js";

/** @param {string} name @param {string} text @param {string} [type] */
const file = (name, text, type = "") => ({ name, type, size: text.length, text: async () => text });

test("a file that is no box is called what it is", async () => {
  assert.equal(await problemOf(file("box.json", '{"name": "Ann"}')), "");
  assert.equal(await problemOf(file("box.json", "")), "empty");
  assert.equal(await problemOf(file("card.png", "x".repeat(200_000), "image/png")), "picture");
  assert.equal(await problemOf(file("game.jsonl", '{"format": "chanceit/1"}')), "record");
  assert.equal(await problemOf(file("box.json", "x".repeat(200_000))), "large");
  assert.equal(await problemOf(file("boxes.zip", "x".repeat(200_000))), "other");
  for (const text of ["PK", "[]", "null", '"box"']) assert.equal(await problemOf(file("box.json", text)), "other");
});
