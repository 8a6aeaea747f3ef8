// What a phone does for its seat, whatever the game: the socket, being offline or paused, name and sign, sheets and story.
//
// A game brings how it is told and drawn:
//   pacing              for table/pacing.js; `lag` keeps it a little behind the big screen
//   sceneOf(app)        the name of what is shown now
//   draw(app, scene)    draws it
//   sheets              by name: functions (sheet, app, scene) that draw what is looked up
//   welcome(app), begun(app), tell(events, app), ask(before, view, app)    all optional
//   actions             what its own data-action elements do

import { announce } from "../../shared/announcing.js";
import { listen, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { keepAwake } from "../../shared/wake_lock.js";
import { takenBackWords } from "../consent.js";
import { keepDice, keepPromise, newCup } from "../cup.js";
import { newJudge } from "../fairness.js";
import { whole } from "../own.js";
import { isTakenBack, telling } from "../pacing.js";
import { drawPromise } from "../promise.js";
import { connect } from "../socket.js";
import { letShowOnTv } from "../tv.js";
import { markTyped } from "../typed_dice.js";
import { askConsent, settleConsent, tellSettled } from "./consent.js";
import { drawRemote, drawWayToRemote, orderOf } from "./remote.js";
import { closeSheet, openSheet, openedSheet } from "./sheets.js";
import { told } from "./told.js";

// Gives {app, draw, drawNow, play(move)}.
export function takeSeat(game) {
  const root = document.querySelector("[data-socket]");
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  /** @type {table.AnyPhone} */
  const app = {
    welcome: null, // box and options of this game
    table: null, // the table of the newest message
    number: null, // of the newest entry in the log
    view: null, // the game as it is told so far
    step: null, // what is being told, and whether its outcome may be seen
    isOutcome: false,
    connected: [],
    state: "connecting",
    sending: 0,
    refusal: "",
    closed: null,
    fetchStory,
    verdict: () => (app.table.status === "over" ? judge.lines(app.table, true) : []),
    who: {
      get seat() {
        return app.view?.seat ?? null;
      },
      name: (seat) => app.table.players[seat]?.name ?? "",
      colour: (seat) => app.table.players[seat]?.colour ?? 0,
    },
  };

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
    drawWayToRemote(app);
    const sheet = openedSheet();
    if (sheet?.id === "sheet-host") app.table.is_host ? drawRemote(sheet, app) : closeSheet();
    if (app.welcome && app.table) drawPromise(document, app);
    if (sheet && app.table) game.sheets[sheet.id.replace("sheet-", "")]?.(sheet, app, scene);
  }

  // What arrives

  const teller = telling({
    game: game.pacing,
    lag: game.lag,
    on: {
      begin(step, view) {
        Object.assign(app, { step, view, isOutcome: false });
        draw();
      },
      outcome(step, view) {
        Object.assign(app, { step, view, isOutcome: true });
        told.tell(step.events);
        game.tell?.(step.events, app);
        draw();
      },
      present(message) {
        const before = app.view;
        Object.assign(app, { step: null, view: message.view });
        told.tellAll();
        if (message.view) game.ask?.(before, message.view, app);
        draw();
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
      settleConsent(message.number);
      keepPromise(message.table, message.number, app.welcome.commitment);
      keepDice(message.table, message.events);
      if (message.table.you !== null) cup.hold();
      if (app.table && app.table.paused !== message.table.paused) announce(sentence(message.table.paused ? "paused" : "go_on"));
      for (const entry of message.events.filter(isTakenBack)) announce(takenBackWords(entry, message.table.players));
      if (message.events.some((entry) => entry.do === "begun")) game.begun?.(app);
      app.closed = null; // a seat that was closed may be open again
      app.table = message.table;
      app.number = message.number;
      told.take(message);
      teller.take(message);
      draw();
    },
    presence(message) {
      app.connected = message.connected;
      draw();
    },
    shake: (message) => cup.shake(message, app.table.code),
    settled: tellSettled,
    consent: (message) => askConsent(message, app, (yes) => socket.say({ type: "agree", ask: message.ask, yes })),
  };

  const socket = connect(root.dataset.socket, {
    message: (message) => /** @type {any} */ (messages[message.type])?.(message),
    opened: () => cup.putDown(),
    state(state) {
      if (state === "offline") announce(sentence("offline"));
      else if (app.state === "offline") announce(sentence("online_again"));
      app.state = state;
      draw();
    },
    closed(message) {
      app.closed = { ...message, home: root.dataset.home };
      closeSheet();
      announce(message.sentence);
      draw();
    },
  });

  const cup = newCup(socket.say);
  const judge = newJudge(socket, draw);

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

  /** @param {Omit<protocol.frame.Rename, "player"> | Omit<protocol.frame.Recolour, "player">} order */
  const manage = (order) => send(socket.manage({ ...order, player: app.table.you }));

  listen(document.body, {
    ...game.actions,
    "open-sheet"(element) {
      if (element.dataset.sheet === "story") fetchStory();
      openSheet(element.dataset.sheet);
      drawNow();
    },
    "close-sheet": closeSheet,
    host(element) {
      const order = orderOf(element, app.table, draw);
      if (order) send(socket.manage(order));
      draw();
    },
    "host-move"(element) {
      const move = JSON.parse(element.dataset.move);
      send(move.do === "begin" ? socket.manage(move) : socket.play(move));
    },
    "check-again": () => judge.again(),
    recolour: (element) => manage({ do: "recolour", colour: Number(element.dataset.key) }),
    async leave() {
      const answer = await send(socket.manage({ do: "leave" }));
      if (answer.type === "done") location.assign(root.dataset.home);
    },
  });

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.dataset.actionSubmit) return;
    event.preventDefault();
    const answer = await manage({ do: "rename", name: String(new FormData(form).get("name")) });
    if (answer.type === "done") closeSheet();
  });

  // The whole story is asked for only when somebody wants to read it.
  let isAsking = false;

  async function fetchStory() {
    if (told.isWhole() || isAsking) return;
    isAsking = true;
    const entries = await socket.story(0);
    if (entries) told.fill(markTyped(entries));
    isAsking = false;
    draw();
  }

  letShowOnTv();
  keepAwake();
  return { app: /** @type {any} */ (app), draw, drawNow, play: (move) => send(socket.play(move)) };
}
