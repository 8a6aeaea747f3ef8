// What has happened in this game, as entries of the log: for the story, and for the podium.

import { isTakenBack } from "../pacing.js";

/** @type {Map<number, table.Entry>} */
let entries = new Map(); // by number: those that stand, and undos

export function rememberEntries(newer) {
  for (const entry of newer) entries.set(entry.number, entry);
}

// The story as the server has it now; undos are kept, because everybody may know of them.
export function replaceEntries(standing) {
  const undos = [...entries.values()].filter(isTakenBack);
  entries = new Map([...standing, ...undos].map((entry) => [entry.number, entry]));
}

export function forgetEntries() {
  entries = new Map();
}

// All of them up to that number, oldest first.
export function entriesUpTo(number) {
  return [...entries.values()].filter((entry) => entry.number <= number).sort((one, other) => one.number - other.number);
}

export function standing() {
  return entriesUpTo(Infinity).filter((entry) => !isTakenBack(entry));
}
