// The WebSocket to the table. No other module knows that there is one.
//
// A sleeping phone kills its socket without a word, and iOS even leaves it looking open. So whenever the page comes back
// (visible again, shown again, online again) the socket is thrown away and a new one opened at once. Every view is whole,
// so nothing is lost by it; commands are kept until it is known what became of them, and sent again.

const PING_EVERY = 5000;
const PONG_WITHIN = 4000;
const OPEN_WITHIN = 6000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
// Why the server sends somebody away for good. For any other reason one is welcome again a little later.
const FINAL = ["no_such_table", "not_yours", "no_watching", "closed"];
// A seat that the game master has closed may be opened again: one looks now and then, quietly and ever more rarely.
const CLOSED_SEAT = "removed";
const LOOK_AFTER = 2000;
const LONGEST_LOOK = 30000;
// Why a question may be asked again a little later, and how often it is.
const PASSING = ["too_many", "busy", "failed"];
const MOST_ASKED = 6;

// How the table is reached.
/** @type {(address: string) => WebSocket} */
let dial = (address) => new WebSocket(address);

// A lesson has a table of its own, within the page.
/** @param {typeof dial} other */
export function dialBy(other) {
  dial = other;
}

// Random bytes in hexadecimal. Pages are not a secure context in a living room: there is no crypto.randomUUID.
export function newId(bytes = 12) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Jitter, or after a restart of the server all phones of all tables would knock at the same moment.
/** @param {number} tries */
const waitAfter = (tries) => Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + Math.random());

// `path` is the socket's address on this host, like "/ws/BCDF/phone". `on` has functions, all optional:
//   message(message)   every message but answers, oldest first; views only with a growing number, unless their epoch is another
//   opened()           a new socket is open: what was said on the one before is forgotten there
//   state(state)       "connecting", "online" or "offline"; offline is told as soon as it is known
//   closed(message)    the server has sent us away ({code, sentence}): for good, or until a view comes after all
// Gives
//   play(move), manage(order), undoing(before)    a promise of the server's answer, {type: "done" | "refused", ...}; it may come after a reconnect
//   story(since), highlights(), draws()    a promise of all entries, of what to remember, or of {seed, draws}; null if the
//                               server will not say
//   say(frame)                  sends what needs no answer, and gives whether there was a socket for it
//   reconnect()
/**
 * @param {string} path
 * @param {{message?: (message: protocol.message) => void, opened?: () => void, state?: (state: string) => void,
 *   closed?: (message: protocol.message.Closed) => void}} on
 */
