// Dragging a tile: over the paper, or out of the hand onto it. Tapping is a drag that does not move.

import { pointedAt } from "./paper.js";

const BEGIN = 8; // pixels before a touch of a tile in the hand becomes a drag
const LIFT = 1.6; // squares: a finger would hide what it drags out of the hand

// `on` has functions: isPlacing(), placing(), point(square), select(tile), drop(), changed().
export function letDrag(paper, tray, on) {
  /** @type {{pointer: number, grip?: second_chance.Cell, tile?: string, from?: number[], isTouch?: boolean, isMoving?: boolean}} */
  let drag = null;

  paper.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !paper.dataset.size) return;
    const at = pointedAt(paper, event);
    const square = at.map(Math.floor);
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
    drag = { pointer: event.pointerId, grip: [at[0] - placing.at[0], at[1] - placing.at[1]] };
    paper.classList.add("is-dragging");
  });

  paper.addEventListener("pointermove", (event) => {
    if (drag?.pointer === event.pointerId && drag.grip) move(pointedAt(paper, event));
  });

  tray.addEventListener("pointerdown", (event) => {
    const choice = event.target.closest("[data-tile]");
    if (!choice || event.button !== 0 || !on.isPlacing() || !on.placing().fits(choice.dataset.tile)) return;
    drag = { pointer: event.pointerId, tile: choice.dataset.tile, from: [event.clientX, event.clientY], isTouch: event.pointerType !== "mouse" };
    // A touch belongs to what it began on; the tray is redrawn when a tile is selected, so the tray itself takes it.
    tray.setPointerCapture(event.pointerId);
  });

  tray.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId || drag.grip || !drag.tile) return;
    if (!drag.isMoving && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < BEGIN) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      on.select(drag.tile);
      paper.classList.add("is-dragging");
    }
    const [row, column] = pointedAt(paper, event);
    const size = Number(paper.dataset.size);
    const top = row - (drag.isTouch ? LIFT : 0);
    if (top < -1 || top > size + 1 || column < -1 || column > size + 1) return;
    const { cells } = on.placing();
    const middle = [0, 1].map((axis) => (1 + Math.max(...cells.map((cell) => cell[axis]))) / 2);
    on.placing().moveTo([top - middle[0], column - middle[1]]);
    on.changed();
  });

  function move([row, column]) {
    on.placing().moveTo([row - drag.grip[0], column - drag.grip[1]]);
    on.changed();
  }

  function end(event) {
    if (drag?.pointer !== event.pointerId) return;
    const wasTap = drag.tile && !drag.isMoving;
    const { tile } = drag;
    drag = null;
    paper.classList.remove("is-dragging");
    if (event.type === "pointercancel") return;
    if (wasTap) on.select(tile);
    else on.drop();
  }

  for (const element of [paper, tray]) {
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  }
  // A screen reader's click has no pointer.
  paper.addEventListener("click", (event) => {
    const square = event.target.closest("[data-row]");
    if (square && event.detail === 0) on.point([Number(square.dataset.row), Number(square.dataset.column)]);
  });
}
