// Telling what happened, step by step, in the same time on all screens.
//
// A message brings the present and the events that led there. The game-master screen and the phones cut the events into
// the same steps and give each the same time, so that nobody's phone tells a roll before the dice on the big screen lie
// still. The server waits for none of it. A screen that comes late, sleeps or falls behind goes straight to the present.

// For each kind of step, in milliseconds at a normal pace: `lead` passes before the outcome may be seen (dice tumble,
// cards turn), then `hold` passes before the next step. These are the steps of Chance It; another game brings its own, in
// the form of CHANCE_IT below.
const STEPS = {
  roll: { lead: 2200, hold: 700 },
  reroll: { lead: 1700, hold: 700 },
  reveal: { lead: 1300, hold: 1300 },
  stakes: { lead: 200, hold: 1700 },
  all_out: { lead: 200, hold: 2400 },
  action: { lead: 0, hold: 800 },
  effects: { lead: 100, hold: 1500 },
  market_turn: { lead: 0, hold: 500 },
  purchase: { lead: 200, hold: 1800 },
  discard: { lead: 100, hold: 1100 },
  lay_out: { lead: 200, hold: 900 },
  elimination: { lead: 300, hold: 2600 },
  round: { lead: 300, hold: 700 },
  end: { lead: 1200, hold: 800 },
  quiet: { lead: 0, hold: 0 },
};
const PACES = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };

// How long the dice of a step tumble, its cards turn ..., in milliseconds.
export function leadOf(kind, pace, game = CHANCE_IT) {
  return game.steps[kind].lead * PACES[pace];
}

const FURTHEST_BEHIND = 30000;

/** @type {{ [One in chance_it.OneEvent["event"]]?: keyof typeof STEPS }} */
const KINDS = {
  dice_rolled: "roll",
  dice_rerolled: "reroll",
  guides_revealed: "reveal",
  action_began: "action",
  card_used: "effects",
  market_turn_began: "market_turn",
  card_bought: "purchase",
  card_discarded: "discard",
  market_laid_out: "lay_out",
  pile_shuffled: "lay_out",
  eliminated: "elimination",
  round_began: "round",
  game_ended: "end",
};
const KINDS_OF_CHANGES = { stakes: "stakes", all_out: "all_out", elimination: "elimination", price: "purchase" };

function kindOf(event) {
  return event.event === "token_changed" ? KINDS_OF_CHANGES[event.cause] || "effects" : KINDS[event.event] || "quiet";
}

// Whether an event belongs to the step before it: what happens at once is told at once. A flash card is part of its purchase.
function belongsTo(step, event, kind) {
  if (step.kind === "purchase") {
    return kind === "purchase" ? event.event === "token_changed" : kind === "effects" || kind === "discard";
  }
  if (step.kind === "quiet") return kind === "quiet";
  return step.kind === kind && ["stakes", "all_out", "effects", "elimination", "lay_out"].includes(kind);
}

// How a game is told: the times of its `steps`, the kind of an event, whether an event belongs to the step before it, and
// the kinds that cut short what is being told. The kind "quiet" takes no time.
/** @type {table.Pacing} */
const CHANCE_IT = { steps: STEPS, kindOf, belongsTo, cutsIn: ["roll"] };

// After these entries the game stands at an earlier point than before.
export const isTakenBack = (entry) => entry.do === "undone" || entry.do === "continued";

// The entries of a message as steps: [{kind, events, entry}].
export function steps(entries, { kindOf, belongsTo } = CHANCE_IT) {
  const found = [];
  for (const entry of entries) {
    let step = null;
    for (const event of entry.events) {
      const kind = kindOf(event);
      if (step && belongsTo(step, event, kind)) {
        step.events.push(event);
      } else {
        step = { kind, events: [event], entry };
        found.push(step);
      }
    }
  }
  return found;
}

// `after(view, event)` comes from retelling.js, or from a game that has its own. `on` has three functions:
//   begin(step, view)    the step begins; `view` is what is shown until its outcome
//   outcome(step, view)  its outcome may be told now; `view` is what is to be shown from here
//   present(message)     all is told: `message` is the newest, draw it whole. Called for every message that is not overtaken.
// `lag` in milliseconds is added before outcomes: phones stay a little behind the big screen, however quick their network.
// Gives {take(message), skip(), isTelling()}.
export function telling({ after, on, lag = 0, game = CHANCE_IT }) {
  let newest = null;
  let shown = null; // the game's view as it is told so far
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
      shown = newest.view;
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
    queue.push(...coming);
    if (!isTelling) next();
  }

  // Everything that waits is taken as told, without being shown.
  function catchUp() {
    clearTimeout(timer);
    isTelling = false;
    for (const step of queue) shown = step.events.reduce(after, shown);
    queue = [];
  }

  function next() {
    while (queue.length && queue[0].kind === "quiet") {
      shown = queue.shift().events.reduce(after, shown);
    }
    if (!queue.length) {
      skip();
      return;
    }
    isTelling = true;
    const step = queue[0];
    const { lead, hold } = game.steps[step.kind];
    on.begin(step, shown);
    timer = setTimeout(
      () => {
        queue.shift();
        shown = step.events.reduce(after, shown);
        on.outcome(step, shown);
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
