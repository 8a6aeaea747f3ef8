// The story of the game in sentences: this round and the one before it.

import { announce } from "../../shared/announcing.js";
import { icon, redraw } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { entriesUpTo } from "../../table/game_master/entries.js";
import { part } from "../../table/game_master/parts.js";
import { isTakenBack, steps } from "../../table/pacing.js";
import { typedMark } from "../../table/typed_dice.js";
import { eventSentence } from "../event_sentences.js";
import { CHANCE_IT } from "../steps.js";
import { pictureOf } from "../tokens.js";

const NOT_TOLD = ["price", "elimination", "setting_up"]; // these changes are part of another sentence
const MOST = 60;

let partial = []; // lines of an entry that is being told

// A line is {text, groups, kind}: a group is names with what all of them took or put back.
/** @param {chance_it.Step} step @param {table.Who} who */
function linesOf(step, who) {
  const groups = new Map();
  const texts = [];
  for (const event of step.events) {
    if (event.event === "token_changed") {
      if (NOT_TOLD.includes(event.cause)) continue;
      const key = `${event.token} ${event.by}`;
      groups.set(key, [...(groups.get(key) ?? []), who.name(event.seat)]);
    } else {
      const text = eventSentence(event, who);
      if (text) texts.push(text);
    }
  }
  if (!texts.length && !groups.size) return [];
  const isCorrection = step.events.some((event) => event.cause === "correction");
  if (isCorrection) texts.unshift(sentence("corrected"));
  const found = [...groups].map(([key, names]) => {
    const [token, by] = key.split(" ");
    return { token, by: Number(by), names: [...new Set(names)] };
  });
  const isTyped = step.events.some((event) => event.typed && event.dice);
  return [{ kind: isCorrection ? "correction" : step.kind, text: texts.join(" "), groups: found, isTyped }];
}

/** @param {any} entry @param {table.Who} who */
function linesOfEntry(entry, who) {
  if (isTakenBack(entry)) return [{ kind: "undone", text: sentence(entry.do), groups: [], isTyped: false }];
  return steps([entry], CHANCE_IT).flatMap((step) => linesOf(step, who));
}

function draw(lines) {
  const story = part("story");
  const last = lines.slice(-MOST);
  if (!redraw(story, last, () => last.map(lineElement))) return;
  story.scrollTop = story.scrollHeight;
}

function lineElement(line) {
  const element = document.createElement("li");
  element.dataset.kind = line.kind;
  if (line.isTyped) element.append(typedMark({ isShort: true }), " ");
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

/** @param {any} upTo @param {table.Who} who */
function allLines(upTo, who) {
  const told = entriesUpTo(upTo);
  const rounds = told.flatMap((entry, index) => (entry.events?.some(({ event }) => event === "round_began") ? [index] : []));
  return told.slice(Math.max(0, rounds.at(-2) ?? 0)).flatMap((entry) => linesOfEntry(entry, who));
}

// Everything up to that entry is told.
/** @param {any} upTo @param {table.Who} who */
export function drawStory(upTo, who) {
  partial = [];
  draw(allLines(upTo, who));
}

// One more step is told.
/** @param {chance_it.Step} step @param {table.Who} who */
export function tellStep(step, who) {
  const lines = linesOf(step, who);
  partial.push({ number: step.entry.number, lines });
  partial = partial.filter(({ number }) => number === step.entry.number);
  draw([...allLines(step.entry.number - 1, who), ...partial.flatMap((one) => one.lines)]);
  for (const line of lines) announce(inWords(line));
}

function inWords({ text, groups }) {
  const changes = groups.map(({ token, by, names }) =>
    sentence("change_of", { names: list(names), change: `${by > 0 ? "+" : "−"}${sentence(token, { count: Math.abs(by) })}` }),
  );
  return [text, ...changes].filter(Boolean).join(" ");
}
