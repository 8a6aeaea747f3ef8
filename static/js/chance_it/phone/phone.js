// The phone at a table of Chance It: what is selected, what is drawn, and what a tap does.
//
// Everything of the seat is in table/phone/seat.js. Change, then draw: handlers change `app` and ask for a redraw; the modules beside
// this one each draw one thing that a person sees. What can be tapped is what the view lists; nothing here knows the rules.

import { announce } from "../../shared/announcing.js";
import { find, part, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { callOwner } from "../../table/phone/calling.js";
import { drawColours } from "../../table/phone/colours.js";
import { drawHelp } from "../../table/phone/help.js";
import { isPlaying, takeSeat } from "../../table/phone/seat.js";
import { eventSentence } from "../event_sentences.js";
import { CHANCE_IT } from "../steps.js";
import { TOKENS } from "../tokens.js";
import { drawBoard } from "./board.js";
import { drawConfirm } from "./confirm.js";
import { drawDice } from "./dice.js";
import { drawEverybody } from "./everybody.js";
import { drawCards } from "./market.js";
import { drawMyTokens } from "./my_tokens.js";
import { drawStage, layingOut, sceneOf } from "./stage.js";
import { drawHistory, drawStory } from "./story.js";

// However quick this phone's network, it stays a little behind the big screen.
const LAG = 250;

/** @param {chance_it.Phone} app @param {string} scene */
function draw(app, scene) {
  if (app.closed || app.table) drawStage(part("stage"), app, scene);
  for (const name of ["mine", "dice", "peeks"]) part(name).hidden = !isPlaying(app);
  if (isPlaying(app)) {
    drawMyTokens(part("mine"), app);
    drawDice(part("dice"), app);
  }
  drawConfirm(part("confirm"), app, scene);
}

// A selection belongs to one question. When another one is asked, nothing is selected.
/** @param {chance_it.Phone} app */
function forgetOldSelection(app) {
  const { view } = app;
  const question = view ? `${view.round} ${view.phase} ${view.place} ${view.can[0]?.do} ${view.market.length}` : "";
  if (question !== app.question) {
    Object.assign(app, { question, selected: null, refusal: "", isLooking: false, shown: {}, laid: [...(layingOut(app)?.must_lie ?? [])] });
  }
  if ((layingOut(app) || app.table?.printed.length) && !app.realTable) loadRealTable(app);
}

/** @param {chance_it.Phone} app */
async function loadRealTable(app) {
  app.realTable = await import("./real_table.js").catch(() => null);
  seat.draw();
}

/** @type {Record<string, string>} */
const QUESTIONS = {
  start: "grab",
  roll: "throw_title",
  reroll: "reroll_title",
  choose: "choose_title",
  use: "use_title",
  buy: "market_title",
  discard: "market_title",
  lay_out: "lay_out_title",
};

/** @type {table.Seat<chance_it.Phone>} */
const game = {
  pacing: CHANCE_IT,
  lag: LAG,
  memory: {
    question: "", // what the selection belongs to
    selected: null, // what was tapped and not confirmed yet
    isLooking: false, // the own guide card lies face down until its owner looks
    hasWatchedOn: false, // out of hearts, and has read the farewell
    history: "hearts", // the token whose history is shown
    cards: new Map(), // by id
    laid: [], // printed cards that were said to lie in the market
    shown: {}, // printed guide cards that were turned up, by seat
    realTable: null, // what draws these, once it is needed
  },
  hints: () => import("./hints.js"),
  coach: () => import("./coach.js"),
  changed: forgetOldSelection,
  handedOn(app) {
    Object.assign(app, { question: "", hasWatchedOn: false });
    redraw(part("confirm"), null, () => []);
  },
  words: eventSentence,
  sceneOf,
  draw,
  sheets: {
    everybody: drawEverybody,
    market: drawCards,
    story: drawStory,
    history: drawHistory,
    board: drawBoard,
  },
  sheetsAnyTime: {
    help: (sheet, _, scene) => drawHelp(sheet, scene === "laid" ? "choose" : scene),
    menu(sheet, app) {
      const { can, you, printed_guides } = app.table;
      part("printed-guides").hidden = !can.includes("printed_guides");
      find(sheet, '[data-action="printed-guides"]', HTMLInputElement).checked = printed_guides.includes(you ?? 0);
      drawColours(sheet, app);
    },
  },
  needsStory: ({ view, step }, sheet) => ["story", "history"].includes(sheet) || (view?.phase === "over" && !step),
  welcome(app) {
    app.cards = new Map(app.welcome?.box.cards.map((card) => [card.id, card]));
  },
  begun(app) {
    app.hasWatchedOn = false;
  },
  tell(events, { who }) {
    /** @param {chance_it.Event} event */
    const isForAll = (event) => event.event !== "token_changed" || event.seat === who.seat;
    for (const event of events.filter(isForAll)) announce(eventSentence(event, who));
  },
  ask(before, view) {
    const asked = view.can[0]?.do ?? "";
    if (asked === "choose" && view.players[view.seat ?? 0].guide) return;
    if (asked === before?.can[0]?.do || !QUESTIONS[asked]) return;
    announce(sentence(QUESTIONS[asked]));
    callOwner();
  },
  things: () => import("../about.js"),
  actions: {
    select(element) {
      Object.assign(seat.app, { selected: element.dataset.key, refusal: "" });
      seat.draw();
    },
    lay(element) {
      const { app } = seat;
      if (app.realTable) Object.assign(app, { laid: app.realTable.toggled(app.laid, element.dataset.key ?? ""), refusal: "" });
      seat.draw();
    },
    showed({ dataset }) {
      seat.app.shown = { ...seat.app.shown, [Number(dataset.seat)]: /** @type {chance_it.Guide} */ (dataset.guide) };
      seat.draw();
    },
    confirm,
    "printed-guides"(element) {
      const you = seat.app.table?.you;
      if (you) seat.manage({ do: "printed_guides", player: you, on: /** @type {HTMLInputElement} */ (element).checked });
    },
    "roll-for"() {
      const what = seat.app.view?.phase;
      if (!seat.app.sending && (what === "roll" || what === "reroll")) seat.play({ do: what });
    },
    look() {
      Object.assign(seat.app, { isLooking: true, selected: null });
      seat.draw();
    },
    keep() {
      Object.assign(seat.app, { isLooking: false, selected: null });
      seat.draw();
    },
    "watch-on"() {
      seat.app.hasWatchedOn = true;
      seat.draw();
    },
    "show-history"(element) {
      seat.app.history = TOKENS.find((token) => token === element.dataset.token) ?? "hearts";
      seat.openSheet("history");
    },
  },
};

const seat = takeSeat(game);

/** @param {HTMLElement} element */
async function confirm(element) {
  const { app } = seat;
  if (app.sending || !app.view) return;
  if (document.body.dataset.scene === "lay-out") {
    seat.play({ do: "lay_out", cards: app.laid });
    return;
  }
  if (document.body.dataset.scene === "show") {
    const moves = app.realTable?.movesOf(app.table?.printed ?? [], app.shown);
    if (moves) seat.manage({ do: "show", moves });
    return;
  }
  const { choice } = element.dataset;
  const move = app.view.can.find((move) => (choice ? move.do === choice && "card" in move && move.card === app.selected : isSelected(move, app.selected)));
  if (!move) return;
  const answer = await seat.play(move);
  if (answer.type === "done") app.isLooking = false;
  seat.draw();
}

// Moves without a choice (grab, roll) need no selection; for the others it says which guide card or market card is meant.
/** @param {chance_it.Move} move @param {string | null} selected */
function isSelected(move, selected) {
  if (move.do === "choose") return move.guide === selected;
  if (move.do === "use") return (move.card ?? "none") === selected;
  return ["start", "roll", "reroll"].includes(move.do);
}
