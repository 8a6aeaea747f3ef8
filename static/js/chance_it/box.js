// What is in a Chance It box: its cards and its stakes sheets, as pages show them that have no table.

import { piece, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { marketCard } from "./market_card.js";

// A card that may lack its symbol or its price.
/** @param {Partial<chance_it.Card> & {id: string}} card */
export function boxCard(card) {
  if (card.when !== undefined && card.price !== undefined) return marketCard(/** @type {chance_it.Card} */ (card));
  const element = marketCard({ ...card, when: card.when ?? /** @type {any} */ (""), price: card.price ?? 0 });
  if (card.price === undefined) slot(element, "price").textContent = "?";
  if (card.when === undefined) slot(element, "when").textContent = "?";
  slot(element, "words").textContent = sentence("new_card");
  return element;
}

// A sheet for so many players; `cell` makes what shows a number.
/** @param {number} players @param {protocol.chance_it.Sheet} sheet @param {(players: number, side: "in" | "out", place: number, coins: number, label: string) => Node | string} cell */
export function stakesSheet(players, sheet, cell) {
  const element = piece("box-sheet");
  slot(element, "title").textContent = sentence("sheet_for", { count: players });
  for (let count = 1; count <= players; count += 1) {
    slot(element, "head").append(made("th", String(count)));
    for (const side of /** @type {["out", "in"]} */ (["out", "in"])) {
      const coins = sheet[side][count - 1];
      const label = sentence(`sheet_${side}`, { count });
      slot(element, side).append(coins === undefined ? made("td", "") : made("td", cell(players, side, count - 1, coins, label)));
    }
  }
  return element;
}

/** @param {"th" | "td"} name @param {Node | string} child */
function made(name, child) {
  const element = document.createElement(name);
  if (name === "th") element.scope = "col";
  element.append(child);
  return element;
}
