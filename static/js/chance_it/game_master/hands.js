// The hands of all who play on this screen: one after the other, in the middle of the table. What was laid is not shown.

import { piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { shape } from "../../table/game_master/parts.js";
import { cardOf, marketCard } from "../market_card.js";

// {asked, now}: the seats that may do what the host may not do anyway, and whose hand is open.
/** @param {chance_it.View} view @param {chance_it.Here} here */
export function handsOf(view, { table, hand }) {
  const asked = table.stand_in.filter(({ can }) => can.some((move) => !view.can.some((mine) => mine.do === move.do)));
  const now = asked.find(({ player }) => player === hand) ?? asked.find(({ seat }) => view.awaiting.includes(seat)) ?? null;
  return { asked, now };
}

// Whether somebody on this screen picks a card of the market.
/** @param {chance_it.View} view @param {chance_it.Here} here */
export const isPicking = (view, here) => view.phase === "market" && handsOf(view, here).now !== null;

/** @param {chance_it.View} view @param {chance_it.Here} here */
export function handChoices(view, here) {
  const { asked, now } = handsOf(view, here);
  const others = asked.filter((stand) => stand !== now).map(({ player, seat }) => handButton(player, here.table.players[seat]));
  if (!now) return others;
  /** @type {chance_it.Move[]} */
  const can = now.can;
  const offered = can.filter((move) => view.phase !== "market" || ("card" in move && move.card === here.picked));
  return [...offered.map((move) => moveButton(move, can.indexOf(move), now.player, here.cards)), ...others];
}

/** @param {chance_it.Move} move @param {number} index @param {number} player @param {Map<string, chance_it.Card>} cards */
function moveButton(move, index, player, cards) {
  const button = document.createElement("button");
  button.className = "button hand-move";
  button.dataset.action = "play-hand";
  button.dataset.player = String(player);
  button.dataset.index = String(index);
  button.dataset.key = `move-${player}-${index}`;
  if (move.do === "choose") {
    const card = piece("guide", { words: sentence(`guide_${move.guide}`) });
    card.dataset.guide = move.guide;
    showIcon(card, `guide-${move.guide}`);
    button.append(card);
  } else if (move.do === "buy") {
    button.append(sentence("hand_buy", { count: cardOf(cards, move.card).price }));
    button.classList.add("is-main");
  } else {
    button.append(sentence(move.do === "use" && move.card === null ? "move_use_none" : `move_${move.do}`));
    if (move.do === "use" && move.card) button.append(marketCard(cardOf(cards, move.card), { isOwned: true }));
  }
  return button;
}

/** @param {number} player @param {protocol.message.SeatedSeen} person */
function handButton(player, person) {
  const button = piece("person-button", { name: person.name });
  slot(button, "shape").append(shape(person.colour));
  button.dataset.action = "open-hand";
  button.dataset.player = String(player);
  button.dataset.key = `hand-${player}`;
  return button;
}
