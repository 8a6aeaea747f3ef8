// The market: the cards that lie face up, the pile and the discards.

import { redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { fly, part } from "../../table/game_master/parts.js";
import { cardOf, marketCard } from "../market_card.js";
import { isPicking } from "./hands.js";

/** @param {chance_it.View} view @param {chance_it.Here} here */
export function drawMarket(view, here) {
  const { cards, picked } = here;
  const canPick = isPicking(view, here);
  const market = part("market");
  market.parentElement?.classList.toggle("is-open", view.phase === "market");
  const before = [...market.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
  redraw(market, [view.market, canPick, picked], () => {
    if (!view.market.length) {
      const empty = document.createElement("li");
      empty.className = "market-empty";
      empty.textContent = sentence("market_empty");
      return [empty];
    }
    return view.market.map((id) => {
      const place = document.createElement("li");
      const card = marketCard(cardOf(cards, id));
      card.classList.toggle("is-new", !before.includes(id));
      place.append(canPick ? pickButton(id, card, picked) : card);
      return place;
    });
  });
  slot(part("piles"), "pile").textContent = String(view.pile);
  slot(part("piles"), "discard").textContent = String(view.discard.length);
}

/** @param {string} id @param {HTMLElement} card @param {string} picked */
function pickButton(id, card, picked) {
  const button = document.createElement("button");
  button.className = "market-pick";
  button.dataset.action = "pick-card";
  button.dataset.key = id;
  button.setAttribute("aria-pressed", String(id === picked));
  button.append(card);
  return button;
}

// A card leaves the market: to somebody's mat, or to the discards. Called while it still lies there.
/** @param {chance_it.Step} step @param {number} milliseconds */
export function takeAway(step, milliseconds) {
  const [event] = step.events;
  if (event.event !== "card_bought" && event.event !== "card_discarded") return;
  const card = part("market").querySelector(`[data-card="${CSS.escape(event.card)}"]`);
  if (!card) return;
  const target = event.event === "card_bought" ? part("players").children[event.seat] : part("piles").lastElementChild;
  fly(card, target, milliseconds);
}
