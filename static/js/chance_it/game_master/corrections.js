// Mistakes of the table that the game master sets right: tokens of one person, in the dialog about them.

import { slot } from "../../shared/pieces.js";
import { part, show } from "../../table/game_master/parts.js";

/** @param {number} seat @param {chance_it.View} view @param {chance_it.Here} here */
export function drawCorrections(seat, view, { table }) {
  const isPlaying = table.status === "playing" && Boolean(view);
  show(part("corrections"), isPlaying);
  if (isPlaying) for (const token of ["hearts", "coins", "stars"]) slot(part("corrections"), token).textContent = view.players[seat][token];
}
