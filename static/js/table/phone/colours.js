// The own name and sign, in the menu.

import { find, icon, redraw, slot } from "../../shared/pieces.js";

const COLOURS = 6;

/** @param {HTMLElement} sheet @param {{table: table.Table, refusal: string}} app */
export function drawColours(sheet, { table, refusal }) {
  const everybody = [...table.players, ...table.waiting];
  const me = everybody.find((player) => player.player === table.you);
  const taken = everybody.map((player) => player.colour);
  slot(sheet, "refusal").textContent = refusal;
  find(sheet, '[data-part="leave"]').hidden = !table.can.includes("leave");
  find(sheet, '[data-action="share"]').hidden = !table.can.includes("sit_here");
  const name = find(sheet, "[name=name]", HTMLInputElement);
  if (me && document.activeElement !== name) name.value = me.name;
  redraw(find(sheet, '[data-part="colours"]'), [me?.colour, taken], () =>
    Array.from({ length: COLOURS }, (_, colour) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.action = "recolour";
      button.dataset.key = String(colour);
      button.setAttribute("aria-pressed", String(colour === me?.colour));
      button.disabled = colour !== me?.colour && taken.includes(colour);
      button.setAttribute("aria-label", `${colour + 1}`);
      button.append(icon(`shape-${colour}`));
      return button;
    }),
  );
}
