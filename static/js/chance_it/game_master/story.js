// The story of the game in sentences: this round and the one before it.

import { announce } from "../../shared/announcing.js";
import { icon, redraw } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { takenBackWords } from "../../table/consent.js";
import { part } from "../../table/game_master/parts.js";
import { isTakenBack, steps } from "../../table/pacing.js";
import { typedMark } from "../../table/typed_dice.js";
import { actionsSentence, eventSentence } from "../event_sentences.js";
import { CHANCE_IT, changesIn } from "../steps.js";
import { pictureOf } from "../tokens.js";

const NOT_TOLD = ["price", "elimination", "setting_up"]; // these changes are part of another sentence
const MOST = 60;

// A group is names with what all of them took or put back.
/** @typedef {{kind: string, text: string, groups: {token: chance_it.Token, by: number, names: string[]}[], isTyped: boolean, number: number}} Line */

/** @param {chance_it.Event[]} events @param {table.Who} who */
function wordsOf(events, who) {
  return events.flatMap((event) => (event.event === "token_changed" ? [] : (eventSentence(event, who) ?? [])));
}

/** @param {chance_it.Step} step @param {table.Who} who @returns {Line[]} */
function linesOf(step, who) {
  /** @type {Line["groups"]} */
  const groups = [];
  const texts = [];
  for (const { cause, token, by, seat } of changesIn(step.events)) {
    if (NOT_TOLD.includes(cause)) continue;
    const group = groups.find((one) => one.token === token && one.by === by);
    if (!group) groups.push({ token, by, names: [who.name(seat)] });
    else if (!group.names.includes(who.name(seat))) group.names.push(who.name(seat));
  }
  if (step.kind === "actions") texts.push(actionsSentence(step.events));
  else texts.push(...wordsOf(step.events, who));
  if (!texts.length && !groups.length) return [];
  const isCorrection = step.events.some((event) => event.event === "token_changed" && event.cause === "correction");
  if (isCorrection) texts.unshift(sentence("corrected"));
  const isTyped = step.events.some((event) => event.typed && "dice" in event);
  return [{ kind: isCorrection ? "correction" : step.kind, text: texts.join(" "), groups, isTyped, number: step.entry.number }];
}

/** @param {table.Entry<chance_it.Event>} entry @param {table.Who} who @param {table.Table} table @returns {Line[]} */
function linesOfEntry(entry, who, table) {
  if (isTakenBack(entry)) return [{ kind: "undone", text: takenBackWords(entry, table), groups: [], isTyped: false, number: 0 }];
  return steps([entry], CHANCE_IT).flatMap((step) => linesOf(step, who));
}

/** @param {Line} line @param {boolean} isGameMaster */
function lineElement(line, isGameMaster) {
  const element = document.createElement("li");
  element.dataset.kind = line.kind;
  if (isGameMaster && line.number) Object.assign(element.dataset, { acts: "", action: "open-lines", number: line.number });
  if (line.isTyped) element.append(typedMark(), " ");
  if (line.text) element.append(line.text);
  for (const { token, by, names } of line.groups) {
    const group = document.createElement("span");
    group.className = "story-group";
    const chip = document.createElement("span");
    chip.className = "change";
    chip.classList.toggle("is-loss", by < 0);
    chip.append(by > 0 ? `+${by}` : `−${-by}`, icon(pictureOf(token)));
    const words = document.createElement("span");
    words.className = "for-listeners";
    words.textContent = sentence(token, { count: by });
    chip.append(words);
    group.append(list(names), " ", chip);
    element.append(group);
  }
  return element;
}

// Everything up to that entry is told, and these steps of the next one.
/** @param {number} upTo @param {chance_it.Here} here @param {chance_it.Step[]} [more] */
export function drawStory(upTo, { entries, who, table, isGameMaster }, more = []) {
  const told = entries.filter(({ number }) => number <= upTo);
  const rounds = told.flatMap((entry, index) => (entry.events.some(({ event }) => event === "round_began") ? [index] : []));
  const lines = told.slice(rounds.at(-2) ?? 0).flatMap((entry) => linesOfEntry(entry, who, table));
  const last = [...lines, ...more.flatMap((step) => linesOf(step, who))].slice(-MOST);
  const story = part("story");
  if (redraw(story, last, () => last.map((line) => lineElement(line, isGameMaster)))) toItsEnd();
}

let isDue = false;

// In the next frame: sizes are known then, and need not be worked out in the midst of drawing.
function toItsEnd() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    const story = part("story");
    story.scrollTop = story.scrollHeight;
  });
}

// Also when the screen gets another size the end is what is read.
export function keepStoryAtItsEnd() {
  new ResizeObserver(toItsEnd).observe(part("story"));
}

/** @param {chance_it.Step} step @param {table.Who} who */
export function announceStep(step, who) {
  for (const line of linesOf(step, who)) announce(inWords(line));
}

/** @param {Line} line */
function inWords({ text, groups }) {
  const changes = groups.map(({ token, by, names }) =>
    sentence("change_of", { names: list(names), change: `${by > 0 ? "+" : "−"}${sentence(token, { count: Math.abs(by) })}` }),
  );
  return [text, ...changes].filter(Boolean).join(" ");
}
