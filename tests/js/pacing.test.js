import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page, pass } from "./page.js";

const { isTakenBack, leadOf, steps, telling } = await import("../../static/js/table/pacing.js");

/** @type {Record<string, {lead: number, hold: number}>} */
const TIMES = { roll: { lead: 2000, hold: 500 }, effects: { lead: 100, hold: 1500 }, quiet: { lead: 0, hold: 0 } };
/** @type {Record<string, string>} */
const KINDS = { rolled: "roll", changed: "effects" };
/** @type {table.Pacing} */
const GAME = {
  timesOf: (kind) => TIMES[kind],
  kindOf: ({ event }) => KINDS[event] ?? "quiet",
  belongsTo: (step, event, kind) => step.kind === kind && kind !== "roll",
  cutsIn: ["roll"],
};
const ROLLED = { event: "rolled" };
const CHANGED = { event: "changed" };
const QUIET = { event: "laid" };

/** @type {string[]} */
let told;
beforeEach(() => {
  page.open();
  told = [];
});

/** @param {any} entry @returns {table.Entry} */
const entry = (entry) => entry;

// What is shown is the number of events that were told; each sets the next.
/** @param {Partial<Parameters<typeof telling>[0]>} [options] */
function newTelling(options) {
  const teller = telling({
    game: GAME,
    on: {
      begin: (step, view) => told.push(`begin ${step.kind} at ${view.count}`),
      outcome: (step, view) => told.push(`outcome ${step.kind} at ${view.count}`),
      present: (message) => told.push(`present ${message.view.count}`),
    },
    ...options,
  });
  let number = 0;
  let count = 0;
  /** @param {any[]} events @param {{pace?: string, entry?: object, own?: any}} [of] */
  const take = (events, { pace = "normal", entry = {}, own = { seat: 1, secret: null, can: ["move"] } } = {}) => {
    number += 1;
    const sets = events.map((_, index) => ({ count: count + index + 1 }));
    count += events.length;
    const shared = { count };
    const view = { ...shared, ...own };
    /** @type {any} */
    const message = { number, shared, own, view, table: { pace }, events: [{ number, do: "play", events, sets, ...entry }] };
    teller.take(message);
  };
  return { teller, take };
}

// A screen that has drawn the present once.
/** @param {Parameters<typeof newTelling>[0]} [options] */
function ready(options) {
  const made = newTelling(options);
  made.take([QUIET]);
  told = [];
  return made;
}

test("what happens at once is one step, and an entry never joins another's", () => {
  const found = steps([entry({ events: [ROLLED, CHANGED, CHANGED] }), entry({ events: [CHANGED] })], GAME);
  assert.deepEqual(found.map(({ kind, events }) => [kind, events.length]), [["roll", 1], ["effects", 2], ["effects", 1]]);
});

test("while something is told there are no moves, and of one's own the seat and the secret of that message", () => {
  /** @type {any[]} */
  const seen = [];
  /** @type {Parameters<typeof telling>[0]["on"]} */
  const on = { begin: (_, view) => seen.push(view), outcome: (_, view) => seen.push(view), present: ({ view }) => seen.push(view) };
  const { take } = newTelling({ on });
  take([QUIET]);
  take([ROLLED], { own: { seat: 1, secret: "in", can: ["move"], outlook: {} } });
  pass(2500);
  assert.deepEqual(seen.slice(1), [
    { count: 1, seat: 1, secret: "in", can: [] },
    { count: 2, seat: 1, secret: "in", can: [] },
    { count: 2, seat: 1, secret: "in", can: ["move"], outlook: {} },
  ]);
});

test("the first message is drawn whole", () => {
  newTelling().take([ROLLED, CHANGED]);
  assert.deepEqual(told, ["present 2"]);
});

test("a step is told after its lead, and the next one after its hold", () => {
  ready().take([ROLLED, CHANGED]);
  assert.deepEqual(told, ["begin roll at 1"]);
  pass(1999);
  assert.equal(told.length, 1);
  pass(1);
  assert.deepEqual(told.slice(1), ["outcome roll at 2"]);
  pass(500);
  assert.deepEqual(told.slice(2), ["begin effects at 2"]);
  pass(1600);
  assert.deepEqual(told.slice(3), ["outcome effects at 3", "present 3"]);
});

