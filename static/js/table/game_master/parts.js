// The places of the screen, by the name in data-part; a spectator's page lacks those of the game master.

import { icon } from "../../shared/pieces.js";

export function part(name) {
  return document.querySelector(`[data-part="${name}"]`);
}

export function parts(name) {
  return document.querySelectorAll(`[data-part="${name}"]`);
}

export function show(element, isShown) {
  if (element) element.hidden = !isShown;
}

// A player's sign: the shape that goes with the colour.
export function shape(colour) {
  return icon(`shape-${colour}`);
}

// Long names are set smaller, so that all of them can be read.
export function lengthOf(name) {
  return name.length <= 7 ? "short" : name.length <= 11 ? "middle" : "long";
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

export function isStill() {
  return still.matches;
}

// Moves a copy of `element` over the table, from where it lies to the place of another one.
export function fly(element, target, milliseconds) {
  if (isStill() || !target || !milliseconds) return;
  const from = element.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const copy = element.cloneNode(true);
  copy.classList.add("is-flying");
  for (const [name, value] of Object.entries({ left: from.left, top: from.top, width: from.width, height: from.height })) {
    copy.style[name] = `${value}px`;
  }
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
