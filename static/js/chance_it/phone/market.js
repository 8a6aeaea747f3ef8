// Market cards: the own turn in the market, which of the own cards works, and the sheet with all that lie open.

import { find, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { cardInWords, cardOf, marketCard } from "../market_card.js";

/** @param {chance_it.Playing} app */
export function marketScene(app) {
  const { view, selected, cards } = app;
  const scene = piece("scene-cards", {
    title: sentence("market_title"),
    note: selected ? cardInWords(cardOf(cards, selected)) : sentence("market_note"),
  });
  const { coins } = view.players[view.seat];
  for (const id of view.market) {
    const canBuy = view.can.some((move) => move.do === "buy" && move.card === id);
    const choice = cardChoice(cardOf(cards, id), id === selected);
    if (!canBuy) {
      choice.classList.add("is-too-dear");
      slot(choice, "short").textContent = sentence("too_dear", { count: cardOf(cards, id).price - coins });
    }
    slot(scene, "cards").append(choice);
  }
  return scene;
}

/** @param {chance_it.Playing} app */
export function useScene({ view, selected, cards }) {
  const chosen = cards.get(selected ?? "");
  const uses = view.can.filter((move) => move.do === "use");
  const scene = piece("scene-cards", {
    title: sentence("use_title"),
    note: chosen
      ? cardInWords(chosen, { isOwned: true })
      : sentence(view.row === "chance_it" ? "use_note_chance_it" : "use_note_die", { die: view.row }),
  });
  for (const { card: id } of uses) {
    if (id) slot(scene, "cards").append(cardChoice(cardOf(cards, id), id === selected, { isOwned: true }));
  }
  if (uses.some((move) => move.card === null)) slot(scene, "more").append(noneOfThem(selected));
  return scene;
}

/** @param {string | null} selected */
function noneOfThem(selected) {
  const button = document.createElement("button");
  button.className = "button none-of-them";
  button.dataset.action = "select";
  button.dataset.key = "none";
  button.setAttribute("aria-pressed", String(selected === "none"));
  button.textContent = sentence("use_none");
  return button;
}

/** @param {chance_it.Card} card @param {boolean} isSelected @param {{isOwned: boolean}} [options] */
function cardChoice(card, isSelected, options) {
  const choice = piece("card-choice");
  choice.dataset.key = card.id;
  choice.setAttribute("aria-pressed", String(isSelected));
  choice.prepend(marketCard(card, options));
  return choice;
}

/** @param {HTMLElement} sheet @param {chance_it.Playing} app */
export function drawCards(sheet, { view, cards }) {
  const mine = view.players[view.seat].cards;
  drawRow("my-cards", mine, "no_cards", true);
  drawRow("market-cards", view.market, "no_market", false);
  slot(sheet, "pile").textContent = sentence("pile", { count: view.pile });

  /** @param {string} name @param {string[]} ids @param {string} none @param {boolean} isOwned */
  function drawRow(name, ids, none, isOwned) {
    const row = find(sheet, `[data-part="${name}"]`);
    redraw(row, ids, () => (ids.length ? ids.map((id) => marketCard(cardOf(cards, id), { isOwned })) : [sentence(none)]));
  }
}
