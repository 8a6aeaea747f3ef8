// The table's draws, made again on this device: `rules/luck.py` says at its top exactly how a draw is made. No rules of a
// game here: the server says what each draw was made from (dice that are thrown, or piles that are shuffled) and what it gave.

import { hex, sha256 } from "../shared/sha256.js";

/** @param {string} seed */
export const commitmentOf = (seed) => hex(sha256(seed));

/** @param {string} seed @param {number} number @param {string} salt */
function lotsOf(seed, number, salt) {
  let block = 0;
  let bytes = new Uint8Array();
  let at = 0;

  function next() {
    if (at === bytes.length) {
      bytes = sha256([seed, number, ...(salt ? [salt] : []), block].join(":"));
      block += 1;
      at = 0;
    }
    at += 1;
    return bytes[at - 1];
  }

  // A number from 0 to things - 1, each as likely as the others.
  /** @param {number} things */
  return function oneOf(things) {
    let all = 256;
    while (all < things) all *= 256;
    for (;;) {
      let drawn = 0;
      for (let values = 1; values < all; values *= 256) drawn = drawn * 256 + next();
      if (drawn < all - (all % things)) return drawn % things;
    }
  };
}

// What a draw gives: [dice], or the shuffled piles, top first.
/** @param {string} seed @param {Pick<protocol.message.DrawSeen, "number" | "salt" | "made_from">} draw */
export function drawAgain(seed, { number, salt, made_from: { dice = 0, again = [], piles = [] } }) {
  const oneOf = lotsOf(seed, number, salt);
  if (piles.length) return piles.map((pile) => shuffled(pile, oneOf));
  if (again.length >= 6) return [];
  /** @type {number[]} */
  const lie = [];
  while (lie.length < dice) {
    const die = oneOf(6) + 1;
    if (!again.includes(die)) lie.push(die);
  }
  return [lie];
}

/** @param {string[]} pile @param {(things: number) => number} oneOf */
function shuffled(pile, oneOf) {
  const things = [...pile];
  for (let i = things.length - 1; i > 0; i -= 1) {
    const j = oneOf(i + 1);
    [things[i], things[j]] = [things[j], things[i]];
  }
  return things;
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Whether a game's luck was fair. `promise` is {commitment, at}, as this device was shown it when the newest entry of the log was
// number `at`; null if it never was. `thrown` has the bits that it threw in, lists by the number of the draw; `seen` the dice that
// it was shown, by the number of their entry. Gives
//   isKept        whether the seed is the one that was promised; null without a promise
//   checked       how many draws were made again; those that were typed in are not
//   differing     the draws that do not follow from the seed, or are not what was shown
//   typed         how many were typed in
//   early         how many were made before this device saw the promise
//   hand          in how many of those checked its bits are
//   late          the draws that it threw for, and whose salt has none of it
/**
 * @param {table.Draws & {promise: {commitment: string, at: number} | null, thrown: Record<number, string[]>,
 *   seen: Record<number, number[]>}} game
 */
export function judge({ seed, draws, promise, thrown, seen }) {
  const drawn = draws.filter((draw) => !draw.typed);
  const all = new Set(Object.values(thrown).flat());
  /** @param {protocol.message.DrawSeen} draw @param {Set<string>} bits */
  const has = ({ salt }, bits) => salt.split(".").some((part) => bits.has(part));
  /** @param {protocol.message.DrawSeen} draw */
  const isFair = (draw) => draw === draws[draw.number] && (draw.typed || isSame(drawAgain(seed, draw), draw.gave));
  /** @param {protocol.message.DrawSeen} draw */
  const isAsSeen = ({ entry, gave }) => !seen[entry] || isSame([...seen[entry]].sort(), [...gave[0]].sort());
  /** @param {protocol.message.DrawSeen} draw */
  const isThrownFor = ({ number }) => Boolean(thrown[number]?.length);
  return {
    isKept: promise && commitmentOf(seed) === promise.commitment,
    checked: drawn.length,
    // Numbers that are left out or come twice would hide a draw.
    differing: draws.filter((draw) => !isFair(draw) || !isAsSeen(draw)),
    typed: draws.length - drawn.length,
    early: promise ? drawn.filter((draw) => draw.entry <= promise.at).length : 0,
    hand: drawn.filter((draw) => has(draw, all)).length,
    late: drawn.filter((draw) => isThrownFor(draw) && !has(draw, new Set(thrown[draw.number]))),
  };
}
