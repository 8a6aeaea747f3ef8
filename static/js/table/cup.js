// The dice cup: it goes round before every draw of the table, and each device throws in random bits of its own. This device
// remembers what it threw, what it was promised and which dice it saw, to check all of it after the game.

import { remember, remembered } from "../shared/settings.js";
import { newId } from "./socket.js";

const BYTES = 16;
const MOST_TABLES = 8;
const MOST_GAMES = 3; // of a table
const MOST_DRAWS = 1000; // of a game
const MOST_THROWS = 4; // for a draw: a seat may have several windows, and a draw may be asked for again

/**
 * By the number of the game.
 * @typedef {{promises: Record<number, {commitment: string, at: number}>, thrown: Record<number, Record<number, string[]>>,
 *   seen: Record<number, Record<number, number[]>>}} Memory
 */

/** @param {string} code @returns {Memory} */
function memoryOf(code) {
  const kept = remembered(`cup-${code}`, null);
  return { promises: kept?.promises ?? {}, thrown: kept?.thrown ?? {}, seen: kept?.seen ?? {} };
}

/** @param {string} code @param {Memory} memory */
function keep(code, memory) {
  /** @type {string[]} */
  const codes = [code, ...remembered("cups", []).filter((/** @type {string} */ other) => other !== code)];
  for (const old of codes.slice(MOST_TABLES)) remember(`cup-${old}`, null);
  remember("cups", codes.slice(0, MOST_TABLES));
  for (const games of Object.values(memory)) {
    const oldest = Math.max(...Object.keys(games).map(Number)) - MOST_GAMES;
    for (const game of Object.keys(games)) if (Number(game) <= oldest) delete games[Number(game)];
  }
  remember(`cup-${code}`, memory);
}

// The promise for a game, {commitment, at}, as it was shown while the game could still be begun or was on; else null.
/** @param {string} code @param {number} game */
export const promiseOf = (code, game) => memoryOf(code).promises[game] ?? null;

// The bits that were thrown in for a game: lists by the number of the draw.
/** @param {string} code @param {number} game */
export const thrownFor = (code, game) => memoryOf(code).thrown[game] ?? {};

// The dice that were told while the game was on: by the number of their entry.
/** @param {string} code @param {number} game */
export const seenIn = (code, game) => memoryOf(code).seen[game] ?? {};

// What is promised now, with the newest entry of the log being `number`: for this game, and for the one after it. What is
// shown after the end is no promise for this one any more.
/** @param {table.Table} table @param {number} number @param {string | null} commitment */
export function keepPromise({ code, status, games, next_commitment: next }, number, commitment) {
  if (status !== "lobby") keepPromiseFor(code, games + 1, number, next);
  if (status !== "over") keepPromiseFor(code, games + (status === "lobby" ? 1 : 0), number, commitment);
}

/** @param {string} code @param {number} game @param {number} number @param {string | null} commitment */
function keepPromiseFor(code, game, number, commitment) {
  const memory = memoryOf(code);
  const known = memory.promises[game];
  // The first promise stays, whatever is said later; unless the log was put back to before it.
  if (!commitment || (known && known.at <= number)) return;
  memory.promises[game] = { commitment, at: number };
  keep(code, memory);
}

/** @param {table.Table} table @param {table.Entry[]} entries */
export function keepDice({ code, games }, entries) {
  const rolls = entries.flatMap(({ number, events }) => events.filter(({ dice }) => dice).map(({ dice }) => [number, dice]));
  if (!rolls.length) return;
  const memory = memoryOf(code);
  memory.seen[games] ??= {};
  const seen = memory.seen[games];
  if (Object.keys(seen).length < MOST_DRAWS) Object.assign(seen, Object.fromEntries(rolls));
  keep(code, memory);
}

/** @param {string} code @param {number} game @param {number} draw */
function throwBits(code, game, draw) {
  const bits = newId(BYTES);
  const memory = memoryOf(code);
  memory.thrown[game] ??= {};
  const draws = memory.thrown[game];
  if (draws[draw] || Object.keys(draws).length < MOST_DRAWS) draws[draw] = [...(draws[draw] ?? []).slice(1 - MOST_THROWS), bits];
  keep(code, memory);
  return bits;
}

// `say(frame)` sends to the table and gives whether it could. A cup is taken once for each socket.
/** @param {(frame: protocol.frame) => boolean} say */
export function newCup(say) {
  let isHeld = false;
  return {
    hold() {
      if (!isHeld) isHeld = say({ type: "cup" });
    },
    putDown() {
      isHeld = false;
    },
    /** @param {protocol.message.Shake} message @param {string} code */
    shake({ ask, game, draw }, code) {
      say({ type: "throw", ask, bits: throwBits(code, game, draw) });
    },
  };
}
