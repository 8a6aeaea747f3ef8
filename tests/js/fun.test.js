import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({
  guess_taking_part: "How many?",
  guess_winner: "Who?",
  guess_mine: "Yours: {guess}.",
  guess_right: "Right: {guess}.",
  guess_wrong: "Yours: {guess}, but {came}.",
  guess_nobody: "nobody",
  guess_tally: "{right} of {of}.",
});
const { wordsOf } = await import("../../static/js/table/phone/fun_strip.js");
const { newFun } = await import("../../static/js/table/phone/fun.js");

const NAMES = ["Ann", "Bob", "Cy"];
/** @type {any} */
const who = { name: (/** @type {number} */ seat) => NAMES[seat], colour: () => 0, seatOf: () => -1, seat: 0 };
/** @type {any} */
const app = { who, table: { status: "playing" }, step: null };
const taking_part = { what: "taking_part", answer: 2, are_seats: false, came: null };
const winner = { what: "winner", answer: 1, are_seats: true, came: null };
/** @param {object[]} guessed @returns {any} */
const guesses = (...guessed) => ({ number: 1, is_free: true, open: [], guessed, right: 1, of: 3 });

test("a guess is shown until it is decided, and then whether it was right", () => {
  assert.equal(wordsOf(null, app), "");
  assert.equal(wordsOf(guesses(taking_part, winner), app), "Yours: 2.");
  assert.equal(wordsOf(guesses({ ...taking_part, came: [2] }, winner), app), "How many? Right: 2.");
  assert.equal(wordsOf(guesses({ ...winner, came: [0, 2] }), app), "Who? Yours: Bob, but Ann and Cy.");
  assert.equal(wordsOf(guesses({ ...winner, came: [] }), { ...app, table: { status: "over" } }), "Who? Yours: Bob, but nobody. 1 of 3.");
});

test("while a reveal is told, the phone does not say what came of a guess", () => {
  assert.equal(wordsOf(guesses({ ...taking_part, came: [2] }), { ...app, step: {} }), "");
});

test("somebody who has something to do, or whose host has switched it off, is left alone", () => {
  let loads = 0;
  const fun = newFun(() => {}, () => {});
  /** @type {any} */
  const phone = { table: { fun: true, you: 1 }, view: { can: [] }, step: null, closed: null, number: 4, get welcome() { loads += 1; return null; } };
  fun.draw(Object.create(phone, { table: { value: { fun: false, you: 1 } } }));
  fun.draw(Object.create(phone, { view: { value: { can: [{ do: "choose" }] } } }));
  assert.equal(loads, 0);
  fun.draw(phone);
  assert.equal(loads, 1);
  fun.take({ type: "guesses", number: 5, is_free: true, open: [], guessed: [], right: 0, of: 0 });
  fun.draw(Object.create(phone, { view: { value: { can: [{ do: "choose" }] } } }));
  assert.equal(loads, 1, "that is still to be told");
  fun.draw(Object.create(phone, { view: { value: { can: [{ do: "choose" }] } }, number: { value: 5 } }));
  assert.equal(loads, 2);
});
