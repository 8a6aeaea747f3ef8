// The places of the screen, by the name in data-part; a spectator's page lacks those of the game master.

import { faceOf, find, icon, part, piece, showIcon, slot } from "../../shared/pieces.js";
import { wordFor } from "../../shared/sentences.js";

export { part } from "../../shared/pieces.js";

/** @param {string} name */
export function parts(name) {
  return document.querySelectorAll(`[data-part="${name}"]`);
}

// If there is such a place on this page.
/** @param {string} name @param {boolean} isShown */
export function show(name, isShown) {
  for (const place of parts(name)) place.hidden = !isShown;
}

// A player's sign: the shape that goes with the colour.
/** @param {number} colour */
export function shape(colour) {
  return icon(`shape-${colour}`);
}

// Beside the name of a computer player: the face of its strength.
/** @param {string} mind */
export function computerMark(mind) {
  const mark = piece("mark-computer");
  showIcon(find(mark, "svg"), faceOf(mind));
  slot(mark, "mind").textContent = wordFor("mind", mind);
  mark.title = `${mark.title}: ${wordFor("mind", mind)}`;
  return mark;
}

// Long names are set smaller, so that all of them can be read: on one line, or by their words on two.
/** @param {HTMLElement} place @param {string} name */
export function writeName(place, name) {
  const length = name.length <= 7 ? "short" : name.length <= 11 ? "middle" : "long";
  const words = length === "long" ? name.split(/[\s-]/) : [name];
  place.textContent = place.title = name;
  place.dataset.length = length;
  place.style.setProperty("--letters", String(Math.max(...words.map((word) => word.length))));
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function isStill() {
  return still.matches;
}

// Moves a copy of `element` over the table, from where it lies to the place of another one.
/** @param {HTMLElement} element @param {Element | null} target @param {number} milliseconds */
export function fly(element, target, milliseconds) {
  if (isStill() || !target || !milliseconds) return;
  const from = element.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.classList.add("is-flying");
  const { left, top, width, height } = from;
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  copy.style.fontSize = getComputedStyle(element).fontSize;
  part("dice-layer").append(copy);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const animation = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x * 0.3}px, ${y * 0.3 - from.height * 0.15}px) scale(1.15) rotate(-4deg)`, opacity: 1, offset: 0.35 },
      { transform: `translate(${x}px, ${y}px) scale(0.35) rotate(6deg)`, opacity: 0.2 },
    ],
    { duration: milliseconds, easing: "cubic-bezier(.5, 0, .3, 1)" },
  );
  animation.onfinish = animation.oncancel = () => copy.remove();
}
