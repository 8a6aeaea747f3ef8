// Try my box: computer players play it, and what they have found so far is drawn by the game.

import { find, listen, part } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

const EVERY = 1000;

/** @param {{token: string, saveNow: () => Promise<void>}} editing @param {(own: any, house: any) => void} draw */
export function tryBox({ token, saveNow }, draw) {
  const section = part("trial");
  const progress = part("trial-progress", HTMLProgressElement);
  const address = section.dataset.asks ?? "";

  /** @param {Record<string, string> | null} [fields] */
  async function ask(fields = null) {
    const post = { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams(fields ?? {}) };
    let told;
    try {
      told = await (await fetch(address, fields ? post : {})).json();
    } catch {
      part("trial-state").textContent = sentence("trial_away");
      setTimeout(ask, 5 * EVERY);
      return;
    }
    if (told.refused) part("trial-state").textContent = told.refused.sentences.join(" ");
    else if (told.trial) show(told.trial);
  }

  /** @param {{state: string, played: number, games: number, players: number, own: any, house: any}} trial */
  function show(trial) {
    const isOn = trial.state === "waiting" || trial.state === "playing";
    progress.hidden = !isOn;
    progress.value = trial.played / trial.games;
    part("trial-state").textContent = sentence(`trial_${trial.state}`, trial);
    find(section, '[data-action="try"]').hidden = isOn;
    find(section, '[data-action="cancel_trial"]').hidden = !isOn;
    if (trial.own) draw(trial.own, trial.house);
    if (isOn) setTimeout(ask, EVERY);
  }

  listen(section, {
    try: async () => {
      await saveNow();
      ask({ players: part("trial-players", HTMLSelectElement).value });
    },
    cancel_trial: () => ask({ cancel: "1" }),
  });
  ask();
}
