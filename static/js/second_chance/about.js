// The things of Second Chance, and what is said of them; see table/about.js.

import { slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

/** @type {table.Thing[]} */
export const THINGS = [
  [".tile-card", (card) => (card.classList.contains("is-hidden") ? sentence("thing_hidden") : sentence("thing_tile", { tile: slot(card, "name").textContent }))],
  [".square", (square) => `${square.getAttribute("aria-label") ?? ""}\n${sentence("thing_grid")}`],
  [".one", () => sentence("thing_one")],
  [".drawing:not(.tile *)", () => sentence("thing_drawing")],
  [".grid-centre", () => sentence("thing_centre")],
  [".deck, .chip[data-action]", () => sentence("thing_deck")],
  [".mat-empty, .ranked-empty, .chip", () => sentence("thing_empty")],
  [".mark", (mark) => mark.textContent ?? ""],
  [".grid", () => sentence("thing_grid")],
];
