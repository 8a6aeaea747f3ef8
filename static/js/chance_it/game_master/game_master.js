// The game-master screen of Chance It, and that of spectators: hands the view down to the parts that draw it. All that a table
// needs whatever the game, from the socket to the menu, is in table/game_master/table.js.
//
// #screen
//   .bar                       round, goal, code, buttons
//   [data-scene-of=lobby]      join code, seats
//   [data-scene-of=play]       board, market, moment, stakes sheet, story, mats of the players
//   [data-scene-of=podium]     winners, ranking, chart, dice, seed
//   .notes, .dice-layer        what lies over everything

import { find, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { FIRST } from "../../table/finale.js";
import { celebrate } from "../../table/game_master/confetti.js";
import { part } from "../../table/game_master/parts.js";
import { play } from "../../table/game_master/sound.js";
import { layTable } from "../../table/game_master/table.js";
import { leadOf } from "../../table/pacing.js";
import { toggled } from "../lay_out.js";
import { eventSentence } from "../event_sentences.js";
import { movesOf } from "../showing.js";
import { CHANCE_IT } from "../steps.js";
import { TOKENS } from "../tokens.js";
import { drawBoard } from "./action_board.js";
import { drawCorrections } from "./corrections.js";
import { clearDice, throwStep } from "./dice.js";
import { drawLayOut } from "./lay_out.js";
import { drawMarket, takeAway } from "./market.js";
import { drawMoment, drawStep } from "./moment.js";
import { drawPlayers, faceGuides, markEliminated, popChanges, turnGuides } from "./players.js";
import { drawPodium } from "./podium.js";
import { printedNow } from "./printed.js";
import { playStep } from "./sounds.js";
import { drawStakes } from "./stakes_sheet.js";
import { announceStep, drawStory, keepStoryAtItsEnd } from "./story.js";

const CONFETTI = ["heart", "star", "coin", "star-5", "heart-5", "coin-5"];
const FLIGHT = 900; // milliseconds that a card takes from the market to its new place

/** @type {{typed: number[], laid: string[], shown: Record<number, chance_it.Guide>, hand: number, picked: string, token: chance_it.Token, steps: chance_it.Step[]}} */
const memory = {
  typed: [], // dice typed in so far
  laid: [], // printed cards that were said to lie in the market
  shown: {}, // printed guide cards that were turned up, by seat
  hand: 0, // the player whose hand was opened on this screen
  picked: "", // the card of the market that somebody on this screen has tapped
  token: "stars", // whose chart is shown
  steps: [], // what is told of the entry that is being told
};

/** @param {chance_it.View} view @param {chance_it.Here} here @param {{isLifted?: boolean}} [options] */
function draw(view, here, options) {
  find(document, ".play").dataset.phase = view.phase;
  slot(part("goal"), "text").textContent = sentence("goal", { stars: here.options.stars_to_win });
  drawBoard(view, here, options);
  drawMarket(view, here);
  drawStakes(view, here);
  drawPlayers(view, here);
}

/** @type {chance_it.Screen} */
const game = {
  pacing: CHANCE_IT,
  hasSkip: true,
  words: eventSentence,
  here: (welcome) => ({
    typed: memory.typed,
    laid: memory.laid,
    shown: memory.shown,
    hand: memory.hand,
    picked: memory.picked,
    token: memory.token,
    goal: welcome.options.stars_to_win,
    box: welcome.box,
    cards: new Map((welcome.box.cards ?? []).map((card) => [card.id, card])),
  }),
  begin(step, view, here) {
    const milliseconds = leadOf(step.kind, view, here.table.pace, CHANCE_IT);
    const isReroll = step.kind === "reroll";
    draw(step.kind === "actions" ? { ...view, ...inWork(step) } : view, here, { isLifted: isReroll });
    drawStep(step, view, here, false);
    drawLayOut(null, here);
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
    memory.steps = [...memory.steps.filter(({ entry }) => entry.number === step.entry.number), step];
    drawStory(step.entry.number - 1, here, memory.steps);
    announceStep(step, here.who);
  },
  present({ number, view }, here) {
    clearDice();
    if (!due()) memory.typed = [];
    memory.laid = laidFor.get(questionOf(view, here)) ?? view.lay_out?.must_lie ?? [];
    memory.steps = [];
    if (!view.market.includes(memory.picked)) memory.picked = "";
    if (!here.table.printed.length) memory.shown = {};
    const isNew = table.showScene(here.isOver ? "podium" : "play");
    draw(view, here);
    drawMoment(view, { ...here, ...memory });
    drawLayOut(view.lay_out, { ...here, ...memory });
    drawStory(number, here);
    if (here.isOver) {
      drawPodium(view, here);
      if (isNew) celebrate(CONFETTI, FIRST);
    }
  },
  people(view, here) {
    drawPlayers(view, here);
    if (!table.teller.isTelling()) {
      drawMoment(view, here);
      drawLayOut(view.lay_out, here);
    }
    if (here.isOver && view.result) drawPodium(view, here);
  },
  things: () => import("../about.js"),
  actions: {
    start: ({ dataset }) => table.move({ do: "start", seat: Number(dataset.seat) }),
    "draw-lots": drawLots,
    roll,
    "own-dice": () => setOwnDice(!hasOwnDice() && !memory.typed.length),
    "own-face": ({ dataset }) => typeDie(Number(dataset.number)),
    "own-back": takeDieAway,
    "own-done": sendTyped,
    lay: ({ dataset }) => {
      const view = table.view();
      if (!view) return;
      memory.laid = toggled(memory.laid, dataset.key ?? "");
      laidFor.set(questionOf(view, table.here()), memory.laid);
      drawLayOut(view.lay_out, table.here());
    },
    "laid-out": () => table.move({ do: "lay_out", cards: memory.laid }),
    "open-hand": ({ dataset }) => {
      memory.hand = Number(dataset.player);
      redrawMoment();
    },
    "play-hand": ({ dataset }) => {
      memory.hand = 0;
      const stand = table.here().table.stand_in.find(({ player }) => player === Number(dataset.player));
      const move = stand?.can[Number(dataset.index)];
      if (move) table.move(move);
    },
    showed: ({ dataset }) => {
      memory.shown = { ...memory.shown, [Number(dataset.seat)]: /** @type {chance_it.Guide} */ (dataset.guide) };
      const view = table.view();
      if (view) drawPlayers(view, table.here());
      redrawMoment();
    },
    show: () => {
      const moves = movesOf(table.here().table.printed, memory.shown);
      if (moves) table.manage({ do: "show", moves });
    },
    "pick-card": ({ dataset }) => {
      memory.picked = dataset.key ?? "";
      const view = table.view();
      if (view) drawMarket(view, table.here());
      redrawMoment();
    },
    correct: (element) => {
      const player = Number(element.closest("[data-player]")?.dataset.player);
      const seat = table.here().table.players.findIndex((one) => one.player === player);
      const token = tokenOf(element);
      if (token) table.move({ do: "correct", seat, token, by: Number(element.dataset.by) });
    },
    chart: (element) => {
      memory.token = tokenOf(element) ?? memory.token;
      const view = table.view();
      if (view) drawPodium(view, table.here());
    },
  },
  lobby: {
    options: (options) => sentence("options_chance_it", { ...options, stars: options.stars_to_win }),
    printed: printedNow,
  },
  person: drawCorrections,
  settings: { "own-dice": setOwnDice },
  keys: {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [String(number), () => typeDie(number)])),
    " ": roll,
    Backspace: takeDieAway,
    Enter: () => (memory.typed.length ? sendTyped() : false),
  },
};

