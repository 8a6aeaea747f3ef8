// Tells rounds on a clock of its own, by the scripts of the screens: see rounds.py. Reads the rounds from the standard input.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts, pace] = process.argv.slice(2);
let now = 0;
let due = [];
globalThis.document = { hidden: false, addEventListener() {} };
globalThis.setTimeout = (action, after = 0) => {
  due.push({ action, at: now + after });
  return due.at(-1);
};
globalThis.clearTimeout = (timer) => {
  due = due.filter((other) => other !== timer);
};

// Until nothing is left to tell.
function pass() {
  while (due.length) {
    const [first] = due.sort((one, other) => one.at - other.at);
    clearTimeout(first);
    now = first.at;
    first.action();
  }
}

const load = (path) => import(pathToFileURL(`${scripts}/${path}`).href);
const { telling } = await load("table/pacing.js");
const { CHANCE_IT } = await load("chance_it/steps.js");

function tell({ before, messages }) {
  const kinds = {};
  let begun = null;
  const end = () => {
    if (begun) kinds[begun.kind] = (kinds[begun.kind] ?? 0) + now - begun.at;
    begun = null;
  };
  const begin = ({ kind }) => {
    end();
    begun = { kind, at: now };
  };
  const teller = telling({ game: CHANCE_IT, on: { begin, outcome() {}, present: end } });
  const own = { seat: null, secret: null };
  const whole = (message) => ({ ...message, table: { pace }, shared: message.view, own });
  teller.take(whole({ ...before, events: [] }));
  const start = now;
  for (const message of messages) {
    teller.take(whole(message));
    pass();
  }
  return { milliseconds: now - start, kinds };
}

const rounds = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(rounds.map(tell)));
