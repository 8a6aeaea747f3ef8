// The phone at a table of Second Chance: the own grid, the tile in the hand, and what there is to do.
//
// Everything of the seat is in table/phone/seat.js. Change, then draw: handlers change `app` and ask for a redraw. What may be
// drawn is what the view lists; nothing here knows the rules.

import { announce } from "../../shared/announcing.js";
import { listenToKeys } from "../../shared/keys.js";
import { redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remember, remembered } from "../../shared/settings.js";
import { callOwner } from "../../table/phone/calling.js";
import { drawColours } from "../../table/phone/colours.js";
import { drawHelp } from "../../table/phone/help.js";
import { drawAsking, drawClosed, drawLobby, drawNextGame, isForNextGame } from "../../table/phone/lobby.js";
import { takeSeat } from "../../table/phone/seat.js";
import { openedSheet } from "../../table/phone/sheets.js";
import { told } from "../../table/phone/told.js";
import { eventSentence } from "../event_sentences.js";
import { drawEverybody, emptyWords } from "../everybody.js";
import { overScene } from "../game_over.js";
import { pencilOf } from "../pencils.js";
import { drawBest, drawTotals } from "../solo.js";
import { SECOND_CHANCE } from "../steps.js";
import { letDrag } from "./dragging.js";
import { drawOverview } from "./overview.js";
import { drawPaper, focusSquare } from "./paper.js";
import { newPlacing } from "./placing.js";
import { drawPrompt, placesNote, wordsOf } from "./prompt.js";
import { drawStory } from "./story.js";
import { drawTray } from "./tray.js";

const LAG = 250;
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const DRAWING = ["start", "draw", "second_chance"];

// What may be done gives the scene; without anything to do it is a kind of waiting.
/** @param {second_chance.Phone} app */
function sceneOf(app) {
  const { closed, table, view, step } = app;
  if (closed) return "closed";
  if (!table) return "connecting";
  if (table.you === null) return "asking";
  if (!view) return "lobby";
  if (isForNextGame(app)) return "next-game";
  if (step) return "moment";
  if (view.phase === "over") return "over";
  const [move] = view.can;
  if (move?.do === "draw") return view.phase;
  if (move?.do === "bonus") return "bonus";
  if (move?.do === "shuffle") return "next";
  if (view.players[view.seat].dropped) return "out";
  return view.stuck.includes(view.seat) ? "stuck" : "wait";
}

const STAGES = { closed: drawClosed, asking: drawAsking, lobby: drawLobby, "next-game": drawNextGame, over: overScene };

/** @param {second_chance.Phone} app @param {any} scene */
function draw(app, scene) {
  const { view, table } = app;
  const isOnStage = scene in STAGES;
  const isPlaying = Boolean(view) && !app.closed && Boolean(table) && scene !== "next-game";
  for (const name of ["mine", "peeks"]) part(name).hidden = !isPlaying;
  for (const name of ["prompt", "paper"]) part(name).hidden = !isPlaying || isOnStage;
  part("stage").hidden = isPlaying && !isOnStage;
  if (isOnStage) {
    const verdict = scene === "over" ? app.verdict() : null;
    const { commitment } = app.welcome ?? {};
    const from = { scene, view, table, closed: app.closed, areGoingRound: app.areGoingRound, verdict, commitment };
    redraw(part("stage"), from, () => [STAGES[scene](app)]);
    // What can be scrolled must be reachable by keyboard.
    part("stage").tabIndex = part("stage").scrollHeight > part("stage").clientHeight ? 0 : -1;
  }
  if (isPlaying) drawMine(app);
  if (isPlaying && !isOnStage) drawDesk(app, scene);
  else part("tray").hidden = part("tools").hidden = part("so-far").hidden = true;
  drawConfirm(app, scene);
  part("peek-everybody").hidden = isPlaying && view.solo !== null;
  part("peek-results").hidden = !isPlaying || view.solo === null;
}

