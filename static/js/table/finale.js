// The end of a game: third, second, first, one after the other, and then what to remember of it.

import { find, icon, slot } from "../shared/pieces.js";
import { hasSentence, list, sentence } from "../shared/sentences.js";

// After so many milliseconds the first has come up.
export const FIRST = 2900;

// On a phone whose owner cannot begin another game: the wish for one.
/** @param {HTMLElement} scene @param {{table: table.Table, wished: number}} app */
export function drawWish(scene, { table, wished }) {
  const wish = scene.querySelector("[data-wish]");
  if (!wish) return;
  const isWished = wished === table.games;
  wish.toggleAttribute("hidden", !table.fun);
  find(wish, "button").setAttribute("aria-disabled", String(isWished));
  slot(scene, "wish").textContent = sentence(isWished ? "again_wished" : "again");
}

// When the end of a game was shown first, by which game of the table it was.
/** @type {Map<number, number>} */
const began = new Map();

// Lets the places in `element` come up. Drawn again meanwhile they go on from where they were: see pieces.css.
/** @param {HTMLElement} element @param {{games: number}} table */
export function tellFinale(element, { games }) {
  if (element.dataset.finale === String(games)) return;
  if (!began.has(games)) began.set(games, performance.now());
  element.classList.add("finale");
  element.dataset.finale = String(games);
  element.style.setProperty("--told", `${Math.round(performance.now() - (began.get(games) ?? 0))}ms`);
}

/** @type {table.Highlights} */
const NONE = { highlights: [], best: null };

// Gives {look(table), all()}: the highlights are asked for once a game, and `changed` is called when they have come.
/** @param {{highlights(): Promise<table.Highlights | null>}} socket @param {() => void} changed */
export function newHighlights(socket, changed) {
  /** @type {table.Highlights} */
  let known = NONE;
  /** @type {number | null} */
  let asked = null;

  return {
    /** @param {{games: number, status: string}} table */
    async look({ games, status }) {
      const game = status === "over" ? games : null;
      if (game === asked) return;
      asked = game;
      known = NONE;
      if (game === null) return;
      const found = (await socket.highlights()) ?? NONE;
      if (asked !== game) return;
      known = found;
      changed();
    },
    all: () => known,
  };
}

// Into what `root` has for them, hidden as long as there are none.
/** @param {HTMLElement} root @param {table.Highlights} found @param {table.Who} who */
export function drawHighlights(root, { highlights, best }, who) {
  const lines = [...highlightLines(highlights, who), ...(best ? [guesserLine(best)] : [])];
  slot(root, "highlights-panel").hidden = !lines.length;
  slot(root, "highlights").replaceChildren(...lines);
}

// Each with its title and who it was, in the words of the game.
/** @param {protocol.message.Highlight[]} highlights @param {table.Who} who */
function highlightLines(highlights, who) {
  return highlights
    .filter(({ what }) => hasSentence(`highlight_${what}`))
    .map(({ what, seats, count }) => {
      const whose = sentence(`highlight_${what}_whose`, { names: list(seats.map(who.name)), count });
      return honour(sentence(`highlight_${what}`), whose, seats.map(who.colour));
    });
}

// Also those may have guessed best who had no seat in this game.
/** @param {protocol.message.BestGuessers} best */
function guesserLine({ names, colours, right, of }) {
  return honour(sentence("best_guesser"), sentence("best_guesser_whose", { names: list(names), right, of }), colours);
}

/** @param {string} title @param {string} whose @param {number[]} colours */
function honour(title, whose, colours) {
  const line = document.createElement("li");
  const what = document.createElement("b");
  what.textContent = title;
  const who = document.createElement("span");
  who.textContent = whose;
  line.append(...colours.map((colour) => icon(`shape-${colour}`)), what, who);
  return line;
}
