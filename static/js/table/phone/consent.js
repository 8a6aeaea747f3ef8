// The game master wants to take back what was revealed: this phone asks its owner, over everything else.

import { announce } from "../../shared/announcing.js";
import { find, part, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { countDown, lostWords, takenBack } from "../consent.js";

const SECONDS = 5;

// Gives {ask(message, app, answer), tellSettled(message), tell(text), settle(number)}; `tell` says what was taken back.
export function newConsent() {
  const dialog = find(document, "#consent", HTMLDialogElement);
  /** @type {{at: number, stop: () => void} | null} */
  let asked = null; // the question that is open, and the newest entry when it was asked

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let passing;

  /** @param {string} text */
  function tell(text) {
    const banner = part("settled");
    slot(banner, "text").textContent = text;
    banner.hidden = false; // it is a live region, so it is read out as well
    clearTimeout(passing);
    passing = setTimeout(() => (banner.hidden = true), SECONDS * 1000);
  }

  function close() {
    if (!asked) return;
    asked.stop();
    asked = null;
    dialog.close();
  }

  return {
    // `answer(yes)` is called if its owner decides in time.
    /** @param {protocol.message.Consent} message @param {table.Phone} app @param {(yes: boolean) => void} answer */
    ask(message, { table, number }, answer) {
      const here = [table?.you, ...(table?.at_phone ?? []).map(({ player }) => player)];
      if (!table || !message.asked.some((player) => here.includes(player))) return;
      close();
      const { many, first } = takenBack(message, table);
      slot(dialog, "many").textContent = many;
      slot(dialog, "first").textContent = first;
      const lost = lostWords(message, table);
      slot(dialog, "lost").textContent = lost;
      asked = { at: number, stop: countDown(dialog, message.seconds, close) };
      dialog.onclick = ({ target }) => {
        const agree = target?.closest("[data-agree]")?.dataset.agree;
        if (!agree) return;
        answer(agree === "yes");
        close();
      };
      dialog.oncancel = (event) => event.preventDefault(); // it needs an answer, or it passes by itself
      dialog.showModal();
      announce(`${many} ${first} ${lost}`);
    },
    // All hear what came of it, also those who have answered.
    /** @param {protocol.message.Settled} message */
    tellSettled({ agreed }) {
      close();
      tell(sentence(agreed ? "consent_agreed" : "consent_refused"));
    },
    tell,
    // Whatever has been stored since then has settled it.
    /** @param {number} number */
    settle(number) {
      if (asked && number > asked.at) close();
    },
  };
}
