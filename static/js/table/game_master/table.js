// What the game-master screen does for its table, whatever the game: the socket, the lobby, people, pause, pace, the menu.
//
// A game brings how it is told and drawn; `here` is all that its parts need to know:
//   pacing                       for table/pacing.js
//   begin(step, view, here), outcome(step, view, here)
//   present(message, here)       all is told: draw the message whole
//   people(view, here)           names, signs or presence have changed
//   words(event, who)            an event as a sentence, or null if it is not worth one
//   lobby                        for lobby.js: {options(options)}
//   person(seat, view, here)     draws what it adds to the dialog about a person; optional
//   here(welcome)                what the game adds to `here`; optional
//   hasSkip                      it draws the button that skips what is told; else there is one in the bar
//   actions, settings, keys      what its own elements, switches and keys do; optional
//   things                       brings what can be asked about, for table/about.js; optional

import { announce } from "../../shared/announcing.js";
import { find, listen, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remember } from "../../shared/settings.js";
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
import { letShowOnTv } from "../tv.js";
import { markTyped } from "../typed_dice.js";
import { closeByClickOutside, closeDialogs, dialogOf, drawControls, hasKeys, listenToKeys, openDialog, toggleFullScreen } from "./controls.js";
import { newEntries } from "./entries.js";
import { forgetWifi, offerWifi, showAddresses, showTakeOver } from "./join_code.js";
import { newLines } from "./lines.js";
import { drawLobby, letArrange } from "./lobby.js";
import { drawNextGame, drawnByLot } from "./next_game.js";
import { newNewcomers } from "./newcomers.js";
import { newNotes } from "./notes.js";
import { newOdds } from "./odds.js";
import { part, shape, show } from "./parts.js";
import { askWhoPlaysOn, drawPeople, drawPerson, openPerson } from "./people.js";
import { allowSound, play, toggleSound } from "./sound.js";
import { askBeforeTakingBack, drawTakingBack } from "./taking_back.js";

const TWICE = 600; // milliseconds between two presses that mean the same

// Gives {here(), view(), move(what), manage(order), note(text), showScene(name), teller}.
/**
 * @template View, Event, Box, Options, More
 * @param {table.Screen<View, Event, Box, Options, More>} game
 */
