// A screen within the page of a replay: that page tells it what a server would tell, and nothing that is tapped here goes anywhere.

import { dialBy } from "../socket.js";
import { standingAt } from "./standing.js";

/** @type {any} */
let line = null;
/** @type {table.Entry[]} */
let whole = []; // of the game, from its beginning to its end
/** @type {{at: number, highlights: protocol.message.Highlight[]}} */
let told = { at: 0, highlights: [] };

/** @param {object} message */
const say = (message) => line?.onmessage?.({ data: JSON.stringify(message) });
/** @param {object} what */
const report = (what) => parent.postMessage(what, location.origin);

/** @type {Record<string, (frame: any) => void>} */
const ANSWERS = {
  ping: () => say({ type: "pong" }),
  play: ({ id }) => say({ type: "refused", id, code: "replay", sentence: "" }),
  manage: ({ id }) => say({ type: "refused", id, code: "replay", sentence: "" }),
  story({ since }) {
    const standing = standingAt(whole, told.at);
    const entries = standing.filter(({ number }) => number > since);
    say({ type: "story", number: standing.at(-1)?.number ?? 0, entries, more: false, highlights: told.highlights, best_guessers: null });
  },
};

document.body.dataset.replay = "";
dialBy(() => {
  const mine = {
    readyState: WebSocket.OPEN,
    /** @param {string} frame */
    send(frame) {
      const read = JSON.parse(frame);
      queueMicrotask(() => ANSWERS[read.type]?.(read));
    },
    close() {},
  };
  line = mine;
  queueMicrotask(() => {
    if (line !== mine) return;
    /** @type {any} */ (mine).onopen?.();
    report({ is: "open" });
  });
  return /** @type {any} */ (mine);
});

addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin || !data?.messages) return;
  whole = data.story ?? whole;
  told = { at: data.at, highlights: data.highlights };
  document.body.dataset.replay = data.isMove ? "told" : "shown";
  for (const message of data.messages) say(message);
});

// Everything up to here is told.
document.addEventListener("told", (event) => report({ is: "told", number: /** @type {CustomEvent<number>} */ (event).detail }));

// What can be looked at still can; what would be a move cannot.
document.addEventListener(
  "click",
  (event) => {
    const tapped = /** @type {HTMLElement} */ (event.target).closest("[data-action], a[href], button[type=submit]");
    if (!tapped || LOOKS.includes(tapped.getAttribute("data-action") ?? "")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
const LOOKS = ["open-sheet", "close-sheet", "show-history", "open-dialog", "close-dialog", "toggle-sound", "chart", "ask-about", "close-about"];

// Keys are for the time line of the page around it.
addEventListener(
  "keydown",
  (event) => {
    if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    if (![" ", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "+", "-"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    report({ is: "key", key, shiftKey });
  },
  true,
);
