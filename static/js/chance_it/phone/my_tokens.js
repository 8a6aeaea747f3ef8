// The own hearts, coins and stars, always in sight at the top.

import { find, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { TOKENS } from "../tokens.js";

/** @param {HTMLElement} element @param {chance_it.Playing} app */
export function drawMyTokens(element, { view, table, who, welcome }) {
  const me = view.players[view.seat];
  showIcon(find(element, ".me .icon"), `shape-${who.colour(view.seat)}`);
  slot(element, "name").textContent = table.players[view.seat].name;
  const goal = welcome.options.stars_to_win;
  slot(element, "goal").textContent = goal ? `/${goal}` : "";
  for (const token of TOKENS) {
    const count = me[token];
    const figure = slot(element, token);
    const before = figure.textContent;
    figure.textContent = String(count);
    slot(element, `${token}-words`).textContent =
      token === "stars" && goal ? sentence("my_stars_goal", { count, goal }) : sentence(token, { count });
    if (before && before !== String(count)) jump(find(element, `[data-token="${token}"]`), count > Number(before));
  }
}

// A phone that cannot buzz shows that something has changed.
/** @param {HTMLElement} button @param {boolean} isGain */
function jump(button, isGain) {
  button.classList.remove("has-gained", "has-lost");
  // In another frame, so that the same animation begins anew.
  requestAnimationFrame(() => button.classList.add(isGain ? "has-gained" : "has-lost"));
}
