// The middle of the phone: one scene at a time, chosen by what may be done now and what is being told.

import { letKeysScroll, redraw } from "../../shared/pieces.js";
import { drawBeforeGame, handedOn, isForNextGame } from "../../table/phone/lobby.js";
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

// What can lie in the market of the real table (J18), if this phone is to say it: for its owner, or as a remote control.
/** @param {chance_it.Phone} app @returns {chance_it.LayingOut | null} */
export const layingOut = ({ view, table }) => (view?.phase === "lay_out" && (view.lay_out ?? table?.remote?.lay_out)) || null;

/** @param {chance_it.Phone} app */
export function sceneOf(app) {
  const { view, table, step } = app;
  if (app.closed) return "closed";
  if (!table) return "connecting";
  const curtain = handedOn(app);
  if (curtain) return curtain;
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  const me = view.players[view.seat ?? 0];
  if (step) return "moment";
  if (view.phase === "over") return "over";
  if (!me.in_game && !app.hasWatchedOn) return "farewell";
  if (app.realTable && layingOut(app)) return "lay-out";
  if (app.realTable && table.printed.length) return "show";
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
  show: (app) => app.realTable?.showingScene(app) ?? waitScene(app),
  "lay-out": (app) => app.realTable?.layOutScene(/** @type {chance_it.LayingOut} */ (layingOut(app)), app) ?? waitScene(app),
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
  const { view, table, step, isOutcome, selected, laid, shown, closed, refusal, told, highlights, wished } = app;
  const events = step?.events;
  const { commitment } = app.welcome ?? {};
  const curtain = scene === "curtain" ? refusal : "";
  const from = { scene, view, table, events, isOutcome, selected, laid, shown, closed, curtain, told: told.events().length, highlights, wished, commitment };
  if (scene !== element.dataset.shown) element.scrollTop = 0; // before there is something new to be measured
  element.dataset.shown = scene;
  if (redraw(element, from, () => [sceneElement(app, scene)])) {
    // With large letters the words about a card may lie below.
    if (scene === "choose" && selected) element.querySelector(".words")?.scrollIntoView({ block: "nearest" });
    letKeysScroll(element);
  }
}
