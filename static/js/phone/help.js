// Help for what is on the screen now: the sections of the help sheet say which scenes they are for.

import { canKeepAwake } from "../shared/wake_lock.js";
import { slot } from "../shared/pieces.js";

const LIKE = { laid: "choose" };

export function drawHelp(sheet, scene) {
  for (const section of sheet.querySelectorAll("[data-help]")) {
    const scenes = section.dataset.help;
    section.hidden = scenes !== "" && !scenes.split(" ").includes(LIKE[scene] ?? scene);
  }
  slot(sheet, "auto-lock").hidden = canKeepAwake;
}
