// What the game master can do about one person: name, colour, who plays, and whether the seat is open. A game may add more.

import { faceOf, find, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence, wordFor } from "../../shared/sentences.js";
import { dialogOf, inputsOf, openDialog } from "./controls.js";
import { stateOf } from "./lobby.js";
import { part, shape, show } from "./parts.js";

const COLOURS = 6;

/** @param {table.Here} here */
export function drawPeople({ table, connected }) {
  const list = part("menu-people");
  const everybody = [...table.players, ...table.waiting];
  const states = everybody.map((player, index) => (index < table.players.length ? stateOf(player, connected) : sentence("state_next")));
  redraw(list, [everybody, states], () =>
    everybody.map((player, index) => {
      const line = piece("menu-person", { name: player.name, state: states[index] });
      slot(line, "shape").append(shape(player.colour));
      const button = find(line, "button");
      button.dataset.player = String(player.player);
      button.dataset.key = `person-${player.player}`;
      return line;
    }),
  );
}

// The dialog is open for the player with the number in its data-player.
/** @param {table.Here} here @param {any} view @param {(seat: number, view: any, here: any) => void} [drawMore] */
export function drawPerson(here, view, drawMore = () => {}) {
  const { table, welcome } = here;
  const dialog = dialogOf("person");
  const number = Number(dialog.dataset.player);
  const seat = table.players.findIndex((player) => player.player === number);
  const person = table.players[seat] ?? table.waiting.find((player) => player.player === number);
  if (!person) {
    if (dialog.open) dialog.close();
    return;
  }
  /** @param {string} what */
  const may = (what) => table.can.includes(what);
  redraw(slot(dialog, "shape"), person.colour, () => [shape(person.colour)]);
  slot(dialog, "title").textContent = person.name;
  const taken = [...table.players, ...table.waiting].map((player) => player.colour);
  redraw(slot(dialog, "colours"), [taken, person.colour], () =>
    Array.from({ length: COLOURS }, (_, colour) => {
      const button = piece("colour", { words: sentence(`shape_${colour}`) });
      button.dataset.colour = String(colour);
      button.dataset.key = `colour-${colour}`;
      slot(button, "shape").append(shape(colour));
      if (colour === person.colour) button.setAttribute("aria-current", "true");
      else button.setAttribute("aria-disabled", String(taken.includes(colour)));
      return button;
    }),
  );
  drawMore(seat, seat < 0 ? null : view, here);
  const hasPhone = !(person.computer && welcome.computer_players.includes(person.computer)) && !person.removed;
  show("remote", may("remote") && hasPhone);
  slot(part("remote"), "words").textContent = sentence("remote_of", { name: person.name });
  find(part("remote"), "input", HTMLInputElement).checked = table.remotes.includes(number);
  show("replace", may("replace") && seat >= 0);
  const minds = slot(part("replace"), "minds");
  const offered = [...inputsOf(minds)].map((input) => input.value);
  for (const mind of welcome.computer_players.filter((mind) => !offered.includes(mind))) {
    const choice = piece("mind", { label: wordFor("mind", mind) });
    find(choice, "input", HTMLInputElement).value = mind;
    minds.append(choice);
  }
  for (const input of inputsOf(part("replace"))) {
    input.checked = input.value === (person.computer ?? "");
    input.disabled = person.removed && !input.value; // they are let back in by the button
  }
  show("remove", may("remove") && !person.removed);
  show("let-back", may("let_back") && person.removed);
}

/** @param {number} number @param {table.Here} here @param {any} view @param {(seat: number, view: any, here: any) => void} [drawMore] */
export function openPerson(number, here, view, drawMore) {
  const dialog = dialogOf("person");
  dialog.dataset.player = String(number);
  slot(dialog, "refusal").textContent = "";
  drawPerson(here, view, drawMore);
  find(part("rename"), "[name=name]", HTMLInputElement).value = slot(dialog, "title").textContent;
  dialog.showModal();
}

// In a game a seat cannot simply vanish: who plays on? Gives whether it had to be asked.
/** @param {number} number @param {table.Here} here */
export function askWhoPlaysOn(number, { table, welcome }) {
  const person = table.players.find((player) => player.player === number);
  if (table.status !== "playing" || !person) return false;
  openDialog("remove");
  const dialog = dialogOf("remove");
  dialog.dataset.player = String(number);
  slot(dialog, "refusal").textContent = "";
  slot(dialog, "title").textContent = sentence("remove_title", { name: person.name });
  redraw(slot(dialog, "computers"), welcome.computer_players, () =>
    welcome.computer_players.map((mind) => {
      const button = piece("remove-computer", { label: sentence("remove_computer", { mind: wordFor("mind", mind) }) });
      showIcon(find(button, "svg"), faceOf(mind));
      button.dataset.mind = mind;
      return button;
    }),
  );
  return true;
}
