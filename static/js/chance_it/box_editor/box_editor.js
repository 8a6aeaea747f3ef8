// The editor of a Chance It box: one card at a time, on its picture, beside all that are there; and the stakes sheets.

import { find, listen, part, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence, wordFor } from "../../shared/sentences.js";
import { editBox } from "../../shelf/editing.js";
import { newGone, putBack } from "../../shelf/gone.js";
import { freeId } from "../../shelf/ids.js";
import { tryBox } from "../../shelf/trying.js";
import { onlyInFirst, shownVersion } from "../../shelf/versions.js";
import { boxCard } from "../box.js";
import { doesNothing, duplicates, missing, mostOf, NUMBERS, within, withNumber } from "./cards.js";
import { drawFindings } from "./findings.js";
import { drawSheets, listenToSheets } from "./sheets.js";

/** @typedef {import("./cards.js").Draft} Draft */

const form = part("card", HTMLFormElement);
const editing = editBox({ draw, onlyIn });
const gone = newGone(part("gone"));
let selected = "";
let isAsked = false; // whether it is said what the card lacks: not while it is a new one
/** @type {"" | typeof NUMBERS[number]} */
let corrected = ""; // the field in which another number stands than was typed
let isTold = false; // whether that has kept somebody from the next card

/** @returns {Draft[]} */
const cards = () => editing.content.cards;
/** @param {Draft} one */
const position = (one) => cards().findIndex(({ id }) => id === one.id);
// The card on the table; one that nothing was entered of yet is not in the box.
const card = () => cards().find(({ id }) => id === selected) ?? { id: selected };

/** @param {Draft} changed */
function put(changed) {
  const isThere = cards().some(({ id }) => id === selected);
  const now = isThere ? cards().map((one) => (one.id === selected ? changed : one)) : [...cards(), changed];
  editing.change({ ...editing.content, cards: now });
}

/** @param {string} id */
function select(id) {
  selected = id;
  isAsked = cards().some((one) => one.id === id);
  isTold = false;
  corrected = "";
  draw();
}

const newId = () => freeId("m", cards().map(({ id }) => id));

function next() {
  const first = missing(card())[0] ?? (doesNothing(card()) ? "hearts" : undefined);
  // Said once. Whoever asks again goes on, and the card stays marked.
  if (first && !isTold) {
    isAsked = true;
    isTold = true;
    draw();
    find(form, `[name="${first}"]`, HTMLInputElement).focus();
    return;
  }
  const unfinished = missing(card()).length ? undefined : cards().find((one) => one.id !== selected && missing(one).length);
  gone.forget();
  select(unfinished?.id ?? newId());
  focusOnSymbol();
  form.scrollIntoView({ block: "nearest" });
}

function focusOnSymbol() {
  const symbol = [...form.getElementsByTagName("input")].find(({ checked }) => checked) ?? find(form, '[name="when"]', HTMLInputElement);
  symbol.focus({ preventScroll: true });
}

// Drawing

function draw() {
  const present = card();
  const count = cards().length;
  part("count").textContent = sentence("cards_of", { count, all: editing.house.cards.length });
  const place = position(present);
  part("position").textContent = place < 0 ? sentence("new_card") : sentence("card_number", { number: place + 1 });
  form.dataset.when = present.when ?? "";
  for (const field of form.getElementsByTagName("input")) {
    if (field.name === "when") field.checked = field.value === present.when;
  }
  for (const key of NUMBERS) {
    const field = find(form, `[name="${key}"]`, HTMLInputElement);
    const shown = key === "price" ? String(present.price ?? "") : String(present[key] ?? 0);
    // Whoever empties a field to type another number is not disturbed.
    if (field !== document.activeElement || (field.value !== "" && Number(field.value) !== Number(shown))) field.value = shown;
    field.closest(".effect")?.classList.toggle("is-on", Boolean(present[key]));
  }
  const alike = duplicates(cards());
  drawProblems(present, alike.get(selected) ?? 1);
  part("delete").hidden = place < 0;
  const unfinished = cards().filter((one) => one.id !== selected && (missing(one).length || doesNothing(one)));
  const wrong = new Set([...editing.mistakes.map((mistake) => mistake.card), ...unfinished.map(({ id }) => id)]);
  redraw(part("cards"), [cards(), selected, [...wrong]], () => cards().map((one) => thumbnail(one, alike.get(one.id) ?? 1, wrong.has(one.id))));
  drawSheets(editing.content);
}

