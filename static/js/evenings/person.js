// Somebody's page: pictures of the numbers that stand beside them.

import { find } from "../shared/pieces.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{ places: number[], line: number[], shares: { name: string, share: number }[] }} Drawn */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

// A column for each place, the count above it.
/** @param {SVGElement} svg @param {number[]} places */
function drawPlaces(svg, places) {
  const most = Math.max(...places, 1);
  const wide = 240 / Math.max(places.length, 3);
  places.forEach((count, index) => {
    const high = (count / most) * 76;
    const x = index * wide + wide / 2;
    svg.append(
      shape("rect", { class: `column is-${index + 1}`, x: x - wide * 0.36, y: 96 - high, width: wide * 0.72, height: high, rx: 4 }),
      shape("text", { class: "count", x, y: 91 - high }, String(count)),
      shape("text", { class: "place", x, y: 114 }, `${index + 1}.`),
    );
  });
}

// One bar, divided.
/** @param {SVGElement} svg @param {Drawn["shares"]} shares */
function drawShares(svg, shares) {
  let x = 0;
  for (const { name, share } of shares) {
    svg.append(shape("rect", { class: `share is-${name}`, x, y: 0, width: share * 240, height: 48 }));
    x += share * 240;
  }
  svg.append(shape("rect", { class: "frame", x: 0, y: 0, width: 240, height: 48, rx: 6 }));
}

// From game to game, with the line at which everybody begins.
/** @param {SVGElement} svg @param {number[]} line */
function drawLine(svg, line) {
  const least = Math.min(...line, 1000);
  const most = Math.max(...line, 1000, least + 1);
  /** @param {number} rating */
  const y = (rating) => 108 - ((rating - least) / (most - least)) * 96;
  const points = line.map((rating, index) => `${(index / (line.length - 1)) * 232 + 4},${y(rating)}`);
  svg.append(
    shape("line", { class: "beginning", x1: 0, x2: 240, y1: y(1000), y2: y(1000) }),
    shape("polyline", { class: "rating", points: points.join(" ") }),
  );
  const [x, last] = points[points.length - 1].split(",");
  svg.append(shape("circle", { class: "now", cx: x, cy: last, r: 6 }));
}

/** @type {Record<string, Drawn>} */
const drawn = JSON.parse(find(document, "#drawn").textContent ?? "{}");

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-game]"))) {
  const own = drawn[section.dataset.game ?? ""];
  for (const svg of section.getElementsByTagNameNS(SVG, "svg")) {
    if (!(svg instanceof SVGElement)) continue;
    svg.setAttribute("viewBox", svg.dataset.picture === "shares" ? "-2 -2 244 52" : "0 0 240 120");
    if (svg.dataset.picture === "places") drawPlaces(svg, own.places);
    if (svg.dataset.picture === "shares") drawShares(svg, own.shares);
    if (svg.dataset.picture === "line") drawLine(svg, own.line);
  }
}
