// Reaching for the dice: who grabs them first, the roll, the reroll of the 1s.

import { icon, piece, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";

/** @type {Record<string, string>} */
const TITLES = { start: "grab", roll: "throw", reroll: "reroll" };

/** @param {chance_it.Playing} app */
export function throwScene({ view }) {
  const what = TITLES[view.can[0].do];
  const scene = piece("scene-throw", {
    title: sentence(`${what}_title`),
    note: sentence(`${what}_note`, { round: view.round }),
  });
  slot(scene, "dice").append(...bigDice(what === "reroll" ? view.in_work.map((place) => view.dice[place]) : [5, 2, 6, 3, 4]));
  return scene;
}

/** @param {number[]} dice */
export function bigDice(dice, isTumbling = false) {
  return dice.map((die) => {
    const picture = icon(`die-${die}`, "die");
    picture.classList.remove("icon");
    picture.classList.toggle("is-tumbling", isTumbling);
    return picture;
  });
}
