// What was just deleted or replaced, with its way back, at the place where that was done.

import { listen, slot } from "../shared/pieces.js";

// The list with this thing in it again, where it was.
/** @template Thing @param {Thing[]} list @param {number} place @param {Thing} thing */
export const putBack = (list, place, thing) => [...list.slice(0, place), thing, ...list.slice(place)];

/** @param {HTMLElement} place a copy of templates/shelf/gone.html */
export function newGone(place) {
  /** @type {{words: string, bringBack: () => void}[]} */
  let gone = [];

  function draw() {
    place.hidden = !gone.length;
    slot(place, "words").textContent = gone.at(-1)?.words ?? "";
  }

  listen(place, {
    bring_back: () => {
      const last = gone.pop();
      draw();
      last?.bringBack();
    },
  });

  return {
    // The focus goes to the words: what was tapped is gone, and a second tap must hit nothing.
    /** @param {string} words @param {() => void} bringBack */
    add(words, bringBack) {
      gone.push({ words, bringBack });
      draw();
      slot(place, "words").focus({ preventScroll: true });
      place.scrollIntoView({ block: "nearest" });
    },
    // Somebody has gone on.
    forget() {
      gone = [];
      draw();
    },
  };
}
