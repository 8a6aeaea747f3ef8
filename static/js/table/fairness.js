// Were the dice fair? When a game is over this device asks what its draws were made from, makes each of them again, and says in
// words what came of it. How a draw is made is asked for only then: a phone comes to the table with as little as it can.

import { hasSentence, list, sentence, wordFor } from "../shared/sentences.js";
import { promiseOf, seenIn, thrownFor } from "./cup.js";

// `changed()` is called when there is more to read. Gives
//   lines(table, isThrowing)   what is to be read: [{kind: "good" | "bad" | "note", text}]; the first call for a game asks for its draws
//   again()                    asks once more
export function newJudge(socket, changed) {
  let game = null; // the one that `found` is about
  let found = [];

  async function look({ code, games, seed }, isThrowing) {
    found = [note("fair_checking")];
    const mine = game;
    const [answer, luck] = await Promise.all([socket.draws(), import("./luck.js").catch(() => null)]);
    const kept = { promise: promiseOf(code, games), thrown: thrownFor(code, games), seen: seenIn(code, games) };
    const judged = answer && luck?.judge({ ...answer, ...kept });
    const told = [...(judged?.differing ?? []), ...(judged?.late ?? [])].length ? await socket.story(0) : null;
    if (mine !== game) return;
    if (!judged) found = [{ ...note("fair_unknown"), canAskAgain: true }];
    else if (answer.seed !== seed) found = [bad("fair_broken")];
    else found = linesOf(judged, answer.draws, isThrowing, told ?? []);
    changed();
  }

  return {
    lines(table, isThrowing) {
      if (table.seed === null) return [note("fair_nothing")];
      const asked = `${table.code} ${table.games} ${table.seed}`;
      if (asked !== game) {
        game = asked;
        look(table, isThrowing);
      }
      return found;
    },
    again() {
      game = null;
      changed();
    },
  };
}

const good = (key, values) => ({ kind: "good", text: sentence(key, values) });
const bad = (key, values) => ({ kind: "bad", text: sentence(key, values) });
const note = (key, values) => ({ kind: "note", text: sentence(key, values) });

function linesOf({ isKept, checked, differing, typed, early, hand, late }, draws, isThrowing, story) {
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

function handWords(hand, checked) {
  if (!hand) return sentence("hand_none");
  return hand === checked ? sentence("hand_all", { count: hand }) : sentence("hand_some", { count: hand });
}

// "roll of round 3": by the round that was on at its entry.
function nameOf(draw, story) {
  const rounds = story.filter(({ number }) => number <= draw.entry).flatMap(({ events }) => events);
  const round = rounds.findLast((event) => event.event === "round_began")?.round;
  return round && hasSentence(`draw_${draw.do}_in`) ? sentence(`draw_${draw.do}_in`, { round }) : wordFor("draw", draw.do);
}
