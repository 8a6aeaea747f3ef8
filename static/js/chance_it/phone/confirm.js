// The bar at the bottom where a choice is confirmed, away from where it was made, and where a refusal is read.

import { find, piece, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { isPlaying } from "../../table/phone/seat.js";
import { cardOf } from "../market_card.js";
import { layingOut } from "./stage.js";

/** @param {HTMLElement} element @param {chance_it.Phone} app @param {string} scene */
export function drawConfirm(element, app, scene) {
  const { selected, laid, shown, sending, refusal, table, state } = app;
  const isKept = sending > 0 && state === "offline";
  const bar = BARS[scene];
  element.hidden = !bar || !isOffered(app, scene) || Boolean(table?.paused);
  if (element.hidden || !isPlaying(app)) return;
  const { view } = app;
  redraw(element, { scene, rollsFor: app.table.rolls_for, can: view.can, selected, laid, shown, isKept, refusal, secret: view.secret }, () => {
    const content = isKept ? one("sending", {}, false) : bar(app);
    const where = content.querySelector('[data-slot="refusal"]');
    if (where) where.textContent = refusal;
    return [content];
  });
}

// What only some are offered: to roll for somebody who does nothing, and, on the host's phone, to skip what is told.
/** @param {chance_it.Phone} app @param {string} scene */
function isOffered({ table }, scene) {
  if (scene === "wait") return (table?.rolls_for ?? null) !== null;
  return scene !== "moment" || Boolean(table?.is_host);
}

/** @type {Record<string, (app: chance_it.Playing) => HTMLElement>} */
const BARS = {
  grab: () => one("grab", {}, true),
  throw: ({ view }) => one(view.can[0].do === "reroll" ? "reroll" : "throw", {}, true),
  choose({ view, selected }) {
    const { secret: guide } = view;
    const values = { guide: sentence(`guide_${selected ?? guide}`) };
    if (guide && (selected ?? guide) === guide) return keep(values);
    return selected ? one(guide ? "choose_change" : "choose_confirm", values, true) : one("choose_confirm_none", {}, false);
  },
  use({ selected }) {
    if (!selected) return one("use_confirm_none", {}, false);
    return one(selected === "none" ? "use_confirm_no_card" : "use_confirm", {}, true);
  },
  "lay-out": (app) => one("lay_out_confirm", {}, app.laid.length === layingOut(app)?.to_lay),
  show: ({ realTable, table, shown }) => one("show_confirm", {}, Boolean(realTable?.movesOf(table.printed, shown))),
  market({ view, selected, cards }) {
    const canBuy = view.can.some((move) => move.do === "buy" && move.card === selected);
    const bar = piece("confirm-market", {
      discard: sentence("discard"),
      buy: selected ? sentence("buy_for", { count: cardOf(cards, selected).price }) : sentence("buy"),
    });
    enable(find(bar, '[data-choice="discard"]'), Boolean(selected));
    enable(find(bar, '[data-choice="buy"]'), canBuy);
    return bar;
  },
  wait: ({ view, who }) => doing("roll-for", one("roll_for", { name: view.starter === null ? "" : who.name(view.starter) }, true)),
  moment: () => doing("skip", one("skip", {}, true)),
  laid: ({ view }) => (view.can.length ? piece("confirm-look") : document.createElement("div")),
};

// Nothing has changed: the card is laid down again.
/** @param {Record<string, unknown>} values */
const keep = (values) => doing("keep", one("choose_keep", values, true));

/** @param {string} action @param {HTMLElement} bar */
function doing(action, bar) {
  find(bar, "button").dataset.action = action;
  return bar;
}

/** @param {string} key @param {Record<string, unknown>} values @param {boolean} isReady */
function one(key, values, isReady) {
  const bar = piece("confirm-one", { label: sentence(key, values) });
  enable(find(bar, "button"), isReady);
  return bar;
}

// Not `disabled`: the button keeps its place for the keyboard and for screen readers.
/** @param {HTMLElement} button @param {boolean} isReady */
function enable(button, isReady) {
  button.setAttribute("aria-disabled", String(!isReady));
}
