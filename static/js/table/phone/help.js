// Help for what is on the screen now: the sections of the help sheet say which scenes they are for.

import { slot } from "../../shared/pieces.js";
import { canKeepAwake } from "../../shared/wake_lock.js";

/** @param {HTMLElement} sheet @param {string} scene */
export function drawHelp(sheet, scene) {
  for (const section of sheet.querySelectorAll("[data-help]")) {
    const { help: scenes = "" } = section.dataset;
    section.hidden = scenes !== "" && !scenes.split(" ").includes(scene);
  }
  slot(sheet, "auto-lock").hidden = canKeepAwake;
}
