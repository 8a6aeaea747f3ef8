import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { ranking } = await import("../../static/js/chance_it/ranking.js");
const { historyOf } = await import("../../static/js/chance_it/game_master/chart.js");
const { beatenByOne, ranking: rankingOfGrids } = await import("../../static/js/second_chance/ranking.js");

const places = (ranked) => ranked.map(({ seat, place }) => [seat, place]);

test("Chance It: winners first, then by stars, hearts and coins, and equals share a place", () => {
  const player = (stars, hearts, coins) => ({ stars, hearts, coins, in_game: true });
  const view = { result: { winners: [2] }, players: [player(3, 1, 1), player(3, 2, 0), player(9, 1, 1), player(3, 1, 1)] };
  assert.deepEqual(places(ranking(view, [])), [[2, 1], [1, 2], [0, 3], [3, 3]]);
});

test("Chance It: those without hearts are last, whoever held out longest first", () => {
  const out = { stars: 9, hearts: 0, coins: 0, in_game: false };
  const view = { result: { winners: [3] }, players: [out, out, out, { stars: 0, hearts: 1, coins: 0, in_game: true }] };
  const events = [
    { event: "guides_revealed" },
    { event: "eliminated", seat: 1 },
    { event: "action_began" },
    { event: "eliminated", seat: 0 },
    { event: "eliminated", seat: 2 },
  ];
  assert.deepEqual(places(ranking(view, events)), [[3, 1], [0, 2], [2, 2], [1, 4]]);
});

test("Chance It: the chart has what everybody had after each round", () => {
  const changed = (seat, token, left) => ({ event: "token_changed", seat, token, left });
  const entries = [
    { events: [{ event: "round_began" }, changed(0, "coins", 5)] },
    { events: [changed(1, "stars", 2), { event: "round_began" }, changed(0, "coins", 4)] },
  ];
  const history = historyOf(entries, 2, { hearts: 3, coins: 8 });
  assert.deepEqual(history.map((tokens) => tokens.map(({ stars, hearts, coins }) => [stars, hearts, coins])), [
    [[0, 3, 8], [0, 3, 8]],
    [[0, 3, 5], [2, 3, 8]],
    [[0, 3, 4], [2, 3, 8]],
  ]);
});

test("Second Chance: by empty squares, and among those by the 1", () => {
  const view = {
    result: { winners: [1], why: "fewest" },
    players: [{ empty: 4, one: false }, { empty: 4, one: true }, { empty: 2, one: false }, { empty: 9, one: true }, { empty: 4, one: false }],
  };
  assert.deepEqual(places(rankingOfGrids(view)), [[1, 1], [2, 2], [0, 3], [4, 3], [3, 5]]);
  assert.deepEqual(beatenByOne(view), [0, 4]);
});
