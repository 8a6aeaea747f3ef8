// A grid as everybody sees it: paper, the mark in its centre, and the drawings in their colours.

import { find } from "../shared/pieces.js";
import { pencilDrawing, svg } from "./tiles.js";

const MARGIN = 0.12;

/** @param {number} size */
export function newGrid(size) {
  const lines = Array.from({ length: size - 1 }, (_, index) => `M${index + 1} 0v${size}M0 ${index + 1}h${size}`).join("");
  return svg(
    "svg",
    { class: "grid", viewBox: `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "grid-paper", width: size, height: size, rx: 0.2 }),
    svg("path", { class: "grid-lines", d: lines }),
    svg("circle", { class: "grid-centre", cx: size / 2, cy: size / 2, r: 0.3 }),
    svg("g", { class: "grid-drawings" }),
    svg("rect", { class: "grid-edge", width: size, height: size, rx: 0.2 }),
  );
}

// Brings a grid to what is drawn now. New drawings arrive, those that were taken back go.
/** @param {Element} picture @param {{grid: string, size: number, colourOf: (letter: string) => number}} drawn */
export function drawGrid(picture, { grid, size, colourOf }) {
  const layer = find(picture, ".grid-drawings", SVGElement);
  /** @type {Map<string, second_chance.Cell[]>} */
  const found = new Map();
  [...grid].forEach((mark, square) => {
    if (mark !== ".") found.set(mark, [...(found.get(mark) ?? []), [Math.floor(square / size), square % size]]);
  });
  const isFirst = picture.dataset.drawn === undefined;
  const known = new Map([...layer.children].map((child) => [child.dataset.letter ?? "", child]));
  for (const [letter, child] of known) {
    if (JSON.stringify(found.get(letter)) !== child.dataset.cells) {
      child.remove();
      known.delete(letter);
    }
  }
  for (const [letter, cells] of found) {
    let drawing = known.get(letter);
    if (!drawing) {
      drawing = letter === "1" ? one(cells[0]) : pencilDrawing(cells);
      drawing.dataset.letter = letter;
      drawing.dataset.cells = JSON.stringify(cells);
      drawing.classList.toggle("is-new", !isFirst);
      layer.append(drawing);
    }
    drawing.dataset.colour = String(colourOf(letter));
  }
  picture.dataset.drawn = "";
}

/** @param {second_chance.Cell} cell */
function one([row, column]) {
  const text = svg("text", { class: "one-figure", x: column + 0.5, y: row + 0.78, "text-anchor": "middle" });
  text.textContent = "1";
  return svg("g", { class: "one" }, svg("rect", { class: "one-square", x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, rx: 0.2 }), text);
}
