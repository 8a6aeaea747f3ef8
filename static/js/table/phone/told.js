// What has been told so far, as a list of events: the story, the histories of tokens and the recap are made of it.
//
// Events that have arrived and are not told yet are not part of it, so no list tells what the dice have not shown.

import { isTakenBack } from "../pacing.js";

export function newTold() {
  /** @type {any[]} */
  let events = []; // all that have arrived, oldest first
  let count = 0; // how many of them are told
  /** @type {number | null} */
  let number = null; // the newest entry they are from
  let isWhole = false; // they go back to the beginning of the game

  return {
    /** @param {table.View} message */
    take(message) {
      const entries = message.events;
      const isMissingSome = number !== null && !entries.length && message.number !== number;
      if (isMissingSome || entries.some(isTakenBack)) {
        events = [];
        isWhole = false;
      }
      if (entries.some((entry) => entry.do === "begun")) {
        events = [];
        isWhole = true;
      }
      for (const entry of entries) events.push(...entry.events);
      count = Math.min(count, events.length);
      number = message.number;
    },
    /** @param {table.Step} step */
    tell(step) {
      count = Math.max(count, events.indexOf(step.events.at(-1)) + 1);
    },
    tellAll() {
      count = events.length;
    },
    isWhole: () => isWhole,
    // The answer to "story": everything, of which as much is told as was told before.
    /** @param {table.Entry[]} entries */
    fill(entries) {
      const open = events.length - count;
      const all = entries.flatMap((entry) => entry.events);
      // What has arrived keeps its identity, so that a step that is being told is found again.
      events = [...all.slice(0, all.length - events.length), ...events];
      count = events.length - open;
      isWhole = true;
    },
    events: () => events.slice(0, count),
  };
}