/** @param {second_chance.Phone} app */
function drawMine({ view, who, table }) {
  const mine = part("mine");
  showIcon(mine.querySelector(".me .icon"), `shape-${who.colour(view.seat)}`);
  slot(mine, "name").textContent = table.players[view.seat].name;
  slot(mine, "round").textContent = view.round ? sentence("round", { round: view.round }) : sentence("round_start");
  slot(mine, "game").hidden = view.solo === null;
  slot(mine, "game").textContent = sentence("game_of", { game: view.game });
  const { empty } = view.players[view.seat];
  slot(mine, "empty").textContent = empty;
  slot(mine, "empty-words").textContent = emptyWords(empty);
  slot(mine, "deck").textContent = view.deck;
  slot(mine, "deck-words").textContent = sentence("deck_words", { count: view.deck });
}

/** @param {second_chance.Phone} app @param {any} scene */
function drawDesk(app, scene) {
  const { view, placing, step, isOutcome } = app;
  const isPlacing = DRAWING.includes(scene);
  if (placing.ask(view, app.tiles)) Object.assign(app, { square: null, refusal: "" });
  const colour = app.colourOf(view.letters.at(-1), view.seat);
  part("paper").dataset.colour = colour;
  drawPrompt(part("prompt"), app, scene);
  drawTray(part("tray"), { view, tiles: app.tiles, placing, isPlacing, step, isOutcome, colour });
  drawPaper(part("paper"), {
    view,
    seat: view.seat,
    colourOf: (letter) => app.colourOf(letter, view.seat),
    placing,
    isPlacing,
    areShown: app.areShown,
    mark: scene === "bonus" ? app.square : null,
    open: scene === "bonus" ? view.can[0].at : null,
    focus: isPlacing ? placing.handle() : app.square,
  });
  part("tools").hidden = !isPlacing;
  part("so-far").hidden = scene !== "next";
  if (scene === "next") drawTotals(part("so-far"), view);
  part("show-places").setAttribute("aria-pressed", String(app.areShown));
}

/** @param {second_chance.Phone} app @param {any} scene */
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

  function labelOf() {
    if (scene === "next") return ["confirm_next", true];
    if (scene === "bonus") return app.square ? ["confirm_one", true] : ["confirm_square", false];
    if (!placing.at) return ["confirm_where", false];
    return placing.isOpen ? ["confirm_draw", true] : ["confirm_bad", false];
  }
}

const sheets = {
  everybody: drawEverybody,
  results(sheet, { view }) {
    drawTotals(sheet.querySelector('[data-part="totals"]'), view);
    drawBest(sheet.querySelector('[data-part="best"]'));
  },
  tiles(sheet, app) {
    app.fetchStory();
    drawOverview(sheet, app, told.events());
  },
  story: (sheet, app) => drawStory(sheet, app, told.events()),
  help: (sheet, app, scene) => drawHelp(sheet, scene),
  menu(sheet, app) {
    drawColours(sheet, app);
    sheet.querySelector('[data-setting="pencils"]').checked = app.areGoingRound;
  },
};

const seat = takeSeat({
  pacing: SECOND_CHANCE,
  lag: LAG,
  sceneOf,
  draw,
  sheets,
  welcome(app) {
    const { starts, tiles } = app.welcome.box;
    app.tiles = new Map([...starts, ...tiles].map((tile) => [tile.id, tile.cells]));
  },
  tell(events, app) {
    for (const event of events) announce(eventSentence(event, app.who));
  },
  ask(before, view, app) {
    const asked = (view) => view && `${view.game} ${view.round} ${view.phase} ${view.can[0]?.do}`;
    const scene = sceneOf({ ...app, view, step: null });
    if (asked(view) === asked(before) || scene === "over" || scene === "next-game") return;
    const { title, note } = wordsOf({ ...app, areShown: false }, scene);
    announce([title, note].join(/[.!?…]$/.test(title) ? " " : ". "));
    if (view.can.length && view.solo === null) callOwner();
  },
  actions: {
    select: ({ dataset }, event) => event.detail === 0 && select(dataset.tile),
    turn,
    mirror,
    "show-places": showPlaces,
    confirm,
  },
});

