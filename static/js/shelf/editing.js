// The frame of every box editor: name, saving, what is refused. A game's editor hands over how it draws the box, and
// what of a box another version of it has not; it calls `change` with the box as it is to be.

import { find, listen, part, redraw } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { newGone } from "./gone.js";
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

/** @param {{draw: () => void, onlyIn?: (content: any, other: any) => Node[]}} game */
export function editBox({ draw, onlyIn = () => [] }) {
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
    if (state.other) {
      drawVersion("version-here", state.content, state.other.content);
      drawVersion("version-other", state.other.content, state.content);
    }
    part("refused").hidden = !state.refused;
    part("refused").replaceChildren(...(state.refused?.sentences ?? []).map(line));
    const isReady = !state.mistakes.length;
    part("open").hidden = !isReady;
    part("not-ready").hidden = isReady;
    if (document.activeElement !== name) name.value = state.content.name ?? "";
    draw();
  }

  // One of the two that were changed at once: its name, and what only it has.
  /** @param {string} place @param {any} content @param {any} other */
  function drawVersion(place, content, other) {
    redraw(part(place), [content, other], () => [line(content.name ?? ""), ...onlyIn(content, other)]);
  }

  const gone = newGone(part("late-gone"));
  // The one that was not chosen can be brought back, and then the one that was.
  /** @param {any} content */
  function setAside(content) {
    gone.add(sentence("set_aside"), () => {
      const { content: present } = saving.state;
      saving.change(content);
      setAside(present);
    });
  }

  name.addEventListener("input", () => saving.change({ ...saving.state.content, name: name.value }));
  listen(editor, {
    keep_this: () => {
      const { other } = saving.state;
      saving.keepThis();
      if (other) setAside(other.content);
    },
    take_other: () => {
      const { content } = saving.state;
      saving.takeOther();
      setAside(content);
    },
  });
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
