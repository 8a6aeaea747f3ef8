// The middle of the phone: one scene at a time, chosen by what may be done now and what is being told.

import { redraw } from "../../shared/pieces.js";
import { drawAsking, drawClosed, drawLobby, drawNextGame, isForNextGame } from "../../table/phone/lobby.js";
import { told } from "../../table/phone/told.js";
import { farewellScene } from "./farewell.js";
import { overScene } from "./game_over.js";
import { chooseScene, laidScene } from "./guide_cards.js";
import { marketScene, useScene } from "./market.js";
import { momentScene } from "./moment.js";
import { throwScene } from "./throwing.js";
import { waitScene } from "./waiting.js";

const OF_MOVES = { start: "grab", roll: "throw", reroll: "throw", choose: "choose", use: "use", buy: "market", discard: "market" };

/** @param {chance_it.Phone} app */
export function sceneOf(app) {
  const { view, table, step } = app;
  if (app.closed) return "closed";
  if (!table) return "connecting";
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  const me = view.players[view.seat];
  if (step) return "moment";
  if (view.phase === "over") return "over";
  if (!me.in_game && !app.hasWatchedOn) return "farewell";
  const scene = OF_MOVES[view.can[0]?.do] ?? "wait";
  const isLaid = scene === "choose" && me.guide !== null && !app.isLooking;
  return isLaid || (scene === "wait" && view.phase === "choose" && me.bound) ? "laid" : scene;
}

/** @type {Record<string, (app: chance_it.Phone) => HTMLElement>} */
const SCENES = {
  closed: drawClosed,
  asking: drawAsking,
  lobby: drawLobby,
  "next-game": drawNextGame,
  grab: throwScene,
  throw: throwScene,
  choose: chooseScene,
  laid: laidScene,
  use: useScene,
  market: marketScene,
  moment: momentScene,
  wait: waitScene,
  farewell: farewellScene,
  over: overScene,
};

let last = null;

/** @param {any} element @param {chance_it.Phone} app @param {any} scene */
export function drawStage(element, app, scene) {
  const { view, table, step, isOutcome, selected, closed } = app;
  const events = step?.events;
  const verdict = scene === "over" ? app.verdict() : null;
  const { commitment } = app.welcome ?? {};
  const from = { scene, view, table, events, isOutcome, selected, closed, told: told.events().length, verdict, commitment };
  if (redraw(element, from, () => [SCENES[scene](app)])) {
    if (scene !== last) element.scrollTop = 0;
    last = scene;
    // What can be scrolled must be reachable by keyboard.
    element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
  }
}
