// What happened, in sentences by round.

import { find, redraw } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { eventSentence } from "../event_sentences.js";

/** @param {second_chance.Event[]} events */
function byRound(events) {
  /** @type {{round: number, events: second_chance.Event[]}[]} */
  const rounds = [];
  for (const event of events) {
    if (event.event === "tiles_revealed" || event.event === "tiles_shuffled" || !rounds.length) {
      rounds.push({ round: "round" in event ? event.round : 0, events: [] });
    }
    rounds.at(-1)?.events.push(event);
  }
  return rounds;
}

/** @param {HTMLElement} sheet @param {second_chance.Playing} app */
export function drawStory(sheet, { who, told }) {
  const events = told.events();
  redraw(find(sheet, '[data-part="story"]'), [events.length, who.name(0)], () => {
    if (!events.length) return [sentence("story_empty")];
    return byRound(events)
      .reverse()
      .map(({ round, events }) => {
        const section = document.createElement("section");
        const title = document.createElement("h3");
        title.textContent = round ? sentence("history_round", { round }) : sentence("history_setting_up");
        const lines = document.createElement("ul");
        lines.className = "story";
        for (const event of events) {
          const text = eventSentence(event, who);
          if (!text) continue;
          const line = document.createElement("li");
          line.textContent = text;
          line.classList.toggle("is-mine", "seat" in event && event.seat === who.seat);
          lines.append(line);
        }
        section.append(title, lines);
        return section;
      });
  });
}
