// A game that is over, seen again. The server has sent all of one viewpoint; here is where one is in it, and what the screens within
// the page are told. They are those of the table, each in a frame of its own (screen.js).

import { find, listen, part, piece, showIcon, slot } from "../../shared/pieces.js";
import { region } from "../../shared/region.js";
import { hasSentence, list, sentence, wordFor } from "../../shared/sentences.js";
import { bringLater } from "../later.js";
import { keepFile, keptFile } from "./kept.js";

const page = part("replay");
const { views: address = "", screens = "", laterOf = "" } = page.dataset;
const line = part("at", HTMLInputElement);
const SPEEDS = ["slow", "normal", "fast", "instant"];
const BETWEEN = 350; // milliseconds from one move to the next, at least: half of them when it goes fast
const LONGEST = 60000; // a screen that does not say that all is told is not waited for any longer
const MOST_LABELS = 8;
const DENSE = 40; // so many pictures find room above the line

/** @type {string | null} */
let file = null; // what was dropped, if there is no table
/** @type {Map<string, table.Again>} */
const known = new Map(); // by viewpoint
let viewpoint = "table";
let at = 0;
let speed = 1;
let isPlaying = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let jumps = 0; // each is an epoch of its own: one may go back
/** @type {Set<string>} */
let telling = new Set(); // screens that have not told the newest move yet

// What is known

function again() {
  const found = known.get(viewpoint) ?? known.get("table");
  if (!found) throw new Error("nothing has come yet");
  return found;
}

const last = () => again().views.length - 1;
const players = () => again().views[at].table.players;
/** @param {string} name */
const isSeat = (name) => /^\d$/.test(name);

/** @param {string} wanted */
async function fetchViews(wanted) {
  const token = find(document, '[name="csrfmiddlewaretoken"]', HTMLInputElement).value;
  const how = file === null ? {} : { method: "POST", body: file, headers: { "X-CSRFToken": token, "Content-Type": "text/plain; charset=utf-8" } };
  const answer = await fetch(`${address}?as=${wanted}`, how).catch(() => null);
  const read = await answer?.json().catch(() => null);
  if (read?.views) return /** @type {table.Again} */ (read);
  const said = read?.refused;
  throw new Refused(said ? (said.line ? sentence("in_line", said) : said.sentence) : sentence("not_reached"));
}

class Refused extends Error {}

// The screens

/** @type {Map<string, HTMLIFrameElement>} */
const frames = new Map(); // by role
/** @type {Set<string>} */
const open = new Set(); // those that can be told something
/** @type {Map<string, table.Again>} */
const knowing = new Map(); // of which game, from whose eyes, a screen has the story: it is long, and goes there once
/** @type {Map<string, string>} */
const showing = new Map(); // what a screen was told last

/** @param {string} role */
function bringScreen(role) {
  if (frames.has(role)) return;
  const frame = document.createElement("iframe");
  frame.className = `replay-screen is-${role}`;
  frame.title = find(part("which"), `[data-which="${role}"]`).textContent?.trim() ?? "";
  frame.src = screens.replace("GAME", again().welcome.game).replace("ROLE", role);
  frames.set(role, frame);
  part("stage").append(frame);
}

// What a screen is shown of: the big screen what the table saw, unless all is open; a phone what its seat saw.
/** @param {string} role */
const shownOn = (role) => (role === "table" && isSeat(viewpoint) ? known.get("table") : known.get(viewpoint)) ?? again();

/** @param {string} role */
const isVisible = (role) => open.has(role) && Boolean(frames.get(role)?.offsetParent);

/** @param {string} role @param {boolean} isMove it is told how it came to this, and not only shown */
function tell(role, isMove) {
  const frame = frames.get(role);
  if (!frame || !isVisible(role) || (role === "phone" && !isSeat(viewpoint))) return;
  const seen = shownOn(role);
  const { views, welcome, highlights } = seen;
  const view = views[at];
  const pace = isMove ? SPEEDS[speed] : "instant";
  const message = { ...view, epoch: `replay ${jumps}`, table: { ...view.table, pace }, events: isMove ? view.events : [] };
  const presence = { type: "presence", connected: view.table.players.map(({ player }) => player), watching: 0 };
  const isNew = knowing.get(role) !== seen;
  const story = isNew ? views.flatMap(({ events }) => events.map(({ sets: _, ...entry }) => entry)) : null;
  const messages = isNew ? [welcome, presence, message] : [message];
  knowing.set(role, seen);
  showing.set(role, nowShown());
  frame.contentWindow?.postMessage({ story, at, highlights: at === last() ? highlights : [], messages, isMove }, location.origin);
}

