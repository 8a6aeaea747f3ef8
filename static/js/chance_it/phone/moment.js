// What happens right now, told at the pace of the big screen: first what it means for me, then for the others.

import { find, icon, piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { playerSign } from "../../table/phone/people.js";
import { actionsSentence, eventSentence, rolledFor } from "../event_sentences.js";
import { cardOf, marketCard } from "../market_card.js";
import { changesIn } from "../steps.js";
import { changeRow, changesOf, chip } from "./changes.js";
import { bigDice } from "./throwing.js";

/** @typedef {chance_it.Playing & {step: chance_it.Step}} Telling */

/** @param {Telling} app */
export function momentScene(app) {
  const { step, isOutcome } = app;
  if (step.kind === "reveal") return revealScene(app);
  if (step.kind === "roll" || step.kind === "reroll") return rollScene(app);
  const { view, who, cards } = app;
  const scene = piece("scene-moment", { title: titleOf(app) });
  const picture = pictureOf(app);
  if (picture) slot(scene, "picture").append(icon(picture));
  if (!isOutcome && step.kind !== "action") return scene;
  const shown = step.events.find((event) => event.event === "card_bought" || event.event === "card_discarded");
  if (shown) slot(scene, "card").append(marketCard(cardOf(cards, shown.card)));
  const laidOut = step.events.filter((event) => event.event === "market_laid_out").flatMap((event) => event.cards);
  slot(scene, "card").append(...laidOut.map((id) => marketCard(cardOf(cards, id))));

  const changes = changesIn(step.events);
  const mine = changesOf(changes, view.seat);
  slot(scene, "mine").append(
    ...mine.map((event) => {
      const row = changeRow(event, who);
      row.prepend(icon(`shape-${who.colour(view.seat)}`, "sign"));
      return row;
    }),
  );
  if (!mine.length && (step.kind === "effects" || step.kind === "actions")) slot(scene, "mine").append(untouched(view.players[view.seat]));
  view.players.forEach((_, seat) => {
    const theirs = changesOf(changes, seat);
    if (seat === view.seat || !theirs.length) return;
    const row = document.createElement("li");
    row.append(playerSign(seat, who), ...theirs.map((event) => chip(event.token, event.by)));
    slot(scene, "others").append(row);
  });
  return scene;
}

/** @param {protocol.chance_it.PlayerSeen} me */
function untouched(me) {
  const row = document.createElement("li");
  row.className = "untouched";
  row.textContent = sentence(me.guide === "out" ? "moment_you_are_out" : "moment_untouched");
  return row;
}

/** @param {Telling} app */
function titleOf({ step, isOutcome, view, who }) {
  const { kind, events } = step;
  if (kind === "actions") return actionsSentence(events);
  if (kind === "stakes" || kind === "all_out") return sentence(`moment_${kind}`);
  if (kind === "end" && !isOutcome) return sentence("moment_end");
  if (kind === "effects") {
    if (events[0].event === "token_changed" && events[0].cause === "correction") return sentence("moment_effects_correction");
    if (view.row !== null) return sentence(`action_${view.row}`);
  }
  const told = events.filter((event) => event.event !== "token_changed").map((event) => eventSentence(event, who));
  return told.filter(Boolean).join(" ");
}

/** @type {Record<string, string>} */
const PICTURES = { stakes: "coin", all_out: "hit", market_turn: "market", discard: "discard", lay_out: "pile", elimination: "hit", round: "starter", end: "trophy" };

/** @param {Telling} app */
function pictureOf({ step, view }) {
  const { kind } = step;
  if (["action", "actions", "effects"].includes(kind)) {
    const [event] = step.events;
    const row = event.event === "action_began" ? event.row : view.row;
    return row === null ? null : row === "chance_it" ? "guide-chance_it" : `die-${row}`;
  }
  return PICTURES[kind];
}

/** @param {Telling} app */
function rollScene({ step, isOutcome, who }) {
  const [event] = step.events;
  const scene = piece("scene-throw", { title: isOutcome ? eventSentence(event, who) : sentence("rolling"), note: isOutcome ? "" : (rolledFor(event, who) ?? "") });
  const rolled = "dice" in event ? event.dice : [];
  const dice = isOutcome ? [...rolled].sort() : rolled.map((_, index) => index + 1);
  slot(scene, "dice").append(...bigDice(dice, !isOutcome));
  return scene;
}

/** @param {Telling} app */
function revealScene({ step, isOutcome, view, who }) {
  const scene = piece("scene-reveal", { title: sentence(isOutcome ? "moment_revealed" : "moment_reveal") });
  const [event] = step.events;
  if (event.event !== "guides_revealed") return scene;
  event.guides.forEach((guide, seat) => {
    if (guide === null) return;
    const face = isOutcome || view.players[seat].bound ? guide : "face_down";
    const row = piece("revealed-card", { name: who.name(seat), label: face === "face_down" ? "" : sentence(`guide_${face}`) });
    const card = find(row, ".guide-card");
    card.dataset.guide = face;
    card.classList.toggle("is-turning", isOutcome);
    showIcon(find(card, ".icon"), face === "face_down" ? "guide-back" : `guide-${face}`);
    showIcon(find(row, ".player .icon"), `shape-${who.colour(seat)}`);
    row.classList.toggle("is-me", seat === view.seat);
    slot(scene, "cards").append(row);
  });
  return scene;
}
