// Notes that come up over the table: what everybody should know, what was refused, who asks for a seat.

import { part, piece, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { countDown, lostWords, takenBack } from "../consent.js";

const SECONDS = 6;
const REFUSED = 12; // whoever waited for others may look elsewhere

// Gives
//   note(text)                  what everybody should know, for a while
//   ask(people)                 who asks for a seat
//   tellAsked(message, newest), settleAsked(number)    the phones are asked whether something may be taken back
//   orSayWhy(answer)            shows a refusal in words; gives whether there was none
export function newNotes() {
  /** @type {{text: string, isRefusal: boolean}[]} */
  let passing = [];
  /** @type {protocol.message.AskingSeen[]} */
  let asking = [];
  /** @type {{at: number, stop: () => void, element: HTMLElement} | null} */
  let asked = null; // whatever comes after the entry `at` has settled it

  function draw() {
    redraw(part("notes"), [asking, passing, asked?.at], () => [
      ...(asked ? [asked.element] : []),
      ...(asking.length > 1 ? [piece("allow-all", { label: sentence("allow_all", { count: asking.length }) })] : []),
      ...asking.map(askingNote),
      ...passing.map(({ text, isRefusal }) => {
        const element = piece("note", { text });
        element.classList.toggle("is-refusal", isRefusal);
        return element;
      }),
    ]);
  }

  /** @param {string} text */
  function note(text, { isRefusal = false } = {}) {
    const one = { text, isRefusal };
    passing = [...passing.filter((other) => other.text !== text).slice(-2), one];
    draw();
    setTimeout(() => {
      passing = passing.filter((other) => other !== one);
      draw();
    }, (isRefusal ? REFUSED : SECONDS) * 1000);
  }

  function settleAsked(number = Infinity) {
    if (!asked || number <= asked.at) return;
    asked.stop();
    asked = null;
    draw();
  }

  return {
    note,
    settleAsked,
    /** @param {protocol.message.AskingSeen[]} people */
    ask(people) {
      asking = people;
      draw();
    },
    // `number` is the newest entry.
    /** @param {protocol.message.Consent} message @param {{number: number, table: table.Table}} newest */
    tellAsked(message, { number, table }) {
      settleAsked();
      const { first } = takenBack(message, table);
      const text = sentence(table.status === "over" ? "phones_asked_end" : "phones_asked", { count: message.moves, first });
      const element = piece("asked-note", { text: [text, lostWords(message, table)].filter(Boolean).join(" · ") });
      asked = { at: number, element, stop: countDown(element, message.seconds, settleAsked) };
      draw();
    },
    // In the dialog where the click was, or over the table.
    /** @param {Promise<table.Answer>} answer */
    async orSayWhy(answer, dialog = document.querySelector("dialog[open]")) {
      const settled = await answer;
      const why = settled.type === "refused" ? settled.sentence : "";
      const place = dialog?.querySelector('[data-slot="refusal"]');
      if (place) place.textContent = why;
      else if (settled.type === "refused") note(why, { isRefusal: true });
      return settled.type !== "refused";
    },
  };
}

/** @param {protocol.message.AskingSeen} person */
function askingNote({ ask, name }) {
  const element = piece("asking", { text: sentence("asks", { name }) });
  for (const button of element.querySelectorAll("button")) {
    button.dataset.ask = String(ask);
    button.dataset.key = `${button.dataset.action}-${ask}`;
  }
  return element;
}
