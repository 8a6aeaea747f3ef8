// What the game-master screen does for its table, whatever the game: the socket, the lobby, people, pause, pace, the menu.
//
// A game brings how it is told and drawn; `here` is all that its parts need to know:
//   pacing                       for table/pacing.js
//   begin(step, view, here), outcome(step, view, here)
//   present(message, here)       all is told: draw the message whole
//   people(view, here)           names, signs or presence have changed
//   lobby                        for lobby.js: {options(options)}
//   person(seat, view, here)     draws what it adds to the dialog about a person; optional
//   here(welcome)                what the game adds to `here`; optional
//   actions, settings, keys      what its own elements, switches and keys do; optional

import { announce } from "../../shared/announcing.js";
import { listen, piece, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remember } from "../../shared/settings.js";
import { keepAwake } from "../../shared/wake_lock.js";
import { takenBackWords } from "../consent.js";
import { keepDice, keepPromise, newCup } from "../cup.js";
import { newJudge } from "../fairness.js";
import { whole } from "../own.js";
import { isTakenBack, telling } from "../pacing.js";
import { drawPromise, verdictLines } from "../promise.js";
import { connect } from "../socket.js";
import { letShowOnTv } from "../tv.js";
import { markTyped } from "../typed_dice.js";
import { closeByClickOutside, drawControls, listenToKeys, openDialog, toggleFullScreen } from "./controls.js";
import { forgetEntries, rememberEntries, replaceEntries } from "./entries.js";
import { forgetWifi, offerWifi, showAddresses, showTakeOver } from "./join_code.js";
import { drawLobby, letArrange } from "./lobby.js";
import { drawNextGame, drawnByLot } from "./next_game.js";
import { drawAsking, note, orSayWhy, settleAsked, tellAsked } from "./notes.js";
import { part, show } from "./parts.js";
import { askWhoPlaysOn, drawPeople, drawPerson, openPerson } from "./people.js";
import { allowSound, play, toggleSound } from "./sound.js";
import { askBeforeTakingBack, drawTakingBack } from "./taking_back.js";

