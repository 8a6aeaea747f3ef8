// What a screen reader says: each sentence once, politely, in the page's live region.

import { find } from "./pieces.js";

/** @type {string[]} */
let pending = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

// Sentences that come close together are said in one go; a region that changes too often says nothing well.
/** @param {string | null} text */
export function announce(text) {
  if (!text || pending.at(-1) === text) return;
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    find(document, "[data-live]").textContent = pending.join(" ");
    pending = [];
  }, 150);
}
