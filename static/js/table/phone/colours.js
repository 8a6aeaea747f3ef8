// The own name and sign, in the menu.

import { icon, redraw, slot } from "../../shared/pieces.js";

const COLOURS = 6;

export function drawColours(sheet, { table, refusal }) {
  const everybody = [...table.players, ...table.waiting];
  const me = everybody.find((player) => player.player === table.you);
  const taken = everybody.map((player) => player.colour);
  slot(sheet, "refusal").textContent = refusal;
  sheet.querySelector('[data-part="leave"]').hidden = !table.can.includes("leave");
  const name = sheet.querySelector("[name=name]");
  if (me && document.activeElement !== name) name.value = me.name;
  redraw(sheet.querySelector('[data-part="colours"]'), [me?.colour, taken], () =>
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
