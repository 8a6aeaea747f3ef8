// Were the dice fair? When a game is over this device asks what its draws were made from, makes each of them again, and says in
// words what came of it. How a draw is made is asked for only then: a phone comes to the table with as little as it can.

import { sentence } from "../shared/sentences.js";
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
    const [answer, verdict] = await Promise.all([socket.draws(), import("./verdict.js").catch(() => null)]);
    const kept = { promise: promiseOf(code, games), thrown: thrownFor(code, games), seen: seenIn(code, games) };
    const judged = answer && verdict?.judge({ ...answer, ...kept });
    const told = [...(judged?.differing ?? []), ...(judged?.late ?? [])].length ? await socket.story(0) : null;
    if (mine !== game) return;
    if (!answer || !verdict || !judged) found = [{ ...note("fair_unknown"), canAskAgain: true }];
    else if (answer.seed !== seed) found = [bad("fair_broken")];
    else found = verdict.linesOf(judged, answer.draws, isThrowing, told ?? []);
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

/** @param {table.Line["kind"]} kind @returns {(key: string) => table.Line} */
const lineOf = (kind) => (key) => ({ kind, text: sentence(key) });
const bad = lineOf("bad");
const note = lineOf("note");
