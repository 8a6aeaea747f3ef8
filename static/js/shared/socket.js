// The WebSocket to the table. No other module knows that there is one.
//
// A sleeping phone kills its socket without a word, and iOS even leaves it looking open. So whenever the page comes back
// (visible again, shown again, online again) the socket is thrown away and a new one opened at once. Every view is whole,
// so nothing is lost by it; commands are kept until they are answered and sent again.

const PING_EVERY = 5000;
const PONG_WITHIN = 4000;
const OPEN_WITHIN = 6000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
// Why the server may close a socket that is welcome again a little later.
const FOR_NOW = ["too_many", "server_stopping"];

// Pages are not a secure context in a living room: there is no crypto.randomUUID.
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// `path` is the socket's address on this host, like "/ws/BCDF/phone". `on` has functions, all optional:
//   message(message)   every message but answers to commands, oldest first, views only with a growing number
//   state(state)       "connecting", "online" or "offline"; offline is told as soon as it is known
//   closed(message)    the server has sent us away for good ({code, sentence}); there will be no reconnect
// Gives {play(move), manage(order), story(since), reconnect()}. play and manage give a promise of the server's answer,
// {type: "done" | "refused", ...}, which may come after a reconnect; `story` one of its entries.
export function connect(path, on) {
  const waiting = new Map(); // id -> {frame, answer}: commands without an answer yet
  const readers = []; // who waits for a story
  let socket = null;
  let state = null;
  let number = -1;
  let tries = 0;
  let timers = [];
  let isOver = false;

  const later = (ms, action) => timers.push(setTimeout(action, ms));

  function become(next) {
    if (next !== state) {
      state = next;
      on.state?.(state);
    }
  }

  function drop() {
    timers.forEach(clearTimeout);
    timers = [];
    if (socket) {
      const old = socket;
      socket = null; // first: handlers of a socket that is no longer ours do nothing
      old.close();
    }
  }

  function open() {
    drop();
    if (isOver) return;
    const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket = mine;
    if (state === null) become("connecting");
    later(OPEN_WITHIN, retry);
    mine.onopen = () => {
      if (mine !== socket) return;
      timers.forEach(clearTimeout);
      timers = [];
      for (const { frame } of waiting.values()) mine.send(frame);
      for (const reader of readers) mine.send(reader.frame);
      ping();
    };
    mine.onmessage = ({ data }) => {
      if (mine === socket) receive(JSON.parse(data));
    };
    mine.onclose = mine.onerror = () => {
      if (mine === socket) retry();
    };
  }

  function retry() {
    drop();
    if (isOver) return;
    become("offline");
    // Jitter, or after a restart of the server all phones of all tables would knock at the same moment.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + Math.random());
    tries += 1;
    later(wait, open);
  }

  function ping() {
    send(JSON.stringify({ type: "ping" }));
    later(PONG_WITHIN, retry);
  }

  function send(frame) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
  }

  function receive(message) {
    if (message.type === "pong") {
      timers.forEach(clearTimeout);
      timers = [];
      later(PING_EVERY, ping);
    } else if (message.type === "done" || message.type === "refused") {
      const command = waiting.get(message.id);
      waiting.delete(message.id);
      command?.answer(message);
    } else if (message.type === "story") {
      readers.shift()?.answer(message.entries);
    } else if (message.type === "closed") {
      if (!FOR_NOW.includes(message.code)) {
        isOver = true;
        drop();
        on.closed?.(message);
      }
    } else if (message.type !== "view" || message.number >= number) {
      if (message.type === "view") {
        number = message.number;
        tries = 0;
        become("online");
      }
      on.message?.(message);
    }
  }

  function command(content) {
    const id = newId();
    const frame = JSON.stringify({ ...content, id });
    return new Promise((answer) => {
      waiting.set(id, { frame, answer });
      send(frame);
    });
  }

  function wake() {
    tries = 0;
    open();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });
  addEventListener("online", wake);
  addEventListener("offline", retry);
  open();
  // The server puts the first messages into the page, so that it is drawn before the socket is open.
  const first = document.getElementById("first-messages");
  if (first) queueMicrotask(() => JSON.parse(first.textContent).forEach((message) => on.message?.(message)));

  return {
    play: (move) => command({ type: "play", move }),
    manage: (order) => command({ type: "manage", do: order }),
    story: (since = 0) =>
      new Promise((answer) => {
        const frame = JSON.stringify({ type: "story", since });
        readers.push({ frame, answer });
        send(frame);
      }),
    reconnect: wake,
  };
}