export function layTable(game) {
  const screen = find(document, "#screen");
  const { socket: address = "" } = screen.dataset;
  const isGameMaster = Boolean(document.getElementById("dialog-menu"));
  const entries = newEntries();
  const odds = newOdds();
  const { note, ask, tellAsked, settleAsked, orSayWhy } = newNotes();
  /** @type {table.Welcome<Box, Options> | null} */
  let welcome = null;
  /** @type {table.View<View, Event> | null} */
  let message = null; // the newest view message
  /** @type {View | null} */
  let shown = null; // the game's view as it is shown now
  /** @type {Set<number>} */
  let connected = new Set();
  let skippedAt = Number.NEGATIVE_INFINITY;
  let isTakingBack = false; // the phones may be asked, so it can take a while
  let told = 0; // up to this entry
  /** @type {Set<number> | null} */
  let known = null; // players seen so far, to greet newcomers

  // The table as it is now; there is one as soon as the first message has come.
  function tableNow() {
    if (!message) throw new Error("nothing has come yet");
    return message.table;
  }

  /** @returns {table.Here<View, Event, Box, Options> & More} */
  function here() {
    const table = tableNow();
    if (!welcome) throw new Error("nobody was welcomed yet");
    const base = {
      welcome,
      table,
      connected,
      isGameMaster,
      isTakingBack,
      hasKeys: hasKeys(),
      view: shown,
      entries: entries.all(),
      options: welcome.options,
      isOver: table.status === "over",
      isEnding: table.status === "over" && teller.isTelling(), // the end is still to be told
      highlights: highlights.all(),
      odds: odds.now(table),
      who: nobodyOf(table.players),
    };
    return Object.assign(base, /** @type {More} */ (game.here?.(welcome)));
  }

  /** @param {string} name */
  function showScene(name) {
    const before = document.body.dataset.scene;
    if (before === name) return false;
    document.body.dataset.scene = name;
    for (const scene of document.querySelectorAll("[data-scene-of]")) scene.hidden = scene.dataset.sceneOf !== name;
    // What had the focus may be gone with the scene before.
    const { activeElement } = document;
    const isGone = activeElement === document.body || activeElement?.closest("[data-scene-of][hidden]");
    if (isGone && before !== "connecting") find(document, ".scenes").focus({ preventScroll: true });
    return true;
  }

  const teller = telling({
    game: game.pacing,
    on: {
      begin(step, view) {
        shown = view;
        told = step.entry.number - 1;
        show("skip", isGameMaster && !game.hasSkip);
        drawControls(here());
        game.begin(step, view, here());
      },
      // What has just been done or thrown is seen: all else of this entry follows from it, and so do the odds.
      outcome(step, view) {
        shown = view;
        odds.tell(step.entry.number);
        drawControls(here());
        game.outcome(step, view, here());
      },
      present(newest) {
        shown = newest.view;
        told = newest.number;
        odds.tell(newest.number);
        show("skip", false);
        present(newest);
        drawTable();
        document.dispatchEvent(new CustomEvent("told", { detail: newest.number }));
        if (isGameMaster) progress.tell(newest);
      },
    },
  });

  /** @param {table.View<View, Event>} newest */
  function present(newest) {
    if (newest.view) game.present({ ...newest, view: newest.view }, here());
  }

  // What is not part of the game: people, pause, requests. Drawn at once, whatever is being told.
  function drawTable() {
    const now = here();
    const { table } = now;
    ask(table.asking);
    drawControls(now);
    drawPromise(document, now.welcome, table, now.isOver && !now.isEnding ? judge.lines() : []);
    show("paused", table.paused && table.status === "playing");
    show("see-again", isGameMaster || table.sharing || "seesAgain" in screen.dataset);
    const mayGoOn = table.paused && table.can.includes("pause");
    const missing = table.players.filter(({ player, computer, removed }) => !computer && !removed && !connected.has(player));
    const free = mayGoOn ? missing.map(({ player, name }) => ({ player, name })) : [];
    redraw(part("paused-choices"), [mayGoOn, free], () => [
      ...(free.length ? [freeSeats(free)] : []),
      ...(mayGoOn ? [piece("resume-button")] : []),
    ]);
    if (table.status !== "lobby") newcomers.stop();
    if (table.status === "lobby") {
      showScene("lobby");
      drawLobby(now, game.lobby);
      drawNextGame(now);
    } else if (shown) game.people(shown, now);
    if (isGameMaster) {
      if (!now.isEnding) drawTakingBack(now);
      lines.draw(withLines());
      drawPeople(now);
      drawPerson(now, message?.view, game.person);
    }
  }

  /** @param {table.Table} table */
  function greet({ players, waiting }) {
    for (const { player, name } of known ? [...players, ...waiting] : []) {
      if (known?.has(player)) continue;
      const isLate = waiting.some((one) => one.player === player);
      if (isLate) note(sentence("joined_late", { name }));
      else announce(sentence("joined", { name }));
      play("join");
    }
    known = new Set([...players, ...waiting].map(({ player }) => player));
  }

  /** @param {table.Entry[]} newer */
  function tellOfTable(newer) {
    for (const entry of newer) {
      if (isTakenBack(entry)) note(takenBackWords(entry, tableNow()));
      if (entry.do === "ended") note(sentence("game_ended_by_host"));
      if (entry.do === "paused") announce(sentence(tableNow().paused ? "paused" : "resumed"));
      if (entry.do === "begun" || entry.do === "continued") entries.forget();
    }
  }

  // Somebody wants another game: their sign is on the button that begins it.
  /** @param {number} player */
  function tellWish(player) {
    const { players, waiting, status } = tableNow();
    const one = [...players, ...waiting].find((other) => other.player === player);
    if (!one || status !== "over" || document.querySelector(`[data-wish="${player}"]`)) return;
    note(sentence("wants_again", { name: one.name }));
    const sign = shape(one.colour);
    sign.dataset.wish = String(player);
    find(part("again"), "button").append(sign);
  }

  // The story from its beginning: needed by a screen that comes late, and when moves were taken back.
  async function readStory() {
    const story = await socket.story(0);
    if (!story) return;
    entries.replace(markTyped(story));
    if (message && !teller.isTelling()) present(message);
  }

  /** @type {table.Messages} */
  const MESSAGES = {
    welcome(newest) {
      welcome = /** @type {table.Welcome} */ (newest);
    },
    view(arrived) {
      const newest = whole(arrived);
      const isFirst = message === null;
      markTyped(newest.events);
      settleAsked(newest.number);
      keepPromise(newest.table, newest.number, welcome?.commitment ?? null);
      keepDice(newest.table, newest.events);
      if (isGameMaster) cup.hold();
      // Whoever has watched until the next game and has a seat in it goes there.
      const isOver = message && message.table.status !== "lobby" && newest.table.status === "lobby";
      if (isOver && "hasSeat" in screen.dataset) location.assign(`/${newest.table.code}`);
      message = newest;
      if (!shown || !newest.view) shown = newest.view;
      tellOfTable(newest.events);
      if (newest.table.status === "lobby") entries.forget();
      if (newest.table.status !== "over") for (const wish of document.querySelectorAll("[data-wish]")) wish.remove();
      entries.remember(newest.events.filter((entry) => entry.events.length || isTakenBack(entry)));
      greet(newest.table);
      if (newest.table.status === "over") judge.look(newest.table, isGameMaster);
      highlights.look(newest.table);
      if (newest.view && (isFirst || newest.events.some(isTakenBack) || !newest.events.length)) readStory();
      teller.take(newest);
      drawTable();
    },
    presence(newest) {
      connected = new Set(newest.connected);
      if (message) drawTable();
    },
    shake: (newest) => cup.shake(newest, tableNow().code),
    skip: ({ number }) => teller.skip(number),
    introduction: ({ on }) => newcomers.show(on),
    reaction(newest) {
      if (newest.what === "again") tellWish(newest.player);
      else if (message) import("./reactions.js").then(({ letFly }) => letFly(newest, tableNow())).catch(() => {});
    },
    odds(newest) {
      if (odds.take(newest) && shown && message?.table.status !== "lobby") game.people(shown, here());
    },
    settled: () => settleAsked(),
    consent(newest) {
      if (message) tellAsked(newest, message);
    },
  };

  const socket = connect(address, {
    message: (newest) => /** @type {any} */ (MESSAGES[newest.type])?.(newest),
    opened() {
      cup.putDown();
      progress.forget();
    },
    state: (state) => show("offline", state === "offline"),
    closed: ({ sentence: why }) => {
      document.body.dataset.closed = "";
      show("offline", true);
      find(part("offline"), "span").textContent = why;
    },
  });

  const cup = newCup(socket.say);
  const progress = newProgress(socket.say);
  const judge = newJudge(socket, drawTable);
  const highlights = newHighlights(socket, drawTable);

  // What can be done

  /** @param {protocol.frame.Play["move"]} what */
  const move = (what) => orSayWhy(socket.play(what));
  /** @param {protocol.frame.Manage["do"]} order */
  const manage = (order) => orSayWhy(socket.manage(order));
  const seatsMove = isGameMaster ? letArrange(() => tableNow().players, (players) => manage({ do: "arrange", players })) : null;

  function takeBack() {
    if (isTakingBack || !may("undo")) return false;
    if (!askBeforeTakingBack(here())) sendUndo();
    return true;
  }

  const withLines = () => ({ ...here(), told, number: message?.number ?? 0 });

  /** @param {table.Order} order */
  async function sendUndo(order = { do: "undo" }) {
    isTakingBack = true;
    drawTable();
    await manage(order);
    isTakingBack = false;
    settleAsked();
    drawTable();
  }

  // All screens go on together, and nothing is rolled.
  function skip() {
    if (message) socket.say({ type: "skip", number: message.number });
    teller.skip();
    skippedAt = performance.now();
  }

  // One thing at a time: what is told is skipped, and whoever presses twice for that does not roll the next dice.
  function pressSpace() {
    if (teller.isTelling()) skip();
    else if (performance.now() - skippedAt > TWICE) return game.keys?.[" "]?.() ?? false;
    return true;
  }

  const lines = newLines(game.words, socket.undoing);

  const newcomers = newNewcomers({
    game: () => here().welcome.game,
    isGameMaster,
    say: (on) => socket.say({ type: "introduce", on }),
    begin: () => tableNow().status === "lobby" && manage({ do: "begin" }),
  });

  const askAbout = letAsk(game.things);
  const pause = () => manage({ do: "pause", on: !tableNow().paused });

  listen(document, {
    begin: () => manage({ do: "begin" }),
    // In a first game the phones have a coach, unless the host says otherwise.
    introduce() {
      if (!tableNow().games && !tableNow().coach) manage({ do: "coach", on: true });
      newcomers.ask();
    },
    again: () => manage({ do: "again" }),
    end: async (element) => {
      if (await manage({ do: "end" })) element.closest("dialog")?.close();
    },
    "draw-seats": async () => {
      if (await manage({ do: "arrange", players: drawnByLot(tableNow().players.map(({ player }) => player)) })) note(sentence("seats_drawn"));
    },
    "add-computer": ({ dataset }) => manage({ do: "add_computer", mind: dataset.mind ?? "" }),
    "move-seat": (element) => seatsMove?.(playerOf(element), Number(element.dataset.by)),
    undo: takeBack,
    redo: () => manage({ do: "redo" }),
    "go-on": (element) => {
      element.closest("dialog")?.close();
      sendUndo();
    },
    "open-lines": ({ dataset }) => may("undo") && lines.open(withLines(), dataset.number ? Number(dataset.number) : undefined),
    "choose-line": ({ dataset }) => lines.choose(Number(dataset.number), withLines()),
    "undo-to": (element) => {
      const order = lines.chosen();
      if (!order || isTakingBack) return;
      element.closest("dialog")?.close();
      sendUndo(order);
    },
    "play-on": () => message && socket.say({ type: "skip", number: message.number }),
    "check-again": () => judge.again(),
    pause,
    skip,
    allow: ({ dataset }) => manage({ do: "allow", ask: Number(dataset.ask) }),
    deny: ({ dataset }) => manage({ do: "deny", ask: Number(dataset.ask) }),
    "allow-all": () => manage({ do: "allow_all", asks: tableNow().asking.map(({ ask }) => ask) }),
    "toggle-sound": toggleSound,
    "full-screen": toggleFullScreen,
    "open-dialog": ({ dataset }) => {
      openDialog(dataset.dialog ?? "");
      if (dataset.dialog === "take-over") showTakeOver();
    },
    "ask-about": askAbout,
    "close-dialog": (element) => element.closest("dialog")?.close(),
    "open-person": (element) => {
      closeDialogs();
      openPerson(playerOf(element), here(), message?.view, game.person);
    },
    recolour: (element) => manage({ do: "recolour", player: playerOf(element), colour: Number(element.dataset.colour) }),
    remove: (element) => {
      const player = playerOf(element);
      if (!askWhoPlaysOn(player, here())) manage({ do: "remove", player });
    },
    "remove-for": async (element) => {
      if (await manage({ do: "remove", player: playerOf(element), mind: element.dataset.mind })) element.closest("dialog")?.close();
    },
    "let-back": (element) => manage({ do: "let_back", player: playerOf(element) }),
    "forget-wifi": forgetWifi,
    ...game.actions,
  });

  /** @type {Record<string, (isOn: boolean) => unknown>} */
  const SETTINGS = {
    keys: (isOn) => remember("keys", isOn),
    lock: (isOn) => manage({ do: "lock", on: isOn }),
    watch: (isOn) => manage({ do: "watch", on: isOn }),
    consent: (isOn) => manage({ do: "consent", on: isOn }),
    share: (isOn) => manage({ do: "share", on: isOn }),
    fun: (isOn) => manage({ do: "fun", on: isOn }),
    coach: (isOn) => manage({ do: "coach", on: isOn }),
    odds: (isOn) => manage({ do: "odds", on: isOn }),
    remote: (isOn) => manage({ do: "remote", player: Number(dialogOf("person").dataset.player), on: isOn }),
    ...game.settings,
  };

  document.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.name === "pace") manage({ do: "pace", pace: /** @type {protocol.frame.SetPace["pace"]} */ (target.value) });
    // Player by player: it is said at the names.
    if (target.name === "own-guides" && target.value === "each") find(document, "[data-printed-guides]").focus();
    else if (target.name === "own-guides") manage({ do: "own_guides", of: /** @type {protocol.frame.OwnGuides["of"]} */ (target.value) });
    if (target.dataset.printedGuides) manage({ do: "printed_guides", player: Number(target.dataset.printedGuides), on: target.checked });
    if (target.name === "game") manage({ do: "choose_game", game: target.value });
    if (target.name === "mind") manage({ do: "replace", player: playerOf(target), mind: target.value || null });
    if (target.dataset.option) manage({ do: "set_option", option: target.dataset.option, value: target.checked });
    SETTINGS[target.dataset.setting ?? ""]?.(target.checked);
  });

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("name"));
    if (form.dataset.part === "rename") {
      event.preventDefault();
      manage({ do: "rename", player: playerOf(form), name });
    } else if (form.dataset.part === "add-player-form") {
      event.preventDefault();
      if (!(await manage({ do: "add_player", name }))) return;
      form.reset();
      form.closest("dialog")?.close();
    }
  });

  /** @param {string} what */
  const may = (what) => tableNow().can.includes(what);
  const everybodys = { f: toggleFullScreen, s: toggleSound, "?": askAbout };
  if (isGameMaster) {
    listenToKeys({
      ...everybodys,
      u: takeBack,
      p: () => (may("pause") ? pause() : false),
      m: () => openDialog("menu"),
      ...game.keys,
      " ": pressSpace,
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
  return { here, view: () => message?.view ?? null, move, manage, note, showScene, teller };
}

// Whose phones are missing, and what can be done about it.
/** @param {{player: number, name: string}[]} free */
function freeSeats(free) {
  const seats = piece("free-seats");
  const names = free.map(({ player, name }) => {
    const seat = piece("missing-seat", { name });
    seat.dataset.player = seat.dataset.key = String(player);
    return seat;
  });
  slot(seats, "names").append(...names);
  return seats;
}

/** @param {HTMLElement} element */
const playerOf = (element) => Number(element.closest("[data-player]")?.dataset.player);

// Everybody's name and sign, for a screen that is nobody's own.
/** @param {protocol.message.SeatedSeen[]} players @returns {table.Who} */
const nobodyOf = (players) => ({
  name: (seat) => players[seat]?.name ?? "",
  colour: (seat) => players[seat]?.colour ?? 0,
  seatOf: (player) => players.findIndex((one) => one.player === player),
  seat: null,
});
