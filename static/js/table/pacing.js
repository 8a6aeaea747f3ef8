// Telling what happened, step by step, in the same time on all screens.
//
// A message brings the present and the events that led there. The game-master screen and the phones cut the events into
// the same steps and give each the same time, so that nobody's phone tells a roll before the dice on the big screen lie
// still. The server waits for none of it. A screen that comes late, sleeps or falls behind goes straight to the present.

// A game says how it is told, {timesOf, kindOf, belongsTo, cutsIn}:
//   timesOf     of a kind of step while that view is shown, in milliseconds at a normal pace: `lead` passes before the outcome
//               may be seen (dice tumble, cards turn), then `hold` passes before the next step; "quiet" takes no time
//   kindOf      the kind of an event; it may look at the rest of the entry
//   belongsTo   whether an event belongs to the step before it
//   cutsIn      the kinds that cut short what is being told

/** @type {Record<string, number>} */
export const PACES = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };

// How long the dice of a step tumble, its cards turn ..., in milliseconds.
/** @param {string} kind @param {any} view @param {string} pace @param {table.Pacing} game */
export function leadOf(kind, view, pace, game) {
  return game.timesOf(kind, view).lead * PACES[pace];
}

const FURTHEST_BEHIND = 30000;

// After these entries the game stands elsewhere than the events before them have led: something was taken or brought back.
/** @param {table.Entry} entry */
export const isTakenBack = (entry) => ["undone", "redone", "continued"].includes(entry.do);

// The entries of a message as steps: [{kind, events, sets, entry}].
/** @template Event @param {table.Entry<Event>[]} entries @param {table.Pacing<Event>} game */
export function steps(entries, { kindOf, belongsTo }) {
  /** @type {table.Step<Event>[]} */
  const found = [];
  for (const entry of entries) {
    /** @type {table.Step<Event> | null} */
    let step = null;
    for (const [index, event] of entry.events.entries()) {
      const rest = entry.events.slice(index + 1);
      const kind = kindOf(event, rest);
      if (!step || !belongsTo(step, event, kind, rest)) {
        step = { kind, events: [], sets: [], entry };
        found.push(step);
      }
      step.events.push(event);
      step.sets.push(entry.sets?.[index] ?? {});
    }
  }
  return found;
}

// `on` has these functions:
//   begin(step, view)    the step begins; `view` is what is shown until its outcome
//   outcome(step, view)  its outcome may be told now; `view` is what is to be shown from here
//   handOn(view)         another one has this phone, or nobody; `view` is what is shown of what is being told; optional
//   present(message)     all is told: `message` is the newest, draw it whole. Called for every message that is not overtaken.
// `lag` in milliseconds is added before outcomes: phones stay a little behind the big screen, however quick their network.
// Gives {take(message), skip(number), isTelling()}: skipping takes everything up to that number as told; without one, all.
/**
 * @param {{on: {begin(step: table.Step, view: any): void, outcome(step: table.Step, view: any): void,
 *   present(message: table.View): void, handOn?(view: any): void}, lag?: number, game: table.Pacing}} options
 */
