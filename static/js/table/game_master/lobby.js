// The lobby: seats in the order in which people sit, computer players, and the start of the game.

import { announce } from "../../shared/announcing.js";
import { faceOf, find, icon, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { list, sentence, wordFor } from "../../shared/sentences.js";
import { drawOwnBox } from "../own_box.js";
import { part, shape, show, writeName } from "./parts.js";

/** @type {Record<string, number>} */
const BY = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// `game` tells its options in words, and which printed pieces are used: {options(options), printed(here)}.
/** @param {table.Here} here @param {table.Lobby} game */
export function drawLobby(here, game) {
  const { table, connected, isGameMaster, welcome, options } = here;
  const { players } = table;
  /** @param {string} what */
  const may = (what) => table.can.includes(what);
  const count = players.length;
  const [fewest, most] = welcome.players;
  const note = welcome.lobby_notes[count];
  part("seats-title").textContent = count ? sentence("seats_some", { count }) : sentence("seats_none");
  part("seats-note").textContent = note ? sentence(note) : may("arrange") ? sentence("seats_arrange") : "";
  drawSeats(players, most, connected, may("arrange"));
  show("no-phone", isGameMaster && count === 0); // where somebody sits, the seats have its room
  part("options").textContent = game.options(options);
  drawOwnBox(find(document, ".lobby"), welcome);
  const printed = game.printed?.(here) ?? [];
  part("printed-now").textContent = printed.length ? sentence("printed_now", { what: list(printed) }) : "";
  show("lobby-foot", isGameMaster);
  show("join-open", !table.locked);
  show("join-closed", table.locked);
  show("printed", isGameMaster && document.getElementById("dialog-printed") !== null);
  if (!isGameMaster) return;
  for (const button of document.querySelectorAll(".lobby-begin button")) button.setAttribute("aria-disabled", String(count < fewest));
  const isFull = count >= most;
  redraw(part("computers"), [welcome.computer_players, isFull], () =>
    welcome.computer_players.map((mind) => {
      const button = piece("add-computer", { label: sentence("add_computer", { mind: wordFor("mind", mind) }) });
      showIcon(find(button, "svg"), faceOf(mind));
      button.dataset.mind = mind;
      button.dataset.key = mind;
      button.setAttribute("aria-disabled", String(isFull));
      return button;
    }),
  );
}

/** @param {protocol.message.SeatedSeen[]} players @param {number} most @param {Set<number>} connected @param {boolean} mayArrange */
function drawSeats(players, most, connected, mayArrange) {
  const states = players.map((player) => stateOf(player, connected));
  redraw(part("seats"), [players, most, states, mayArrange], () => {
    const seats = players.map((player, index) => seatOf(player, index, states[index], players.length, mayArrange));
    for (let index = players.length; index < most; index += 1) seats.push(piece("free-seat", { number: index + 1 }));
    // Where the host can play for somebody, people can play on this screen.
    const canAdd = mayArrange && document.querySelector('[name="mind"][value="game_master"]');
    if (canAdd && players.length < most) slot(seats[players.length], "add").hidden = false;
    return seats;
  });
}

/** @param {protocol.message.SeatedSeen} player @param {Set<number>} connected */
export function stateOf(player, connected) {
  if (player.computer) return wordFor("mind", player.computer);
  return connected.has(player.player) ? sentence("state_here") : sentence("state_away");
}

/** @param {protocol.message.SeatedSeen} player @param {number} index @param {string} state @param {number} count @param {boolean} mayArrange */
function seatOf(player, index, state, count, mayArrange) {
  const { name } = player;
  const seat = piece("seat", {
    number: index + 1,
    state,
    earlier: sentence("seat_earlier", { name }),
    later: sentence("seat_later", { name }),
    settings: sentence("seat_settings", { name }),
  });
  seat.dataset.player = String(player.player);
  seat.dataset.colour = String(player.colour);
  writeName(slot(seat, "name"), name);
  slot(seat, "shape").append(shape(player.colour));
  if (player.computer && player.computer !== "game_master") slot(seat, "face").append(icon(faceOf(player.computer)));
  if (!mayArrange) {
    slot(seat, "buttons").remove();
    return seat;
  }
  seat.draggable = true;
  for (const button of seat.querySelectorAll("button")) {
    button.dataset.player = String(player.player);
    button.dataset.key = `${button.dataset.action}${button.dataset.by ?? ""}-${player.player}`;
  }
  const [earlier, later] = seat.querySelectorAll('[data-action="move-seat"]');
  earlier.setAttribute("aria-disabled", String(index === 0));
  later.setAttribute("aria-disabled", String(index === count - 1));
  return seat;
}

// `arrange(order)` is called with the numbers of the players in their new order.
/** @param {() => protocol.message.SeatedSeen[]} players @param {(order: number[]) => unknown} arrange */
export function letArrange(players, arrange) {
  const seats = part("seats");
  const numbers = () => players().map((player) => player.player);

  /** @param {number} player @param {number} to */
  function move(player, to) {
    const order = numbers().filter((other) => other !== player);
    const place = Math.min(Math.max(to, 0), order.length);
    order.splice(place, 0, player);
    if (order.join() === numbers().join()) return;
    arrange(order);
    const name = players().find((one) => one.player === player)?.name;
    announce(sentence("seat_moved", { name, place: place + 1 }));
  }

  seats.addEventListener("keydown", (event) => {
    const seat = event.target?.closest("[data-player]");
    const by = BY[event.key];
    if (!seat || !by) return;
    event.preventDefault();
    const player = Number(seat.dataset.player);
    move(player, numbers().indexOf(player) + by);
  });

  /** @type {HTMLElement | null} */
  let dragged = null;
  seats.addEventListener("dragstart", (event) => {
    dragged = event.target?.closest(".seat") ?? null;
    if (!dragged || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    dragged.classList.add("is-dragged");
  });
  seats.addEventListener("dragover", (event) => {
    const over = event.target?.closest(".seat");
    if (!dragged || !over) return;
    event.preventDefault();
    for (const seat of seats.children) seat.classList.toggle("is-target", seat === over && over !== dragged);
  });
  seats.addEventListener("drop", (event) => {
    const over = event.target?.closest(".seat");
    if (!dragged || !over) return;
    event.preventDefault();
    move(Number(dragged.dataset.player), [...seats.children].indexOf(over));
  });
  seats.addEventListener("dragend", () => {
    for (const seat of seats.children) seat.classList.remove("is-dragged", "is-target");
    dragged = null;
  });

  /** @param {number} player @param {number} by */
  return (player, by) => move(player, numbers().indexOf(player) + by);
}
