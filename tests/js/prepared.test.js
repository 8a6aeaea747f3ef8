import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { page } from "./page.js";

const { connect, dialBy } = await import("../../static/js/table/socket.js");
const { prepare } = await import("../../static/js/table/phone/prepared.js");

/** @param {number} number @param {object[]} events */
const view = (number, events = []) => ({ type: "view", number, epoch: "", events });
/** @param {number} number */
const entry = (number) => ({ number, events: [] });
/** @type {any} */
const ROLL = { do: "roll" };
/** @type {any} */
const OUT = { do: "choose", seat: 0, guide: "out" };
/** @type {any} */
const LESSON = {
  welcome: { type: "welcome", game: "matches" },
  steps: [
    { name: "hello", wanted: null, view: view(3, [entry(3)]) },
    { name: "roll", wanted: ROLL, view: view(3) },
    { name: "out", wanted: OUT, view: view(5, [entry(4), entry(5)]) },
    { name: "end", wanted: null, view: view(6, [entry(6)]) },
  ],
};
const settled = () => new Promise(setImmediate);

/** @type {any[]} */
let heard;
/** @type {number[]} */
let steps;
/** @type {number} */
let wrong;

beforeEach(() => {
  page.open();
  [heard, steps, wrong] = [[], [], 0];
});

async function begin(first = 0) {
  const prepared = prepare(LESSON, first, {
    step: (index) => steps.push(index),
    wrong: () => {
      wrong += 1;
      return "This time, otherwise.";
    },
  });
  dialBy(prepared.dial);
  const table = connect("", { message: (message) => heard.push(message) });
  await settled();
  return { prepared, table };
}

const numbers = () => heard.filter(({ type }) => type === "view").map(({ number }) => number);

test("it begins like a table, with a welcome and the present", async () => {
  await begin();
  assert.deepEqual(heard.map(({ type }) => type), ["welcome", "view"]);
});

test("whoever comes back in the middle goes on there, and nothing is told again", async () => {
  const { prepared } = await begin(2);
  assert.equal(prepared.at(), 2);
  assert.deepEqual(numbers(), [5]);
  assert.deepEqual(heard.at(-1).events, []);
});

test("where one only reads, it goes on by itself; the last step is the end", async () => {
  const { prepared } = await begin();
  prepared.next();
  assert.deepEqual(steps, [1]);
  const { prepared: over } = await begin(3);
  over.next();
  assert.equal(over.at(), 3);
});

test("the wanted move is done and leads on, with what happens then", async () => {
  const { prepared, table } = await begin(1);
  assert.equal((await table.play(ROLL)).type, "done");
  assert.equal(prepared.at(), 2);
  assert.deepEqual(heard.at(-1).events, [entry(4), entry(5)]);
});

test("another move is refused in words and changes nothing, however often", async () => {
  const { prepared, table } = await begin(2);
  for (const move of [{ ...OUT, guide: "in" }, ROLL, { ...OUT, seat: 1 }]) {
    const answer = /** @type {any} */ (await table.play(move));
    assert.deepEqual([answer.type, answer.sentence], ["refused", "This time, otherwise."]);
  }
  assert.equal((await table.manage({ do: "leave" })).type, "refused");
  assert.equal(wrong, 4);
  assert.equal(prepared.at(), 2);
  assert.equal((await table.play(OUT)).type, "done", "and there is still a way on");
});

test("a move that was done is not done again", async () => {
  const { prepared, table } = await begin(1);
  await Promise.all([table.play(ROLL), table.play(ROLL)]);
  assert.deepEqual([prepared.at(), wrong], [2, 1]);
});

test("a phone that slept connects again and sees the present", async () => {
  const { prepared, table } = await begin(1);
  await table.play(ROLL);
  page.hide(true);
  page.hide(false);
  await settled();
  assert.equal(prepared.at(), 2);
  assert.deepEqual(numbers(), [3, 5, 5]);
});

test("the story is what has happened so far", async () => {
  const { table } = await begin(2);
  assert.deepEqual((await table.story(0))?.map(({ number }) => number), [3, 4, 5]);
});

test("skipping cuts short what leads to the step", async () => {
  const { prepared } = await begin(2);
  prepared.skip();
  assert.deepEqual(heard.at(-1), { type: "skip", number: 5 });
});
