// The sheets that slide in from below: one at a time, closed by their button, by a tap beside them or by Escape.

import { find } from "../../shared/pieces.js";

export const openedSheet = () => /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog[id^="sheet-"][open]'));

/** @param {string} name */
export function openSheet(name) {
  closeSheet();
  const sheet = find(document, `#sheet-${name}`, HTMLDialogElement);
  sheet.showModal();
  sheet.scrollTop = 0;
}

export function closeSheet() {
  openedSheet()?.close();
}

document.addEventListener("click", ({ target, clientX, clientY }) => {
  // Only the backdrop gives the dialog itself as the target outside its box.
  const sheet = openedSheet();
  if (!sheet || target !== sheet) return;
  const box = sheet.getBoundingClientRect();
  const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  if (!isInside) closeSheet();
});
