// What a guide card costs or brings now, case by case: by how many play the same, and by the dice on the board.

import { find, icon, piece } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { TOKENS } from "../tokens.js";
import { chip } from "./changes.js";

/** @param {chance_it.Guide} guide @param {protocol.chance_it.Outlook} outlook @param {number} inGame */
export function casesOf(guide, outlook, inGame) {
  if (guide === "out") return [caption("cases_out", icon("coin")), ...stakes(outlook.out, inGame)];
  if (guide === "chance_it") return [caption("cases_chance_it"), ...sure(outlook.chance_it), caption("case_bound")];
  return [...sure(outlook.dice), ...turns(outlook), caption("cases_in", icon("coin")), ...stakes(outlook.in, inGame)];
}

// What the own cards can add, if they are picked.
/** @param {chance_it.Guide} guide @param {protocol.chance_it.Outlook} outlook */
export function withCards(guide, outlook) {
  const brings = guide === "out" ? [] : guide === "in" ? [outlook.dice] : [outlook.dice, outlook.chance_it];
  const more = TOKENS.map((token) => ({ token, count: brings.reduce((sum, { [token]: [least, most] }) => sum + most - least, 0) }));
  const tokens = more.filter(({ count }) => count).map(({ token, count }) => sentence(token, { count }));
  return tokens.length ? sentence("with_cards", { tokens: list(tokens) }) : "";
}

// Cases that come to the same are one: [[first, last], ...].
/** @param {protocol.chance_it.Case[]} cases */
export function together(cases) {
  /** @type {[protocol.chance_it.Case, protocol.chance_it.Case][]} */
  const groups = [];
  for (const one of cases) {
    const group = groups.at(-1);
    if (group && group[0].coins === one.coins && group[0].hearts === one.hearts) group[1] = one;
    else groups.push([one, one]);
  }
  return groups;
}

/** @param {protocol.chance_it.Case[]} cases @param {number} inGame */
function stakes(cases, inGame) {
  return together(cases).map(([first, last]) => {
    const { coins, hearts } = first;
    const element = piece("case", { players: playersOf(first.players, last.players, inGame) });
    if (coins || !hearts) element.append(ofCoins(coins));
    if (hearts) element.append(chip("hearts", hearts));
    return element;
  });
}

// Their picture stands above, once for all cases.
/** @param {number} by */
function ofCoins(by) {
  const coins = chip("coins", by);
  find(coins, ".icon", SVGElement).remove();
  return coins;
}

/** @param {number} first @param {number} last @param {number} inGame */
function playersOf(first, last, inGame) {
  if (first !== last) return `${first}–${last}`;
  return first === 1 ? sentence("case_alone") : first === inGame ? sentence("case_all") : String(first);
}

/** @param {protocol.chance_it.Brings} brings */
function sure(brings) {
  return TOKENS.filter((token) => brings[token][0]).map((token) => chip(token, brings[token][0]));
}

/** @param {protocol.chance_it.Outlook} outlook */
function turns({ market, rerolled }) {
  return [turn("die-6", "case_market", market), turn("die-1", "case_rerolled", rerolled)].filter((element) => element !== null);
}

/** @param {string} picture @param {string} key @param {number} count */
function turn(picture, key, count) {
  if (!count) return null;
  const element = document.createElement("span");
  element.className = "change is-turn";
  element.append(icon(picture), count > 1 ? `${count} × ${sentence(key)}` : sentence(key));
  return element;
}

/** @param {string} key @param {...Element} pictures */
function caption(key, ...pictures) {
  const element = document.createElement("span");
  element.className = "caption";
  element.append(sentence(key), ...pictures);
  return element;
}
