// The action board: rows 1 to 6 and CHANCE IT, the dice beside their rows, the row in work lit up.

import { find, icon, redraw, slot } from "../../shared/pieces.js";
import { part, shape, show } from "../../table/game_master/parts.js";
import { typedWords } from "../../table/typed_dice.js";

/** @param {chance_it.View} view @param {chance_it.Here} context @param {{isLifted?: boolean}} [options] */
export function drawBoard(view, context, { isLifted = false } = {}) {
  const typed = isLifted || !view.dice.length ? 0 : context.table.typed_dice;
  show("typed-dice", typed > 0);
  slot(part("typed-dice"), "words").textContent = typedWords(typed, view.dice.length);
  for (const row of part("board").querySelectorAll("[data-row]")) {
    const number = row.dataset.row;
    row.classList.toggle("is-in-work", String(view.row) === number);
    if (number === "chance_it") drawDaring(row, view, context);
    else drawDice(row, Number(number), view, isLifted);
  }
}

/** @param {HTMLElement} row @param {number} number @param {chance_it.View} view @param {boolean} isLifted */
function drawDice(row, number, view, isLifted) {
  const first = view.dice.indexOf(number);
  const dice = view.dice.filter((die) => die === number);
  row.classList.toggle("has-dice", dice.length > 0);
  redraw(slot(row, "dice"), [dice, view.place, view.in_work, isLifted], () =>
    dice.map((die, index) => {
      const place = first + index;
      const picture = icon(`die-${die}`);
      picture.classList.replace("icon", "die");
      picture.classList.toggle("is-in-work", view.in_work.includes(place));
      picture.classList.toggle("is-done", view.place !== null && place < view.place);
      picture.classList.toggle("is-lifted", isLifted && view.in_work.includes(place));
      return picture;
    }),
  );
}

// Beside CHANCE IT lie no dice but the signs of those who dared.
/** @param {HTMLElement} row @param {chance_it.View} view @param {chance_it.Here} here */
function drawDaring(row, view, { table }) {
  const daring = table.players.filter((player, seat) => view.players[seat]?.guide === "chance_it");
  row.classList.toggle("has-dice", daring.length > 0);
  redraw(slot(row, "dice"), daring.map((player) => player.colour), () => daring.map((player) => shape(player.colour)));
}

// Where a die will lie: the middle of the nth place at a row, and the size of a die, in pixels.
/** @param {number} row @param {number} nth */
export function placeAt(row, nth) {
  const line = find(part("board"), `[data-row="${row}"] [data-slot="dice"]`);
  const box = line.getBoundingClientRect();
  const style = getComputedStyle(line);
  const size = parseFloat(style.getPropertyValue("--die-size")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const gap = parseFloat(style.columnGap) || 0;
  return { x: box.left + size / 2 + nth * (size + gap), y: box.top + box.height / 2, size };
}
