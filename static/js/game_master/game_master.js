// The game-master screen, and that of spectators: connects, and hands the view down to the parts that draw it.
//
// #screen
//   .bar                       round, goal, code, buttons
//   [data-scene-of=lobby]      join code, seats
//   [data-scene-of=play]       board, market, moment, stakes sheet, story, mats of the players
//   [data-scene-of=podium]     winners, ranking, chart, dice, seed
//   .notes, .dice-layer        what lies over everything

import { announce } from "../shared/announcing.js";
import { leadOf, telling } from "../shared/pacing.js";
import { listen } from "../shared/pieces.js";
import { after } from "../shared/retelling.js";
import { sentence } from "../shared/sentences.js";
import { connect } from "../shared/socket.js";
import { keepAwake } from "../shared/wake_lock.js";
import { drawBoard } from "./action_board.js";
import { closeByClickOutside, drawControls, listenToKeys, openDialog, toggleFullScreen } from "./controls.js";
import { clearDice, throwStep } from "./dice.js";
import { forgetWifi, offerWifi, showAddresses, showTakeOver } from "./join_code.js";
import { drawLobby, letArrange } from "./lobby.js";
import { drawMarket, takeAway } from "./market.js";
import { drawMoment, drawStep } from "./moment.js";
import { drawAsking, note, orSayWhy } from "./notes.js";
import { part, show } from "./parts.js";
import { drawPeople, drawPerson, openPerson } from "./people.js";
import { drawPlayers, faceGuides, markEliminated, popChanges, turnGuides } from "./players.js";
import { celebrate, drawPodium, showToken } from "./podium.js";
import { remember, remembered } from "./settings.js";
import { allowSound, play, playStep, toggleSound } from "./sound.js";
import { drawStakes } from "./stakes_sheet.js";
import { drawStandIn, openStandIn } from "./stand_in.js";
import { drawStory, forgetEntries, rememberEntries, replaceEntries, standing, tellStep } from "./story.js";

const screen = document.getElementById("screen");
const isGameMaster = Boolean(document.getElementById("dialog-menu"));
const DEFAULTS = { coins: 8, hearts: 8, stars_to_win: 20 };

let welcome = null;
let cards = new Map();
let message = null; // the newest view message
let shown = null; // the game's view as it is shown now
let connected = new Set();
let typed = []; // dice typed in so far
let known = null; // players seen in the lobby, to greet newcomers

// All that the parts need besides the game's view.
function context() {
  const { table } = message;
  const name = (seat) => table.players[seat]?.name ?? "";
  return {
    welcome,
    table,
    cards,
    connected,
    isGameMaster,
    typed,
    view: shown,
    box: welcome.box,
    options: { ...DEFAULTS, ...welcome.options },
    hasOwnDice: remembered("own-dice", false),
    isOver: table.status === "over",
    who: { name, seat: null },
  };
}

// Scenes

function showScene(name) {
  if (document.body.dataset.scene === name) return false;
  document.body.dataset.scene = name;
  for (const scene of document.querySelectorAll("[data-scene-of]")) scene.hidden = scene.dataset.sceneOf !== name;
  return true;
}

function drawPlay(view, options) {
  shown = view;
  document.querySelector(".play").dataset.phase = view.phase;
  const here = context();
  drawBoard(view, here, options);
  drawMarket(view, here);
  drawStakes(view, here);
  drawPlayers(view, here);
  drawControls(here);
}

const teller = telling({
  after,
  on: {
    begin(step, view) {
      const milliseconds = leadOf(step.kind, message.table.pace);
      const isReroll = step.kind === "reroll";
      drawPlay(view, { isLifted: isReroll });
      drawStep(step, view, context(), false);
      if (step.kind === "roll" || isReroll) {
        throwStep(step, view, milliseconds);
        play("dice", (milliseconds / 1000) * 0.6);
      }
      if (step.kind === "reveal") turnGuides(milliseconds);
      if (step.kind === "purchase" || step.kind === "discard") takeAway(step, 900);
      if (step.kind === "elimination") markEliminated(step.events);
    },
    outcome(step, view) {
      clearDice();
      drawPlay(view);
      drawStep(step, view, context(), true);
      if (step.kind === "reveal") faceGuides();
      popChanges(step.events);
      playStep(step);
      tellStep(step, context().who);
    },
    present(newest) {
      clearDice();
      if (newest.view) drawPresent(newest);
      else drawTable();
    },
  },
});