const nowShown = () => `${at} ${viewpoint} ${jumps}`;

// A screen that was not to be seen has not been told.
addEventListener("resize", () => {
  for (const role of open) if (showing.get(role) !== nowShown()) tell(role, false);
});

addEventListener("message", ({ source, origin, data }) => {
  const [role] = [...frames].find(([, frame]) => frame.contentWindow === source) ?? [];
  if (!role || origin !== location.origin) return;
  if (data.is === "open") {
    open.add(role);
    knowing.delete(role);
    tell(role, false);
  } else if (data.is === "told" && data.number === shownOn(role).views[at].number) {
    telling.delete(role);
    if (isPlaying && !telling.size) goOnSoon();
  } else if (data.is === "key") {
    press(data);
  }
});

// Going to a point

/** @param {number} to @param {boolean} [isMove] */
function go(to, isMove = false) {
  const goal = Math.max(0, Math.min(last(), to));
  const isNext = isMove && goal === at + 1;
  at = goal;
  if (!isNext) jumps += 1;
  telling = new Set([...open].filter(isVisible));
  for (const role of open) tell(role, isNext);
  draw();
}

// However fast a finger goes over the line, the screens are told once for each picture of this page.
let isDue = false;

/** @param {number} to */
function goSoon(to) {
  line.value = String(to);
  if (isDue) return;
  isDue = true;
  go(to);
  requestAnimationFrame(() => {
    isDue = false;
    if (Number(line.value) !== at) goSoon(Number(line.value));
  });
}

/** @param {boolean} on */
function play(on) {
  isPlaying = on && at < last();
  clearTimeout(timer);
  if (isPlaying) goOn();
  drawPlaying();
}

function goOn() {
  clearTimeout(timer);
  if (at >= last()) {
    play(false);
    return;
  }
  go(at + 1, true);
  if (telling.size) timer = setTimeout(goOn, LONGEST);
  else goOnSoon();
}

function goOnSoon() {
  clearTimeout(timer);
  timer = setTimeout(goOn, speed > 1 ? BETWEEN / 2 : BETWEEN);
}

/** @param {number} by */
function step(by) {
  play(false);
  go(at + by, by === 1);
}

/** @param {number} by */
function stepRound(by) {
  play(false);
  const begins = [0, ...again().moments.filter(({ what }) => what === "round").map((moment) => moment.at), last()];
  go((by > 0 ? begins.find((begin) => begin > at) : begins.findLast((begin) => begin < at)) ?? (by > 0 ? last() : 0));
}

/** @param {number} by */
function changeSpeed(by) {
  speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
  drawPlaying();
}

/** @param {string} wanted */
async function look(wanted) {
  const asked = isSeat(wanted) && Number(wanted) >= again().views[0].table.players.length ? "table" : wanted;
  try {
    if (!known.has(asked)) known.set(asked, await fetchViews(asked));
  } catch (error) {
    refuse(error);
    return;
  }
  viewpoint = asked;
  part("viewpoint", HTMLSelectElement).value = asked;
  page.dataset.view = isSeat(asked) ? "seat" : asked;
  part("which").hidden = !isSeat(asked);
  if (isSeat(asked)) bringScreen("phone");
  play(false);
  go(at);
}

// Drawing

function draw() {
  line.value = String(at);
  const words = sentence("move_of", { at, most: last() });
  line.setAttribute("aria-valuetext", words);
  part("move").textContent = words;
  part("words").textContent = wordsAt(at).join(" · ");
  part("play-on").classList.toggle("is-away", at === last()); // nothing is left to be played there
  history.replaceState(null, "", `#${at}${viewpoint === "table" ? "" : `-${viewpoint}`}`);
}

