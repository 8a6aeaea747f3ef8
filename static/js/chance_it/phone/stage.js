// The middle of the phone: one scene at a time, chosen by what may be done now and what is being told.

import { redraw } from "../../shared/pieces.js";
import { drawBeforeGame, isForNextGame } from "../../table/phone/lobby.js";
import { isPlaying } from "../../table/phone/seat.js";
import { farewellScene } from "./farewell.js";
import { overScene } from "./game_over.js";
import { chooseScene, laidScene } from "./guide_cards.js";
import { marketScene, useScene } from "./market.js";
import { momentScene } from "./moment.js";
import { throwScene } from "./throwing.js";
import { waitScene } from "./waiting.js";

/** @type {Record<string, string>} */
const OF_MOVES = { start: "grab", roll: "throw", reroll: "throw", choose: "choose", use: "use", buy: "market", discard: "market" };

/** @param {chance_it.Phone} app */
export function sceneOf(app) {
  const { view, table, step } = app;
  if (app.closed) return "closed";
  if (!table) return "connecting";
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  const me = view.players[view.seat ?? 0];
  if (step) return "moment";
  if (view.phase === "over") return "over";
  if (!me.in_game && !app.hasWatchedOn) return "farewell";
  const scene = OF_MOVES[view.can[0]?.do ?? ""] ?? "wait";
  const isLaid = scene === "choose" && me.guide !== null && !app.isLooking;
  return isLaid || (scene === "wait" && view.phase === "choose" && me.bound) ? "laid" : scene;
}

/** @type {Record<string, (app: chance_it.Playing) => HTMLElement>} */
const SCENES = {
  grab: throwScene,
  throw: throwScene,
  choose: chooseScene,
  laid: laidScene,
  use: useScene,
  market: marketScene,
  wait: waitScene,
  farewell: farewellScene,
  over: overScene,
};

/** @param {chance_it.Phone} app @param {string} scene */
function sceneElement(app, scene) {
  if (!isPlaying(app)) return drawBeforeGame(app);
  return app.step ? momentScene({ ...app, step: app.step }) : SCENES[scene](app);
}

/** @param {HTMLElement} element @param {chance_it.Phone} app @param {string} scene */
export function drawStage(element, app, scene) {
  const { view, table, step, isOutcome, selected, closed, told, highlights } = app;
  const events = step?.events;
  const { commitment } = app.welcome ?? {};
  const from = { scene, view, table, events, isOutcome, selected, closed, told: told.events().length, highlights, commitment };
  if (redraw(element, from, () => [sceneElement(app, scene)])) {
    if (scene !== element.dataset.shown) element.scrollTop = 0;
    element.dataset.shown = scene;
    // With large letters the words about a card may lie below.
    if (scene === "choose" && selected) element.querySelector(".words")?.scrollIntoView({ block: "nearest" });
    // What can be scrolled must be reachable by keyboard.
    element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
  }
}
