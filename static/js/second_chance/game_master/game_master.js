// The game-master screen of Second Chance, and that of spectators. All of the table is in table/game_master/table.js.
//
// [data-scene-of=play]     the tiles on the table, the deck, the story, everybody's grid
// [data-scene-of=podium]   winners, grids, seed

import { announce } from "../../shared/announcing.js";
import { redraw } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { celebrate } from "../../table/game_master/confetti.js";
import { standing } from "../../table/game_master/entries.js";
import { part } from "../../table/game_master/parts.js";
import { play } from "../../table/game_master/sound.js";
import { layTable } from "../../table/game_master/table.js";
import { eventSentence } from "../event_sentences.js";
import { pencilOf } from "../pencils.js";
import { SECOND_CHANCE } from "../steps.js";
import { drawMats } from "./mats.js";
import { drawPodium } from "./podium.js";
import { drawTableTop } from "./table_top.js";

const LINES = 14; // of the story
const SOUNDS = { reveal: "card", deal: "card", chance: "star", failed: "fall", one: "row", game_end: "round", end: "fanfare" };
const CONFETTI = Array.from({ length: 6 }, (_, colour) => `shape-${colour}`);

let areGoingRound = remembered("pencils", true); // R19

/** @param {second_chance.View} view @param {second_chance.Here} here @param {second_chance.Step} [step] @param {any} [isOutcome] */
function draw(view, here, step = null, isOutcome = false) {
  table.showScene("play");
  drawTableTop(view, here, step, isOutcome);
  drawMats(view, here, step, isOutcome);
}

// What was told last, newest first; `upTo` is the last event that may be told.
/** @param {second_chance.Here} here @param {any} [upTo] */
function drawStory(here, upTo = null) {
  const events = standing().flatMap((entry) => entry.events);
  const end = upTo ? events.indexOf(upTo) + 1 : events.length;
  const lines = events
    .slice(0, end)
    .map((event) => eventSentence(event, here.who))
    .filter(Boolean)
    .slice(-LINES)
    .reverse();
  redraw(part("story"), lines, () =>
    lines.map((line) => {
      const element = document.createElement("li");
      element.textContent = line;
      return element;
    }),
  );
}

const table = layTable({
  pacing: SECOND_CHANCE,
  here: (welcome) => ({
    areGoingRound,
    tiles: new Map([...welcome.box.starts, ...welcome.box.tiles].map((tile) => [tile.id, tile.cells])),
    colourOf: (letter, seat) => pencilOf(letter, table.here().view.letters, seat, table.message().table.players, areGoingRound),
  }),
  begin(step, view, here) {
    draw(view, here, step);
    if (step.kind === "chance" || step.kind === "failed") play("dice", 0.8);
  },
  outcome(step, view, here) {
    draw(view, here, step, true);
    drawStory(here, step.events.at(-1));
    if (SOUNDS[step.kind]) play(SOUNDS[step.kind]);
    for (const event of step.events) announce(eventSentence(event, here.who));
  },
  present({ view, table: { status } }, here) {
    const isEnd = status === "over";
    if (isEnd) {
      const isNew = table.showScene("podium");
      drawPodium(view, here, lastEnding());
      if (isNew && view.result.winners.length) celebrate(CONFETTI);
    } else {
      draw(view, here);
    }
    drawStory(here);
  },
  people(view, here) {
    drawMats(view, here);
    if (!view.result && !table.teller.isTelling()) drawTableTop(view, here);
    if (view.result) drawPodium(view, here, lastEnding());
  },
  lobby: {
    options: () => "",
  },
  actions: { "next-game": () => table.move({ do: "shuffle" }) },
  settings: {
    pencils(isOn) {
      areGoingRound = isOn;
      remember("pencils", isOn);
      const { view } = table.message();
      if (view) drawMats(view, table.here());
    },
  },
});

function lastEnding() {
  return standing()
    .flatMap((entry) => entry.events)
    .findLast((event) => event.event === "game_ended")?.ending;
}

const pencils = document.querySelector('[data-setting="pencils"]');
if (pencils) pencils.checked = areGoingRound;