function drawPresent({ number, view, table }) {
  if (table.game !== "chance_it") return;
  const isEnd = table.status === "over";
  const isNew = showScene(isEnd ? "podium" : "play");
  drawPlay(view);
  drawMoment(view, context());
  drawStory(number, context().who);
  if (isEnd) {
    drawPodium(view, context(), standing());
    if (isNew) celebrate();
  }
}

// What is not part of the game: people, pause, requests. Drawn at once, whatever is being told.
function drawTable() {
  const here = context();
  const { table } = here;
  drawAsking(table);
  drawControls(here);
  show(part("paused"), table.paused && table.status === "playing");
  if (table.status === "lobby" && showScene("lobby")) forgetEntries();
  if (table.status === "lobby") drawLobby(here);
  else if (shown) drawPlayers(shown, here);
  if (isGameMaster) {
    drawPeople(here);
    drawPerson(here, message.view);
    drawStandIn(here);
  }
  greet(table);
}

function greet({ status, players }) {
  const now = new Set(players.map(({ player }) => player));
  if (known && status === "lobby") {
    for (const { player, name } of players) {
      if (known.has(player)) continue;
      announce(sentence("joined", { name }));
      play("join");
    }
  }
  known = now;
}

function tellOfTable(entries) {
  for (const entry of entries) {
    if (entry.do === "undone") note(sentence("undone"));
    if (entry.do === "paused") announce(sentence(message.table.paused ? "paused" : "resumed"));
    if (entry.do === "begun") forgetEntries();
  }
}

// The story from its beginning: needed by a screen that comes late, and when moves were taken back.
async function readStory() {
  replaceEntries(await socket.story(0));
  if (message.view && !teller.isTelling()) drawPresent(message);
}

// Messages

const MESSAGES = {
  welcome(newest) {
    welcome = newest;
    cards = new Map((welcome.box.cards ?? []).map((card) => [card.id, card]));
    part("goal").querySelector("[data-slot]").textContent = sentence("goal", { stars: goal() });
  },
  view(newest) {
    const isFirst = message === null;
    message = newest;
    if (!shown || !newest.view) shown = newest.view;
    tellOfTable(newest.events);
    rememberEntries(newest.events.filter((entry) => entry.events.length || entry.do === "undone"));
    if (newest.view && (isFirst || newest.events.some((entry) => entry.do === "undone") || !newest.events.length)) readStory();
    drawTable();
    teller.take(newest);
  },
  presence(newest) {
    connected = new Set(newest.connected);
    if (message) drawTable();
  },
};

function goal() {
  return { ...DEFAULTS, ...welcome.options }.stars_to_win;
}

const socket = connect(screen.dataset.socket, {
  message: (newest) => MESSAGES[newest.type]?.(newest),
  state: (state) => show(part("offline"), state === "offline"),
  closed: ({ sentence: why }) => {
    show(part("offline"), true);
    part("offline").querySelector("span").textContent = why;
  },
});

// What can be done

const move = (what) => orSayWhy(socket.play(what));
const manage = (order) => orSayWhy(socket.manage(order));
const playerOf = (element) => Number(element.closest("[data-player]").dataset.player);
const openNow = (what) => (message?.view && !teller.isTelling() ? message.view.can.filter((one) => one.do === what) : []);
const due = () => ["roll", "reroll"].find((what) => openNow(what).length);
const diceDue = () => (due() === "reroll" ? message.view.dice.filter((die) => die === 1).length : 5);
const redrawMoment = () => drawMoment(message.view, context());

// Somebody has already seen enough: the story is cut short, and what is due is done.
function roll() {
  if (teller.isTelling()) teller.skip();
  const what = due();
  if (!what || message.table.paused || remembered("own-dice", false)) return false;
  move({ do: what });
  return true;
}

function typeDie(number) {
  if (!due() || message.table.paused) return false;
  if (!remembered("own-dice", false)) setOwnDice(true);
  if (typed.length < diceDue()) typed = [...typed, number];
  redrawMoment();
  return true;
}

function takeDieAway() {
  if (!typed.length) return false;
  typed = typed.slice(0, -1);
  redrawMoment();
  return true;
}

async function sendTyped() {
  if (!due() || !typed.length || typed.length !== diceDue()) return false;
  const dice = typed;
  typed = [];
  if (!(await move({ do: due(), dice }))) {
    typed = dice;
    redrawMoment();
  }
  return true;
}

function setOwnDice(isOn) {
  remember("own-dice", isOn);
  typed = [];
  drawControls(context());
  if (message.view && document.body.dataset.scene === "play" && !teller.isTelling()) redrawMoment();
}

