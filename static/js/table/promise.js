// The promise of fair luck, as people see it: its first signs from the lobby on, all of it in a sheet of its own, and what came
// of it after the game.

import { icon, piece, redraw, slot } from "../shared/pieces.js";
import { hasSentence, sentence } from "../shared/sentences.js";

const PICTURES = { good: "check", bad: "close", note: "dot" };

// The first signs in groups that can be read aloud: "3f7a 90c2 11de 8b04".
/** @param {string} commitment */
export const short = (commitment) => commitment.slice(0, 16).replace(/.{4}(?=.)/g, "$& ");

// Wherever it stands within `root`; `lines` are those of fairness.js, once the game is over.
/**
 * @param {ParentNode} root @param {{commitment: string | null}} welcome @param {{seed: string | null, own_dice: boolean}} table
 * @param {table.Line[]} [lines]
 */
export function drawPromise(root, { commitment }, table, lines = []) {
  for (const promise of root.querySelectorAll("[data-promise]")) {
    promise.hidden = !commitment;
    if (commitment) slot(promise, "short").textContent = short(commitment);
  }
  // Of a game that has dice the rest is promised where real ones are rolled.
  if (hasSentence("promised_own_dice")) {
    for (const title of root.querySelectorAll("[data-promised]")) title.textContent = sentence(table.own_dice ? "promised_own_dice" : "promised");
  }
  for (const sheet of root.querySelectorAll("[data-luck]")) {
    slot(sheet, "commitment").textContent = commitment ?? "";
    slot(sheet, "seed").textContent = table.seed ?? "";
    slot(sheet, "after-game").hidden = !table.seed;
    redraw(slot(sheet, "verdict"), lines, () => verdictLines(lines));
  }
  // Whoever does not ask whether it was fair is told if it was not.
  const bad = lines.filter(({ kind }) => kind === "bad");
  for (const place of root.querySelectorAll("[data-unfair]")) {
    place.hidden = !bad.length;
    redraw(place, bad, () => verdictLines(bad));
  }
}

/** @param {table.Line[]} lines */
function verdictLines(lines) {
  return lines.map(({ kind, text, canAskAgain }) => {
    const line = document.createElement("li");
    line.dataset.kind = kind;
    const words = document.createElement("span");
    words.textContent = text;
    line.append(icon(PICTURES[kind]), words);
    if (canAskAgain) words.append(" ", piece("check-again"));
    return line;
  });
}
