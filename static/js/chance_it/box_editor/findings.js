// What computer players have found out about a box, in pictures and one sentence each, beside the house box.

import { icon, part, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { boxCard } from "../box.js";

/** @typedef {{bought: number, discarded: number, used: number, won: number}} Of */
/** @typedef {{games: number, rounds: number, usual: [number, number], lengths: [number, number][], endings: Record<string, number>, places: number[], cards: Record<string, Of>}} Figures */
/** @typedef {{cards: (Partial<chance_it.Card> & {id: string})[]}} Box */

const MOST_CARDS = 3;
// A card that was hardly ever bought says nothing about whoever buys it.
const OFTEN = 0.02;
// Two rounds a bar, so that few games give a quiet picture too; the last one has all that are longer.
const BARS = 20;
const ROUNDS = Array.from({ length: BARS }, (_, bar) => (bar % 5 === 0 ? String(2 * bar) : bar === BARS - 1 ? `${2 * bar}+` : ""));

/** @param {Figures} own @param {Figures | null} house @param {Box} box @param {Box} houseBox */
export function drawFindings(own, house, box, houseBox) {
  redraw(part("found"), [own, house], () => [
    piece("found-legend"),
    finding("length", [bars(lengths(own), house && lengths(house)), axis(ROUNDS)], {
      words: { rounds: number(own.rounds), low: own.usual[0], high: own.usual[1] },
      house: house && { rounds: number(house.rounds) },
    }),
    finding("ending", [bars(shares(own), house && shares(house)), axis([icon("star"), icon("heart"), "–"])], {
      words: endings(own),
      house: house && endings(house),
    }),
    finding("place", [bars(own.places, house?.places ?? null), axis(own.places.map((_share, place) => String(place + 1)))], {
      words: { shares: own.places.map(percent).join(" · "), fair: percent(1 / own.places.length) },
      house: house && { shares: house.places.map(percent).join(" · ") },
    }),
    ...cards(own, house, box, houseBox),
  ]);
}

/** @param {string} name @param {Node[]} picture @param {{words: Record<string, unknown>, house?: Record<string, unknown> | null}} told */
function finding(name, picture, { words, house = null }) {
  const element = piece("finding", { title: sentence(`found_${name}`) });
  slot(element, "picture").append(...picture);
  const lines = [sentence(`found_${name}_words`, words)];
  if (house) lines.push(sentence(`found_${name}_house`, house));
  slot(element, "told").textContent = lines.join(" ");
  return element;
}

/** @param {Figures} own @param {Figures | null} house @param {Box} box @param {Box} houseBox */
function cards(own, house, box, houseBox) {
  /** @param {Figures | null} of @param {"bought" | "discarded"} what */
  const sum = (of, what) => (of ? number(Object.values(of.cards).reduce((all, card) => all + card[what], 0)) : "?");
  /** @param {"bought" | "discarded" | "won"} what @param {Figures} of @param {Box} from */
  const best = (what, of, from) =>
    from.cards
      .filter(({ id }) => of.cards[id] && (what !== "won" || of.cards[id].bought >= OFTEN))
      .sort((one, other) => of.cards[other.id][what] - of.cards[one.id][what])
      .slice(0, MOST_CARDS);
  return /** @type {("bought" | "discarded" | "won")[]} */ (["bought", "discarded", "won"]).map((what) => {
    const first = best(what, own, box);
    const row = document.createElement("div");
    row.className = "found-cards";
    row.append(...first.map(boxCard));
    if (what !== "won") return finding(what, [row], { words: { own: sum(own, what), house: sum(house, what) } });
    const top = house && best("won", house, houseBox)[0];
    const words = { share: first[0] ? percent(own.cards[first[0].id].won) : "?", house: top && house ? percent(house.cards[top.id].won) : "?" };
    return finding(what, [row], { words });
  });
}

/** @param {number} value */
const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
/** @param {number} share */
const percent = (share) => number(Math.round(100 * share));
/** @param {Figures} of */
const endings = ({ endings: all }) => ({
  stars: percent(all.stars ?? 0),
  last_heart: percent(all.last_heart ?? 0),
  nobody: percent((all.nobody ?? 0) + (all.endless ?? 0)),
});
/** @param {Figures} of */
const shares = ({ endings: all }) => [all.stars ?? 0, all.last_heart ?? 0, (all.nobody ?? 0) + (all.endless ?? 0)];

// Games by their rounds.
/** @param {Figures} of */
function lengths({ lengths: counted, games }) {
  const found = Array.from({ length: BARS }, () => 0);
  for (const [rounds, count] of counted) found[Math.min(found.length - 1, Math.floor(rounds / 2))] += count / games;
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

// Bars, and beside each a thin one for the house box.
/** @param {number[]} values @param {number[] | null} house */
function bars(values, house) {
  const most = Math.max(0.01, ...values, ...(house ?? []));
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 200 60");
  const width = 200 / values.length;
  values.forEach((value, index) => {
    picture.append(bar(index * width + width * 0.12, width * 0.5, value / most, "is-own"));
    if (house) picture.append(bar(index * width + width * 0.66, width * 0.22, (house[index] ?? 0) / most, "is-house"));
  });
  return picture;
}

// What each bar is, below it.
/** @param {(string | Node)[]} labels */
function axis(labels) {
  const element = document.createElement("div");
  element.className = "finding-axis";
  for (const label of labels) {
    const place = document.createElement("span");
    place.append(label);
    element.append(place);
  }
  return element;
}

/** @param {number} x @param {number} width @param {number} share @param {string} name */
function bar(x, width, share, name) {
  const element = document.createElementNS(SVG, "rect");
  const height = Math.max(0.6, 58 * share);
  for (const [key, value] of Object.entries({ x, y: 60 - height, width, height, rx: Math.min(2, width / 4), class: name })) {
    element.setAttribute(key, String(value));
  }
  return element;
}
