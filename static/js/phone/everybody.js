// A glance at everybody: tokens, cards lying open, who is awaited, who is connected.

import { marketCard } from "../shared/market_card.js";
import { icon, piece, redraw, showIcon, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

export function drawEverybody(sheet, { view, table, who, connected, card, welcome }) {
  const goal = welcome.options.stars_to_win;
  slot(sheet, "goal").textContent = goal ? sentence("goal_note", { count: goal }) : "";
  redraw(sheet.querySelector('[data-part="everybody"]'), { view, table, connected }, () => view.players.map(row));

  function row(player, seat) {
    const { hearts, coins, stars } = player;
    const words = { hearts: sentence("hearts", { count: hearts }), coins: sentence("coins", { count: coins }), stars: sentence("stars", { count: stars }) };
    const element = piece("player-row", { name: who.name(seat), hearts, coins, stars, words: sentence("everybody_words", words) });
    element.classList.toggle("is-me", seat === view.seat);
    element.classList.toggle("is-out-of-game", !player.in_game);
    element.querySelector(".wealth").setAttribute("aria-hidden", "true");
    showIcon(element.querySelector(".player .icon"), `shape-${who.colour(seat)}`);
    slot(element, "marks").append(...marks(player, seat));
    slot(element, "cards").append(...player.cards.map((id) => marketCard(card(id))));
    return element;
  }

  function marks(player, seat) {
    const { player: id, computer } = table.players[seat];
    const found = [];
    if (seat === view.starter && view.phase !== "over") found.push(["starter", "mark_starter"]);
    if (!player.in_game) found.push(["hit", "mark_out_of_game"]);
    else if (player.bound) found.push(["bound", "mark_bound"]);
    else if (player.guide === "face_down") found.push(["check", "mark_face_down"]);
    else if (player.guide && seat !== view.seat) found.push([`guide-${player.guide}`, `guide_${player.guide}`]);
    if (view.awaiting.includes(seat)) found.push(["waiting", "mark_awaited"]);
    if (computer) found.push(["computer", "mark_computer"]);
    else if (!connected.includes(id)) found.push(["offline", "mark_offline"]);
    return found.map(([picture, key]) => mark(picture, sentence(key)));
  }
}

function mark(picture, text) {
  const element = document.createElement("span");
  element.className = "mark";
  element.append(icon(picture), text);
  return element;
}
