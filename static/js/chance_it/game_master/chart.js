// Tokens of everybody over the rounds, as a drawing of lines. Each line ends with its player's sign: colour is not alone.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 800;
const HEIGHT = 300;
const LEFT = 44;
const RIGHT = 40;
const TOP = 16;
const BOTTOM = 36;

/** @param {string} name @param {Record<string, string | number>} attributes @param {number} [text] */
function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = String(text);
  return made;
}

// What everybody had after each round: [[{stars, hearts, coins} by seat] by round], the start first.
/** @param {chance_it.Event[]} events @param {number} players @param {chance_it.Options} options */
export function historyOf(events, players, { hearts = 0, coins = 0 }) {
  let now = Array.from({ length: players }, () => ({ stars: 0, hearts, coins }));
  const history = [];
  for (const event of events) {
    if (event.event === "token_changed") {
      now = now.map((tokens, seat) => (seat === event.seat ? { ...tokens, [event.token]: event.left } : tokens));
    } else if (event.event === "round_began") {
      history.push(now);
    }
  }
  return [...history, now];
}

// `series` are lists of numbers, one a player; `signs` their colours. `goal` is drawn as a line if it is given.
/** @param {number[][]} series @param {number[]} signs @param {string} label @param {number | null} [goal] */
export function chart(series, signs, label, goal = null) {
  const rounds = series[0].length - 1;
  const most = Math.max(goal ?? 0, 5, ...series.flat());
  /** @param {number} round */
  const x = (round) => LEFT + (round / Math.max(1, rounds)) * (WIDTH - LEFT - RIGHT);
  /** @param {number} count */
  const y = (count) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - TOP - BOTTOM);
  const drawing = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "chart-drawing" });
  const step = most > 30 ? 10 : 5;
  for (let count = 0; count <= most; count += step) {
    drawing.append(element("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(count), y2: y(count), class: "chart-line" }));
    drawing.append(element("text", { x: LEFT - 10, y: y(count) + 6, class: "chart-figure", "text-anchor": "end" }, count));
  }
  const every = Math.max(1, Math.ceil(rounds / 10));
  for (let round = 0; round <= rounds; round += every) {
    drawing.append(element("text", { x: x(round), y: HEIGHT - 8, class: "chart-figure", "text-anchor": "middle" }, round));
  }
  if (goal !== null) drawing.append(element("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(goal), y2: y(goal), class: "chart-goal" }));
  /** @type {{colour: number, y: number}[]} */
  const ends = [];
  series.forEach((counts, seat) => {
    // Lines that lie on each other are drawn a little apart.
    const shift = (seat - (series.length - 1) / 2) * 2.2;
    const points = counts.map((count, round) => `${x(round)},${y(count) + shift}`).join(" ");
    drawing.append(element("polyline", { points, class: "chart-under" }));
    drawing.append(element("polyline", { points, class: "chart-series", "data-colour": signs[seat] }));
    ends.push({ colour: signs[seat], y: y(counts[rounds]) + shift });
  });
  const size = 26;
  ends.sort((one, other) => one.y - other.y);
  for (let index = 1; index < ends.length; index += 1) ends[index].y = Math.max(ends[index].y, ends[index - 1].y + size * 0.82);
  const over = Math.max(0, (ends.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM + 6));
  for (const end of ends) {
    drawing.append(element("use", { href: `#shape-${end.colour}`, x: x(rounds) + 6, y: end.y - over - size / 2, width: size, height: size }));
  }
  return drawing;
}