// What is wrong, at its field: what the server has found, and what is missing once the card was left.
/** @param {Draft} present @param {number} alike */
function drawProblems(present, alike) {
  /** @type {Map<string, string>} */
  const problems = new Map();
  for (const key of isAsked ? missing(present) : []) problems.set(key, sentence(`mistake_missing_${key}`));
  for (const mistake of editing.mistakes.filter((one) => one.card === selected && one.code !== "missing_key")) {
    problems.set(mistake.code === "flash_with_market" ? "market" : (mistake.key ?? "when"), wordFor("mistake", mistake.code));
  }
  if (corrected) problems.set(corrected, sentence("number_between", { most: mostOf(corrected) }));
  const isThere = position(present) >= 0;
  const isBlank = doesNothing(present);
  say("nothing", isThere && isAsked && isBlank ? sentence("card_does_nothing") : "");
  const later = isThere && isTold && (isBlank || missing(present).length) ? sentence("card_later") : "";
  say("later", later || (alike > 1 ? sentence("card_alike", { count: alike }) : ""));
  for (const place of form.querySelectorAll("[data-problem]")) {
    const { problem = "" } = /** @type {HTMLElement} */ (place).dataset;
    const text = problems.get(problem) ?? "";
    if (place.textContent !== text) place.textContent = text;
    find(form, `[name="${problem}"]`).toggleAttribute("aria-invalid", Boolean(text));
  }
}

// Read aloud only when it changes.
/** @param {string} place @param {string} text */
function say(place, text) {
  if (part(place).textContent !== text) part(place).textContent = text;
}

/** @param {protocol.chance_it.Box} content @param {protocol.chance_it.Box} other */
function onlyIn(content, other) {
  const words = sentence("cards_of", { count: content.cards.length, all: editing.house.cards.length });
  const shown = shownVersion(words, onlyInFirst(content.cards, other.cards), boxCard);
  return JSON.stringify(content.stakes) === JSON.stringify(other.stakes) ? shown : [...shown, ...shownVersion(sentence("other_stakes"), [], boxCard)];
}

/** @param {Draft} one @param {number} alike @param {boolean} isWrong */
function thumbnail(one, alike, isWrong) {
  const element = piece("card-choice");
  element.dataset.key = one.id;
  element.setAttribute("aria-pressed", String(one.id === selected));
  slot(element, "card").replaceWith(boxCard(one));
  const mark = slot(element, "mark");
  mark.textContent = isWrong ? "!" : alike > 1 ? `${alike}×` : "";
  mark.hidden = !mark.textContent;
  mark.classList.toggle("is-wrong", isWrong);
  slot(element, "marked").textContent = isWrong ? sentence("card_unfinished") : alike > 1 ? sentence("card_alike", { count: alike }) : "";
  return element;
}

// Taps and keys

listen(part("editor"), {
  select: (element) => {
    select(element.dataset.key ?? "");
    form.scrollIntoView({ block: "nearest" });
  },
  new_card: () => select(newId()),
  step: (element) => {
    const key = /** @type {typeof NUMBERS[number]} */ (element.dataset.of);
    const before = card()[key];
    corrected = "";
    const by = Number(element.dataset.by);
    put(withNumber(card(), key, before === undefined && key === "price" ? Math.max(0, by) : (before ?? 0) + by));
  },
  // What comes next is a new card: another tap deletes nothing.
  delete_card: () => {
    const deleted = card();
    const place = position(deleted);
    editing.change({ ...editing.content, cards: cards().filter(({ id }) => id !== selected) });
    select(newId());
    gone.add(sentence("card_deleted", { number: place + 1 }), () => {
      const back = { ...deleted, id: position(deleted) < 0 ? deleted.id : newId() };
      editing.change({ ...editing.content, cards: putBack(cards(), place, back) });
      select(back.id);
      focusOnSymbol();
    });
  },
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopPropagation();
  next();
});
form.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === "when") return put({ ...card(), when: /** @type {chance_it.Card["when"]} */ (field.value) });
  const key = /** @type {typeof NUMBERS[number]} */ (field.name);
  const typed = field.value === "" ? null : Number(field.value);
  corrected = typed !== null && within(typed, mostOf(key)) !== typed ? key : "";
  put(withNumber(card(), key, typed));
});
form.addEventListener("focusin", (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement && field.type === "number") field.select();
});
form.addEventListener("focusout", draw);
// On the symbols, and wherever nothing is typed into: 1 to 6 for a die, F and C for the other two. P leads to the price.
document.addEventListener("keydown", (event) => {
  const at = event.target;
  if (!(at instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  const isField = at.matches("input, select, textarea");
  if (at !== document.body && (isField ? !form.contains(at) : !at.closest(".cards-editor"))) return;
  const when = { f: "flash", c: "chance_it" }[event.key.toLowerCase()] ?? (/^[1-6]$/.test(event.key) ? event.key : "");
  if (event.key.toLowerCase() === "p") {
    event.preventDefault();
    find(form, '[name="price"]', HTMLInputElement).focus();
  }
  if (when && (!isField || at.getAttribute("name") === "when")) {
    event.preventDefault();
    put({ ...card(), when: /** @type {chance_it.Card["when"]} */ (when) });
    find(form, `[name="when"][value="${when}"]`, HTMLInputElement).focus();
  }
});

listenToSheets(editing);
editing.begin();
// Whoever is still entering cards goes on with a new one; what is there is not changed by the first key.
select(cards().length < editing.house.cards.length ? newId() : cards()[0].id);
tryBox(editing, (own, house) => drawFindings(own, house, editing.content, editing.house));
// The keys work as soon as the page is there.
if (document.activeElement === document.body) focusOnSymbol();
