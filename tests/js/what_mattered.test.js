// The sentence about somebody's game names first what has mattered most.

import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

page.say({
  lucky_won: "lucky {luck}, choices +{choices}",
  lucky_cost: "lucky {luck}, choices -{choices}",
  unlucky_won: "unlucky {luck}, choices +{choices}",
  unlucky_cost: "unlucky {luck}, choices -{choices}",
  choices_won_won: "choices +{choices}, luck +{luck}",
  choices_won_cost: "choices +{choices}, luck -{luck}",
  choices_cost_won: "choices -{choices}, luck +{luck}",
  choices_cost_cost: "choices -{choices}, luck -{luck}",
  even_won: ["choices +{choices} point", "choices +{choices} points"],
  even_cost: ["choices -{choices} point", "choices -{choices} points"],
  others_won: "others +{others}, luck {luck}, choices {choices}",
  others_cost: "others -{others}, luck {luck}, choices {choices}",
});
const { inOneSentence } = await import("../../static/js/table/replay/what_mattered.js");

test("what has mattered most comes first", () => {
  /** @param {number} choices @param {number} luck @param {number} others */
  const said = (choices, luck, others = 0) => inOneSentence("Ann", { choices, luck, others });
  assert.equal(said(-44, 20, -10), "choices -44, luck +20");
  assert.equal(said(-34, -16), "choices -34, luck -16");
  assert.equal(said(34, -16), "choices +34, luck -16");
  assert.equal(said(34, 16), "choices +34, luck +16");
  assert.equal(said(-16, -34), "unlucky 34, choices -16");
  assert.equal(said(16, -34), "unlucky 34, choices +16");
  assert.equal(said(-16, 34), "lucky 34, choices -16");
  assert.equal(said(16, 34, 20), "lucky 34, choices +16");
  assert.equal(said(-1, 2), "choices -1 point");
  assert.equal(said(8, 0), "choices +8 points");
  assert.equal(said(-16, 3, -20), "others -20, luck +3, choices −16");
  assert.equal(said(-16, 0, 20), "others +20, luck 0, choices −16");
  assert.equal(said(1, 1, 2), "choices +1 point");
});
