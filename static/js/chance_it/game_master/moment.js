// The middle of the table: what happens now, whom the table waits for, and what the game master can do about it.

import { icon, piece, redraw, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { aboutAway } from "../../table/game_master/away.js";
import { part, shape } from "../../table/game_master/parts.js";
import { eventSentence } from "../event_sentences.js";
import { cardInWords } from "../market_card.js";
import { ownDice } from "./own_dice.js";

const ROW_PICTURES = { 1: "die-1", 2: "heart", 3: "hit", 4: "star", 5: "coin", 6: "market", chance_it: "guide-chance_it" };

// The present: from the phase, with choices.
/** @param {chance_it.View} view @param {chance_it.Here} context */
export function drawMoment(view, context) {
  const present = PHASES[view.phase]?.(view, context) ?? {};
  const away = aboutAway(view.awaiting, context);
  const choices = context.table.paused ? [] : [...(present.choices ?? []), ...standInChoices(view, context), ...(away?.choices ?? [])];
  draw(view.phase, away ? { ...present, text: away.text } : present, choices, [view.phase, view.can, context.table.stand_in, context.hasOwnDice, context.typed, context.table.players, away?.text]);
}

function draw(kind, { picture = null, title = "", text = "" }, choices, from) {
  const moment = part("moment");
  moment.dataset.kind = kind;
  redraw(slot(moment, "picture"), picture, () => (picture ? pictureOf(picture) : []));
  if (slot(moment, "title").textContent !== title) slot(moment, "title").textContent = title;
  if (slot(moment, "text").textContent !== text) slot(moment, "text").textContent = text;
  redraw(slot(moment, "choices"), [from, choices.length], () => choices);
}

function pictureOf(name) {
  return name === "guides" ? ["in", "out", "chance_it"].map(guideCard) : [icon(name)];
}

function guideCard(guide) {
  const card = piece("guide");
  card.dataset.guide = guide;
  card.querySelector("use").setAttribute("href", `#guide-${guide}`);
  return card;
}

const signOf = (seat, { table }) => `shape-${table.players[seat]?.colour ?? 0}`;

/** @param {chance_it.View} view @param {any} what */
function may(view, what) {
  return view.can.filter((move) => move.do === what);
}

const isTyping = (view, { hasOwnDice }) => hasOwnDice && view.can.length > 0;

/** @param {chance_it.View} view @param {chance_it.Here} context @param {any} label */
function roll(view, context, label) {
  if (!may(view, view.phase).length) return [];
  if (context.hasOwnDice) return [ownDice(context.typed, view.to_roll)];
  const button = piece("roll-button", { label });
  button.dataset.roll = view.phase;
  return [button, piece("own-dice-button")];
}

/** @type {{ [Phase in chance_it.View["phase"]]?: (view: chance_it.View, here: chance_it.Here) => any }} */
const PHASES = {
  start: (view, context) => ({
    picture: null,
    title: sentence("who_first"),
    text: sentence(context.isGameMaster ? "who_first_how" : "who_first_watch"),
    choices: [...may(view, "start").map((move) => personButton(move, context)), ...(may(view, "start").length ? [piece("lots-button")] : [])],
  }),
  roll: (view, context) => ({
    picture: isTyping(view, context) ? null : signOf(view.starter, context),
    title: isTyping(view, context) ? sentence("own_dice", { count: view.to_roll }) : sentence("has_dice", { name: context.who.name(view.starter) }),
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
  choose: (view, context) => ({
    picture: "guides",
    title: sentence("choose"),
    text: view.awaiting.length ? sentence("choose_waiting", { names: list(view.awaiting.map(context.who.name)) }) : sentence("choose_done", { count: view.in_game, all: view.in_game }),
  }),
  use: (view, context) => ({
    picture: ROW_PICTURES[view.row],
    title: sentence("picking", { names: list(view.awaiting.map(context.who.name)) }),
    text: sentence("picking_how"),
  }),
  market: (view, context) => ({
    picture: signOf(view.awaiting[0], context),
    title: sentence("in_market", { name: context.who.name(view.awaiting[0]) }),
    text: sentence("in_market_how"),
  }),
  over: () => ({ picture: "trophy", title: sentence("the_end") }),
};

/** @param {any} move @param {chance_it.Here} here */
function personButton(move, { table }) {
  const person = table.players[move.seat];
  const button = piece("person-button", { name: person.name });
  slot(button, "shape").append(shape(person.colour));
  button.dataset.action = "start";
  button.dataset.seat = move.seat;
  button.dataset.key = `start-${move.seat}`;
  return button;
}

// Seats that the game master plays for and that have something to do: a button for each, which opens their hand. What the
// game master may do anyway, such as rolling, needs no hand.
/** @param {chance_it.View} view @param {chance_it.Here} here */
function standInChoices(view, { table }) {
  return table.stand_in
    .filter(({ can }) => can.some((move) => !may(view, move.do).length))
    .map(({ player, seat }) => {
      const button = piece("person-button", { name: sentence("stand_in", { name: table.players[seat].name }) });
      slot(button, "shape").append(shape(table.players[seat].colour));
      button.dataset.action = "open-stand-in";
      button.dataset.player = player;
      button.dataset.key = `stand-in-${player}`;
      button.setAttribute("aria-haspopup", "dialog");
      return button;
    });
}

// While something is told: what it is, in a few words. A step without words of its own leaves what stands there.
/** @param {chance_it.Step} step @param {chance_it.View} view @param {chance_it.Here} context @param {any} isOutcome */
export function drawStep(step, view, context, isOutcome) {
  const told = STEPS[step.kind]?.(step.events[0], view, context, isOutcome, step);
  if (told) draw(`${step.kind} ${isOutcome ? "outcome" : "begin"}`, told, [], [step.entry.number, step.kind, isOutcome]);
}

/** @type {Record<string, (event: chance_it.Event, view: chance_it.View, here: chance_it.Here, isOutcome: boolean, step: chance_it.Step) => any>} */
const STEPS = {
  roll: (event, view, context, isOutcome) => ({
    picture: null,
    title: isOutcome ? eventSentence(event, context.who) : sentence("rolling", { name: context.who.name(event.starter) }),
  }),
  reroll: (event, view, context, isOutcome) => ({
    picture: null,
    title: isOutcome ? eventSentence(event, context.who) : sentence("rerolling"),
  }),
  reveal: (event, view, context, isOutcome) => {
    if (!isOutcome) return { picture: "guide-back", title: sentence("revealing") };
    return { picture: "guide-in", title: sentence("revealed", { ...view.revealed }), text: "" };
  },
  stakes: (event, view, { box }) => {
    const { taking_part, out } = view.revealed;
    const sheet = box.stakes[taking_part + out];
    const pays = taking_part ? sentence("stakes_in", { count: sheet.in[taking_part - 1] }) : "";
    const takes = out ? sentence("stakes_out", { count: sheet.out[out - 1] ?? 0 }) : "";
    return { picture: "coin-5", title: sentence("stakes"), text: `${pays} ${takes}`.trim() };
  },
  all_out: () => ({ picture: "guide-out", title: sentence("all_out"), text: sentence("all_out_how") }),
  action: (event, view, { who }) => ({ picture: ROW_PICTURES[event.row], title: eventSentence(event, who) }),
  market_turn: (event, view, context) => ({ picture: signOf(event.seat, context), title: sentence("in_market", { name: context.who.name(event.seat) }) }),
  purchase: (event, view, context) => ({
    picture: signOf(event.seat, context),
    title: eventSentence(event, context.who) ?? "",
    text: event.card && context.cards.has(event.card) ? cardInWords(context.cards.get(event.card)) : "",
  }),
  discard: (event, view, context) => ({ picture: "discard", title: eventSentence(event, context.who) ?? "" }),
  lay_out: (event, view, context, isOutcome, step) => ({
    picture: "pile",
    title: step.events.map((one) => eventSentence(one, context.who)).filter(Boolean).join(" "),
  }),
  elimination: (event, view, context, isOutcome, step) => {
    const gone = step.events.filter((one) => one.event === "eliminated");
    if (!gone.length) return null;
    return { picture: "hit", title: gone.map((one) => eventSentence(one, context.who)).join(" ") };
  },
  round: (event, view, context) => ({ picture: signOf(event.starter, context), title: eventSentence(event, context.who) }),
  end: (event, view, context, isOutcome) => ({ picture: "trophy", title: isOutcome ? eventSentence(event, context.who) : sentence("the_end") }),
};