export function connect(path, on) {
  /** @type {Map<string, {frame: string, answer: (answer: table.Answer) => void, tries: number}>} */
  const waiting = new Map(); // id -> {frame, answer, tries}: commands of which is not known what became of them
  /**
   * @type {{type: "story" | "draws", since: number, pages: any[], answer: (pages: any[] | null, last?: any) => void,
   *   refusals: number, timer?: ReturnType<typeof setTimeout>}[]}
   */
  const questions = []; // the server takes one at a time; the first one is under way
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {string | null} */
  let state = null;
  let number = -1;
  /** @type {string | null} */
  let epoch = null;
  let tries = 0;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];
  let isOver = false;
  let isSentAway = false;
  /** @type {string | null} */
  let game = null; // whose page this is

  /** @param {number} ms @param {() => void} action */
  const later = (ms, action) => timers.push(setTimeout(action, ms));

  /** @param {string} next */
  function become(next) {
    if (next !== state) {
      state = next;
      on.state?.(state);
    }
  }

  function stopTimers() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  function drop() {
    stopTimers();
    if (socket) {
      const old = socket;
      socket = null; // first: handlers of a socket that is no longer ours do nothing
      old.close();
    }
  }

  function open() {
    drop();
    if (isOver) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = dial(`${scheme}://${location.host}${path}${number >= 0 ? `?seen=${number}` : ""}`);
    socket = mine;
    if (state === null) become("connecting");
    later(OPEN_WITHIN, retry);
    mine.onopen = () => {
      if (mine !== socket) return;
      stopTimers();
      on.opened?.();
      for (const { frame } of waiting.values()) mine.send(frame);
      ask();
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
    if (isSentAway) {
      later(Math.min(LONGEST_LOOK, LOOK_AFTER * 1.5 ** tries) * (0.75 + Math.random() / 2), open);
    } else {
      become("offline");
      later(waitAfter(tries), open);
    }
    tries += 1;
  }

  function ping() {
    send(JSON.stringify({ type: "ping" }));
    later(PONG_WITHIN, retry);
  }

  /** @param {string} frame */
  function send(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(frame);
    return true;
  }

  /** @type {table.Messages} */
  const RECEIVE = {
    pong() {
      stopTimers();
      later(PING_EVERY, ping);
    },
    done: settle,
    undoing: settle,
    advice: settle,
    refused(message) {
      if (message.id === null) refuse(message);
      else settle(message);
    },
    // Nobody knows whether it was stored. With the same id it is stored once, however often it is sent.
    unknown({ id }) {
      const command = waiting.get(id);
      if (!command) return;
      setTimeout(() => waiting.has(id) && send(command.frame), waitAfter(command.tries));
      command.tries += 1;
    },
    story: (message) => turnPage(message, message.entries, message.entries.at(-1)?.number ?? 0),
    draws: (message) => turnPage(message, message.draws, (questions[0]?.pages.length ?? 0) + message.draws.length),
    closed(message) {
      isOver = FINAL.includes(message.code);
      const isNews = isOver || (message.code === CLOSED_SEAT && !isSentAway);
      if (message.code === CLOSED_SEAT && !isSentAway) [isSentAway, tries] = [true, 0];
      if (isOver) drop();
      else retry();
      if (isNews) on.closed?.(message);
    },
    // Another game is on the table now: it has pages of its own.
    welcome(message) {
      game ??= message.game;
      if (message.game === game) {
        on.message?.(message);
        return;
      }
      isOver = true;
      drop();
      location.reload();
    },
    view(message) {
      if (message.epoch === epoch && message.number < number) return;
      ({ number, epoch } = message);
      tries = 0;
      isSentAway = false;
      become("online");
      on.message?.(message);
    },
  };

  /** @param {protocol.message} message */
  function receive(message) {
    if (Object.hasOwn(RECEIVE, message.type)) /** @type {any} */ (RECEIVE[message.type])(message);
    else on.message?.(message);
  }

  /** @param {table.Answer | protocol.message.Advice} message */
  function settle(message) {
    const command = /** @type {any} */ (waiting.get(message.id ?? ""));
    waiting.delete(message.id ?? "");
    command?.answer(message);
  }

  /** @param {Omit<protocol.frame.Play, "id"> | Omit<protocol.frame.Manage, "id"> | Omit<protocol.frame.LookAtUndoing, "id"> | Omit<protocol.frame.Advise, "id">} content @returns {Promise<any>} */
  function command(content) {
    const id = newId();
    const frame = JSON.stringify({ ...content, id });
    return new Promise((answer) => {
      waiting.set(id, { frame, answer, tries: 0 });
      send(frame);
    });
  }

  // Questions: long answers come in pages, which are joined here.

  // `whole(pages, last)` makes the answer of all pages and of the message that brought the last one.
  /**
   * @template Whole
   * @param {"story" | "draws"} type
   * @param {number} since
   * @param {(pages: any[], last: any) => Whole} whole
   * @returns {Promise<Whole | null>}
   */
  function question(type, since, whole) {
    return new Promise((answer) => {
      questions.push({ type, since, pages: [], refusals: 0, answer: (pages, last) => answer(pages && whole(pages, last)) });
      if (questions.length === 1) ask();
    });
  }

  function ask() {
    if (!questions.length) return;
    const { type, since, timer } = questions[0];
    clearTimeout(timer);
    send(JSON.stringify(/** @type {protocol.frame.ReadStory | protocol.frame.ReadDraws} */ ({ type, since })));
  }

  // `next` is where the page after this one begins.
  /** @param {protocol.message.Story | protocol.message.Draws} message @param {object[]} page @param {number} next */
  function turnPage(message, page, next) {
    const [asked] = questions;
    if (asked?.type !== message.type) return;
    asked.pages.push(...page);
    if (message.more && page.length) {
      asked.since = next;
      ask();
    } else {
      answerFirst(asked.pages, message);
    }
  }

  /** @param {any[] | null} pages @param {protocol.message} [last] */
  function answerFirst(pages, last) {
    questions.shift()?.answer(pages, last);
    ask();
  }

  // A refusal without an id is the answer to the question, if there is one.
  /** @param {protocol.message.Refused} message */
  function refuse({ code }) {
    const [asked] = questions;
    if (!asked) return;
    asked.refusals += 1;
    if (!PASSING.includes(code) || asked.refusals >= MOST_ASKED) answerFirst(null);
    else asked.timer = setTimeout(ask, waitAfter(asked.refusals - 1));
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
  // The server puts the first messages into the page, so that it is drawn before the socket is open.
  const script = document.getElementById("first-messages");
  const first = JSON.parse(script?.textContent ?? "[]");
  script?.remove(); // what is one person's own does not stay in the page: the phone may go to another one
  for (const message of first) {
    if (message.type === "view") ({ number, epoch } = message);
    if (message.type === "welcome") ({ game } = message);
  }
  open();
  queueMicrotask(() => {
    for (const message of first) on.message?.(message);
  });

  return {
    // What the coach would do.
    /** @returns {Promise<protocol.message.Advice | protocol.message.Refused>} */
    advise: () => command({ type: "advise" }),
    /** @param {protocol.frame.Play["move"]} move @returns {Promise<table.Answer>} */
    play: (move) => command({ type: "play", move }),
    /** @param {protocol.frame.Manage["do"]} order @returns {Promise<table.Answer>} */
    manage: (order) => command({ type: "manage", do: order }),
    // What would be taken back with that entry and all after it: {type: "undoing", ...}.
    /** @param {number} before */
    undoing: (before) => command({ type: "undoing", before }),
    /** @returns {Promise<table.Entry[] | null>} */
    story: (since = 0) => question("story", since, (entries) => entries),
    // What to remember of a game that is over; the entries are known by then.
    /** @returns {Promise<table.Highlights | null>} */
    highlights: () => question("story", number, (_, { highlights, best_guessers: best }) => ({ highlights: highlights ?? [], best: best ?? null })),
    /** @returns {Promise<table.Draws | null>} */
    draws: () => question("draws", 0, (draws, { seed }) => ({ seed, draws })),
    /** @param {protocol.frame} frame */
    say: (frame) => send(JSON.stringify(frame)),
    reconnect: wake,
  };
}
