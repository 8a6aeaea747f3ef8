// The end of a game: third, second, first, one after the other, and then what to remember of it.

import { icon, slot } from "../shared/pieces.js";
import { hasSentence, list, sentence } from "../shared/sentences.js";

// After so many milliseconds the first has come up.
export const FIRST = 2900;

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

// Gives {look(table), all()}: the highlights are asked for once a game, and `changed` is called when they have come.
/** @param {{highlights(): Promise<protocol.message.Highlight[] | null>}} socket @param {() => void} changed */
export function newHighlights(socket, changed) {
  /** @type {protocol.message.Highlight[]} */
  let known = [];
  /** @type {number | null} */
  let asked = null;

  return {
    /** @param {{games: number, status: string}} table */
    async look({ games, status }) {
      const game = status === "over" ? games : null;
      if (game === asked) return;
      asked = game;
      known = [];
      if (game === null) return;
      const found = (await socket.highlights()) ?? [];
      if (asked !== game) return;
      known = found;
      changed();
    },
    all: () => known,
  };
}

// Into what `root` has for them, hidden as long as there are none.
/** @param {HTMLElement} root @param {protocol.message.Highlight[]} highlights @param {table.Who} who */
export function drawHighlights(root, highlights, who) {
  const lines = highlightLines(highlights, who);
  slot(root, "highlights-panel").hidden = !lines.length;
  slot(root, "highlights").replaceChildren(...lines);
}

// Each with its title and who it was, in the words of the game.
/** @param {protocol.message.Highlight[]} highlights @param {table.Who} who */
function highlightLines(highlights, who) {
  return highlights
    .filter(({ what }) => hasSentence(`highlight_${what}`))
    .map(({ what, seats, count }) => {
      const line = document.createElement("li");
      const title = document.createElement("b");
      title.textContent = sentence(`highlight_${what}`);
      const whose = document.createElement("span");
      whose.textContent = sentence(`highlight_${what}_whose`, { names: list(seats.map(who.name)), count });
      line.append(...seats.map((seat) => icon(`shape-${who.colour(seat)}`)), title, whose);
      return line;
    });
}
