// Printed guide cards that were turned up on the real table: who showed what? One tap a player.

import { icon } from "../shared/pieces.js";
import { list, sentence } from "../shared/sentences.js";

// `shown`: the guide by seat, as far as it was tapped.
/** @param {table.StandIn[]} printed @param {Record<number, chance_it.Guide>} shown @param {table.Who} who */
export function showingRows(printed, shown, who) {
  return printed.map(({ seat, can }) => {
    const row = document.createElement("div");
    row.className = "showing-row";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", who.name(seat));
    const name = document.createElement("span");
    name.className = "player";
    name.append(icon(`shape-${who.colour(seat)}`), who.name(seat));
    row.append(name, ...guideButtons(can, shown[seat]));
    return row;
  });
}

// What somebody may have shown.
/** @param {protocol.chance_it.Choose[]} can @param {chance_it.Guide | undefined} shown */
export function guideButtons(can, shown) {
  return can.map(({ seat, guide }) => {
    const button = document.createElement("button");
    button.className = "showing-guide guide-card";
    Object.assign(button.dataset, { action: "showed", seat: String(seat), guide, key: `showed-${seat}-${guide}` });
    button.setAttribute("aria-pressed", String(guide === shown));
    button.append(icon(`guide-${guide}`), sentence(`guide_${guide}`));
    return button;
  });
}

// The moves for all of them, once everybody's card was tapped; else null.
// What is to be done: by all, or by those alone who have printed cards.
/** @param {table.StandIn[]} printed @param {number} players @param {table.Who} who */
export function showingNote(printed, players, who) {
  return printed.length === players ? sentence("show_note") : sentence("show_note_of", { names: list(printed.map(({ seat }) => who.name(seat))) });
}

/** @param {table.StandIn[]} printed @param {Record<number, chance_it.Guide>} shown */
export function movesOf(printed, shown) {
  const moves = printed.map(({ seat, can }) => can.find((move) => move.guide === shown[seat]));
  return printed.length && moves.every(Boolean) ? moves : null;
}
