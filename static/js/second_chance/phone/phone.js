// The phone at a table of Second Chance: the own grid, the tile in the hand, and what there is to do.
//
// Everything of the seat is in table/phone/seat.js. Change, then draw: handlers change `app` and ask for a redraw. What may be
// drawn is what the view lists; nothing here knows the rules.

import { announce } from "../../shared/announcing.js";
import { listenToKeys } from "../../shared/keys.js";
import { find, letKeysScroll, part, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remember, remembered } from "../../shared/settings.js";
import { callOwner } from "../../table/phone/calling.js";
import { drawColours } from "../../table/phone/colours.js";
import { drawHelp } from "../../table/phone/help.js";
import { BEFORE_A_GAME, drawBeforeGame, handedOn, isForNextGame } from "../../table/phone/lobby.js";
import { isPlaying, takeSeat } from "../../table/phone/seat.js";
import { openedSheet } from "../../table/phone/sheets.js";
import { letDrag } from "../dragging.js";
import { eventSentence } from "../event_sentences.js";
import { drawEverybody, emptyWords } from "../everybody.js";
import { overScene } from "../game_over.js";
import { drawPaper, focusSquare } from "../paper.js";
import { pencilOf } from "../pencils.js";
import { newPlacing } from "../placing.js";
import { bestResults, drawBest, drawTotals, keepResult, resultOf } from "../solo.js";
import { SECOND_CHANCE } from "../steps.js";
import { drawTray } from "../tray.js";
import { drawOverview } from "./overview.js";
import { drawPrompt, placesNote, wordsOf } from "./prompt.js";
import { drawStory } from "./story.js";

const LAG = 250;
const DRAWING = ["start", "draw", "second_chance"];

// What may be done gives the scene; without anything to do it is a kind of waiting.
/** @param {second_chance.Phone} app */
function sceneOf(app) {
  const { closed, table, view, step } = app;
  if (closed) return "closed";
  if (!table) return "connecting";
  const curtain = handedOn(app);
  if (curtain) return curtain;
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  if (step) return "moment";
  if (view.phase === "over") return "over";
  const [move] = view.can;
  if (move?.do === "draw") return view.phase;
  if (move?.do === "bonus") return "bonus";
  if (move?.do === "shuffle") return "next";
  const seat = view.seat ?? 0;
  if (view.players[seat].dropped) return "out";
  return view.stuck.includes(seat) ? "stuck" : "wait";
}

/** @param {second_chance.Phone} app @param {string} scene */
function draw(app, scene) {
  const { view, table, step, closed, refusal, welcome, areGoingRound, results, highlights, wished } = app;
  const isOnStage = scene === "over" || BEFORE_A_GAME.includes(scene);
  const isOn = isPlaying(app);
  for (const name of ["mine", "peeks"]) part(name).hidden = !isOn;
  for (const name of ["prompt", "paper"]) part(name).hidden = !isOn || isOnStage;
  const stage = part("stage");
  stage.hidden = isOn && !isOnStage;
  if (isOnStage) {
    const from = { scene, view, table, step: step?.events, refusal, closed, areGoingRound, results, highlights, wished, commitment: welcome?.commitment };
    if (redraw(stage, from, () => [isPlaying(app) ? overScene(app) : drawBeforeGame(app)])) letKeysScroll(stage);
  }
  if (isOn) drawMine(app);
  if (isOn && !isOnStage) drawDesk(app, scene);
  else part("tray").hidden = part("tools").hidden = part("so-far").hidden = true;
  drawConfirm(app, scene);
  part("peek-everybody").hidden = isOn && app.view.solo !== null;
  part("peek-results").hidden = !isOn || app.view.solo === null;
}

/** @param {second_chance.Playing} app */
function drawMine({ view, who, table }) {
  const mine = part("mine");
  showIcon(find(mine, ".me .icon"), `shape-${who.colour(view.seat)}`);
  slot(mine, "name").textContent = table.players[view.seat].name;
  slot(mine, "round").textContent = view.round ? sentence("round", { round: view.round }) : sentence("round_start");
  slot(mine, "game").hidden = view.solo === null;
  slot(mine, "game").textContent = sentence("game_of", { game: view.game });
  const { empty } = view.players[view.seat];
  slot(mine, "empty").textContent = String(empty);
  slot(mine, "empty-words").textContent = emptyWords(empty);
  slot(mine, "deck").textContent = String(view.deck);
  slot(mine, "deck-words").textContent = sentence("deck_words", { count: view.deck });
}

