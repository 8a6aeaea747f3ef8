// The game-master screen of Chance It, and that of spectators: hands the view down to the parts that draw it. All that a table
// needs whatever the game, from the socket to the menu, is in table/game_master/table.js.
//
// #screen
//   .bar                       round, goal, code, buttons
//   [data-scene-of=lobby]      join code, seats
//   [data-scene-of=play]       board, market, moment, stakes sheet, story, mats of the players
//   [data-scene-of=podium]     winners, ranking, chart, dice, seed
//   .notes, .dice-layer        what lies over everything

import { slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remember, remembered } from "../../shared/settings.js";
import { celebrate } from "../../table/game_master/confetti.js";
import { standing } from "../../table/game_master/entries.js";
import { note } from "../../table/game_master/notes.js";
import { part } from "../../table/game_master/parts.js";
import { play } from "../../table/game_master/sound.js";
import { layTable } from "../../table/game_master/table.js";
import { leadOf } from "../../table/pacing.js";
import { CHANCE_IT } from "../steps.js";
import { drawBoard } from "./action_board.js";
import { drawCorrections } from "./corrections.js";
import { clearDice, throwStep } from "./dice.js";
import { drawMarket, takeAway } from "./market.js";
import { drawMoment, drawStep } from "./moment.js";
import { drawPlayers, faceGuides, markEliminated, popChanges, turnGuides } from "./players.js";
import { drawPodium, showToken } from "./podium.js";
import { playStep } from "./sounds.js";
import { drawStakes } from "./stakes_sheet.js";
import { drawStandIn, openStandIn } from "./stand_in.js";
import { drawStory, tellStep } from "./story.js";

const CONFETTI = ["heart", "star", "coin", "star-5", "heart-5", "coin-5"];
const FLIGHT = 900; // milliseconds that a card takes from the market to its new place

let typed = []; // dice typed in so far

/** @param {chance_it.View} view @param {chance_it.Here} here @param {any} [options] */
function draw(view, here, options) {
  document.querySelector(".play").dataset.phase = view.phase;
  slot(part("goal"), "text").textContent = sentence("goal", { stars: here.options.stars_to_win });
  drawBoard(view, here, options);
  drawMarket(view, here);
  drawStakes(view, here);
  drawPlayers(view, here);
}

