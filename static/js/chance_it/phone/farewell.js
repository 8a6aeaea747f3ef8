// Out of hearts: a kind word, then watching.

import { piece } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";

/** @param {chance_it.Playing} app */
export function farewellScene({ view }) {
  return piece("scene-farewell", { note: sentence("farewell_note", { count: view.players[view.seat].out?.round }) });
}
