// The own hearts, coins and stars, always in sight at the top.

import { showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";

let before = null;

/** @param {any} element @param {chance_it.Phone} app */
export function drawMyTokens(element, { view, table, who, welcome }) {
  const me = view.players[view.seat];
  showIcon(element.querySelector(".me .icon"), `shape-${who.colour(view.seat)}`);
  slot(element, "name").textContent = table.players[view.seat].name;
  const goal = welcome.options.stars_to_win;
  slot(element, "goal").textContent = goal ? `/${goal}` : "";
  for (const token of ["hearts", "coins", "stars"]) {
    const count = me[token];
    slot(element, token).textContent = count;
    slot(element, `${token}-words`).textContent =
      token === "stars" && goal ? sentence("my_stars_goal", { count, goal }) : sentence(token, { count });
    if (before && before[token] !== count) jump(element.querySelector(`[data-token="${token}"]`), count > before[token]);
  }
  before = me;
}

// A phone that cannot buzz shows that something has changed.
function jump(button, isGain) {
  button.classList.remove("has-gained", "has-lost");
  void button.offsetWidth; // so that the same animation can begin anew
  button.classList.add(isGain ? "has-gained" : "has-lost");
}
