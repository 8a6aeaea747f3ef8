// Printed market cards (J18): all that can lie there, sorted so that one is found at a glance, and which of them do.

import { icon, slot } from "../shared/pieces.js";
import { cardOf, marketCard } from "./market_card.js";

const SYMBOLS = ["1", "2", "3", "4", "5", "6", "chance_it", "flash"];
/** @type {Record<string, string>} */
const PICTURES = { chance_it: "guide-chance_it", flash: "flash" }; // small cards have no room for the words

// A group for each symbol, the cheapest first. `laid` are those that were said to lie there.
/** @param {chance_it.LayingOut} laying @param {string[]} laid @param {Map<string, chance_it.Card>} cards */
export function layOutGroups(laying, laid, cards) {
  const all = laying.may_lie.map((id) => cardOf(cards, id)).sort((one, other) => one.price - other.price);
  return SYMBOLS.map((symbol) => all.filter(({ when }) => when === symbol))
    .filter((group) => group.length)
    .map((group) => {
      const element = document.createElement("div");
      element.className = "lay-out-group";
      element.append(...group.map((card) => cardButton(card, laying, laid)));
      return element;
    });
}

/** @param {chance_it.Card} card @param {chance_it.LayingOut} laying @param {string[]} laid */
function cardButton(card, { must_lie, to_lay }, laid) {
  const isLaid = laid.includes(card.id);
  const button = document.createElement("button");
  button.className = "card-choice";
  button.dataset.action = "lay";
  button.dataset.key = card.id;
  button.setAttribute("aria-pressed", String(isLaid));
  button.setAttribute("aria-disabled", String(must_lie.includes(card.id) || (!isLaid && laid.length >= to_lay)));
  const picture = marketCard(card);
  if (PICTURES[card.when]) slot(picture, "when").replaceChildren(icon(PICTURES[card.when]));
  button.append(picture);
  return button;
}

/** @param {string[]} laid @param {string} id */
export const toggled = (laid, id) => (laid.includes(id) ? laid.filter((other) => other !== id) : [...laid, id]);