// The round that is on, and what marks this move.
/** @param {number} point */
function wordsAt(point) {
  const { moments } = again();
  const round = moments.findLast(({ what, at: begin }) => what === "round" && begin <= point);
  const here = moments.filter((moment) => moment.at === point && moment.what !== "round");
  return [...(round ? [round] : []), ...here].map(wordsOf);
}

/** @param {table.Moment} moment */
function wordsOf({ what, seats, count }) {
  return wordFor("moment", what, { names: list(seats.map((seat) => players()[seat]?.name ?? "")), count });
}

function drawPlaying() {
  const button = part("play");
  button.setAttribute("aria-pressed", String(isPlaying));
  showIcon(find(button, "svg", SVGElement), isPlaying ? "pause" : "play");
  slot(button, "label").textContent = sentence(isPlaying ? "stop" : "play");
  part("speed").textContent = sentence(`speed_${SPEEDS[speed]}`);
  part("slower").setAttribute("aria-disabled", String(speed === 0));
  part("faster").setAttribute("aria-disabled", String(speed === SPEEDS.length - 1));
}

// Everything that stands on the line, once.
function drawLine() {
  const { moments } = again();
  const most = Math.max(1, last());
  /** @param {HTMLElement} element @param {number} from @param {number} [to] */
  const place = (element, from, to) => {
    element.style.left = `${(100 * from) / most}%`;
    if (to !== undefined) element.style.width = `${(100 * (to - from)) / most}%`;
    return element;
  };
  const rounds = moments.filter(({ what }) => what === "round");
  const every = Math.ceil(rounds.length / MOST_LABELS);
  part("rounds").replaceChildren(
    ...rounds.map((round, index) => {
      const tick = document.createElement("span");
      if (index % every === 0) tick.textContent = String(round.count);
      return place(tick, round.at);
    }),
  );
  const leads = moments.filter(({ what }) => what === "lead");
  part("lead").replaceChildren(
    ...leads.map((lead, index) => {
      const part = document.createElement("span");
      part.dataset.colour = lead.seats.length === 1 ? String(players()[lead.seats[0]]?.colour) : "";
      return place(part, lead.at, leads[index + 1]?.at ?? most);
    }),
  );
  const pictures = moments.filter(({ what }) => document.getElementById(`moment-${what}`));
  part("marks").classList.toggle("is-dense", pictures.length > DENSE);
  part("marks").replaceChildren(
    ...pictures.map((moment) => {
      const mark = document.createElement("span");
      mark.dataset.what = moment.what;
      mark.dataset.colour = String(players()[moment.seats[0]]?.colour ?? "");
      mark.append(piece(`moment-${moment.what}`));
      return place(mark, moment.at);
    }),
  );
}

// When it was played, and by whom.
function drawTitle() {
  const began = new Date(again().created ?? "");
  const day = new Intl.DateTimeFormat(region, { dateStyle: "long" });
  const when = Number.isNaN(began.getTime()) ? [] : [day.format(began)];
  const about = [...when, list(players().map(({ name }) => name))].join(" · ");
  part("names").textContent = about;
  document.title = `${part("game").textContent} · ${about}`;
}

/** @param {unknown} error */
function refuse(error) {
  if (!(error instanceof Refused)) throw error;
  const refused = part("refused");
  slot(refused, "text").textContent = error.message;
  slot(refused, "more").hidden = file === null;
  refused.hidden = false;
  part("waiting").hidden = true;
}

// A new table, where the game goes on from here.
async function playOn() {
  const said = part("play-on-refused");
  said.textContent = "";
  const token = find(document, '[name="csrfmiddlewaretoken"]', HTMLInputElement).value;
  const headers = { "X-CSRFToken": token, "Content-Type": "text/plain; charset=utf-8" };
  const answer = await fetch(`${page.dataset.playOn}?at=${at}`, { method: "POST", body: file ?? "", headers }).catch(() => null);
  const read = await answer?.json().catch(() => null);
  if (read?.table) location.assign(read.table);
  else said.textContent = read?.refused?.sentence ?? sentence("not_reached");
}

