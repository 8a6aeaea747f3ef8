// Dice that the table has rolled itself, typed in: by the keys 1 to 6 or with a click.

import { find, icon, piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";

// `typed` are the numbers so far, `count` how many there will be.
/** @param {number[]} typed @param {number} count */
export function ownDice(typed, count) {
  const element = piece("own-dice");
  element.dataset.count = String(count);
  for (let index = 0; index < count; index += 1) {
    const place = document.createElement("span");
    place.className = "own-slot";
    if (typed[index]) {
      const die = icon(`die-${typed[index]}`);
      die.classList.replace("icon", "die");
      place.append(die, forListeners(typed[index]));
    }
    slot(element, "slots").append(place);
  }
  for (let number = 1; number <= 6; number += 1) {
    const face = piece("own-face", { words: sentence("own_face", { die: number }) });
    showIcon(face, `die-${number}`);
    face.dataset.number = String(number);
    face.dataset.key = `own-face-${number}`;
    slot(element, "faces").append(face);
  }
  find(element, '[data-action="own-done"]').setAttribute("aria-disabled", String(typed.length !== count));
  find(element, '[data-action="own-back"]').setAttribute("aria-disabled", String(!typed.length));
  return element;
}

/** @param {number} text */
function forListeners(text) {
  const element = document.createElement("span");
  element.className = "for-listeners";
  element.textContent = String(text);
  return element;
}
