// Dice that tumble: cubes thrown over the table, bouncing and turning until they show the numbers that were rolled, and then
// laid at their rows. Everything is over when the time is.

import { icon } from "../../shared/pieces.js";
import { isStill, part } from "../../table/game_master/parts.js";
import { placeAt } from "./action_board.js";

// How to turn the cube so that a face looks at us: degrees round the x and the y axis.
/** @type {Record<number, [number, number]>} */
const TURNS = { 1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180] };
const THROWN = 0.66; // the part of the time in which dice tumble
const LAID = 0.8; // from here on they are carried to their rows
const FRAMES = 36;

function cube() {
  const element = document.createElement("div");
  element.className = "thrown-die";
  const shadow = document.createElement("span");
  shadow.className = "thrown-shadow";
  const body = document.createElement("div");
  body.className = "cube";
  for (let face = 1; face <= 6; face += 1) {
    const side = document.createElement("div");
    side.className = "cube-face";
    side.dataset.face = String(face);
    side.append(icon(`die-${face}`));
    body.append(side);
  }
  element.append(shadow, body);
  return { element, shadow, body };
}

/** @param {number} least @param {number} most */
const between = (least, most) => least + Math.random() * (most - least);
/** @param {number} t */
const slowing = (t) => 1 - (1 - t) ** 3;

// How high a die is, from 1 to 0, with three bounces that get lower.
/** @param {number} t */
function height(t) {
  if (t < 0.34) return 1 - (t / 0.34) ** 2;
  if (t < 0.64) return 0.42 * (1 - ((t - 0.49) / 0.15) ** 2);
  if (t < 0.86) return 0.15 * (1 - ((t - 0.75) / 0.11) ** 2);
  return 0;
}

// Spots for so many dice in the tray, apart from each other, in pixels.
/** @param {number} count @param {DOMRect} tray @param {number} size */
function spots(count, tray, size) {
  const across = Math.min(size * 1.5, tray.width / count);
  const left = tray.left + tray.width / 2 - (across * (count - 1)) / 2;
  return Array.from({ length: count }, (_, index) => ({
    x: left + index * across + between(-0.08, 0.08) * size,
    y: tray.top + tray.height * 0.55 + between(-0.15, 0.15) * size,
  }));
}

// `numbers` as rolled; `start(index)` gives where the dice come from, `places` which place of its row each gets.
/**
 * @param {number[]} numbers
 * @param {{start: (index: number) => {x: number, y: number}, places: number[], milliseconds: number}} how
 */
export function throwDice(numbers, { start, places, milliseconds }) {
  clearDice();
  if (isStill() || !milliseconds || document.hidden) return;
  const layer = part("dice-layer");
  const size = parseFloat(getComputedStyle(layer).getPropertyValue("--thrown-size")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const tray = part("stage").getBoundingClientRect();
  const rests = spots(numbers.length, tray, size);
  numbers.forEach((number, index) => {
    const { element, shadow, body } = cube();
    layer.append(element);
    const from = start(index);
    const rest = rests[index];
    const home = placeAt(number, places[index]);
    const [restX, restY] = TURNS[number];
    const turns = { x: between(2, 4) * (index % 2 ? 1 : -1), y: between(2, 4), z: between(-0.9, 0.9) };
    const lie = between(-14, 14);
    const drop = between(4.2, 5.6) * size;
    const late = index * 0.035; // not all at the very same moment
    /** @type {Keyframe[]} */
    const place = [];
    /** @type {Keyframe[]} */
    const turn = [];
    /** @type {Keyframe[]} */
    const dark = [];
    for (let frame = 0; frame <= FRAMES; frame += 1) {
      const t = Math.min(1, Math.max(0, (frame / FRAMES - late) / (1 - late - 0.02 * (numbers.length - index))));
      const high = height(t);
      const way = slowing(t);
      const x = from.x + (rest.x - from.x) * way;
      const y = from.y + (rest.y - from.y) * way;
      const offset = (frame / FRAMES) * THROWN;
      place.push({ offset, transform: `translate(${x}px, ${y - high * drop * 0.35}px) scale(${0.85 + 0.15 * way + high * 0.35})` });
      const left = (1 - slowing(Math.min(1, t * 1.12))) * 360;
      turn.push({
        offset,
        transform: `rotateX(-12deg) rotateY(8deg) rotateZ(${lie + turns.z * left}deg) rotateX(${restX + Math.round(turns.x) * left}deg) rotateY(${restY + Math.round(turns.y) * left}deg)`,
      });
      dark.push({ offset, transform: `translateY(${high * drop * 0.35}px) scale(${1 + high * 0.6})`, opacity: 0.55 - high * 0.35 });
    }
    const lying = place[FRAMES].transform;
    const shown = turn[FRAMES].transform;
    const flat = `rotateX(0deg) rotateY(0deg) rotateZ(0deg) rotateX(${restX}deg) rotateY(${restY}deg)`;
    place.push({ offset: LAID, transform: lying, easing: "cubic-bezier(.45, 0, .2, 1)" });
    place.push({ offset: 1, transform: `translate(${home.x}px, ${home.y}px) scale(${home.size / size})` });
    turn.push({ offset: LAID, transform: shown, easing: "ease-in-out" }, { offset: 1, transform: flat });
    dark.push({ offset: LAID, transform: "none", opacity: 0.55 }, { offset: 1, transform: "none", opacity: 0.2 });
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: milliseconds, fill: "forwards" };
    element.animate(place, timing);
    body.animate(turn, timing);
    shadow.animate(dark, timing);
  });
}

export function clearDice() {
  for (const element of part("dice-layer").querySelectorAll(".thrown-die")) element.remove();
}

// The dice of a roll, thrown from the hand of whoever has them, or from row 1.
/** @param {chance_it.Step} step @param {chance_it.View} view @param {number} milliseconds */
export function throwStep(step, view, milliseconds) {
  const event = step.events.find((one) => one.event === "dice_rolled" || one.event === "dice_rerolled");
  if (!event) return;
  const isReroll = step.kind === "reroll";
  // Each comes to lie behind what is already at its row.
  const lying = view.dice.filter((_, place) => !view.in_work.includes(place));
  /** @param {number[]} dice @param {number} number */
  const count = (dice, number) => dice.filter((die) => die === number).length;
  const places = event.dice.map((number, index) => count(lying, number) + count(event.dice.slice(0, index), number));
  const hand = part("players").children[event.starter]?.getBoundingClientRect() ?? { left: 0, width: innerWidth, top: innerHeight };
  /** @param {number} index */
  const start = (index) => {
    if (isReroll) return placeAt(1, index);
    return { x: hand.left + hand.width / 2 + (index - 2) * 8, y: hand.top };
  };
  throwDice(event.dice, { start, places, milliseconds });
}