const table = layTable(game);

// The cards that were tapped belong to one question, and lie there still when it comes again because a slip was taken back.
/** @type {Map<string, string[]>} */
const laidFor = new Map();
/** @param {chance_it.View} view @param {{table: table.Table}} here */
const questionOf = ({ lay_out: laying }, { table: { games } }) => JSON.stringify([games, laying]);

// The dice of a step that tells several at once.
/** @param {chance_it.Step} step */
function inWork({ events }) {
  const began = events.filter((event) => event.event === "action_began");
  return { row: began[0].row, place: began[0].place, in_work: began.map(({ place }) => place) };
}

/** @param {HTMLElement} element */
function tokenOf(element) {
  const name = element.closest("[data-token]")?.dataset.token;
  return TOKENS.find((token) => token === name);
}

// Dice

const hasOwnDice = () => table.here().table.own_dice;

// What may be done now, once all has been told.
const openNow = () => (table.teller.isTelling() ? [] : (table.view()?.can ?? []));

const due = () => /** @type {const} */ (["roll", "reroll"]).find((what) => openNow().some((move) => move.do === what));

const diceDue = () => table.view()?.to_roll ?? 0;

function redrawMoment() {
  const view = table.view();
  if (view) drawMoment(view, table.here());
}

// Only when all is told: what the big button says is what happens.
function roll() {
  const what = due();
  if (!what || table.here().table.paused || hasOwnDice()) return false;
  table.move({ do: what });
  return true;
}

/** @param {number} number */
function typeDie(number) {
  if (!due() || table.here().table.paused) return false;
  if (!hasOwnDice()) setOwnDice(true);
  if (memory.typed.length < diceDue()) memory.typed = [...memory.typed, number];
  redrawMoment();
  // Whichever button had the focus, Enter is now for these dice.
  if (memory.typed.length === diceDue()) document.querySelector('[data-action="own-done"]')?.focus();
  return true;
}

function takeDieAway() {
  if (!memory.typed.length) return false;
  memory.typed = memory.typed.slice(0, -1);
  redrawMoment();
  return true;
}

async function sendTyped() {
  const what = due();
  const dice = memory.typed;
  if (!what || dice.length !== diceDue()) return;
  memory.typed = [];
  if (!(await table.move({ do: what, dice }))) {
    memory.typed = dice;
    redrawMoment();
  }
}

/** @param {boolean} isOn */
function setOwnDice(isOn) {
  memory.typed = [];
  if (due()) redrawMoment();
  table.manage({ do: "own_dice", on: isOn });
}

function drawLots() {
  const open = openNow().filter((move) => move.do === "start" && "seat" in move);
  if (!open.length) return;
  const { seat } = open[crypto.getRandomValues(new Uint32Array(1))[0] % open.length];
  table.note(sentence("lots_drawn", { name: table.here().who.name(seat) }));
  table.move({ do: "start", seat });
}

keepStoryAtItsEnd();
