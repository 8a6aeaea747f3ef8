// The phone: connects to the table, keeps what is known and what is selected, and hands it down to be drawn.
//
// Change, then draw: handlers change `app` and ask for a redraw; the modules beside this one each draw one thing that a
// person sees. What can be tapped is what the view lists; nothing here knows the rules.

import { announce } from "../shared/announcing.js";
import { eventSentence } from "../shared/event_sentences.js";
import { telling } from "../shared/pacing.js";
import { listen, slot } from "../shared/pieces.js";
import { after } from "../shared/retelling.js";
import { sentence } from "../shared/sentences.js";
import { connect } from "../shared/socket.js";
import { keepAwake } from "../shared/wake_lock.js";
import { drawColours } from "./colours.js";
import { drawConfirm } from "./confirm.js";
import { drawDice } from "./dice.js";
import { drawEverybody } from "./everybody.js";
import { drawBoard } from "./board.js";
import { drawHelp } from "./help.js";
import { drawCards } from "./market.js";
import { drawMyTokens } from "./my_tokens.js";
import { drawStage, sceneOf } from "./stage.js";
import { closeSheet, openSheet, openedSheet } from "./sheets.js";
import { drawHistory, drawStory } from "./story.js";
import { told } from "./told.js";

const root = document.querySelector("[data-socket]");
const part = (name) => document.querySelector(`[data-part="${name}"]`);
// However quick this phone's network, it stays a little behind the big screen.
const LAG = 250;

const app = {
  welcome: null, // box and options of this game
  table: null, // the table of the newest message
  view: null, // the game as it is told so far
  step: null, // what is being told, and whether its outcome may be seen
  isOutcome: false,
  connected: [],
  state: "connecting",
  selected: null, // what was tapped and not confirmed yet
  isLooking: false, // the own guide card lies face down until its owner looks
  hasWatchedOn: false, // out of hearts, and has read the farewell
  sending: 0,
  refusal: "",
  history: null, // the token whose history is shown
  closed: null,
  fetchStory,
  card: (id) => app.cards.get(id),
  cards: new Map(),
  who: {
    get seat() {
      return app.view?.seat ?? null;
    },
    name: (seat) => app.table.players[seat]?.name ?? "",
    colour: (seat) => app.table.players[seat]?.colour ?? 0,
  },
};

// Drawing

let isDue = false;

function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawNow();
  });
}

function drawNow() {
  forgetOldSelection();
  const scene = sceneOf(app);
  document.body.dataset.scene = scene;
  part("offline").hidden = app.state !== "offline" || scene === "closed";
  slot(part("offline"), "kept").hidden = !app.sending;
  part("paused").hidden = !app.table?.paused || app.state === "offline";
  if (app.closed || app.table) drawStage(part("stage"), app, scene);
  const isPlaying = Boolean(app.view) && !app.closed;
  for (const name of ["mine", "dice", "peeks"]) part(name).hidden = !isPlaying;
  if (isPlaying) {
    drawMyTokens(part("mine"), app);
    drawDice(part("dice"), app);
  }
  drawConfirm(part("confirm"), app, scene);
  drawSheet(scene);
}

function drawSheet(scene) {
  const sheet = openedSheet();
  if (!sheet || !app.table) return;
  const draws = {
    everybody: drawEverybody,
    market: drawCards,
    story: drawStory,
    history: drawHistory,
    board: drawBoard,
    help: () => drawHelp(sheet, scene),
    menu: drawColours,
  };
  draws[sheet.id.replace("sheet-", "")]?.(sheet, app);
}

// A selection belongs to one question. When another one is asked, nothing is selected.
let question = "";

function forgetOldSelection() {
  const { view } = app;
  const asked = view ? `${view.round} ${view.phase} ${view.place} ${view.can[0]?.do} ${view.market.length}` : "";
  if (asked !== question) {
    question = asked;
    app.selected = null;
    app.refusal = "";
    app.isLooking = false;
  }
}

// What arrives

const teller = telling({
  after,
  lag: LAG,
  on: {
    begin(step, view) {
      Object.assign(app, { step, view, isOutcome: false });
      draw();
    },
    outcome(step, view) {
      Object.assign(app, { step, view, isOutcome: true });
      told.tell(step.events);
      tellListeners(step.events);
      draw();
    },
    present(message) {
      const before = app.view;
      Object.assign(app, { step: null, view: message.view });
      told.tellAll();
      if (message.view) announceQuestion(before, message.view);
      draw();
    },
  },
});

