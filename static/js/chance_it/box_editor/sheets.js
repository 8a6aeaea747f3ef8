// The five stakes sheets, each number a tap away.

import { find, listen, part, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { newGone } from "../../shelf/gone.js";
import { stakesSheet } from "../box.js";
import { MOST, sheetByFormula, within } from "./cards.js";

const PLAYERS = [2, 3, 4, 5, 6];

/** @param {protocol.chance_it.Box} box */
export function drawSheets(box) {
  const sheets = part("sheets");
  // Drawn once: whoever types in one of them keeps the field.
  redraw(sheets, "sheets", () => PLAYERS.map((players) => withPlaceForProblem(stakesSheet(players, box.stakes[players], field))));
  for (const input of sheets.getElementsByTagName("input")) {
    if (input !== document.activeElement) input.value = String(coinsIn(box, input));
  }
}

// Below the sheet, near the field.
/** @param {HTMLElement} sheet */
function withPlaceForProblem(sheet) {
  const place = document.createElement("p");
  place.className = "field-problem";
  place.role = "alert";
  sheet.append(place);
  return sheet;
}

// What was typed and what stands there now: if it is not the same, that is said.
/** @param {HTMLInputElement} input @param {boolean} isCorrected */
function mark(input, isCorrected) {
  const place = find(/** @type {HTMLElement} */ (input.closest(".box-sheet")), ".field-problem");
  const text = isCorrected ? sentence("number_between", { most: MOST }) : "";
  input.toggleAttribute("aria-invalid", isCorrected);
  if (place.textContent !== text) place.textContent = text;
}

/** @param {protocol.chance_it.Box} box @param {HTMLInputElement} input */
function coinsIn(box, { dataset: { players = "", side = "", place = "" } }) {
  return box.stakes[players]?.[/** @type {"in" | "out"} */ (side)][Number(place)] ?? 0;
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
    const coins = within(Number(target.value), MOST);
    mark(target, coins !== Number(target.value));
    target.value = String(coins);
    const stakes = structuredClone(editing.content.stakes);
    stakes[players][/** @type {"in" | "out"} */ (side)][Number(place)] = coins;
    gone.forget();
    editing.change({ ...editing.content, stakes });
  });
  // One that was emptied has its number again.
  sheets.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.value !== "") return;
    mark(target, true);
    target.value = String(coinsIn(editing.content, target));
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
