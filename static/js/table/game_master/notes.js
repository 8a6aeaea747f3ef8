// Notes that come up over the table: what everybody should know, what was refused, who asks for a seat.

import { piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { countDown, takenBack } from "../consent.js";
import { part } from "./parts.js";

const SECONDS = 6;
let passing = [];
let asking = [];
let asked = null; // {at, stop, element}: the phones are asked whether something may be taken back

function draw() {
  redraw(part("notes"), [asking, passing, asked?.at], () => [
    ...(asked ? [asked.element] : []),
    ...(asking.length > 1 ? [piece("allow-all", { label: sentence("allow_all", { count: asking.length }) })] : []),
    ...asking.map((one) => {
      const note = piece("asking", { text: sentence("asks", { name: one.name }) });
      for (const button of note.querySelectorAll("button")) {
        button.dataset.ask = one.ask;
        button.dataset.key = `${button.dataset.action}-${one.ask}`;
      }
      return note;
    }),
    ...passing.map(({ text, isRefusal }) => {
      const note = piece("note", { text });
      note.classList.toggle("is-refusal", isRefusal);
      return note;
    }),
  ]);
}

export function note(text, { isRefusal = false } = {}) {
  const one = { text, isRefusal };
  passing = [...passing.filter((other) => other.text !== text).slice(-2), one];
  draw();
  setTimeout(() => {
    passing = passing.filter((other) => other !== one);
    draw();
  }, SECONDS * 1000);
}

/** @param {table.Table} table */
export function drawAsking(table) {
  asking = table.asking;
  draw();
}

// The phones are asked; `number` is the newest entry, and whatever comes after it has settled the question.
/** @param {protocol.message.Consent} message @param {{number: number, table: table.Table}} newest */
export function tellAsked(message, { number, table }) {
  settleAsked();
  const { first } = takenBack(message, table.players);
  const element = piece("asked-note", { text: sentence("phones_asked", { count: message.moves, first }) });
  asked = { at: number, element, stop: countDown(element, message.seconds, settleAsked) };
  draw();
}

export function settleAsked(number = Infinity) {
  if (!asked || number <= asked.at) return;
  asked.stop();
  asked = null;
  draw();
}

// Shows a refusal in words: in the dialog where the click was, or over the table.
export async function orSayWhy(answer, dialog = document.querySelector("dialog[open]")) {
  const { type, sentence: why } = await answer;
  const place = dialog && slot(dialog, "refusal");
  if (place) place.textContent = type === "refused" ? why : "";
  else if (type === "refused") note(why, { isRefusal: true });
  return type !== "refused";
}
