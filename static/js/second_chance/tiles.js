// Tiles as lists of squares [row, column]: turned, mirrored, and drawn as a picture.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} [attributes] @param {...Element} children */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {second_chance.Cell[]} cells */
export const heightOf = (cells) => 1 + Math.max(...cells.map(([row]) => row));
/** @param {second_chance.Cell[]} cells */
export const widthOf = (cells) => 1 + Math.max(...cells.map(([, column]) => column));
/** @param {second_chance.Cell[]} cells */
const sorted = (cells) => [...cells].sort(([row, column], [otherRow, other]) => row - otherRow || column - other);

// A quarter to the right.
/** @param {second_chance.Cell[]} cells @returns {second_chance.Cell[]} */
export function turned(cells) {
  const height = heightOf(cells);
  return sorted(cells.map(([row, column]) => [column, height - 1 - row]));
}

/** @param {second_chance.Cell[]} cells @returns {second_chance.Cell[]} */
export function mirrored(cells) {
  const width = widthOf(cells);
  return sorted(cells.map(([row, column]) => [row, width - 1 - column]));
}

/** @param {second_chance.Cell[]} one @param {second_chance.Cell[]} other */
export const isSame = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

// The square by which a tile is held: the one nearest to its middle.
/** @param {second_chance.Cell[]} cells */
export function handleOf(cells) {
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  /** @param {second_chance.Cell} cell */
  const far = ([row, column]) => (row - middle[0]) ** 2 + (column - middle[1]) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) - 1e-6 ? cell : best));
}

// The lines of a drawing: its squares, and the edges round it.
/** @param {second_chance.Cell[]} cells */
export function linesOf(cells) {
  const has = new Set(cells.map(([row, column]) => `${row},${column}`));
  const edges = [];
  const inner = [];
  for (const [row, column] of cells) {
    if (!has.has(`${row - 1},${column}`)) edges.push(`M${column} ${row}h1`);
    if (!has.has(`${row + 1},${column}`)) edges.push(`M${column} ${row + 1}h1`);
    else inner.push(`M${column} ${row + 1}h1`);
    if (!has.has(`${row},${column - 1}`)) edges.push(`M${column} ${row}v1`);
    if (!has.has(`${row},${column + 1}`)) edges.push(`M${column + 1} ${row}v1`);
    else inner.push(`M${column + 1} ${row}v1`);
  }
  return { squares: cells.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join(""), edges: edges.join(""), inner: inner.join("") };
}

// Drawn with a pencil: the colour, the strokes in it, the edge. The colour comes from data-colour on it or around it.
/** @param {second_chance.Cell[]} cells */
export function pencilDrawing(cells) {
  const { squares, edges, inner } = linesOf(cells);
  return svg(
    "g",
    { class: "drawing" },
    svg("path", { class: "drawing-fill", d: squares }),
    svg("path", { class: "drawing-strokes", d: squares }),
    svg("path", { class: "drawing-inner", d: inner }),
    svg("path", { class: "drawing-edge", d: edges }),
  );
}

// A tile alone, in a square picture that keeps its scale however the tile is turned. `least`: how many squares at least.
/** @param {second_chance.Cell[]} cells @param {{least?: number, colour?: number | null}} [options] */
export function tilePicture(cells, { least = 4, colour = null } = {}) {
  const height = heightOf(cells);
  const width = widthOf(cells);
  const side = Math.max(height, width, least) + 0.4;
  const box = [(width - side) / 2, (height - side) / 2, side, side].join(" ");
  const picture = svg("svg", { class: "tile", viewBox: box, "aria-hidden": "true", focusable: "false" }, pencilDrawing(cells));
  if (colour !== null) picture.dataset.colour = String(colour);
  return picture;
}
