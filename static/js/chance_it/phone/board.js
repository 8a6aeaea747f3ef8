// The action board and the stakes sheet, to be looked up.

import { find, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";

/** @param {HTMLElement} sheet @param {chance_it.Playing} app */
export function drawBoard(sheet, { view, welcome }) {
  for (const row of sheet.querySelectorAll("[data-row]")) {
    const count = view.dice.filter((die) => String(die) === row.dataset.row).length;
    const dice = row.querySelector('[data-slot="dice"]');
    if (dice) dice.textContent = count ? `×${count}` : "";
    row.classList.toggle("is-in-work", String(view.row) === row.dataset.row);
  }
  const stakes = welcome.box.stakes[view.in_game];
  slot(sheet, "players").textContent = sentence("stakes_players", { count: view.in_game });
  drawSheet("stakes-out", stakes?.out ?? [], sentence("stakes_all_out"));
  drawSheet("stakes-in", stakes?.in ?? []);

  /** @param {string} name @param {number[]} coins @param {string[]} more */
  function drawSheet(name, coins, ...more) {
    const lines = coins.map((count, index) => sentence("stakes_row", { count: index + 1, coins: sentence("coins", { count }) }));
    redraw(find(sheet, `[data-part="${name}"]`), [...lines, ...more], () =>
      [...lines, ...more].map((line) => {
        const row = document.createElement("li");
        row.textContent = line;
        return row;
      }),
    );
  }
}
