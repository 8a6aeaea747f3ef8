// What happened, in sentences by round, and the history of one of my tokens: every change with its cause and rule.

import { piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { told } from "../../table/phone/told.js";
import { typedMark } from "../../table/typed_dice.js";
import { causeOf, eventSentence } from "../event_sentences.js";
import { cardInWords } from "../market_card.js";
import { tokenRow } from "../tokens.js";
import { chip } from "./changes.js";

// Not worth a line: they only lead from one thing to the next.
const SILENT = ["market_turn_began", "card_picked", "guide_laid", "pile_shuffled"];

/** @param {any} sheet @param {chance_it.Phone} app */
export function drawStory(sheet, { who, view, card }) {
  const events = told.events();
  redraw(sheet.querySelector('[data-part="story"]'), [events.length, view?.round, told.isWhole()], () => {
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
        if (event.typed && event.dice) line.prepend(typedMark({ isShort: true }));
        if (event.card && event.event !== "token_changed") line.append(small(cardInWords(card(event.card))));
        line.classList.toggle("is-change", event.event === "token_changed");
        line.classList.toggle("is-mine", event.seat === who.seat);
        lines.append(line);
      }
      section.append(title, lines);
      return section;
    });
  });
}

function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

/** @param {chance_it.Event[]} events */
function byRound(events) {
  const rounds = [];
  let round = 0;
  for (const event of events) {
    if (event.event === "round_began") round = event.round;
    if (rounds.at(-1)?.round !== round) rounds.push({ round, events: [] });
    rounds.at(-1).events.push(event);
  }
  return rounds.filter(({ events }) => events.length);
}

/** @param {any} sheet @param {chance_it.Phone} app */
export function drawHistory(sheet, { view, who, history, welcome }) {
  const count = view.players[view.seat][history];
  slot(sheet, "title").textContent = sentence(`history_${history}`);
  const now = slot(sheet, "now");
  redraw(now, [history, count], () => {
    const figure = document.createElement("b");
    figure.textContent = sentence(history, { count });
    return [tokenRow(history, count), figure];
  });
  const rounds = byRound(told.events());
  redraw(sheet.querySelector('[data-part="history"]'), [history, view.seat, told.events().length, told.isWhole()], () => {
    const rows = rounds.flatMap(({ round, events }) =>
      events
        .filter((event) => event.event === "token_changed" && event.seat === view.seat && event.token === history)
        .map((event) => row(event.by, causeOf(event, who), [
          round ? sentence("history_round", { round }) : "",
          event.cause === "correction" ? "" : sentence("history_rule", { rule: event.rule }),
          sentence("history_left", { left: event.left }),
        ])),
    );
    const first = welcome.options[history];
    if (first) rows.unshift(row(first, sentence("history_start"), []));
    return rows.reverse();
  });

  function row(by, cause, notes) {
    const element = piece("change-row", { text: cause });
    slot(element, "chips").append(chip(history, by));
    slot(element, "text").append(small(notes.filter(Boolean).join(" · ")));
    return element;
  }
}
