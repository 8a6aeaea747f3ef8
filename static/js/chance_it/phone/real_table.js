// What lies on the real table: printed cards in the market, guide cards that were turned up. Only a phone that is asked loads this.

import { piece, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { layOutGroups } from "../lay_out.js";
import { showingNote, showingRows } from "../showing.js";

export { toggled } from "../lay_out.js";
export { movesOf } from "../showing.js";

/** @param {chance_it.LayingOut} laying @param {chance_it.Playing} app */
export function layOutScene(laying, { laid, cards }) {
  const scene = piece("scene-cards", {
    title: sentence("lay_out_title"),
    note: sentence("lay_out_note", { laid: laid.length, all: laying.to_lay }),
  });
  const place = slot(scene, "cards");
  place.className = "lay-out-cards";
  place.append(...layOutGroups(laying, laid, cards));
  return scene;
}

/** @param {chance_it.Playing} app */
export function showingScene({ table, shown, who, view }) {
  const scene = piece("scene-cards", { title: sentence("show_title"), note: showingNote(table.printed, view.in_game, who) });
  const place = slot(scene, "cards");
  place.className = "showing";
  place.append(...showingRows(table.printed, shown, who));
  return scene;
}
