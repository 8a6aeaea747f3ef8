// What happened, in sentences by round, and the history of one of my tokens: every change with its cause and rule.

import { find, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { typedMark } from "../../table/typed_dice.js";
import { causeOf, eventSentence } from "../event_sentences.js";
import { cardInWords, cardOf } from "../market_card.js";
import { tokenRow } from "../tokens.js";
import { changesOf, chip } from "./changes.js";

// Not worth a line: they only lead from one thing to the next.
const SILENT = ["market_turn_began", "card_picked", "guide_laid", "pile_shuffled"];

/** @param {HTMLElement} sheet @param {chance_it.Playing} app */
export function drawStory(sheet, { who, view, cards, told }) {
  const events = told.events();
  redraw(find(sheet, '[data-part="story"]'), [events.length, view.round, told.isWhole()], () => {
    const rounds = byRound(events.filter((event) => !SILENT.includes(event.event)));
    if (!rounds.length) return [sentence("story_empty")];
    return rounds.reverse().map(({ round, events }) => {
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
        if (event.typed && "dice" in event) line.prepend(typedMark());
        if ("card" in event && event.card && event.event !== "token_changed") line.append(small(cardInWords(cardOf(cards, event.card))));
        line.classList.toggle("is-change", event.event === "token_changed");
        line.classList.toggle("is-mine", "seat" in event && event.seat === who.seat);
        lines.append(line);
      }
      section.append(title, lines);
      return section;
    });
  });
}

/** @param {string} text */
function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

/** @param {chance_it.Event[]} events */
function byRound(events) {
  /** @type {{round: number, events: chance_it.Event[]}[]} */
  const rounds = [];
  let round = 0;
  for (const event of events) {
    if (event.event === "round_began") round = event.round;
    if (rounds.at(-1)?.round !== round) rounds.push({ round, events: [] });
    rounds.at(-1)?.events.push(event);
  }
  return rounds.filter(({ events }) => events.length);
}

/** @param {HTMLElement} sheet @param {chance_it.Playing} app */
export function drawHistory(sheet, { view, who, history, welcome, told }) {
  const count = view.players[view.seat][history];
  slot(sheet, "title").textContent = sentence(`history_${history}`);
  const now = slot(sheet, "now");
  redraw(now, [history, count], () => {
    const figure = document.createElement("b");
    figure.textContent = sentence(history, { count });
    return [tokenRow(history, count), figure];
  });
  const rounds = byRound(told.events());
  redraw(find(sheet, '[data-part="history"]'), [history, view.seat, told.events().length, told.isWhole()], () => {
    const rows = rounds.flatMap(({ round, events }) =>
      changesOf(events, view.seat)
        .filter((event) => event.token === history)
        .map((event) => row(event.by, causeOf(event, who), [
          round ? sentence("history_round", { round }) : "",
          event.cause === "correction" ? "" : sentence("history_rule", { rule: event.rule }),
          sentence("history_left", { left: event.left }),
        ])),
    );
    const first = history === "stars" ? 0 : welcome.options[history];
    if (first) rows.unshift(row(first, sentence("history_start"), []));
    return rows.reverse();
  });

  /** @param {number} by @param {string} cause @param {string[]} notes */
  function row(by, cause, notes) {
    const element = piece("change-row", { text: cause });
    slot(element, "chips").append(chip(history, by));
    slot(element, "text").append(small(notes.filter(Boolean).join(" · ")));
    return element;
  }
}
