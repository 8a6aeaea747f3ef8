// The game-master screen of Second Chance, and that of spectators. All of the table is in table/game_master/table.js.
//
// [data-scene-of=play]     the tiles on the table, the deck, the story, everybody's grid
// [data-scene-of=podium]   winners, grids, seed

import { announce } from "../../shared/announcing.js";
import { redraw } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { FIRST } from "../../table/finale.js";
import { celebrate } from "../../table/game_master/confetti.js";
import { part } from "../../table/game_master/parts.js";
import { play } from "../../table/game_master/sound.js";
import { layTable } from "../../table/game_master/table.js";
import { isTakenBack } from "../../table/pacing.js";
import { eventSentence } from "../event_sentences.js";
import { pencilOf } from "../pencils.js";
import { SECOND_CHANCE } from "../steps.js";
import { newHand } from "./hand.js";
import { drawMats } from "./mats.js";
import { drawPodium } from "./podium.js";
import { drawTableTop } from "./table_top.js";

const LINES = 14; // of the story
/** @type {Record<string, string>} */
const SOUNDS = { reveal: "card", deal: "card", chance: "star", failed: "fall", one: "row", game_end: "round", end: "fanfare" };
const CONFETTI = Array.from({ length: 6 }, (_, colour) => `shape-${colour}`);

/** @type {{areGoingRound: boolean}} */
const memory = {
  areGoingRound: remembered("pencils", true), // R19
};

/** @param {second_chance.View} view @param {second_chance.Here} here @param {second_chance.Step | null} [step] @param {boolean} [isOutcome] */
function draw(view, here, step = null, isOutcome = false) {
  table.showScene("play");
  drawTableTop(view, here, step, isOutcome);
  drawMats(view, here, step, isOutcome);
}

// What was told last, newest first; `upTo` is the last event that may be told.
/** @param {second_chance.Here} here @param {second_chance.Event} [upTo] */
function drawStory(here, upTo) {
  const events = here.entries.filter((entry) => !isTakenBack(entry)).flatMap((entry) => entry.events.map((event) => ({ event, number: entry.number })));
  const end = upTo ? events.findIndex(({ event }) => event === upTo) + 1 : events.length;
  const lines = events
    .slice(0, end)
    .map(({ event, number }) => ({ text: eventSentence(event, here.who), number }))
    .filter(({ text }) => text !== null)
    .slice(-LINES)
    .reverse();
  redraw(part("story"), lines, () =>
    lines.map(({ text, number }) => {
      const element = document.createElement("li");
      element.textContent = text;
      if (here.isGameMaster) Object.assign(element.dataset, { acts: "", action: "open-lines", number });
      return element;
    }),
  );
}

/** @type {second_chance.Screen} */
const game = {
  pacing: SECOND_CHANCE,
  words: eventSentence,
  here: (welcome) => ({
    areGoingRound: memory.areGoingRound,
    tiles: new Map([...welcome.box.starts, ...welcome.box.tiles].map((tile) => [tile.id, tile.cells])),
    colourOf: (letter, seat) => {
      const { view, table: { players } } = table.here();
      return pencilOf(letter, view?.letters ?? "", seat, players, memory.areGoingRound);
    },
  }),
  begin(step, view, here) {
    hand?.draw(null, here);
    draw(view, here, step);
    if (step.kind === "chance" || step.kind === "failed") play("dice", 0.8);
  },
  outcome(step, view, here) {
    draw(view, here, step, true);
    drawStory(here, step.events.at(-1));
    if (SOUNDS[step.kind]) play(SOUNDS[step.kind]);
    for (const event of step.events) announce(eventSentence(event, here.who));
  },
  present({ view }, here) {
    if (here.isOver) {
      const isNew = table.showScene("podium");
      drawPodium(view, here);
      if (isNew && view.result?.winners.length) celebrate(CONFETTI, view.solo ? 0 : FIRST);
    } else {
      draw(view, here);
    }
    drawHand();
    drawStory(here);
  },
  people(view, here) {
    drawMats(view, here);
    if (!view.result && !table.teller.isTelling()) drawTableTop(view, here);
    drawHand();
    drawPodium(view, here);
  },
  lobby: {
    options: () => "",
  },
  things: () => import("../about.js"),
  actions: {
    "next-game": () => table.move({ do: "shuffle" }),
    "open-hand": ({ dataset }) => hand?.open(Number(dataset.player)),
    turn: () => hand?.turn(),
    mirror: () => hand?.mirror(),
    "draw-here": () => {
      const move = hand?.move();
      if (move) table.move(move);
    },
  },
  settings: {
    pencils(isOn) {
      memory.areGoingRound = isOn;
      remember("pencils", isOn);
      const view = table.view();
      if (view) drawMats(view, table.here());
    },
  },
};

const table = layTable(game);
const hand = document.getElementById("dialog-hand") ? newHand(drawHand) : null;

function drawHand() {
  if (!table.teller.isTelling()) hand?.draw(table.view(), table.here());
}

const pencils = document.querySelector('[data-setting="pencils"]');
if (pencils instanceof HTMLInputElement) pencils.checked = memory.areGoingRound;
