// The end: my place, who won and why, everybody's grid; alone, the three games and the best results.

import { piece, showIcon, slot } from "../shared/pieces.js";
import { list, sentence } from "../shared/sentences.js";
import { drawHighlights, drawWish, tellFinale } from "../table/finale.js";
import { resultWords, won } from "./event_sentences.js";
import { playerGrid } from "./everybody.js";
import { drawGrid, newGrid } from "./grid.js";
import { drawBest, drawTotals, resultOf } from "./solo.js";

// Who won and why.
/** @param {protocol.second_chance.Result} result @param {number[]} beaten those who lost by the 1 @param {table.Who} who */
export function whyWords(result, beaten, who) {
  const { winners } = result;
  if (beaten.length) return won("one", winners, who, { others: list(beaten.map(who.name)) });
  return resultWords(result, who);
}

/** @param {second_chance.Playing} app */
export function overScene(app) {
  const { view } = app;
  /** @type {protocol.second_chance.Result} */
  const result = view.result ?? { winners: [], why: "fewest" };
  return view.solo ? soloScene(app, result, view.solo) : tableScene(app, result);
}

/** @param {second_chance.Playing} app @param {protocol.second_chance.Result} result */
function tableScene(app, result) {
  const { view, who, table, highlights } = app;
  const ranked = view.ranking;
  const { winners } = result;
  const hasWon = winners.includes(view.seat);
  const place = ranked.find(({ seat }) => seat === view.seat)?.place;
  const title = hasWon ? sentence(winners.length > 1 ? "over_shared" : "over_won") : sentence("over_place", { place, players: ranked.length });
  const scene = piece("scene-over", { title, why: whyWords(result, view.beaten_by_one, who) });
  scene.classList.toggle("has-won", hasWon);
  if (!hasWon) showIcon(slot(scene, "picture"), `shape-${who.colour(view.seat)}`);
  for (const { seat, place } of ranked) {
    const one = playerGrid(seat, app, `${place}.`);
    one.dataset.place = String(place);
    slot(scene, "ranking").append(one);
  }
  drawHighlights(scene, highlights, who);
  drawWish(scene, app);
  tellFinale(scene, table);
  return scene;
}

/** @param {second_chance.Playing} app @param {protocol.second_chance.Result} result @param {protocol.second_chance.Solo} solo */
function soloScene({ view, table, results, colourOf }, { winners }, solo) {
  const hasWon = winners.length > 0;
  const { total, missed_by, goal, grade } = solo;
  const id = resultOf(table);
  const why = [
    hasWon ? sentence("solo_total", { count: total }) : sentence("solo_sum", { count: total }),
    hasWon ? "" : missed_by === 1 ? sentence("solo_missed") : sentence("solo_next", { grade: sentence(`grade_${grade - 1}`), count: goal * grade }),
    results.length > 1 && results[0].id === id ? sentence("best_new") : "",
  ];
  const scene = piece("scene-solo-over", {
    title: sentence(`grade_${grade}`),
    why: why.filter(Boolean).join(" "),
  });
  scene.classList.toggle("has-won", hasWon);
  if (!hasWon) showIcon(slot(scene, "picture"), "draw-pencil");
  const picture = newGrid(view.size);
  drawGrid(picture, { grid: view.players[0].grid, size: view.size, colourOf: (letter) => colourOf(letter, 0) });
  slot(scene, "grid").append(picture);
  drawTotals(slot(scene, "totals"), view.totals, solo);
  drawBest(slot(scene, "best"), results, id);
  return scene;
}
