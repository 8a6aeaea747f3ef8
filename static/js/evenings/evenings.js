// The pages that look back: days and hours in the reader's own time zone. The server knows only its own.

import { find } from "../shared/pieces.js";
import { region } from "../shared/region.js";

const DATE = new Intl.DateTimeFormat(region, { dateStyle: "long" });
const TIME = new Intl.DateTimeFormat(region, { timeStyle: "short" });

/** @param {Element} within */
const timeIn = (within) => find(within, "time", HTMLTimeElement);
/** @param {Element} row */
const day = (row) => DATE.format(new Date(timeIn(row).dateTime));

// A game late at night may belong to another evening here than there, so the evenings are made anew.
const evenings = [...document.querySelectorAll("[data-part=evening]")];
const rows = evenings.flatMap((list) => [...list.children]);
const [first] = evenings;
if (first) {
  const pattern = /** @type {HTMLElement} */ (first.closest("section"));
  /** @type {HTMLElement | null} */
  let section = null;
  let shown = "";
  for (const row of rows) {
    if (!section || day(row) !== shown) {
      shown = day(row);
      section = /** @type {HTMLElement} */ (pattern.cloneNode(true));
      section.querySelector("ol")?.replaceChildren();
      timeIn(section).dateTime = timeIn(row).dateTime;
      pattern.before(section);
    }
    section.querySelector("ol")?.append(row);
  }
  for (const list of evenings) list.closest("section")?.remove();
}

for (const time of document.getElementsByTagName("time")) {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) continue;
  if ("date" in time.dataset) time.textContent = DATE.format(at);
  if ("time" in time.dataset) time.textContent = TIME.format(at);
}
