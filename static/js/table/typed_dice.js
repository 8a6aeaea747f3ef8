// Dice that were rolled by hand and typed in are marked wherever dice are told.

import { icon } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

// An entry says whether its dice were typed in, and whose doing it was; from here on each of its events says so too.
/** @param {table.Entry[]} entries */
export function markTyped(entries) {
  for (const { typed, by, events } of entries) for (const event of events) Object.assign(event, { typed: Boolean(typed), doneBy: by });
  return entries;
}

// A little pencil with its words; `isShort` for where a sentence beside it says it already.
export function typedMark({ isShort = false } = {}) {
  const mark = document.createElement("span");
  mark.className = "typed-mark";
  mark.append(icon("pencil"));
  if (!isShort) mark.append(sentence("typed"));
  return mark;
}
