// Were the dice fair? When a game is over this device asks what its draws were made from, makes each of them again, and says in
// words what came of it. How a draw is made is asked for only then: a phone comes to the table with as little as it can.

import { hasSentence, list, sentence, wordFor } from "../shared/sentences.js";
import { promiseOf, seenIn, thrownFor } from "./cup.js";

// `changed()` is called when there is more to read. Gives
//   look(table, isThrowing)   judges the game that is over at this table, once
//   lines()                   what is to be read: [{kind: "good" | "bad" | "note", text}]
//   again()                   asks once more
/** @param {ReturnType<typeof import("./socket.js").connect>} socket @param {() => void} changed */
export function newJudge(socket, changed) {
  let game = ""; // the one that `found` is about
  /** @type {table.Line[]} */
  let found = [];
  let again = () => {};

  /** @param {table.Table} table @param {boolean} isThrowing */
  async function ask({ code, games, seed }, isThrowing) {
    found = [note("fair_checking")];
    const mine = game;
    const [answer, luck] = await Promise.all([socket.draws(), import("./luck.js").catch(() => null)]);
    const kept = { promise: promiseOf(code, games), thrown: thrownFor(code, games), seen: seenIn(code, games) };
    const judged = answer && luck?.judge({ ...answer, ...kept });
    const told = [...(judged?.differing ?? []), ...(judged?.late ?? [])].length ? await socket.story(0) : null;
    if (mine !== game) return;
    if (!answer || !judged) found = [{ ...note("fair_unknown"), canAskAgain: true }];
    else if (answer.seed !== seed) found = [bad("fair_broken")];
    else found = linesOf(judged, answer.draws, isThrowing, told ?? []);
    changed();
  }

  return {
    /** @param {table.Table} table @param {boolean} isThrowing */
    look(table, isThrowing) {
      const asked = `${table.code} ${table.games} ${table.seed}`;
      if (asked === game) return;
      game = asked;
      if (table.seed === null) {
        found = [note("fair_nothing")];
      } else {
        again = () => ask(table, isThrowing);
        again();
      }
    },
    lines: () => found,
    again() {
      again();
      changed();
    },
  };
}

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
function linesOf({ isKept, checked, differing, typed, early, hand, late }, draws, isThrowing, story) {
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
