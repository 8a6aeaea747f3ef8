import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { historyOf } = await import("../../static/js/chance_it/game_master/chart.js");

test("Chance It: the chart has what everybody had after each round", () => {
  const changed = (seat, token, left) => ({ event: "token_changed", seat, token, left });
  const began = { event: "round_began" };
  const events = [began, changed(0, "coins", 5), changed(1, "stars", 2), began, changed(0, "coins", 4)];
  const history = historyOf(events, 2, { hearts: 3, coins: 8 });
  assert.deepEqual(history.map((tokens) => tokens.map(({ stars, hearts, coins }) => [stars, hearts, coins])), [
    [[0, 3, 8], [0, 3, 8]],
    [[0, 3, 5], [2, 3, 8]],
    [[0, 3, 4], [2, 3, 8]],
  ]);
});
