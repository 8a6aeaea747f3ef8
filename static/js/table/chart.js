// What everybody had over the rounds, as a drawing of lines. Each line ends with its player's sign: colour is not alone.

const SVG = "http://www.w3.org/2000/svg";
const NARROWEST = 800;
const WIDEST = 2400;
const HEIGHT = 300;
const RIGHT = 40;
const TOP = 16;
const BOTTOM = 36;
const SIGN = 26;
const BESIDE = SIGN * 0.72; // those beside each other overlap a little
const BELOW = SIGN * 0.82;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string | number} [text] */
function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = String(text);
  return made;
}

// As wide as the place that it is drawn into, so that it fills it.
/** @param {Element} place */
export function widthFor({ clientWidth, clientHeight }) {
  return clientHeight ? Math.round(Math.min(WIDEST, Math.max(NARROWEST, (HEIGHT * clientWidth) / clientHeight))) : NARROWEST;
}

// The sign of each line stands where it ends; where there is one already, beside that, and so never above or below its line.
/** @param {{colour: number, y: number}[]} signs */
export function inColumns(signs) {
  /** @type {{colour: number, y: number, column: number}[]} */
  const placed = [];
  for (const sign of [...signs].sort((one, other) => one.y - other.y)) {
    let column = 0;
    while (placed.some((other) => other.column === column && Math.abs(other.y - sign.y) < BELOW)) column += 1;
    placed.push({ ...sign, column });
  }
  return placed;
}

// `series` are lists of numbers, one a player; `signs` their colours. `goal` is drawn as a line if it is given. `more`: how wide the
// drawing is, how far it goes up and in which steps, what stands at a number, and below each round.
/**
 * @param {number[][]} series @param {number[]} signs @param {string} label @param {number | null} [goal]
 * @param {{width?: number, left?: number, most?: number, step?: number, figure?: (count: number) => string, rounds?: (string | number)[]}} [more]
 */
export function chart(series, signs, label, goal = null, more = {}) {
  const { width = NARROWEST, left = 44, figure = String } = more;
  const rounds = series[0].length - 1;
  const most = more.most ?? Math.max(goal ?? 0, 5, ...series.flat());
  /** @param {number} count */
  const y = (count) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - TOP - BOTTOM);
  // Lines that lie on each other are drawn a little apart.
  /** @param {number} seat */
  const shift = (seat) => (seat - (series.length - 1) / 2) * 2.2;
  const ends = inColumns(series.map((counts, seat) => ({ colour: signs[seat], y: y(counts[rounds]) + shift(seat) })));
  const right = RIGHT + BESIDE * Math.max(...ends.map(({ column }) => column));
  /** @param {number} round */
  const x = (round) => left + (round / Math.max(1, rounds)) * (width - left - right);
  const drawing = element("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label, class: "chart-drawing" });
  const step = more.step ?? (most > 30 ? 10 : 5);
  for (let count = 0; count <= most; count += step) {
    drawing.append(element("line", { x1: left, x2: width - right, y1: y(count), y2: y(count), class: "chart-line" }));
    drawing.append(element("text", { x: left - 10, y: y(count) + 6, class: "chart-figure", "text-anchor": "end" }, figure(count)));
  }
  const every = Math.max(1, Math.ceil(rounds / (width / 80)));
  for (let round = 0; round <= rounds; round += every) {
    drawing.append(element("text", { x: x(round), y: HEIGHT - 8, class: "chart-figure", "text-anchor": "middle" }, more.rounds?.[round] ?? round));
  }
  if (goal !== null) drawing.append(element("line", { x1: left, x2: width - right, y1: y(goal), y2: y(goal), class: "chart-goal" }));
  series.forEach((counts, seat) => {
    const points = counts.map((count, round) => `${x(round)},${y(count) + shift(seat)}`).join(" ");
    drawing.append(element("polyline", { points, class: "chart-under" }));
    drawing.append(element("polyline", { points, class: "chart-series", "data-colour": signs[seat] }));
  });
  for (const { colour, y, column } of ends) {
    const place = { x: width - right + 6 + column * BESIDE, y: y - SIGN / 2, width: SIGN, height: SIGN };
    drawing.append(element("use", { href: `#shape-${colour}`, ...place }));
  }
  return drawing;
}
