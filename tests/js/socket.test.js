import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { page, pass, Socket } from "./page.js";

const { connect, newId } = await import("../../static/js/table/socket.js");

/** @param {number} number */
const view = (number, epoch = "e") => ({ type: "view", number, epoch });
const settled = () => new Promise(setImmediate);

/** @type {any[]} */
let heard;
/** @type {string[]} */
let states;
/** @type {protocol.message.Closed[]} */
let closed;

beforeEach(() => {
  page.open();
  mock.method(Math, "random", () => 0.5); // the wait before a new try, without its jitter
  heard = [];
  states = [];
  closed = [];
});

function open() {
  return connect("/ws/BCDF/phone", {
    message: (message) => heard.push(message),
    state: (state) => states.push(state),
    closed: (message) => closed.push(message),
  });
}

test("an id is random and of as many bytes as asked for", () => {
  assert.match(newId(16), /^[0-9a-f]{32}$/);
  assert.notEqual(newId(), newId());
});

test("a command is sent once the socket is open, and answered", async () => {
  const table = open();
  const answer = table.play({ do: "start", seat: 1 });
  assert.deepEqual(Socket.newest.sent, []);
  const [frame] = Socket.newest.open().got("play");
  assert.deepEqual(frame, { type: "play", move: { do: "start", seat: 1 }, id: frame.id });
  Socket.newest.says({ type: "done", id: frame.id, number: 7 });
  assert.deepEqual(await answer, { type: "done", id: frame.id, number: 7 });
});

test("a command without an answer is sent again on the next socket, under the same id", async () => {
  const table = open();
  Socket.newest.open();
  const answer = table.manage({ do: "begin" });
  const [first] = Socket.newest.got("manage");
  Socket.newest.breaks();
  pass(400);
  assert.equal(Socket.all.length, 2);
  const [again] = Socket.newest.open().got("manage");
  assert.deepEqual(again, first);
  const refused = { type: "refused", id: first.id, code: "not_now", sentence: "Not now." };
  Socket.newest.says(refused);
  assert.deepEqual(await answer, refused);
  Socket.newest.breaks();
  pass(10_000);
  assert.deepEqual(Socket.newest.open().got("manage"), []);
});

test("what became of a command is unknown: it is sent again a little later, until that is known", async () => {
  const table = open();
  Socket.newest.open();
  const answer = table.play({ do: "roll" });
  const [{ id }] = Socket.newest.got("play");
  for (const [tries, wait] of [400, 800, 1600].entries()) {
    Socket.newest.says({ type: "unknown", id, code: "unknown", sentence: "?" });
    pass(wait - 1);
    assert.equal(Socket.newest.got("play").length, tries + 1);
    pass(1);
    assert.equal(Socket.newest.got("play").length, tries + 2);
  }
  Socket.newest.says({ type: "done", id, number: 3 });
  assert.deepEqual(await answer, { type: "done", id, number: 3 });
});

test("an older view is dropped, unless the log was put back", () => {
  open();
  Socket.newest.open();
  for (const message of [view(5), view(4), view(6), view(2, "another"), view(3, "another")]) Socket.newest.says(message);
  assert.deepEqual(heard.map(({ number }) => number), [5, 6, 2, 3]);
});

test("a new socket says what was seen last", () => {
  open();
  assert.equal(Socket.newest.address, "ws://table.test/ws/BCDF/phone");
  Socket.newest.open().says(view(12));
  Socket.newest.breaks();
  pass(400);
  assert.equal(Socket.newest.address, "ws://table.test/ws/BCDF/phone?seen=12");
});

test("the page brings the first messages, and what is older than they are is dropped", async () => {
  page.firstMessages = [{ type: "welcome" }, view(8)];
  open();
  await settled();
  assert.deepEqual(heard.map(({ type }) => type), ["welcome", "view"]);
  assert.match(Socket.newest.address, /\?seen=8$/);
  Socket.newest.open().says(view(7));
  assert.equal(heard.length, 2);
});

test("online with the first view, offline as soon as the socket breaks", () => {
  open();
  Socket.newest.open();
  assert.deepEqual(states, ["connecting"]);
  Socket.newest.says(view(1));
  Socket.newest.breaks();
  pass(400);
  Socket.newest.open().says(view(2));
  assert.deepEqual(states, ["connecting", "online", "offline", "online"]);
});

test("every try waits longer, up to a limit; a view makes it short again", () => {
  open();
  for (const wait of [400, 800, 1600, 3200, 6400, 8000, 8000]) {
    const { length } = Socket.all;
    Socket.newest.breaks();
    pass(wait - 1);
    assert.equal(Socket.all.length, length);
    pass(1);
    assert.equal(Socket.all.length, length + 1);
  }
  Socket.newest.open().says(view(1));
  Socket.newest.breaks();
  pass(400);
  assert.equal(Socket.newest.sent.length, 0);
  assert.equal(Socket.newest.readyState, 0);
});

