// What a phone teaches: cards to swipe while one waits in the lobby, hints at the first time, and a word while the big
// screen shows how it goes. Loaded when the first view is drawn, so that nobody waits for it, and the hints with a game.

import { announce } from "../../shared/announcing.js";
import { find, part } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { fetchLater } from "../later.js";

const INTRODUCTION = 45000; // milliseconds; the big screen needs less

// `early` is what was told before, and what is told before the hints are here.

/**
 * @param {string} game @param {() => Promise<{HINTS: table.Hint[]}>} loadTable @param {() => void} draw @param {[unknown[], number][]} early
 * @returns {Promise<table.Learning>}
 */
export async function learn(game, loadTable, draw, early) {
  const pieces = await fetchLater("learning");
  const known = new Set(remembered(`known-${game}`, []));
  let kept = known.size;
  /** @type {ReturnType<typeof import("./hints.js").newHints> | null} */
  let hints = null;
  let isLoading = false;
  const cards = newCards(find(pieces, ".lesson-cards"));
  const note = find(pieces, ".first-time");
  const isOn = letSwitchOff(find(pieces, ".tick"), draw);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let introduction;
  let isIntroduced = false;

  async function loadHints() {
    isLoading = true;
    const [{ newHints }, { HINTS }] = await Promise.all([import("./hints.js"), loadTable()]);
    hints = newHints(HINTS, known);
    for (const [events, seat] of early.splice(0)) hints.tell(events, seat);
    draw();
  }

  note.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("button")) return;
    isIntroduced = false;
    hints?.close();
    if (target.closest("[data-off]")) isOn(false);
    draw();
  });

  // Whoever chooses something has read what there was to read.
  document.addEventListener("click", ({ target }) => {
    if (!note.isConnected || !(target instanceof Element) || !target.closest('[data-action="select"]')) return;
    hints?.act(Date.now());
    draw();
  });

  /** @param {boolean} on */
  function introduce(on) {
    clearTimeout(introduction);
    if (on) introduction = setTimeout(introduce, INTRODUCTION, false);
    isIntroduced = on;
    draw();
  }

  /** @param {string | null} hint */
  function say(hint) {
    if (note.dataset.hint === (hint ?? undefined)) return;
    note.remove();
    delete note.dataset.hint;
    if (hint === null) return;
    const words = find(pieces, `[data-hint-words="${hint}"]`).textContent;
    note.dataset.hint = hint;
    find(note, "[data-words]").textContent = words;
    find(note, "[data-off]").hidden = hint === "introduction";
    part("settled").after(note);
    announce(words);
    if (hints) setTimeout(draw, hints.reading + 50); // what waits for it to be read
  }

  return {
    introduce,
    tell(events, seat) {
      if (!isOn()) return;
      if (hints) hints.tell(events, seat);
      else early.push([events, seat]);
    },
    draw({ table, step, view }, scene) {
      document.querySelector("[data-lesson-cards]:empty")?.append(cards.element);
      cards.turnBack();
      if (table?.status !== "lobby") isIntroduced = false;
      if (isIntroduced) return say("introduction");
      const isPlaying = typeof view?.seat === "number" && table?.status !== "over";
      if (isPlaying && isOn() && !isLoading) loadHints().catch(() => (isLoading = false));
      const asked = isPlaying && !step && !table?.paused ? scene : "";
      say(isPlaying && isOn() && hints ? hints.look(Date.now(), asked, `${scene} ${step?.kind} ${step?.entry.number}`) : null);
      if (known.size !== kept) remember(`known-${game}`, [...known]);
      kept = known.size;
    },
  };
}

// A switch among the things of one's own: whoever knows the game wants no hints.
/** @param {HTMLElement} label @param {() => void} draw @returns {(on?: boolean) => boolean} */
function letSwitchOff(label, draw) {
  const input = find(label, "input", HTMLInputElement);
  input.checked = remembered("hints", true);
  find(document, "#sheet-menu .colours").after(label);
  input.addEventListener("change", () => {
    remember("hints", input.checked);
    draw();
  });
  return (on) => {
    if (on !== undefined) {
      input.checked = on;
      remember("hints", on);
    }
    return input.checked;
  };
}

// Cards side by side: swiped, or turned by the buttons and the arrow keys.
/** @param {HTMLElement} element */
function newCards(element) {
  const row = find(element, "ol");
  const buttons = element.querySelectorAll("button");
  let at = 0;

  function mark() {
    for (const button of buttons) button.setAttribute("aria-disabled", String(!row.children[at + Number(button.dataset.by)]));
  }

  /** @param {"smooth" | "instant"} behavior */
  function turn(behavior) {
    row.scrollTo({ left: at * row.clientWidth, behavior });
    mark();
  }

  row.addEventListener("scroll", () => {
    if (row.clientWidth && row.isConnected) at = Math.round(row.scrollLeft / row.clientWidth);
    mark();
  });
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const next = at + Number(button.dataset.by);
      if (!row.children[next]) return;
      at = next;
      turn(matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
    });
  }
  mark();
  return {
    element,
    // The lobby was drawn anew: the same card lies on top.
    turnBack() {
      if (row.isConnected && at && !row.scrollLeft) turn("instant");
    },
  };
}
