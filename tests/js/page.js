// As much of a page as scripts without markup need: a document and a window that take listeners, sentences, and sockets
// whose other end is the test. Imported before what is tested.

import { mock } from "node:test";

let listeners = new EventTarget();
/** @param {string} type @param {EventListener} action */
const listen = (type, action) => listeners.addEventListener(type, action);

// Lets so many milliseconds pass, one by one: a timer that is set on the way runs in its time.
/** @param {number} milliseconds */
export function pass(milliseconds) {
  for (let count = 0; count < milliseconds; count += 1) mock.timers.tick(1);
}

class Sentence {
  /** @param {string} key @param {string} text @param {string} [form] */
  constructor(key, text, form) {
    this.dataset = form ? { key, form } : { key };
    this.textContent = text;
  }
}

export const page = {
  isHidden: false,
  /** @type {Sentence[]} */
  sentences: [],
  /** @type {unknown[]} */
  firstMessages: [],
  // "key": "text", or "key": ["one", "other"].
  /** @param {Record<string, string | string[]>} texts */
  say(texts) {
    page.sentences = Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? [new Sentence(key, text)] : [new Sentence(key, text[0], "one"), new Sentence(key, text[1], "other")],
    );
  },
  // A new page, with a clock that stands still.
  open() {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout"] });
    listeners = new EventTarget();
    Socket.all = [];
    page.firstMessages = [];
    page.isHidden = false;
  },
  /** @param {string} type */
  tell(type, values = {}) {
    listeners.dispatchEvent(Object.assign(new Event(type), values));
  },
  /** @param {boolean} isHidden */
  hide(isHidden) {
    page.isHidden = isHidden;
    page.tell("visibilitychange");
  },
};

const document = {
  documentElement: { lang: "en" },
  get hidden() {
    return page.isHidden;
  },
  get visibilityState() {
    return page.isHidden ? "hidden" : "visible";
  },
  addEventListener: listen,
  querySelectorAll: () => [{ content: { querySelectorAll: () => page.sentences } }],
  getElementById: () => ({ textContent: JSON.stringify(page.firstMessages), remove() {} }),
};
const location = { protocol: "http:", host: "table.test" };

// Every socket that was opened, oldest first. The test is the server: it opens, says and closes.
export class Socket {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];
  static get newest() {
    return Socket.all[Socket.all.length - 1];
  }
  onopen = () => {};
  /** @type {(event: {data: string}) => void} */
  onmessage = () => {};
  onclose = () => {};
  /** @type {any[]} */
  sent = [];

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    this.readyState = 0;
    Socket.all.push(this);
  }

  /** @param {string} frame */
  send(frame) {
    this.sent.push(JSON.parse(frame));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
    return this;
  }

  /** @param {unknown} message */
  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  breaks() {
    this.readyState = 3;
    this.onclose();
  }

  // What it was sent of one type.
  /** @param {string} type */
  got(type) {
    return this.sent.filter((frame) => frame.type === type);
  }
}
Object.assign(globalThis, { document, location, addEventListener: listen, WebSocket: Socket });
