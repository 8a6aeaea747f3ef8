// Tokens as they would lie on the table: as many fives as go, then ones (R2).

import { icon } from "../shared/pieces.js";

/** @type {chance_it.Token[]} */
export const TOKENS = ["hearts", "coins", "stars"];
const PICTURES = { hearts: "heart", coins: "coin", stars: "star" };

/** @param {chance_it.Token} token */
export function pictureOf(token) {
  return PICTURES[token];
}

/** @param {chance_it.Token} token @param {number} count */
export function tokenRow(token, count) {
  const row = document.createElement("span");
  row.className = "token-row";
  const picture = PICTURES[token];
  for (let left = count; left > 0; left -= left >= 5 ? 5 : 1) {
    row.append(left >= 5 ? icon(`${picture}-5`, "is-big") : icon(picture));
  }
  return row;
}
