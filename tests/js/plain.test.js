import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({ yes: "yes", no: "no", your_move: "Your move", move_here: "The next move is made here", waits_for: "Waiting for {names}", waits: "Waiting for the table", winner: ["{names} wins!", "{names} win!"], no_winner: "Nobody wins" });
const { eventWords, inText, moveWords, title } = await import("../../static/js/table/plain/words.js");

const NAMES = ["Ann", "Bob", "Cy"];
/** @type {table.Who} */
const who = { name: (seat) => NAMES[seat], colour: () => 0, seatOf: () => -1, seat: null };

test("a move is told by its word and what was chosen; whose it is goes without saying", () => {
  assert.equal(moveWords({ do: "take", seat: 1, matches: 2 }, who), "take · matches 2");
  assert.equal(moveWords({ do: "lay_out" }, who), "lay out");
});

test("an event begins with whose it is, and seats become names", () => {
  assert.equal(eventWords({ event: "matches_taken", seat: 0, matches: 2, left: 5 }, who), "Ann: matches taken · matches 2 · left 5");
  assert.equal(eventWords({ event: "game_ended", winners: [0, 2], rule: "R1" }, who), "game ended · winners Ann and Cy");
});

test("whatever is in a view can be read", () => {
  assert.equal(inText("heap", 0, who), "0");
  assert.equal(inText("starter", null, who), "–");
  assert.equal(inText("bound", true, who), "yes");
  assert.equal(inText("awaiting", [], who), "–");
  assert.equal(inText("market", ["m07", "m08"], who), "m07, m08");
  assert.equal(inText("", { coins: 8, in_game: true, guide: null }, who), "coins 8, in game yes");
});

test("the title says whose move it is, and in the end who has won", () => {
  const view = { seat: 0, can: [], awaiting: [], result: null };
  assert.equal(title(view, who), "Waiting for the table");
  assert.equal(title({ ...view, awaiting: [1, 2] }, who), "Waiting for Bob and Cy");
  assert.equal(title({ ...view, can: [{ do: "take" }] }, who), "Your move");
  assert.equal(title({ ...view, seat: null, can: [{ do: "roll" }] }, who), "The next move is made here");
  assert.equal(title({ ...view, result: { winners: [2] } }, who), "Cy wins!");
  assert.equal(title({ ...view, result: { winners: [] } }, who), "Nobody wins");
});
