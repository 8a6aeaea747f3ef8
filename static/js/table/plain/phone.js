// The phone at a table of a game that has no screens of its own: what is seen as a list, what can be done as buttons.

import { announce } from "../../shared/announcing.js";
import { find, part, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { callOwner } from "../phone/calling.js";
import { drawColours } from "../phone/colours.js";
import { BEFORE_A_GAME, drawBeforeGame, handedOn, isForNextGame } from "../phone/lobby.js";
import { isPlaying, takeSeat } from "../phone/seat.js";
import { AT_ONCE, buttonsOf, eventWords, fieldsOf, linesOf, title } from "./words.js";

/** @param {table.Phone} app */
function sceneOf(app) {
  const { closed, table, view } = app;
  if (closed) return "closed";
  if (!table) return "connecting";
  const curtain = handedOn(app);
  if (curtain) return curtain;
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  return table.status === "over" ? "over" : "play";
}

/** @param {table.Phone} app @param {string} scene */
function draw(app, scene) {
  const { view, table, who, closed, refusal, welcome, told } = app;
  const isOn = isPlaying(app);
  for (const name of ["mine", "peeks"]) part(name).hidden = !isOn;
  if (isOn) {
    showIcon(find(part("mine"), ".icon"), `shape-${who.colour(view.seat)}`);
    slot(part("mine"), "name").textContent = who.name(view.seat);
  }
  const stage = part("stage");
  if (isOn || BEFORE_A_GAME.includes(scene)) {
    const from = { scene, view, table, refusal, closed, commitment: welcome?.commitment, last: told.events().at(-1) };
    redraw(stage, from, () => [isPlaying(app) ? SCENES[scene](app) : drawBeforeGame(app)]);
    // What can be scrolled must be reachable by keyboard.
    stage.tabIndex = stage.scrollHeight > stage.clientHeight ? 0 : -1;
  }
  drawChoices(app, scene);
}

/** @type {Record<string, (app: table.Playing<table.Phone>) => HTMLElement>} */
const SCENES = { play: drawPlay, over: drawOver };

/** @param {table.Phone} app @param {string} scene */
function drawChoices({ view, table, who, sending, refusal }, scene) {
  const choices = part("choices");
  choices.hidden = scene !== "play" || !table || table.paused || !(view.can.length || refusal);
  if (choices.hidden) return;
  slot(choices, "refusal").textContent = refusal;
  redraw(slot(choices, "buttons"), [view.can, table?.players], () => buttonsOf(view.can, who));
  for (const button of choices.querySelectorAll("button")) button.setAttribute("aria-disabled", String(sending > 0));
}

/** @param {table.Playing<table.Phone>} app */
function drawPlay({ view, who, told }) {
  const last = told.events().at(-1);
  const scene = piece("scene-plain", { title: title(view, who), last: last ? eventWords(last, who) : "" });
  slot(scene, "view").append(fieldsOf(view, who));
  return scene;
}

/** @param {table.Playing<table.Phone>} app */
function drawOver({ view, who }) {
  const scene = piece("scene-over", { title: title(view, who) });
  scene.classList.toggle("has-won", view.result.winners.includes(view.seat));
  slot(scene, "view").append(fieldsOf(view, who));
  return scene;
}

/** @type {table.Seat<table.Phone>} */
const game = {
  pacing: AT_ONCE,
  memory: {},
  words: eventWords,
  sceneOf,
  draw,
  sheetsAnyTime: {
    menu: drawColours,
    story(sheet, { who, told }) {
      const lines = told.events().map((event) => eventWords(event, who)).reverse();
      const shown = lines.length ? lines : [sentence("story_empty")];
      redraw(find(sheet, '[data-part="story"]'), shown, () => linesOf(shown));
    },
  },
  sheets: {},
  needsStory: (_, sheet) => sheet === "story",
  ask(before, view, { who }) {
    const isAsked = view.can.length > 0 && JSON.stringify(view.can) !== JSON.stringify(before?.can);
    if (isAsked) callOwner();
    if (isAsked || view.result) announce(title(view, who));
  },
  actions: { "play-move": ({ dataset }) => seat.play(JSON.parse(dataset.move ?? "")) },
};

const seat = takeSeat(game);
