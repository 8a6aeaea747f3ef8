// The end: my place, who won and why, everybody's grid; alone, the three games and the best results.

import { piece, showIcon, slot } from "../shared/pieces.js";
import { list, sentence } from "../shared/sentences.js";
import { verdictLines } from "../table/promise.js";
import { eventSentence } from "./event_sentences.js";
import { playerGrid } from "./everybody.js";
import { drawGrid, newGrid } from "./grid.js";
import { drawBest, drawTotals, isBest, keepResult } from "./solo.js";

// Who won and why.
/** @param {second_chance.View} view @param {table.Who} who */
export function whyWords(view, who) {
  const { winners, why } = view.result;
  const beaten = view.beaten_by_one;
  if (beaten.length) return sentence("ended_one", { names: list(winners.map(who.name)), others: list(beaten.map(who.name)), count: winners.length });
  return eventSentence({ event: "game_ended", winners, why }, who);
}

/** @param {second_chance.Phone} app */
export function overScene(app) {
  const { view, verdict } = app;
  const scene = view.solo ? soloScene(app) : tableScene(app);
  slot(scene, "verdict").append(...verdictLines(verdict()));
  return scene;
}

/** @param {second_chance.Phone} app */
function tableScene(app) {
  const { view, who } = app;
  const ranked = view.ranking;
  const { winners } = view.result;
  const hasWon = winners.includes(view.seat);
  const { place } = ranked.find(({ seat }) => seat === view.seat);
  const title = hasWon ? sentence(winners.length > 1 ? "over_shared" : "over_won") : sentence("over_place", { place, players: ranked.length });
  const scene = piece("scene-over", { title, why: whyWords(view, who) });
  scene.classList.toggle("has-won", hasWon);
  slot(scene, "ranking").append(...ranked.map(({ seat, place }) => playerGrid(seat, app, `${place}.`)));
  return scene;
}

/** @param {second_chance.Phone} app */
function soloScene({ view, table, colourOf }) {
  const hasWon = view.result.winners.length > 0;
  const { total, missed_by } = view.solo;
  const id = `${table.code}-${table.games}`;
  keepResult(id, view.totals);
  const why = [
    hasWon ? sentence("solo_total", { count: total }) : sentence("solo_missed", { count: missed_by }),
    isBest(id) ? sentence("best_new") : "",
  ];
  const scene = piece("scene-solo-over", {
    title: hasWon ? sentence("solo_won") : sentence("solo_lost", { count: total }),
    why: why.filter(Boolean).join(" "),
  });
  scene.classList.toggle("has-won", hasWon);
  if (!hasWon) showIcon(slot(scene, "picture"), "draw-pencil");
  const picture = newGrid(view.size);
  drawGrid(picture, { grid: view.players[0].grid, size: view.size, colourOf: (letter) => colourOf(letter, 0) });
  slot(scene, "grid").append(picture);
  drawTotals(slot(scene, "totals"), view);
  drawBest(slot(scene, "best"), id);
  return scene;
}
