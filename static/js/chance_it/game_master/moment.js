// The middle of the table: what happens now, whom the table waits for, and what the game master can do about it.

import { icon, part, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { aboutAway } from "../../table/game_master/away.js";
import { shape } from "../../table/game_master/parts.js";
import { actionsSentence, eventSentence, rolledFor } from "../event_sentences.js";
import { cardInWords, cardOf } from "../market_card.js";
import { movesOf, showingNote } from "../showing.js";
import { handChoices, handsOf } from "./hands.js";
import { ownDice } from "./own_dice.js";

/** @typedef {{picture?: string | null, title?: string | null, text?: string, choices?: HTMLElement[]}} Moment */

/** @type {Record<string | number, string>} */
const ROW_PICTURES = { 1: "die-1", 2: "heart", 3: "hit", 4: "star", 5: "coin", 6: "market", chance_it: "guide-chance_it" };

// The present: from the phase, with choices.
/** @param {chance_it.View} view @param {chance_it.Here} context */
export function drawMoment(view, context) {
  const present = PHASES[view.phase]?.(view, context) ?? {};
  const away = aboutAway(view.awaiting, context);
  const choices = context.table.paused ? [] : [...(present.choices ?? []), ...handChoices(view, context), ...(away?.choices ?? [])];
  const { table, typed, shown, hand, picked } = context;
  const from = [view.phase, view.can, view.awaiting, table.stand_in, table.printed, table.own_dice, typed, shown, hand, picked, table.players, away?.text];
  draw(view.phase, away ? { ...present, text: away.text } : present, choices, from);
}

/** @param {string} kind @param {Moment} moment @param {HTMLElement[]} choices @param {unknown} from */
function draw(kind, { picture = null, title = "", text = "" }, choices, from) {
  const moment = part("moment");
  moment.dataset.kind = kind;
  redraw(slot(moment, "picture"), picture, () => (picture ? pictureOf(picture) : []));
  if (slot(moment, "title").textContent !== title) slot(moment, "title").textContent = title;
  if (slot(moment, "text").textContent !== text) slot(moment, "text").textContent = text;
  redraw(slot(moment, "choices"), [from, choices.length], () => choices);
  fit(moment);
}

// Between the market and the mats there is room for few words, or for many small ones.
/** @param {HTMLElement} moment */
function fit(moment) {
  for (const size of ["large", "middle", "small", "smallest"]) {
    moment.dataset.size = size;
    if (moment.scrollHeight <= moment.clientHeight) return;
  }
}

/** @param {string} name */
function pictureOf(name) {
  return name === "guides" ? ["in", "out", "chance_it"].map(guideCard) : [icon(name)];
}

/** @param {string} guide */
function guideCard(guide) {
  const card = piece("guide");
  card.dataset.guide = guide;
  showIcon(card, `guide-${guide}`);
  return card;
}

/** @param {number | null} seat @param {chance_it.Here} here */
const signOf = (seat, { who }) => `shape-${who.colour(seat ?? 0)}`;
/** @param {number | null} seat @param {chance_it.Here} here */
const nameOf = (seat, { who }) => (seat === null ? "" : who.name(seat));

// Who may be said to start.
/** @param {chance_it.View} view */
const startsOf = (view) => view.can.filter((move) => move.do === "start" && "seat" in move);

// By a phone, if there is one, or on the host's screen.
/** @param {chance_it.Here} here */
function howToStart({ table, isGameMaster }) {
  const hasPhones = table.players.some(({ computer }) => !computer);
  if (isGameMaster) return sentence(hasPhones ? "who_first_how" : "who_first_here");
  return hasPhones ? sentence("who_first_watch") : "";
}

/** @param {chance_it.View} view @param {chance_it.Here} here */
const isTyping = (view, { table, typed }) => (table.own_dice || typed.length > 0) && view.can.length > 0;

/** @param {chance_it.View} view @param {chance_it.Here} context @param {string} label */
function roll(view, context, label) {
  if (!view.can.some((move) => move.do === view.phase)) return [];
  if (isTyping(view, context)) return [ownDice(context.typed, view.to_roll)];
  const button = piece("roll-button", { label });
  button.dataset.roll = view.phase;
  return [button, piece("own-dice-button")];
}

/** @type {{ [Phase in chance_it.View["phase"]]?: (view: chance_it.View, here: chance_it.Here) => Moment }} */
const PHASES = {
  start: (view, context) => ({
    picture: null,
    title: sentence("who_first"),
    text: howToStart(context),
    choices: [...startsOf(view).map(({ seat }) => personButton(seat, context)), ...(startsOf(view).length ? [piece("lots-button")] : [])],
  }),
  lay_out: () => ({ picture: "pile", title: sentence("lay_out_wait") }),
  roll: (view, context) => ({
    picture: isTyping(view, context) ? null : signOf(view.starter, context),
    title: isTyping(view, context) ? sentence("own_dice", { count: view.to_roll }) : sentence("has_dice", { name: nameOf(view.starter, context) }),
    choices: roll(view, context, sentence("roll")),
  }),
  reroll: (view, context) => {
    const count = view.to_roll;
    return {
      picture: isTyping(view, context) ? null : "die-1",
      title: isTyping(view, context) ? sentence("own_dice", { count }) : sentence("action_1"),
      choices: roll(view, context, sentence("reroll", { count })),
    };
  },
  choose: (view, context) => showing(context, view) ?? handMoment(view, context, "hand_choose") ?? ({
    picture: "guides",
    title: sentence("choose"),
    text: view.awaiting.length ? sentence("choose_waiting", { names: list(view.awaiting.map(context.who.name)) }) : sentence("choose_done", { count: view.in_game, all: view.in_game }),
  }),
  use: (view, context) => ({
    picture: ROW_PICTURES[view.row ?? ""],
    title: sentence("picking", { names: list(view.awaiting.map(context.who.name)) }),
    text: sentence("picking_how"),
  }),
  market: (view, context) => ({
    picture: signOf(view.awaiting[0], context),
    title: sentence("in_market", { name: context.who.name(view.awaiting[0]) }),
    text: sentence(handsOf(view, context).now ? "hand_market" : "in_market_how"),
  }),
  over: () => ({ picture: "trophy", title: sentence("the_end") }),
};

/** @param {number} seat @param {chance_it.Here} here */
function personButton(seat, { table }) {
  const person = table.players[seat];
  const button = piece("person-button", { name: person.name });
  slot(button, "shape").append(shape(person.colour));
  button.dataset.action = "start";
  button.dataset.seat = String(seat);
  button.dataset.key = `start-${seat}`;
  return button;
}

// Printed guide cards are turned up: what they show is tapped on the mats.
/** @param {chance_it.Here} context @param {chance_it.View} view @returns {Moment | null} */
function showing({ table, shown, who }, view) {
  if (!table.printed.length) return null;
  const done = piece("show-button");
  done.setAttribute("aria-disabled", String(!movesOf(table.printed, shown)));
  return { title: sentence("show_title"), text: showingNote(table.printed, view.in_game, who), choices: [done] };
}

// Somebody chooses on this screen: whoever it is, and the others look away.
/** @param {chance_it.View} view @param {chance_it.Here} context @param {string} key @returns {Moment | null} */
function handMoment(view, context, key) {
  const { now } = handsOf(view, context);
  return now && { picture: signOf(now.seat, context), title: sentence(key, { name: nameOf(now.seat, context) }), text: sentence("hand_secret") };
}

/** @param {chance_it.Event} event */
const pictureOfRow = (event) => (event.event === "action_began" ? ROW_PICTURES[event.row] : null);

// While something is told: what it is, in a few words. A step without words of its own leaves what stands there.
/** @param {chance_it.Step} step @param {chance_it.View} view @param {chance_it.Here} context @param {boolean} isOutcome */
export function drawStep(step, view, context, isOutcome) {
  const told = STEPS[step.kind]?.(step, view, context, isOutcome);
  const choices = context.isGameMaster ? [piece("skip-button")] : [];
  if (told) draw(`${step.kind} ${isOutcome ? "outcome" : "begin"}`, told, choices, [step.entry.number, step.kind, isOutcome]);
}

/** @type {Record<string, (step: chance_it.Step, view: chance_it.View, here: chance_it.Here, isOutcome: boolean) => Moment | null>} */
const STEPS = {
  roll: ({ events: [event] }, view, context, isOutcome) => ({
    picture: null,
    title: isOutcome
      ? eventSentence(event, context.who)
      : (rolledFor(event, context.who) ?? sentence("rolling", { name: nameOf("starter" in event ? event.starter : null, context) })),
  }),
  reroll: ({ events: [event] }, view, context, isOutcome) => ({
    picture: null,
    title: isOutcome ? eventSentence(event, context.who) : (rolledFor(event, context.who) ?? sentence("rerolling")),
  }),
  reveal: (step, view, context, isOutcome) => {
    if (!isOutcome) return { picture: "guide-back", title: sentence("revealing") };
    return { picture: "guide-in", title: sentence("revealed", { ...view.revealed }), text: "" };
  },
  stakes: (step, { revealed }, { box }) => {
    if (!revealed) return null;
    const { taking_part, out } = revealed;
    const sheet = box.stakes[taking_part + out];
    const pays = taking_part ? sentence("stakes_in", { count: sheet.in[taking_part - 1] }) : "";
    const takes = out ? sentence("stakes_out", { count: sheet.out[out - 1] ?? 0 }) : "";
    return { picture: "coin-5", title: sentence("stakes"), text: `${pays} ${takes}`.trim() };
  },
  all_out: () => ({ picture: "guide-out", title: sentence("all_out"), text: sentence("all_out_how") }),
  action: ({ events: [event] }, view, { who }) => ({
    picture: pictureOfRow(event),
    title: eventSentence(event, who),
  }),
  actions: ({ events }) => ({ picture: pictureOfRow(events[0]), title: actionsSentence(events) }),
  market_turn: ({ events: [event] }, view, context) => {
    if (event.event !== "market_turn_began") return null;
    return { picture: signOf(event.seat, context), title: sentence("in_market", { name: context.who.name(event.seat) }) };
  },
  purchase: ({ events: [event] }, view, context) => ({
    picture: signOf("seat" in event ? event.seat : null, context),
    title: eventSentence(event, context.who) ?? "",
    text: "card" in event && event.card ? cardInWords(cardOf(context.cards, event.card)) : "",
  }),
  discard: ({ events: [event] }, view, context) => ({ picture: "discard", title: eventSentence(event, context.who) ?? "" }),
  lay_out: ({ events }, view, context) => ({
    picture: "pile",
    title: events.map((one) => eventSentence(one, context.who)).filter(Boolean).join(" "),
  }),
  elimination: ({ events }, view, context) => {
    const gone = events.filter((one) => one.event === "eliminated");
    if (!gone.length) return null;
    return { picture: "hit", title: gone.map((one) => eventSentence(one, context.who)).join(" ") };
  },
  round: ({ events: [event] }, view, context) => ({
    picture: signOf(event.event === "round_began" ? event.starter : null, context),
    title: eventSentence(event, context.who),
  }),
  end: ({ events: [event] }, view, context, isOutcome) => ({
    picture: "trophy",
    title: isOutcome ? eventSentence(event, context.who) : sentence("the_end"),
  }),
};