test("a socket that does not open, or answers no ping, is thrown away", () => {
  open();
  pass(6000 + 400);
  assert.equal(Socket.all.length, 2);
  Socket.newest.open();
  assert.equal(Socket.newest.got("ping").length, 1);
  Socket.newest.says({ type: "pong" });
  pass(5000);
  assert.equal(Socket.newest.got("ping").length, 2);
  pass(4000);
  assert.equal(states.at(-1), "offline");
  assert.equal(Socket.newest.readyState, 3);
});

test("a socket that was thrown away is not listened to", () => {
  open();
  const old = Socket.newest.open();
  page.tell("online");
  assert.equal(Socket.all.length, 2);
  old.says(view(1));
  old.breaks();
  assert.deepEqual(heard, []);
  assert.equal(Socket.all.length, 2);
});

test("a page that comes back opens a new socket at once", () => {
  open();
  Socket.newest.open().says(view(1));
  page.hide(true);
  page.hide(false);
  assert.equal(Socket.all.filter(({ readyState }) => readyState !== 3).length, 1);
  assert.match(Socket.newest.address, /seen=1$/);
  page.tell("pageshow", { persisted: true });
  assert.equal(Socket.newest.readyState, 0);
});

test("sent away for good: no further try, and it is told", () => {
  open();
  Socket.newest.open().says({ type: "closed", code: "not_yours", sentence: "Another phone has this seat." });
  assert.deepEqual(closed.map(({ code }) => code), ["not_yours"]);
  const { length } = Socket.all;
  pass(60_000);
  page.tell("online");
  assert.equal(Socket.all.length, length);
});

test("a seat that was closed: told once, then looked for quietly and ever more rarely, until it is open again", () => {
  open();
  const removed = { type: "closed", code: "removed", sentence: "Your seat is closed." };
  Socket.newest.open().says(removed);
  for (const [tries, wait] of [2000, 3000, 4500].entries()) {
    pass(wait - 1);
    assert.equal(Socket.all.length, tries + 1);
    pass(1);
    assert.equal(Socket.all.length, tries + 2);
    Socket.newest.open().says(removed);
  }
  assert.equal(closed.length, 1);
  assert.deepEqual(states, ["connecting"]);
  pass(6750);
  Socket.newest.open().says(view(3));
  assert.equal(heard.at(-1).number, 3);
  assert.deepEqual(states, ["connecting", "online"]);
});

test("another game is on the table: the page is loaded anew, and nothing of it is told to this one", () => {
  let reloads = 0;
  location.reload = () => {
    reloads += 1;
  };
  open();
  Socket.newest.open().says({ type: "welcome", game: "chance_it" });
  Socket.newest.says({ type: "welcome", game: "chance_it" });
  assert.equal(reloads, 0);
  const { newest } = Socket;
  newest.says({ type: "welcome", game: "second_chance" });
  newest.says(view(9));
  assert.equal(reloads, 1);
  assert.deepEqual(heard.map(({ game }) => game), ["chance_it", "chance_it"]);
});

test("sent away for a reason that passes: tried again", () => {
  open();
  Socket.newest.open().says({ type: "closed", code: "restarting", sentence: "A moment." });
  pass(400);
  assert.equal(Socket.all.length, 2);
  assert.deepEqual(closed, []);
});

test("a long story comes in pages that are joined", async () => {
  const table = open();
  Socket.newest.open();
  const story = table.story(0);
  Socket.newest.says({ type: "story", entries: [{ number: 1 }, { number: 4 }], more: true });
  assert.deepEqual(Socket.newest.got("story"), [{ type: "story", since: 0 }, { type: "story", since: 4 }]);
  Socket.newest.says({ type: "story", entries: [{ number: 9 }], more: false });
  assert.deepEqual((await story)?.map(({ number }) => number), [1, 4, 9]);
});

test("one question at a time: the next one waits for the answer", async () => {
  const table = open();
  Socket.newest.open();
  const [story, draws] = [table.story(0), table.draws()];
  assert.equal(Socket.newest.got("draws").length, 0);
  Socket.newest.says({ type: "story", entries: [], more: false });
  assert.deepEqual(await story, []);
  assert.deepEqual(Socket.newest.got("draws"), [{ type: "draws", since: 0 }]);
  Socket.newest.says({ type: "draws", seed: "5eed", draws: [{ number: 0 }], more: false });
  assert.deepEqual(await draws, { seed: "5eed", draws: [{ number: 0 }] });
});

test("a question that is refused for a passing reason is asked again, any other is given up", async () => {
  const table = open();
  Socket.newest.open();
  const story = table.story(0);
  Socket.newest.says({ type: "refused", id: null, code: "busy", sentence: "Busy." });
  pass(400);
  assert.equal(Socket.newest.got("story").length, 2);
  Socket.newest.says({ type: "refused", id: null, code: "not_now", sentence: "Not now." });
  assert.equal(await story, null);
});

test("what needs no answer is said only while there is a socket for it", () => {
  const table = open();
  assert.equal(table.say({ type: "cup" }), false);
  Socket.newest.open();
  assert.equal(table.say({ type: "cup" }), true);
  assert.equal(Socket.newest.got("cup").length, 1);
});