/** @type {second_chance.Phone} */
const app = seat.app;
Object.assign(app, {
  placing: newPlacing(), // the tile in the hand
  square: null, // where the 1 would be written
  areShown: remembered("show-places", false), // all places where the tile fits
  areGoingRound: remembered("pencils", true), // R19
  tiles: new Map(), // the squares of every tile by its id
  colourOf: (letter, seat) => pencilOf(letter, app.view.letters, seat, app.table.players, app.areGoingRound),
});

// What is done with the tile

const isPlacing = () => DRAWING.includes(sceneOf(app)) && !app.table.paused;

function changed(words = []) {
  app.refusal = "";
  seat.drawNow();
  const { placing } = app;
  if (placing.at) focusSquare(part("paper"), placing.handle());
  announce([...words, isPlacing() ? whereWords() : ""].filter(Boolean).join(" "));
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

function select(tile) {
  if (!isPlacing() || !app.placing.fits(tile)) return false;
  app.placing.select(tile);
  changed([sentence("selected", { tile })]);
  return true;
}

function turn() {
  if (!isPlacing()) return false;
  app.placing.turn();
  changed([sentence("turned")]);
  return true;
}

function mirror() {
  if (!isPlacing()) return false;
  app.placing.mirror();
  changed([sentence("mirrored")]);
  return true;
}

function showPlaces() {
  if (!isPlacing()) return false;
  app.areShown = !app.areShown;
  remember("show-places", app.areShown);
  seat.drawNow();
  if (app.areShown) announce(placesNote(app.placing));
  return true;
}

// A square of the paper is pointed at.
function point(square) {
  const scene = sceneOf(app);
  if (isPlacing()) {
    app.placing.put(square);
    changed();
  } else if (scene === "bonus" && app.view.can[0].at[square[0] * app.view.size + square[1]] === "1") {
    app.square = square;
    app.refusal = "";
    seat.drawNow();
    announce(sentence("square_marked", { row: square[0] + 1, column: square[1] + 1 }));
  }
}

function arrow(rows, columns) {
  const scene = sceneOf(app);
  if (!app.view) return false;
  if (isPlacing()) {
    app.placing.moveBy(rows, columns);
    changed();
    return true;
  }
  if (!part("paper").contains(document.activeElement) && scene !== "bonus") return false;
  const { size } = app.view;
  const middle = Math.floor(size / 2);
  const at = document.activeElement.closest("[data-row]")?.dataset;
  const [row, column] = at ? [Number(at.row), Number(at.column)] : (app.square ?? [middle, middle]);
  const next = [Math.min(Math.max(row + rows, 0), size - 1), Math.min(Math.max(column + columns, 0), size - 1)];
  point(next);
  part("paper").querySelector(`[data-row="${next[0]}"][data-column="${next[1]}"]`).focus({ preventScroll: true });
  return true;
}

async function confirm() {
  const { view, placing, square, sending, table } = app;
  const scene = sceneOf(app);
  if (sending || table.paused) return false;
  let move = null;
  if (DRAWING.includes(scene) && placing.isOpen) move = { do: "draw", seat: view.seat, tile: placing.tile, cells: placing.squares };
  else if (scene === "bonus" && square) move = { do: "bonus", seat: view.seat, cell: square };
  else if (scene === "next") move = { do: "shuffle" };
  if (!move) return false;
  await seat.play(move);
  return true;
}

letDrag(part("paper"), part("tray"), {
  isPlacing,
  placing: () => app.placing,
  point,
  select,
  drop: () => changed(),
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
