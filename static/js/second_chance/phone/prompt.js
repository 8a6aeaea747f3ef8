// What there is to do, or what happens now, in words above the grid.

import { slot } from "../../shared/pieces.js";
import { hasSentence, list, sentence } from "../../shared/sentences.js";

/** @param {HTMLElement} element @param {second_chance.Playing} app @param {string} scene */
export function drawPrompt(element, app, scene) {
  const { title, note } = wordsOf(app, scene);
  slot(element, "title").textContent = title;
  slot(element, "note").textContent = note;
}

// {title, note}
/** @param {second_chance.Playing} app @param {string} scene */
export function wordsOf(app, scene) {
  const { view, who, placing, areShown } = app;
  if (app.step && scene === "moment") return { title: momentTitle(app.step, app), note: "" };
  if (scene === "draw" || scene === "start" || scene === "second_chance") {
    const isOnlyOne = scene === "draw" && view.can.length === 1;
    const title = sentence(isOnlyOne ? "prompt_draw_one" : `prompt_${scene}`);
    return { title, note: areShown ? placesNote(placing) : sentence(`prompt_${scene}_note`) };
  }
  if (scene === "wait") {
    const names = list(view.awaiting.map(who.name));
    const key = view.phase === "second_chance" || view.phase === "bonus" ? `prompt_wait_${view.phase}` : "prompt_wait";
    return { title: sentence(key), note: view.awaiting.length ? sentence(`${key}_note`, { names }) : "" };
  }
  if (scene === "out") return { title: sentence("prompt_out"), note: sentence("prompt_out_note", { count: view.players[view.seat].empty }) };
  if (scene === "next") {
    return {
      title: sentence("prompt_next", { game: view.totals.length, count: view.totals.at(-1) }),
      note: sentence("prompt_next_note", { total: view.solo?.total }),
    };
  }
  return hasSentence(`prompt_${scene}`) ? { title: sentence(`prompt_${scene}`), note: sentence(`prompt_${scene}_note`) } : { title: "", note: "" };
}

/** @param {second_chance.Placing} placing */
export function placesNote(placing) {
  const here = placing.corners.length;
  const all = placing.count;
  return here ? sentence("places_here", { count: here, all }) : sentence("places_not_here", { count: all });
}

/** @param {second_chance.Step} step @param {second_chance.Phone} app */
function momentTitle(step, { isOutcome, who }) {
  const [event] = step.events;
  const seat = "seat" in event ? event.seat : null;
  /** @param {string} key */
  const about = (key) => {
    const mine = `you_${key}`;
    return seat === who.seat && hasSentence(mine) ? sentence(mine) : sentence(key, { name: seat === null ? "" : who.name(seat) });
  };
  if (step.kind === "reveal") return sentence(isOutcome ? "prompt_revealed" : "prompt_reveal");
  if (step.kind === "chance") return about(isOutcome ? "prompt_chance_fits" : "prompt_chance");
  if (step.kind === "failed") return about(isOutcome ? "prompt_failed" : "prompt_chance");
  if (step.kind === "one") return about("one_written");
  if (step.kind === "game_end" || step.kind === "end") return sentence("prompt_end");
  return sentence("prompt_deal");
}
