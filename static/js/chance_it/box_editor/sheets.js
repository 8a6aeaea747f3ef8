// The five stakes sheets, each number a tap away.

import { find, listen, part, redraw } from "../../shared/pieces.js";
import { sentence, wordFor } from "../../shared/sentences.js";
import { newGone } from "../../shelf/gone.js";
import { stakesSheet } from "../box.js";
import { MOST, sheetByFormula } from "./cards.js";

const PLAYERS = [2, 3, 4, 5, 6];

/** @param {protocol.chance_it.Box} box @param {shelf.Mistake[]} mistakes */
export function drawSheets(box, mistakes) {
  const sheets = part("sheets");
  // Drawn once: whoever types in one of them keeps the field.
  redraw(sheets, "sheets", () => PLAYERS.map((players) => stakesSheet(players, box.stakes[players], field)));
  for (const input of sheets.getElementsByTagName("input")) {
    const { players = "", side = "", place = "" } = input.dataset;
    const coins = box.stakes[players]?.[/** @type {"in" | "out"} */ (side)][Number(place)];
    if (input !== document.activeElement) input.value = String(coins ?? 0);
  }
  part("sheet-problem").textContent = mistakes
    .filter((mistake) => mistake.players)
    .map((mistake) => wordFor("mistake", mistake.code))
    .join(" ");
}

/** @param {number} players @param {"in" | "out"} side @param {number} place @param {number} coins @param {string} label */
function field(players, side, place, coins, label) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", inputMode: "numeric", min: "0", max: String(MOST), value: String(coins) });
  Object.assign(input.dataset, { players, side, place, key: `${players}-${side}-${place}` });
  input.setAttribute("aria-label", label);
  return input;
}

/** @param {{content: protocol.chance_it.Box, change: (box: protocol.chance_it.Box) => void}} editing */
export function listenToSheets(editing) {
  const sheets = part("sheets");
  const gone = newGone(part("sheets-gone"));
  sheets.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.value === "") return;
    const { players = "", side = "", place = "" } = target.dataset;
    const coins = Math.max(0, Math.min(MOST, Math.round(Number(target.value)) || 0));
    const stakes = structuredClone(editing.content.stakes);
    stakes[players][/** @type {"in" | "out"} */ (side)][Number(place)] = coins;
    gone.forget();
    editing.change({ ...editing.content, stakes });
  });
  sheets.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) target.select();
  });
  listen(find(document, '[data-part="sheet-ways"]'), {
    by_formula: (button) => {
      const { stakes: before } = editing.content;
      const stakes = Object.fromEntries(PLAYERS.map((players) => [players, sheetByFormula(players)]));
      if (JSON.stringify(stakes) === JSON.stringify(before)) return;
      editing.change({ ...editing.content, stakes });
      gone.add(sentence("sheets_replaced"), () => {
        editing.change({ ...editing.content, stakes: before });
        button.focus({ preventScroll: true });
      });
    },
  });
}
