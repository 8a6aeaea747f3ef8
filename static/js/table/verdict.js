// What this device says of the draws of a game that is over. Loaded only then.

import { hasSentence, list, sentence, wordFor } from "../shared/sentences.js";

export { judge } from "./luck.js";

/** @param {table.Line["kind"]} kind @returns {(key: string, values?: Record<string, unknown>) => table.Line} */
const lineOf = (kind) => (key, values) => ({ kind, text: sentence(key, values) });
const good = lineOf("good");
const bad = lineOf("bad");
const note = lineOf("note");

/**
 * @param {ReturnType<typeof import("./luck.js").judge>} judged
 * @param {protocol.message.DrawSeen[]} draws
 * @param {boolean} isThrowing
 * @param {table.Entry[]} story
 */
export function linesOf({ isKept, checked, differing, typed, early, hand, late }, draws, isThrowing, story) {
  /** @param {protocol.message.DrawSeen[]} these */
  const names = (these) => list(these.map((draw) => nameOf(draw, story)));
  const lines = [];
  if (isKept === false) lines.push(bad("fair_broken"));
  if (differing.length) lines.push(bad("fair_differing", { draws: names(differing), count: differing.length }));
  if (!lines.length) {
    const follows = good(isKept ? "fair_all" : "fair_seed", { count: checked });
    if (checked && isThrowing) follows.text += ` ${handWords(hand, checked)}`;
    lines.push(checked ? follows : note("fair_none_drawn"));
  }
  if (late.length) lines.push(note("fair_late", { draws: names(late), count: late.length }));
  if (typed) lines.push(note("fair_typed", { count: typed }));
  if (isKept === null) lines.push(note("fair_unpromised"));
  if (early) lines.push(note("fair_early", { count: early }));
  if (draws[0]?.do === "continued") lines.push(note("fair_continued"));
  return lines;
}

/** @param {number} hand @param {number} checked */
function handWords(hand, checked) {
  if (!hand) return sentence("hand_none");
  return hand === checked ? sentence("hand_all", { count: hand }) : sentence("hand_some", { count: hand });
}

// "roll of round 3": by the round that was on at its entry.
/** @param {protocol.message.DrawSeen} draw @param {table.Entry[]} story */
function nameOf(draw, story) {
  const rounds = story.filter(({ number }) => number <= draw.entry).flatMap(({ events }) => events);
  const round = rounds.findLast((event) => event.event === "round_began")?.round;
  return round && hasSentence(`draw_${draw.do}_in`) ? sentence(`draw_${draw.do}_in`, { round }) : wordFor("draw", draw.do);
}
