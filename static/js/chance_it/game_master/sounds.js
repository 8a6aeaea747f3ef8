// What the outcome of a step sounds like.

import { play } from "../../table/game_master/sound.js";

/** @param {chance_it.Step} step */
export function playStep(step) {
  const changes = step.events.filter((event) => event.event === "token_changed");
  if (step.kind === "reveal" || step.kind === "purchase" || step.kind === "discard" || step.kind === "lay_out") play("card");
  else if (step.kind === "action") play("row");
  else if (step.kind === "round") play("round");
  else if (step.kind === "elimination") play("fall");
  else if (step.kind === "end") play("fanfare");
  if (step.kind === "stakes") play("coin");
  if (step.kind === "effects" || step.kind === "actions" || step.kind === "all_out" || step.kind === "purchase") {
    if (changes.some(({ token, by }) => token === "stars" && by > 0)) play("star");
    else if (changes.some(({ token, by }) => token === "hearts" && by < 0)) play("loss");
    else if (changes.some(({ token, by }) => token === "hearts" && by > 0)) play("heart");
    else if (changes.some(({ by }) => by > 0)) play("coin");
  }
}