// Beginning

/** @param {string} hash */
function wish(hash) {
  const [, move = "0", whose = "table"] = /^#(\d{1,5})(?:-(open|\d))?$/.exec(hash) ?? [];
  return { move: Number(move), whose };
}

async function begin() {
  part("refused").hidden = true;
  part("waiting").hidden = false;
  for (const frame of frames.values()) frame.remove();
  for (const kept of [frames, open, knowing, showing]) kept.clear();
  known.clear();
  viewpoint = "table";
  const wished = wish(location.hash);
  try {
    known.set("table", await fetchViews("table"));
  } catch (error) {
    page.dataset.state = "empty";
    refuse(error);
    return;
  }
  const { game } = again().welcome;
  page.dataset.later = laterOf.replace("GAME", game);
  if (!hasSentence("moment_end")) await bringLater("replay").catch(() => {}); // a game need not have any
  at = Math.min(wished.move, last());
  line.max = String(last());
  const chosen = part("viewpoint", HTMLSelectElement);
  for (const old of chosen.querySelectorAll("[data-seat]")) old.remove();
  for (const [seat, { name }] of players().entries()) {
    const option = new Option(sentence("as_seat", { name }), String(seat));
    option.dataset.seat = "";
    chosen.add(option);
  }
  drawTitle();
  for (const name of ["controls", "view"]) part(name).hidden = false;
  part("how").hidden = !again().welcome.has_odds;
  part("waiting").hidden = true;
  page.dataset.state = "open";
  drawLine();
  drawPlaying();
  bringScreen("table");
  await look(wished.whose);
}

// A file

/** @param {File | undefined} dropped */
async function take(dropped) {
  if (!dropped) return;
  play(false);
  if (dropped.size > Number(page.dataset.largest)) {
    refuse(new Refused(sentence("too_large")));
    return;
  }
  file = await dropped.text();
  history.replaceState(null, "", "#0");
  keepFile(file);
  begin();
}

// What can be done

/** @param {{key: string, shiftKey: boolean}} pressed */
function press({ key, shiftKey }) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => (shiftKey ? stepRound(-1) : step(-1)),
    ArrowRight: () => (shiftKey ? stepRound(1) : step(1)),
    PageUp: () => stepRound(-1),
    PageDown: () => stepRound(1),
    Home: () => go(0),
    End: () => go(last()),
    " ": () => play(!isPlaying),
    "+": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
  };
  if (!known.size || !Object.hasOwn(keys, key)) return false;
  keys[key]();
  return true;
}

addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (document.querySelector("dialog[open]")) return;
  const isTyped = target instanceof HTMLSelectElement || (key === " " && target instanceof HTMLButtonElement);
  if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  if (press(event)) event.preventDefault();
});

line.addEventListener("input", () => {
  play(false);
  goSoon(Number(line.value));
});

part("viewpoint").addEventListener("change", () => look(part("viewpoint", HTMLSelectElement).value));

addEventListener("hashchange", () => {
  const { move, whose } = wish(location.hash);
  if (!known.size) return;
  play(false);
  at = Math.min(move, last());
  look(whose);
});

listen(document, {
  play: () => play(!isPlaying),
  step: ({ dataset }) => step(Number(dataset.by)),
  round: ({ dataset }) => stepRound(Number(dataset.by)),
  speed: ({ dataset }) => changeSpeed(Number(dataset.by)),
  "ask-play-on"() {
    play(false);
    part("play-on-dialog", HTMLDialogElement).showModal();
  },
  stay: () => part("play-on-dialog", HTMLDialogElement).close(),
  "play-on": playOn,
  which({ dataset }) {
    part("stage").dataset.which = dataset.which;
    for (const button of part("which").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.which === dataset.which));
    go(at);
  },
});

if ("table" in page.dataset) {
  begin();
} else {
  const chooser = part("file", HTMLInputElement);
  chooser.addEventListener("change", () => take(chooser.files?.[0]).then(() => (chooser.value = "")));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  file = keptFile();
  if (file !== null) begin();
}
