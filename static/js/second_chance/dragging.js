// Dragging a tile: over the paper, or out of the hand onto it. Tapping is a drag that does not move.

import { pointedAt } from "./paper.js";

const BEGIN = 8; // pixels before a touch of a tile in the hand becomes a drag
const LIFT = 1.6; // squares: a finger would hide what it drags out of the hand

// `on` has functions: isPlacing(), placing(), point(square), select(tile), drop(), changed().
/**
 * @param {HTMLElement} paper
 * @param {HTMLElement} tray
 * @param {{isPlacing(): boolean, placing(): second_chance.Placing, point(square: second_chance.Cell): void,
 *   select(tile: string): unknown, drop(): void, changed(): void}} on
 */
export function letDrag(paper, tray, on) {
  /** @type {{pointer: number, grip: second_chance.Cell} | null} */
  let held = null; // on the paper
  /** @type {{pointer: number, tile: string, from: second_chance.Cell, isTouch: boolean, isMoving: boolean} | null} */
  let drawn = null; // out of the hand

  paper.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !paper.dataset.size) return;
    const at = pointedAt(paper, event);
    /** @type {second_chance.Cell} */
    const square = [Math.floor(at[0]), Math.floor(at[1])];
    const size = Number(paper.dataset.size);
    if (square.some((value) => value < 0 || value >= size)) return;
    event.preventDefault();
    if (!on.isPlacing()) {
      on.point(square);
      return;
    }
    const placing = on.placing();
    const isHeld = placing.squares.some(([row, column]) => row === square[0] && column === square[1]);
    if (!isHeld) on.point(square);
    if (placing.at === null) return;
    paper.setPointerCapture(event.pointerId);
    drawn = null;
    held = { pointer: event.pointerId, grip: [at[0] - placing.at[0], at[1] - placing.at[1]] };
    paper.classList.add("is-dragging");
  });

  paper.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const [row, column] = pointedAt(paper, event);
    on.placing().moveTo([row - held.grip[0], column - held.grip[1]]);
    on.changed();
  });

  tray.addEventListener("pointerdown", (event) => {
    const tile = event.target?.closest("[data-tile]")?.dataset.tile;
    if (!tile || event.button !== 0 || !on.isPlacing() || !on.placing().fits(tile)) return;
    const { pointerId, clientX, clientY, pointerType } = event;
    held = null;
    drawn = { pointer: pointerId, tile, from: [clientX, clientY], isTouch: pointerType !== "mouse", isMoving: false };
    // A touch belongs to what it began on; the tray is redrawn when a tile is selected, so the tray itself takes it.
    tray.setPointerCapture(event.pointerId);
  });

  tray.addEventListener("pointermove", (event) => {
    if (drawn?.pointer !== event.pointerId) return;
    if (!drawn.isMoving && Math.hypot(event.clientX - drawn.from[0], event.clientY - drawn.from[1]) < BEGIN) return;
    if (!drawn.isMoving) {
      drawn.isMoving = true;
      on.select(drawn.tile);
      paper.classList.add("is-dragging");
    }
    const [row, column] = pointedAt(paper, event);
    const size = Number(paper.dataset.size);
    const top = row - (drawn.isTouch ? LIFT : 0);
    if (top < -1 || top > size + 1 || column < -1 || column > size + 1) return;
    const { cells } = on.placing();
    const middle = [0, 1].map((axis) => (1 + Math.max(...cells.map((cell) => cell[axis]))) / 2);
    on.placing().moveTo([top - middle[0], column - middle[1]]);
    on.changed();
  });

  /** @param {PointerEvent} event */
  function end(event) {
    if ((held ?? drawn)?.pointer !== event.pointerId) return;
    const tapped = drawn && !drawn.isMoving ? drawn.tile : null;
    held = drawn = null;
    paper.classList.remove("is-dragging");
    if (event.type === "pointercancel") return;
    if (tapped) on.select(tapped);
    else on.drop();
  }

  for (const element of [paper, tray]) {
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  }
  // A screen reader's click has no pointer.
  paper.addEventListener("click", (event) => {
    const square = event.target?.closest("[data-row]");
    if (square && event.detail === 0) on.point([Number(square.dataset.row), Number(square.dataset.column)]);
  });
}
