import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({
  hello: "Hello {name}, {name}!",
  coins: ["{count} coin", "{count} coins"],
  card_bought: ["{name} bought a card for {count} coin.", "{name} bought a card for {count} coins."],
  you_card_bought: ["You bought a card for {count} coin.", "You bought a card for {count} coins."],
  dice_rolled: "{name} rolled {dice}.",
  dice_rolled_for: "{name} rolled {dice} for {other}.",
  you_dice_rolled_for: "You rolled {dice} for {other}.",
  dice_rolled_for_you: "{name} rolled {dice} for you.",
  actions_3: "{count} x 3: {hearts} hearts.",
  and_typed: "{text} (typed in)",
  revealed_in: "IN: {names}.",
  revealed_out: "OUT: {names}.",
  ended_stars: ["{names} wins!", "{names} win!"],
  you_ended_stars: "You win!",
});
const { hasSentence, list, sentence } = await import("../../static/js/shared/sentences.js");
const { actionsSentence, eventSentence } = await import("../../static/js/chance_it/event_sentences.js");

const NAMES = ["Ann", "Bob", "Cy"];
/** @type {table.Who} */
const who = { name: (seat) => NAMES[seat], colour: () => 0, seatOf: (player) => (NAMES[Number(player) - 1] ? Number(player) - 1 : -1), seat: null };

test("names and numbers fill the placeholders; what is not given stays", () => {
  assert.equal(sentence("hello", { name: "Ann" }), "Hello Ann, Ann!");
  assert.equal(sentence("hello"), "Hello {name}, {name}!");
});

test("the number decides the form, also below zero", () => {
  assert.deepEqual([0, 1, 2, -1].map((count) => sentence("coins", { count })), ["0 coins", "1 coin", "2 coins", "-1 coin"]);
  assert.equal(sentence("coins", { count: "−1", number: -1 }), "−1 coin");
});

test("a sentence that is missing is seen by its key", () => {
  assert.equal(sentence("nowhere"), "nowhere");
  assert.deepEqual(["nowhere", "hello", "coins"].map(hasSentence), [false, true, true]);
});

test("names are listed the way the language does", () => {
  assert.equal(list(NAMES), "Ann, Bob, and Cy");
});

test("an event of the own seat has a sentence of its own", () => {
  /** @type {any} */
  const event = { event: "card_bought", seat: 1, price: 3 };
  assert.equal(eventSentence(event, who), "Bob bought a card for 3 coins.");
  assert.equal(eventSentence(event, { ...who, seat: 1 }), "You bought a card for 3 coins.");
});

test("dice are told sorted, and as typed in where they were", () => {
  /** @type {any} */
  const event = { event: "dice_rolled", dice: [6, 1, 4], starter: 0 };
  assert.equal(eventSentence(event, who), "Ann rolled 1, 4, and 6.");
  assert.equal(eventSentence({ ...event, typed: true }, who), "Ann rolled 1, 4, and 6. (typed in)");
});

test("guides are told by who laid them; who is out of the game laid none", () => {
  assert.equal(eventSentence({ event: "guides_revealed", guides: ["in", null, "out"] }, who), "IN: Ann. OUT: Cy.");
});

test("what is not worth a sentence has none", () => {
  assert.equal(eventSentence({ event: "guide_laid", seat: 0 }, who), null);
  assert.equal(eventSentence({ event: "pile_shuffled", cards: 24, rule: "R3" }, who), null);
});

test("the only winner is spoken to", () => {
  /** @param {number[]} winners @returns {any} */
  const ended = (winners) => ({ event: "game_ended", winners, why: "stars" });
  assert.equal(eventSentence(ended([1]), who), "Bob wins!");
  assert.equal(eventSentence(ended([1]), { ...who, seat: 1 }), "You win!");
  assert.equal(eventSentence(ended([0, 1]), { ...who, seat: 1 }), "Ann and Bob win!");
});

test("whoever rolls for somebody else is named", () => {
  /** @type {any} */
  const event = { event: "dice_rolled", dice: [6, 1, 4], starter: 0, doneBy: 2 };
  assert.equal(eventSentence(event, who), "Bob rolled 1, 4, and 6 for Ann.");
  assert.equal(eventSentence(event, { ...who, seat: 1 }), "You rolled 1, 4, and 6 for Ann.");
  assert.equal(eventSentence(event, { ...who, seat: 0 }), "Bob rolled 1, 4, and 6 for you.");
  for (const doneBy of [1, "game_master", "table", undefined]) assert.equal(eventSentence({ ...event, doneBy }, who), "Ann rolled 1, 4, and 6.");
});

test("equal dice are one sentence with what they bring together", () => {
  /** @param {number} place @returns {any} */
  const began = (place) => ({ event: "action_began", row: 3, place });
  assert.equal(actionsSentence([began(1), began(2), began(3)]), "3 x 3: 6 hearts.");
});