/** @param {second_chance.Playing} app @param {string} scene */
function drawDesk(app, scene) {
  const { view, placing } = app;
  const isPlacing = DRAWING.includes(scene);
  const colour = app.colourOf(view.letters.at(-1) ?? "", view.seat);
  part("paper").dataset.colour = String(colour);
  drawPrompt(part("prompt"), app, scene);
  drawTray(part("tray"), app, { isPlacing, colour });
  part("paper").toggleAttribute("data-acts", isPlacing || scene === "bonus");
  drawPaper(part("paper"), {
    view,
    seat: view.seat,
    colourOf: (letter) => app.colourOf(letter, view.seat),
    placing,
    isPlacing,
    areShown: app.areShown,
    mark: scene === "bonus" ? app.square : null,
    open: openForOne(view),
    focus: isPlacing ? placing.handle() : app.square,
  });
  part("tools").hidden = !isPlacing;
  part("so-far").hidden = scene !== "next";
  if (scene === "next" && view.solo) drawTotals(part("so-far"), view.totals, view.solo);
  part("show-places").setAttribute("aria-pressed", String(app.areShown));
}

// The squares where the 1 may be written, a digit each, if there is one to write.
/** @param {second_chance.View} view */
const openForOne = ({ can: [move] }) => (move?.do === "bonus" ? move.at : null);

/** @param {second_chance.Phone} app @param {string} scene */
function drawConfirm(app, scene) {
  const { placing, refusal, sending, table } = app;
  const bar = part("confirm");
  bar.hidden = ![...DRAWING, "bonus", "next"].includes(scene) || Boolean(table?.paused);
  if (bar.hidden) return;
  const [key, isReady] = labelOf();
  slot(bar, "label").textContent = sentence(key);
  slot(bar, "refusal").textContent = refusal;
  part("confirm-button").setAttribute("aria-disabled", String(!isReady || sending > 0));
  part("confirm-button").classList.toggle("is-bad", key === "confirm_bad");

  /** @returns {[string, boolean]} */
  function labelOf() {
    if (scene === "next") return ["confirm_next", true];
    if (scene === "bonus") return app.square ? ["confirm_one", true] : ["confirm_square", false];
    if (!placing.at) return ["confirm_where", false];
    return placing.isOpen ? ["confirm_draw", true] : ["confirm_bad", false];
  }
}

// A new question lays the tile back into the hand; a result that has just come is kept.
/** @param {second_chance.Phone} app */
function changed(app) {
  const { view, table, step } = app;
  if (!view || !table) return;
  if (app.placing.ask(view, app.tiles)) Object.assign(app, { square: null, refusal: "" });
  if (view.solo && view.phase === "over" && !step) {
    keepResult(resultOf(table), view.totals);
    app.results = bestResults();
  }
}

/** @type {table.Seat<second_chance.Phone>} */
const game = {
  pacing: SECOND_CHANCE,
  lag: LAG,
  memory: {
    placing: newPlacing(), // the tile in the hand
    square: null, // where the 1 would be written
    areShown: remembered("show-places", false), // all places where the tile fits
    areGoingRound: remembered("pencils", true), // R19
    results: bestResults(), // of games alone
    tiles: new Map(), // the squares of every tile by its id
    colourOf(letter, seat) {
      const { view, table, areGoingRound } = app;
      return pencilOf(letter, view?.letters ?? "", seat, table?.players ?? [], areGoingRound);
    },
  },
  hints: () => import("./hints.js"),
  coach: () => import("./coach.js"),
  changed,
  handedOn(app) {
    Object.assign(app, { placing: newPlacing(), square: null });
    for (const name of ["tray", "paper"]) redraw(part(name), null, () => []);
  },
  words: eventSentence,
  sceneOf,
  draw,
  sheets: {
    everybody: drawEverybody,
    results(sheet, { view, results }) {
      if (view.solo) drawTotals(find(sheet, '[data-part="totals"]'), view.totals, view.solo);
      drawBest(find(sheet, '[data-part="best"]'), results);
    },
    tiles: drawOverview,
    story: drawStory,
  },
  sheetsAnyTime: {
    help: (sheet, _, scene) => drawHelp(sheet, scene),
    menu(sheet, app) {
      drawColours(sheet, app);
      find(sheet, '[data-setting="pencils"]', HTMLInputElement).checked = app.areGoingRound;
    },
  },
  needsStory: (_, sheet) => ["story", "tiles"].includes(sheet),
  welcome(app) {
    const { starts, tiles } = app.welcome?.box ?? { starts: [], tiles: [] };
    app.tiles = new Map([...starts, ...tiles].map((tile) => [tile.id, tile.cells]));
  },
  tell(events, app) {
    for (const event of events) announce(eventSentence(event, app.who));
  },
  ask(before, view, app) {
    /** @param {second_chance.View | null} view */
    const asked = (view) => view && `${view.game} ${view.round} ${view.phase} ${view.can[0]?.do}`;
    const scene = sceneOf(app);
    if (asked(view) === asked(before) || scene === "over" || !isPlaying(app)) return;
    const { title, note } = wordsOf({ ...app, areShown: false }, scene);
    announce([title, note].join(/[.!?…]$/.test(title) ? " " : ". "));
    if (view.can.length && view.solo === null) callOwner();
  },
  things: () => import("../about.js"),
  actions: {
    select: ({ dataset }, event) => event.detail === 0 && select(dataset.tile ?? ""),
    turn,
    mirror,
    "show-places": showPlaces,
    confirm,
  },
};

