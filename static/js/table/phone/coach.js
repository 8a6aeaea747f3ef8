// The coach: what they would do, for each choice with its chance and why. Loaded at a table that has one.
//
// A game says (its phone/coach.js)
//   SCENES               those in which one chooses
//   describe(move, app)  {title, note, picture}: what a choice is called
//   reason({what, numbers}, app)    a sentence with its numbers
//   take(move, app)      selects it, as if it was tapped; it is still to be confirmed
//   together(moves, app) what several choices are called of which nothing else can be told apart; null: they stand alone; optional

import { announce } from "../../shared/announcing.js";
import { find, part, piece, redraw, slot } from "../../shared/pieces.js";
import { percent, sentence } from "../../shared/sentences.js";
import { bringLater } from "../later.js";
import { closeSheet, openedSheet } from "./sheets.js";

const SHARES = [2, 3, 4, 5, 6, 8, 10]; // "about 1 in so many"
const HARDLY = 10; // of a thousand

// Gives {draw(app, scene), open(), take(element, app), forget()}. `ask` sends the question and gives the answer.
/** @param {table.Coaching} game @param {() => Promise<protocol.message.Advice | protocol.message.Refused>} ask @param {() => void} changed @returns {Promise<table.Coach>} */
export async function newCoach(game, ask, changed) {
  await bringLater("coach");
  const sheet = find(document, "#sheet-coach");
  /** @type {protocol.message.Advice | null} */
  let advice = null;
  let says = "";
  let asked = ""; // what there was to choose
  let questions = 0;

  function forget() {
    questions += 1;
    advice = null;
    says = "";
    redraw(slot(sheet, "choices"), null, () => []); // what is one person's own does not stay in the page
  }

  /** @param {table.Phone} app @param {string} scene */
  const mayAsk = (app, scene) => game.SCENES.includes(scene) && Boolean(app.view?.can?.length);

  /** @param {protocol.message.Advised[]} group @param {table.Phone} app @param {boolean} isBest */
  function choice(group, app, isBest) {
    const [{ move, chance, reasons }] = group;
    const index = advice?.choices.indexOf(group[0]);
    const together = group.length > 1 ? game.together?.(group.map((one) => one.move), app) : null;
    const { title, note, picture } = together ?? game.describe(move, app);
    const row = piece("coach-choice", { title, note });
    const button = find(row, "button");
    button.classList.toggle("is-best", isBest);
    button.dataset.index = button.dataset.key = String(index);
    if (picture) slot(row, "picture").append(picture);
    if (chance !== null) {
      const figure = document.createElement("b");
      figure.textContent = inFigures(chance);
      const words = document.createElement("small");
      words.textContent = inWords(chance);
      slot(row, "chance").append(figure, words);
      const bar = document.createElement("span");
      bar.className = "coach-bar";
      bar.style.setProperty("--chance", `${chance / 10}%`);
      slot(row, "why").before(bar);
    }
    for (const reason of reasons) {
      const line = document.createElement("span");
      line.textContent = game.reason(reason, app);
      slot(row, "why").append(line);
    }
    return row;
  }

  /** @param {table.Phone} app */
  function choices(app) {
    const groups = inGroups(advice?.choices ?? [], (moves) => Boolean(game.together?.(moves, app)));
    return groups.map((group, index) => choice(group, app, index === 0 && isAhead(groups)));
  }

  return {
    draw(app, scene) {
      const peeks = part("peeks");
      if (!peeks.querySelector("[data-coach]")) find(peeks, '[data-sheet="help"]').before(piece("coach-peek"));
      const button = find(peeks, "[data-coach]");
      button.hidden = !app.table?.coach;
      button.setAttribute("aria-disabled", String(!mayAsk(app, scene)));
      const now = mayAsk(app, scene) ? JSON.stringify([app.view.round, app.view.phase, app.view.can]) : "";
      if (now !== asked) {
        asked = now;
        forget();
        if (openedSheet() === sheet) closeSheet();
      }
      if (openedSheet() !== sheet) return;
      slot(sheet, "says").textContent = says;
      slot(sheet, "about").textContent = advice ? sentence("coach_note", { of: advice.of }) : "";
      redraw(slot(sheet, "choices"), [advice, now], () => choices(app));
    },
    async open() {
      if (advice) return;
      questions += 1;
      const question = questions;
      says = sentence("coach_thinking");
      const answer = await ask();
      if (question !== questions) return; // there is something else to choose, or somebody else has this phone
      if (answer.type === "advice") [advice, says] = [answer, ""];
      else says = answer.sentence;
      if (advice) announce(sentence("coach_note", { of: advice.of }));
      changed();
    },
    take({ dataset }, app) {
      const one = advice?.choices[Number(dataset.index)];
      if (!one) return;
      closeSheet();
      game.take(one.move, app);
    },
    forget,
  };
}

// Choices that say the same and belong together are one row.
/** @param {readonly protocol.message.Advised[]} choices @param {(moves: protocol.message.Advised["move"][]) => boolean} belong */
export function inGroups(choices, belong) {
  /** @type {protocol.message.Advised[][]} */
  const groups = [];
  /** @param {protocol.message.Advised} one */
  const said = ({ chance, reasons }) => JSON.stringify([chance === null ? "" : inFigures(chance), reasons]);
  for (const one of choices) {
    const alike = groups.find(([first]) => said(first) === said(one) && belong([first.move, one.move]));
    if (alike) alike.push(one);
    else groups.push([one]);
  }
  return groups;
}

// Whether anything that is shown makes the first one better than the second.
/** @param {protocol.message.Advised[][]} groups */
export function isAhead(groups) {
  const [best, next] = groups.map(([{ chance, reasons }]) => (chance === null ? JSON.stringify(reasons) : inFigures(chance)));
  return best !== next;
}

// In hundredths; what is neither impossible nor certain is never 0 or all. `chance` is in thousandths.
/** @param {number} chance */
export function inFigures(chance) {
  if (chance > 0 && chance < HARDLY) return `<${percent(1)}`;
  if (chance < 1000 && chance > 1000 - HARDLY) return `>${percent(99)}`;
  return percent(Math.round(chance / 10));
}

// "about 1 in 3": the simplest share that is near enough.
/** @param {number} thousandths */
export function inWords(thousandths) {
  if (thousandths < HARDLY) return sentence("coach_hardly");
  if (thousandths > 1000 - HARDLY) return sentence("coach_nearly");
  const chance = thousandths / 1000;
  if (chance < 0.09) return sentence("coach_in", { some: 1, all: Math.round(1 / chance) });
  if (chance > 0.91) {
    const all = Math.round(1 / (1 - chance));
    return sentence("coach_in", { some: all - 1, all });
  }
  let best = { some: 1, all: 2, far: 1 };
  for (const all of SHARES) {
    const some = Math.round(chance * all);
    const far = Math.abs(chance - some / all);
    if (some > 0 && some < all && far < best.far - 0.015) best = { some, all, far };
  }
  return sentence("coach_in", best);
}
