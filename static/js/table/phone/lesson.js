// The teacher of a lesson: says in a sentence or two what to do and why, points at it, and waits. The screens are the phone's own.
//
// Sentences have the key `lesson_<step>`; what is said when something else is tapped, `lesson_<step>_wrong`; and while it is told how it
// came to that step, `lesson_<step>_<kind>` by the kind of what is being told, and `lesson_told` until there is one.

import { find, listen, part, slot } from "../../shared/pieces.js";
import { hasSentence, sentence } from "../../shared/sentences.js";
import { dialBy } from "../socket.js";
import { prepare } from "./prepared.js";

/** @type {table.Lesson} */
const lesson = JSON.parse(find(document, "#lesson").textContent ?? "");
const last = lesson.steps.length - 1;
const teacher = part("teacher");
const KEPT = `chanceit-lesson ${location.pathname}`;
const TOLD = "lesson_told";

let isTelling = false;
let told = TOLD; // the key of what was said last while something is told
let isWrong = false; // something else was tapped than what is wanted

const prepared = prepare(lesson, kept(), { step: begin, wrong: sayWrong });
dialBy(prepared.dial);

// Whoever comes back in the middle goes on there. Private windows may refuse to remember.
function kept() {
  try {
    return Math.min(Number(sessionStorage.getItem(KEPT)) || 0, last - 1);
  } catch {
    return 0;
  }
}

/** @param {number} at */
function begin(at) {
  told = TOLD;
  isWrong = false;
  try {
    sessionStorage.setItem(KEPT, String(at === last ? 0 : at));
  } catch {
    // then it begins anew
  }
}

document.addEventListener("drawn", (event) => {
  const { step } = /** @type {CustomEvent<table.Phone>} */ (event).detail;
  isTelling = step !== null;
  const key = `lesson_${lesson.steps[prepared.at()].name}_${step?.kind}`;
  if (hasSentence(key)) told = key;
  teach();
});

function teach() {
  const at = prepared.at();
  const { name, wanted } = lesson.steps[at];
  const wrong = `lesson_${name}_wrong`;
  const text = sentence(isTelling ? told : isWrong && hasSentence(wrong) ? wrong : `lesson_${name}`);
  const words = slot(teacher, "text");
  if (words.textContent !== text) words.textContent = text; // or a screen reader would say it again
  slot(teacher, "skip").hidden = !isTelling;
  slot(teacher, "on").hidden = isTelling || wanted !== null || at === last;
  slot(teacher, "ways-on").hidden = isTelling || at !== last;
  teacher.hidden = false;
  const progress = part("progress", HTMLProgressElement);
  progress.max = last;
  progress.value = at;
  document.body.dataset.lesson = isTelling ? "told" : wanted ? "do" : "read";
  point(isTelling ? [] : wordsOf(wanted));
}

// By the first rule of the stylesheet and not by a class: what the phone has drawn stays as it is.
/** @param {string[]} keys */
function point(keys) {
  const rule = find(document, "#lesson-look", HTMLLinkElement).sheet?.cssRules[0];
  const wanted = keys.map((key) => `.stage [data-action="select"][data-key="${CSS.escape(key)}"][aria-pressed="false"]`);
  if (rule instanceof CSSStyleRule) rule.selectorText = wanted.join() || ".is-wanted";
}

// What a move says in words: what to do, and with which card.
/** @param {Record<string, unknown> | null} move */
const wordsOf = (move) => Object.values(move ?? {}).filter((value) => typeof value === "string");

function sayWrong() {
  isWrong = true;
  teacher.classList.remove("is-nudging");
  void teacher.offsetWidth; // so that the same animation can begin anew
  teacher.classList.add("is-nudging");
  teach();
  return slot(teacher, "text").textContent ?? "";
}

// What is not wanted this time is not even selected.
document.addEventListener(
  "click",
  (event) => {
    const tapped = /** @type {HTMLElement} */ (event.target).closest(".stage [data-action], .confirm [data-action]");
    const { wanted } = lesson.steps[prepared.at()];
    if (!(tapped instanceof HTMLElement) || !wanted) return;
    const { action, key = "", choice = wanted.do } = tapped.dataset;
    const isOther = action === "select" ? !wordsOf(wanted).includes(key) : choice !== wanted.do;
    if (!isOther && tapped.getAttribute("aria-disabled") !== "true") return;
    event.stopPropagation();
    sayWrong();
  },
  true,
);

listen(document, {
  "lesson-on": prepared.next,
  "lesson-skip": prepared.skip,
  "lesson-again"() {
    begin(0);
    location.reload();
  },
});
