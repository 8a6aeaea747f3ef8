// Everybody's grid on the big screen, growing as it is drawn, with who has drawn and who is awaited.

import { find, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { computerMark, part, shape, writeName } from "../../table/game_master/parts.js";
import { isComputer } from "../../table/seated.js";
import { emptyWords, mark, stateOf } from "../everybody.js";
import { drawGrid, newGrid } from "../grid.js";

// `step`: what is being told, so that the mat it is about stands out.
/** @param {second_chance.View} view @param {second_chance.Here} here @param {second_chance.Step | null} [step] @param {boolean} [isOutcome] */
export function drawMats(view, here, step = null, isOutcome = false) {
  const list = part("players");
  list.dataset.count = String(view.players.length);
  while (list.children.length > view.players.length) list.lastElementChild?.remove();
  while (list.children.length < view.players.length) list.append(piece("grid-mat"));
  const [event] = step && ["chance", "failed", "one"].includes(step.kind) ? step.events : [];
  const about = event && "seat" in event ? event.seat : null;
  view.players.forEach((player, seat) => {
    const mat = /** @type {HTMLElement} */ (list.children[seat]);
    const person = here.table.players[seat];
    if (!person) return;
    mat.dataset.colour = String(person.colour);
    mat.dataset.player = String(person.player);
    mat.classList.toggle("is-out-of-game", player.dropped);
    mat.classList.toggle("is-waited-for", view.awaiting.includes(seat));
    mat.classList.toggle("has-won", Boolean(view.result?.winners.includes(seat)));
    mat.classList.toggle("is-on-stage", about === seat);
    mat.classList.toggle("is-falling", about === seat && step?.kind === "failed" && isOutcome);
    redraw(slot(mat, "shape"), person.colour, () => [shape(person.colour)]);
    writeName(slot(mat, "name"), person.name);
    redraw(slot(mat, "computer"), person.computer, () => (isComputer(person) ? [computerMark(person.computer ?? "")] : []));
    slot(mat, "empty").textContent = String(player.empty);
    slot(mat, "words").textContent = sentence("grid_words", { name: person.name, empty: emptyWords(player.empty) });
    drawMatGrid(slot(mat, "grid"), view, seat, here);
    drawMarks(slot(mat, "marks"), view, seat, here);
  });
}

/** @param {HTMLElement} place @param {second_chance.View} view @param {number} seat @param {second_chance.Here} here */
export function drawMatGrid(place, view, seat, { colourOf }) {
  const size = String(view.size);
  if (place.dataset.size !== size) {
    place.replaceChildren(newGrid(view.size));
    place.dataset.size = size;
  }
  drawGrid(find(place, "svg", SVGElement), { grid: view.players[seat].grid, size: view.size, colourOf: (letter) => colourOf(letter, seat) });
}

/** @param {HTMLElement} place @param {second_chance.View} view @param {number} seat @param {second_chance.Here} here */
function drawMarks(place, view, seat, { table, connected, isOver }) {
  const { player, removed } = table.players[seat];
  const marks = stateOf(view, seat);
  if (removed) marks.push(["lock", "mark_removed"]);
  else if (!table.players[seat].computer && !connected.has(player) && !isOver) marks.push(["offline", "state_away"]);
  redraw(place, marks, () =>
    marks.map(([picture, key]) => {
      const element = mark(picture, sentence(key));
      element.dataset.mark = key;
      return element;
    }),
  );
}
