// Market cards: the own turn in the market, which of the own cards works, and the sheet with all that lie open.

import { piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { cardInWords, marketCard } from "../market_card.js";

/** @param {chance_it.Phone} app */
export function marketScene(app) {
  const { view, selected, card } = app;
  const scene = piece("scene-cards", {
    title: sentence("market_title"),
    note: selected ? cardInWords(card(selected)) : sentence("market_note"),
  });
  const { coins } = view.players[view.seat];
  for (const id of view.market) {
    const canBuy = view.can.some((move) => move.do === "buy" && move.card === id);
    const choice = cardChoice(card(id), id === selected);
    if (!canBuy) {
      choice.classList.add("is-too-dear");
      slot(choice, "short").textContent = sentence("too_dear", { count: card(id).price - coins });
    }
    slot(scene, "cards").append(choice);
  }
  return scene;
}

/** @param {chance_it.Phone} app */
export function useScene({ view, selected, card }) {
  const scene = piece("scene-cards", {
    title: sentence("use_title"),
    note: card(selected)
      ? cardInWords(card(selected))
      : sentence(view.row === "chance_it" ? "use_note_chance_it" : "use_note_die", { die: view.row }),
  });
  for (const { card: id } of view.can.filter((move) => move.card)) {
    slot(scene, "cards").append(cardChoice(card(id), id === selected));
  }
  if (view.can.some((move) => move.card === null)) slot(scene, "more").append(noneOfThem(selected));
  return scene;
}

function noneOfThem(selected) {
  const button = document.createElement("button");
  button.className = "button none-of-them";
  button.dataset.action = "select";
  button.dataset.key = "none";
  button.setAttribute("aria-pressed", String(selected === "none"));
  button.textContent = sentence("use_none");
  return button;
}

function cardChoice(card, isSelected) {
  const choice = piece("card-choice");
  choice.dataset.key = card.id;
  choice.setAttribute("aria-pressed", String(isSelected));
  choice.prepend(marketCard(card));
  return choice;
}

/** @param {any} sheet @param {chance_it.Phone} app */
export function drawCards(sheet, { view, card }) {
  const mine = view.players[view.seat].cards;
  drawRow("my-cards", mine, "no_cards");
  drawRow("market-cards", view.market, "no_market");
  slot(sheet, "pile").textContent = sentence("pile", { count: view.pile });

  function drawRow(name, ids, none) {
    const row = sheet.querySelector(`[data-part="${name}"]`);
    redraw(row, ids, () => (ids.length ? ids.map((id) => marketCard(card(id))) : [sentence(none)]));
  }
}