const messages = {
  welcome(message) {
    app.welcome = message;
    app.cards = new Map((message.box.cards || []).map((card) => [card.id, card]));
  },
  view(message) {
    if (app.table && app.table.paused !== message.table.paused) announce(sentence(message.table.paused ? "paused" : "go_on"));
    if (message.events.some((entry) => entry.do === "undone")) announce(sentence("undone"));
    if (message.events.some((entry) => entry.do === "begun")) app.hasWatchedOn = false;
    app.table = message.table;
    told.take(message);
    teller.take(message);
    draw();
  },
  presence(message) {
    app.connected = message.connected;
    draw();
  },
};

const socket = connect(root.dataset.socket, {
  message: (message) => messages[message.type]?.(message),
  state(state) {
    if (state === "offline") announce(sentence("offline"));
    else if (app.state === "offline") announce(sentence("online_again"));
    app.state = state;
    draw();
  },
  closed(message) {
    app.closed = { ...message, home: root.dataset.home };
    closeSheet();
    announce(message.sentence);
    draw();
  },
});

function tellListeners(events) {
  const own = (event) => event.event !== "token_changed" || event.seat === app.who.seat;
  for (const event of events.filter(own)) announce(eventSentence(event, app.who));
}

function announceQuestion(before, view) {
  const asked = (view) => view?.can[0]?.do;
  const keys = { start: "grab", roll: "throw_title", reroll: "reroll_title", choose: "choose_title", use: "use_title", buy: "market_title", discard: "market_title" };
  if (asked(view) !== asked(before) && keys[asked(view)]) announce(sentence(keys[asked(view)]));
}

// What is tapped

async function send(command) {
  app.sending += 1;
  app.refusal = "";
  draw();
  const answer = await command;
  app.sending -= 1;
  if (answer.type === "refused") {
    app.refusal = answer.sentence;
    announce(answer.sentence);
  }
  draw();
  return answer;
}

async function confirm(element) {
  if (app.sending) return;
  const { choice } = element.dataset;
  const move = app.view.can.find((move) =>
    choice ? move.do === choice && move.card === app.selected : isSelected(move),
  );
  if (!move) return;
  const answer = await send(socket.play(move));
  if (answer.type === "done") app.isLooking = false;
  draw();
}

// Moves without a choice (grab, roll) need no selection; for the others it says which guide card or market card is meant.
function isSelected(move) {
  if (move.do === "choose") return move.guide === app.selected;
  if (move.do === "use") return (move.card ?? "none") === app.selected;
  return ["start", "roll", "reroll"].includes(move.do);
}

const manage = (order) => send(socket.manage({ ...order, player: app.table.you }));

listen(document.body, {
  select(element) {
    app.selected = element.dataset.key;
    app.refusal = "";
    draw();
  },
  confirm,
  look() {
    app.isLooking = true;
    app.selected = null;
    draw();
  },
  "watch-on"() {
    app.hasWatchedOn = true;
    draw();
  },
  "open-sheet"(element) {
    if (element.dataset.sheet === "story") fetchStory();
    openSheet(element.dataset.sheet);
    drawNow();
  },
  "show-history"(element) {
    app.history = element.dataset.token;
    fetchStory();
    openSheet("history");
    drawNow();
  },
  "close-sheet": closeSheet,
  recolour: (element) => manage({ do: "recolour", colour: Number(element.dataset.key) }),
  async leave() {
    const answer = await send(socket.manage({ do: "leave" }));
    if (answer.type === "done") location.assign(root.dataset.home);
  },
});

document.addEventListener("submit", async (event) => {
  if (!event.target.dataset.actionSubmit) return;
  event.preventDefault();
  const answer = await manage({ do: "rename", name: new FormData(event.target).get("name") });
  if (answer.type === "done") closeSheet();
});

// The whole story is asked for only when somebody wants to read it.
let isAsking = false;

async function fetchStory() {
  if (told.isWhole() || isAsking) return;
  isAsking = true;
  told.fill(await socket.story(0));
  isAsking = false;
  draw();
}

keepAwake();
