// Reactions fly over the mat of whoever sent them, one at a time for each, and cover nothing for long.

import { icon } from "../../shared/pieces.js";
import { colourOf, loadFun, seenFor } from "../fun.js";
import { isStill } from "./parts.js";

/** @type {Map<number, HTMLElement>} */
const flying = new Map(); // by player

/** @param {protocol.message.Reaction} reaction @param {table.Table} table */
export async function letFly({ player, what }, table) {
  await loadFun();
  const milliseconds = seenFor(table);
  if (!milliseconds) return;
  flying.get(player)?.remove();
  const one = document.createElement("span");
  one.className = "flying";
  one.dataset.reaction = what;
  one.setAttribute("aria-hidden", "true");
  one.append(icon(`shape-${colourOf(table, player)}`), icon(`react-${what}`));
  const { x, y } = placeOf(player);
  Object.assign(one.style, { left: `${x}px`, top: `${y}px` });
  flying.set(player, one);
  document.body.append(one);
  const rise = isStill() ? [] : [{ transform: "translateY(1.5rem) scale(.4)", opacity: 0 }, { transform: "none", opacity: 1, offset: 0.15 }];
  const end = isStill() ? [{ opacity: 1 }, { opacity: 1 }] : [{ transform: "translateY(-2rem)", opacity: 1, offset: 0.8 }, { transform: "translateY(-3rem)", opacity: 0 }];
  const animation = one.animate([...rise, ...end], { duration: milliseconds, easing: "ease-out" });
  animation.onfinish = animation.oncancel = () => one.remove();
}

// The upper edge of the mat; whoever has none, because they wait for the next game, is seen at the lower edge of the screen.
/** @param {number} player */
function placeOf(player) {
  const mats = [...document.querySelectorAll(`[data-player="${player}"]`)];
  const box = mats.map((mat) => mat.getBoundingClientRect()).find(({ width }) => width > 0);
  return box ? { x: box.right - Math.min(box.width / 4, 60), y: box.top } : { x: innerWidth / 2, y: innerHeight - 60 };
}
