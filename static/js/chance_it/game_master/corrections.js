// Mistakes of the table that the game master sets right: tokens of one person, in the dialog about them.

import { slot } from "../../shared/pieces.js";
import { part, show } from "../../table/game_master/parts.js";
import { TOKENS } from "../tokens.js";

/** @param {number} seat @param {chance_it.View | null} view @param {chance_it.Here} here */
export function drawCorrections(seat, view, { table }) {
  const isPlaying = table.status === "playing" && view !== null;
  show("corrections", isPlaying);
  if (isPlaying) for (const token of TOKENS) slot(part("corrections"), token).textContent = String(view.players[seat][token]);
}
