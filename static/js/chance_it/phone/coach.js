// What the coach says of the choices in Chance It: see table/phone/coach.js.

import { icon } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { cardInWords, cardOf } from "../market_card.js";
import { TOKENS } from "../tokens.js";
import { signed } from "./changes.js";

export const SCENES = ["choose", "laid", "use", "market"];

/** @param {chance_it.Move} move @param {chance_it.Phone} app */
export function describe(move, { cards }) {
  if (move.do === "choose") return { title: sentence(`guide_${move.guide}`), note: "", picture: icon(`guide-${move.guide}`) };
  const card = "card" in move && move.card ? cardOf(cards, move.card) : null;
  if (!card) return { title: sentence("use_none"), note: "", picture: null };
  if (move.do === "use") return { title: cardInWords(card, { isOwned: true }), note: "", picture: null };
  const title = move.do === "buy" ? sentence("buy_for", { count: card.price }) : sentence("coach_discard");
  return { title, note: cardInWords(card, { isOwned: true }), picture: null };
}

// Cards to discard, for which nothing else can be said: any of them will do, each on a line of its own.
/** @param {chance_it.Move[]} moves @param {chance_it.Phone} app */
export function together(moves, { cards }) {
  if (moves.some((move) => move.do !== "discard")) return null;
  const words = moves.map((move) => ("card" in move && move.card ? `· ${cardInWords(cardOf(cards, move.card), { isOwned: true })}` : ""));
  return { title: sentence("coach_discard_one"), note: words.join("\n"), picture: null };
}

// Where a sentence says how many coins, hearts or stars, it says so in words; `two` are coins as well.
/** @param {protocol.message.Reason} reason */
export function reason({ what, numbers }) {
  const { coins, hearts, two, players, dice, times, cards } = numbers;
  const tokens = TOKENS.filter((token) => numbers[token]).map((token) => sentence(token, { count: signed(numbers[token]), number: numbers[token] }));
  /** @param {"coins" | "hearts"} token @param {number} [count] */
  const told = (token, count) => (count === undefined ? {} : { [token]: sentence(token, { count }) });
  const count = players ?? dice ?? times ?? cards;
  return sentence(`coach_${what}`, { ...numbers, count, tokens: list(tokens), two, ...told("coins", coins), ...told("hearts", hearts) });
}

/** @param {chance_it.Move} move @param {chance_it.Phone} app */
export function take(move, app) {
  app.isLooking = true;
  app.selected = move.do === "choose" ? move.guide : "card" in move ? (move.card ?? "none") : null;
}
