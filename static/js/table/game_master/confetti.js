// Somebody has won: pictures rain on the table, once.

import { icon } from "../../shared/pieces.js";
import { isStill, part } from "./parts.js";

// `pieces` are pictures by their names; `after` so many milliseconds.
/** @param {string[]} pieces @param {number} after */
export function celebrate(pieces, after) {
  const place = part("confetti");
  place.replaceChildren();
  if (isStill()) return;
  for (let index = 0; index < 42; index += 1) {
    const piece = icon(pieces[index % pieces.length], "confetto");
    piece.style.left = `${Math.random() * 100}%`;
    place.append(piece);
    const turn = (Math.random() - 0.5) * 900;
    const animation = piece.animate(
      [{ transform: "translateY(-15vh) rotate(0)" }, { transform: `translate(${(Math.random() - 0.5) * 20}vw, 115vh) rotate(${turn}deg)` }],
      { duration: 2600 + Math.random() * 2600, delay: after + Math.random() * 1800, easing: "cubic-bezier(.3, .1, .7, 1)", fill: "both" },
    );
    animation.onfinish = () => piece.remove();
  }
}