const seat = takeSeat(game);
const { app } = seat;

// What is done with the tile

const mayPlace = () => DRAWING.includes(sceneOf(app)) && !app.table?.paused;

// The tile lies otherwise.
/** @param {string[]} words */
function laid(...words) {
  app.refusal = "";
  seat.drawNow();
  const handle = app.placing.handle();
  if (handle) focusSquare(part("paper"), handle);
  announce([...words, mayPlace() ? whereWords() : ""].filter(Boolean).join(" "));
}

function whereWords() {
  const { squares, isOpen } = app.placing;
  if (!squares.length) return "";
  const rows = squares.map(([row]) => row + 1);
  const columns = squares.map(([, column]) => column + 1);
  return sentence(isOpen ? "lies_good" : "lies_bad", {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  });
}

/** @param {string} tile */
function select(tile) {
  if (!mayPlace() || !app.placing.fits(tile)) return false;
  app.placing.select(tile);
  laid(sentence("selected", { tile }));
  return true;
}

function turn() {
  if (!mayPlace()) return false;
  app.placing.turn();
  laid(sentence("turned"));
  return true;
}

function mirror() {
  if (!mayPlace()) return false;
  app.placing.mirror();
  laid(sentence("mirrored"));
  return true;
}

function showPlaces() {
  if (!mayPlace()) return false;
  app.areShown = !app.areShown;
  remember("show-places", app.areShown);
  seat.drawNow();
  if (app.areShown) announce(placesNote(app.placing));
  return true;
}

// A square of the paper is pointed at.
/** @param {second_chance.Cell} square */
function point(square) {
  const { view } = app;
  if (mayPlace()) {
    app.placing.put(square);
    laid();
  } else if (view && sceneOf(app) === "bonus" && openForOne(view)?.[square[0] * view.size + square[1]] === "1") {
    app.square = square;
    app.refusal = "";
    seat.drawNow();
    announce(sentence("square_marked", { row: square[0] + 1, column: square[1] + 1 }));
  }
}

/** @param {number} rows @param {number} columns */
function arrow(rows, columns) {
  const scene = sceneOf(app);
  if (!app.view) return false;
  if (mayPlace()) {
    app.placing.moveBy(rows, columns);
    laid();
    return true;
  }
  if (!part("paper").contains(document.activeElement) && scene !== "bonus") return false;
  const { size } = app.view;
  const middle = Math.floor(size / 2);
  const at = document.activeElement?.closest("[data-row]")?.dataset;
  const [row, column] = at ? [Number(at.row), Number(at.column)] : (app.square ?? [middle, middle]);
  /** @type {second_chance.Cell} */
  const next = [Math.min(Math.max(row + rows, 0), size - 1), Math.min(Math.max(column + columns, 0), size - 1)];
  point(next);
  find(part("paper"), `[data-row="${next[0]}"][data-column="${next[1]}"]`).focus({ preventScroll: true });
  return true;
}

// The move that is to be confirmed. Where a tile may not lie, the rules say why.
/** @param {second_chance.Playing} app @returns {table.Move | null} */
function moveOf({ view: { seat }, placing: { at, tile, squares: cells }, square }) {
  const scene = sceneOf(app);
  if (DRAWING.includes(scene) && at && tile) return { do: "draw", seat, tile, cells };
  if (scene === "bonus" && square) return { do: "bonus", seat, cell: square };
  return scene === "next" ? { do: "shuffle" } : null;
}

async function confirm() {
  if (app.sending || !isPlaying(app) || app.table.paused) return false;
  const move = moveOf(app);
  if (move) await seat.play(move);
  else if (mayPlace()) announce(sentence("confirm_where"));
  else if (sceneOf(app) === "bonus") announce(sentence("confirm_square"));
  return move !== null;
}

letDrag(part("paper"), part("tray"), {
  isPlacing: mayPlace,
  placing: () => app.placing,
  point,
  select,
  drop: laid,
  changed: seat.draw,
});

listenToKeys(
  {
    ArrowUp: () => arrow(-1, 0),
    ArrowDown: () => arrow(1, 0),
    ArrowLeft: () => arrow(0, -1),
    ArrowRight: () => arrow(0, 1),
    r: turn,
    m: mirror,
    a: showPlaces,
    Enter: () => {
      confirm();
      return true;
    },
  },
  { isOn: () => !openedSheet(), repeating: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] },
);

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.dataset.setting !== "pencils") return;
  app.areGoingRound = target.checked;
  remember("pencils", target.checked);
  seat.draw();
});