function drawLots() {
  const open = openNow("start");
  if (!open.length) return;
  const { seat } = open[crypto.getRandomValues(new Uint32Array(1))[0] % open.length];
  note(sentence("lots_drawn", { name: message.table.players[seat].name }));
  move({ do: "start", seat });
}

const seatsMove = isGameMaster ? letArrange(() => message.table.players, (players) => manage({ do: "arrange", players })) : null;

listen(document, {
  begin: () => manage({ do: "begin" }),
  again: () => manage({ do: "again" }),
  lock: () => manage({ do: "lock", on: !message.table.locked }),
  "add-computer": ({ dataset }) => manage({ do: "add_computer", mind: dataset.mind }),
  "move-seat": (element) => seatsMove(playerOf(element), Number(element.dataset.by)),
  start: ({ dataset }) => move({ do: "start", seat: Number(dataset.seat) }),
  "draw-lots": drawLots,
  roll,
  "own-dice": () => setOwnDice(!remembered("own-dice", false)),
  "own-face": ({ dataset }) => typeDie(Number(dataset.number)),
  "own-back": takeDieAway,
  "own-done": sendTyped,
  "open-stand-in": (element) => openStandIn(playerOf(element), context()),
  "stand-in": ({ dataset }) => {
    const stand = message.table.stand_in.find(({ player }) => player === Number(dataset.player));
    if (stand?.can[dataset.index]) move(stand.can[dataset.index]);
  },
  undo: () => manage({ do: "undo" }),
  pause: () => manage({ do: "pause", on: !message.table.paused }),
  allow: ({ dataset }) => manage({ do: "allow", ask: Number(dataset.ask) }),
  deny: ({ dataset }) => manage({ do: "deny", ask: Number(dataset.ask) }),
  "toggle-sound": toggleSound,
  "full-screen": toggleFullScreen,
  "open-dialog": ({ dataset }) => {
    openDialog(dataset.dialog);
    if (dataset.dialog === "take-over") showTakeOver();
  },
  "close-dialog": (element) => element.closest("dialog").close(),
  "open-person": (element) => {
    for (const open of document.querySelectorAll("dialog[open]")) open.close();
    openPerson(playerOf(element), context(), message.view);
  },
  recolour: (element) => manage({ do: "recolour", player: playerOf(element), colour: Number(element.dataset.colour) }),
  remove: (element) => manage({ do: "remove", player: playerOf(element) }),
  "let-back": (element) => manage({ do: "let_back", player: playerOf(element) }),
  correct: (element) => {
    const player = playerOf(element);
    const seat = message.table.players.findIndex((one) => one.player === player);
    move({ do: "correct", seat, token: element.closest("[data-token]").dataset.token, by: Number(element.dataset.by) });
  },
  "forget-wifi": forgetWifi,
  chart: ({ dataset }) => {
    showToken(dataset.token);
    drawPodium(message.view, context(), standing());
  },
});

const SETTINGS = {
  "own-dice": setOwnDice,
  keys: (isOn) => remember("keys", isOn),
  lock: (isOn) => manage({ do: "lock", on: isOn }),
  watch: (isOn) => manage({ do: "watch", on: isOn }),
};

document.addEventListener("change", ({ target }) => {
  if (target.name === "pace") manage({ do: "pace", pace: target.value });
  if (target.name === "mind") manage({ do: "replace", player: playerOf(target), mind: target.value || null });
  SETTINGS[target.dataset.setting]?.(target.checked);
});

document.addEventListener("submit", (event) => {
  if (event.target.dataset.part !== "rename") return;
  event.preventDefault();
  manage({ do: "rename", player: playerOf(event.target), name: event.target.elements.name.value });
});

if (isGameMaster) {
  const dice = Object.fromEntries(["1", "2", "3", "4", "5", "6"].map((key) => [key, () => typeDie(Number(key))]));
  listenToKeys({
    ...dice,
    " ": roll,
    Backspace: takeDieAway,
    Enter: () => (typed.length ? sendTyped() : false),
    u: () => (message.table.can.includes("undo") ? manage({ do: "undo" }) : false),
    p: () => (message.table.can.includes("pause") ? manage({ do: "pause", on: !message.table.paused }) : false),
    m: () => openDialog("menu"),
    f: toggleFullScreen,
    s: toggleSound,
  });
  showAddresses();
  offerWifi();
} else {
  listenToKeys({ f: toggleFullScreen, s: toggleSound });
}
closeByClickOutside();
allowSound();
keepAwake();
