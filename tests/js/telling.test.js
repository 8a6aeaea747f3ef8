import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { after, whole } = await import("../../static/js/table/pacing.js");

const OWN = { you: 2, can: ["rename"], asking: [], asking_for: null, stand_in: [] };
/** @param {any} view @param {any} game @returns {any} */
const message = (view, game) => ({ type: "view", number: 7, table: { code: "BCDF", game: "chance_it" }, view, events: [], own: { ...OWN, game } });

test("what everybody sees and what is one's own become one", () => {
  const made = whole(message({ round: 3 }, { seat: 1, secret: "in", can: [] }));
  assert.deepEqual(made.table, { code: "BCDF", game: "chance_it", ...OWN });
  assert.deepEqual(made.view, { round: 3, seat: 1, secret: "in", can: [] });
  assert.deepEqual(made.shared, { round: 3 });
});

test("in the lobby and at the door there is no game", () => {
  assert.equal(whole(message(null, null)).view, null);
});

test("paths are set in a copy, and what they do not name is the same", () => {
  const shown = { phase: "roll", market: ["m01"], players: [{ coins: 8, cards: [] }, { coins: 8, cards: [] }] };
  const told = after(shown, { phase: "choose", "players.1.coins": 5, "players.1.cards": ["m01"] });
  assert.deepEqual(told, { phase: "choose", market: ["m01"], players: [{ coins: 8, cards: [] }, { coins: 5, cards: ["m01"] }] });
  assert.equal(shown.players[1].coins, 8);
  assert.equal(told.players[0], shown.players[0]);
  assert.equal(told.market, shown.market);
});
