// Out of hearts: a kind word, then watching.

import { piece } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { told } from "../../table/phone/told.js";

/** @param {chance_it.Phone} app */
export function farewellScene({ view }) {
  const all = told.events();
  const last = all.findLastIndex((event) => event.event === "eliminated" && event.seat === view.seat);
  const round = all.slice(0, last + 1).findLast((event) => event.event === "round_began")?.round ?? view.round;
  return piece("scene-farewell", { note: sentence("farewell_note", { count: round }) });
}
