// What a phone does for its seat, whatever the game: the socket, being offline or paused, name and sign, sheets and story.
//
// A game brings how it is told and drawn:
//   pacing              for table/pacing.js; `lag` keeps it a little behind the big screen
//   memory              what it adds to `app`: what is selected, asked and looked up, all in one place
//   sceneOf(app)        the name of what is shown now
//   draw(app, scene)    draws it
//   sheets              by name: functions (sheet, app, scene) that draw what is looked up in a game
//   sheetsAnyTime       the same for what can be looked up without a game
//   needsStory(app, sheet)    whether the whole story is needed for what is shown
//   welcome(app), begun(app), changed(app), tell(events, app), ask(before, view, app)    all optional; `changed` comes
//                             whenever another view is shown, before it is drawn
//   words(event, who)   an event as a sentence, or null if it is not worth one
//   handedOn(app)       another one has this phone, or nobody: what was selected and drawn of somebody's own goes; optional
//   hints()             loads the hints at the first time, for hints.js; a game without them teaches nothing; optional
//   coach()             loads what it tells of a coach's advice, for coach.js; optional
//   actions             what its own data-action elements do
//   things              brings what can be asked about, for table/about.js; optional

import { announce } from "../../shared/announcing.js";
import { find, listen, part, slot } from "../../shared/pieces.js";
import { hasSentence, sentence } from "../../shared/sentences.js";
import { remember, remembered } from "../../shared/settings.js";
import { keepAwake } from "../../shared/wake_lock.js";
import { letAsk } from "../asking.js";
import { takenBackWords } from "../consent.js";
import { keepDice, keepPromise, newCup } from "../cup.js";
import { newJudge } from "../fairness.js";
import { newHighlights } from "../finale.js";
import { isTakenBack, telling, whole } from "../pacing.js";
import { newProgress } from "../progress.js";
import { drawPromise } from "../promise.js";
import { connect } from "../socket.js";
import { markTyped } from "../typed_dice.js";
import { newConsent } from "./consent.js";
import { newFun } from "./fun.js";
import { newRemote } from "./remote.js";
import { closeSheet, openSheet, openedSheet } from "./sheets.js";
import { newTold } from "./told.js";

const LEARNING_AFTER = 1500; // milliseconds
const LATELY = 4;
const SHARING_AGAIN = 2000;

/** @template {table.Phone} App @param {App} app @returns {app is table.Playing<App>} */
export function isPlaying(app) {
  return Boolean(app.welcome && app.table) && typeof app.view?.seat === "number" && !app.closed;
}

// Whether somebody else plays this phone's seat, for instance because it was away.
/** @param {table.Phone} app */
const isPlayedFor = ({ table }) => table?.status === "playing" && table.players.some(({ player, computer }) => player === table.you && computer !== null);

