// A market card, drawn from its entry in the box: when it works, what it does, what it costs (R25).

import { find, icon, piece, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

/** @type {["hearts" | "coins" | "stars" | "hit", string, string][]} */
export const EFFECTS = [
  ["hearts", "heart", "+"],
  ["coins", "coin", "+"],
  ["stars", "star", "+"],
  ["hit", "hit", "-"],
];

/** @param {Map<string, chance_it.Card>} cards @param {string} id */
export function cardOf(cards, id) {
  const card = cards.get(id);
  if (!card) throw new Error(`${id} is not in the box`);
  return card;
}

// In words: "Die 3: 1 heart and 1 coin. Price: 2 coins." A card that somebody owns has no price any more.
/** @param {chance_it.Card} card @param {{isOwned?: boolean}} [options] */
export function cardInWords(card, { isOwned = false } = {}) {
  const effects = EFFECTS.filter(([key]) => card[key]).map(([key]) => sentence(`card_${key}`, { count: card[key] }));
  if (card.market) effects.push(sentence("card_market"));
  const when = sentence(`card_when_${/\d/.test(card.when) ? "die" : card.when}`, { die: card.when });
  const words = sentence("card_in_words", { when, effects: effects.join(", ") });
  return isOwned ? words : `${words} ${sentence("card_price", { count: card.price })}`;
}

// Needs <template id="market-card"> of templates/pieces/market_card.html.
/** @param {chance_it.Card} card @param {{isOwned?: boolean}} [options] */
export function marketCard(card, { isOwned = false } = {}) {
  const element = piece("market-card");
  element.dataset.when = card.when;
  element.dataset.card = card.id;
  const when = slot(element, "when");
  if (card.when === "flash") when.append(icon("flash"));
  else if (card.when !== "chance_it") when.append(icon(`die-${card.when}`));
  if (card.when === "flash" || card.when === "chance_it") when.append(sentence(`card_name_${card.when}`));
  const effects = slot(element, "effects");
  for (const [key, picture, sign] of EFFECTS) {
    if (card[key]) effects.append(tokens(picture, `${sign === "-" ? "−" : "+"}${card[key]}`));
  }
  if (card.market) effects.append(tokens("another", ""));
  slot(element, "price").textContent = String(card.price);
  if (isOwned) find(element, ".price").remove();
  slot(element, "words").textContent = cardInWords(card, { isOwned });
  return element;
}

/** @param {string} picture @param {string} figure */
function tokens(picture, figure) {
  const element = document.createElement("span");
  element.className = "tokens";
  element.append(icon(picture), figure);
  return element;
}
