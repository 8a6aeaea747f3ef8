// The end on the big screen: who won and why, and everybody's grid in their places.

import { icon, piece, redraw, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { drawHighlights, tellFinale } from "../../table/finale.js";
import { standing } from "../../table/game_master/entries.js";
import { part, shape, show } from "../../table/game_master/parts.js";
import { emptyWords, mark } from "../everybody.js";
import { whyWords } from "../game_over.js";
import { drawTotals } from "../solo.js";
import { drawMatGrid } from "./mats.js";

/** @param {second_chance.View} view @param {second_chance.Here} here */
export function drawPodium(view, here) {
  const { table, who, areGoingRound, entries, highlights } = here;
  if (!view.result) return;
  const { winners } = view.result;
  const ended = standing(entries).findLast((event) => event.event === "game_ended");
  part("winners").textContent = winners.length
    ? sentence("winner", { names: list(winners.map(who.name)), count: winners.length })
    : sentence("no_winner");
  part("winners").classList.toggle("is-long", winners.length > 2);
  part("why").textContent = [view.solo || !ended ? "" : sentence(`ending_${ended.ending}`), whyWords(view.result, view.beaten_by_one, who)].filter(Boolean).join(" ");
  const ranked = view.ranking;
  part("ranking").dataset.count = String(ranked.length);
  redraw(part("ranking"), [ranked, table.players, view.players, areGoingRound], () => ranked.map((one) => place(one, view, here)));
  drawHighlights(part("podium"), highlights, who);
  if (!view.solo) tellFinale(part("podium"), table);
  show("totals", view.solo !== null);
  if (view.solo) drawTotals(part("totals"), view.totals, view.solo);
  show("again", table.can.includes("again"));
}

/** @param {protocol.second_chance.Ranked} ranked @param {second_chance.View} view @param {second_chance.Here} here */
function place({ seat, place }, view, here) {
  const { table } = here;
  const player = view.players[seat];
  const element = piece("ranked-grid", { name: table.players[seat].name, place: `${place}.`, empty: emptyWords(player.empty) });
  const hasWon = view.result?.winners.includes(seat);
  element.classList.toggle("has-won", Boolean(hasWon));
  element.dataset.place = String(place);
  element.dataset.colour = String(table.players[seat].colour);
  slot(element, "shape").append(shape(table.players[seat].colour));
  if (hasWon) slot(element, "shape").prepend(icon("starter", "crown"));
  drawMatGrid(slot(element, "grid"), view, seat, here);
  if (player.one) slot(element, "one").append(mark("star", sentence("mark_one")));
  return element;
}
