// The dice as they lie along the action board, each with what it does below it.

import { icon, piece, redraw } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { typedMark } from "../../table/typed_dice.js";

const DICE = 5;

/** @param {any} element @param {chance_it.Phone} app */
export function drawDice(element, { view, step, isOutcome }) {
  const isRolling = step?.kind === "roll" && !isOutcome;
  const isRerolling = step?.kind === "reroll" && !isOutcome;
  const { dice, place, phase } = view;
  const isTyped = view.typed_dice && dice.length > 0 && !isRolling && !isRerolling;
  // The 1s are in work until they are rerolled, wherever the round stands otherwise.
  const inWork = (index) => (phase === "reroll" ? dice[index] === 1 : index === place);
  const isDone = (index) => phase !== "reroll" && place !== null && index < place;
  redraw(element, { dice, place, phase, isRolling, isRerolling, isTyped }, () => {
    const words = document.createElement("span");
    words.className = "for-listeners";
    words.textContent = isRolling
      ? sentence("dice_roll")
      : dice.length
        ? sentence("dice_lie", { dice: list(dice.map(String)) })
        : sentence("dice_none");
    const spots = Array.from({ length: DICE }, (_, index) => slotOf(index, dice[index]));
    return isTyped ? [words, ...spots, typedMark()] : [words, ...spots];
  });

  function slotOf(index, die) {
    const spot = document.createElement("span");
    spot.className = "spot";
    const isTumbling = isRolling || (isRerolling && die === 1);
    if (isTumbling || die) {
      const picture = icon(`die-${isTumbling ? (index % 6) + 1 : die}`, "die");
      picture.classList.remove("icon");
      picture.classList.toggle("is-tumbling", isTumbling);
      if (!isTumbling) {
        picture.classList.toggle("is-done", isDone(index));
        picture.classList.toggle("is-in-work", inWork(index));
      }
      spot.append(picture);
      if (!isTumbling) spot.append(piece(`effect-${die}`));
    }
    return spot;
  }
}
