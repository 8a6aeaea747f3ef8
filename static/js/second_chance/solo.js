// Alone: three games, their sum, and the best results, which this browser keeps (R18).

import { redraw } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { remember, remembered } from "../shared/settings.js";

const KEPT = 5;

const sumOf = (totals) => totals.reduce((sum, count) => sum + count, 0);

const best = () => remembered("solo-best", []);

// Keeps a finished result, once: `id` says which.
export function keepResult(id, totals) {
  const known = best();
  if (known.some((result) => result.id === id)) return;
  const results = [...known, { id, totals, when: Date.now() }].sort((one, other) => sumOf(one.totals) - sumOf(other.totals));
  remember("solo-best", results.slice(0, KEPT));
}

export const isBest = (id) => best().length > 1 && best()[0].id === id;

function line(...parts) {
  const element = document.createElement("li");
  element.append(...parts);
  return element;
}

function text(name, content) {
  const element = document.createElement(name);
  element.textContent = content;
  return element;
}

// The three games side by side, and their sum against the goal.
/** @param {any} element @param {second_chance.View} view */
export function drawTotals(element, { totals, solo }) {
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

export function drawBest(element, id = null) {
  const results = best();
  redraw(element, [results, id], () => {
    if (!results.length) return [line(sentence("best_none"))];
    const day = new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "medium" });
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
