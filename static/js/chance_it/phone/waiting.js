// Nothing to do for me: whom the table waits for, and what my round has brought.

import { icon, piece, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { changesIn } from "../steps.js";
import { changeRow, changesOf } from "./changes.js";
import { glanceRows } from "./everybody.js";

/** @type {Record<string, string>} */
const PICTURES = { roll: "starter", reroll: "starter", start: "starter", choose: "guide-back", use: "another", market: "market", shuffle: "pile", lay_out: "pile" };

/** @param {chance_it.Playing} app */
export function waitScene(app) {
  const { view, who, told } = app;
  const scene = piece("scene-wait", {
    title: sentence(titleOf(app), {
      name: view.starter === null ? "" : who.name(view.starter),
      names: list(view.awaiting.map(who.name)),
    }),
    why: whyOf(app),
  });
  slot(scene, "picture").append(icon(PICTURES[view.phase] ?? "waiting"));
  const changes = changesOf(changesIn(roundOf(told.events())), view.seat);
  const recap = slot(scene, "recap");
  recap.hidden = !changes.length;
  slot(recap, "recap-title").textContent = sentence(view.phase === "roll" ? "recap_last" : "recap_now");
  slot(recap, "changes").append(...changes.map((event) => changeRow(event, who)));
  slot(scene, "glance").append(...glanceRows(app));
  return scene;
}

/** @param {chance_it.Playing} app */
function titleOf(app) {
  if (areMyDice(app)) return "throw_title";
  if (isMyGuide(app)) return "own_guides_title";
  return app.view.phase === "lay_out" ? "lay_out_wait" : `wait_${app.view.phase}`;
}

// Where printed guide cards are laid, this phone has nothing to lay.
/** @param {chance_it.Playing} app */
const isMyGuide = ({ view, table }) => table.printed_guides.includes(table.you ?? 0) && view.phase === "choose" && view.awaiting.includes(view.seat);

// Where real dice are rolled, this phone has nothing to roll.
/** @param {chance_it.Playing} app */
const areMyDice = ({ view, table }) => table.own_dice && view.to_roll > 0 && view.starter === view.seat;

/** @param {chance_it.Playing} app */
function whyOf(app) {
  const { view, table } = app;
  if (isMyGuide(app)) return sentence("own_guides_why");
  if (table.own_dice && view.to_roll > 0) return sentence("own_dice_why");
  return view.players[view.seat].bound ? sentence("bound_why") : "";
}

// The events of the round that is on, or of the last one while nothing has happened in this one yet.
/** @param {chance_it.Event[]} events */
function roundOf(events) {
  let end = events.length;
  let begin = events.findLastIndex((event) => event.event === "round_began");
  if (begin >= 0 && begin === end - 1) {
    end = begin;
    begin = events.slice(0, begin).findLastIndex((event) => event.event === "round_began");
  }
  return events.slice(begin + 1, end);
}
