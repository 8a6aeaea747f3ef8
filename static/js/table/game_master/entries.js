// What has happened in this game, as entries of the log: for the story, and for the podium.

import { isTakenBack } from "../pacing.js";

export function newEntries() {
  /** @type {Map<number, table.Entry>} */
  let entries = new Map(); // by number: those that stand, and undos

  return {
    /** @param {table.Entry[]} newer */
    remember(newer) {
      for (const entry of newer) entries.set(entry.number, entry);
    },
    // The story as the server has it now; undos are kept, because everybody may know of them.
    /** @param {table.Entry[]} standing */
    replace(standing) {
      const undos = [...entries.values()].filter(isTakenBack);
      entries = new Map([...standing, ...undos].map((entry) => [entry.number, entry]));
    },
    forget() {
      entries = new Map();
    },
    // Oldest first.
    all: () => [...entries.values()].sort((one, other) => one.number - other.number),
  };
}

// The events that stand.
/** @template Event @param {table.Entry<Event>[]} entries */
export const standing = (entries) => entries.filter((entry) => !isTakenBack(entry)).flatMap((entry) => entry.events);
