// Tokens as they would lie on the table: as many fives as go, then ones (R2).

import { icon } from "../shared/pieces.js";

const PICTURES = { hearts: "heart", coins: "coin", stars: "star" };

export function pictureOf(token) {
  return PICTURES[token];
}

export function tokenRow(token, count) {
  const row = document.createElement("span");
  row.className = "token-row";
  const picture = PICTURES[token];
  for (let left = count; left > 0; left -= left >= 5 ? 5 : 1) {
    row.append(left >= 5 ? icon(`${picture}-5`, "is-big") : icon(picture));
  }
  return row;
}
