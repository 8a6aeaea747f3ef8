// Nothing to do for me: whom the table waits for, and what my round has brought.

import { icon, piece, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { changesIn } from "../steps.js";
import { changeRow, changesOf } from "./changes.js";
import { glanceRows } from "./everybody.js";

/** @type {Record<string, string>} */
const PICTURES = { roll: "starter", reroll: "starter", start: "starter", choose: "guide-back", use: "another", market: "market", shuffle: "pile" };

/** @param {chance_it.Playing} app */
export function waitScene(app) {
  const { view, who, told } = app;
  const scene = piece("scene-wait", {
    title: sentence(areMyDice(app) ? "throw_title" : `wait_${view.phase}`, {
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

// Where real dice are rolled, this phone has nothing to roll.
/** @param {chance_it.Playing} app */
const areMyDice = ({ view, table }) => table.own_dice && view.to_roll > 0 && view.starter === view.seat;

/** @param {chance_it.Playing} app */
function whyOf({ view, table }) {
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
