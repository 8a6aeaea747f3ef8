// The phone at a table of a game that has no screens of its own: what is seen as a list, what can be done as buttons.

import { announce } from "../../shared/announcing.js";
import { piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { callOwner } from "../phone/calling.js";
import { drawColours } from "../phone/colours.js";
import { drawAsking, drawClosed, drawLobby, drawNextGame, isForNextGame } from "../phone/lobby.js";
import { takeSeat } from "../phone/seat.js";
import { told } from "../phone/told.js";
import { verdictLines } from "../promise.js";
import { AT_ONCE, buttonsOf, eventWords, fieldsOf, linesOf, title } from "./words.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);

/** @param {table.AnyPhone} app */
function sceneOf(app) {
  const { closed, table, view } = app;
  if (closed) return "closed";
  if (!table) return "connecting";
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  return table.status === "over" ? "over" : "play";
}

const STAGES = { closed: drawClosed, asking: drawAsking, lobby: drawLobby, "next-game": drawNextGame, play: drawPlay, over: drawOver };

/** @param {table.AnyPhone} app @param {string} scene */
function draw(app, scene) {
  const { view, table, who, closed, welcome } = app;
  const isOn = scene === "play" || scene === "over";
  for (const name of ["mine", "peeks"]) part(name).hidden = !isOn;
  if (isOn) {
    showIcon(part("mine").querySelector(".icon"), `shape-${who.colour(view.seat)}`);
    slot(part("mine"), "name").textContent = who.name(view.seat);
  }
  const stage = part("stage");
  if (scene in STAGES) {
    const verdict = scene === "over" ? app.verdict() : null;
    redraw(stage, { scene, view, table, closed, verdict, commitment: welcome?.commitment, last: told.events().at(-1) }, () => [STAGES[scene](app)]);
    // What can be scrolled must be reachable by keyboard.
    stage.tabIndex = stage.scrollHeight > stage.clientHeight ? 0 : -1;
  }
  drawChoices(app, scene);
}

/** @param {table.AnyPhone} app @param {string} scene */
function drawChoices({ view, table, who, sending, refusal }, scene) {
  const choices = part("choices");
  choices.hidden = scene !== "play" || table.paused || !(view.can.length || refusal);
  if (choices.hidden) return;
  slot(choices, "refusal").textContent = refusal;
  redraw(slot(choices, "buttons"), [view.can, table.players], () => buttonsOf(view.can, who));
  for (const button of choices.querySelectorAll("button")) button.setAttribute("aria-disabled", String(sending > 0));
}

/** @param {table.AnyPhone} app */
function drawPlay({ view, who }) {
  const last = told.events().at(-1);
  const scene = piece("scene-plain", { title: title(view, who), last: last ? eventWords(last, who) : "" });
  slot(scene, "view").append(fieldsOf(view, who));
  return scene;
}

/** @param {table.AnyPhone} app */
function drawOver(app) {
  const { view, who } = app;
  const scene = piece("scene-over", { title: title(view, who) });
  scene.classList.toggle("has-won", view.result.winners.includes(view.seat));
  slot(scene, "view").append(fieldsOf(view, who));
  slot(scene, "verdict").append(...verdictLines(app.verdict()));
  return scene;
}

const seat = takeSeat({
  pacing: AT_ONCE,
  sceneOf,
  draw,
  sheets: {
    menu: drawColours,
    story(sheet, { who }) {
      const lines = told.events().map((event) => eventWords(event, who)).reverse();
      const shown = lines.length ? lines : [sentence("story_empty")];
      redraw(sheet.querySelector('[data-part="story"]'), shown, () => linesOf(shown));
    },
  },
  ask(before, view, { who }) {
    const isAsked = view.can.length > 0 && JSON.stringify(view.can) !== JSON.stringify(before?.can);
    if (isAsked) callOwner();
    if (isAsked || view.result) announce(title(view, who));
  },
  actions: { "play-move": ({ dataset }) => seat.play(JSON.parse(dataset.move)) },
});
