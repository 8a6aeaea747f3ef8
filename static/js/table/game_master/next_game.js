// Between two games: what became of the last one, which one comes next, and lots for the seats.

import { slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { inputsOf } from "./controls.js";
import { part, parts, show } from "./parts.js";

/** @param {table.Here} here */
export function drawNextGame({ table, isGameMaster }) {
  const isEnded = Boolean(table.previous?.ended);
  show("previous", isEnded);
  if (isEnded) slot(part("previous"), "text").textContent = sentence("previous_ended");
  if (!isGameMaster) return;
  show("draw-seats", table.can.includes("arrange") && table.players.length > 1);
  for (const games of parts("games")) for (const input of inputsOf(games)) input.checked = input.value === table.game;
}

// The players in an order that chance has made.
/** @param {number[]} players */
export function drawnByLot(players) {
  const lots = crypto.getRandomValues(new Uint32Array(players.length));
  return players.map((player, index) => ({ player, lot: lots[index] })).sort((one, other) => one.lot - other.lot).map(({ player }) => player);
}
