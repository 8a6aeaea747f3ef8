import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { putBack } from "../../static/js/shelf/gone.js";
import { freeId } from "../../static/js/shelf/ids.js";
import { newKeeper } from "../../static/js/shelf/keeping.js";
import { newSaving } from "../../static/js/shelf/saving.js";
import { onlyInFirst } from "../../static/js/shelf/versions.js";

class Storage {
  constructor() {
    this.map = new Map();
  }
  get length() {
    return this.map.size;
  }
  /** @param {number} index */
  key(index) {
    return [...this.map.keys()][index];
  }
  /** @param {string} key */
  getItem(key) {
    return this.map.get(key) ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.map.set(key, value);
  }
  /** @param {string} key */
  removeItem(key) {
    this.map.delete(key);
  }
}

/** @type {any} */
let storage;
/** @type {[number, string][]} */
let sent;
/** @type {any[]} */
let answers;
const first = { link: "l", version: 1, content: { name: "first" }, house: {}, mistakes: [] };
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open(name = "a", from = first) {
  /** @type {string[]} */
  const told = [];
  /** @param {number} version @param {any} content */
  const send = async (version, content) => {
    sent.push([version, content.name]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const saving = newSaving({ first: from, send, keeper: newKeeper("l", name, storage), tell: (state) => told.push(state.is) });
  return { saving, told };
}

/** @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

// All windows are closed: their timers run no more.
function close() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
}

beforeEach(() => {
  close();
  storage = new Storage();
  sent = [];
  answers = [];
});

test("what is typed is saved a moment later, and then kept here no longer", async () => {
  answers = [{ version: 2, mistakes: [{ code: "no_card_yet" }] }];
  const { saving } = open();
  saving.change({ name: "one" });
  saving.change({ name: "two" });
  assert.equal(storage.length, 1);
  await pass(500);
  assert.deepEqual(sent, [[1, "two"]]);
  assert.deepEqual([saving.state.is, saving.state.version, saving.state.mistakes.length, storage.length], ["saved", 2, 1, 0]);
});

test("without the server it is kept here, and tried again until it works", async () => {
  answers = [new Error("away"), new Error("away"), { version: 2, mistakes: [] }];
  const { saving } = open();
  saving.change({ name: "one" });
  await pass(500);
  assert.deepEqual([saving.state.is, storage.length, saving.isUnsaved()], ["not_saved", 1, true]);
  await pass(1000);
  await pass(2000);
  assert.deepEqual([saving.state.is, storage.length, saving.isUnsaved(), sent.length], ["saved", 0, false, 3]);
});

test("after a reload what was not saved is there again and is saved", async () => {
  open().saving.change({ name: "typed" });
  close();
  answers = [{ version: 2, mistakes: [] }];
  const { saving } = open();
  saving.begin();
  assert.equal(saving.state.content.name, "typed");
  await pass(500);
  assert.deepEqual([sent.at(-1), saving.state.is, storage.length], [[1, "typed"], "saved", 0]);
});

test("whoever comes late keeps what is seen here, or takes the other one", async () => {
  const ways = /** @type {const} */ ([["keepThis", "mine", 5], ["takeOther", "theirs", 4]]);
  for (const [choose, name, version] of ways) {
    answers = [{ late: { version: 4, content: { name: "theirs" } } }, { version, mistakes: [] }];
    const { saving } = open(choose);
    saving.change({ name: "mine" });
    await pass(500);
    assert.equal(saving.state.is, "late");
    saving.change({ name: "mine" });
    await pass(5000);
    assert.equal(sent.length % 2, 1, "nothing is sent before somebody has chosen");
    saving[choose]();
    await pass(500);
    assert.deepEqual([sent.at(-1), saving.state.is, saving.state.version, storage.length], [[4, name], "saved", version, 0]);
  }
});

test("changes of a window that is gone are not thrown away when the box has moved on", () => {
  open("gone").saving.change({ name: "typed long ago" });
  const { saving } = open("new", { ...first, version: 7, content: { name: "moved on" } });
  saving.begin();
  assert.deepEqual([saving.state.is, saving.state.content.name, saving.state.other?.content.name], ["late", "typed long ago", "moved on"]);
});

test("a question that nobody has answered is asked again after a reload, and nothing is sent meanwhile", async () => {
  open("gone").saving.change({ name: "typed long ago" });
  for (const _reload of [1, 2]) {
    const { saving } = open("new", { ...first, version: 7, content: { name: "moved on" } });
    saving.begin();
    await pass(5000);
    assert.deepEqual([saving.state.is, saving.state.other?.content.name], ["late", "moved on"]);
  }
});

test("what is refused is told and not sent again by itself", async () => {
  answers = [{ refused: { code: "bad_text", sentences: ["no"] } }];
  const { saving } = open();
  saving.change({ name: "\u0000" });
  await pass(60000);
  assert.deepEqual([sent.length, saving.state.refused?.sentences], [1, ["no"]]);
});

test("somebody who goes on at once goes on with the newest", async () => {
  answers = [{ version: 2, mistakes: [] }];
  const { saving } = open();
  saving.change({ name: "newest" });
  await saving.now();
  assert.deepEqual([sent, saving.isUnsaved()], [[[1, "newest"]], false]);
});

test("a window without a storage still saves", async () => {
  /** @type {any} */
  const full = { setItem() { throw new Error("full"); }, get length() { throw new Error("no"); } };
  const keeper = newKeeper("l", "a", full);
  keeper.keep({ version: 1, content: {} });
  assert.deepEqual(keeper.all(), []);
  assert.deepEqual(newKeeper("l", "a", undefined).all(), []);
});

test("ids are the first that are free", () => {
  assert.equal(freeId("m", []), "m01");
  assert.equal(freeId("m", ["m01", "m03"]), "m02");
});

test("what was deleted comes back where it was, or at the end of what is left", () => {
  assert.deepEqual(putBack(["a", "c"], 1, "b"), ["a", "b", "c"]);
  assert.deepEqual(putBack(["a"], 5, "b"), ["a", "b"]);
});

test("of two versions one has what the other has not, or has otherwise", () => {
  const card = { id: "m01", price: 1 };
  assert.deepEqual(onlyInFirst([card, { id: "m02", price: 2 }, { id: "m03", price: 3 }], [card, { id: "m02", price: 9 }]).map(({ id }) => id), ["m02", "m03"]);
});
