import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({ hearts: ["{count} heart", "{count} hearts"], coins: ["{count} coin", "{count} coins"], with_cards: "up to {tokens} more" });
const { together, withCards } = await import("../../static/js/chance_it/phone/outlook.js");

/** @param {number} players @param {number} coins */
const cost = (players, coins, hearts = 0) => ({ players, coins, hearts });

test("cases that come to the same are one", () => {
  const cases = [cost(1, 0), cost(2, -1), cost(3, -3), cost(4, -3), cost(5, -3), cost(6, -3, -1)];
  const players = together(cases).map(([first, last]) => [first.players, last.players]);
  assert.deepEqual(players, [[1, 1], [2, 2], [3, 5], [6, 6]]);
});

test("what the own cards may add is said for taking part, and for CHANCE IT with its own card", () => {
  /** @type {any} */
  const outlook = {
    dice: { coins: [1, 1], hearts: [-2, -1], stars: [0, 0] },
    chance_it: { coins: [2, 4], hearts: [0, 0], stars: [0, 0] },
  };
  assert.equal(withCards("in", outlook), "up to 1 heart more");
  assert.equal(withCards("chance_it", outlook), "up to 1 heart and 2 coins more");
  assert.equal(withCards("out", outlook), "");
});