// Gives {app, draw, drawNow, openSheet(name), play(move), manage(order)}.
/** @template {table.Phone} App @param {table.Seat<App>} game */
export function takeSeat(game) {
  const root = find(document, "[data-socket]");
  const { socket: address = "", home = "" } = root.dataset;
  const told = newTold();
  const consent = newConsent();
  const remote = newRemote(draw);
  /** @type {table.Phone} */
  const base = {
    welcome: null, // box and options of this game
    table: null, // the table of the newest message
    number: 0, // of the newest entry in the log
    view: null, // the game as it is told so far
    step: null, // what is being told, and whether its outcome may be seen
    isOutcome: false,
    connected: [],
    state: "connecting",
    sending: 0,
    refusal: "",
    closed: null,
    wished: -1, // another game, after so many
    told,
    sharing: null, // what a phone needs that several share
    lately() {
      const lines = told.events().map((event) => game.words(event, app.who));
      return lines.filter((line) => line !== null).slice(-LATELY).reverse();
    },
    get highlights() {
      return highlights.all();
    },
    who: {
      get seat() {
        return app.view?.seat ?? null;
      },
      name: (seat) => {
        const { name = "" } = app.table?.players[seat] ?? {};
        return hasSentence(`name_${name}`) ? sentence(`name_${name}`) : name; // who plays alone is "You"
      },
      colour: (seat) => app.table?.players[seat]?.colour ?? 0,
      seatOf: (player) => (app.table?.players ?? []).findIndex((one) => one.player === player),
    },
  };
  const app = /** @type {App} */ (Object.assign(base, game.memory));

  // Drawing

  let isDue = false;

  function draw() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      drawNow();
    });
  }

  function drawNow() {
    const scene = game.sceneOf(app);
    document.body.dataset.scene = scene;
    part("offline").hidden = app.state !== "offline" || scene === "closed";
    slot(part("offline"), "kept").hidden = !app.sending;
    part("paused").hidden = !app.table?.paused || app.state === "offline";
    part("played-for").hidden = !isPlayedFor(app) || Boolean(app.step) || !part("paused").hidden || !part("offline").hidden;
    drawAutoLock(scene);
    game.draw(app, scene);
    const { welcome, table } = app;
    if (welcome && table) drawPromise(document, welcome, table, table.status === "over" ? judge.lines() : []);
    remote.draw(app);
    learning?.draw(app, scene);
    if (table?.at_phone.length) loadSharing();
    if (table) app.sharing?.draw({ ...app, table });
    fun.draw(app);
    if (table?.coach && !coach) loadCoach();
    coach?.draw(app, scene);
    const sheet = openedSheet();
    if (sheet && table) game.sheetsAnyTime[nameOf(sheet)]?.(sheet, { ...app, table }, scene);
    if (sheet && isPlaying(app)) game.sheets[nameOf(sheet)]?.(sheet, app, scene);
    document.dispatchEvent(new CustomEvent("drawn", { detail: app }));
  }

  // Another view is shown from here on.
  /** @param {Partial<table.Phone>} seen */
  function change(seen) {
    Object.assign(app, seen);
    game.changed?.(app);
    draw();
  }

  // A phone that cannot be kept awake tells its owner once, where nothing is to be chosen or read.
  let isAutoLockDue = false;

  /** @param {string} scene */
  function drawAutoLock(scene) {
    const hint = part("auto-lock");
    const isQuiet = scene === "lobby" || scene === "next-game";
    if (!isQuiet) hint.hidden = true;
    else if (isAutoLockDue && !remembered("auto-lock-told")) {
      hint.hidden = false;
      remember("auto-lock-told", true);
    }
  }

  // What arrives

  const teller = telling({
    game: game.pacing,
    lag: game.lag,
    on: {
      begin(step, view) {
        change({ step, view, isOutcome: false });
      },
      outcome(step, view) {
        told.tell(step);
        tellHints(step.events);
        change({ step, view, isOutcome: true });
        game.tell?.(step.events, app);
      },
      handOn: (view) => change({ view }),
      present(message) {
        const before = app.view;
        told.tellAll();
        tellHints(message.events.flatMap(({ events }) => events));
        change({ step: null, view: message.view });
        if (message.table.status === "over") judge.look(message.table, true);
        highlights.look(message.table);
        if (message.view) game.ask?.(before, message.view, app);
        fetchNeededStory();
        document.dispatchEvent(new CustomEvent("told", { detail: message.number }));
        progress.tell(message);
      },
    },
  });

  /** @type {table.Messages} */
  const messages = {
    welcome(message) {
      app.welcome = message;
      game.welcome?.(app);
    },
    view(arrived) {
      const message = whole(arrived);
      markTyped(message.events);
      consent.settle(message.number);
      keepPromise(message.table, message.number, app.welcome?.commitment ?? null);
      keepDice(message.table, message.events);
      if (message.table.you !== null || message.table.at_phone.length) cup.hold();
      if (app.table && app.table.you !== message.table.you) handOn();
      if (app.table && app.table.paused !== message.table.paused) announce(sentence(message.table.paused ? "paused" : "go_on"));
      for (const entry of message.events.filter(isTakenBack)) consent.tell(takenBackWords(entry, message.table));
      if (message.events.some((entry) => entry.do === "begun")) game.begun?.(app);
      app.closed = null; // a seat that was closed may be open again
      app.table = message.table;
      app.number = message.number;
      if (message.table.status === "lobby") beginAlone(message.table);
      told.take(message);
      teller.take(message);
      draw();
    },
    presence(message) {
      app.connected = message.connected;
      draw();
    },
    shake(message) {
      if (app.table) cup.shake(message, app.table.code);
    },
    skip: ({ number }) => teller.skip(number),
    introduction: ({ on }) => learning?.introduce(on),
    guesses: (message) => fun.take(message),
    reaction: (message) => fun.see(message, app),
    settled: consent.tellSettled,
    consent: (message) => consent.ask(message, app, (yes) => socket.say({ type: "agree", ask: message.ask, yes })),
  };

  const socket = connect(address, {
    message: (message) => /** @type {any} */ (messages[message.type])?.(message),
    opened() {
      cup.putDown();
      progress.forget();
    },
    state(state) {
      if (state === "offline") announce(sentence("offline"));
      else if (app.state === "offline") announce(sentence("online_again"));
      app.state = state;
      draw();
    },
    closed(message) {
      app.closed = { ...message, home };
      closeSheet();
      announce(message.sentence);
      draw();
    },
  });

  const cup = newCup(socket.say);
  const progress = newProgress(socket.say);
  const fun = newFun(socket.say, draw);
  const judge = newJudge(socket, draw);
  const highlights = newHighlights(socket, draw);

  // What it teaches comes after the first view, so that nobody waits for it.
  /** @type {table.Learning | null} */
  let learning = null;
  /** @type {[unknown[], number][]} */
  const early = []; // told before it came

  /** @param {unknown[]} events */
  function tellHints(events) {
    if (typeof app.view?.seat !== "number" || !game.hints) return;
    if (learning) learning.tell(events, app.view.seat);
    else early.push([events, app.view.seat]);
  }

  async function loadLearning() {
    if (!game.hints || !app.welcome || "lesson" in document.body.dataset) return; // a lesson has a teacher
    const { learn } = await import("./learning.js");
    learning = await learn(app.welcome.game, game.hints, draw, early);
    draw();
  }

  // Whoever plays alone waits for nobody. By now the phone knows what is promised of the luck to come.
  let begins = -1; // after so many games

  /** @param {table.Table} table */
  function beginAlone({ can, games }) {
    if (location.hash !== "#alone" || !can.includes("begin") || begins === games) return;
    begins = games;
    send(socket.manage({ do: "begin" }));
  }

  // What several need who share this phone.
  let isLoadingSharing = false;

  async function loadSharing() {
    if (app.sharing || isLoadingSharing) return;
    isLoadingSharing = true;
    app.sharing = await import("./sharing.js")
      .then(({ newSharing }) => newSharing((name) => send(socket.manage({ do: "sit_here", name }))))
      .catch(() => null);
    isLoadingSharing = false;
    if (app.sharing) draw();
    else setTimeout(draw, SHARING_AGAIN);
  }

  // The coach, at a table that has one.
  /** @type {table.Coach | null} */
  let coach = null;
  let isLoadingCoach = false;

  async function loadCoach() {
    if (isLoadingCoach || !game.coach) return;
    isLoadingCoach = true;
    coach = await Promise.all([import("./coach.js"), game.coach()])
      .then(([{ newCoach }, coaching]) => newCoach(coaching, socket.advise, draw))
      .catch(() => null);
    isLoadingCoach = false;
    if (coach) draw();
    else setTimeout(draw, SHARING_AGAIN);
  }

  function handOn() {
    closeSheet();
    fun.forget();
    coach?.forget();
    app.refusal = "";
    game.handedOn?.(app);
  }

  // What is tapped

  /** @param {Promise<table.Answer>} command */
  async function send(command) {
    app.sending += 1;
    app.refusal = "";
    draw();
    const answer = await command;
    app.sending -= 1;
    if (answer.type === "refused") {
      app.refusal = answer.sentence;
      announce(answer.sentence);
    }
    draw();
    return answer;
  }

  // What somebody orders about themselves.
  /** @param {(player: number) => table.Order} orderOf */
  async function manage(orderOf) {
    const you = app.table?.you ?? null;
    return you === null ? null : send(socket.manage(orderOf(you)));
  }

  /** @param {string} name */
  function open(name) {
    openSheet(name);
    fetchNeededStory();
    drawNow();
  }

  listen(document.body, {
    ...game.actions,
    "open-sheet": (element) => open(element.dataset.sheet ?? ""),
    "close-sheet": closeSheet,
    "awake-read": () => (part("auto-lock").hidden = true),
    "ask-about": letAsk(game.things),
    host(element) {
      const order = app.table && remote.orderOf(element, app.table);
      if (order) send(socket.manage(order));
      draw();
    },
    "host-move"({ dataset }) {
      const move = JSON.parse(dataset.move ?? "");
      send(move.do === "begin" ? socket.manage(move) : socket.play(move));
    },
    "check-again": () => judge.again(),
    wish() {
      if (!app.table || app.wished === app.table.games) return;
      app.wished = app.table.games;
      socket.say({ type: "react", id: crypto.getRandomValues(new Uint32Array(2)).join("-"), what: "again" });
      draw();
    },
    // On the host's phone: all screens go on together.
    skip() {
      socket.say({ type: "skip", number: app.number });
      teller.skip();
    },
    recolour: (element) => manage((player) => ({ do: "recolour", player, colour: Number(element.dataset.key) })),
    "ask-coach"() {
      coach?.open();
      open("coach");
    },
    "take-advice"(element) {
      coach?.take(element, app);
      draw();
    },
    async share() {
      await loadSharing();
      if (app.sharing) open("sharing");
    },
    "take-phone": ({ dataset }) => send(socket.manage({ do: "take_phone", player: Number(dataset.player) })),
    "hand-on": () => send(socket.manage({ do: "hand_on" })),
    async leave() {
      const answer = await send(socket.manage({ do: "leave" }));
      if (answer.type === "done") location.assign(home);
    },
  });

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.actionSubmit) return;
    event.preventDefault();
    const name = String(new FormData(form).get("name"));
    const answer = await manage((player) => ({ do: "rename", player, name }));
    if (answer?.type === "done") closeSheet();
  });

  // The whole story is asked for only when somebody wants to read it.
  let isAsking = false;

  async function fetchNeededStory() {
    const sheet = openedSheet();
    if (told.isWhole() || isAsking || !game.needsStory(app, sheet ? nameOf(sheet) : "")) return;
    isAsking = true;
    const entries = await socket.story(0);
    if (entries) told.fill(markTyped(entries));
    isAsking = false;
    draw();
  }

  keepAwake(() => {
    isAutoLockDue = true;
    draw();
  });
  setTimeout(() => loadLearning().catch(() => {}), LEARNING_AFTER);
  return {
    app,
    draw,
    drawNow,
    openSheet: open,
    /** @param {table.Move} move */
    play: (move) => send(socket.play(move)),
    /** @param {table.Order} order */
    manage: (order) => send(socket.manage(order)),
  };
}

/** @param {HTMLElement} sheet */
const nameOf = (sheet) => sheet.id.replace("sheet-", "");
