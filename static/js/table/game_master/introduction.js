// How a game goes, in half a minute: scene by scene, by its own clock, until it is over or skipped. Loaded when it is wanted.

import { find } from "../../shared/pieces.js";
import { fetchLater } from "../later.js";

// A dialog that plays once it is in the page and closes by itself. `returnValue` is "skip" if somebody did not want to see all.
/** @param {string} game @param {boolean} maySkip */
export async function newIntroduction(game, maySkip) {
  const dialog = find(await fetchLater("introduction"), "dialog", HTMLDialogElement);
  const scenes = [...find(dialog, "ol").children];
  const skip = find(dialog, "button");
  let at = -1;

  function next() {
    at += 1;
    for (const [index, scene] of scenes.entries()) /** @type {HTMLElement} */ (scene).hidden = index !== at;
    find(dialog, "progress", HTMLProgressElement).value = at + 1;
    if (at < scenes.length) setTimeout(next, 1000 * Number(/** @type {HTMLElement} */ (scenes[at]).dataset.seconds));
    else dialog.close();
  }

  function end() {
    if (maySkip && dialog.open) dialog.close("skip");
  }

  skip.hidden = !maySkip;
  skip.addEventListener("click", end);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    end();
  });
  // The space bar, wherever somebody has clicked.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target === skip) return;
    event.preventDefault();
    end();
  });
  next();
  return dialog;
}
