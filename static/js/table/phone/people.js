// A person on the phone: the sign and the name.

import { find, piece, showIcon } from "../../shared/pieces.js";

/** @param {number} seat @param {table.Who} who */
export function playerSign(seat, who) {
  const sign = piece("player-sign", { name: who.name(seat) });
  showIcon(find(sign, ".icon"), `shape-${who.colour(seat)}`);
  return sign;
}
