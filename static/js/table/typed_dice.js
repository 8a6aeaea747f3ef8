// Dice that were rolled by hand and typed in are marked wherever dice are told.

import { icon } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

// An entry says whether its dice were typed in, and whose doing it was; from here on each of its events says so too.
/** @param {table.Entry[]} entries */
export function markTyped(entries) {
  for (const { typed, by, events } of entries) for (const event of events) Object.assign(event, { typed: Boolean(typed), doneBy: by });
  return entries;
}

// Of so many dice so many were typed in, in words.
/** @param {number} typed @param {number} dice */
export const typedWords = (typed, dice) => (typed < dice ? sentence("typed_some", { count: typed }) : sentence("typed"));

// A little pencil with its words; without them where a sentence beside it says it already.
/** @param {string} [words] */
export function typedMark(words = "") {
  const mark = document.createElement("span");
  mark.className = "typed-mark";
  mark.append(icon("pencil"));
  mark.append(words);
  return mark;
}
