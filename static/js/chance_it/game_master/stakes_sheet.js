// The stakes sheet for the number of players (R6), with the columns that apply once the guide cards are revealed.

import { piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { part } from "../../table/game_master/parts.js";

/** @param {chance_it.View} view @param {chance_it.Here} here */
export function drawStakes(view, { box }) {
  const counts = view.revealed && { in: view.revealed.taking_part, out: view.revealed.out };
  const players = counts ? counts.in + counts.out : view.in_game;
  const sheet = box.stakes[players];
  if (!sheet) return;
  part("stakes-title").textContent = sentence("stakes_for", { count: players });
  redraw(part("stakes"), [sheet, counts], () => [...table(sheet, players, counts).children]);
}

/** @typedef {{in: number, out: number} | null} Counts */

/** @param {protocol.chance_it.Sheet} sheet @param {number} players @param {Counts} counts */
function table(sheet, players, counts) {
  const element = piece("stakes-table");
  for (let count = 1; count <= players; count += 1) {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = String(count);
    slot(element, "head").append(head);
    slot(element, "out").append(cell("out", count, sheet.out[count - 1], counts));
    slot(element, "in").append(cell("in", count, sheet.in[count - 1], counts));
  }
  return element;
}

/** @param {"in" | "out"} guide @param {number} count @param {number | undefined} coins @param {Counts} counts */
function cell(guide, count, coins, counts) {
  const element = document.createElement("td");
  element.className = `is-${guide}`;
  if (coins === undefined) {
    // Nobody takes coins when all are out: each puts back a heart (R12).
    element.append(piece("all-out-cell"));
    element.title = sentence("stakes_all_out");
  } else {
    element.textContent = String(coins);
  }
  if (counts && counts[guide] === count) {
    element.classList.add("applies");
    element.setAttribute("aria-current", "true");
  }
  return element;
}
