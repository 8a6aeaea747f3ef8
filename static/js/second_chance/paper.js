// The own grid under the thumb: what is drawn, the tile that is about to be, and where it may lie.
//
// A picture, and over it the same squares as a grid for the keyboard and for screen readers:
// .paper
//   svg.grid                       paper, drawings, places, the tile
//   .squares[role=grid] > .row > .square[role=gridcell]

import { find } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { drawGrid, newGrid } from "./grid.js";
import { handleOf, pencilDrawing, svg } from "./tiles.js";

/** @param {HTMLElement} paper @param {number} size */
function lay(paper, size) {
  const picture = newGrid(size);
  const edge = find(picture, ".grid-edge", SVGElement);
  edge.before(svg("g", { class: "places" }), svg("g", { class: "ghost" }));
  const squares = document.createElement("div");
  squares.className = "squares";
  squares.setAttribute("role", "grid");
  squares.setAttribute("aria-label", sentence("paper_label"));
  squares.setAttribute("aria-describedby", "paper-keys");
  squares.setAttribute("aria-rowcount", size);
  squares.setAttribute("aria-colcount", size);
  for (let row = 0; row < size; row += 1) {
    const line = document.createElement("div");
    line.className = "row";
    line.setAttribute("role", "row");
    line.setAttribute("aria-rowindex", row + 1);
    for (let column = 0; column < size; column += 1) {
      const square = document.createElement("div");
      square.className = "square";
      square.setAttribute("role", "gridcell");
      square.setAttribute("aria-colindex", column + 1);
      square.dataset.row = String(row);
      square.dataset.column = String(column);
      line.append(square);
    }
    squares.append(line);
  }
  paper.replaceChildren(picture, squares);
  paper.dataset.size = String(size);
}

// `mark` is the square where the 1 would be written; `focus` the square that the keyboard is on.
/**
 * @param {HTMLElement} paper
 * @param {{view: second_chance.View, seat: number, colourOf: (letter: string) => number, placing: second_chance.Placing, isPlacing: boolean,
 *   areShown: boolean, mark: second_chance.Cell | null, open: string | null, focus: second_chance.Cell | null}} drawn
 */
export function drawPaper(paper, { view, seat, colourOf, placing, isPlacing, areShown, mark, open, focus }) {
  if (Number(paper.dataset.size) !== view.size) lay(paper, view.size);
  const picture = find(paper, "svg", SVGElement);
  const { grid } = view.players[seat];
  drawGrid(picture, { grid, size: view.size, colourOf });
  const lies = isPlacing ? placing.squares : mark ? [mark] : [];
  const isGood = isPlacing ? placing.isOpen : true;
  drawGhost(find(picture, ".ghost", SVGElement), isPlacing ? placing : null, mark, isGood);
  drawPlaces(find(picture, ".places", SVGElement), placesOf());
  drawSquares(find(paper, ".squares"), view, grid, lies, isGood, focus);

  /** @returns {second_chance.Cell[]} */
  function placesOf() {
    if (isPlacing && areShown) {
      const [row, column] = placing.cells.length ? handleOf(placing.cells) : [0, 0];
      return placing.corners.map(([top, left]) => [top + row, left + column]);
    }
    if (!open) return [];
    return [...open].flatMap((digit, square) => (digit === "1" ? [[Math.floor(square / view.size), square % view.size]] : []));
  }
}

/** @param {SVGElement} layer @param {second_chance.Placing | null} placing @param {second_chance.Cell | null} mark @param {boolean} isGood */
function drawGhost(layer, placing, mark, isGood) {
  /** @type {second_chance.Cell[] | null} */
  const cells = placing?.at ? placing.cells : mark ? [[0, 0]] : null;
  const at = placing?.at ?? mark;
  const key = JSON.stringify([cells, Boolean(mark)]);
  if (layer.dataset.cells !== key) {
    layer.dataset.cells = key;
    layer.replaceChildren();
    if (cells) layer.append(pencilDrawing(cells));
    if (cells && mark) {
      const figure = svg("text", { class: "one-figure", x: 0.5, y: 0.78, "text-anchor": "middle" });
      figure.textContent = "1";
      layer.append(figure);
    }
  }
  layer.setAttribute("class", `ghost ${isGood ? "is-good" : "is-bad"}`);
  if (cells && at) layer.style.transform = `translate(${at[1]}px, ${at[0]}px)`;
}

/** @param {SVGElement} layer @param {second_chance.Cell[]} places */
function drawPlaces(layer, places) {
  const key = JSON.stringify(places);
  if (layer.dataset.places === key) return;
  layer.dataset.places = key;
  layer.replaceChildren(...places.map(([row, column]) => svg("circle", { class: "place-dot", cx: column + 0.5, cy: row + 0.5, r: 0.17 })));
}

/** @param {HTMLElement} squares @param {second_chance.View} view @param {string} grid @param {second_chance.Cell[]} lies @param {boolean} isGood @param {second_chance.Cell | null} focus */
function drawSquares(squares, { size, letters }, grid, lies, isGood, focus) {
  const covered = new Set(lies.map(([row, column]) => row * size + column));
  const middle = Math.floor(size / 2);
  const [focusRow, focusColumn] = focus ?? [middle, middle];
  let square = 0;
  for (const element of squares.querySelectorAll(".square")) {
    const label = labelOf(grid[square], letters.indexOf(grid[square]), square === middle * size + middle);
    const here = covered.has(square) ? sentence(isGood ? "square_here_good" : "square_here_bad") : "";
    const text = [label, here].filter(Boolean).join(", ");
    if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
    element.tabIndex = square === focusRow * size + focusColumn ? 0 : -1;
    square += 1;
  }
}

/** @param {string} mark @param {number} round @param {boolean} isCentre */
function labelOf(mark, round, isCentre) {
  if (mark === ".") return sentence(isCentre ? "square_centre" : "square_empty");
  if (mark === "1") return sentence("square_one");
  return round === 0 ? sentence("square_start") : sentence("square_round", { round });
}

// Moves the keyboard to a square, if it is on the paper at all.
/** @param {HTMLElement} paper @param {second_chance.Cell} square */
export function focusSquare(paper, [row, column]) {
  if (!paper.contains(document.activeElement)) return;
  paper.querySelector(`[data-row="${row}"][data-column="${column}"]`)?.focus({ preventScroll: true });
}

// Where a pointer is, in squares from the corner of the grid, with fractions.
/** @param {HTMLElement} paper @param {{clientX: number, clientY: number}} pointer @returns {second_chance.Cell} */
export function pointedAt(paper, { clientX, clientY }) {
  const box = find(paper, ".squares").getBoundingClientRect();
  const size = Number(paper.dataset.size);
  return [((clientY - box.top) / box.height) * size, ((clientX - box.left) / box.width) * size];
}
