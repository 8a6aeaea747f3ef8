// The phone at a table of Chance It: what is selected, what is drawn, and what a tap does.
//
// Everything of the seat is in table/phone/seat.js. Change, then draw: handlers change `app` and ask for a redraw; the modules beside
// this one each draw one thing that a person sees. What can be tapped is what the view lists; nothing here knows the rules.

import { announce } from "../../shared/announcing.js";
import { sentence } from "../../shared/sentences.js";
import { callOwner } from "../../table/phone/calling.js";
import { drawColours } from "../../table/phone/colours.js";
import { drawHelp } from "../../table/phone/help.js";
import { takeSeat } from "../../table/phone/seat.js";
import { openSheet } from "../../table/phone/sheets.js";
import { eventSentence } from "../event_sentences.js";
import { CHANCE_IT } from "../steps.js";
import { drawBoard } from "./board.js";
import { drawConfirm } from "./confirm.js";
import { drawDice } from "./dice.js";
import { drawEverybody } from "./everybody.js";
import { drawCards } from "./market.js";
import { drawMyTokens } from "./my_tokens.js";
import { drawStage, sceneOf } from "./stage.js";
import { drawHistory, drawStory } from "./story.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
// However quick this phone's network, it stays a little behind the big screen.
const LAG = 250;

/** @param {chance_it.Phone} app @param {any} scene */
function draw(app, scene) {
  if (app.closed || app.table) drawStage(part("stage"), app, scene);
  const isPlaying = Boolean(app.view) && !app.closed && scene !== "next-game";
  for (const name of ["mine", "dice", "peeks"]) part(name).hidden = !isPlaying;
  if (isPlaying) {
    drawMyTokens(part("mine"), app);
    drawDice(part("dice"), app);
  }
  drawConfirm(part("confirm"), app, scene);
}

// A selection belongs to one question. When another one is asked, nothing is selected.
let question = "";

/** @param {chance_it.Phone} app */
function forgetOldSelection({ view }) {
  const asked = view ? `${view.round} ${view.phase} ${view.place} ${view.can[0]?.do} ${view.market.length}` : "";
  if (asked === question) return;
  question = asked;
  Object.assign(app, { selected: null, refusal: "", isLooking: false });
}

const QUESTIONS = {
  start: "grab",
  roll: "throw_title",
  reroll: "reroll_title",
  choose: "choose_title",
  use: "use_title",
  buy: "market_title",
  discard: "market_title",
};

const seat = takeSeat({
  pacing: CHANCE_IT,
  lag: LAG,
  sceneOf(app) {
    forgetOldSelection(app);
    return sceneOf(app);
  },
  draw,
  sheets: {
    everybody: drawEverybody,
    market: drawCards,
    story: drawStory,
    history: drawHistory,
    board: drawBoard,
    help: (sheet, _, scene) => drawHelp(sheet, scene === "laid" ? "choose" : scene),
    menu: drawColours,
  },
  welcome(app) {
    app.cards = new Map((app.welcome.box.cards || []).map((card) => [card.id, card]));
  },
  begun(app) {
    app.hasWatchedOn = false;
  },
  tell(events, { who }) {
    const isForAll = (event) => event.event !== "token_changed" || event.seat === who.seat;
    for (const event of events.filter(isForAll)) announce(eventSentence(event, who));
  },
  ask(before, view) {
    const asked = view.can[0]?.do;
    if (asked === "choose" && view.players[view.seat].guide) return;
    if (asked === before?.can[0]?.do || !QUESTIONS[asked]) return;
    announce(sentence(QUESTIONS[asked]));
    callOwner();
  },
  actions: {
    select(element) {
      Object.assign(app, { selected: element.dataset.key, refusal: "" });
      seat.draw();
    },
    confirm,
    look() {
      Object.assign(app, { isLooking: true, selected: null });
      seat.draw();
    },
    keep() {
      Object.assign(app, { isLooking: false, selected: null });
      seat.draw();
    },
    "watch-on"() {
      app.hasWatchedOn = true;
      seat.draw();
    },
    "show-history"(element) {
      app.history = element.dataset.token;
      app.fetchStory();
      openSheet("history");
      seat.drawNow();
    },
  },
});

/** @type {chance_it.Phone} */
const app = seat.app;
Object.assign(app, {
  selected: null, // what was tapped and not confirmed yet
  isLooking: false, // the own guide card lies face down until its owner looks
  hasWatchedOn: false, // out of hearts, and has read the farewell
  history: null, // the token whose history is shown
  cards: new Map(),
  card: (id) => app.cards.get(id),
});

async function confirm(element) {
  if (app.sending) return;
  const { choice } = element.dataset;
  const move = app.view.can.find((move) => (choice ? move.do === choice && move.card === app.selected : isSelected(move)));
  if (!move) return;
  const answer = await seat.play(move);
  if (answer.type === "done") app.isLooking = false;
  seat.draw();
}

// Moves without a choice (grab, roll) need no selection; for the others it says which guide card or market card is meant.
function isSelected(move) {
  if (move.do === "choose") return move.guide === app.selected;
  if (move.do === "use") return (move.card ?? "none") === app.selected;
  return ["start", "roll", "reroll"].includes(move.do);
}
