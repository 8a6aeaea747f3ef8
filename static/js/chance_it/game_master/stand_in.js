// The hand of a seat that the game master plays for: what it may do now, as buttons.

import { piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { dialogOf } from "../../table/game_master/controls.js";
import { shape } from "../../table/game_master/parts.js";
import { cardOf, marketCard } from "../market_card.js";

/** @param {chance_it.Here} here */
export function drawStandIn({ table, cards }) {
  const dialog = dialogOf("stand-in");
  if (!dialog.open) return;
  const number = Number(dialog.dataset.player);
  const stand = table.stand_in.find(({ player, can }) => player === number && can.length);
  if (!stand) {
    dialog.close();
    return;
  }
  const person = table.players[stand.seat];
  redraw(slot(dialog, "shape"), person.colour, () => [shape(person.colour)]);
  slot(dialog, "title").textContent = sentence("stand_in", { name: person.name });
  redraw(slot(dialog, "moves"), stand.can, () => stand.can.map((move, index) => moveButton(move, index, number, cards)));
}

/** @param {chance_it.Move} move @param {number} index @param {number} player @param {Map<string, chance_it.Card>} cards */
function moveButton(move, index, player, cards) {
  const button = document.createElement("button");
  button.className = "button stand-in-move";
  button.dataset.action = "stand-in";
  button.dataset.player = String(player);
  button.dataset.index = String(index);
  button.dataset.key = `move-${index}`;
  if (move.do === "choose") {
    const card = piece("guide", { words: sentence(`guide_${move.guide}`) });
    card.dataset.guide = move.guide;
    showIcon(card, `guide-${move.guide}`);
    button.append(card);
  } else {
    button.append(sentence(move.do === "use" && move.card === null ? "move_use_none" : `move_${move.do}`));
    if ("card" in move && move.card) button.append(marketCard(cardOf(cards, move.card)));
  }
  return button;
}

/** @param {number} player @param {chance_it.Here} context */
export function openStandIn(player, context) {
  const dialog = dialogOf("stand-in");
  dialog.dataset.player = String(player);
  slot(dialog, "refusal").textContent = "";
  dialog.showModal();
  drawStandIn(context);
}
