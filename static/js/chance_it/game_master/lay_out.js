// The printed cards that can lie in the market, to be tapped (J18).

import { find, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { part, show } from "../../table/game_master/parts.js";
import { layOutGroups } from "../lay_out.js";

// Nothing is asked while something is told, and of nobody who only watches.
/** @param {chance_it.LayingOut | null} laying @param {chance_it.Here} here */
export function drawLayOut(laying, { cards, laid, table }) {
  const isAsked = laying !== null && !table.paused;
  show("lay-out", isAsked);
  if (!isAsked) return;
  const place = part("lay-out");
  slot(place, "note").textContent = sentence("lay_out_note", { laid: laid.length, all: laying.to_lay });
  redraw(slot(place, "cards"), [laying, laid], () => layOutGroups(laying, laid, cards));
  find(place, '[data-action="laid-out"]').setAttribute("aria-disabled", String(laid.length !== laying.to_lay));
}
