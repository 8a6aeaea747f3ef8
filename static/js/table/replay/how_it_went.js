// How a game went that is over. The server finds it out beside the tables that are played, and says how far it has come.

import { part, piece, showIcon, slot } from "../../shared/pieces.js";
import { list, percent, sentence } from "../../shared/sentences.js";
import { chart } from "../chart.js";
import { bringLater } from "../later.js";
import { keptFile } from "./kept.js";
import { inOneSentence, inSigns } from "./what_mattered.js";

const page = part("went");
const { data: address = "", again = "", laterOf = "" } = page.dataset;
const narrow = matchMedia("(max-width: 40rem)");

class Refused extends Error {}

/** @param {string} url @param {RequestInit} [how] */
async function ask(url, how) {
  const answer = await fetch(url, how).catch(() => null);
  const read = await answer?.json().catch(() => null);
  if (read && !read.refused) return read;
  const said = read?.refused;
  throw new Refused(said ? (said.line ? sentence("in_line", said) : said.sentence) : sentence("not_reached"));
}

// Of a table, or of the file that was dropped in this window; asked again until all is found out.
/** @returns {Promise<table.Went>} */
async function fetchAll() {
  if ("table" in page.dataset) {
    for (;;) {
      const told = await ask(address);
      if (told.found) return told;
      progress(told);
    }
  }
  const file = keptFile();
  if (file === null) throw new Refused(sentence("no_file"));
  const token = /** @type {HTMLInputElement} */ (document.querySelector('[name="csrfmiddlewaretoken"]')).value;
  const headers = { "X-CSRFToken": token, "Content-Type": "text/plain; charset=utf-8" };
  const bring = () => ask(address, { method: "POST", body: file, headers });
  let told = await bring();
  while (!told.found) {
    progress(told);
    const further = await ask(`${address}?look=${told.look}`).catch(() => null);
    told = further ? { ...told, ...further } : await bring(); // another process may not know of it
  }
  return told;
}

/** @param {{done: number, of: number}} told */
function progress({ done, of }) {
  const bar = part("progress", HTMLProgressElement);
  if (!of) return;
  bar.max = of;
  bar.value = done;
}

/** @param {table.Went} went */
function draw({ names, colours, found }) {
  part("names").textContent = list(names);
  const drawChart = () => part("chart").replaceChildren(chartOf(names, colours, found));
  narrow.addEventListener("change", drawChart);
  drawChart();
  part("players").replaceChildren(...names.map((name, seat) => player(name, colours[seat], found.accounts[seat], found.decisions[seat])));
  for (const name of ["chart-panel", "note"]) part(name).hidden = false;
}

/** @param {string[]} names @param {number[]} colours @param {table.LookedBack} found */
function chartOf(names, colours, { rounds }) {
  const series = names.map((_name, seat) => rounds.map(({ chances }) => chances[seat]));
  const label = names.map((name, seat) => sentence("chances_of", { name, chances: list(series[seat].map(percent)) })).join(". ");
  const below = rounds.map(({ round }, index) => (index === rounds.length - 1 ? "" : round));
  return chart(series, colours, label, null, { width: narrow.matches ? 420 : 800, left: 66, most: 100, step: 25, figure: percent, rounds: below });
}

/** @param {string} name @param {number} colour @param {table.Account} account @param {table.Decision[]} decisions */
function player(name, colour, account, decisions) {
  const { start, end, choices, luck, others } = account;
  const element = piece("went-player", { name, "from-to": sentence("from_to", { start: percent(start), end: percent(end) }) });
  element.dataset.colour = String(colour);
  showIcon(slot(element, "shape", SVGElement), `shape-${colour}`);
  slot(element, "luck").textContent = inOneSentence(name, account);
  for (const [what, points] of Object.entries({ choices, dice: luck, others })) drawPoints(slot(element, what), points);
  slot(element, "decisions").append(...decisions.map(decision));
  slot(element, "judged").hidden = !decisions.some(({ is_mistake: isMistake }) => isMistake);
  slot(element, "nothing").hidden = decisions.length > 0;
  return element;
}

// A bar from the middle, to the right for what was won and to the left for what was lost.
/** @param {HTMLElement} place @param {number} points */
function drawPoints(place, points) {
  const bar = document.createElement("span");
  bar.className = points < 0 ? "went-bar is-loss" : "went-bar";
  bar.style.inlineSize = `${Math.min(100, Math.abs(points)) / 2}%`;
  bar.setAttribute("aria-hidden", "true");
  const words = document.createElement("b");
  words.textContent = inSigns(points);
  place.append(bar, words);
}

/** @param {table.Decision} decision */
function decision({ at, round, did, had, better, best, won, is_mistake: isMistake }) {
  const isAlike = doing(did) === doing(better);
  const words = isMistake
    ? sentence(isAlike ? "missed_alike" : "missed", { did: doing(did), better: doing(better), had: percent(had), best: percent(best) })
    : sentence("brought", { did: doing(did), points: won, count: won });
  const line = piece("went-decision", { words });
  const link = slot(line, "link", HTMLAnchorElement);
  link.href = `${again}#${at}`;
  link.textContent = sentence("in_round", { round });
  return line;
}

/** @param {table.Done} done */
const doing = ({ what, values }) => sentence(`looked_${what}`, values);

async function begin() {
  try {
    const went = await fetchAll();
    page.dataset.later = laterOf.replace("GAME", went.game);
    await bringLater("replay").catch(() => {});
    draw(went);
    page.dataset.state = "open";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    slot(part("refused"), "text").textContent = error.message;
    part("refused").hidden = false;
    page.dataset.state = "refused";
  }
  part("waiting").hidden = true;
}

begin();
