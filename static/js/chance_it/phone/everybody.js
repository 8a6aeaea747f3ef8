// A glance at everybody: tokens, cards lying open, who is awaited, who is connected.

import { faceOf, find, icon, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { isComputer } from "../../table/seated.js";
import { cardOf, marketCard } from "../market_card.js";

// The others in a line each, for when there is time to look.
/** @param {chance_it.Playing} app */
export function glanceRows({ view, who }) {
  return view.players.flatMap((player, seat) => (seat === view.seat ? [] : [fill("glance-row", player, seat, who)]));
}

/** @param {string} id @param {protocol.chance_it.PlayerSeen} player @param {number} seat @param {table.Who} who */
function fill(id, { hearts, coins, stars, in_game }, seat, who) {
  const [inHearts, inCoins, inStars] = Object.entries({ hearts, coins, stars }).map(([key, count]) => sentence(key, { count }));
  const words = sentence("everybody_words", { hearts: inHearts, coins: inCoins, stars: inStars });
  const row = piece(id, { name: who.name(seat), hearts, coins, stars, words });
  showIcon(find(row, ".player .icon"), `shape-${who.colour(seat)}`);
  row.classList.toggle("is-out-of-game", !in_game);
  return row;
}

/** @param {HTMLElement} sheet @param {chance_it.Playing} app */
export function drawEverybody(sheet, { view, table, who, connected, cards, welcome }) {
  const goal = welcome.options.stars_to_win;
  slot(sheet, "goal").textContent = goal ? sentence("goal_note", { count: goal }) : "";
  redraw(find(sheet, '[data-part="everybody"]'), { view, table, connected }, () => view.players.map(row));

  /** @param {protocol.chance_it.PlayerSeen} player @param {number} seat */
  function row(player, seat) {
    const element = fill("player-row", player, seat, who);
    element.classList.toggle("is-me", seat === view.seat);
    slot(element, "marks").append(...marks(player, seat));
    slot(element, "cards").append(...player.cards.map((id) => marketCard(cardOf(cards, id), { isOwned: true })));
    return element;
  }

  /** @param {protocol.chance_it.PlayerSeen} player @param {number} seat */
  function marks(player, seat) {
    const person = table.players[seat];
    const found = [];
    if (seat === view.starter && view.phase !== "over") found.push(["starter", "mark_starter"]);
    if (!player.in_game) found.push(["hit", "mark_out_of_game"]);
    else if (player.bound) found.push(["bound", "mark_bound"]);
    else if (player.guide && seat !== view.seat) {
      found.push(player.guide === "face_down" ? ["check", "mark_face_down"] : [`guide-${player.guide}`, `guide_${player.guide}`]);
    }
    if (view.awaiting.includes(seat)) found.push(["waiting", "mark_awaited"]);
    if (isComputer(person)) found.push([faceOf(person.computer ?? ""), "mark_computer"]);
    else if (person.computer === "game_master") found.push(["big-screen", "mark_big_screen"]);
    else if (!connected.includes(person.player)) found.push(["offline", "mark_offline"]);
    return found.map(([picture, key]) => mark(picture, sentence(key)));
  }
}

/** @param {string} picture @param {string} text */
function mark(picture, text) {
  const element = document.createElement("span");
  element.className = "mark";
  element.append(icon(picture), text);
  return element;
}
