// The game master wants to take back what was revealed: this phone asks its owner, over everything else.

import { announce } from "../../shared/announcing.js";
import { sentence } from "../../shared/sentences.js";
import { slot } from "../../shared/pieces.js";
import { countDown, takenBack } from "../consent.js";

const SECONDS = 5;
let asked = null; // {ask, at, stop}: the question that is open, and the newest entry when it was asked

// `answer(yes)` is called if its owner decides in time.
/** @param {protocol.message.Consent} message @param {table.AnyPhone} app @param {(yes: boolean) => void} answer */
export function askConsent(message, { table, number }, answer) {
  if (!message.asked.includes(table.you)) return;
  close();
  const dialog = document.getElementById("consent");
  const { many, first } = takenBack(message, table);
  slot(dialog, "many").textContent = many;
  slot(dialog, "first").textContent = first;
  asked = { ask: message.ask, at: number, stop: countDown(dialog, message.seconds, close) };
  dialog.onclick = ({ target }) => {
    const { agree } = target.closest("[data-agree]")?.dataset ?? {};
    if (!agree) return;
    answer(agree === "yes");
    close();
  };
  dialog.oncancel = (event) => event.preventDefault(); // it needs an answer, or it passes by itself
  dialog.showModal();
  announce(`${many} ${first}`);
}

// All hear what came of it, also those who have answered.
/** @param {protocol.message.Settled} message */
export function tellSettled({ agreed }) {
  close();
  const banner = /** @type {HTMLElement} */ (document.querySelector('[data-part="settled"]'));
  slot(banner, "text").textContent = sentence(agreed ? "consent_agreed" : "consent_refused");
  banner.hidden = false; // it is a live region, so it is read out as well
  setTimeout(() => (banner.hidden = true), SECONDS * 1000);
}

// Whatever has been stored since then has settled it.
export function settleConsent(number) {
  if (asked && number > asked.at) close();
}

function close() {
  if (!asked) return;
  asked.stop();
  asked = null;
  document.getElementById("consent").close();
}
