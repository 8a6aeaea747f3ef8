// The things of Chance It, and what is said of them; see table/about.js.

import { slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

/** @type {Record<string, string>} */
const TOKENS = { heart: "hearts", "heart-5": "hearts", hit: "hearts", coin: "coins", "coin-5": "coins", star: "stars", "star-5": "stars" };

// The picture in an element, by its name.
/** @param {Element} element */
const pictureIn = (element) => element.querySelector("use")?.getAttribute("href")?.slice(1) ?? "";

/** @param {Element} element */
const ofToken = (element) => (TOKENS[pictureIn(element)] ? sentence(`thing_${TOKENS[pictureIn(element)]}`) : "");

/** @param {HTMLElement} cell */
function ofStakes(cell) {
  const row = /** @type {HTMLTableCellElement} */ (cell);
  const players = row.cellIndex;
  if (row.querySelector(".lost-heart")) return sentence("thing_all_out");
  return sentence(`thing_stakes_${row.classList.contains("is-out") ? "out" : "in"}`, { players, count: Number(row.textContent) });
}

/** @param {HTMLElement} element */
function ofRow({ dataset }) {
  const key = dataset.row === "1" || dataset.row === "6" ? `thing_row_${dataset.row}` : `action_${dataset.row}`;
  return sentence(key);
}

/** @type {table.Thing[]} */
export const THINGS = [
  [".market-card, .small-card", (card) => slot(card, "words").textContent ?? ""],
  [".guide-card", ({ dataset }) => sentence(`thing_${dataset.guide ?? "face_down"}`)],
  [".guide-choice", (choice) => sentence(`thing_${choice.dataset.key}`)],
  ["[data-token]", ({ dataset }) => sentence(`thing_${dataset.token}`)],
  [".change, .tokens:not(.market-card *, .small-card *, [data-row] *)", ofToken],
  ["[data-row]", ofRow],
  [".stakes td", ofStakes],
  [".stakes", () => sentence("thing_stakes")],
  [".mat-odds", () => sentence("thing_odds")],
  [".mat-edge .mark", (mark) => sentence(pictureIn(mark) === "starter" ? "thing_starter" : "thing_waiting")],
  [".marks .mark", (mark) => ({ starter: sentence("thing_starter"), bound: sentence("thing_bound") })[pictureIn(mark)] ?? mark.textContent ?? ""],
  [".mark", (mark) => mark.title],
  [".pile", (pile) => sentence(pictureIn(pile) === "discard" ? "thing_discard" : "thing_pile")],
  [".market", () => sentence("thing_market")],
  [".board", () => sentence("thing_board")],
];
