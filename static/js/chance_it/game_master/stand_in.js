// The hand of a seat that the game master plays for: what it may do now, as buttons.

import { piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { shape } from "../../table/game_master/parts.js";
import { marketCard } from "../market_card.js";

/** @param {chance_it.Here} here */
export function drawStandIn({ table, cards }) {
  const dialog = document.getElementById("dialog-stand-in");
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

function moveButton(move, index, player, cards) {
  const button = document.createElement("button");
  button.className = "button stand-in-move";
  button.dataset.action = "stand-in";
  button.dataset.player = player;
  button.dataset.index = index;
  button.dataset.key = `move-${index}`;
  if (move.do === "choose") {
    const card = piece("guide", { words: sentence(`guide_${move.guide}`) });
    card.dataset.guide = move.guide;
    card.querySelector("use").setAttribute("href", `#guide-${move.guide}`);
    button.append(card);
  } else {
    button.append(sentence(move.do === "use" && move.card === null ? "move_use_none" : `move_${move.do}`));
    if (move.card) button.append(marketCard(cards.get(move.card)));
  }
  return button;
}

/** @param {any} player @param {chance_it.Here} context */
export function openStandIn(player, context) {
  const dialog = document.getElementById("dialog-stand-in");
  dialog.dataset.player = player;
  slot(dialog, "refusal").textContent = "";
  dialog.showModal();
  drawStandIn(context);
}
