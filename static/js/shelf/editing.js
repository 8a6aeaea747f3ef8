// The frame of every box editor: name, saving, what is refused. A game's editor hands over how it draws the box, and
// calls `change` with the box as it is to be.

import { find, listen, part } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { newKeeper } from "./keeping.js";
import { readBox } from "./reading.js";
import { newSaving } from "./saving.js";

function storage() {
  try {
    return localStorage;
  } catch {
    return undefined; // private windows may refuse
  }
}

// This window's own name, the same after a reload.
function windowName() {
  const fresh = String(Math.random()).slice(2);
  try {
    const known = sessionStorage.getItem("chanceit-window") ?? fresh;
    sessionStorage.setItem("chanceit-window", known);
    return known;
  } catch {
    return fresh;
  }
}

/** @param {{draw: () => void}} game */
export function editBox({ draw }) {
  const first = readBox();
  const editor = part("editor");
  const name = part("name", HTMLInputElement);
  const { value: token } = find(editor, '[name="csrfmiddlewaretoken"]', HTMLInputElement);

  /** @param {number} version @param {any} content */
  async function send(version, content) {
    const body = new URLSearchParams({ version: String(version), box: JSON.stringify(content) });
    const answer = await fetch(editor.dataset.save ?? "", { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    return answer.json();
  }

  const saving = newSaving({ first, send, keeper: newKeeper(first.link, windowName(), storage()), tell });

  /** @param {shelf.State} state */
  function tell(state) {
    part("saving").textContent = sentence(state.is);
    part("saving").dataset.is = state.is;
    part("late").hidden = !state.other;
    part("refused").hidden = !state.refused;
    part("refused").replaceChildren(...(state.refused?.sentences ?? []).map(line));
    const isReady = !state.mistakes.length;
    part("open").hidden = !isReady;
    part("not-ready").hidden = isReady;
    if (document.activeElement !== name) name.value = state.content.name ?? "";
    draw();
  }

  name.addEventListener("input", () => saving.change({ ...saving.state.content, name: name.value }));
  listen(editor, { keep_this: saving.keepThis, take_other: saving.takeOther });
  // Whatever leads on from here leads on with the box as it is now.
  editor.addEventListener("submit", async (event) => {
    if (!saving.isUnsaved()) return;
    event.preventDefault();
    await saving.now();
    if (!saving.isUnsaved()) /** @type {HTMLFormElement} */ (event.target).requestSubmit(event.submitter);
  });
  editor.addEventListener("click", async (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!(link instanceof HTMLAnchorElement) || !saving.isUnsaved()) return;
    event.preventDefault();
    await saving.now();
    location.assign(link.href);
  });

  function begin() {
    saving.begin();
    editor.inert = false;
  }

  return {
    house: first.house,
    token,
    saveNow: saving.now,
    get content() {
      return saving.state.content;
    },
    get mistakes() {
      return saving.state.mistakes;
    },
    change: saving.change,
    begin,
  };
}

/** @param {string} text */
function line(text) {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}
