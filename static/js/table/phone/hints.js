// Hints: what is new to somebody is told once, in a few words, when it first happens to them.
//
// A game's table says which hint belongs to what: {hint, scene} is told when its owner is asked something in that scene,
// {hint, after(event, seat)} when an event has been told. The first one in the table that is not known yet counts, and a
// question brings one at most.

// Milliseconds that a hint has for itself. What is new meanwhile is told when it happens again.
export const READING = 5000;

// `known` are the hints that need not be told any more; it grows.
// Gives
//   tell(events, seat)    these events have been told
//   look(now, scene, moment)    the hint to be shown, or null. `scene` is what its owner is asked, `moment` what is
//                               being shown, whatever it is: when that changes, something has happened
//   close()               its owner has read it
//   act(now)              its owner goes on: what there was time to read is read
//   reading               how long a hint has for itself
/** @template Event @param {table.Hint<Event>[]} table @param {Set<string>} known */
export function newHints(table, known) {
  /** @type {(table.Hint<Event> & {since: number, moment: string}) | null} */
  let shown = null;
  /** @type {table.Hint<Event> | undefined} */
  let happened;
  const told = new WeakSet();
  let asked = ""; // the scene whose hint was told

  /** @param {(one: table.Hint<Event>) => unknown} isMeant */
  const first = (isMeant) => table.find((one) => !known.has(one.hint) && isMeant(one));

  function close() {
    if (shown) known.add(shown.hint);
    shown = null;
  }

  return {
    close,
    /** @param {number} now */
    act(now) {
      if (shown && now - shown.since >= READING) close();
    },
    reading: READING,
    /** @param {Event[]} events @param {number} seat */
    tell(events, seat) {
      for (const event of events) {
        if (told.has(/** @type {object} */ (event))) continue;
        told.add(/** @type {object} */ (event));
        happened ??= first(({ after }) => after?.(event, seat));
      }
    },
    /** @param {number} now @param {string} scene @param {string} moment */
    look(now, scene, moment) {
      if (scene !== asked) asked = "";
      if (shown?.scene ? shown.scene !== scene : shown && moment !== shown.moment && now - shown.since >= READING) close();
      const next = happened ?? first((one) => one.scene === scene && scene !== asked);
      happened = undefined;
      if (!shown && next) {
        shown = { ...next, since: now, moment };
        asked = next.scene ?? asked;
      }
      return shown?.hint ?? null;
    },
  };
}
