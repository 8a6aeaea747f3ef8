// The dice as they lie along the action board, each with what it does below it.

import { icon, piece, redraw } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { typedMark, typedWords } from "../../table/typed_dice.js";

const DICE = 5;

/** @param {HTMLElement} element @param {chance_it.Playing} app */
export function drawDice(element, { view, table, step, isOutcome }) {
  const isRolling = step?.kind === "roll" && !isOutcome;
  const isRerolling = step?.kind === "reroll" && !isOutcome;
  const { dice, place, in_work: inWork } = view;
  const typed = isRolling || isRerolling || !dice.length ? 0 : table.typed_dice;
  /** @param {number} index */
  const isDone = (index) => place !== null && index < place;
  redraw(element, { dice, place, inWork, isRolling, isRerolling, typed }, () => {
    const words = document.createElement("span");
    words.className = "for-listeners";
    words.textContent = isRolling
      ? sentence("dice_roll")
      : dice.length
        ? sentence("dice_lie", { dice: list(dice.map(String)) })
        : sentence("dice_none");
    const spots = Array.from({ length: DICE }, (_, index) => slotOf(index, dice[index]));
    return typed ? [words, ...spots, typedMark(typedWords(typed, dice.length))] : [words, ...spots];
  });

  /** @param {number} index @param {number | undefined} die */
  function slotOf(index, die) {
    const spot = document.createElement("span");
    spot.className = "spot";
    const isTumbling = isRolling || (isRerolling && inWork.includes(index));
    if (isTumbling || die) {
      const picture = icon(`die-${isTumbling ? (index % 6) + 1 : die}`, "die");
      picture.classList.remove("icon");
      picture.classList.toggle("is-tumbling", isTumbling);
      if (!isTumbling) {
        picture.classList.toggle("is-done", isDone(index));
        picture.classList.toggle("is-in-work", inWork.includes(index));
      }
      spot.append(picture);
      if (!isTumbling) {
        spot.dataset.row = String(die);
        spot.append(piece(`effect-${die}`));
      }
    }
    return spot;
  }
}