// Gives {here(), message(), move(what), manage(order), showScene(name), teller}.
export function layTable(game) {
  const screen = document.getElementById("screen");
  const isGameMaster = Boolean(document.getElementById("dialog-menu"));
  /** @type {table.AnyPhone["welcome"]} */
  let welcome = null;
  /** @type {table.View} */
  let message = null; // the newest view message
  let shown = null; // the game's view as it is shown now
  let connected = new Set();
  let isTakingBack = false; // the phones may be asked, so it can take a while
  let known = null; // players seen in the lobby, to greet newcomers

  /** @returns {table.AnyHere} */
  function here() {
    const { table } = message;
    return {
      welcome,
      table,
      connected,
      isGameMaster,
      isTakingBack,
      view: shown,
      options: welcome.options,
      isOver: table.status === "over",
      who: { name: (seat) => table.players[seat]?.name ?? "", colour: (seat) => table.players[seat]?.colour ?? 0, seat: null },
      ...game.here?.(welcome),
    };
  }

  function showScene(name) {
    const before = document.body.dataset.scene;
    if (before === name) return false;
    document.body.dataset.scene = name;
    for (const scene of document.querySelectorAll("[data-scene-of]")) scene.hidden = scene.dataset.sceneOf !== name;
    // What had the focus may be gone with the scene before.
    const { activeElement } = document;
    const isGone = activeElement === document.body || activeElement?.closest("[data-scene-of][hidden]");
    if (isGone && before !== "connecting") document.querySelector(".scenes").focus({ preventScroll: true });
    return true;
  }

  const teller = telling({
    game: game.pacing,
    on: {
      begin(step, view) {
        shown = view;
        drawControls(here());
        game.begin(step, view, here());
      },
      outcome(step, view) {
        shown = view;
        drawControls(here());
        game.outcome(step, view, here());
      },
      present(newest) {
        shown = newest.view;
        if (newest.view) game.present(newest, here());
        drawTable();
      },
    },
  });

  // What is not part of the game: people, pause, requests. Drawn at once, whatever is being told.
  function drawTable() {
    const now = here();
    const { table } = now;
    drawAsking(table);
    drawControls(now);
    drawPromise(document, now);
    if (now.isOver) {
      const lines = judge.lines(table, isGameMaster);
      redraw(part("verdict"), lines, () => verdictLines(lines));
    }
    show(part("paused"), table.paused && table.status === "playing");
    const mayGoOn = table.paused && table.can.includes("pause");
    redraw(part("paused-choices"), mayGoOn, () => (mayGoOn ? [piece("resume-button")] : []));
    if (table.status === "lobby" && showScene("lobby")) forgetEntries();
    if (table.status === "lobby") {
      drawLobby(now, game.lobby);
      drawNextGame(now);
    } else if (shown) game.people(shown, now);
    if (isGameMaster) {
      drawTakingBack(now);
      drawPeople(now);
      drawPerson(now, message.view, game.person);
    }
    greet(table);
  }

  function greet({ players, waiting }) {
    for (const { player, name } of known ? [...players, ...waiting] : []) {
      if (known.has(player)) continue;
      const isLate = waiting.some((one) => one.player === player);
      if (isLate) note(sentence("joined_late", { name }));
      else announce(sentence("joined", { name }));
      play("join");
    }
    known = new Set([...players, ...waiting].map(({ player }) => player));
  }

  function tellOfTable(entries) {
    for (const entry of entries) {
      if (isTakenBack(entry)) note(takenBackWords(entry, message.table.players));
      if (entry.do === "ended") note(sentence("game_ended_by_host"));
      if (entry.do === "paused") announce(sentence(message.table.paused ? "paused" : "resumed"));
      if (entry.do === "begun" || entry.do === "continued") forgetEntries();
    }
  }

  // The story from its beginning: needed by a screen that comes late, and when moves were taken back.
  async function readStory() {
    const entries = await socket.story(0);
    if (!entries) return;
    replaceEntries(markTyped(entries));
    if (message.view && !teller.isTelling()) game.present(message, here());
  }

  /** @type {table.Messages} */
  const MESSAGES = {
    welcome(newest) {
      welcome = newest;
    },
    view(arrived) {
      const newest = whole(arrived);
      const isFirst = message === null;
      markTyped(newest.events);
      settleAsked(newest.number);
      keepPromise(newest.table, newest.number, welcome.commitment);
      keepDice(newest.table, newest.events);
      if (isGameMaster) cup.hold();
      // Whoever has watched until the next game and has a seat in it goes there.
      const isOver = message && message.table.status !== "lobby" && newest.table.status === "lobby";
      if (isOver && "hasSeat" in screen.dataset) location.assign(`/${newest.table.code}`);
      message = newest;
      if (!shown || !newest.view) shown = newest.view;
      tellOfTable(newest.events);
      rememberEntries(newest.events.filter((entry) => entry.events.length || isTakenBack(entry)));
      if (newest.view && (isFirst || newest.events.some(isTakenBack) || !newest.events.length)) readStory();
      drawTable();
      teller.take(newest);
    },
    presence(newest) {
      connected = new Set(newest.connected);
      if (message) drawTable();
    },
    shake: (newest) => cup.shake(newest, message.table.code),
    settled: () => settleAsked(),
    consent: (newest) => tellAsked(newest, message),
  };

  const socket = connect(screen.dataset.socket, {
    message: (newest) => /** @type {any} */ (MESSAGES[newest.type])?.(newest),
    opened: () => cup.putDown(),
    state: (state) => show(part("offline"), state === "offline"),
    closed: ({ sentence: why }) => {
      document.body.dataset.closed = "";
      show(part("offline"), true);
      part("offline").querySelector("span").textContent = why;
    },
  });

  const cup = newCup(socket.say);
  const judge = newJudge(socket, drawTable);

  // What can be done

  /** @param {protocol.frame.Play["move"]} what */
  const move = (what) => orSayWhy(socket.play(what));
  /** @param {protocol.frame.Manage["do"]} order */
  const manage = (order) => orSayWhy(socket.manage(order));
  const playerOf = (element) => Number(element.closest("[data-player]").dataset.player);
  const seatsMove = isGameMaster ? letArrange(() => message.table.players, (players) => manage({ do: "arrange", players })) : null;

  function takeBack() {
    if (isTakingBack || !may("undo")) return false;
    if (!askBeforeTakingBack(here())) sendUndo();
    return true;
  }

  async function sendUndo() {
    isTakingBack = true;
    drawTable();
    await manage({ do: "undo" });
    isTakingBack = false;
    settleAsked();
    drawTable();
  }

  const pause = () => manage({ do: "pause", on: !message.table.paused });

  listen(document, {
    begin: () => manage({ do: "begin" }),
    again: () => manage({ do: "again" }),
    end: async (element) => {
      if (await manage({ do: "end" })) element.closest("dialog").close();
    },
    "draw-seats": async () => {
      if (await manage({ do: "arrange", players: drawnByLot(message.table.players.map(({ player }) => player)) })) note(sentence("seats_drawn"));
    },
    lock: () => manage({ do: "lock", on: !message.table.locked }),
    "add-computer": ({ dataset }) => manage({ do: "add_computer", mind: dataset.mind }),
    "move-seat": (element) => seatsMove(playerOf(element), Number(element.dataset.by)),
    undo: takeBack,
    redo: () => manage({ do: "redo" }),
    "go-on": (element) => {
      element.closest("dialog").close();
      sendUndo();
    },
    "check-again": () => judge.again(),
    pause,
    allow: ({ dataset }) => manage({ do: "allow", ask: Number(dataset.ask) }),
    deny: ({ dataset }) => manage({ do: "deny", ask: Number(dataset.ask) }),
    "allow-all": () => manage({ do: "allow_all", asks: message.table.asking.map(({ ask }) => ask) }),
    "toggle-sound": toggleSound,
    "full-screen": toggleFullScreen,
    "open-dialog": ({ dataset }) => {
      openDialog(dataset.dialog);
      if (dataset.dialog === "take-over") showTakeOver();
    },
    "close-dialog": (element) => element.closest("dialog").close(),
    "open-person": (element) => {
      for (const open of document.querySelectorAll("dialog[open]")) open.close();
      openPerson(playerOf(element), here(), message.view, game.person);
    },
    recolour: (element) => manage({ do: "recolour", player: playerOf(element), colour: Number(element.dataset.colour) }),
    remove: (element) => {
      const player = playerOf(element);
      if (!askWhoPlaysOn(player, here())) manage({ do: "remove", player });
    },
    "remove-for": async (element) => {
      if (await manage({ do: "remove", player: playerOf(element), mind: element.dataset.mind })) element.closest("dialog").close();
    },
    "let-back": (element) => manage({ do: "let_back", player: playerOf(element) }),
    "forget-wifi": forgetWifi,
    ...game.actions,
  });

  const SETTINGS = {
    keys: (isOn) => remember("keys", isOn),
    lock: (isOn) => manage({ do: "lock", on: isOn }),
    watch: (isOn) => manage({ do: "watch", on: isOn }),
    consent: (isOn) => manage({ do: "consent", on: isOn }),
    remote: (isOn) => manage({ do: "remote", player: Number(document.getElementById("dialog-person").dataset.player), on: isOn }),
    ...game.settings,
  };

  document.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.name === "pace") manage({ do: "pace", pace: /** @type {protocol.frame.SetPace["pace"]} */ (target.value) });
    if (target.name === "game") manage({ do: "choose_game", game: target.value });
    if (target.name === "mind") manage({ do: "replace", player: playerOf(target), mind: target.value || null });
    SETTINGS[target.dataset.setting]?.(target.checked);
  });

  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.part !== "rename") return;
    event.preventDefault();
    manage({ do: "rename", player: playerOf(form), name: String(new FormData(form).get("name")) });
  });

  const may = (what) => message.table.can.includes(what);
  const everybodys = { f: toggleFullScreen, s: toggleSound };
  if (isGameMaster) {
    listenToKeys({
      ...everybodys,
      u: takeBack,
      p: () => (may("pause") ? pause() : false),
      m: () => openDialog("menu"),
      ...game.keys,
    });
    showAddresses();
    offerWifi();
    letShowOnTv();
  } else {
    listenToKeys(everybodys);
  }
  closeByClickOutside();
  allowSound();
  keepAwake();
  return { here: /** @type {() => any} */ (here), message: () => message, move, manage, showScene, teller };
}
