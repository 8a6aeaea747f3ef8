// Taking back to a line: the story, of which the host chooses one. What would be taken back is shown, and whose choices are
// lost; a second tap does it. Whatever happens at the table meanwhile, nothing is taken back but what was seen.

import { find, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { lostWords, takenBack } from "../consent.js";
import { isTakenBack } from "../pacing.js";
import { dialogOf, openDialog } from "./controls.js";

// `words` gives an event as a sentence, or null; `look` asks the server what would be taken back.
// Gives {open(here, number), draw(here), choose(number, here), chosen()}; `chosen` is the order that is carried out.
/**
 * @param {(event: any, who: table.Who) => string | null} words
 * @param {(before: number) => Promise<table.Answer>} look
 */
export function newLines(words, look) {
  /** @type {number | null} */
  let line = null; // that was chosen
  /** @type {number | null} */
  let asked = null; // the newest entry when the server was asked last
  /** @type {protocol.message.Undoing | null} */
  let seen = null; // what it has said
  let why = ""; // or why not

  /** @param {number | null} number */
  function forget(number) {
    [line, asked, seen, why] = [number, null, null, ""];
  }

  /** @param {table.Here & {told: number, number: number}} here */
  async function ask(here) {
    const [number, before] = [here.number, line];
    if (before === null || asked === number) return;
    asked = number;
    const answer = await look(before);
    if (line !== before || asked !== number) return;
    seen = answer.type === "undoing" ? answer : null;
    why = answer.type === "refused" ? answer.sentence : "";
    draw(here);
  }

  // What has been told so far, one line for each thing that somebody did.
  /** @param {table.Here & {told: number}} here */
  function linesOf({ entries, who, table, told }) {
    const done = entries.filter((entry) => entry.number <= told && entry.by !== "table" && entry.events.length && !isTakenBack(entry));
    return done.map((entry) => {
      const texts = entry.events.map((event) => words(event, who)).filter(Boolean);
      return { number: entry.number, what: takenBack({ by: entry.by, do: entry.do, moves: 1 }, table).first, text: texts.join(" ") };
    });
  }

  /** @param {table.Here & {told: number, number: number}} here */
  function draw(here) {
    const dialog = dialogOf("lines");
    if (!dialog.open) return;
    const lines = linesOf(here);
    if (line !== null && !lines.some(({ number }) => number === line)) forget(null);
    const list = slot(dialog, "lines");
    redraw(list, [lines, line], () => lines.map((one) => lineElement(one, line)));
    const isNew = seen !== null && seen.number === here.number;
    slot(dialog, "what").textContent = whatWords(here.table, lines.length);
    slot(dialog, "lost").textContent = seen ? lostWords(seen.taken_back, here.table) : "";
    slot(dialog, "asks").hidden = !seen?.asks;
    slot(dialog, "anew").hidden = !seen?.anew;
    slot(dialog, "refusal").textContent = why;
    find(dialog, '[data-action="undo-to"]').setAttribute("aria-disabled", String(!isNew || here.isTakingBack));
    ask(here);
  }

  /** @param {table.Table} table @param {number} count */
  function whatWords(table, count) {
    if (!seen) return line === null ? sentence(count ? "lines_how" : "lines_none") : "";
    const { taken_back: back } = seen;
    return sentence("take_back_what", { count: back.moves, first: takenBack(back, table).first });
  }

  return {
    draw,
    /** @param {table.Here & {told: number, number: number}} here @param {number} [number] */
    open(here, number) {
      forget(number ?? null);
      openDialog("lines");
      draw(here);
      const list = slot(dialogOf("lines"), "lines");
      const chosen = list.querySelector('[aria-pressed="true"]');
      if (chosen) chosen.scrollIntoView({ block: "center" });
      else list.scrollTop = list.scrollHeight;
    },
    /** @param {number} number @param {table.Here & {told: number, number: number}} here */
    choose(number, here) {
      forget(number);
      draw(here);
    },
    /** @returns {table.Order | null} */
    chosen: () => (seen && line !== null ? { do: "undo", before: line, seen: seen.number } : null),
  };
}

/** @param {{number: number, what: string, text: string}} line @param {number | null} chosen */
function lineElement({ number, what, text }, chosen) {
  const element = document.createElement("li");
  element.classList.toggle("is-lost", chosen !== null && number >= chosen);
  const button = document.createElement("button");
  button.dataset.action = "choose-line";
  button.dataset.number = button.dataset.key = String(number);
  button.setAttribute("aria-pressed", String(number === chosen));
  const name = document.createElement("b");
  name.textContent = what;
  const told = document.createElement("span");
  told.textContent = text;
  button.append(name, ...(text ? [" ", told] : []));
  element.append(button);
  return element;
}
