// The box that a table has brought is named in the lobby, so that everybody sees whether it is the right one.

import { slot } from "../shared/pieces.js";

/** @param {HTMLElement} lobby @param {table.Welcome} welcome */
export function drawOwnBox(lobby, { own_box }) {
  slot(lobby, "own-box").hidden = own_box === null;
  const name = slot(lobby, "box-name");
  name.textContent = own_box || (name.dataset.nameless ?? "");
}
