// This screen is the TV: shows its code, and goes to the table when a host has typed it. Its key is in a cookie of its own.

import { find, part } from "./shared/pieces.js";

const EVERY = 2000;
const LONGEST = 30000;
const code = part("code");
const refusal = part("refusal");
const { value: token } = find(document, '[name="csrfmiddlewaretoken"]', HTMLInputElement);
let pause = EVERY;

async function ask() {
  try {
    const answer = await fetch(code.dataset.asks ?? "", { method: "POST", headers: { "X-CSRFToken": token } });
    const told = await answer.json();
    if (told.table) {
      location.assign(told.table);
      return;
    }
    // Two groups of three are easier to keep in mind on the way.
    const shown = told.code ? told.code.replace(/^(...)/, "$1 ") : code.textContent;
    if (code.textContent !== shown) code.textContent = shown;
    refusal.textContent = told.refused?.sentence ?? "";
    pause = answer.ok ? EVERY : Math.min(LONGEST, pause * 2);
  } catch {
    pause = Math.min(LONGEST, pause * 2); // the server is away for a moment
  }
  setTimeout(ask, pause);
}

ask();