const table = layTable({
  pacing: CHANCE_IT,
  here: (welcome) => ({
    typed,
    goal: welcome.options.stars_to_win,
    box: welcome.box,
    cards: new Map((welcome.box.cards ?? []).map((card) => [card.id, card])),
    hasOwnDice: hasOwnDice(),
  }),
  begin(step, view, here) {
    const milliseconds = leadOf(step.kind, here.table.pace, CHANCE_IT);
    const isReroll = step.kind === "reroll";
    draw(view, here, { isLifted: isReroll });
    drawStep(step, view, here, false);
    if (step.kind === "roll" || isReroll) {
      throwStep(step, view, milliseconds);
      play("dice", (milliseconds / 1000) * 0.6);
    }
    if (step.kind === "reveal") turnGuides(milliseconds);
    if (step.kind === "purchase" || step.kind === "discard") takeAway(step, FLIGHT);
    if (step.kind === "elimination") markEliminated(step.events);
  },
  outcome(step, view, here) {
    clearDice();
    draw(view, here);
    drawStep(step, view, here, true);
    if (step.kind === "reveal") faceGuides();
    popChanges(step.events);
    playStep(step);
    tellStep(step, here.who);
  },
  present({ number, view }, here) {
    clearDice();
    if (!due()) typed = [];
    const isNew = table.showScene(here.isOver ? "podium" : "play");
    draw(view, here);
    drawMoment(view, { ...here, typed });
    drawStory(number, here.who);
    if (here.isOver) {
      drawPodium(view, here, standing());
      if (isNew) celebrate(CONFETTI);
    }
  },
  people(view, here) {
    drawPlayers(view, here);
    if (!table.teller.isTelling()) drawMoment(view, here);
    if (here.isGameMaster) drawStandIn(here);
    if (here.isOver && view.result) drawPodium(view, here, standing());
  },
  actions: {
    start: ({ dataset }) => table.move({ do: "start", seat: Number(dataset.seat) }),
    "draw-lots": drawLots,
    roll,
    "own-dice": () => setOwnDice(!hasOwnDice()),
    "own-face": ({ dataset }) => typeDie(Number(dataset.number)),
    "own-back": takeDieAway,
    "own-done": sendTyped,
    "open-stand-in": ({ dataset }) => openStandIn(Number(dataset.player), table.here()),
    "stand-in": ({ dataset }) => {
      const stand = table.here().table.stand_in.find(({ player }) => player === Number(dataset.player));
      if (stand?.can[dataset.index]) table.move(stand.can[dataset.index]);
    },
    correct: (element) => {
      const player = Number(element.closest("[data-player]").dataset.player);
      const seat = table.here().table.players.findIndex((one) => one.player === player);
      table.move({ do: "correct", seat, token: element.closest("[data-token]").dataset.token, by: Number(element.dataset.by) });
    },
    chart: ({ dataset }) => {
      showToken(dataset.token);
      drawPodium(table.message().view, table.here(), standing());
    },
  },
  lobby: {
    options: (options) => sentence("options_chance_it", { ...options, stars: options.stars_to_win }),
  },
  person: drawCorrections,
  settings: { "own-dice": setOwnDice },
  keys: {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [String(number), () => typeDie(number)])),
    " ": roll,
    Backspace: takeDieAway,
    Enter: () => (typed.length ? sendTyped() : false),
  },
});

// Dice

function hasOwnDice() {
  return remembered("own-dice", false);
}

// What of this may be done now, once all has been told.
function openNow(what) {
  const view = table.message()?.view;
  return view && !table.teller.isTelling() ? view.can.filter((one) => one.do === what) : [];
}

/** @returns {"roll" | "reroll"} */
function due() {
  return /** @type {const} */ (["roll", "reroll"]).find((what) => openNow(what).length);
}

const diceDue = () => table.message().view.to_roll;

function redrawMoment() {
  drawMoment(table.message().view, table.here());
}

// Whoever rolls has seen enough of what was before: the story is cut short.
function roll() {
  if (table.teller.isTelling()) table.teller.skip();
  const what = due();
  if (!what || table.here().table.paused || hasOwnDice()) return false;
  table.move({ do: what });
  return true;
}

function typeDie(number) {
  if (!due() || table.here().table.paused) return false;
  if (!hasOwnDice()) setOwnDice(true);
  if (typed.length < diceDue()) typed = [...typed, number];
  redrawMoment();
  // Whichever button had the focus, Enter is now for these dice.
  if (typed.length === diceDue()) document.querySelector('[data-action="own-done"]').focus();
  return true;
}

function takeDieAway() {
  if (!typed.length) return false;
  typed = typed.slice(0, -1);
  redrawMoment();
  return true;
}

async function sendTyped() {
  const what = due();
  if (!what || typed.length !== diceDue()) return;
  const dice = typed;
  typed = [];
  if (!(await table.move({ do: what, dice }))) {
    typed = dice;
    redrawMoment();
  }
}

function setOwnDice(isOn) {
  remember("own-dice", isOn);
  typed = [];
  showOwnDice();
  if (due()) redrawMoment();
}

function showOwnDice() {
  const input = document.querySelector('[data-setting="own-dice"]');
  if (input) input.checked = hasOwnDice();
}

function drawLots() {
  const open = openNow("start");
  if (!open.length) return;
  const { seat } = open[crypto.getRandomValues(new Uint32Array(1))[0] % open.length];
  note(sentence("lots_drawn", { name: table.here().who.name(seat) }));
  table.move({ do: "start", seat });
}

showOwnDice();