export function telling({ on, lag = 0, game }) {
  /** @type {table.View | null} */
  let newest = null;
  /** @type {any} */
  let shown = null; // what everybody sees, as it is told so far
  /** @type {(table.Step & {own: table.Own})[]} */
  let queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isTelling = false;
  let telling = 0; // the number of the entry that is being told

  const factor = () => PACES[newest?.table.pace ?? "normal"] ?? 1;
  /** @param {table.Step} step */
  const timeOf = (step) => {
    const { lead, hold } = game.timesOf(step.kind, shown);
    return (lead + hold) * factor();
  };

  function skip(upTo = Number.POSITIVE_INFINITY) {
    if (newest && newest.number > upTo) skipSome(upTo);
    else skipAll();
  }

  // What has happened since is told from its beginning.
  /** @param {number} upTo */
  function skipSome(upTo) {
    if (!isTelling || telling > upTo) return;
    clearTimeout(timer);
    const left = queue.findIndex(({ entry }) => entry.number > upTo);
    for (const step of queue.splice(0, left < 0 ? queue.length : left)) tell(step);
    next();
  }

  function skipAll() {
    clearTimeout(timer);
    queue = [];
    isTelling = false;
    if (newest) {
      shown = newest.shared;
      on.present(newest);
    }
  }

  /** @param {table.View} message */
  function take(message) {
    const isFirst = newest === null;
    if (newest && newest.table.you !== message.table.you) handOn(message.own);
    const entries = message.events || [];
    const isBackInTime = (newest && message.number < newest.number) || entries.some(isTakenBack);
    newest = message;
    const isNewGame = !shown || !message.view || entries.some((entry) => entry.do === "begun");
    if (isFirst || isBackInTime || isNewGame || document.hidden || !factor()) {
      skipAll();
      return;
    }
    const coming = steps(entries, game);
    if (!coming.length) {
      // Something like a new name. While a story is being told it waits for the end of it.
      if (!isTelling) skipAll();
      return;
    }
    const behind = queue.reduce((sum, step) => sum + timeOf(step), 0);
    // Whoever throws the dice has seen enough of what was before.
    if (behind > FURTHEST_BEHIND * factor() || (isTelling && game.cutsIn.includes(coming[0]?.kind))) catchUp();
    queue.push(...coming.map((step) => ({ ...step, own: message.own })));
    if (!isTelling) next();
  }

  // Another one has this phone: what is being told goes on, with nothing in it of whoever had it before.
  /** @param {table.Own} own */
  function handOn(own) {
    for (const step of queue) step.own = own;
    if (isTelling) on.handOn?.(along(shown, own));
  }

  // Everything that waits is taken as told, without being shown.
  function catchUp() {
    clearTimeout(timer);
    isTelling = false;
    for (const step of queue) tell(step);
    queue = [];
  }

  /** @param {table.Step} step */
  function tell(step) {
    shown = step.sets.reduce(after, shown);
  }

  function next() {
    while (queue[0]?.kind === "quiet") {
      tell(queue[0]);
      queue.shift();
    }
    const [step] = queue;
    if (!step) {
      skipAll();
      return;
    }
    isTelling = true;
    telling = step.entry.number;
    const { lead, hold } = game.timesOf(step.kind, shown);
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
    if (isTelling) skipAll();
  });

  return { take, skip, isTelling: () => isTelling };
}

// A view arrives in two parts: what everybody at the table sees, and what is one's own. Whoever draws gets them as one:
// `table` and `view` are whole from here on; `shared` is what everybody sees of the game.
/** @param {protocol.message.View} message @returns {table.View} */
export function whole(message) {
  const { game, ...own } = message.own;
  const { table, view } = message;
  return { ...message, table: { ...table, ...own }, shared: view, view: view && { ...view, ...game }, own: game };
}

// While something is told: moves belong to the present, and so does everything else of one's own but the seat and its
// secret, which is shown from the step on that is about it.
/** @template {object} View @param {View} shown @param {table.Own} own */
function along(shown, own) {
  return { ...shown, seat: own?.seat ?? null, secret: own?.secret ?? null, can: [] };
}

// What is shown, with what an event sets in it, by path: {"market": [...], "players.2.coins": 5}.
/** @param {any} shown @param {Record<string, unknown>} sets */
export function after(shown, sets) {
  return Object.entries(sets).reduce((view, [path, value]) => put(view, path.split("."), value), shown);
}

/** @param {any} part @param {string[]} path @param {unknown} value */
function put(part, [name, ...rest], value) {
  const copy = Array.isArray(part) ? [...part] : { ...part };
  copy[name] = rest.length ? put(part[name], rest, value) : value;
  return copy;
}
