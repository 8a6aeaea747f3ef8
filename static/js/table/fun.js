// What guesses and reactions need, loaded when somebody sees the first of them: pictures, pieces and sentences.

import { bringLater } from "./later.js";
import { PACES } from "./pacing.js";

// So long a reaction is seen, in milliseconds at a normal pace.
const SEEN = 2500;

/** @type {Promise<void> | null} */
let loading = null;

// What could not be loaded is tried again the next time.
export function loadFun() {
  loading ??= bringLater("fun").catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @param {table.Table} table */
export const seenFor = ({ pace }) => SEEN * PACES[pace];

// Whose sign it is, also of those who wait for the next game.
/** @param {table.Table} table @param {number} player */
export const colourOf = ({ players, waiting }, player) => [...players, ...waiting].find((one) => one.player === player)?.colour ?? 0;
