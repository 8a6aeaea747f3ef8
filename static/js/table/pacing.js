// Telling what happened, step by step, in the same time on all screens.
//
// A message brings the present and the events that led there. The game-master screen and the phones cut the events into
// the same steps and give each the same time, so that nobody's phone tells a roll before the dice on the big screen lie
// still. The server waits for none of it. A screen that comes late, sleeps or falls behind goes straight to the present.

import { after, along } from "./own.js";

// A game says how it is told, {steps, kindOf, belongsTo, cutsIn}:
//   steps       for each kind of step, in milliseconds at a normal pace: `lead` passes before the outcome may be seen (dice
//               tumble, cards turn), then `hold` passes before the next step; the kind "quiet" takes no time
//   kindOf      the kind of an event
//   belongsTo   whether an event belongs to the step before it
//   cutsIn      the kinds that cut short what is being told

const PACES = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };

// How long the dice of a step tumble, its cards turn ..., in milliseconds.
/** @param {string} kind @param {string} pace @param {table.Pacing} game */
export function leadOf(kind, pace, game) {
  return game.steps[kind].lead * PACES[pace];
}

const FURTHEST_BEHIND = 30000;

// After these entries the game stands elsewhere than the events before them have led: something was taken or brought back.
export const isTakenBack = (entry) => ["undone", "redone", "continued"].includes(entry.do);

// The entries of a message as steps: [{kind, events, sets, entry}].
/** @param {table.Entry[]} entries @param {table.Pacing} game */
export function steps(entries, { kindOf, belongsTo }) {
  const found = [];
  for (const entry of entries) {
    let step = null;
    entry.events.forEach((event, index) => {
      const kind = kindOf(event);
      if (!step || !belongsTo(step, event, kind)) {
        step = { kind, events: [], sets: [], entry };
        found.push(step);
      }
      step.events.push(event);
      step.sets.push(entry.sets?.[index] ?? {});
    });
  }
  return found;
}

// `on` has three functions:
//   begin(step, view)    the step begins; `view` is what is shown until its outcome
//   outcome(step, view)  its outcome may be told now; `view` is what is to be shown from here
//   present(message)     all is told: `message` is the newest, draw it whole. Called for every message that is not overtaken.
// `lag` in milliseconds is added before outcomes: phones stay a little behind the big screen, however quick their network.
// Gives {take(message), skip(), isTelling()}.
export function telling({ on, lag = 0, game }) {
  let newest = null;
  let shown = null; // what everybody sees, as it is told so far
  let queue = [];
  let timer = null;
  let isTelling = false;

  const factor = () => PACES[newest?.table.pace] ?? 1;
  const timeOf = (step) => (game.steps[step.kind].lead + game.steps[step.kind].hold) * factor();

  function skip() {
    clearTimeout(timer);
    queue = [];
    isTelling = false;
    if (newest) {
      shown = newest.shared;
      on.present(newest);
    }
  }

  function take(message) {
    const isFirst = newest === null;
    const entries = message.events || [];
    const isBackInTime = message.number < newest?.number || entries.some(isTakenBack);
    newest = message;
    const isNewGame = !shown || !message.view || entries.some((entry) => entry.do === "begun");
    if (isFirst || isBackInTime || isNewGame || document.hidden || !factor()) {
      skip();
      return;
    }
    const coming = steps(entries, game);
    if (!coming.length) {
      // Something like a new name. While a story is being told it waits for the end of it.
      if (!isTelling) skip();
      return;
    }
    const behind = queue.reduce((sum, step) => sum + timeOf(step), 0);
    // Whoever throws the dice has seen enough of what was before.
    if (behind > FURTHEST_BEHIND * factor() || (isTelling && game.cutsIn.includes(coming[0]?.kind))) catchUp();
    queue.push(...coming.map((step) => ({ ...step, own: message.own })));
    if (!isTelling) next();
  }

  // Everything that waits is taken as told, without being shown.
  function catchUp() {
    clearTimeout(timer);
    isTelling = false;
    for (const step of queue) tell(step);
    queue = [];
  }

  function tell(step) {
    shown = step.sets.reduce(after, shown);
  }

  function next() {
    while (queue.length && queue[0].kind === "quiet") tell(queue.shift());
    if (!queue.length) {
      skip();
      return;
    }
    isTelling = true;
    const step = queue[0];
    const { lead, hold } = game.steps[step.kind];
    on.begin(step, along(shown, step.own));
    timer = setTimeout(
      () => {
        queue.shift();
        tell(step);
        on.outcome(step, along(shown, step.own));
        timer = setTimeout(next, Math.max(0, hold * factor() - lag));
      },
      lead * factor() + lag,
    );
  }

  document.addEventListener("visibilitychange", () => {
    if (isTelling) skip();
  });

  return { take, skip, isTelling: () => isTelling };
}
