// Changes of tokens as chips (+2, -1) with their cause.

import { icon, piece, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { causeOf } from "../event_sentences.js";
import { pictureOf } from "../tokens.js";

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** @param {chance_it.Token} token @param {number} by */
export function chip(token, by) {
  const element = document.createElement("span");
  element.className = by < 0 ? "change is-loss" : "change";
  const words = document.createElement("span");
  words.className = "for-listeners";
  words.textContent = sentence(token, { count: signed(by), number: by });
  const figure = document.createElement("span");
  figure.setAttribute("aria-hidden", "true");
  figure.textContent = signed(by);
  element.append(icon(pictureOf(token)), figure, words);
  return element;
}

// A line for each event: what changed, and why.
/** @param {chance_it.Change} event @param {table.Who} who */
export function changeRow(event, who) {
  const row = piece("change-row", { text: causeOf(event, who) });
  slot(row, "chips").append(chip(event.token, event.by));
  return row;
}

/** @param {chance_it.Event[]} events @param {number} seat */
export function changesOf(events, seat) {
  return events.filter((event) => event.event === "token_changed").filter((change) => change.seat === seat);
}
