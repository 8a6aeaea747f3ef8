// The box that came with the page, and the button that prints it.

import { find } from "../shared/pieces.js";

// `content` is the box as records have it, `house` that of the house, `mistakes` what is still wrong.
/** @returns {shelf.First} */
export function readBox() {
  document.querySelector('[data-part="print"]')?.addEventListener("click", () => print());
  return JSON.parse(find(document, "#box").textContent ?? "");
}
