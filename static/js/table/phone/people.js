// A person on the phone: the sign and the name.

import { piece, showIcon } from "../../shared/pieces.js";

export function playerSign(seat, who) {
  const sign = piece("player-sign", { name: who.name(seat) });
  showIcon(sign.querySelector(".icon"), `shape-${who.colour(seat)}`);
  return sign;
}
