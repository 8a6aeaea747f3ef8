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
//   actions             what its own data-action elements do

import { announce } from "../../shared/announcing.js";
import { find, listen, part, slot } from "../../shared/pieces.js";
import { hasSentence, sentence } from "../../shared/sentences.js";
import { keepAwake } from "../../shared/wake_lock.js";
import { takenBackWords } from "../consent.js";
import { keepDice, keepPromise, newCup } from "../cup.js";
import { newJudge } from "../fairness.js";
import { newHighlights } from "../finale.js";
import { seatOf, whole } from "../own.js";
import { isTakenBack, telling } from "../pacing.js";
import { newProgress } from "../progress.js";
import { drawPromise } from "../promise.js";
import { connect } from "../socket.js";
import { markTyped } from "../typed_dice.js";
import { newConsent } from "./consent.js";
import { newRemote } from "./remote.js";
import { closeSheet, openSheet, openedSheet } from "./sheets.js";
import { newTold } from "./told.js";

/** @template {table.Phone} App @param {App} app @returns {app is table.Playing<App>} */
export function isPlaying(app) {
  return Boolean(app.welcome && app.table) && typeof app.view?.seat === "number" && !app.closed;
}

// Gives {app, draw, drawNow, openSheet(name), play(move)}.
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
    told,
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
      seatOf: (player) => seatOf(app.table?.players ?? [], player),
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
    game.draw(app, scene);
    const { welcome, table } = app;
    if (welcome && table) drawPromise(document, welcome, table, table.status === "over" ? judge.lines() : []);
    remote.draw(app);
    const sheet = openedSheet();
    if (sheet && table) game.sheetsAnyTime[nameOf(sheet)]?.(sheet, { ...app, table }, scene);
    if (sheet && isPlaying(app)) game.sheets[nameOf(sheet)]?.(sheet, app, scene);
  }

  // Another view is shown from here on.
  /** @param {Partial<table.Phone>} seen */
  function change(seen) {
    Object.assign(app, seen);
    game.changed?.(app);
    draw();
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
        change({ step, view, isOutcome: true });
        game.tell?.(step.events, app);
      },
      present(message) {
        const before = app.view;
        told.tellAll();
        change({ step: null, view: message.view });
        if (message.table.status === "over") judge.look(message.table, true);
        highlights.look(message.table);
        if (message.view) game.ask?.(before, message.view, app);
        fetchNeededStory();
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
      if (message.table.you !== null) cup.hold();
      if (app.table && app.table.paused !== message.table.paused) announce(sentence(message.table.paused ? "paused" : "go_on"));
      for (const entry of message.events.filter(isTakenBack)) announce(takenBackWords(entry, message.table));
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
  const judge = newJudge(socket, draw);
  const highlights = newHighlights(socket, draw);

  // Whoever plays alone waits for nobody. By now the phone knows what is promised of the luck to come.
  let begins = -1; // after so many games

  /** @param {table.Table} table */
  function beginAlone({ can, games }) {
    if (location.hash !== "#alone" || !can.includes("begin") || begins === games) return;
    begins = games;
    send(socket.manage({ do: "begin" }));
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
    // On the host's phone: all screens go on together.
    skip() {
      socket.say({ type: "skip", number: app.number });
      teller.skip();
    },
    recolour: (element) => manage((player) => ({ do: "recolour", player, colour: Number(element.dataset.key) })),
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

  keepAwake();
  return {
    app,
    draw,
    drawNow,
    openSheet: open,
    /** @param {table.Move} move */
    play: (move) => send(socket.play(move)),
  };
}

/** @param {HTMLElement} sheet */
const nameOf = (sheet) => sheet.id.replace("sheet-", "");
