// Everybody's grid, small, with who has drawn and who is awaited.

import { faceOf, find, icon, piece, redraw, showIcon, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { isComputer } from "../table/seated.js";
import { drawGrid, newGrid } from "./grid.js";

/** @type {Record<string, string>} */
const AWAITED = { second_chance: "mark_second_chance", bonus: "mark_writing_one" };

// How a player stands in this round: [[picture, key of the sentence]].
/** @param {second_chance.View} view @param {number} seat */
export function stateOf(view, seat) {
  const player = view.players[seat];
  /** @type {[string, string][]} */
  const found = [];
  if (player.one) found.push(["star", "mark_one"]);
  if (view.awaiting.includes(seat)) {
    const key = AWAITED[view.phase] ?? "mark_drawing";
    found.push(["draw-pencil", key]);
  } else if (player.dropped) found.push(["hit", "mark_dropped"]);
  else if (view.stuck.includes(seat)) found.push(["waiting", "mark_stuck"]);
  else if (view.result === null && player.drawn) found.push(["check", "mark_drawn"]);
  return found;
}

/** @param {number} count */
export function emptyWords(count) {
  return count ? sentence("empty_squares", { count }) : sentence("no_empty_squares");
}

/** @param {string} picture @param {string} text */
export function mark(picture, text) {
  const element = document.createElement("span");
  element.className = "mark";
  element.append(icon(picture), text);
  return element;
}

// One player: head, grid, marks.
/** @param {number} seat @param {second_chance.Playing} app @param {string} [place] */
export function playerGrid(seat, { view, who, colourOf }, place = "") {
  const player = view.players[seat];
  const element = piece("player-grid", { name: who.name(seat), place });
  element.classList.toggle("is-me", seat === view.seat);
  element.classList.toggle("is-out-of-game", player.dropped);
  showIcon(find(element, ".player .icon"), `shape-${who.colour(seat)}`);
  const picture = newGrid(view.size);
  drawGrid(picture, { grid: player.grid, size: view.size, colourOf: (letter) => colourOf(letter, seat) });
  slot(element, "grid").append(picture);
  slot(element, "marks").append(emptyWords(player.empty), ...stateOf(view, seat).map(([picture, key]) => mark(picture, sentence(key))));
  return element;
}

/** @param {HTMLElement} sheet @param {second_chance.Playing} app */
export function drawEverybody(sheet, app) {
  const { view, table, connected, who, areGoingRound } = app;
  const from = { players: view.players, awaiting: view.awaiting, seated: table.players, connected, areGoingRound };
  redraw(find(sheet, '[data-part="everybody"]'), from, () =>
    view.players.map((_, seat) => {
      const element = playerGrid(seat, app);
      const person = table.players[seat];
      if (isComputer(person)) slot(element, "marks").append(mark(faceOf(person.computer ?? ""), sentence("mark_computer")));
      else if (person.computer === "game_master") slot(element, "marks").append(mark("big-screen", sentence("mark_big_screen")));
      else if (!connected.includes(person.player)) slot(element, "marks").append(mark("offline", sentence("mark_offline")));
      element.setAttribute("aria-label", who.name(seat));
      return element;
    }),
  );
}
