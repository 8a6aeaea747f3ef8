// What a guide card can cost or bring now, from the lowest to the highest that can come: as short hints and in words.

import { icon } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { pictureOf, TOKENS } from "../tokens.js";
import { signed } from "./changes.js";

/** @param {protocol.chance_it.Brings} outlook */
export function hints(outlook) {
  return TOKENS.filter((token) => outlook[token][0] || outlook[token][1]).map((token) => {
    const [low, high] = outlook[token];
    const hint = document.createElement("span");
    hint.className = high <= 0 ? "hint is-loss" : low >= 0 ? "hint is-gain" : "hint";
    hint.append(icon(pictureOf(token)), low === high ? signed(low) : `${signed(low)} … ${signed(high)}`);
    return hint;
  });
}

/** @param {protocol.chance_it.Brings} outlook */
export function inWords(outlook) {
  const lines = TOKENS.map((token) => rangeInWords(token, ...outlook[token])).filter(Boolean);
  return lines.length ? lines : [sentence("range_nothing")];
}

/** @param {chance_it.Token} token @param {number} low @param {number} high */
function rangeInWords(token, low, high) {
  if (!low && !high) return "";
  if (low < 0 && high > 0) return sentence(`range_${token}_both`, { low: signed(low), high: signed(high) });
  const isGain = high > 0;
  const [least, most] = isGain ? [low, high] : [-high, -low];
  const range =
    least === most ? String(most) : least === 0 ? sentence("range_up_to", { high: most }) : sentence("range_from_to", { low: least, high: most });
  return sentence(`range_${token}_${isGain ? "gain" : "loss"}`, { count: most, range });
}
