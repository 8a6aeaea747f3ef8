// The game-master screen of a game that has none of its own, and that of spectators.
//
// [data-scene-of=play]     what all see, as a list; what the game master can do; what happened
// [data-scene-of=podium]   winners, the end of it, seed

import { announce } from "../../shared/announcing.js";
import { redraw } from "../../shared/pieces.js";
import { aboutAway } from "../game_master/away.js";
import { celebrate } from "../game_master/confetti.js";
import { standing } from "../game_master/entries.js";
import { part, show } from "../game_master/parts.js";
import { play } from "../game_master/sound.js";
import { layTable } from "../game_master/table.js";
import { AT_ONCE, buttonsOf, eventWords, fieldsOf, inText, linesOf, title } from "./words.js";

const LINES = 30; // of the story
const CONFETTI = Array.from({ length: 6 }, (_, colour) => `shape-${colour}`);

/** @param {any} view @param {table.Here} here */
function draw(view, here) {
  const { who, entries } = here;
  const { players, can, status } = here.table;
  const isOver = status === "over";
  const away = isOver ? null : aboutAway(view.awaiting, here);
  part(isOver ? "winners" : "plain-title").textContent = away?.text ?? title(view, who);
  redraw(part(isOver ? "plain-end" : "plain-view"), [view, players], () => [fieldsOf(view, who)]);
  redraw(part("choices"), [view.can, players, away?.text], () => [...buttonsOf(view.can, who), ...(away?.choices ?? [])]);
  const lines = standing(entries)
    .map((event) => eventWords(event, who))
    .slice(-LINES)
    .reverse();
  redraw(part("story"), lines, () => linesOf(lines));
  show("again", can.includes("again"));
}

/** @type {table.Screen<any, any, any, any, object>} */
const game = {
  pacing: AT_ONCE,
  words: eventWords,
  begin() {},
  outcome() {},
  present({ view, events, table: { status } }, here) {
    const isNew = table.showScene(status === "over" ? "podium" : "play");
    draw(view, here);
    for (const event of events.flatMap((entry) => entry.events)) announce(eventWords(event, here.who));
    if (isNew && status === "over" && view.result.winners.length) {
      play("fanfare");
      celebrate(CONFETTI, 0);
    }
  },
  people: draw,
  lobby: { options: (options) => inText("", options, { name: String, colour: () => 0, seatOf: () => -1, seat: null }) },
  actions: { "play-move": ({ dataset }) => table.move(JSON.parse(dataset.move ?? "")) },
};

const table = layTable(game);
