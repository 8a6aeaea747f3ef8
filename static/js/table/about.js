// What a thing on the table is and does, in a bubble beside it. It goes by a touch elsewhere or by Escape.
//
// A game lists its things as [selector, say(element)]; of two that match the same element the first one counts, and where one
// lies in another the inner one.

import { piece } from "../shared/pieces.js";
import { bringLater } from "./later.js";

const GAP = 8; // pixels between a thing and its bubble, and between the bubble and the edge of the screen

/** @param {table.Thing[]} things */
export async function newAnswers(things) {
  await bringLater("about");
  const all = things.map(([selector]) => selector).join(", ");
  const bubble = piece("about-bubble");
  const strip = piece("about-strip");
  /** @type {Element | null} */
  let shown = null; // what the bubble is about
  let isAsking = false; // every touch asks

  // {element, text}, or null if nothing is known about it.
  /** @param {Element} target */
  function about(target) {
    const element = /** @type {HTMLElement | null} */ (target.closest(all));
    const text = element && things.find(([selector]) => element.matches(selector))?.[1](element);
    return text ? { element, text } : null;
  }

  function close() {
    bubble.remove();
    shown = null;
  }

  /** @param {Element} target */
  function tell(target) {
    if (bubble.contains(target)) return;
    const found = about(target);
    if (!found || found.element === shown) {
      close();
      return;
    }
    shown = found.element;
    bubble.textContent = found.text;
    // What lies outside an open sheet can neither be seen nor heard.
    (shown.closest("dialog") ?? document.body).append(bubble);
    place(shown.getBoundingClientRect(), bubble);
  }

  // With the keyboard from thing to thing: what is on the screen now.
  function letFocus() {
    for (const thing of document.querySelectorAll(all)) {
      if (isAsking && thing.tabIndex < 0 && about(thing)) {
        thing.tabIndex = 0;
        thing.dataset.asked = "";
      } else if (!isAsking && thing.dataset.asked === "") {
        thing.removeAttribute("tabindex");
        delete thing.dataset.asked;
      }
    }
  }

  function ask() {
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    isAsking = true;
    document.body.append(strip);
    document.body.classList.add("is-asking");
    letFocus();
    document.querySelector("[data-asked]")?.focus();
  }

  function askNoMore() {
    isAsking = false;
    close();
    strip.remove();
    document.body.classList.remove("is-asking");
    letFocus();
  }

  // While every touch asks, nothing else happens by it; but what opens meanwhile, to be answered, comes first.
  /** @param {Event} event */
  function hold(event) {
    if (isAsking && document.querySelector("dialog[open]")) askNoMore();
    if (!isAsking || !(event.target instanceof Element)) return false;
    event.stopImmediatePropagation();
    event.preventDefault();
    return true;
  }

  document.addEventListener("pointerdown", hold, true);
  document.addEventListener(
    "click",
    (event) => {
      const { target } = event;
      if (hold(event)) {
        if (strip.contains(/** @type {Node} */ (target))) askNoMore();
        else tell(/** @type {Element} */ (target));
      } else if (shown && !target?.closest(all)) close();
    },
    true,
  );
  document.addEventListener("focusin", ({ target }) => {
    if (isAsking && target instanceof Element && target !== shown && !strip.contains(target)) tell(target);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab" && isAsking) letFocus();
      if (event.key === "Escape" && (shown || isAsking)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (shown) close();
        else askNoMore();
      }
      const { target } = event;
      if (isAsking && event.key.length === 1) event.stopImmediatePropagation(); // no key of the table acts meanwhile
      if (isAsking && (event.key === "Enter" || event.key === " ") && target instanceof Element && !strip.contains(target)) {
        hold(event);
        tell(target);
      }
    },
    true,
  );
  for (const moves of ["scroll", "resize"]) addEventListener(moves, close, true);
  return { tell, ask };
}

// Below the thing, or above it where there is no room; never beyond the edge of the screen.
/** @param {DOMRect} thing @param {HTMLElement} bubble */
function place(thing, bubble) {
  const { width, height } = bubble.getBoundingClientRect();
  const left = Math.min(Math.max(thing.left + (thing.width - width) / 2, GAP), innerWidth - width - GAP);
  const below = thing.bottom + GAP;
  const top = below + height <= innerHeight ? below : Math.max(thing.top - height - GAP, GAP);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
}