test("quiet events take no time", () => {
  ready().take([QUIET, QUIET]);
  assert.deepEqual(told, ["present 3"]);
});

test("a phone stays a little behind the big screen, and is ready at the same time", () => {
  ready({ lag: 250 }).take([ROLLED]);
  pass(2249);
  assert.equal(told.length, 1);
  pass(1);
  assert.equal(told.length, 2);
  pass(250);
  assert.equal(told.at(-1), "present 2");
});

test("the pace stretches and shortens; instant tells nothing", () => {
  const { take } = ready();
  take([ROLLED], { pace: "fast" });
  pass(900);
  assert.equal(told.at(-1), "outcome roll at 2");
  pass(10_000);
  told = [];
  take([ROLLED], { pace: "instant" });
  assert.deepEqual(told, ["present 3"]);
  assert.equal(leadOf("roll", { round: 1 }, "slow", GAME), 3200);
});

test("whoever throws the dice cuts short what is being told", () => {
  const { take } = ready();
  take([CHANGED, QUIET, CHANGED]);
  take([ROLLED]);
  assert.deepEqual(told, ["begin effects at 1", "begin roll at 4"]);
});

test("a screen that is too far behind catches up", () => {
  const { take } = ready();
  for (let count = 0; count < 19; count += 1) take([CHANGED]);
  assert.deepEqual(told, ["begin effects at 1"]);
  take([CHANGED]);
  assert.deepEqual(told, ["begin effects at 1", "begin effects at 20"]);
});

test("after taking back, and in a new game, the present is drawn at once", () => {
  const { take } = ready();
  for (const what of ["undone", "continued", "begun"]) {
    take([ROLLED], { entry: { do: what } });
    assert.match(told[told.length - 1], /^present/);
  }
  assert.deepEqual(["undone", "continued", "begun"].map((what) => isTakenBack(entry({ do: what }))), [true, true, false]);
});

test("something like a new name waits for the end of the story", () => {
  const { teller, take } = ready();
  take([ROLLED]);
  take([]);
  assert.deepEqual(told, ["begin roll at 1"]);
  assert.ok(teller.isTelling());
  pass(2500);
  assert.equal(told.at(-1), "present 2");
  assert.ok(!teller.isTelling());
});

test("a page that is hidden, or comes back, goes straight to the present", () => {
  const { take } = ready();
  take([ROLLED]);
  page.hide(true);
  assert.equal(told.at(-1), "present 2");
  take([ROLLED]);
  assert.equal(told.at(-1), "present 3");
});

test("what was skipped is told no more, and what has happened since is told from its beginning", () => {
  const { teller, take } = ready();
  take([CHANGED, CHANGED]);
  take([CHANGED]);
  take([CHANGED], { entry: { do: "later" } });
  assert.deepEqual(told, ["begin effects at 1"]);
  teller.skip(3);
  assert.deepEqual(told.slice(1), ["begin effects at 4"]);
  teller.skip(3);
  assert.equal(told.length, 2, "that was told already");
  teller.skip(4);
  assert.deepEqual(told.slice(2), ["present 5"]);
});

test("what is held after its outcome is skipped, too", () => {
  const { teller, take } = ready();
  take([CHANGED]);
  take([CHANGED]);
  pass(100);
  told = [];
  teller.skip(2);
  assert.deepEqual(told, ["begin effects at 2"]);
});

test("skipping without a number goes to the present; skipping the past does nothing", () => {
  const { teller, take } = ready();
  take([ROLLED]);
  teller.skip(1);
  assert.deepEqual(told, ["begin roll at 1"]);
  teller.skip();
  assert.equal(told.at(-1), "present 2");
  assert.ok(!teller.isTelling());
});

test("the times of a step are those of the view that is shown", () => {
  /** @type {table.Pacing["timesOf"]} */
  const timesOf = (kind, view) => (view.count > 1 ? { lead: 10, hold: 0 } : TIMES[kind]);
  const { take } = ready({ game: { ...GAME, timesOf } });
  take([ROLLED]);
  pass(2500);
  told = [];
  take([ROLLED]);
  pass(10);
  assert.deepEqual(told.slice(0, 2), ["begin roll at 2", "outcome roll at 3"]);
});
