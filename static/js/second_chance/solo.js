// Alone: three games, their sum, and the best results, which this browser keeps (R18).

import { redraw } from "../shared/pieces.js";
import { region } from "../shared/region.js";
import { sentence } from "../shared/sentences.js";
import { remember, remembered } from "../shared/settings.js";

const KEPT = 5;

/** @param {number[]} totals */
const sumOf = (totals) => totals.reduce((sum, count) => sum + count, 0);

/** @returns {second_chance.Result[]} best first */
export const bestResults = () => remembered("solo-best", []);

// Keeps a finished result, once: `id` says which.
/** @param {string} id @param {number[]} totals */
export function keepResult(id, totals) {
  const known = bestResults();
  if (known.some((result) => result.id === id)) return;
  const results = [...known, { id, totals, when: Date.now() }].sort((one, other) => sumOf(one.totals) - sumOf(other.totals));
  remember("solo-best", results.slice(0, KEPT));
}

/** @param {table.Table} table */
export const resultOf = ({ code, games }) => `${code}-${games}`;

/** @param {...(Node | string)} parts */
function line(...parts) {
  const element = document.createElement("li");
  element.append(...parts);
  return element;
}

/** @param {string} name @param {string | number} content */
function text(name, content) {
  const element = document.createElement(name);
  element.textContent = String(content);
  return element;
}

// The three games side by side, and their sum against the goal.
/** @param {HTMLElement} element @param {number[]} totals @param {protocol.second_chance.Solo} solo */
export function drawTotals(element, totals, solo) {
  redraw(element, totals, () => [
    ...Array.from({ length: solo.games }, (_, game) => {
      const item = line(text("span", sentence("total_game", { game: game + 1 })), text("b", totals[game] ?? "–"));
      item.classList.toggle("is-open", totals[game] === undefined);
      return item;
    }),
    (() => {
      const item = line(text("span", sentence("total_sum")), text("b", solo.total), text("small", sentence("total_goal")));
      item.className = solo.missed_by ? "sum is-bad" : "sum is-good";
      return item;
    })(),
  ]);
}

// `id` is the result that has just come.
/** @param {HTMLElement} element @param {second_chance.Result[]} results @param {string | null} [id] */
export function drawBest(element, results, id = null) {
  redraw(element, [results, id], () => {
    if (!results.length) return [line(sentence("best_none"))];
    const day = new Intl.DateTimeFormat(region, { dateStyle: "medium" });
    return results.map((result) => {
      const item = line(
        text("b", sumOf(result.totals)),
        text("span", sentence("best_line", { totals: result.totals.join(" + "), date: day.format(result.when) })),
      );
      item.classList.toggle("is-new", result.id === id);
      return item;
    });
  });
}
