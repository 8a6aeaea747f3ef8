// Phones that are away while the table waits for them: who it is, and what can be done about it.

import { piece, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { shape } from "./parts.js";

// The players among these seats whose phones are not connected.
/** @param {number[]} seats @param {table.Here} here */
export function awayAmong(seats, { table, connected }) {
  return seats.map((seat) => table.players[seat]).filter((player) => player && !player.computer && !player.removed && !connected.has(player.player));
}

// {text, choices}: in words, and a button for each of them, which opens the dialog about that person; null if all are here.
/** @param {number[]} seats @param {table.Here} here */
export function aboutAway(seats, here) {
  const away = awayAmong(seats, here);
  if (!away.length) return null;
  const names = list(away.map(({ name }) => name));
  const text = sentence(here.isGameMaster ? "away" : "away_watch", { count: away.length, names });
  return { text, choices: here.isGameMaster ? away.map(playForButton) : [] };
}

/** @param {protocol.message.SeatedSeen} person */
function playForButton({ player, name, colour }) {
  const button = piece("away-button", { name: sentence("play_for", { name }) });
  slot(button, "shape").append(shape(colour));
  button.dataset.player = String(player);
  button.dataset.key = `away-${player}`;
  return button;
}
